package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/jitstack"
)

// hostile are patterns with subjects made to be slow: of one unit, over and over, and an end. Backtracking engines take exponential time
// on most of them, or a stack as long as the subject.
var hostile = []struct{ pattern, unit, end string }{
	{`(x+x+)+y`, "x", ""},
	{`^(?:(?!ab).)*$`, "ac", "b"},
	{`(?<=a)(b+)+c`, "ab", ""},
	{`(?=(a+))\1+b`, "a", ""},
	{`^(a+)+\1$`, "a", "!"},
	{`^(?:a|(?:a))*+b`, "a", ""},
	{`((?:\w+\s?)+)\1!`, "word ", ""},
	{`^(\((?:[^()]|(?1))*\))$`, "(", ""},
	{`(?:(a)?b)*(?(1)c|d)`, "ab", ""},
}

// sizes are the lengths of the subjects, in bytes.
var sizes = []int{1 << 10, 64 << 10, 1 << 20}

// writeHostile prints how each search ends, by the length of the subject, and how long it takes, on the default limits.
func writeHostile() {
	head, rule := "| pattern |", "| --- |"
	for _, n := range sizes {
		head, rule = head+fmt.Sprintf(" %d KB |", n>>10), rule+" --- |"
	}
	fmt.Println(head)
	fmt.Println(rule)
	for _, c := range hostile {
		p := jitstack.MustCompile(c.pattern, 0)
		row := fmt.Sprintf("| `%s` |", strings.ReplaceAll(c.pattern, "|", `\|`))
		for _, n := range sizes {
			s := strings.Repeat(c.unit, (n-len(c.end))/len(c.unit)) + c.end
			best, how := time.Hour, ""
			for range 3 {
				start := time.Now()
				how = ending(p, s)
				best = min(best, time.Since(start))
			}
			row += fmt.Sprintf(" %s, %.2f ms |", how, best.Seconds()*1000)
		}
		fmt.Println(row)
	}
}

// ending tells how a search ends.
func ending(p *jitstack.Pattern, s string) string {
	var m regexp.Matches
	switch ok, err := p.Exec(s, &m); {
	case errors.Is(err, jitstack.ErrStackLimit):
		return "stack limit"
	case errors.Is(err, jitstack.ErrMatchLimit):
		return "match limit"
	case err != nil:
		return err.Error()
	case ok:
		return "match"
	}
	return "no match"
}
