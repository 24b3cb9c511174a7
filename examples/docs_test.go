// Package examples_test holds the docs against the files that they speak of.
package examples_test

import (
	"net/url"
	"os"
	"path/filepath"
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
