package dfa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A search led by a text inside matches answers as the automaton does without a lead. The subjects are made of the pattern's own bytes, of
// near misses and of bytes that are no UTF-8.
func TestALeadFromInsideMissesNoMatch(t *testing.T) {
	rows := []struct {
		expr  string
		parts []string
	}{
		{`[\w.+-]+@[\w-]+\.\w+`, []string{"a", "b.c", "@", "@@", ".", " ", "é", "\x80", "\xe4\xb8"}},
		{`[\w.]+@example\.com`, []string{"a", "@", "@example.com", "@example.co", " ", "@example", "\xff"}},
		{`.{2,3}@`, []string{"a", "@", "é", "\n", "\x80", "\xe4\xb8", "世"}},
		{`[^x]?é@`, []string{"a", "@", "é@", "\xc3", "\xa9@", "x", "世"}},
		{`(?s).?.?@.`, []string{"a", "@", "b", "é", "\x80\x80", "\xf0\x9f"}},
		{`\w+\s+Holmes`, []string{"a", " ", "Holmes", "Holme", "\n", "é"}},
		{`\b[a-z]{1,4}@x\b`, []string{"abcd", "e", "@x", "@", "x", " ", "é", "\x80"}},
		{`[a-c]*?@[a-c]`, []string{"a", "bc", "@", "d", "世"}},
		{`(?:a|b@)*@@c`, []string{"a", "b@", "@", "@@c", "c", "d"}},
	}
	r := rand.New(rand.NewPCG(12, 2))
	for _, row := range rows {
		a := compile(t, row.expr, ample)
		require.True(t, a.lead.Inside(), "%s is led by %s", row.expr, a.lead)
		for range 3000 {
			s := ""
			for range r.IntN(30) {
				s += row.parts[r.IntN(len(row.parts))]
			}
			for _, d := range [][2]*DFA{{a.first, a.ledFirst}, {a.longest, a.ledLongest}} {
				at, v := d[0].Forward(s, 0, len(s), false, false, nil)
				gotAt, got := d[1].Forward(s, 0, len(s), false, false, a.lead)
				require.Equal(t, v, got, "%s on %q", row.expr, s)
				require.Equal(t, at, gotAt, "%s on %q", row.expr, s)
			}
		}
	}
}
