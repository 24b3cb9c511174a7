package program

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAByteSetHoldsTheBytesThatWereAdded(t *testing.T) {
	var s, other ByteSet
	s.Add(0)
	s.AddRange(62, 65)
	s.AddRange(127, 128)
	s.Add(255)
	require.Equal(t, []byte{0, 62, 63, 64, 65, 127, 128, 255}, s.Append(nil))
	require.Equal(t, 8, s.Len())
	for b := range 256 {
		in := b == 0 || 62 <= b && b <= 65 || b == 127 || b == 128 || b == 255
		require.Equal(t, in, s.Contains(byte(b)), "byte %d", b)
	}
	other.AddRange(129, 254)
	require.False(t, s.Intersects(&other))
	other.Add(255)
	require.True(t, s.Intersects(&other))
	s.Union(&other)
	require.Equal(t, 8+126, s.Len())

	s.AddRange(0, 255)
	require.Equal(t, AllBytes, s)
	require.Equal(t, 256, s.Len())
}

// A loop over a bytewise instruction ends at the same place whether it goes by bytes or by runes.
func TestBytewiseInstructionsTakeAllBeyondASCIIOrNothing(t *testing.T) {
	for expr, bytewise := range map[string]bool{
		`a`: true, `[a-z]`: true, `[^/]`: true, `\W`: true, `.`: true, `(?s).`: true,
		`é`: false, `\pL`: false, `(?i)k`: false, `[^é]`: false, `\x{fffd}`: false,
	} {
		p := compiled(t, expr)
		require.Equal(t, bytewise, p.Bytewise(&p.Insts[p.Start]), expr)
	}
	p := compiled(t, `^`)
	require.False(t, p.Bytewise(&p.Insts[p.Start]))
}
