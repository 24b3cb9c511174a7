package backtrack

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The slow twin is the same program without anything that is known of where matches begin and what they contain.
func TestFactsChangeNoAnswer(t *testing.T) {
	parts := []string{`a`, `b`, `ab`, `(?=^a)`, `^`, `(?=.*b)`, `(?=ab)`, `(?!b)`, `(?<=a)`, `(?<=ba)`, `.`, `.*`, `(a|b)`, `(?:ab)+`, `b*?`,
		`\b`, `(?=^.{2,4}$)`, `(?>a+)`, `(?i:A)`, `x?`, `(?:x|)`, `(?=(a))\1`, `(?*a*b)`, `\Ka`, `(*PRUNE)`, `(*SKIP)`, `(?=(*COMMIT)b)`}
	rng := rand.New(rand.NewPCG(1, 2))
	st := NewStack(1 << 20)
	for range 20_000 {
		var pattern, subject strings.Builder
		for range 1 + rng.IntN(5) {
			pattern.WriteString(parts[rng.IntN(len(parts))])
		}
		for range rng.IntN(8) {
			subject.WriteByte("aabbx\n"[rng.IntN(6)])
		}
		fast := compile(t, pattern.String())
		slow := *fast
		slow.starts = starts{tail: unbounded}
		from := rng.IntN(subject.Len() + 1)
		want, got := make([]int, 2*fast.groups), make([]int, 2*fast.groups)
		_, v := slow.Search(st, nil, subject.String(), from, 0, want)
		_, w := fast.Search(st, nil, subject.String(), from, 0, got)
		require.Equal(t, v, w, "%s on %q from %d", &pattern, subject.String(), from)
		if v == Hit {
			require.Equal(t, want, got, "%s on %q from %d", &pattern, subject.String(), from)
		}
	}
}
