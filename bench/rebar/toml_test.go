package rebar

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTOMLValuesAreReadAsTheStandardSays(t *testing.T) {
	const q3, a3 = `"""`, `'''`
	for _, c := range []struct {
		text string
		want any
	}{
		{`'Sherlock Holmes'`, "Sherlock Holmes"},
		{`'\s+\\"#'`, `\s+\\"#`},
		{`"a\tb\"c\\d\u00e9\U0001F600"`, "a\tb\"c\\d\u00e9\U0001F600"},
		{`"\b\f\r\n"`, "\b\f\r\n"},
		{`""`, ""},
		{`''`, ""},
		{`'Шерлок'`, "Шерлок"},
		{a3 + "\nfirst\nsecond" + a3, "first\nsecond"},
		{a3 + "\r\nfirst" + a3, "first"},
		{a3 + "\n\nfirst" + a3, "\nfirst"},
		{a3 + `('|")\n` + a3, `('|")\n`},
		{a3 + `('|")*''` + a3, `('|")*''`},
		{a3 + `one quote at the end` + a3 + `'`, `one quote at the end'`},
		{q3 + `two quotes at the end` + q3 + `""`, `two quotes at the end""`},
		{q3 + `\nnot trimmed` + q3, "\nnot trimmed"},
		{q3 + "a \\  \n\n   b" + q3, "a b"},
		{q3 + "a \\\r\n b" + q3, "a b"},
		{q3 + `a "b" c` + q3, `a "b" c`},
		{a3 + a3, ""},
		{`0`, int64(0)},
		{`513`, int64(513)},
		{`-7`, int64(-7)},
		{`+7`, int64(7)},
		{`190_000`, int64(190000)},
		{`true`, true},
		{`false`, false},
		{`[]`, []any{}},
		{`[ 'a', "b" , 3,]`, []any{"a", "b", int64(3)}},
		{"[\n  # none of these\n  'd/.*',  # a comment\n\n  're2',\n]", []any{"d/.*", "re2"}},
		{"[[1], [\n]]", []any{[]any{int64(1)}, []any{}}},
		{`{}`, map[string]any{}},
		{`{ path = "a/b.txt", line-end = 2_500, 'quoted key' = true }`, map[string]any{"path": "a/b.txt", "line-end": int64(2500), "quoted key": true}},
		{`{a=[{b='c'}]}`, map[string]any{"a": []any{map[string]any{"b": "c"}}}},
	} {
		got, err := parseTOML("key = " + c.text + " # a comment")
		require.NoError(t, err, c.text)
		require.Equal(t, map[string]any{"key": c.want}, got, c.text)
	}
}

func TestTOMLTablesFollowTheirHeaders(t *testing.T) {
	got, err := parseTOML("\n# a file\nanalysis = 'x'\r\n\n[[bench]]\nname = \"a\"\n\"count\" = 1\n[[ bench ]] # the second\nname='b'\n[[other]]\n[[bench]]")
	require.NoError(t, err)
	require.Equal(t, map[string]any{
		"analysis": "x",
		"bench":    []any{map[string]any{"name": "a", "count": int64(1)}, map[string]any{"name": "b"}, map[string]any{}},
		"other":    []any{map[string]any{}},
	}, got)

	got, err = parseTOML("")
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestTOMLErrorsNameTheLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a = 1\nb", "line 2: want =, got the end of the file"},
		{"a = 1\nb\nc = 1", "line 2: want =, got the end of the line"},
		{"a = 1 b = 2", `line 1: want the end of the line, got "b = 2"`},
		{"= 1", `line 1: want a key, got "= 1"`},
		{"a.b = 1", `line 1: want =, got ".b = 1"`},
		{"a = 1\n\na = 2", "line 3: the key a is given twice"},
		{"a = {b = 1, b = 2}", "line 1: the key b is given twice"},
		{"a = ", "line 1: want a string, a decimal integer, true, false, an array or an inline table, got the end of the file"},
		{"a = 1.5", `line 1: want a string, a decimal integer, true, false, an array or an inline table, got "1.5"`},
		{"a = 1979-05-27", `got "1979-05-27"`},
		{"a = 0x10", `got "0x10"`},
		{"a = 07", `got "07"`},
		{"a = 1__0", `got "1__0"`},
		{"a = _1", `got "_1"`},
		{"a = 1_", `got "1_"`},
		{"a = 9223372036854775808", `got "9223372036854775808"`},
		{"a = True", `got "True"`},
		{"a = 'x\ny'", "line 1: a string without an end"},
		{"a = \"x", "line 1: a string without an end"},
		{"a = 1\nb = '''x\ny''", "line 2: a string without an end"},
		{"a = \"x\\", "line 1: a string without an end"},
		{`a = "\d"`, `line 1: an unknown escape "\\d\""`},
		{`a = "\u12"`, "line 1: an unknown escape"},
		{`a = "\ud800"`, "line 1: an unknown escape"},
		{`a = "\Uffffffff"`, "line 1: an unknown escape"},
		{"a = 1\nb = [1,\n2", "line 2: an array without an end"},
		{"a = [1\n2]", `line 2: want , or ] in an array, got "2]"`},
		{"a = [,]", `got ",]"`},
		{"a = {b = 1,}", `line 1: want a key, got "}"`},
		{"a = {b = 1\n}", "line 1: want , or } in an inline table, got the end of the line"},
		{"[bench]\na = 1", "line 1: a [table] is not supported"},
		{"[[bench]\na = 1", `line 1: want ]], got "]"`},
		{"[[]]", `line 1: want a key, got "]]"`},
		{"bench = 1\n[[bench]]", "line 2: bench is no array of tables"},
		{"a = '\xff'", "line 1: the file is not valid UTF-8"},
		{"a = 'a rather long text, which an error need not repeat as a whole' x\n", `got "x"`},
		{"a rather long line, which an error need not repeat as a whole\n", `got "rather long line, wh..."`},
	} {
		_, err := parseTOML(c.text)
		require.ErrorContains(t, err, c.want, c.text)
	}
}
