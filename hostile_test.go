package regexp_test

import (
	"math/rand/v2"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// Patterns and texts (beside those of the seed corpus, see conform_seed_test.go) that take a backtracker exponential time, an automaton
// a state for each byte, or a search for all matches a look at the rest of the text from each. The standard library is the oracle on small
// texts; of large ones the true answer is known. How long they take, `go run ./bench/hostile` tells.
type hostile struct {
	name, pattern string
	text          func(size int) string
	match         func(size int) []int // the span of the first match, nil for none
	all           bool                 // all matches are looked for: that is quadratic in the standard library, so texts are smaller
	count         func(size int) int   // how many there are
}

var (
	anywhere = func(size int) []int { return []int{0, size} }
	nowhere  = func(int) []int { return nil }
)

func repeated(unit, after string) func(size int) string {
	return func(size int) string {
		return strings.Repeat(unit, size/len(unit)+1)[:max(size-len(after), 0)] + after
	}
}

// behind puts a byte that every match needs in front of a text, where it is of no use: a search that only looks for it would be no test.
func behind(before string, text func(size int) string) func(size int) string {
	return func(size int) string { return before + text(size-len(before)) }
}

// letters is random text, the same for each size.
func letters(of string) func(size int) string {
	return func(size int) string {
		pick := rand.New(rand.NewPCG(5, 0x5eed))
		b := make([]byte, size)
		for i := range b {
			b[i] = of[pick.IntN(len(of))]
		}
		return string(b)
	}
}

var hostiles = []hostile{
	{name: "alternatives that overlap", pattern: `(a|aa)+$`, text: repeated("a", ""), match: anywhere},
	{name: "alternatives that overlap, and fail", pattern: `(a|aa)+$`, text: repeated("a", "b"), match: nowhere},
	{name: "three of them", pattern: `^(a|aa|aaa)*b$`, text: repeated("a", "cb"), match: nowhere},
	{name: "repetition repeated", pattern: `(x+x+)+y`, text: behind("y", repeated("x", "")), match: nowhere},
	{name: "repetition repeated, to a hit", pattern: `(x+x+)+y`, text: repeated("x", "y"), match: anywhere},
	{name: "everything repeated", pattern: `(.*)*x`, text: repeated("a", ""), match: nowhere},
	{name: "everything repeated, to a hit", pattern: `(.*)*x`, text: repeated("ab", "x"), match: anywhere},
	{name: "alternation loop", pattern: `([^A]|B)*`, text: repeated("X", ""), match: anywhere},
	{name: "gaps", pattern: `=.*qr.*=.*qr.*=.*qr#`, text: repeated("a=1,qr=2,", " #"), match: nowhere},
	{name: "what may be missing, thirty times", pattern: `(?:a?){30}a{30}`, text: repeated(strings.Repeat("a", 29)+"b", ""), match: nowhere},
	{name: "a state for each byte", pattern: `[a-q][^u-z]{200}x`, text: behind("x", letters("abcdefghijklmnopqrst")), match: nowhere},
	{name: "a state for each byte, ten back", pattern: `(a|b)*a(a|b){10}c`, text: behind("c", letters("ab")), match: nowhere},
	{name: "a long way back", pattern: `\w+\s+x`, text: behind("x", repeated("w", "")), match: nowhere},
	{name: "quotes that do not end", pattern: `"(?:[^"\\]|\\.)*"x`, text: behind("x", repeated(`\"`, "")), match: nowhere},
	{name: "a look at the rest from each match", pattern: `.*[^A-Z]|[A-Z]`, text: repeated("A", ""), all: true, count: func(size int) int { return size }},
	{name: "a look at the rest from each other place", pattern: `a.*b|c`, text: repeated("ac", ""), all: true, count: func(size int) int { return size / 2 }},
	{name: "words without what follows", pattern: `(\w+)\s+x`, text: behind("x", repeated("word ", "")), all: true, count: func(int) int { return 0 }},
	{name: "one word without end", pattern: `(\w+)\s+x`, text: behind("x", repeated("w", "")), all: true, count: func(int) int { return 0 }},
}

func TestHostilePatternsAnswerRightOnTextsOfAnySize(t *testing.T) {
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			std, ours := stdlib.MustCompile(h.pattern), regexp.MustCompile(h.pattern)
			for _, size := range []int{60, 500, 2000} {
				s := h.text(size)
				require.Equal(t, std.MatchString(s), ours.MatchString(s))
				require.Equal(t, std.FindStringSubmatchIndex(s), ours.FindStringSubmatchIndex(s), "%d bytes", size)
				require.Equal(t, std.FindAllStringSubmatchIndex(s, -1), ours.FindAllStringSubmatchIndex(s, -1), "%d bytes", size)
			}
			base := regexp.MustCompile(h.pattern)
			base.LimitMemory(0)
			for _, size := range sizesOf(h) {
				if testing.Short() && size > 100_000 {
					continue
				}
				s := h.text(size)
				if h.all {
					require.Len(t, ours.FindAllStringIndex(s, -1), h.count(size), "%d bytes", size)
				} else {
					require.Equal(t, h.match(size), ours.FindStringIndex(s), "%d bytes", size)
					if m := ours.FindStringSubmatchIndex(s); h.match(size) == nil {
						require.Nil(t, m, "%d bytes", size)
					} else {
						require.Equal(t, h.match(size), m[:2], "%d bytes", size)
					}
				}
				base.FindStringSubmatchIndex(s)
				require.LessOrEqual(t, ours.MemoryUsage(), base.MemoryUsage()+4<<20, "%d bytes: memory", size)
			}
		})
	}
}

func sizesOf(h hostile) []int {
	if h.all {
		return []int{1 << 10, 2 << 10, 4 << 10, 8 << 10}
	}
	return []int{1 << 10, 10 << 10, 100 << 10, 1 << 20}
}
