package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"
)

// rebarDir is a directory in rebar's format. Its names tell what becomes of each benchmark.
func rebarDir() fstest.MapFS {
	return fstest.MapFS{
		"haystacks/three.txt": {Data: []byte("Abc\nabd\nx\n")},
		"regexes/abc.txt":     {Data: []byte("a(b)c\n")},
		"definitions/group/one.toml": {Data: []byte(`
[[bench]]
name = "right"
model = "count"
regex = 'ab'
case-insensitive = true
haystack = { path = "three.txt" }
count = [{ engine = 'go/.*', count = 2 }, { engine = '.*', count = 7 }]

[[bench]]
name = "other-haystack"
model = "grep"
regex = 'b'
haystack = { path = "three.txt" }
count = 5

[[bench]]
name = "compile"
model = "compile"
regex = { path = "abc.txt" }
haystack = "abc"
count = 1

[[bench]]
name = "not-for-go"
model = "count-captures"
regex = 'a(b)(x)?'
haystack = "ab"
count = 5
engines = ['re2']

[[bench]]
name = "no-haystack"
model = "count"
regex = 'a'
haystack = { path = "absent.txt" }
count = 1

[[bench]]
name = "many"
model = "count"
regex = ['a', 'b']
haystack = "a"
count = 1

[[bench]]
name = "redux"
model = "regex-redux"
regex = []
haystack = "a"

[[bench]]
name = "refused"
model = "count"
regex = 'a{5000}'
haystack = "a"
count = 0
`)},
	}
}

var every = regexp.MustCompile("")

func TestRebarsDefinitionsAreMeasured(t *testing.T) {
	r, err := measureRebar(rebarDir(), every, time.Millisecond, engines)
	require.NoError(t, err)

	type row struct {
		name, note string
		count      int
	}
	var rows []row
	for _, x := range r.Rows {
		rows = append(rows, row{x.Benchmark, x.Note, x.Count})
		require.Positive(t, x.Ratio)
		require.Len(t, x.Engines, len(engines))
		for i, f := range x.Engines {
			require.Equal(t, engines[i].name(), f.Engine)
			require.Positive(t, f.Nanoseconds)
			require.Positive(t, f.Samples)
			require.Empty(t, f.Refused)
		}
	}
	require.Equal(t, []row{
		{"group/one/right", "", 2},
		{"group/one/other-haystack", "the definition says 5, but the standard library counts 2 on this haystack", 2},
		{"group/one/compile", "", 1},
		{"group/one/not-for-go", "", 2},
	}, rows)

	why := map[string]string{}
	for _, s := range r.Skipped {
		why[s.Benchmark] = s.Why
	}
	require.Len(t, why, 4)
	require.Contains(t, why["group/one/no-haystack"], "haystacks/absent.txt")
	require.Contains(t, why["group/one/many"], "2 patterns")
	require.Contains(t, why["group/one/redux"], "regex-redux")
	require.Contains(t, why["group/one/refused"], "std refuses the pattern: error parsing regexp: invalid repeat count")
}

// miscounter is the standard library, but loses a match wherever there are two.
type miscounter struct{ stdEngine }

type miscounterProgram struct{ program }

type miscounterFinder struct{ finder }

func (miscounter) name() string { return "miscounter" }

func (m miscounter) compile(patterns ...string) (program, error) {
	if patterns[0] == "a(b)(x)?" {
		return nil, errors.New("too hard")
	}
	p, err := m.stdEngine.compile(patterns...)
	return miscounterProgram{p}, err
}

func (p miscounterProgram) finder() finder { return miscounterFinder{p.program.finder()} }

func (f miscounterFinder) FindAllIndex(b []byte, n int) [][]int {
	all := f.finder.FindAllIndex(b, n)
	return all[:min(1, len(all))]
}

func TestARebarRowWithAWrongCountIsNotTimed(t *testing.T) {
	r, err := measureRebar(rebarDir(), every, time.Millisecond, []engine{miscounter{}, stdEngine{}})
	require.EqualError(t, err, "2 times an engine was not timed, since its count is wrong:\n"+
		"group/one/right: miscounter: want the count 2, got 1\ngroup/one/not-for-go: miscounter: too hard")
	require.Len(t, r.Rows, 4)
	for _, row := range r.Rows {
		wrong, right := row.Engines[0], row.Engines[1]
		require.Positive(t, right.Nanoseconds)
		if row.Benchmark == "group/one/right" || row.Benchmark == "group/one/not-for-go" {
			require.Zero(t, wrong.Nanoseconds)
			require.NotEmpty(t, wrong.Refused)
			require.Zero(t, row.Ratio)
		} else {
			require.Positive(t, wrong.Nanoseconds)
		}
	}
	require.Len(t, r.Means, 2, "a row that is not timed is in no mean")
	require.Equal(t, 1, r.Means[0].Rows)

	var b bytes.Buffer
	require.NoError(t, r.writeMarkdown(&b))
	require.Regexp(t, `(?m)^\| group/one/right +\| +count \| +refused \| +\S+ .s \| +- \| +2 \|$`, b.String())
	require.Contains(t, b.String(), "\n- refused: group/one/right, miscounter: want the count 2, got 1\n")
	require.Contains(t, b.String(), "\n- skipped: group/one/many: it has 2 patterns")
}

