package jitstack_test

import (
	stdlib "regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// readAlike reports whether Go and PCRE2 read a pattern to mean the same, as far as a look at it tells: nothing is in it that only one of
// them has, that differs between them, or whose captures they keep differently.
func readAlike(pattern string) bool {
	for _, part := range []string{`\`, "(?", "[", "$", "{", "#", "\n", "\x00", "++", "*+", "?+"} {
		if strings.Contains(pattern, part) {
			return false
		}
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && !nestsNullable(re)
}

// nestsNullable reports whether there is a repetition of what can be empty: there the two differ in what the last round captures.
func nestsNullable(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		if canBeEmpty(re.Sub[0]) {
			return true
		}
	}
	for _, sub := range re.Sub {
		if nestsNullable(sub) {
			return true
		}
	}
	return false
}

func canBeEmpty(re *syntax.Regexp) bool {
	anchored, err := stdlib.Compile("^(?:" + re.String() + ")$")
	return err != nil || anchored.MatchString("") || len(re.Sub) == 0 && re.Op != syntax.OpLiteral && re.Op != syntax.OpCharClass &&
		re.Op != syntax.OpAnyChar && re.Op != syntax.OpAnyCharNotNL
}

// What both syntaxes read alike both packages answer alike, on any subject.
func FuzzPatternsOfBothSyntaxesAreAnsweredAlike(f *testing.F) {
	for _, c := range [][2]string{
		{"a(b|c)*d", "xabcbd"}, {"(a+)(b?)", "aab"}, {"^(.*),(.*)", "a,b,c"}, {"a|ab|abc", "abc"}, {"(a|b)+?c", "abac"},
		{".", "\xff"}, {"é.", "é\xe2\x82"}, {"x*", ""}, {"(ab|a)(bc)?", "abc"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		if len(pattern) > 60 || len(subject) > 200 || !readAlike(pattern) {
			return
		}
		std, err := stdlib.Compile(pattern)
		if err != nil {
			return
		}
		p, err := jitstack.Compile(pattern, 0)
		if err != nil {
			return
		}
		want := std.FindStringSubmatchIndex(subject)
		got, err := p.FindStringSubmatchIndex(subject)
		require.NoError(t, err)
		require.Equalf(t, want, got, "%q on %q", pattern, subject)
		stack := jitstack.NewStack(1 << 20)
		stack.SetMatchLimit(200_000)
		var m arena.Matches
		if _, err := p.ExecStack(stack, subject, &m); err == nil {
			require.Equalf(t, want, spansOf(&m), "%q on %q, on a stack", pattern, subject)
		}
	})
}

// Whatever the pattern and the subject, there is an answer or an error, in time, and both ways to search agree where both answer.
func FuzzNoPatternCrashes(f *testing.F) {
	for _, pattern := range []string{
		guard, `(\w+)\s+\1`, `(?<n>a)(?P=n)\k{n}`, `((?>a+)|(?<=b)c)*+$`, `(?(?=a)b|(?(1)c|d))`, `(?R)?a(*ACCEPT)b`, `(?|(a)|(b))(?1)`,
		`(*MARK:x)a(*SKIP:x)|(*THEN)b(*COMMIT)`, `\X\R\K(?i:é)`, `(?<!a|bc)(?=(d))`, `((a{0,9}){0,9}){0,9}\2`, `(?(DEFINE)(?<x>a))(?&x)`,
	} {
		f.Add(pattern, uint32(0), "ab aab\xff\u0301\r\n", 0)
	}
	f.Fuzz(func(t *testing.T, pattern string, flags uint32, subject string, pos int) {
		if len(pattern) > 200 || len(subject) > 200 {
			return
		}
		p, err := jitstack.Compile(pattern, jitstack.Flags(flags&0x7ff))
		if err != nil {
			return
		}
		stack := jitstack.NewStack(64 << 10)
		stack.SetMatchLimit(20_000)
		var m arena.Matches
		_, err = p.ExecStackAt(stack, subject, pos, jitstack.Flags(flags>>16), &m)
		if err != nil {
			return
		}
		onStack := spansOf(&m)
		_, err = p.ExecAt(subject, pos, jitstack.Flags(flags>>16), &m)
		require.NoError(t, err)
		require.Equalf(t, onStack, spansOf(&m), "%q on %q from %d", pattern, subject, pos)
		for i := 0; i < len(onStack); i += 2 {
			if onStack[i] >= 0 {
				_ = subject[onStack[i]:onStack[i+1]]
			}
		}
		_, _ = p.FindAllString(subject, 20)
	})
}
