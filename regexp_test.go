package regexp_test

import (
	"encoding"
	"encoding/json"
	"reflect"
	stdlib "regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

func TestErrorsAreThoseOfTheStandardLibrary(t *testing.T) {
	for _, pattern := range []string{
		`(`, `)`, `a**`, `*`, `[a`, `[b-a]`, `(?i)(?s`, `\`, `\8`, `(?P<=>a)`, `a{1001}`,
		"\xff", `(?=a)`, `(a)\1`, strings.Repeat(`(`, 1001) + strings.Repeat(`)`, 1001), `((a{100}){100}){100}`,
	} {
		_, want := stdlib.Compile(pattern)
		_, got := regexp.Compile(pattern)
		require.Error(t, want)
		require.Equal(t, want, got)
		require.IsType(t, (*syntax.Error)(nil), got)
	}
	_, want := stdlib.CompilePOSIX(`\d`)
	_, got := regexp.CompilePOSIX(`\d`)
	require.Equal(t, want, got)
}

func TestMustCompilePanicsWithTheTextOfTheStandardLibrary(t *testing.T) {
	for _, pattern := range []string{`(`, "`(", "(\n", "\xff("} {
		require.PanicsWithValue(t, panicOf(func() { stdlib.MustCompile(pattern) }), func() { regexp.MustCompile(pattern) })
		require.PanicsWithValue(t, panicOf(func() { stdlib.MustCompilePOSIX(pattern) }),
			func() { regexp.MustCompilePOSIX(pattern) })
	}
	require.NotNil(t, regexp.MustCompilePOSIX(`a`))
}

func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestPackageFunctionsCompileAndMatch(t *testing.T) {
	matched, err := regexp.MatchString(`b+`, "abc")
	require.True(t, matched)
	require.NoError(t, err)
	matched, err = regexp.Match(`x`, []byte("abc"))
	require.False(t, matched)
	require.NoError(t, err)
	_, err = regexp.MatchString(`(`, "")
	require.EqualError(t, err, "error parsing regexp: missing closing ): `(`")
	_, err = regexp.Match(`(`, nil)
	require.EqualError(t, err, "error parsing regexp: missing closing ): `(`")
}

func TestPOSIXPrefersTheLongestMatch(t *testing.T) {
	require.Equal(t, "a", regexp.MustCompile(`a|ab`).FindString("ab"))
	require.Equal(t, "ab", regexp.MustCompilePOSIX(`a|ab`).FindString("ab"))
}

func TestLongestOfOneCopyDoesNotChangeTheOther(t *testing.T) {
	first := regexp.MustCompile(`a|ab`)
	second := first.Copy()
	third := *first
	second.Longest()
	require.Equal(t, "a", first.FindString("ab"))
	require.Equal(t, "ab", second.FindString("ab"))
	require.Equal(t, "a", third.FindString("ab"))
	require.Equal(t, first.String(), second.String())
}

func TestCopyAllocatesOnce(t *testing.T) {
	re := regexp.MustCompile(`a|ab`)
	var second *regexp.Regexp
	require.EqualValues(t, 1, testing.AllocsPerRun(100, func() { second = re.Copy() }))
	require.NotSame(t, re, second)
}

func TestCompilationsOfOnePatternAreDeeplyEqualBeforeAndAfterUse(t *testing.T) {
	for _, pattern := range []string{``, `abc`, `^/([^/]+)/(.*)$`, `(?i)straße|\pL+`, `(?P<n>a*)*b{2,5}`, `a.*b.*c.*d`} {
		used, fresh := regexp.MustCompile(pattern), regexp.MustCompile(pattern)
		require.True(t, reflect.DeepEqual(used, fresh), pattern)
		used.FindStringSubmatch("abcde /a/b straße bbb")
		require.True(t, reflect.DeepEqual(used, fresh), "%s, one of them used", pattern)
		require.False(t, reflect.DeepEqual(regexp.MustCompile(pattern), regexp.MustCompile(pattern+"x")), pattern)
	}
}

func TestGroupsHaveTheNamesOfTheStandardLibrary(t *testing.T) {
	for _, pattern := range []string{``, `a`, `(a)(b)`, `(?P<x>a)(b)(?<y>c)`, `((?P<in>a))`, `(?P<x>a)|(?P<x>b)`, `(?:a)`, `(a){0}(?P<z>b)`} {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		require.Equal(t, std.NumSubexp(), re.NumSubexp(), pattern)
		require.Equal(t, std.SubexpNames(), re.SubexpNames(), pattern)
		for _, name := range []string{"", "x", "y", "z", "in", "none"} {
			require.Equal(t, std.SubexpIndex(name), re.SubexpIndex(name), pattern)
		}
	}
}

func TestLiteralPrefixIsThatOfTheStandardLibrary(t *testing.T) {
	for _, pattern := range []string{``, `abc`, `abc+`, `^abc`, `^abc$`, `(abc)`, `(?i)abc`, `a|b`, `日本.`, `ab*`} {
		wantPrefix, wantComplete := stdlib.MustCompile(pattern).LiteralPrefix()
		prefix, complete := regexp.MustCompile(pattern).LiteralPrefix()
		require.Equal(t, wantPrefix, prefix, pattern)
		require.Equal(t, wantComplete, complete, pattern)
	}
}

func TestQuotedTextMatchesItself(t *testing.T) {
	for _, text := range []string{``, `plain`, `\.+*?()|[]{}^$`, `a.b`, "日本\x00語", "\xff*", `-_&~#`} {
		quoted := regexp.QuoteMeta(text)
		require.Equal(t, stdlib.QuoteMeta(text), quoted)
		if text != "\xff*" { // which no pattern can hold
			require.Equal(t, text, regexp.MustCompile(quoted).FindString("x"+text+"x"))
		}
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { regexp.QuoteMeta("plain") }))
}

var (
	_ encoding.TextAppender    = (*regexp.Regexp)(nil)
	_ encoding.TextMarshaler   = (*regexp.Regexp)(nil)
	_ encoding.TextUnmarshaler = (*regexp.Regexp)(nil)
)

func TestARegexpSurvivesMarshalling(t *testing.T) {
	type rule struct {
		From *regexp.Regexp
		To   string
	}
	text, err := json.Marshal(rule{regexp.MustCompile(`^/(\w+)$`), "/new/$1"})
	require.NoError(t, err)
	require.JSONEq(t, `{"From": "^/(\\w+)$", "To": "/new/$1"}`, string(text))

	var got rule
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, "/new/a", got.From.ReplaceAllString("/a", got.To))

	appended, err := got.From.AppendText([]byte("from "))
	require.NoError(t, err)
	require.Equal(t, `from ^/(\w+)$`, string(appended))
}

func TestUnmarshallingAWrongPatternLeavesTheRegexpAsItWas(t *testing.T) {
	re := regexp.MustCompile(`a`)
	require.EqualError(t, re.UnmarshalText([]byte(`(`)), "error parsing regexp: missing closing ): `(`")
	require.Equal(t, `a`, re.String())
	require.NoError(t, re.UnmarshalText([]byte(`b`)))
	require.True(t, re.MatchString("b"))
}

func TestTheZeroRegexpHasNeitherTextNorGroups(t *testing.T) {
	var re regexp.Regexp
	require.Equal(t, "", re.String())
	require.Equal(t, 0, re.NumSubexp())
	require.Equal(t, -1, re.SubexpIndex("n"))
	require.NoError(t, re.UnmarshalText([]byte(`a+`)))
	require.Equal(t, "aa", re.FindString("baab"))
}
