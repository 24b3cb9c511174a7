package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/bench/corpus"
)

// TestMain lets -bench name a case alone: a name without a slash that no benchmark of the package has is one of a case, since
// the testing package would run nothing and say nothing.
func TestMain(m *testing.M) {
	flag.Parse()
	if expr, err := regexp.Compile(flag.Lookup("test.bench").Value.String()); err == nil && !strings.Contains(expr.String(), "/") {
		if !slices.ContainsFunc(benchmarks(), expr.MatchString) {
			flag.Set("test.bench", "/"+expr.String())
		}
	}
	os.Exit(m.Run())
}

// benchmarks returns the names of the package's benchmarks, as its tests declare them.
func benchmarks() (names []string) {
	files, _ := filepath.Glob("*_test.go")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for _, found := range regexp.MustCompile(`(?m)^func (Benchmark\w*)\(`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, found[1])
		}
	}
	return names
}

func TestTheBenchmarksAreFound(t *testing.T) {
	require.Contains(t, benchmarks(), "BenchmarkOps")
}

// BenchmarkOps runs every case on every engine, under names that benchstat splits: -col /engine.
func BenchmarkOps(b *testing.B) {
	for _, c := range cases() {
		b.Run(c.name, func(b *testing.B) {
			text := ""
			if c.op == opGrep {
				text = source(b, 10_000_000)
			}
			want, err := c.expect(text)
			require.NoError(b, err)
			jobs, err := c.verify(want, engines, text)
			require.NoError(b, err)
			for i, e := range engines {
				b.Run("engine="+e.name(), func(b *testing.B) {
					b.ReportAllocs()
					b.SetBytes(int64(len(text)))
					jobs[i].run(b.N)
				})
			}
		})
	}
}

func source(t testing.TB, limit int) string {
	text, err := goSource(limit)
	require.NoError(t, err)
	require.NotEmpty(t, text)
	return text
}

func TestEveryEngineAnswersEveryCaseAsDeclared(t *testing.T) {
	text := source(t, 300_000)
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			want, err := c.expect(text)
			require.NoError(t, err)
			_, err = c.verify(want, engines, text)
			require.NoError(t, err)
		})
	}
}

// The following engines are the standard library with one mistake each.

// liar answers verdicts with the opposite of the truth.
type liar struct{ stdEngine }

type liarProgram struct{ program }

func (liar) name() string { return "liar" }

func (l liar) compile(patterns ...string) (program, error) {
	p, err := l.stdEngine.compile(patterns...)
	return liarProgram{p}, err
}

func (p liarProgram) verdict(s string, n int) bool { return !p.program.verdict(s, n) }

func (l liar) once(pattern, s string, n int) bool { return !l.stdEngine.once(pattern, s, n) }

// longer ends the last group one byte too late.
type longer struct{ stdEngine }

type longerProgram struct{ program }

func (longer) name() string { return "longer" }

func (l longer) compile(patterns ...string) (program, error) {
	p, err := l.stdEngine.compile(patterns...)
	return longerProgram{p}, err
}

func (p longerProgram) reused(s string, n int, spans []int) []int {
	spans = p.program.reused(s, n, spans)
	spans[len(spans)-1]++
	return spans
}

func (p longerProgram) span(s string, n int) []int {
	span := p.program.span(s, n)
	span[1]++
	return span
}

// greedy finds a match in every line.
type greedy struct{ stdEngine }

func (greedy) name() string { return "greedy" }

func (g greedy) compile(...string) (program, error) { return g.stdEngine.compile("(?m)^") }

// mangler loses the first byte of what it replaces.
type mangler struct{ stdEngine }

type manglerProgram struct{ program }

type manglerFinder struct{ finder }

func (mangler) name() string { return "mangler" }

func (m mangler) compile(patterns ...string) (program, error) {
	p, err := m.stdEngine.compile(patterns...)
	return manglerProgram{p}, err
}

func (p manglerProgram) finder() finder { return manglerFinder{p.program.finder()} }

func (f manglerFinder) ReplaceAllString(src, repl string) string {
	return f.finder.ReplaceAllString(src, repl)[1:]
}

