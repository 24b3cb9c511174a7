package glushkov

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/require"
)

func compile(t testing.TB, expr string) *Matcher {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return New(program.Compile(re))
}

// check holds every place of s at which a rune begins, alone and with all after it, against the standard library.
func check(t *testing.T, expr, s string) {
	t.Helper()
	m := compile(t, expr)
	if m == nil {
		return
	}
	for _, full := range []bool{false, true} {
		end := ""
		if full {
			end = `\z`
		}
		after := make([]bool, len(s)+2) // a match begins there or later
		var places []int
		for i, n := 0, 0; i <= len(s); n++ {
			places = append(places, i)
			after[i] = regexp.MustCompile(fmt.Sprintf(`\A(?s:.{%d})(?:%s)%s`, n, expr, end)).MatchString(s)
			require.Equal(t, after[i], m.Match(s, i, i, full), "%q on %q at %d, full %v", expr, s, i, full)
			_, width := utf8.DecodeRuneInString(s[i:])
			i += max(width, 1)
		}
		for k := len(places) - 1; k >= 0; k-- {
			if k+1 < len(places) {
				after[places[k]] = after[places[k]] || after[places[k+1]]
			}
			require.Equal(t, after[places[k]], m.Match(s, places[k], len(s), full), "%q on %q from %d, full %v", expr, s, places[k], full)
		}
	}
}

var atoms = []string{"a", "b", "k", "[ab]", "[^a]", ".", "(?s:.)", "é", "[à-ÿ]", "(?i:k)", "(?i:s)", `\w`, `\W`, `\d`, `\pL`, "�", "[^é]", "", "^", "$",
	`\b`, `\B`, "(?m:^)", "(?m:$)", `\z`, "(a|b)", "世", `\n`, "ab", "[[:^ascii:]]"}

var pieces = []string{"a", "b", "k", "K", "é", "ÿ", "\u212a", "ſ", "\n", " ", "1", "\xff", "\xe9", "\xe4\xb8", "世", "�", "x", "aa", "ab"}

func random(pick *rand.Rand, depth int) string {
	if depth == 0 {
		return atoms[pick.IntN(len(atoms))]
	}
	a, b := random(pick, depth-1), random(pick, depth-1)
	switch pick.IntN(6) {
	case 0:
		return "(?:" + a + "|" + b + ")"
	case 1:
		return "(?:" + a + ")" + []string{"*", "+", "?", "{2}", "{0,3}", "{1,40}", "*?", "{70}", "{0,70}"}[pick.IntN(9)]
	}
	return a + b
}

func subject(pick *rand.Rand) string {
	var b strings.Builder
	for range pick.IntN(9) {
		b.WriteString(pieces[pick.IntN(len(pieces))])
	}
	return b.String()
}

func TestVerdictsAreThoseOfTheStandardLibrary(t *testing.T) {
	for _, expr := range []string{"", "a", "ab*c", `^a$`, `\bab\b`, `(?m)^a$`, `.*k`, `(?i)kiss`, `a{3,100}b`, `(?:ab|cd){40}`, `.{0,90}?(?:ab|cd|kiss|[^k]b){1,30}/?$`, `(\w+ ?)+/`, `[^\d\D]`, `x?x{0,90}\b`, `\B`, `(?:)$`} {
		for _, s := range []string{"", "a", "ab", "xabb c", "ab\nab", "KIſS", "aaaaab", strings.Repeat("abcd", 20), "é\xffk", "ab/", "xx"} {
			check(t, expr, s)
		}
	}
	pick := rand.New(rand.NewPCG(1, 0x61))
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		expr := random(pick, 1+pick.IntN(4))
		if _, err := regexp.Compile(expr); err != nil {
			continue
		}
		for range 3 {
			check(t, expr, subject(pick))
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(`a{1,70}\b(?:é|k)*$`, "aaé\xffk")
	f.Fuzz(func(t *testing.T, expr, s string) {
		if len(expr) > 60 || len(s) > 40 || strings.Contains(expr, `\Q`) {
			t.Skip()
		}
		if re, err := syntax.Parse(expr, syntax.Perl); err != nil || len(program.Compile(re).Insts) > 300 {
			t.Skip()
		}
		check(t, expr, s)
	})
}

func TestPatternsThatAreTooLargeHaveNoAutomaton(t *testing.T) {
	require.NotNil(t, compile(t, strings.Repeat("a", 64*maxWords)))
	require.Nil(t, compile(t, strings.Repeat("a", 64*maxWords+1)))
	require.Nil(t, compile(t, strings.Repeat("(|)", maxInsts)))
	require.Nil(t, compile(t, "(?:a?|b?){500}c"), "closures that visit too much")
}

func TestMatchingAllocatesNothing(t *testing.T) {
	for _, expr := range []string{`(?i)k+\b`, `[à-ÿ]{70}x`} {
		m, s := compile(t, expr), strings.Repeat("é\u212a k", 50)
		require.Zero(t, testing.AllocsPerRun(10, func() { m.Match(s, 0, len(s), false) }))
	}
}

func TestFewPositionsTakeLittleMemory(t *testing.T) {
	require.Less(t, compile(t, `Mozilla.*(Instagram)[/ ](\d+)\.(\d+)`).MemoryUsage(), 2000)
}

func BenchmarkOneWord(b *testing.B) {
	m, s := compile(b, `(Instagram)[/ ](\d+)\.(\d+)$`), strings.Repeat("Mozilla/5.0 Insta 1.2 ", 10)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		m.Match(s, 0, len(s), false)
	}
}

func BenchmarkNew(b *testing.B) {
	re, _ := syntax.Parse(`Mozilla.*(Instagram)[/ ](\d+)\.(\d+)`, syntax.Perl)
	p := program.Compile(re)
	b.ReportAllocs()
	for b.Loop() {
		New(p)
	}
}
