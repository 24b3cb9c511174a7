package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// patternFiles has one set of patterns, and files that are none.
func patternFiles() fstest.MapFS {
	return fstest.MapFS{
		"small.jsonl": {Data: []byte(`{"p": "(Chrome)/(\\d+)\\.(\\d+)", "fl": "", "f": "ignored"}
{"p": "^the\\s+end$", "fl": "im"}
{"p": "(?<!a)b", "fl": ""}
{"p": "[^\\x00-\\x{10FFFF}]", "fl": ""}
{"p": "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b", "fl": ""}`)},
		"subjects.yaml": {Data: []byte("not JSON")},
	}
}

func TestSetsOfPatternsAreWeighed(t *testing.T) {
	r, err := measureMemory(patternFiles(), 1, engines)
	require.NoError(t, err)
	require.Len(t, r.Rows, 1)
	row := r.Rows[0]
	require.Equal(t, "small", row.Set)
	require.Equal(t, 5, row.Lines)
	require.Equal(t, 4, row.Patterns, "a lookbehind does not compile")
	require.Equal(t, 4*20, row.Subjects)
	require.Greater(t, row.Hits, 3*ownSubjects/2)
	for i, f := range row.Engines {
		require.Equal(t, engines[i].name(), f.Engine)
		require.Positive(t, f.CompileNanoseconds)
		require.Equal(t, f.Engine == "ours", f.CompiledUsage != nil)
		require.Equal(t, f.Engine == "ours", f.MatchedUsage != nil)
	}
	require.Positive(t, *row.Engines[0].CompiledUsage)
	require.GreaterOrEqual(t, *row.Engines[0].MatchedUsage, *row.Engines[0].CompiledUsage)
	require.GreaterOrEqual(t, *row.Engines[0].OftenUsage, *row.Engines[0].MatchedUsage)
}

// Bytes are told from those of a set that is large enough for what else the heap does not to count.
func TestWhatASetKeepsIsWhatItsPatternsHold(t *testing.T) {
	var text bytes.Buffer
	for range 500 {
		text.WriteString(`{"p": "^(GET|POST) /([a-z]+)/(\\d+)$"}` + "\n")
	}
	set, err := readPatterns(fstest.MapFS{"many.jsonl": {Data: text.Bytes()}}, "many.jsonl")
	require.NoError(t, err)
	require.NoError(t, set.verify(engines, func(string) {}))
	for _, e := range engines {
		each := kept(e, set.patterns[0])
		require.NotNil(t, each)
		f := set.weigh(e)
		require.InEpsilon(t, *each, f.CompiledBytes/500, 0.1, e.name())
		require.GreaterOrEqual(t, f.MatchedBytes, f.CompiledBytes*9/10, e.name())
		require.GreaterOrEqual(t, f.OftenBytes, f.MatchedBytes*9/10, e.name())
		if f.CompiledUsage != nil {
			require.InEpsilon(t, f.CompiledBytes, *f.CompiledUsage, 0.3, e.name())
			require.InEpsilon(t, f.OftenBytes, *f.OftenUsage, 0.3, e.name())
		}
	}
}

func TestASetOnWhichEnginesDisagreeIsNotWeighed(t *testing.T) {
	files := patternFiles()
	files["b-right.jsonl"] = &fstest.MapFile{Data: []byte(`{"p": "no subject holds this"}`)}
	r, err := measureMemory(files, 1, []engine{blind{}, stdEngine{}})
	require.ErrorContains(t, err, `small.jsonl: blind: "(Chrome)/(\\d+)\\.(\\d+)" on "`)
	require.ErrorContains(t, err, "got []")
	require.Len(t, r.Rows, 0, "what is made from a pattern is matched by it")

	delete(files, "small.jsonl")
	files["b-right.jsonl"] = &fstest.MapFile{Data: []byte(`{"p": "^\\b$"}`)}
	r, err = measureMemory(files, 1, []engine{blind{}, stdEngine{}})
	require.NoError(t, err)
	require.Len(t, r.Rows, 1, "a pattern that matches nothing is all the same to the blind")

	_, err = measureMemory(fstest.MapFS{"a.jsonl": {Data: []byte("{}\n{")}}, 1, engines)
	require.ErrorContains(t, err, "a.jsonl: line 2: ")
	_, err = measureMemory(fstest.MapFS{"a.json": {}}, 1, engines)
	require.ErrorContains(t, err, "no file of patterns")
}

// blind is the standard library, but finds no captures.
type blind struct{ stdEngine }

type blindProgram struct{ program }

type blindFinder struct{ finder }

func (blind) name() string { return "blind" }

func (b blind) compile(patterns ...string) (program, error) {
	p, err := b.stdEngine.compile(patterns...)
	return blindProgram{p}, err
}

func (p blindProgram) finder() finder { return blindFinder{p.program.finder()} }

func (blindFinder) FindStringSubmatchIndex(string) []int { return nil }

func TestSubjectsAreMadeFromThePattern(t *testing.T) {
	for _, pattern := range []string{
		"abc", "a|b|cd", "[a-f]+[0-9]{2,9}", "(?i)straße", `\pL{3}\d*?`, "(a(b)?c)*x{3,}", ".", "(?s).+", "", "[^a]", "[\\x{d000}-\\x{e000}]", "((((a*)*)*)*)*b",
		"(?:x{50}){20}", "(?m)^a$", `\w\W\s\S`,
	} {
		re := regexp.MustCompile(pattern)
		subjects, err := subjectsFor(pattern)
		require.NoError(t, err)
		require.Len(t, subjects, len(realSubjects)+ownSubjects)
		again, err := subjectsFor(pattern)
		require.NoError(t, err)
		require.Equal(t, subjects, again)
		for _, s := range subjects[len(realSubjects):] {
			require.True(t, utf8.ValidString(s))
			require.Less(t, len(s), 1000)
			if len(s) <= longEnough {
				require.Regexp(t, re, s)
			}
		}
	}
	_, err := subjectsFor("(")
	require.Error(t, err)
}

func TestMemoryOutputsAreWritten(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, patternFiles()))
	jsonFile := filepath.Join(dir, "out.json")
	var stdout bytes.Buffer
	require.NoError(t, run([]string{"-memory", dir, "-quick", "-json", jsonFile}, &stdout))

	data, err := os.ReadFile(jsonFile)
	require.NoError(t, err)
	var r memoryReport
	require.NoError(t, json.Unmarshal(data, &r))
	require.Len(t, r.Rows, 1)
	require.Equal(t, []string{"ours", "std", "grafana"}, r.Engines)
	for _, want := range []string{"### Bytes kept by sets of real patterns", "### Compiling sets of real patterns", "| small    |", "ours/std", "GOMAXPROCS="} {
		require.Contains(t, stdout.String(), want)
	}
}
