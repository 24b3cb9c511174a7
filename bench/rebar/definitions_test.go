package rebar

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// one returns the only benchmark of a definition without its header.
func one(t *testing.T, definition string, files fstest.MapFS) Benchmark {
	all, err := readGroup(files, "group", "[[bench]]\nname = 'name'\nmodel = 'count'\n"+definition)
	require.NoError(t, err, definition)
	require.Len(t, all, 1)
	return all[0]
}

func TestDefinitionsAreNamedByTheirFiles(t *testing.T) {
	file := func(names ...string) *fstest.MapFile {
		text := "analysis = 'none'\n"
		for _, n := range names {
			text += "[[bench]]\nmodel = 'count'\nname = '" + n + "'\n"
		}
		return &fstest.MapFile{Data: []byte(text)}
	}
	all, err := Read(fstest.MapFS{
		"definitions/b.toml":              file("first", "second"),
		"definitions/curated/01-a.toml":   file("only"),
		"definitions/curated/README.md":   {Data: []byte("not TOML")},
		"definitions/test/sub/empty.toml": file(),
		"haystacks/no.toml":               {Data: []byte("not TOML")},
	})
	require.NoError(t, err)
	var names []string
	for _, b := range all {
		names = append(names, b.Name)
	}
	require.Equal(t, []string{"b/first", "b/second", "curated/01-a/only"}, names)

	_, err = Read(fstest.MapFS{"haystacks/a.txt": {}})
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = Read(fstest.MapFS{"definitions/c/bad.toml": {Data: []byte("\n\nx")}})
	require.EqualError(t, err, "definitions/c/bad.toml: line 3: want =, got the end of the file")
}

func TestPatternsAreTransformedAsRebarDoes(t *testing.T) {
	files := fstest.MapFS{"regexes/dir/words.txt": {Data: []byte(" a.b \r\n\nc|d\n")}}
	for _, c := range []struct {
		definition string
		want       []string
	}{
		{`regex = 'a|b'`, []string{"a|b"}},
		{`regex = ['a', 'b']`, []string{"a", "b"}},
		{`regex = []`, nil},
		{``, nil},
		{`regex = { patterns = 'a.b', literal = true }`, []string{`a\.b`}},
		{`regex = { patterns = ['a', 'b'], prepend = '^(?:', append = ')' }`, []string{"^(?:a)", "^(?:b)"}},
		{`regex = { path = "dir/words.txt" }`, []string{"a.b \r\n\nc|d"}},
		{`regex = { path = "dir/words.txt", per-line = "pattern" }`, []string{" a.b ", "", "c|d"}},
		{`regex = { path = "dir/words.txt", per-line = "alternate" }`, []string{"(?: a.b )|(?:)|(?:c|d)"}},
		{`regex = { path = "dir/words.txt", per-line = "alternate", literal = true, prepend = '^', append = '$' }`, []string{`(?:^ a\.b $)|(?:^$)|(?:^c\|d$)`}},
	} {
		got, err := one(t, c.definition, files).Patterns()
		require.NoError(t, err, c.definition)
		require.Equal(t, c.want, got, c.definition)
	}
	_, err := one(t, `regex = { path = "absent.txt" }`, files).Patterns()
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestHaystacksAreTransformedInRebarsOrder(t *testing.T) {
	files := fstest.MapFS{
		"haystacks/lines.txt": {Data: []byte(" 0\n1\r\n2\n3 \n")},
		"haystacks/bad.txt":   {Data: []byte("a\xf1\x80\x80\xe1\x80\xc2b\x80c\x80\xbfd")},
	}
	for _, c := range []struct{ definition, want string }{
		{`haystack = "text"`, "text"},
		{``, ""},
		{`haystack = { contents = "A", repeat = 3 }`, "AAA"},
		{`haystack = { contents = " A ", repeat = 2, trim = true, prepend = "<", append = ">" }`, "<AA>"},
		{`haystack = { contents = "A", repeat = 0, append = "x" }`, "x"},
		{`haystack = { path = "lines.txt" }`, " 0\n1\r\n2\n3 \n"},
		{`haystack = { path = "lines.txt", line-start = 1, line-end = 3 }`, "1\r\n2\n"},
		{`haystack = { path = "lines.txt", line-start = 2 }`, "2\n3 \n"},
		{`haystack = { path = "lines.txt", line-end = 1 }`, " 0\n"},
		{`haystack = { path = "lines.txt", line-start = 9 }`, ""},
		{`haystack = { path = "lines.txt", line-end = 0 }`, ""},
		{`haystack = { path = "lines.txt", trim = true, line-start = 3, repeat = 2 }`, "33"},
		{`haystack = { path = "bad.txt", utf8-lossy = true }`, "a\ufffd\ufffd\ufffdb\ufffdc\ufffd\ufffdd"}, // table 3-8 of the Unicode standard
	} {
		got, err := one(t, c.definition, files).Haystack()
		require.NoError(t, err, c.definition)
		require.Equal(t, c.want, string(got), c.definition)
	}
	_, err := one(t, `haystack = { path = "absent.txt" }`, files).Haystack()
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = one(t, `haystack = { path = "../../outside.txt" }`, files).Haystack()
	require.Error(t, err, "a path must not lead out of the directory")
}

// Rust's from_utf8_lossy, which rebar calls, and the Unicode standard's examples.
func TestEachMaximalPartOfABrokenSequenceIsReplacedOnce(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"héllo \ufffd", "héllo \ufffd"},
		{"\xff", "\ufffd"},
		{"\xe4\xb8", "\ufffd"},
		{"\xe4\xb8x", "\ufffdx"},
		{"\xf0\x9f\x98", "\ufffd"},
		{"\xf0\x9f\x98\xf0\x9f\x98\x80", "\ufffd\U0001F600"},
		{"\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdA"}, // table 3-9
		{"\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdA"}, // table 3-10
		{"\xf4\x91\x92\x93\xff\x41\x80\xbf\x42", "\ufffd\ufffd\ufffd\ufffd\ufffdA\ufffd\ufffdB"},      // table 3-11
		{"\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41", "\ufffd\ufffd\ufffd\ufffdA"},                         // table 3-12
	} {
		require.Equal(t, c.want, string(toValidUTF8([]byte(c.text))), "%x", c.text)
	}
}