func (f manglerFinder) FindAllStringIndex(s string, n int) [][]int {
	return f.finder.FindAllStringIndex(s, n)[1:]
}

// quickest is the plan with the least work.
var quickest = plan{samples: 1, grepSamples: 1, sample: time.Microsecond, textBytes: 100_000}

func TestACaseWithAWrongAnswerIsNotTimed(t *testing.T) {
	for _, c := range []struct {
		name    string
		wrong   engine
		message string
	}{
		{"path_bool_miss", liar{}, "path_bool_miss: liar: want no match, got match"},
		{"path_captures_hit", longer{}, "path_captures_hit: longer: want match 0:30 1:7 8:12 13:30, got match 0:30 1:7 8:12 13:31"},
		{"path_span_hit", longer{}, "path_span_hit: longer: want match 0:30, got match 0:31"},
		{"first_match_path", liar{}, "first_match_path: liar: want match, got no match"},
		{"replace_tokens", mangler{}, "replace_tokens: mangler: want 9683 bytes, sum "},
		{"replace_tokens_append", mangler{}, ", got 9682 bytes, sum "},
		{"findall_addresses", mangler{}, "findall_addresses: mangler: want 70 matches, sum "},
		{"grep_unicode", greedy{}, "grep_unicode: greedy: want 0 lines, got "},
	} {
		t.Run(c.name, func(t *testing.T) {
			chosen := []benchCase{named(t, c.name), named(t, "set20_first")}
			r, err := measureAll(quickest, chosen, []engine{stdEngine{}, c.wrong})
			require.ErrorContains(t, err, c.message)
			require.ErrorContains(t, err, "1 of 2 cases not timed")
			require.Len(t, r.Rows, 1, "the case that both answer rightly is timed")
			require.Equal(t, "set20_first", r.Rows[0].Case)
		})
	}
}

func named(t *testing.T, name string) benchCase {
	for _, c := range cases() {
		if c.name == name {
			return c
		}
	}
	require.FailNow(t, "no case "+name)
	return benchCase{}
}

func TestTheCompositeIPv6CheckAgreesWithTheCorpus(t *testing.T) {
	checked := 0
	for _, c := range cases() {
		for _, r := range corpus.Rows() {
			if r.Group == "inet_bench" && c.op == opFirst && c.subject == r.Subject {
				require.Equal(t, r.Expect.Value == "true", c.want.found >= 0, c.subject)
				checked++
			}
		}
	}
	require.Equal(t, 4, checked)
}

func TestCaseNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cases() {
		require.False(t, seen[c.name], c.name)
		seen[c.name] = true
	}
}

// TestAGrepCountsLinesWhereAMatchMayRunOverThem holds the search of the whole text against the oracle
// where they differ most: classes that match a line feed, several matches a line, broken UTF-8.
func TestAGrepCountsLinesWhereAMatchMayRunOverThem(t *testing.T) {
	texts := []string{
		"", "\n", "\n\n", "no hit", "e t\nrare", "eat\nx rare\neet rare", "eet rare eet rare\n\neet rare\n",
		"very rare", "\xff\xfe\nvéry rare\nv\xffry rare\n", "how to\nhow to how to\n how to",
	}
	for _, c := range greps() {
		for _, text := range texts {
			want, err := lineCount(c.patterns[0], text)
			require.NoError(t, err)
			for _, e := range engines {
				p, err := e.compile(c.patterns[0])
				require.NoError(t, err)
				require.Equal(t, want, grep(p.finder(), text), "%s of %q on %s", c.name, text, e.name())
			}
		}
	}
}

func TestAllocationsAreThoseOfTheOperation(t *testing.T) {
	var sink []byte
	objects, bytes := allocations(func(n int) {
		for range n {
			sink = make([]byte, 64)
		}
	}, 100)
	require.NotNil(t, sink)
	require.EqualValues(t, 1, objects)
	require.EqualValues(t, 64, bytes)
}

