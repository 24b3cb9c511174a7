package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rx runs a command line and returns its exit code, its output and its errors.
func rx(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// The folder that the tests search.
func tree(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.txt":      "one fox\ntwo foxes and a fox\nnone\n",
		"b/c.txt":    "no newline at the end: fox",
		"b/bin":      "fox\x00fox\n",
		".git/x.txt": "fox\n",
		"bad.txt":    "fox \xff\xe2\x82\n\xe2\n",
		"set":        "animal\tfox(es)?\n\\bnone\\b\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	t.Chdir(dir)
	return dir
}

func TestEachCommandPrintsWhatItsHelpSays(t *testing.T) {
	tree(t)
	for _, c := range []struct {
		name, stdin string
		args        []string
		code        int
		out         string
	}{
		{"groups", "", []string{"test", `(\d+)(x)?`, "a12"}, 0,
			"match 1                  1-3     \"12\"\n  group 1                1-3     \"12\"\n  group 2                        took no part\n"},
		{"a miss", "", []string{"test", "a", "b"}, 1, "no match\n"},
		{"standard input", "ab\n", []string{"test", "b", "-"}, 0, "match 1                  1-2     \"b\"\n"},
		{"an empty match behind a match does not count", "", []string{"test", "-P", "a*", "aab"}, 0,
			"match 1                  0-2     \"aa\"\nmatch 2                  3-3     \"\"\n"},
		{"JSON", "", []string{"test", "--json", "(a)|(b)", "b"}, 0,
			`{"groups":[{"start":0,"end":1,"text":"b"},null,{"start":0,"end":1,"text":"b"}]}` + "\n"},
		{"Perl", "", []string{"test", "-P", `a(?=b)`, "ac ab"}, 0, "match 1                  3-4     \"a\"\n"},
		{"colour", "", []string{"test", "--color=always", "b", "abc"}, 0,
			"a\x1b[31;1mb\x1b[0mc\nmatch 1                  1-2     \x1b[32m\"b\"\x1b[0m\n"},

		{"lines", "", []string{"grep", "foxes", "a.txt"}, 0, "two foxes and a fox\n"},
		{"below a folder", "", []string{"grep", "-n", "fox", "b", "a.txt"}, 0,
			"b/c.txt:1:no newline at the end: fox\na.txt:1:one fox\na.txt:2:two foxes and a fox\n"},
		{"no line", "", []string{"grep", "wolf", "a.txt"}, 1, ""},
		{"matches", "", []string{"grep", "-on", "fox(es)?", "a.txt"}, 0, "1:fox\n2:foxes\n2:fox\n"},
		{"counts", "", []string{"grep", "-c", "fox", "a.txt", "b/c.txt"}, 0, "a.txt:2\nb/c.txt:1\n"},
		{"names", "", []string{"grep", "-l", "fox", "a.txt", "b/c.txt"}, 0, "a.txt\nb/c.txt\n"},
		{"inverted", "", []string{"grep", "-vn", "fox", "a.txt"}, 0, "3:none\n"},
		{"whole lines", "", []string{"grep", "-x", "none|one", "a.txt"}, 0, "none\n"},
		{"words", "", []string{"grep", "-wo", "fox", "a.txt"}, 0, "fox\nfox\n"},
		{"a text", "a.b\naxb\n", []string{"grep", "-F", "a.b"}, 0, "a.b\n"},
		{"case", "FOX\n", []string{"grep", "-i", "fox"}, 0, "FOX\n"},
		{"replaced", "", []string{"grep", "-r", "<$1>", "fox(es)?", "a.txt"}, 0, "one <>\ntwo <es> and a <>\n"},
		{"replaced matches", "", []string{"grep", "-o", "-r", "<$0>", "foxes", "a.txt"}, 0, "<foxes>\n"},
		{"at most", "", []string{"grep", "-m1", "fox", "a.txt"}, 0, "one fox\n"},
		{"a pattern that needs its line alone", "", []string{"grep", `\Anone\z`, "a.txt"}, 0, "none\n"},
		{"no match leaves its line", "a\nb\n", []string{"grep", `a\sb|a[^x]b`}, 1, ""},
		{"empty lines", "a\n\nb\n", []string{"grep", "-n", "^$"}, 0, "2:\n"},
		{"an empty last line is none", "a\n", []string{"grep", "-c", "$"}, 0, "1\n"},
		{"bytes that are no UTF-8", "", []string{"grep", "-c", `\x{FFFD}$`, "bad.txt"}, 0, "2\n"},
		{"Perl's lines", "", []string{"grep", "-P", "fox(?!es)$", "a.txt"}, 0, "one fox\ntwo foxes and a fox\n"},
		{"a set", "", []string{"grep", "--set", "set", "-n", "a.txt"}, 0,
			"1:animal:one fox\n2:animal:two foxes and a fox\n3:\\bnone\\b:none\n"},
		{"JSON lines", "", []string{"grep", "--json", "foxes", "a.txt"}, 0,
			`{"file":"a.txt","line":2,"offset":8,"text":"two foxes and a fox","matches":[{"start":4,"end":9,"text":"foxes"}]}` + "\n"},
		{"JSON lines of a set", "", []string{"grep", "--json", "--set", "set", "b/c.txt"}, 0,
			`{"file":"b/c.txt","line":1,"offset":0,"text":"no newline at the end: fox","patterns":["animal"]}` + "\n"},

		{"nothing to say", "foo\nbar\n", []string{"lint", "-"}, 0, ""},
		{"a list", "a(\nfoo\nfoo\n.*x\n", []string{"lint", "-"}, 1, "-:1:3: error parsing regexp: missing closing ): `a(` (syntax)\n" +
			"-:3:1: stands in line 2, too (duplicate)\n" +
			"-:4:1: begins with (?-s:.*): a search may begin anywhere, so drop it where only whether there is a match counts (leading-any)\n"},
	} {
		code, out, errs := rx(c.stdin, c.args...)
		assert.Equal(t, c.out, out, c.name)
		assert.Equal(t, c.code, code, "%s: %s", c.name, errs)
	}
}

func TestAnErrorIsOneLineAndACaret(t *testing.T) {
	dir := tree(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "broken"), []byte("fine\nx\ta[b\n"), 0o644))
	for _, c := range []struct {
		args []string
		errs string
	}{
		{[]string{"test", "a(b"}, "rx: error parsing regexp: missing closing ): `a(b`\n  a(b\n     ^\n"},
		{[]string{"grep", `é\8`}, "rx: error parsing regexp: invalid escape sequence: `\\8`\n  é\\8\n   ^\n"},
		{[]string{"grep", "--set", "broken"}, "rx: broken:2: error parsing regexp: missing closing ]: `[b`\n  a[b\n   ^\n"},
		{[]string{"grep"}, "rx: grep needs a pattern, or --set FILE\n"},
		{[]string{"grep", "x", "b/bin"}, "rx: b/bin: binary, not searched\n"},
		{[]string{"grep", "x", "absent"}, "rx: stat absent: no such file or directory\n"},
		{[]string{"grep", "--set", "set", "-o", "a.txt"}, "rx: --set tells which patterns match a line, not where: it goes with neither --only-matching nor --replace\n"},
		{[]string{"test", "--color=pink", "x"}, "rx: --color is auto, always or never, not \"pink\"\n"},
		{[]string{"test", "--nope"}, "rx: unknown flag: --nope\n"},
		{[]string{"nope"}, "rx: unknown command \"nope\" for \"rx\"\n"},
	} {
		code, _, errs := rx("", c.args...)
		assert.Equal(t, exitError, code, c.args)
		assert.Equal(t, c.errs, errs, c.args)
	}
}

