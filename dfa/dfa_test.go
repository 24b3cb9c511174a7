package dfa

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each pattern is searched for in each text between all pairs of positions. Assertions see the rest of the text, but searches do not
// consume it.
func TestSearchesBetweenAnyTwoPositionsAnswerAsTheStandardLibrary(t *testing.T) {
	patterns := []string{
		``, `a`, `ab`, `a|ab`, `ab|a`, `a*`, `a*?`, `a+?b`, `.`, `..`, `(?s).`, `.*`, `.*?b`, `(?s).*b`, `.bb|b`, `[^a]`, `[^/]+/`, `(?:a|b)*?ab`,
		`^`, `$`, `^a`, `a$`, `^$`, `^.{2}$`, `(?m)^a`, `(?m)a$`, `(?m)^$`, `(?m)$`, `\b`, `\B`, `\b.`, `.\b`, `\B.`, `\ba\b`, `\Bé`, `(?:\b|a)+`, `a\b|ab`,
		`(?:^|.)*`, `(?:^|b)a`, `(?:a|$)`, `(?:$|b)+`, `(?:|a)*`, `(?:|a)+`, `(?:a|b\b)*b`, `\b|$`, `a(?:^|$)`, `(?:a*)+`, `(?:a*?)*?b`,
		`é`, `[é-ÿ]`, `\x{fffd}`, `[^\x{fffd}]`, `\p{Greek}`, `(?i)k`, `(?i)s+`, `[^\x00-\x7f]`, `\pL+`, `世.?`, `[^\d\D]`, `a|[^\d\D]`,
	}
	texts := []string{
		"", "a", "b", "ab", "ba", "aab", "zabb", "abab", "a b", "a\nb\n", "\n\n", "/a/b", "é", "aéb", "世a", "a\xffb", "\xe4\xb8a", "\xe4\xb8", "a\xc3", "\xed\xa0\x80",
		"\xf0\x9f\x98a", "kK\u212a", "s\u017fS", "αβ a", "� \xef\xbf", "\xff\xff",
	}
	if testing.Short() {
		texts = texts[len(texts)/2:]
	}
	for _, expr := range patterns {
		a, o := compile(t, expr, ample), newOracle(expr)
		for _, s := range texts {
			a.check(t, o, s, false)
		}
	}
}

func TestRandomPatternsOnRandomTextsAnswerAsTheStandardLibrary(t *testing.T) {
	count := 500
	if testing.Short() {
		count /= 10
	}
	pick := seeded(1)
	for range count {
		expr := pick.pattern(3)
		a, o := compile(t, expr, ample), newOracle(expr)
		for range 4 {
			a.check(t, o, pick.text(1+pick(7)), false)
		}
	}
}

// Runs of hundreds of bytes reach waiting states and the loops that do not inspect each state, and leave them on every kind of byte. The
// forward and the backward automaton together give the span.
func TestLongRunsAnswerAsTheStandardLibrary(t *testing.T) {
	for _, expr := range []string{
		`.*`, `(?s).*`, `.*\n`, `[^/]*/`, `[^/]+`, `/[^/]*$`, `"[^"]*"`, `"(?:[^"\\]|\\.)*"`, `\w+ \w+`, `\w+$`, `x?y`, `[xyz]+`, `[^xyz]+[xyz]`, `a.*b|c`, `b|.*a`, `(?:a|b)*c`, `[ab]*?c`,
		`\pL+`, `é+x`, `[^é]*é`, `[^\x00-\x7f]+`, `\b\w+\b`, `(?m)^.*$`, `(?m)^\w*$`, `(?:ab)+`, `x*`, `[^a]{3}`, `.{5}b`, `\x{fffd}+`, `[a-k]+[l-z]+`,
	} {
		for _, longest := range []bool{false, true} {
			a, std := compile(t, expr, ample), regexp.MustCompile(expr)
			forward, led := a.first, a.ledFirst
			if longest {
				forward, led = a.longest, a.ledLongest
				std.Longest()
			}
			for _, unit := range []string{"a", "ab", "x", "word ", "é", "世", "\xff", "\xe4\xb8", "q\\\"", "-", "/", "\n"} {
				for _, size := range []int{1, 7, 8, 9, 31, 64, 300} {
					for _, ends := range [][2]string{{"", ""}, {"/", "/"}, {`"`, `"`}, {"c", "b"}, {"x ", "\ny"}, {"\n", "é"}, {"\x80", "\xe4"}, {"z", "\U0001f600."}} {
						s := ends[0] + strings.Repeat(unit, size) + ends[1]
						want := [2]int{-1, -1}
						if m := std.FindStringIndex(s); m != nil {
							want = [2]int(m)
						}
						if table := a.shift[0]; table != nil && table.Match(s, 0) != (want[0] >= 0) {
							t.Fatalf("%q on %q, %d of %q, %q: by shifts %v, want %v", expr, ends[0], size, unit, ends[1], want[0] < 0, want[0] >= 0)
						}
						for _, d := range []*DFA{forward, led} {
							if v := d.Quick(s, 0, false); v != GaveUp && (v == Hit) != (want[0] >= 0) {
								t.Fatalf("%q on %q, %d of %q, %q: quick %v, want %v", expr, ends[0], size, unit, ends[1], v == Hit, want[0] >= 0)
							}
							got := [2]int{-1, -1}
							if got[1] = answer(d.Forward(s, 0, len(s), false, false, a.lead)); got[1] >= 0 {
								got[0] = answer(a.reverse.Backward(s, 0, got[1]))
							}
							if got != want {
								t.Fatalf("%q, longest %v, led %v, on %q, %d of %q, %q: %v, want %v", expr, longest, d.led, ends[0], size, unit, ends[1], got, want)
							}
						}
					}
				}
			}
		}
	}
}

