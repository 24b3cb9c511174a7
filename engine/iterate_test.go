package engine

import (
	"math/rand/v2"
	"reflect"
	"regexp/syntax"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// runPatterns are read off blocks of bytes when all matches are wanted.
var runPatterns = []string{
	`[a-z]`, `\w+`, `\w*`, `\w?`, `\w{2,3}`, `\w{3}`, `\w{3,}`, `\w{12,}`, `\w{60,70}`, `\w{70,}`, `\pL{12,}`, `\w{0,2}`, `\d+?`, `a|b`, `\w{2,3}?`, `(\w+)`, `((\w))`, `\W+`,
	`.`, `.*`, `.+`, `(?s).`, `(?s).*`, `(?s).+`, `(?s).{2,5}`, `[^a]`, `[^a]{3}`, `[^a]{2,}`, `\S+`, `\s`,
	`\pL`, `\pL+`, `\pL*`, `\pL{2,3}`, `\PL`, `[é世]`, `[é世]+`, `[\x{FFFD}]`, `[\x{FFFD}a]+`, `(?i)k`, `(?i)k+`, `(?i)s{2}`, `a+`, `é+`,
	`\b\w+\b`, `\b\w{2,}\b`, `\b\w{2,4}\b`, `\b\w{3}\b`, `\b\w{12,}\b`, `(\b\w+?\b)`, `(?m)^.*$`, `(?m)^.+$`, `(?m)^.*?$`, `((?m:^.*$))`, `(?m)^[^\n]*$`,
}

// otherPatterns are searched match by match, or look like the ones before and are not.
var otherPatterns = []string{
	`(\w)+`, `\b\pL+\b`, `\b[a-z]+\b`, `\b\w*\b`, `(?m)^.{0,3}$`, `(?m)^\w*$`, `^\w`, `\w$`, `(?m)^`, `(?m)$`, `\b`, `\B`, ``, `\w*?`, `a*|b`, `the`,
	`[ab]c?`, `(a)|(b)`, `\w+\s`, `^.*`, `(?m)^\w+`, `\bk`, `.*[^A-Z]|[A-Z]`, `(?i)the|k`, `(?i)the`, `(th)e`, `(?i)(t)he|(ab)12`, `the|`, `the$`, `^the`, `a1|ab|ab12`,
}

func TestAPatternIsReadOffBlocksOnlyIfItsMatchesAreRuns(t *testing.T) {
	for _, expr := range runPatterns {
		require.NotNil(t, runsOf(t, expr, false), expr)
	}
	for _, expr := range otherPatterns {
		require.Nil(t, runsOf(t, expr, false), expr)
	}
	require.Nil(t, runsOf(t, `\w{0,3}?`, false), "only empty matches")
	require.NotNil(t, runsOf(t, `\w{0,3}?`, true))
}

func runsOf(t *testing.T, expr string, longest bool) *runs {
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return newRuns(re, longest)
}

// oneByOne finds all matches by a search for each.
func oneByOne(e *Engine, s string, width int) (all [][]int) {
	caps := make([]int, width)
	for pos, last := 0, -1; pos <= len(s) && e.Search(s, pos, Unanchored, caps); {
		start, end := caps[0], caps[1]
		if start != end || end != last {
			all = append(all, append([]int(nil), caps...))
		}
		pos, last = end, end
		if start == end {
			_, w := utf8.DecodeRuneInString(s[end:])
			pos += max(w, 1)
		}
	}
	return all
}

func iterated(e *Engine, s string, width int) (all [][]int) {
	caps := make([]int, width)
	it := e.Iterate(s)
	for it.Next(caps) {
		all = append(all, append([]int(nil), caps...))
	}
	if it.Next(caps) {
		panic("a match after the last one")
	}
	return all
}

// remembering is iterated with searches that remember from the start what failed, if the pattern is searched by automata.
func remembering(e *Engine, s string, width int) (all [][]int) {
	caps := make([]int, width)
	it := e.Iterate(s)
	if it.settle(); it.tools != nil && it.tools.first != nil {
		it.failed.Begin(it.tools.first, len(s))
	}
	for it.Next(caps) {
		all = append(all, append([]int(nil), caps...))
	}
	if it.failed.Active() {
		panic("memory is held after the last match")
	}
	return all
}

// checkIteration holds the iteration of a hot and a cold pattern against a search for each match by the Pike VM.
func checkIteration(t *testing.T, expr string, longest bool, s string) {
	t.Helper()
	e, err := Compile(expr, syntax.Perl, longest)
	if err != nil {
		t.Skip()
	}
	slow, _ := e.Force(Pike)
	for _, width := range []int{2, 2*e.Groups() + 2} {
		want := oneByOne(slow, s, width)
		cold, _ := Compile(expr, syntax.Perl, longest)
		require.Equal(t, want, iterated(cold, s, width), "%q, longest %v, cold, on %q", expr, longest, s)
		e.Explain() // makes it hot
		require.Equal(t, want, iterated(e, s, width), "%q, longest %v, hot, on %q", expr, longest, s)
		require.Equal(t, want, remembering(e, s, width), "%q, longest %v, remembering from the start, on %q", expr, longest, s)
	}
}

var pieces = []string{"a", "k", "K", "S", "the", "ab12", "_", " ", " ", "\n", "\n\n", "é", "世界", "\u212a", "ſ", "\xff", "\x80", "\xe4\xb8", "\xed\xa0\x80", "\xf0\x9f", "😀", "\ufffd", "A"}

func randomSubject(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(strings.Repeat(pieces[r.IntN(len(pieces))], 1+r.IntN(3)*r.IntN(3)*r.IntN(20)/4))
	}
	return b.String()[:n]
}

