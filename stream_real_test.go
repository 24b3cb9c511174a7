package regexp_test

import (
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	stdlib "regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// realStreamPatterns returns patterns that projects use, of those that the standard library compiles.
func realStreamPatterns(t *testing.T) []string {
	files, err := filepath.Glob("../shared/data/patterns/*.jsonl")
	require.NoError(t, err)
	var patterns []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			var row struct{ P string }
			require.NoError(t, json.Unmarshal([]byte(line), &row))
			if _, err := stdlib.Compile(row.P); err == nil && len(row.P) < 2000 {
				patterns = append(patterns, row.P)
			}
		}
	}
	if len(patterns) == 0 {
		t.Skip("needs the shared corpora")
	}
	return patterns
}

func TestRealPatternsHaveTheirMatchesInAStream(t *testing.T) {
	patterns := realStreamPatterns(t)
	random := rand.New(rand.NewSource(5))
	requests, err := os.ReadFile("../shared/data/patterns/requests.txt")
	require.NoError(t, err)
	times := 300
	if testing.Short() {
		times = 60
	}
	found := 0
	for range times {
		pattern := patterns[random.Intn(len(patterns))]
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		from := random.Intn(len(requests) - 6000)
		text := string(requests[from:from+5000]) + pattern + "\n" + streamText(random, 500)
		want := std.FindAllStringSubmatchIndex(text, -1)
		sizes := []int{1 + random.Intn(3000), 1 + random.Intn(40), 1 + random.Intn(3000)}
		got, err := streamed(re.NewScanner(&pieces{text, sizes}))
		require.NoError(t, err)
		require.Equal(t, want, got, "%q on %q in reads of %v", pattern, text, sizes)
		found += len(got)
		requireReplaced(t, std, re, text, "<$0>", sizes, 1<<20, random.Intn(3))
	}
	require.Positive(t, found)
}

func TestATextIsCutIntoReadsAtEveryPlace(t *testing.T) {
	const text = "GET /a?id=12 HTTP/1.1\r\nHost: é日本.example\r\nCookie: session=\"abc\"; x=\xff\xe4\xb8\r\n\r\n{\"user\": \"ann@example.org\"}\n"
	for _, r := range realPatterns {
		std, re := stdlib.MustCompile(r.pattern), regexp.MustCompile(r.pattern)
		for _, text := range append(r.subjects, text) {
			want := std.FindAllStringSubmatchIndex(text, -1)
			replaced := std.ReplaceAllString(text, "[$0]")
			for cut := 1; cut < len(text); cut++ {
				got, err := streamed(re.NewScanner(&pieces{text, []int{cut, len(text)}}))
				require.NoError(t, err)
				require.Equal(t, want, got, "%q on %q cut at %d", r.pattern, text, cut)
				all, err := drain(re.ReplaceReader(&pieces{text, []int{cut, len(text)}}, "[$0]"), cut)
				require.NoError(t, err)
				require.Equal(t, replaced, all, "%q on %q cut at %d", r.pattern, text, cut)
			}
		}
	}
}

func TestATimeOutOfTheSourceEndsTheStream(t *testing.T) {
	for _, pattern := range []string{`ab`, `ab*`, `(?s)b.*`} {
		re := regexp.MustCompile(pattern)
		open := func() *pieces { return &pieces{"xab ab and more", []int{6, 100}} }
		got, err := streamed(re.NewScanner(iotest.TimeoutReader(open())))
		require.ErrorIs(t, err, iotest.ErrTimeout)
		require.Equal(t, stdlib.MustCompile(pattern).FindAllStringSubmatchIndex("xab ab", -1), got)
		all, err := drain(re.ReplaceReader(iotest.TimeoutReader(open()), "-"), 1)
		require.ErrorIs(t, err, iotest.ErrTimeout)
		require.Equal(t, stdlib.MustCompile(pattern).ReplaceAllString("xab ab", "-"), all)
	}
}
