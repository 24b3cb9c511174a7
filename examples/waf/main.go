// Command waf checks requests against rules: a set of ordinary patterns, then a few in Perl's syntax under one budget.
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/jitstack"
)

// The set finds every rule that matches, in time that does not grow with their number.
var rules = regexp.MustCompileSet([]string{
	`(?i)<script[\s>]`,
	`(?i)\bunion\s+(?:all\s+)?select\b`,
	`\.\./`,
	`(?i)\bon(?:error|load|click)\s*=`,
})

// Perl's syntax, for what ordinary patterns cannot say: the same quoted text on both sides of an equals sign.
var guards = []*jitstack.Pattern{
	jitstack.MustCompile(`(['"])(\w+)\1\s*=\s*\1\2\1`, jitstack.Caseless),
}

// A verdict says what to do with a request.
type verdict string

const (
	pass      verdict = "pass"
	block     verdict = "block"
	undecided verdict = "undecided"
)

// check returns a verdict, and the numbers of the rules that matched, appended to dst.
func check(ctx context.Context, dst []int, query string) (verdict, []int) {
	if dst = rules.AppendAll(dst, query); len(dst) > 0 {
		return block, dst
	}
	// One budget for all guards of a request: a hostile query cannot spend it once for each.
	budget := jitstack.NewBudget(ctx, jitstack.Limits{Steps: 100_000, Timeout: 10 * time.Millisecond})
	var m regexp.Matches
	for i, guard := range guards {
		matched, err := guard.ExecWithin(&budget, query, &m)
		var limit *jitstack.LimitError
		switch {
		case errors.As(err, &limit):
			return undecided, dst // never "no match": the caller decides what an undecided request is worth
		case err != nil:
			return undecided, dst // the request was cancelled, or took too long
		case matched:
			return block, append(dst, rules.Len()+i)
		}
	}
	return pass, dst
}

func main() {
	var matched []int
	for _, query := range []string{
		"q=hello world",
		"q=1 UNION SELECT password FROM users",
		`q=' OR 'a'='a' --`,
		"file=../../etc/passwd&cb=<script >",
	} {
		var v verdict
		v, matched = check(context.Background(), matched[:0], query)
		fmt.Println(strings.TrimSpace(fmt.Sprintln(v, matched, query)))
	}
}
