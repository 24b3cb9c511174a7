package literal

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeadsAreTheTextsThatASubjectBeginsWith(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	text := func(length int) string {
		var b strings.Builder
		for range 1 + random.IntN(length) {
			b.WriteString([]string{"a", "b", "/", "é", "世", "7"}[random.IntN(6)])
		}
		return b.String()
	}
	for _, fold := range []bool{false, true} {
		var texts []string
		var numbers []int
		for i := range 300 {
			texts, numbers = append(texts, text(12)), append(numbers, i)
		}
		h := NewHeads(texts, numbers, fold)
		for range 3000 {
			s := text(20)
			if fold && random.IntN(2) == 0 {
				s = strings.ReplaceAll(s, "a", "A")
			}
			var want, got []int
			for i, head := range texts {
				if strings.HasPrefix(s, head) || fold && strings.HasPrefix(strings.ReplaceAll(s, "A", "a"), head) {
					want = append(want, i)
				}
			}
			var room [LongestHead]byte
			w, numbers, end := h.Next(h.Walk(&room, s))
			last := 0
			for ; numbers != nil; w, numbers, end = h.Next(w) {
				require.Greater(t, end, last)
				last = end
				for _, i := range numbers {
					require.Len(t, texts[i], end)
					got = append(got, int(i))
				}
			}
			slices.Sort(got)
			require.Equal(t, want, got, "%q", s)
		}
		require.Zero(t, testing.AllocsPerRun(10, func() {
			var room [LongestHead]byte
			w, numbers, _ := h.Next(h.Walk(&room, texts[0]))
			for numbers != nil {
				w, numbers, _ = h.Next(w)
			}
		}))
	}
}

func TestAHeadIsTheLiteralThatAPatternBeginsWith(t *testing.T) {
	for expr, want := range map[string]string{
		`^/svc1/(\d+)`: `/svc1/`, `\A(ab)c`: "ab", `^a+`: "", `^(?:a|b)c`: "", `(?i)^abkc`: "ab", `^a?b`: "", `^é世\b`: "é世", `^ab*`: "a", `^a\x{fffd}b`: "a", "": "",
		"^" + strings.Repeat("é", 40): strings.Repeat("é", 32),
	} {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		text, _, _ := Head(re)
		require.Equal(t, want, text, "%q", expr)
	}
}
