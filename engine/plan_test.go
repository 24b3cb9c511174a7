package engine_test

import (
	"bufio"
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// words are n distinct texts of six letters or more, as many as a dictionary has.
func words(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%c%c%c%c%c%c", 'a'+i%26, 'e'+i/26%20, 'a'+i/520%26, 'k'+i%13, 'a'+i/3%26, 'b'+i/7%24)
	}
	return strings.Join(all, "|")
}

// explained returns the lines of Explain by what they tell of.
func explained(t testing.TB, e *engine.Engine) map[string]string {
	t.Helper()
	lines := map[string]string{}
	in := bufio.NewScanner(strings.NewReader(e.Explain()))
	for in.Scan() {
		what, fact, ok := strings.Cut(in.Text(), ":")
		require.True(t, ok, in.Text())
		lines[what] = strings.TrimSpace(fact)
	}
	return lines
}

// Explain's first words tell the plan; captures is "" where there are no groups.
func TestEachPatternGetsThePlanThatItShould(t *testing.T) {
	const (
		lazy   = "lazy DFA" // however it is led
		led    = "lazy DFA, led to where a match can begin"
		shifts = "lazy DFA, verdicts by a table of shifts"
	)
	for _, test := range []struct{ pattern, plan, captures string }{
		// One text, and what is asserted around it.
		{`Sherlock Holmes`, `text "Sherlock Holmes"`, ""}, {`^Sherlock`, `text "Sherlock"`, ""}, {`Holmes$`, `text "Holmes"`, ""}, {`^x$`, `text "x"`, ""}, {`\Qa.b\E`, `text "a.b"`, ""}, {``, `text ""`, ""}, {`^`, `text ""`, ""}, {`$`, `text ""`, ""},
		{`(Sherlock) Holmes`, "chain", "chain"}, // its groups are no part of a text

		// A few texts that end the subject.
		{`\.(jpg|jpeg|png|gif|css|js)$`, "ends", "chain"}, {`\.(?:jpe?g|png|gif|webp|svg)$`, "ends", ""}, {`(?:foo|bar)$`, "ends", ""},

		// Chains: nothing is taken back.
		{`^/([^/]+)/([^/]+)/(.*)$`, "chain", "chain"}, {`^(\d+)-(\d+)$`, "chain", "chain"}, {`(\d{4})-(\d{2})-(\d{2})`, "chain", "chain"}, {`^bytes=(\d*)-(\d*)$`, "chain", "chain"}, {`[?&]uid=([0-9]+)`, "chain", "chain"}, {`[a-z]+@[a-z]+\.com`, "chain", ""},
		{`^data:(text|image)/`, "chain", "chain"}, {`Sherlock|Watson`, "chain", ""}, {`(Sherlock|Watson)`, "chain", "chain"},

		// Sets of texts: where one begins another, which a chain does not know, or with more than it can hold.
		{`foo|foobar|bar`, "texts: teddy", ""}, {`(foo|foobar|bar)`, "texts: teddy", "one-pass"}, {`(?i:holmes)`, "texts: teddy", ""}, {words(100), "texts: teddy", ""}, {words(3000), "texts: q-grams", ""},
		{"a|" + strings.Join(strings.Split("bcdefghijklmnopqrst", ""), "x|"), lazy, ""}, // its automaton would be the one of Aho and Corasick

		// All others: the automaton.
		{`^(?:[a-z0-9-]+\.)*example\.com$`, "lazy DFA, anchored", ""}, {`^(?:a|ab)(?:c|bcd)(?:d|e)*f{3,9}$`, "lazy DFA, anchored", ""},
		{`^[0-9a-fA-F]{1,4}(:[0-9a-fA-F]{1,4}){7}$`, lazy, "one-pass"}, {`([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}`, lazy, "one-pass"},
		{`^(([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,5})?)::(([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,5})?)$`, lazy, "bit-state"},
		{`(\w+)=("[^"]*"|\S+)`, lazy, "bit-state"}, {`(a+)+b`, lazy, "bit-state"}, {`(a|ab)(c|bcd)(d*)`, lazy, "bit-state"}, {`(?m)^#\s*(\w+)$`, lazy, "one-pass"},
		{`\p{L}{8,13}`, lazy, ""}, {`[a-q][^u-z]{200}x`, lazy, ""}, {`Holmes.{0,25}Watson|Watson.{0,25}Holmes`, lazy, ""}, {`.`, lazy, ""}, {`\bfoo\b`, lazy, ""},
		{`[a-z]+[a-f]`, shifts, ""}, {`^(?:a|b)*abb`, shifts, ""},
		{`(` + strings.Repeat(`(a|b)?`, 20) + `)c`, lazy, "bit-state"}, // too many groups for one-pass
		// What the docs speak of.
		{`^/cache-generation$`, `text "/cache-generation"`, ""}, {`uid=([0-9]+)`, "chain", "chain"}, {`^https?://[^/]+/news/politics/.*$`, "chain", ""}, {`[\w.]+@example\.(com|org)`, "chain", "chain"},
		{`Sherlock|Wat|Irene|Watson`, "texts: teddy of 3 texts", ""}, // Watson is never reached
		{`(?i)sherlock`, led, ""}, {`(e.t[^ ]*|v.ry) rare`, led, "one-pass"}, {`(\w+)\s+Holmes\b`, led, "one-pass"}, {`(.*-)(\d+)(\?.*)?$`, led, "bit-state"},
		{`(?:[a-z]+ )+\d`, shifts, ""}, {`^(\d+)-(?:(a+)|(b+))$`, shifts, "one-pass"},
	} {
		e, err := engine.Compile(test.pattern, syntax.Perl, false)
		require.NoError(t, err)
		lines := explained(t, e)
		assert.Truef(t, strings.HasPrefix(lines["plan"], test.plan), "%.60q: plan %q, want %q", test.pattern, lines["plan"], test.plan)
		assert.Equalf(t, test.captures, lines["captures"], "%.60q: captures", test.pattern)
	}
}

