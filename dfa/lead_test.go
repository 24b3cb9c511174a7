package dfa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table of shifts never leads past the match that an unled search finds. The test covers all text lengths around the table's eight-byte
// steps, and empty matches.
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
