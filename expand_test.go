package regexp_test

import (
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// templates are expanded with the match of expandPattern in expandSubject. The oracle of the table itself is
// the standard library.
const (
	expandPattern = `(?P<first>\w+) (?P<second>\w+)(?P<none>!)?(?P<01>\.)(?P<1x>;)`
	expandSubject = `hello world.;`
)

var templates = []struct{ template, want string }{
	{``, ``},
	{`plain`, `plain`},
	{`$0`, `hello world.;`},
	{`$1-$2`, `hello-world`},
	{`${1}x`, `hellox`},
	{`$1x`, `;`}, // the group of that name
	{`$1y`, ``},
	{`$10`, ``}, // no such group
	{`${1}0`, `hello0`},
	{`$3$none`, ``}, // took no part
	{`$6`, ``},
	{`$first $second`, `hello world`},
	{`${first}${second}`, `helloworld`},
	{`$first_`, ``},
	{`$missing`, ``},
	{`$01`, `.`}, // a leading zero makes it a name
	{`$00`, ``},
	{`$001`, ``},
	{`$99999999`, ``},
	{`$999999999`, ``},
	{`$9999999999999999999999`, ``},
	{`$1٣`, ``}, // a digit, but no number
	{`$é$日本`, ``},
	{`$$`, `$`},
	{`$$1`, `$1`},
	{`$$$1`, `$hello`},
	{`$`, `$`},
	{`a$`, `a$`},
	{`$ 1`, `$ 1`},
	{`$-`, `$-`},
	{`${`, `${`},
	{`${}`, `${}`},
	{`${1`, `${1`},
	{`${1 }`, `${1 }`},
	{`${1$2}`, `${1world}`},
	{`${1}}`, `hello}`},
	{`{$1}`, `{hello}`},
	{`$$$`, `$$`},
	{"$1\xff", "hello\xff"},
	{"$\xff", "$\xff"},
	{"${1\xff}", "${1\xff}"},
}

func TestTheTemplateTableIsThatOfTheStandardLibrary(t *testing.T) {
	re := stdlib.MustCompile(expandPattern)
	match := re.FindStringSubmatchIndex(expandSubject)
	for _, row := range templates {
		require.Equal(t, string(re.ExpandString(nil, row.template, expandSubject, match)), row.want, "%q", row.template)
	}
}

func TestATemplateIsExpandedInAllForms(t *testing.T) {
	re := regexp.MustCompile(expandPattern)
	match := re.FindStringSubmatchIndex(expandSubject)
	var m, ofBytes regexp.Matches
	require.True(t, re.Exec(expandSubject, &m))
	require.True(t, re.ExecBytes([]byte(expandSubject), &ofBytes))
	for _, row := range templates {
		dst, want := []byte("kept "), "kept "+row.want
		require.Equal(t, want, string(re.ExpandString(dst, row.template, expandSubject, match)), "%q", row.template)
		require.Equal(t, want, string(re.Expand(dst, []byte(row.template), []byte(expandSubject), match)), "%q", row.template)
		require.Equal(t, want, string(m.Expand(dst, row.template)), "%q", row.template)
		require.Equal(t, want, string(ofBytes.Expand(dst, row.template)), "%q", row.template)
		require.Equal(t, row.want, re.ReplaceAllString(expandSubject, row.template), "%q", row.template)
	}
}

func TestWithoutAMatchVariablesAreReplacedByNothing(t *testing.T) {
	re := regexp.MustCompile(`(a)`)
	var m regexp.Matches
	require.False(t, re.Exec("x", &m))
	require.Equal(t, "<>$", string(m.Expand(nil, "<$1$0$name>$$")))
	require.Equal(t, "<>$", string(re.ExpandString(nil, "<$1$0$name>$$", "x", nil)))
	require.Equal(t, "<>", string(re.ExpandString(nil, "<$0>", "x", []int{0})))
	require.Nil(t, m.Expand(nil, ""))
}

func TestExpandReachesGroupsBeyondTheInlineOnes(t *testing.T) {
	var m regexp.Matches
	require.True(t, regexp.MustCompile(strings.Repeat(`(.)`, 20)).Exec("abcdefghijklmnopqrst", &m))
	require.Equal(t, "a-p-t", string(m.Expand(nil, "$1-$16-$20")))
}
