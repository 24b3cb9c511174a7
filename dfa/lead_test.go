package dfa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a table leads to is no further than where the match is that a search without it finds, at all lengths of a text, which it
// reads eight bytes at a time, and with matches that are empty.
func TestALeadByShiftsMissesNoMatch(t *testing.T) {
	for expr, longest := range map[string]int{`$`: 0, `\b$`: 0, `\B$`: 0, `(?m)$`: 0, `[b-x]$`: 1, `\d?$`: 1, `[b-xz]\d[a-x]`: 3, `[^a]$`: 4, `(?s).\z`: 4} {
		a := compile(t, expr, ample)
		lead := LeadByShift(a.shift[0], longest)
		require.NotNil(t, lead, expr)
		for n := range 40 {
			for _, end := range []string{"", "b", "z1a", "é", "\x80", "\x80\x80\x80\x80", "\xe4\xb8"} {
				s := strings.Repeat("a", n) + end
				at, v := a.first.Forward(s, 0, len(s), false, false, nil)
				gotAt, got := a.ledFirst.Forward(s, 0, len(s), false, false, lead)
				require.Equal(t, v, got, "%q on %q", expr, s)
				require.Equal(t, at, gotAt, "%q on %q", expr, s)
			}
		}
	}
}
