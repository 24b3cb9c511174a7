package dfa

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASlabGivesToEachItsOwn(t *testing.T) {
	var s slab[uint32]
	var all [][]uint32
	taken := 0
	for i := range 20_000 {
		n := i % 7
		if i%1000 == 999 {
			n = 2 * slabMost
		}
		got := s.take(n)
		require.Len(t, got, n)
		require.Equal(t, n, cap(got), "what is appended goes elsewhere")
		for k := range got {
			require.Zero(t, got[k])
			got[k] = uint32(i)
		}
		all, taken = append(all, got), taken+n
	}
	for i, got := range all {
		for k := range got {
			require.Equal(t, uint32(i), got[k])
		}
	}
	require.Equal(t, []uint32{1, 2}, s.clone([]uint32{1, 2}))
	require.Less(t, s.made, taken*5/4+slabMost)
}