// What leads a search to where a match can begin.
func TestEachPatternIsLedAsItShould(t *testing.T) {
	for _, test := range []struct{ pattern, lead string }{
		{`\bfoo\b`, "substring"}, {`foo[a-z]*(?:foo)`, "substring"}, {`(?m)^#\s*(\w+)$`, "a byte of 1"}, {`Holmes.{0,25}Watson|Watson.{0,25}Holmes`, "teddy"}, {`(?i)Sherlock Holmes`, "teddy"}, {`(?i)sherlock|watson`, "teddy"},
		{`\w+\s+Holmes`, `substring "Holmes" inside`}, {`[\w.]+@example\.com`, `substring "@example.com" inside`},
		{`[\w.+-]+@[\w-]+\.\w+`, `byte "@" inside`}, {`[a-z]+=[a-z]+`, `byte "=" inside`}, {`[a-z]+e\w`, "nothing"},
		{`\p{L}{8,13}`, "nothing"}, {`.*foo`, `substring "foo" inside`}, {`[a-z]+[a-f]`, "nothing"}, {`[b-xz]\d[a-x]`, "a table of shifts"},
		{`(?i)(bot|crawl|spider|slurp)`, "classes of bytes at 0, 1, 2, of 5 shapes"}, {`\d{3}-\d{3}-\d{4}`, "classes of bytes at"},
	} {
		e, err := engine.Compile(test.pattern, syntax.Perl, false)
		require.NoError(t, err)
		assert.Containsf(t, explained(t, e)["led by"], test.lead, "%q", test.pattern)
	}
}

func TestExplainTellsWhatWasBuilt(t *testing.T) {
	e, err := engine.Compile(`(\w+)=("[^"]*"|\S+)`, syntax.Perl, false)
	require.NoError(t, err)
	require.NotContains(t, e.Explain(), "automaton")
	e.Search(strings.Repeat("no pair ", 200)+"a=b", 0, engine.Unanchored, make([]int, 6))
	lines := explained(t, e)
	require.Regexp(t, `states, \d+ bytes of \d+, replaced 0 times`, lines["automaton"])
	require.Equal(t, fmt.Sprint(e.MemoryUsage(), " bytes"), lines["memory"])

	small := e.WithBudget(0)
	for range 20 {
		small.Search(strings.Repeat("no pair ", 200)+"a=b", 0, engine.Unanchored, make([]int, 6))
	}
	require.Contains(t, explained(t, small)["plan"], "gave up")
}

// A pattern that is compiled to be used once or twice, on short subjects, pays for nothing that only later searches would gain by; one that
// is used on builds what it needs, once.
func TestTheFirstSearchesOfShortSubjectsBuildNothing(t *testing.T) {
	for _, pattern := range []string{`^/([^/]+)/([^/]+)/(.*)$`, `\.(jpg|png)$`, `Sherlock|Watson`, `foo|foobar`, `^(?:[a-z0-9-]+\.)*example\.com$`, `(\w+)=("[^"]*"|\S+)`, `\p{L}{8,13}`, `(?i)k+x`, `Sherlock Holmes`} {
		for _, longest := range []bool{false, true} {
			e, err := engine.Compile(pattern, syntax.Perl, longest)
			require.NoError(t, err)
			compiled := e.MemoryUsage()
			caps := make([]int, 2*e.Groups())
			for range 2 {
				e.Search("/images/2026/header.jpg?a=b", 0, engine.Unanchored, caps)
				require.Equal(t, compiled, e.MemoryUsage(), "%q: bytes after a search", pattern)
			}

			text := strings.Repeat("/images/2026/header.jpg?a=b Sherlock foobar ", 100)
			var usage [3]int
			for i := range usage {
				for range 100 {
					e.Search(text[:40], 0, engine.Unanchored, caps)
					e.Search(text, 0, engine.Unanchored, caps)
					e.Search(text, 0, engine.Unanchored, nil)
				}
				usage[i] = e.MemoryUsage()
			}
			require.Greater(t, usage[0], compiled, "%q: bytes of a pattern in use", pattern)
			require.Equal(t, usage[1], usage[2], "%q: bytes of a pattern long in use", pattern)
		}
	}
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
