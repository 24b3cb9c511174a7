package engine_test

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/engine"
)

// A pattern whose matches all end where the text ends is searched backwards from there. It answers as pike does: short and long subjects,
// verdicts, spans and groups.
func TestAPatternThatEndsTheTextIsSearchedFromTheEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 5))
	parts := []string{"a", "b", "ab", " ", ".", "\n", "é", "\x80", "ABC", "x1", strings.Repeat("ab ", 30)}
	for _, pattern := range []string{
		`[ -~]*ABC$`, `(\w+)\s+(\w+)\.?$`, `(a|ab)(b|)$`, `(a*?)(b*)$`, `.bb|b$|ab$`, `(?:.*)$`, `(?s)(.+?)b?$`, `(\pL+)$`, `\b$`, `$`, `(x\d)*$`, `[^a]{1,3}a\z`, `(?m)(^a.*)\z`,
	} {
		for _, longest := range []bool{false, true} {
			e, err := engine.Compile(pattern, syntax.Perl, longest)
			require.NoError(t, err)
			e.Explain() // makes it hot
			pike, _ := e.Force(engine.Pike)
			want, got := make([]int, 2*e.Groups()), make([]int, 2*e.Groups())
			for range 1500 {
				s := ""
				for range r.IntN(14) {
					s += parts[r.IntN(len(parts))]
				}
				pos := r.IntN(1 + len(s)/2)
				found := pike.Search(s, pos, engine.Unanchored, want)
				require.Equal(t, found, e.Search(s, pos, engine.Unanchored, got), "%q on %q from %d, longest %v", pattern, s, pos, longest)
				if found {
					require.Equal(t, want, got, "%q on %q from %d, longest %v", pattern, s, pos, longest)
				}
				require.Equal(t, found, e.Search(s, pos, engine.Unanchored, nil), "%q on %q from %d", pattern, s, pos)
			}
		}
	}
}
