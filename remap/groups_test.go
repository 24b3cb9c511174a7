package remap

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAPatternMayHaveAnyNumberOfGroups holds what templates make of patterns with 1 to 40 groups against the standard library.
func TestAPatternMayHaveAnyNumberOfGroups(t *testing.T) {
	for _, shape := range []string{
		"(LETTER)", "(?:(LETTER)|-)", "((LETTER)?)", "(LETTER)+?", "(?i:(LETTER))", "(?P<nameNUMBER>LETTER)", "((?:(LETTER)*)*)",
	} {
		for n := 1; n <= 40; n++ {
			var pattern, subject strings.Builder
			for i := range n {
				letter := string(rune('a' + i%26))
				pattern.WriteString(strings.NewReplacer("LETTER", letter, "NUMBER", fmt.Sprint(i)).Replace(shape))
				subject.WriteString(letter)
			}
			re := regexp.MustCompile("^" + pattern.String() + "$")
			template := ""
			for i := range min(9, re.NumSubexp()) + 1 {
				template += fmt.Sprintf("x$%d", i)
			}
			braced := regexp.MustCompile(`\d`).ReplaceAllString(template, "{$0}") // there $1x is a name
			want := "http://" + re.ReplaceAllString(subject.String(), braced) + "/"
			for _, ahead := range []string{"", "(?!-)"} { // the latter is for jitstack
				table := load(t, "regex_map http://"+ahead+pattern.String()+"/ http://"+template+"/\n"+
					"map http://1/ http://b/ @plugin=regex_remap.so @pparam=rules\n",
					map[string]string{"rules": "^/" + ahead + pattern.String() + "$ http://" + strings.Replace(template, "$0", subject.String(), 1) + "/"})
				require.Equal(t, want, rewritten(t, table, "http://"+subject.String()+"/"), "%s, %d groups", shape, n)
				require.Equal(t, want, rewritten(t, table, "http://1/"+subject.String()), "%s, %d groups", shape, n)
			}
		}
	}
}