// What follows the end and what precedes the start decide assertions at those two positions only.
func TestWhatLiesBeyondTheEndsIsSeenButNotConsumed(t *testing.T) {
	for _, test := range []struct {
		expr, before, text, behind string
		hit                        bool
	}{
		{`a$`, "", "a", "", true}, {`a$`, "", "a", "\n", false}, {`a$`, "", "a", "b", false}, {`(?m)a$`, "", "a", "\n", true}, {`(?m)a$`, "", "a", "b", false},
		{`a\b`, "", "a", "b", false}, {`a\b`, "", "a", "é", true}, {`a\b`, "", "a", "\xff", true}, {`a\B`, "", "a", "b", true}, {`a\B`, "", "a", "", false}, {`é\B`, "", "é", "", true},
		{`^a`, "b", "a", "", false}, {`^a`, "\n", "a", "", false}, {`(?m)^a`, "\n", "a", "", true}, {`(?m)^a`, "b", "a", "", false},
		{`\ba`, "b", "a", "", false}, {`\ba`, "é", "a", "", true}, {`\ba`, "\xff", "a", "", true}, {`\Ba`, "b", "a", "", true}, {`\Ba`, " ", "a", "", false},
		{`^$`, "", "", "", true}, {`^$`, "a", "", "", false}, {`^$`, "", "", "a", false}, {`(?m)^$`, "\n", "", "\n", true}, {`(?m)^$`, "a", "", "\n", false}, {`\b`, "a", "", "b", false}, {`\b`, "a", "", " ", true},
		{`ab`, "", "a", "b", false}, {`ab`, "a", "b", "", false}, {`世`, "", "世", "a", true},
	} {
		t.Run(fmt.Sprintf("%s on %q in %q and %q", test.expr, test.text, test.before, test.behind), func(t *testing.T) {
			a := compile(t, test.expr, ample)
			s := test.before + test.text + test.behind
			pos, end := len(test.before), len(test.before)+len(test.text)
			want := [2]int{-1, -1}
			if test.hit {
				want = [2]int{pos, end}
			}
			require.Equal(t, want[1], answer(a.first.Forward(s, pos, end, false, false, nil)), "first")
			require.Equal(t, want[1], answer(a.longest.Forward(s, pos, end, true, false, nil)), "longest, anchored")
			require.Equal(t, want[0], answer(a.reverse.Backward(s, pos, end)), "backward")
		})
	}
}

// Quick answers over states that Forward has built, and only over those.
func TestQuickAnswersOnceTheStatesAreBuilt(t *testing.T) {
	for _, expr := range []string{`[a-z]+x$`, `\bfoo`, `a.c`, `[a-z]+/[0-9]+`, `é+|b`} {
		a := compile(t, expr, ample)
		for _, s := range []string{"abcx", "a foo", "a\xffc", "path/12", "aéé", "\n\n", "world"} {
			for _, anchored := range []bool{false, true} {
				d := compile(t, expr, ample).first
				require.Equal(t, GaveUp, d.Quick(s, 0, anchored), "%q on %q: nothing is built", expr, s)
				_, want := a.first.Forward(s, 0, len(s), anchored, true, nil)
				require.Equal(t, want, a.first.Quick(s, 0, anchored), "%q on %q", expr, s)
			}
		}
	}
}

// A table of shifts has up to ten states, including hit and dead, and cannot tell non-ASCII runes apart.
func TestSmallAutomataAreTablesOfShifts(t *testing.T) {
	for expr, want := range map[string]bool{
		``: true, `abc`: true, `(?i)abc`: true, `^/([^/]+)/`: true, `[^/]+$`: true, `[a-z]+@[a-z]+`: true, `^[0-9]+$`: true, `\d+\.\d+`: true, `\bfoo\b`: true, `[0-9a-f]{5}`: true,
		`abcdefghij`: false, `[0-9a-f]{12}`: false, `^(?:[0-9a-f]{2}:){4}$`: false, `[^a]`: true, `(?s).`: true, // a certain match is known at once
		`..`: false, `.{3}x`: false, // these count runes
		`é`: false, `\pL`: false, `(?i)k`: false, `\x{fffd}`: false, // these tell non-ASCII runes apart
	} {
		a := compile(t, expr, ample)
		require.Equal(t, want, a.shift[0] != nil, "%q", expr)
		require.Equal(t, want, a.shift[1] != nil, "%q, anchored", expr)
	}
}
