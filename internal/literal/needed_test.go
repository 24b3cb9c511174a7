package literal

import (
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNeededIsWhatNoMatchCanDoWithout(t *testing.T) {
	for _, test := range []struct {
		pattern string
		parts   string // words apart by commas, parts by semicolons
	}{
		{`Mozilla.{1,200}Mobile.{1,100}(Instagram).(\d+)`, "Mozilla; Mobile; Instagram"},
		{`(?i)spider\d`, "(?i:SPIDER)"},
		{`[Aa]rchiver[/ ]`, "(?i:A)rchiver[ /]"},
		{`(Opera|Chrome)/(\d+)`, "Opera/, Chrome/"},
		{`x*(Opera(?: Mini)?)x?`, "Opera"},
		{`(Bolt|[a-z]+(?:QupZilla|Fjord)|Iron\d+Qx)`, "Bolt, QupZilla, Fjord, Qx"},
		{`(?:Bolt|[a-z]+)`, ""}, // one alternative needs nothing
		{`(?:Bolt|e)`, ""},      // or what is everywhere
		{`(?:\d+Bolt)+|(?:Iron){2,5}`, "Bolt, Iron"},
		{`(?:Bolt)*(?:Iron)?(?:Opera){0,3}`, ""},
		{`\bBolt\b|^Iron$`, "Bolt, Iron"},
		{`[éèêë]Fjord`, "[è-ë]Fjord"},
		{`e`, ""}, {``, ""}, {`.*`, ""}, {`[^\d\D]`, ""},
	} {
		re, err := syntax.Parse(test.pattern, syntax.Perl)
		require.NoError(t, err)
		var parts []string
		for _, part := range Needed(re) {
			var words []string
			for _, word := range part.Words {
				words = append(words, word.Tree.String())
			}
			parts = append(parts, strings.Join(words, ", "))
		}
		require.Equal(t, test.parts, strings.Join(parts, "; "), test.pattern)
	}
}
