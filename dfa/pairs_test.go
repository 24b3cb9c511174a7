package dfa

import (
	"regexp/syntax"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/internal/program"
)

func TestAWalkByPairsEndsWhereAWalkByBytesDoes(t *testing.T) {
	for _, expr := range []string{`^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}$`, `[a-q][^u-z]{5}x`, `(?:a|b)*a(?:a|b){4}`, `[^a]*b`, `a\B`, `(?s)a.b`} {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		p := program.Compile(re.Simplify())
		byTwo := New(p, NewSymbols(p), First, false, 1<<20)
		byOne := New(p, NewSymbols(p), First, false, 1<<20)
		require.NotZero(t, byTwo.pairs.times, expr)
		byOne.pairs = pairs{}
		pick := seeded(3)
		const alphabet = "ab:0xé\xff"
		for range 20_000 {
			text := make([]byte, pick(24))
			for i := range text {
				text[i] = alphabet[pick(len(alphabet))]
			}
			s := string(text)
			pos, anchored := pick(len(s)+1), pick(2) == 0
			at, v := byOne.Forward(s, pos, len(s), anchored, false, nil)
			gotAt, got := byTwo.Forward(s, pos, len(s), anchored, false, nil)
			require.Equal(t, v, got, "%q in %q from %d", expr, s, pos)
			require.Equal(t, at, gotAt, "%q in %q from %d", expr, s, pos)
			if quick := byTwo.Quick(s, pos, anchored); quick != GaveUp {
				require.Equal(t, v, quick, "%q in %q from %d", expr, s, pos)
			}
		}
	}
}

func TestALargeAlphabetHasNoPairs(t *testing.T) {
	re, err := syntax.Parse(`a|b|c|d|e|f`, syntax.Perl&^syntax.OneLine)
	require.NoError(t, err)
	small := program.Compile(re)
	require.Equal(t, 2, int(New(small, NewSymbols(small), First, false, 1<<20).pairs.times), "one class of six bytes, and the rest")
	re, err = syntax.Parse(`abcdef`, syntax.Perl)
	require.NoError(t, err)
	large := program.Compile(re)
	require.Zero(t, New(large, NewSymbols(large), First, false, 1<<20).pairs.count())
}
