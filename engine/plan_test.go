package engine_test

import (
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/engine"
)

// fact returns what Explain says under a name.
func fact(explained, name string) string {
	for line := range strings.SplitSeq(explained, "\n") {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

func TestEachPatternGetsThePlanThatItShould(t *testing.T) {
	for _, c := range []struct{ pattern, plan, captures string }{
		{`Sherlock Holmes`, `text "Sherlock Holmes"`, ""},
		{`^/cache-generation$`, `text "/cache-generation"`, ""},
		{`^/([^/]+)/([^/]+)/(.*)$`, "chain", "chain"},
		{`uid=([0-9]+)`, "chain", "chain"},
		{`^https?://[^/]+/news/politics/.*$`, "chain", ""},
		{`\.(jpg|jpeg|png|gif|css|js)$`, "ends: a few texts that end the subject", "chain"},
		{`Sherlock|Wat|Irene|Watson`, "texts: teddy of 3 texts", ""}, // Watson is never reached
		{`(?i)sherlock`, "lazy DFA, led to where a match can begin", ""},
		{`^(?:[a-z0-9-]+\.)*example\.com$`, "lazy DFA, anchored", ""},
		{`(e.t[^ ]*|v.ry) rare`, "lazy DFA, led to where a match can begin", "one-pass"},
		{`[\w.]+@example\.(com|org)`, "chain", "chain"},
		{`(\w+)\s+Holmes\b`, "lazy DFA, led to where a match can begin", "one-pass"},
		{`(?:[a-z]+ )+\d`, "lazy DFA, verdicts by a table of shifts", ""},
		{`^(\d+)-(?:(a+)|(b+))$`, "lazy DFA, verdicts by a table of shifts", "one-pass"},
		{`(.*-)(\d+)(\?.*)?$`, "lazy DFA, led to where a match can begin", "bit-state"},
	} {
		e, err := engine.Compile(c.pattern, syntax.Perl, false)
		require.NoError(t, err)
		explained := e.Explain()
		require.Truef(t, strings.HasPrefix(fact(explained, "plan"), c.plan), "%q: want plan %q\n%s", c.pattern, c.plan, explained)
		require.Equalf(t, c.captures, fact(explained, "captures"), "%q\n%s", c.pattern, explained)
	}
}

// A pattern that is compiled to be matched once or twice pays for nothing that only later matches would gain by.
func TestTheFirstSearchesOfShortSubjectsBuildNothing(t *testing.T) {
	for _, pattern := range []string{`^/([^/]+)/(.*)$`, `^(?:[a-z0-9-]+\.)*example\.com$`, `(\w+)\s+x`, `a|b|cd`} {
		e, err := engine.Compile(pattern, syntax.Perl, false)
		require.NoError(t, err)
		before := e.MemoryUsage()
		for range 2 {
			e.Search("cdn.edge.example.com", 0, engine.Unanchored, nil)
		}
		require.Equal(t, before, e.MemoryUsage(), pattern)
	}
}

func TestALongSubjectMakesAPatternHotAtOnce(t *testing.T) {
	e, err := engine.Compile(`(\w+)\s+(x|yy*)`, syntax.Perl, false)
	require.NoError(t, err)
	before := e.MemoryUsage()
	e.Search(strings.Repeat("some words ", 200), 0, engine.Unanchored, nil)
	require.Greater(t, e.MemoryUsage(), before)
}

// However small the budget, answers are the same, and the automata stay within it.
func TestABudgetBoundsTheAutomataAndNothingElse(t *testing.T) {
	text := strings.Repeat("ab", 3000) + strings.Repeat("ba", 3000)
	want, err := engine.Compile(`[ab]*a[ab]{9}b`, syntax.Perl, false)
	require.NoError(t, err)
	for _, budget := range []int{0, 1 << 10, 16 << 10, 256 << 10} {
		e := want.WithBudget(budget)
		for pos := 0; pos < len(text); pos += 997 {
			a, b := make([]int, 2), make([]int, 2)
			hit := want.Search(text, pos, engine.Unanchored, a)
			require.Equal(t, hit, e.Search(text, pos, engine.Unanchored, b))
			if hit {
				require.Equal(t, a, b, "budget %d from %d", budget, pos)
			}
		}
		require.LessOrEqual(t, e.MemoryUsage()-want.WithBudget(0).MemoryUsage(), budget+64<<10)
	}
}