func TestAnIterationFindsWhatASearchForEachMatchFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	rounds := 60
	if testing.Short() {
		rounds = 8
	}
	for _, expr := range append(append([]string{}, runPatterns...), otherPatterns...) {
		for _, longest := range []bool{false, true} {
			for range rounds {
				checkIteration(t, expr, longest, randomSubject(r, r.IntN(300)))
			}
			for _, s := range []string{"", "\n", "a", strings.Repeat("a", 64), strings.Repeat("a", 129), strings.Repeat("a", 63) + "\n", strings.Repeat(" ", 200) + "ab", strings.Repeat("é", 70) + "\n"} {
				checkIteration(t, expr, longest, s)
			}
			checkIteration(t, expr, longest, randomSubject(r, 1200)) // makes the pattern hot within the iteration
		}
	}
}

// quadratic are patterns of which each search of a subject of that character reads to its end, or far, for a short match.
var quadratic = []struct{ expr, unit string }{
	{`.*[^A-Z]|[A-Z]`, "A"},
	{`(?s).*[^A-Z]|[A-Z]`, "A"},
	{`a*b|a`, "a"},
	{`(?:a*)+b|a`, "a"},
	{`(?:aa)*b|(?:aaa)*c|a`, "a"},
	{`(?:.{7})*!|(?:.{5})*\?|\w`, "ab"},
	{`\w+@|\w`, "abc"},
	{`(\w+)@|(\w)`, "abc"},
	{`"[^"]*";|"`, "\""},
	{`.*\d$|\b|.`, "a b"},
	{`[^é]*!|é`, "é"},
	{`\pL*!|\pL{2}`, "Жé世"},
	{`(?s).*\b!\b|\x{FFFD}`, "\xe4\xb8"},
	{`.*x|`, "a"},
	{`(?i)(?:k.*)?z|k`, "kK\u212a"},
	{`(?m)^(?:.*\n)*!|a\n|b`, "a\nb\n"},
	{`\([^)]*\)|\(`, "("},
	{`a[^z]*z|aa?|b.*y`, "ab"},
}

func TestSearchesThatRememberFindTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, q := range quadratic {
		for _, longest := range []bool{false, true} {
			for _, n := range []int{0, 1, 31, 33, 100, 400} {
				checkIteration(t, q.expr, longest, strings.Repeat(q.unit, n))
				s := []byte(strings.Repeat(q.unit, n))
				for range len(s) / 50 {
					s[r.IntN(len(s))] = "Az!x\n\"\xff"[r.IntN(7)]
				}
				checkIteration(t, q.expr, longest, string(s))
			}
		}
	}
}

// Each cell is passed at most as often as the program has instructions, so that all bytes read are bounded. The bound is far below what
// one search at a time would read.
func TestAllMatchesReadBoundedlyManyBytes(t *testing.T) {
	const n = 40_000
	for _, q := range quadratic {
		e, err := Compile(q.expr, syntax.Perl, false)
		require.NoError(t, err)
		e.Explain()
		s := strings.Repeat(q.unit, n/len(q.unit))
		it := e.Iterate(s)
		var caps [2]int
		matches := 0
		for it.Next(caps[:]) {
			matches++
		}
		require.Less(t, it.vain, 6*n, q.expr)
		require.Greater(t, matches, 0, q.expr)
	}
}

func TestManyGoroutinesIterateByOnePattern(t *testing.T) {
	for _, expr := range []string{`.*[^A-Z]|[A-Z]`, `(\w+)@|(\w)`, `\pL+`, `(?i)the`, `[a-z]+ing|\d`} {
		e, err := Compile(expr, syntax.Perl, false)
		require.NoError(t, err)
		var all sync.WaitGroup
		var wrong atomic.Int32
		for g := range 64 {
			all.Go(func() {
				s := strings.Repeat("THE"[:1+g%3]+"ING", 60) + strings.Repeat("thing1 ", g%5)
				slow, _ := e.Force(Pike)
				if want := oneByOne(slow, s, 4); !reflect.DeepEqual(want, iterated(e, s, 4)) {
					wrong.Add(1)
				}
			})
		}
		all.Wait()
		require.Zero(t, wrong.Load(), expr)
	}
}

func TestAnIterationAllocatesNothing(t *testing.T) {
	for _, row := range [][2]string{{`.*[^A-Z]|[A-Z]`, "A"}, {`(\w+)@|(\w)`, "ab"}, {`\pL+`, "ж "}, {`(?i)the`, "tHe "}, {`[a-z]+ing|\d`, "thing 1"}} {
		e, err := Compile(row[0], syntax.Perl, false)
		require.NoError(t, err)
		s := strings.Repeat(row[1], 2000)
		matches := func() (n int) {
			var caps [6]int
			it := e.Iterate(s)
			for it.Next(caps[:]) {
				n++
			}
			return n
		}
		require.Positive(t, matches())
		runtime.GC()
		require.Zero(t, testing.AllocsPerRun(5, func() { matches() }), row[0])
	}
}

func FuzzIterate(f *testing.F) {
	for i, expr := range append(append([]string{}, runPatterns...), otherPatterns...) {
		f.Add(expr, strings.Repeat(pieces[i%len(pieces)]+"ab \n", 20), i%2 == 0)
	}
	for i, q := range quadratic {
		f.Add(q.expr, strings.Repeat(q.unit, 60), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, expr, s string, longest bool) {
		if len(expr) > 80 || len(s) > 2000 {
			t.Skip()
		}
		checkIteration(t, expr, longest, s)
	})
}
