package regexp_test

import (
	"bytes"
	stdlib "regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// replacements give what a replacement turns a subject into: as a template, and taken literally. The oracle
// of the table itself is the standard library.
var replacements = []struct {
	pattern, subject, repl string
	template, literal      string
}{
	{`a`, `banana`, `o`, `bonono`, `bonono`},
	{`a`, `banana`, ``, `bnn`, `bnn`},
	{`x`, `banana`, `o`, `banana`, `banana`},
	{`a+`, `caaat`, `<$0>`, `c<aaa>t`, `c<$0>t`},
	{`.+`, `all`, ``, ``, ``},
	{`x*`, ``, `-`, `-`, `-`},
	{``, `日x`, `-`, `-日-x-`, `-日-x-`},
	{``, "\xe6\x97", `-`, "-\xe6-\x97-", "-\xe6-\x97-"},
	{`b*`, `abba`, `-`, `-a-a-`, `-a-a-`},
	{`b|`, `abb`, `-`, `-a--`, `-a--`},
	{`(\w+)@(\w+)`, `me@here, you@there`, `$2.$1`, `here.me, there.you`, `$2.$1, $2.$1`},
	{`(?P<k>\w)=(?P<v>\w)?`, `a=1,b=`, `${v}=$k`, `1=a,=b`, `${v}=$k,${v}=$k`},
	{`(?P<n>a)|(?P<n>b)`, `ab`, `<$n>`, `<a><b>`, `<$n><$n>`}, // the one that took part
	{`a`, `aa`, `$$`, `$$`, `$$$$`},
	{`a`, `aa`, `$`, `$$`, `$$`},
	{`(a)|b`, `ab`, `[$1]`, `[a][]`, `[$1][$1]`},
	{`x`, strings.Repeat(`x`, 400), `ab`, strings.Repeat(`ab`, 400), strings.Repeat(`ab`, 400)},
}

func TestTheReplacementTableIsThatOfTheStandardLibrary(t *testing.T) {
	for _, row := range replacements {
		re := stdlib.MustCompile(row.pattern)
		require.Equal(t, re.ReplaceAllString(row.subject, row.repl), row.template, "%v", row)
		require.Equal(t, re.ReplaceAllLiteralString(row.subject, row.repl), row.literal, "%v", row)
	}
}

func TestReplaceAllReplacesEachMatch(t *testing.T) {
	for _, row := range replacements {
		re := regexp.MustCompile(row.pattern)
		s, b, repl := row.subject, []byte(row.subject), []byte(row.repl)
		require.Equal(t, row.template, re.ReplaceAllString(s, row.repl), "%v", row)
		require.Equal(t, row.literal, re.ReplaceAllLiteralString(s, row.repl), "%v", row)
		require.Equal(t, row.literal, re.ReplaceAllStringFunc(s, func(string) string { return row.repl }), "%v", row)
		require.Equal(t, row.literal, re.ReplaceAllStringSubmatchFunc(s, func([]string) string { return row.repl }), "%v", row)
		require.Equal(t, row.template, string(re.ReplaceAll(b, repl)), "%v", row)
		require.Equal(t, row.literal, string(re.ReplaceAllLiteral(b, repl)), "%v", row)
		require.Equal(t, row.literal, string(re.ReplaceAllFunc(b, func([]byte) []byte { return repl })), "%v", row)
		require.Equal(t, row.literal, string(re.ReplaceAllSubmatchFunc(b, func([][]byte) []byte { return repl })), "%v", row)
		require.Equal(t, row.subject, string(b), "the subject has changed: %v", row)
	}
}

func TestAppendReplaceAllKeepsWhatWasThereAndAddsTheReplaced(t *testing.T) {
	for _, row := range replacements {
		re := regexp.MustCompile(row.pattern)
		s, b, repl := row.subject, []byte(row.subject), []byte(row.repl)
		dst := []byte("kept ")
		var m regexp.Matches
		expand := func(dst []byte) []byte { return m.Expand(dst, row.repl) }
		for name, got := range map[string][2][]byte{
			"AppendReplaceAll":                   {re.AppendReplaceAll(dst, b, repl), []byte(row.template)},
			"AppendReplaceAllString":             {re.AppendReplaceAllString(dst, s, row.repl), []byte(row.template)},
			"AppendReplaceAllLiteral":            {re.AppendReplaceAllLiteral(dst, b, repl), []byte(row.literal)},
			"AppendReplaceAllLiteralString":      {re.AppendReplaceAllLiteralString(dst, s, row.repl), []byte(row.literal)},
			"AppendReplaceAllFunc":               {re.AppendReplaceAllFunc(dst, b, func([]byte) []byte { return repl }), []byte(row.literal)},
			"AppendReplaceAllStringFunc":         {re.AppendReplaceAllStringFunc(dst, s, func(string) string { return row.repl }), []byte(row.literal)},
			"AppendReplaceAllSubmatchFunc":       {re.AppendReplaceAllSubmatchFunc(dst, b, &m, expand), []byte(row.template)},
			"AppendReplaceAllStringSubmatchFunc": {re.AppendReplaceAllStringSubmatchFunc(dst, s, &m, expand), []byte(row.template)},
		} {
			require.Equal(t, "kept "+string(got[1]), string(got[0]), "%s %v", name, row)
		}
		require.Zero(t, m.Len())
	}
}

func TestReplaceFunctionsGetTheTextOfEachMatch(t *testing.T) {
	re := regexp.MustCompile(`(\w)(\d)?`)
	require.Equal(t, "<a1> <b>", re.ReplaceAllStringFunc("a1 b", func(s string) string { return "<" + s + ">" }))
	require.Equal(t, "A1 B", string(re.ReplaceAllFunc([]byte("a1 b"), bytes.ToUpper)))

	var kept [][]string
	got := re.ReplaceAllStringSubmatchFunc("a1 b", func(groups []string) string {
		kept = append(kept, groups)
		return groups[2] + groups[1]
	})
	require.Equal(t, "1a b", got)
	require.Equal(t, [][]string{{"a1", "a", "1"}, {"b", "b", ""}}, kept)

	var bytesKept [][][]byte
	src := []byte("a1 b")
	got = string(re.ReplaceAllSubmatchFunc(src, func(groups [][]byte) []byte {
		bytesKept = append(bytesKept, groups)
		return groups[2]
	}))
	require.Equal(t, "1 ", got)
	require.Equal(t, [][][]byte{{src[:2], src[:1], src[1:2]}, {src[3:], src[3:], nil}}, bytesKept)
}

func TestAReplacementThatChangesNothingReturnsItsString(t *testing.T) {
	subject := strings.Repeat("banana ", 3)
	for name, got := range map[string]string{
		"no match":         regexp.MustCompile(`x`).ReplaceAllString(subject, "y"),
		"no match, func":   regexp.MustCompile(`x`).ReplaceAllStringFunc(subject, strings.ToUpper),
		"the same text":    regexp.MustCompile(`a`).ReplaceAllLiteralString(subject, "a"),
		"the whole match":  regexp.MustCompile(`a.`).ReplaceAllString(subject, "$0"),
		"the same by func": regexp.MustCompile(`a.`).ReplaceAllStringFunc(subject, strings.ToLower),
	} {
		require.Equal(t, subject, got, name)
		require.Same(t, unsafe.StringData(subject), unsafe.StringData(got), name)
	}
}

func TestReplaceAllOfBytesReturnsACopyOrNil(t *testing.T) {
	re := regexp.MustCompile(`x`)
	src := []byte("abc")
	got := re.ReplaceAll(src, nil)
	require.Equal(t, src, got)
	require.NotSame(t, &src[0], &got[0])

	require.Nil(t, re.ReplaceAll([]byte("xx"), nil))
	require.Nil(t, re.ReplaceAll([]byte{}, []byte("y")))
	require.Nil(t, re.ReplaceAllLiteral(nil, []byte("y")))
	require.Equal(t, []byte("y"), regexp.MustCompile(`^`).ReplaceAll(nil, []byte("y")))
}

func TestTheContextOfALaterMatchIsTheSubjectAndNotTheReplacement(t *testing.T) {
	require.Equal(t, "xaa", regexp.MustCompile(`^a`).ReplaceAllString("aaa", "x"))
	require.Equal(t, "_ab_ _ab_", regexp.MustCompile(`\b`).ReplaceAllString("ab ab", "_"))
	require.Equal(t, "ab ab ", regexp.MustCompile(`\bb`).ReplaceAllString("ab ab b", ""))
}
