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
		{`(?:[a-q]|b@)*@@c`, []string{"a", "b@", "@", "@@c", "c", "d"}},
	}
	for _, row := range rows {
		a := compile(t, row.expr, ample)
		require.True(t, a.lead.Inside(), "%s is led by %s", row.expr, a.lead)
		holdAgainstNoLead(t, a, row.parts)
	}
}

// The same for the beginnings and the ends of lines, and for bytes at fixed distances.
func TestALeadByLinesOrShapesMissesNoMatch(t *testing.T) {
	lines := []string{"a", "b1", "\n", "\n\n", " ", "\t", "12.3.", "1.", ".", "é", "\x80", "\xe4\xb8", "func", ";"}
	dates := []string{"2024-05-17", "2024-5-", "-", "1", "12:34", ":", " ", "é", "\x80", "x", "\n"}
	words := []string{"bot", "BO", "crawl", "ſpider", "S", "lurp", "K", "\u212aab/1", "/", "7", " ", "\xc5", "\xff"}
	for _, row := range []struct {
		expr, led string
		parts     []string
	}{
		{`(?m)^\d+\.\d+\.`, "the beginning of a line", lines},
		{`(?m)^.*$`, "the beginning of a line", lines},
		{`(?m)^$`, "the beginning of a line", lines},
		{`(?m)^\s*[ab]`, "the beginning of a line", lines},
		{`(?m)^[^a]?$|^(?:b1)+\b`, "the beginning of a line", lines},
		{`(?m)(?:^a|^é\s)+.`, "the beginning of a line", lines},
		{`(?m)[ \t]+$`, "the end of a line", lines},
		{`(?m)\w*;$`, "the end of a line", lines},
		{`(?m).{0,3}[ \t]$|é;$`, "the end of a line", lines},
		{`(?m)[^\n;]*\.$`, "the end of a line", lines},
		{`\d{4}-\d\d-\d`, "classes", dates},
		{`\b\w\w:[^-]\d`, "classes", dates},
		{`(?m)\w\w:\w\d$`, "classes", dates},
		{`(?i)(bot|crawl|spider|slurp)`, "classes", words},
	} {
		a := compile(t, row.expr, ample)
		require.Contains(t, a.lead.String(), row.led, row.expr)
		holdAgainstNoLead(t, a, row.parts)
	}
}

func holdAgainstNoLead(t *testing.T, a automata, parts []string) {
	r := rand.New(rand.NewPCG(12, 2))
	for range 3000 {
		s := ""
		for range r.IntN(30) {
			s += parts[r.IntN(len(parts))]
		}
		for _, d := range [][2]*DFA{{a.first, a.ledFirst}, {a.longest, a.ledLongest}} {
			for from := 0; from <= len(s); from += 1 + 2*from {
				at, v := d[0].Forward(s, from, len(s), false, false, nil)
				gotAt, got := d[1].Forward(s, from, len(s), false, false, a.lead)
				require.Equal(t, v, got, "%s on %q from %d", a.expr, s, from)
				require.Equal(t, at, gotAt, "%s on %q from %d", a.expr, s, from)
			}
		}
	}
}