func TestACountHoldsForTheEnginesThatItIsGivenFor(t *testing.T) {
	for _, c := range []struct {
		definition string
		want       int
		ok         bool
	}{
		{"count = 5", 5, true},
		{"count = 111_817\nengines = ['re2', 'go/regexp']", 111817, true},
		{"count = 5\nengines = ['re2']", 0, false},
		{"", 0, false},
		{"count = [{ engine = 'hyperscan', count = 9 }, { engine = '.*', count = 5 }, { engine = 'go/regexp', count = 6 }]", 5, true},
		{"count = [{ engine = 'go', count = 9 }, { engine = 're2|go/regexp', count = 5 }]", 5, true},
		{"count = [{ engine = 'hyperscan', count = 9 }]", 0, false},
	} {
		got, ok := one(t, c.definition, nil).Count("go/regexp")
		require.Equal(t, c.ok, ok, c.definition)
		require.Equal(t, c.want, got, c.definition)
	}
}

func TestMalformedDefinitionsNameTheBenchmarkAndTheKey(t *testing.T) {
	for _, c := range []struct{ definition, want string }{
		{"regex = 5", `bench 1, named "n": regex: want a string or an array of strings, got an integer`},
		{"regex = ['a', 5]", "regex: want an array of strings, got an integer"},
		{"regex = { path = true }", "path: want a string, got a boolean"},
		{"regex = { path = 'a', per-line = 'all' }", `per-line: want alternate or pattern, got "all"`},
		{"haystack = []", "haystack: want a string, got an array"},
		{"haystack = { contents = 'a', repeat = -1 }", "repeat: want an integer of 0 or more, got an integer"},
		{"haystack = { contents = 'a', line-start = 'b' }", "line-start: want an integer of 0 or more, got a string"},
		{"haystack = { contents = 'a', trim = 1 }", "trim: want a boolean, got an integer"},
		{"count = 'five'", "count: want an integer of 0 or more, got a string"},
		{"count = {}", "count: want an integer of 0 or more, got a table"},
		{"count = [5]", "count: want an array of tables"},
		{"count = [{ engine = '(', count = 5 }]", "count: error parsing regexp"},
		{"case-insensitive = 'true'", "case-insensitive: want a boolean, got a string"},
	} {
		_, err := readGroup(nil, "group", "[[bench]]\nname = 'n'\nmodel = 'count'\n"+c.definition)
		require.ErrorContains(t, err, c.want, c.definition)
	}
	_, err := readGroup(nil, "group", "[[bench]]\nname = 'n'")
	require.EqualError(t, err, `bench 1, named "n": want a name and a model`)
	_, err = readGroup(nil, "group", "bench = 1")
	require.EqualError(t, err, "bench: want an array of tables")
}

// The collection's own definitions. Those that search a text of their own are run, and count what they say that Go
// counts.
func TestTheCuratedDefinitionsAreRead(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "rebar")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared beside the checkout")
	}
	all, err := Read(os.DirFS(dir))
	require.NoError(t, err)
	// The collection may hold other groups, such as "wide". They are only read.
	all = slices.DeleteFunc(all, func(b Benchmark) bool { return !strings.HasPrefix(b.Name, "curated/") })
	require.Len(t, all, 52)
	ran := 0
	for _, b := range all {
		patterns, err := b.Patterns()
		require.NoError(t, err, b.Name)
		require.NotEmpty(t, patterns, b.Name)
		haystack, err := b.Haystack()
		require.NoError(t, err, b.Name)
		require.NotEmpty(t, haystack, b.Name)
		want, ok := b.Count("go/regexp")
		if !ok || b.haystack.path != "" {
			continue
		}
		w, err := NewWorkload(b.Model, Expression(patterns[0], b.CaseInsensitive), haystack, standard)
		require.NoError(t, err, b.Name)
		w.Run()
		require.Equal(t, want, w.Count(), b.Name)
		ran++
	}
	require.Equal(t, 15, ran)
}

func standard(pattern string) (Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	return re, nil
}
