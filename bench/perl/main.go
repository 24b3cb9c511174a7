// Command perl measures package jitstack on patterns beyond the standard syntax, beside github.com/dlclark/regexp2, and on regular ones
// beside the root package: the tables of docs/jitstack.md.
//
// A case declares its answer, and an engine that answers otherwise is not timed but named. Engines take turns, and the least of a few
// runs is reported. PCRE2 itself is measured in the same process neither here nor elsewhere in this repository: there is no cgo.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/jitstack"
)

// guard is the rule of the proxy that crashed.
const guard = `^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$`

// An answer is a number of matches, or what a limit leaves.
type answer int

const limit answer = -1

// perlCase is a row: how many matches of pattern there are in subject, at most most.
type perlCase struct {
	name, pattern string
	subject       string
	most          int
	want          answer
}

var cases = []perlCase{
	{"guard, 80 bytes, a hit", guard, "/alpha/bravo/?action=newsfed;param0001=00003E;param0002=00004E;param0003=00005E", 1, 1},
	{"guard, 46 bytes, forbidden", guard, "/alpha/bravo/?action=newsfeed;param0001=00003E", 1, 0},
	{"guard, 64 KiB", guard, "/alpha/bravo/?" + strings.Repeat("x", 64<<10), 1, 1},
	{"password rule, 12 bytes", `^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[^\s]{8,}$`, "s3cretPasses", 1, 1},
	{"word before a colon, 13 KB", `\w+(?=:)`, strings.Repeat("a key: some value and more words, ", 400), -1, 400},
	{"no price behind a dollar, 12 KB", `(?<!\$)\b\d+\b`, strings.Repeat("pay $100 for 20 of them, ", 500), -1, 500},
	{"doubled words, 64 KB", `(\w+)\s+\1`, prose(64 << 10), -1, doubles},
	{"doubled words by name, 64 KB", `\b(?<w>[a-z]+) \k<w>\b`, prose(64 << 10), -1, doubledWords},
	{"a quoted text, 32 KB", `(["'])(?:(?!\1).)*\1`, strings.Repeat(`say "it's so" and 'he said "no"' then. `, 840), -1, 1680},
	{"balanced brackets, 8 KB", `\((?:[^()]++|(?R))*\)`, strings.Repeat("f(a, g(b, h(c)), d) + ", 380), -1, 380},
	{"path, regular", `^/([^/]++)/([^/]++)/(.*)$`, "/images/2026/summer/header.jpg", 1, 1},
}

// What prose holds of: the same text follows itself behind blanks, and whole words do.
const (
	doubles      = 982
	doubledWords = 251
)

// prose is a text of common words, of which some stand twice.
func prose(n int) string {
	words := strings.Fields("the of and to in a is that for it was on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know")
	var b strings.Builder
	for state, i := uint32(1), 0; b.Len() < n; i++ {
		state = state*1664525 + 1013904223
		w := words[state>>8%uint32(len(words))]
		b.WriteString(w)
		if i%128 == 0 {
			b.WriteString(" " + w)
		}
		b.WriteByte(" \n"[min(i%16/15, 1)])
	}
	return b.String()
}

// engines are what is timed: each returns how many matches it finds, or limit.
var engines = []struct {
	name string
	make func(c perlCase) (func() answer, error)
}{
	{"Exec", func(c perlCase) (func() answer, error) {
		p, err := jitstack.Compile(c.pattern, 0)
		if err != nil {
			return nil, err
		}
		if c.most == 1 {
			var m regexp.Matches
			return func() answer { return one(p.Exec(c.subject, &m)) }, nil
		}
		var spans [][2]int
		return func() answer {
			if spans, err = p.AppendFindAllStringIndex(spans[:0], c.subject, c.most); err != nil {
				return limit
			}
			return answer(len(spans))
		}, nil
	}},
	{"ExecStack", func(c perlCase) (func() answer, error) {
		if c.most != 1 {
			return nil, errors.ErrUnsupported
		}
		p, err := jitstack.Compile(c.pattern, 0)
		if err != nil {
			return nil, err
		}
		stack := jitstack.NewStack(1 << 20)
		var m regexp.Matches
		return func() answer { return one(p.ExecStack(stack, c.subject, &m)) }, nil
	}},
	{"regexp2", func(c perlCase) (func() answer, error) {
		p, err := regexp2.Compile(c.pattern, regexp2.None)
		if err != nil {
			return nil, err
		}
		return func() answer {
			all, err := p.FindAllStringIndex(c.subject, c.most)
			if err != nil {
				return limit
			}
			return answer(len(all))
		}, nil
	}},
	{"root", func(c perlCase) (func() answer, error) {
		p, err := regexp.Compile(strings.ReplaceAll(c.pattern, "++", "+"))
		if err != nil || c.most != 1 {
			return nil, errors.ErrUnsupported
		}
		var m regexp.Matches
		return func() answer { return one(p.Exec(c.subject, &m), nil) }, nil
	}},
}

// one is the answer to whether there is a match.
func one(ok bool, err error) answer {
	switch {
	case err != nil:
		return limit
	case ok:
		return 1
	}
	return 0
}

func main() {
	filter := flag.String("run", "", "measure only the cases whose name holds this `text`")
	bounds := flag.Bool("hostile", false, "print how searches of hostile subjects end, and how long they take, instead")
	flag.Parse()
	if *bounds {
		writeHostile()
		return
	}
	head, rule := "| case |", "| --- |"
	for _, e := range engines {
		head, rule = head+" "+e.name+" |", rule+" ---: |"
	}
	fmt.Println(head)
	fmt.Println(rule)
	failed := false
	for _, c := range cases {
		if !strings.Contains(c.name, *filter) {
			continue
		}
		fmt.Fprintln(os.Stderr, c.name)
		row := "| " + c.name + " |"
		for _, e := range engines {
			run, err := e.make(c)
			if err != nil {
				row += " |"
				continue
			}
			got := run()
			mark := ""
			switch {
			case got == limit && e.name != "Exec":
				mark = " (limit)"
			case got != c.want:
				fmt.Fprintf(os.Stderr, "perl: %s, %s: %d matches, want %d\n", c.name, e.name, got, c.want)
				failed, row = true, row+" |"
				continue
			}
			row += fmt.Sprintf(" %s%s |", least(run), mark)
		}
		fmt.Println(row)
	}
	if failed {
		os.Exit(1)
	}
}

// least is the least time of one run among several rounds.
func least(run func() answer) string {
	n := 1
	for {
		start := time.Now()
		for range n {
			run()
		}
		if time.Since(start) > 5*time.Millisecond {
			break
		}
		n *= 2
	}
	best := time.Hour
	for range 7 {
		start := time.Now()
		for range n {
			run()
		}
		best = min(best, time.Since(start)/time.Duration(n))
	}
	if best < 10*time.Microsecond {
		return fmt.Sprintf("%d ns", best.Nanoseconds())
	}
	return fmt.Sprintf("%.1f us", float64(best.Nanoseconds())/1000)
}
