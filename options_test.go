package regexp_test

import (
	stdlib "regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

func TestOptionsMeanWhatTheirFlagsMean(t *testing.T) {
	const text = "Ab\naB ab\nxa.b+a"
	for _, expr := range []string{`ab`, `a.b`, `^a`, `b$`, `a.*`, `a|b`, `(?-i)b`, `(?i)x|y`, `\Qa.b`, `a+?`, `[a-z]+`, ``} {
		for bits := range 16 {
			o := regexp.Options{CaseInsensitive: bits&1 != 0, Multiline: bits&2 != 0, DotAll: bits&4 != 0, Ungreedy: bits&8 != 0}
			flags := syntax.Perl
			for _, f := range []struct {
				on   bool
				flag syntax.Flags
			}{{o.CaseInsensitive, syntax.FoldCase}, {o.DotAll, syntax.DotNL}, {o.Ungreedy, syntax.NonGreedy}} {
				if f.on {
					flags |= f.flag
				}
			}
			if o.Multiline {
				flags &^= syntax.OneLine
			}
			tree, err := syntax.Parse(expr, flags)
			require.NoError(t, err)
			want := stdlib.MustCompile(tree.String()).FindAllStringIndex(text, -1)
			re, err := regexp.CompileOptions(expr, o)
			require.NoError(t, err)
			assert.Equal(t, want, re.FindAllStringIndex(text, -1), "%q, %+v", expr, o)
			assert.Equal(t, want, stdlib.MustCompile(re.String()).FindAllStringIndex(text, -1), "%q, %+v, by its text", expr, o)
		}
	}
}

func TestALiteralHasNoSyntax(t *testing.T) {
	re, err := regexp.CompileOptions(`a.(B`, regexp.Options{Literal: true, CaseInsensitive: true})
	require.NoError(t, err)
	assert.Equal(t, `(?i)a\.\(B`, re.String())
	assert.Equal(t, []string{"A.(b"}, re.FindAllString("axb A.(b", -1))
}

func TestTheLongestMatchIsAnOption(t *testing.T) {
	re, err := regexp.CompileOptions(`a|ab`, regexp.Options{Longest: true, MemoryLimit: 1 << 16})
	require.NoError(t, err)
	assert.Equal(t, "ab", re.FindString("ab"))
}

func TestAnErrorNamesTheExpressionAsWritten(t *testing.T) {
	_, err := regexp.CompileOptions(`a(`, regexp.Options{CaseInsensitive: true})
	_, want := stdlib.Compile(`a(`)
	assert.Equal(t, want, err)
}

func TestAProgramBeyondTheLimitIsNotMade(t *testing.T) {
	for _, c := range []struct {
		expr  string
		limit int
		ok    bool
	}{
		{`abc`, 10, true},
		{`(\w+)@(\w+)\.com`, 20, true},
		{`a{1000}`, 500, false},
		{`(?:a{30}){30}`, 1000, true},
		{`(?:a{30}){30}`, 899, false},
		{strings.Repeat("x", 1001), 1000, false},
		{`a{1000}`, 0, true},
	} {
		_, err := regexp.CompileOptions(c.expr, regexp.Options{ProgramLimit: c.limit})
		if c.ok {
			assert.NoError(t, err, c.expr)
			continue
		}
		var limit *regexp.ProgramLimitError
		require.ErrorAs(t, err, &limit, c.expr)
		assert.Equal(t, c.limit, limit.Limit)
		assert.Equal(t, c.expr, limit.Expr)
		assert.Contains(t, err.Error(), "instructions")
	}
	assert.Panics(t, func() { regexp.CompileOptions(`a`, regexp.Options{ProgramLimit: -1}) })
}

func TestAnExpressionOfASetStandsAlone(t *testing.T) {
	set := regexp.MustCompileSet([]string{`a`, `(?P<x>b+)c`})
	re := set.Regexp(1)
	assert.Equal(t, `(?P<x>b+)c`, re.String())
	assert.Equal(t, []string{"bbc", "bb"}, re.FindStringSubmatch("abbc"))
	assert.Equal(t, 1, re.SubexpIndex("x"))
	assert.Panics(t, func() { set.Regexp(2) })
	assert.PanicsWithValue(t, "regexp: CompileSet: regexp: pattern 1 of the set, \"(\": error parsing regexp: missing closing ): `(`",
		func() { regexp.MustCompileSet([]string{"a", "("}) })
}
