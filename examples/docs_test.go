// Package examples_test holds the docs against the files that they speak of.
package examples_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// pages returns the Markdown pages of the README and of docs, by their path from here.
func pages(t *testing.T) map[string]string {
	texts := make(map[string]string)
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/*/*.md"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			texts[name] = string(text)
		}
	}
	require.Contains(t, texts, "../README.md")
	return texts
}

// A block of code below a comment such as <!-- from: examples/start/main.go --> is a part of that file, but for its indentation.
func TestCodeInDocsIsThatOfTheExamples(t *testing.T) {
	block := regexp.MustCompile("(?s)<!-- from: ([^ ]+) -->\n+```go\n(.*?)```")
	flat := func(code string) string {
		var lines []string
		for line := range strings.Lines(code) {
			lines = append(lines, strings.TrimSpace(line))
		}
		return strings.Join(lines, "\n")
	}
	found := 0
	for page, text := range pages(t) {
		require.Equal(t, strings.Count(text, "<!-- from: "), len(block.FindAllString(text, -1)), page)
		for groups := range block.AllStringSubmatch(text) {
			source, err := os.ReadFile(filepath.Join("..", groups[1]))
			require.NoError(t, err, page)
			require.Contains(t, flat(string(source)), strings.TrimSpace(flat(groups[2])), "%s: not a part of %s", page, groups[1])
			found++
		}
	}
	require.NotZero(t, found)
}

// Every link of a page to a file leads to a file that is there.
func TestLinksInDocsLeadToFiles(t *testing.T) {
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for page, text := range pages(t) {
		for groups := range link.AllStringSubmatch(code.ReplaceAllString(text, "")) {
			target, err := url.Parse(groups[1])
			require.NoError(t, err, page)
			if target.Scheme == "" && target.Path != "" {
				_, err := os.Stat(filepath.Join(filepath.Dir(page), target.Path))
				require.NoError(t, err, page)
			}
		}
	}
}

// sources calls visit for each Go file of the repository, with its path from the root.
func sources(t *testing.T, visit func(path string, text []byte)) {
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			visit(strings.TrimPrefix(filepath.ToSlash(name), "../"), text)
		}
		return nil
	})
	require.NoError(t, err)
}

// The page on correctness names every fuzz target, beside its package.
func TestEveryFuzzTargetIsInThePageOnCorrectness(t *testing.T) {
	page := pages(t)["../docs/correctness.md"]
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	found := 0
	var missing []string
	sources(t, func(name string, text []byte) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		if folder == "." {
			folder = "root"
		}
		for groups := range target.AllStringSubmatch(string(text)) {
			row := regexp.MustCompile(`(?m)^\|[^|]*` + "`" + groups[1] + "`" + `[^|]*\| ` + regexp.QuoteMeta(folder) + ` \|`)
			if !row.MatchString(page) {
				missing = append(missing, groups[1]+" of "+folder)
			}
			found++
		}
	})
	require.NotZero(t, found)
	require.Empty(t, missing, "docs/correctness.md has no row for these targets")
}

// The table of packages says who imports whom.
func TestTheTableOfPackagesSaysWhoImportsThem(t *testing.T) {
	const module = "github.com/arenaregexp/regexp"
	importers := make(map[string][]string) // of a package, by their paths from the root
	users := regexp.MustCompile(`^(?:bench|examples|cmd|remap/remapd|remap/caddy|retransform)(?:/|$)`)
	sources(t, func(name string, text []byte) {
		folder := filepath.ToSlash(filepath.Dir(name))
		if strings.HasSuffix(name, "_test.go") || users.MatchString(folder) {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if rest, ok := strings.CutPrefix(path, module); ok {
				of := strings.TrimPrefix(rest, "/")
				if !slices.Contains(importers[of], folder) {
					importers[of] = append(importers[of], folder)
				}
			}
		}
	})
	row := regexp.MustCompile("(?m)^\\| `([a-z/]+)`( \\(root\\))? \\|[^|]*\\| ?(.*?) ?\\|$")
	table, _, _ := strings.Cut(pages(t)["../docs/how-it-works.md"], "## Compiling")
	seen := make(map[string]bool)
	for groups := range row.AllStringSubmatch(table) {
		name := groups[1]
		if groups[2] != "" {
			name = ""
		}
		seen[name] = true
		var said []string
		for _, who := range strings.Split(groups[3], ", ") {
			switch who {
			case "":
			case "root":
				said = append(said, ".")
			case "all of `engine/internal`":
				for path := range importers {
					if strings.HasPrefix(path, "engine/internal/") {
						said = append(said, path)
					}
				}
			default:
				said = append(said, strings.Trim(who, "`"))
			}
		}
		require.ElementsMatch(t, importers[name], said, "importers of %q", groups[1])
	}
	for name := range importers {
		require.True(t, seen[name], "%q is not in the table", name)
	}
}
