// Command hostile prints how long a search takes on patterns and subjects that are made to be slow, by the length of the subject,
// and what memory the pattern holds afterwards: the table of docs/hostile.md.
//
// A second table is of all matches of subjects on which each single search reads far. Its times are ours alone.
//
// Times are the least of a few runs, in microseconds. Beside ours stands the standard library's, up to the length at which a
// run takes longer than a second.
package main

import (
	"flag"
	"fmt"
	"os"
	std "regexp"
	"strings"
	"time"

	"github.com/arenaregexp/regexp"
)

// hostile is a pattern with a subject that suits it.
type hostile struct {
	pattern string
	subject func(n int) string
	match   bool
}

// repeat makes subjects of one unit, over and over. Where a pattern needs a byte that the unit does not have, begin or end has it, so that
// its absence does not end the search.
func repeat(begin, unit, end string) func(n int) string {
	return func(n int) string {
		return begin + strings.Repeat(unit, (n-len(begin)-len(end))/len(unit)) + end
	}
}

// cases are those of the seed corpus's group redos and of the literature. Backtracking engines take exponential or cubic time on most.
var cases = []hostile{
	{`(a|aa)+$`, repeat("", "a", "b"), false},
	{`^(a|aa|aaa)*b$`, repeat("", "a", "cb"), false},
	{`(a+)+b`, repeat("b", "a", "c"), false},
	{`(.*)*x$`, repeat("x", "a", "b"), false},
	{`(x+x+)+y`, repeat("y", "x", ""), false},
	{`([^A]|B)*`, repeat("", "X", ""), true},
	{`=.*qr.*=.*qr.*=.*qr#`, repeat("", "a=1,qr=2,", " #"), false},
	{`(?:a?){30}a{30}[^c]$`, repeat("", "a", "c"), false},
	{`[a-q][^u-z]{200}x`, repeat("x", "abcdefghijklmnop", "y"), false},
	{`(\w+)\s+x`, repeat("x", "word ", ""), false},
	{`a.*b|c.*d`, repeat("bd", "ac", ""), false},

	// And where there is a match, whose captures take a second way through it.
	{`(a|aa)+$`, repeat("", "a", ""), true},
	{`(x+x+)+y`, repeat("", "x", "y"), true},
	{`(.*)*x`, repeat("", "a", "x"), true},
	{`([a-z]+\d?)*!`, repeat("", "abc1", "!"), true},
	{`(.*)(\d+)(.*)y`, repeat("", "a1b2", "y"), true},
}

// sizes are the lengths of the subjects, in bytes.
var sizes = []int{1 << 10, 8 << 10, 64 << 10, 512 << 10, 1 << 20}

func main() {
	quick := flag.Bool("quick", false, "the short subjects only")
	all := flag.Bool("all", false, "the table of all matches only")
	flag.Parse()
	if *quick {
		sizes, familySizes = sizes[:2], familySizes[:2]
	}
	if *all {
		printFamilies()
		return
	}
	head := "| pattern |"
	rule := "| --- |"
	for _, n := range sizes {
		head += fmt.Sprintf(" %d KB | std |", n>>10)
		rule += " ---: | ---: |"
	}
	fmt.Println(head + " held |")
	fmt.Println(rule + " ---: |")
	for _, c := range cases {
		ours, theirs := regexp.MustCompile(c.pattern), std.MustCompile(c.pattern)
		row := fmt.Sprintf("| `%s` |", strings.ReplaceAll(c.pattern, "|", `\|`))
		slow := false
		for _, n := range sizes {
			fmt.Fprintf(os.Stderr, "%s, %d KB\n", c.pattern, n>>10)
			s := c.subject(n)
			if ours.MatchString(s) != c.match {
				fmt.Fprintf(os.Stderr, "hostile: %q on %d bytes: want %v\n", c.pattern, n, c.match)
				os.Exit(1)
			}
			row += fmt.Sprintf(" %s |", least(func() { ours.FindStringSubmatchIndex(s) }))
			if slow {
				row += " |"
				continue
			}
			start := time.Now()
			theirs.FindStringSubmatchIndex(s)
			slow = time.Since(start) > time.Second
			row += fmt.Sprintf(" %s |", least(func() { theirs.FindStringSubmatchIndex(s) }))
		}
		fmt.Printf("%s %d KB |\n", row, ours.MemoryUsage()>>10)
	}
	fmt.Println()
	printFamilies()
}

// least is the least time of three runs, in microseconds.
func least(run func()) string {
	best := time.Hour
	for range 3 {
		start := time.Now()
		run()
		best = min(best, time.Since(start))
	}
	return fmt.Sprintf("%.0f", float64(best.Nanoseconds())/1000)
}
