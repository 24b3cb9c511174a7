package jitstack_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// The rules of Unicode's annex 29, one by one.
func TestGraphemeClustersAreThoseOfUnicode(t *testing.T) {
	p := jitstack.MustCompile(`\X`, 0)
	for _, c := range [][]string{
		{"a", "b"},
		{"\r\n", "\n", "\r"},
		{"\x01", "\u0301"},
		{"e\u0301\u0300", "x"},
		{"\u1100\u1160\u11a8", "\uac00\u11a8", "\uac01\u11a8", "\u1100\uac01"},
		{"\u0915\u093e", "\u0915"},
		{"\u0600a"},
		{"\U0001f1e6\U0001f1e7", "\U0001f1e8\u0301", "\U0001f1e6"},
		{"\U0001f466\U0001f3fb\u200d\U0001f466", "\U0001f466"},
		{"a\u200d", "\U0001f466"},
		{"\xff", "\xfe"},
	} {
		clusters, err := p.FindAllString(strings.Join(c, ""), -1)
		require.NoError(t, err)
		require.Equal(t, c, clusters)
	}
}

// PCRE2 10.42 itself knows no marks behind regional indicators and no pictures behind signs that are put in front, and joins
// pictures where the joiner is not next to the second: these are left out.
func TestGraphemeClustersAreThoseOfPCRE2(t *testing.T) {
	runes := []rune{'a', '\r', '\n', 0x301, 0x300, 0x200d, 0x903, 0x93e, 0x1100, 0xac00, 0xac01, 0x1160, 0x11a8,
		0x1f466, 0x1f3fb, 0x2764, 0xfe0f, 0xe33, 0xad, 0x200b, 0xe9, 0x378, 0xa9, 0x1f600, 0x20e3, 0x102b, 0x1d165, 0x3030, 0x200c}
	const pictures = "\U0001f466\u2764\u00a9\U0001f600\u3030"
	r := rand.New(rand.NewPCG(1, 5))
	questions := []question{{pattern: `\X`}, {pattern: `\X{2}`}, {pattern: `\X+?\x{200d}`}}
	for i := range questions {
		for range 600 {
			var s strings.Builder
			for range 1 + r.IntN(8) {
				rn := runes[r.IntN(len(runes))]
				if strings.ContainsRune(pictures, rn) && strings.ContainsAny(s.String(), pictures) {
					continue
				}
				s.WriteRune(rn)
			}
			questions[i].subjects = append(questions[i].subjects, s.String())
		}
	}
	_, wrong := agree(t, questions, ",global", func(p *jitstack.Pattern, s string, _ int, _ jitstack.Flags) (lines []string, err error) {
		all, err := p.FindAllStringIndex(s, -1)
		for _, spans := range all {
			lines = inWords(lines, s, spans)
		}
		return lines, err
	})
	require.Empty(t, wrong)
}