func TestExplainEndsWithAdvice(t *testing.T) {
	code, out, _ := rx("", "explain", ".*foo")
	assert.Zero(t, code)
	assert.Contains(t, out, "plan:")
	assert.Contains(t, out, "advice:")
}

func TestDrawWritesAFileOrTheOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.svg")
	code, out, _ := rx("", "draw", "a|b", "-o", path)
	assert.Zero(t, code)
	assert.Empty(t, out)
	drawn, err := os.ReadFile(path)
	require.NoError(t, err)
	code, out, _ = rx("", "draw", "a|b")
	assert.Zero(t, code)
	assert.Equal(t, string(drawn), out)
	code, _, errs := rx("", "draw", "a|(b")
	assert.Equal(t, exitError, code)
	assert.Equal(t, "rx: error parsing regexp: missing closing ): `a|(b`\n  a|(b\n      ^\n", errs)
}

func TestLintReadsGoSource(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.go")
	require.NoError(t, os.WriteFile(path, []byte("package x\n\nimport re \"regexp\"\n\nvar a = re.MustCompile(`a(`)\n"+
		"var b = re.MustCompile(\"fine\")\nvar c = other.MustCompile(`a(`)\n"), 0o644))
	code, out, _ := rx("", "lint", path)
	assert.Equal(t, exitNo, code)
	assert.Equal(t, path+":5:24: error parsing regexp: missing closing ): `a(` (syntax)\n", out)
}

