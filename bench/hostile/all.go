package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/arenaregexp/regexp"
)

// family is a pattern and the unit of its subjects. Each single search of such a subject reads to its end, or far, for a short match. If all
// matches are a search for each, they take quadratic time.
type family struct{ pattern, unit string }

var families = []family{
	{`.*[^A-Z]|[A-Z]`, "A"},
	{`a*b|a`, "a"},
	{`(?:aa)*b|(?:aaa)*c|a`, "a"},
	{`(?:.{7})*!|(?:.{5})*\?|\w`, "ab"},
	{`\w+@|\w`, "abc"},
	{`(\w+)@|(\w)`, "abc"},
	{`"[^"]*";|"`, `"`},
	{`[^é]*!|é`, "é"},
	{`\pL*!|\pL{2}`, "Жé世"},
	{`.*x|`, "a"},
	{`(?m)^(?:.*\n)*!|a\n|b`, "a\nb\n"},
	{`(?:x+x+)+y|x`, "x"},
	{`(?:\w+ ){3,}\.|\w+`, "ab cd "},
}

// familySizes are the lengths of their subjects, in bytes.
var familySizes = []int{1 << 10, 16 << 10, 256 << 10, 4 << 20}

func (f family) subject(n int) string { return strings.Repeat(f.unit, n/len(f.unit)) }

// printFamilies prints the time of all matches with their groups, in microseconds, and the exponent of its growth.
func printFamilies() {
	head, rule := "| pattern |", "| --- |"
	for _, n := range familySizes {
		head += fmt.Sprintf(" %d KB |", n>>10)
		rule += " ---: |"
	}
	fmt.Println(head + " exponent |")
	fmt.Println(rule + " ---: |")
	for _, f := range families {
		re := regexp.MustCompile(f.pattern)
		row := fmt.Sprintf("| `%s` |", strings.ReplaceAll(f.pattern, "|", `\|`))
		var times []float64
		for _, n := range familySizes {
			s := f.subject(n)
			var m regexp.Matches
			best := time.Hour
			for range 3 {
				start := time.Now()
				for range re.ExecAll(s, &m) {
				}
				best = min(best, time.Since(start))
			}
			times = append(times, float64(best.Nanoseconds())/1000)
			row += fmt.Sprintf(" %.0f |", times[len(times)-1])
		}
		last := len(times) - 1
		growth := float64(familySizes[last]) / float64(familySizes[0])
		fmt.Printf("%s %.2f |\n", row, math.Log(times[last]/times[0])/math.Log(growth))
	}
}