func TestGeometricMeansAreOfSearchesAndOfCompiles(t *testing.T) {
	row := func(model string, nanoseconds ...float64) rebarRow {
		r := rebarRow{Model: model}
		for _, ns := range nanoseconds {
			r.Engines = append(r.Engines, rebarFigures{Nanoseconds: ns})
		}
		return r
	}
	means := geometricMeans([]rebarRow{
		row("count", 1, 2, 4), row("grep", 1, 8, 8), row("count", 0, 8, 4), row("compile", 3, 1, 1),
	}, []string{"ours", "std", "grafana"})
	for i := range means {
		means[i].Ratio = math.Round(means[i].Ratio*1e9) / 1e9
	}
	require.Equal(t, []rebarMean{
		{"searches", "ours", 2, 0.25}, {"searches", "grafana", 3, 1}, {"compiles", "ours", 1, 3}, {"compiles", "grafana", 1, 1},
	}, means)
}

func TestASlowLaneIsTimedOnceAndTheOthersToTheirShare(t *testing.T) {
	sleeper := func(first, later time.Duration) *lane {
		return &lane{first: first, run: func(n int) { time.Sleep(time.Duration(n) * later) }}
	}
	const total = 60 * time.Millisecond
	slow, middling, quick := sleeper(total+1, time.Hour), sleeper(total-1, total/2), sleeper(1, total/600)
	timeLanes([]*lane{slow, middling, quick}, total)
	require.Equal(t, []float64{float64(total + 1)}, slow.samples, "its first run took longer than all may take")
	require.Len(t, middling.samples, 1, "one run is more than its share")
	require.NotEqual(t, float64(middling.first), middling.samples[0], "the first run is no sample where there is time for another")
	require.NotEmpty(t, quick.samples)
	require.GreaterOrEqual(t, quick.spent, total/3)
	timeLanes(nil, total)

	unhurried := sleeper(1, time.Hour)
	timeLanes([]*lane{unhurried}, 0)
	require.Len(t, unhurried.samples, 1, "without any time there is one sample still")
}

func TestRebarOutputsAreWritten(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, rebarDir()))
	jsonFile := filepath.Join(dir, "out.json")
	var stdout bytes.Buffer
	require.NoError(t, run([]string{"-rebar", dir, "-rebar-filter", "^group/one/(right|compile|many)$", "-time", "1ms", "-json", jsonFile}, &stdout))

	data, err := os.ReadFile(jsonFile)
	require.NoError(t, err)
	var r rebarReport
	require.NoError(t, json.Unmarshal(data, &r))
	require.Equal(t, []string{"ours", "std", "grafana"}, r.Engines)
	require.Len(t, r.Rows, 2)
	require.Len(t, r.Means, 4)
	require.Len(t, r.Skipped, 1)
	require.Equal(t, time.Millisecond, r.PerRow)

	for _, want := range []string{
		"### rebar: searches", "### rebar: compiles", "| group/one/right |", "| group/one/compile |", "ours/std",
		"Geometric means", "- ours, 1 searches: ", "- grafana, 1 compiles: ", "GOMAXPROCS=",
	} {
		require.Contains(t, stdout.String(), want)
	}
	require.ErrorContains(t, run([]string{"-rebar", dir, "-rebar-filter", "nothing is named so"}, &stdout), "no benchmark has such a name")
}

func TestTimesAreWrittenInAUnitThatSuits(t *testing.T) {
	for want, ns := range map[string]float64{"0.50 ns": 0.5, "999 ns": 999, "1.00 µs": 1000, "12.3 µs": 12345, "4.56 ms": 4_560_000, "78.9 s": 78.9e9} {
		require.Equal(t, want, duration(ns))
	}
	for want, ratio := range map[string]float64{"-": 0, "0.00007": 0.00007, "0.010": 0.01, "1.139": 1.1388} {
		require.Equal(t, want, fraction(ratio))
	}
}