func TestALineLongerThanABlockIsOneLine(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	code, out, _ := rx("a\n"+long+"fox\nb fox\n", "grep", "-n", "fox$")
	assert.Zero(t, code)
	assert.Equal(t, "2:"+long+"fox\n3:b fox\n", out)
}

// grep -P finds the same lines in the standard library, those with bytes that are no UTF-8 left aside: it takes such files for binary.
func TestTheLinesAreThoseOfGrep(t *testing.T) {
	if _, err := exec.LookPath("grep"); err != nil || exec.Command("grep", "-P", "x", os.DevNull).Run().(*exec.ExitError).ExitCode() != 1 {
		t.Skip("grep -P is not here")
	}
	src := filepath.Join(runtime.GOROOT(), "src", "strings")
	if _, err := os.Stat(src); err != nil {
		t.Skip("Go's source is not here")
	}
	sorted := func(text string) []string {
		lines := strings.Split(text, "\n")
		slices.Sort(lines)
		return lines
	}
	for _, expr := range []string{
		`func (\w+)\(`, `^$`, `\s+$`, `[A-Z]{8,}`, `x*`, `"[^"]{40,}"`, `(?i)reader`, `^\t\treturn nil$`, `\bfor\b.*\brange\b`, `[^a]b$`, `(a|b)+c`, `//.*\.$`, `\d{3}`,
	} {
		cmd := exec.Command("grep", "-rnIP", "-e", expr, src)
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		want, _ := cmd.Output()
		_, got, errs := rx("", "grep", "-n", expr, src)
		require.Empty(t, errs)
		require.Equal(t, sorted(string(want)), sorted(got), expr)
	}
}

func TestSwapShowsWhatItWouldChange(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	sys := regexp.MustCompile(`golang.org/x/sys v\S+`).FindString(string(module))
	before := "package main\n\nimport \"regexp\"\n\nfunc main() { regexp.MustCompile(`x`) }\n"
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/arenaregexp/regexp v0.0.0\n\t" + sys + " // indirect\n)\n\n" +
			"replace github.com/arenaregexp/regexp => " + root + "\n",
		"go.sum":  string(sums),
		"main.go": before,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	t.Chdir(dir)
	const diff = "main.go:3\n-import \"regexp\"\n+import \"github.com/arenaregexp/regexp\"\n"
	code, out, errs := rx("", "swap", "--check")
	assert.Equal(t, diff, out)
	assert.Equal(t, exitNo, code, errs)
	text, err := os.ReadFile("main.go")
	require.NoError(t, err)
	assert.Equal(t, before, string(text), "--check writes nothing")

	code, out, errs = rx("", "swap")
	assert.Equal(t, diff, out)
	assert.Equal(t, exitYes, code, errs)
	code, out, errs = rx("", "swap", "--check")
	assert.Equal(t, "no package imports regexp\n", out)
	assert.Equal(t, exitYes, code, errs)

	code, _, errs = rx("", "swap", "--count", "0")
	assert.Equal(t, exitError, code)
	assert.Equal(t, "rx: --count is 0; it is at least 1\n", errs)
}

func TestGoVetIsToldFromAUser(t *testing.T) {
	for line, want := range map[string]bool{
		"-V=full": true, "-flags": true, "/tmp/vet.cfg": true, "-json /tmp/vet.cfg": true,
		"": false, "--help": false, "grep -n x a.cfg": false, "lint a.cfg": false, "-flags x": false,
	} {
		assert.Equal(t, want, vetTool(strings.Fields(line)), line)
	}
}

func TestGoVetRunsIt(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "rx")
	if runtime.GOOS == "windows" {
		tool += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.test/m\n\ngo 1.26.0\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.go"), []byte("package m\n\nimport \"regexp\"\n\nvar _ = regexp.MustCompile(`a(`)\n"), 0o644))
	vet := exec.Command("go", "vet", "-vettool="+tool, "./...")
	vet.Dir = dir
	out, err = vet.CombinedOutput()
	assert.Error(t, err)
	assert.Contains(t, string(out), "m.go:5:28: error parsing regexp: missing closing ): `a(` (syntax)")
}
