package literal

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/internal/program"
)

// At every length up to two blocks, at the end of a page behind which nothing may be read.
func TestABlockTellsOfEachByteWhetherItIsInTheSet(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	page := inaccessible(t)
	for n := range 130 {
		s := page[len(page)-n:]
		for range 20 {
			var b program.ByteSet
			for range r.IntN(200) {
				b.Add(byte(r.IntN(256)))
			}
			x := NewSet(&b)
			for i := range s {
				s[i] = byte(r.IntN(256))
			}
			in, high := Block(text(s), x)
			portableIn, portableHigh := block(text(s)[:min(n, BlockBytes)], &x.rows)
			require.Equal(t, []uint64{portableIn, portableHigh}, []uint64{in, high})
			for k := range 64 {
				require.Equal(t, k < n && b.Contains(s[k]), in>>k&1 != 0, "byte %d of %q in %v", k, s, b)
				require.Equal(t, k < n && s[k] >= 0x80, high>>k&1 != 0, "byte %d of %q", k, s)
			}
		}
	}
}