func TestOutputsAreWritten(t *testing.T) {
	dir := t.TempDir()
	jsonFile, markdownFile := filepath.Join(dir, "out.json"), filepath.Join(dir, "out.md")
	var stdout bytes.Buffer
	args := []string{"-quick", "-samples", "1", "-run", "^(compile_ext|ext_captures_hit)$", "-json", jsonFile, "-md", markdownFile}
	require.NoError(t, run(args, &stdout))

	data, err := os.ReadFile(jsonFile)
	require.NoError(t, err)
	var r report
	require.NoError(t, json.Unmarshal(data, &r))
	require.Equal(t, []string{"ours", "std", "grafana"}, r.Engines)
	require.Len(t, r.Rows, 2)
	require.Equal(t, "match 26:30 27:30", r.Rows[1].Answer)
	for _, f := range r.Rows[0].Engines {
		require.Greater(t, f.Nanoseconds, 0.0)
		require.NotNil(t, f.KeptBytes)
	}

	markdown, err := os.ReadFile(markdownFile)
	require.NoError(t, err)
	require.Equal(t, stdout.String(), string(markdown))
	require.Contains(t, stdout.String(), "| compile_ext ")
	require.Contains(t, stdout.String(), "GOMAXPROCS=")
}

func TestWrongArgumentsAreRefused(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"-run", "("}, {"-run", "nothing is named so"}, {"-samples", "0"}, {"path"},
		{"-rebar", dir}, {"-rebar", dir, "-rebar-filter", "("}, {"-rebar", dir, "-time", "-1s"}, {"-rebar", dir, "-run", "path"},
		{"-rebar-filter", "path"}, {"-memory", dir}, {"-memory", dir, "-rebar", dir}, {"-memory", dir, "-run", "path"},
		{"-label", dir, "-run", "path"}, {"-label", dir, "-memory", dir},
	} {
		var stdout bytes.Buffer
		require.Error(t, run(args, &stdout), args)
		require.Empty(t, stdout.String(), args)
	}
}

// The declared answers come from the writer of the log, so its fields must lie where it says.
func TestTheLogRemembersItsFields(t *testing.T) {
	l := accessLog
	require.Equal(t, logLines, strings.Count(l.text, "\n"))
	require.InDelta(t, 10_000, len(l.text), 1_000)
	for i, line := range strings.Split(strings.TrimSuffix(l.text, "\n"), "\n") {
		at := func(field [2]int) string { return l.text[field[0]:field[1]] }
		fields := strings.Fields(line)
		require.Equal(t, []string{fields[0], fields[5], fields[6], fields[8]},
			[]string{at(l.addresses[i]), `"` + at(l.methods[i]), at(l.paths[i]), at(l.code[i])})
	}
	require.NotEmpty(t, l.tokens)
	require.NotEmpty(t, l.serverErrors())
	require.Contains(t, l.text, "í", "not all of it is ASCII")
}

func TestAnEngineThatAppendsAllocatesNothing(t *testing.T) {
	for _, c := range logCases() {
		if c.op == opFindAllAppend || c.op == opReplaceAppend {
			j, err := c.prepare(oursEngine{}, "")
			require.NoError(t, err)
			j.run(500) // builds the automata
			objects, _ := allocations(j.run, 20)
			require.Zero(t, objects, c.name)
		}
	}
}

func TestTheListNamesOperationsAndPatterns(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run([]string{"-list", "-run", "^path_bool"}, &out))
	require.Equal(t, "path_bool_hit   verdict  ^/([^/]+)/([^/]+)/(.*)$\npath_bool_miss  verdict  ^/([^/]+)/([^/]+)/(.*)$\n", out.String())
}

func TestAFileThatCannotBeWrittenIsToldBeforeMeasuring(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "absent", "x")
	var out bytes.Buffer
	require.ErrorContains(t, run([]string{"-md", bad}, &out), "absent")
	require.ErrorContains(t, run([]string{"-json", bad}, &out), "absent")
	require.Empty(t, out.String())
}

func TestRatiosKeepTheirDigits(t *testing.T) {
	for x, want := range map[float64]string{1.5: "1.500", 0.25: "0.250", 0.0123: "0.0123", 0.000456: "0.000456"} {
		require.Equal(t, want, ratio(x))
	}
}
