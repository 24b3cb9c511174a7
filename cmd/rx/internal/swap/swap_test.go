package swap_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/cmd/rx/internal/swap"
)

// program writes a module with packages that can be changed and some that cannot, and one of another module that it uses.
func program(t *testing.T) string {
	root, err := filepath.Abs("../../../..")
	require.NoError(t, err)
	dir := t.TempDir()
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	sys := regexp.MustCompile(`golang.org/x/sys v\S+`).FindString(string(module))
	for name, text := range map[string]string{
		"main/go.mod": "module example.test/main\n\ngo 1.26.0\n\nrequire (\n\texample.test/other v0.0.0\n\tgithub.com/arenaregexp/regexp v0.0.0\n\t" + sys + " // indirect\n)\n\n" +
			"replace (\n\texample.test/other => ../other\n\tgithub.com/arenaregexp/regexp => " + root + "\n)\n",
		"main/plain/plain.go": "package plain\n\nimport (\n\t\"fmt\"\n\t\"regexp\" // text\n)\n\nvar Word = regexp.MustCompile(`\\w+`)\n\nfunc Show(s string) { fmt.Println(Word.FindString(s)) }\n",
		"main/plain/plain_test.go": "package plain\n\nimport (\n\tre \"regexp\"\n\t\"testing\"\n)\n\nfunc TestWord(t *testing.T) {\n\tvar w *re.Regexp = Word\n\t_ = w\n}\n\n" +
			"func BenchmarkWord(b *testing.B) {\n\tfor b.Loop() {\n\t\tWord.MatchString(`a word`)\n\t}\n}\n",
		"main/user/user.go":   "package user\n\nimport (\n\t\"regexp\"\n\n\t\"example.test/main/plain\"\n)\n\nvar word *regexp.Regexp = plain.Word\n",
		"main/bound/bound.go": "package bound\n\nimport (\n\t\"regexp\"\n\n\t\"example.test/other\"\n)\n\nfunc init() { other.Use(regexp.MustCompile(`x`)) }\n",
		"main/none/none.go":   "package none\n",
		"other/go.mod":        "module example.test/other\n\ngo 1.26.0\n",
		"other/other.go":      "package other\n\nimport \"regexp\"\n\nfunc Use(*regexp.Regexp) {}\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main", "go.sum"), sums, 0o644))
	return filepath.Join(dir, "main")
}

func TestImportsChangeWhereTypesAllow(t *testing.T) {
	dir := program(t)
	plan, err := swap.Make(dir, []string{"./..."})
	require.NoError(t, err)
	assert.Equal(t, []string{"example.test/main/plain", "example.test/main/user"}, plan.Packages)
	var changed []string
	for _, f := range plan.Files {
		name, _ := filepath.Rel(dir, f.Path)
		changed = append(changed, filepath.ToSlash(name)+": "+f.Was+" -> "+f.Now)
	}
	assert.Equal(t, []string{
		"plain/plain.go: \t\"regexp\" // text -> \t\"github.com/arenaregexp/regexp\" // text",
		"plain/plain_test.go: \tre \"regexp\" -> \tre \"github.com/arenaregexp/regexp\"",
		"user/user.go: \t\"regexp\" -> \t\"github.com/arenaregexp/regexp\"",
	}, changed)
	require.Len(t, plan.Obstacles, 1)
	assert.Equal(t, "example.test/main/bound", plan.Obstacles[0].Package)
	assert.Contains(t, plan.Obstacles[0].Place, "bound.go:9:")

	var progress strings.Builder
	rows, err := plan.Measure(dir, swap.Run{Bench: ".", Time: "10x", Count: 2}, &progress)
	require.NoError(t, err)
	require.Len(t, rows, 3, "time, bytes and allocations")
	assert.True(t, strings.HasPrefix(rows[0].Name, "Word"), rows[0].Name)
	assert.Equal(t, "example.test/main/plain", rows[0].Package)
	assert.Positive(t, rows[0].Before.Center)
	assert.Positive(t, rows[0].After.Center)
	assert.Equal(t, "run 1 of 2, before\nrun 1 of 2, after\nrun 2 of 2, before\nrun 2 of 2, after\n", progress.String())
	same, err := os.ReadFile(filepath.Join(dir, "plain", "plain.go"))
	require.NoError(t, err)
	assert.Contains(t, string(same), "\t\"regexp\" // text", "measuring writes nothing")

	require.NoError(t, plan.Write())
	build := exec.Command("go", "vet", "./...")
	build.Dir = dir
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	plan, err = swap.Make(dir, []string{"./..."})
	require.NoError(t, err)
	assert.Empty(t, plan.Files, "what is changed stays")
}

func TestABrokenProgramIsLeftAlone(t *testing.T) {
	dir := program(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "none", "none.go"), []byte("package none\n\nvar x int = \"\"\n"), 0o644))
	_, err := swap.Make(dir, []string{"./..."})
	assert.ErrorContains(t, err, "does not compile as it is")
}

func TestAModuleThatDoesNotRequireThisOneIsTold(t *testing.T) {
	dir := program(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.test/main\n\ngo 1.26.0\n"), 0o644))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "bound")))
	_, err := swap.Make(dir, []string{"./plain"})
	assert.ErrorContains(t, err, "does not require github.com/arenaregexp/regexp")
}
