package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/arenaregexp/regexp/bench/rebar"
)

// rebarName is what rebar's definitions call the engine whose counts hold for all that are measured here.
const rebarName = "go/regexp"

// A rebarReport is the result of one run of rebar's definitions.
type rebarReport struct {
	Machine machine       `json:"machine"`
	Engines []string      `json:"engines"`
	Rows    []rebarRow    `json:"rows"`
	Means   []rebarMean   `json:"geometric_means"`
	Skipped []rebarSkip   `json:"skipped,omitempty"`
	PerRow  time.Duration `json:"ns_per_row"` // the time asked for
}

// A rebarRow is one benchmark on all engines, in the order of the list of engines.
type rebarRow struct {
	Benchmark     string         `json:"benchmark"`
	Model         string         `json:"model"`
	HaystackBytes int            `json:"haystack_bytes"`
	Count         int            `json:"count"`           // verified before it was timed
	Note          string         `json:"note,omitempty"`  // where the definition gives another count
	Ratio         float64        `json:"ratio,omitempty"` // time of the first engine to the second, where both were timed
	Engines       []rebarFigures `json:"engines"`
}

// rebarFigures is one row on one engine: the median of its samples, or why there are none.
type rebarFigures struct {
	Engine      string  `json:"engine"`
	Nanoseconds float64 `json:"ns,omitempty"`
	Samples     int     `json:"samples,omitempty"`
	Refused     string  `json:"refused,omitempty"`
}

// A rebarMean is the geometric mean of an engine's time as a fraction of the standard library's, over rows where both
// were timed.
type rebarMean struct {
	What   string  `json:"what"` // "searches" or "compiles"
	Engine string  `json:"engine"`
	Rows   int     `json:"rows"`
	Ratio  float64 `json:"ratio"`
}

// A rebarSkip is a benchmark that was not run on any engine.
type rebarSkip struct {
	Benchmark string `json:"benchmark"`
	Why       string `json:"why"`
}

// measureRebar runs the definitions in a directory whose names match a filter. Each is verified on each engine
// first: what the standard library counts is right, and an engine that counts otherwise is not timed.
//
// Where a definition gives a count for Go and the standard library counts another, the haystack is not the one that the
// definition was written for. The row is measured still, with a note.
func measureRebar(files fs.FS, filter *regexp.Regexp, perRow time.Duration, engines []engine) (rebarReport, error) {
	r := rebarReport{Machine: thisMachine(), Engines: names(engines), PerRow: perRow}
	all, err := rebar.Read(files)
	if err != nil {
		return r, err
	}
	all = slices.DeleteFunc(all, func(b rebar.Benchmark) bool { return !filter.MatchString(b.Name) })
	if len(all) == 0 {
		return r, fmt.Errorf("-rebar-filter %s: no benchmark has such a name", filter)
	}
	var refused []error
	progress := newProgress(len(all))
	defer progress.clear()
	for _, b := range all {
		progress.begin(b.Name)
		row, err := measureBenchmark(b, perRow, engines, progress.step)
		if err != nil {
			progress.clear()
			fmt.Fprintf(os.Stderr, "skipped %s: %v\n", b.Name, err)
			r.Skipped = append(r.Skipped, rebarSkip{b.Name, err.Error()})
			continue
		}
		for _, f := range row.Engines {
			if f.Refused != "" {
				refused = append(refused, fmt.Errorf("%s: %s: %s", b.Name, f.Engine, f.Refused))
			}
		}
		r.Rows = append(r.Rows, row)
	}
	r.Means = geometricMeans(r.Rows, r.Engines)
	if refused != nil {
		return r, fmt.Errorf("%d times an engine was not timed, since its count is wrong:\n%w", len(refused), errors.Join(refused...))
	}
	return r, nil
}

// measureBenchmark verifies a benchmark on all engines and then measures it. An error says why it cannot be run.
func measureBenchmark(b rebar.Benchmark, perRow time.Duration, engines []engine, step func(string)) (rebarRow, error) {
	row := rebarRow{Benchmark: b.Name, Model: b.Model}
	if !slices.Contains(rebar.Models, b.Model) {
		return row, fmt.Errorf("its model %s is no search for one pattern", b.Model)
	}
	step("reading")
	patterns, err := b.Patterns()
	if err != nil {
		return row, err
	}
	if len(patterns) != 1 {
		return row, fmt.Errorf("it has %d patterns, and these engines search for one", len(patterns))
	}
	haystack, err := b.Haystack()
	if err != nil {
		return row, err
	}
	row.HaystackBytes = len(haystack)
	expression := rebar.Expression(patterns[0], b.CaseInsensitive)

	step("verifying, oracle")
	lanes := make([]lane, len(engines))
	if lanes[reference], err = newLane(engines[reference], b.Model, expression, haystack); err != nil {
		return row, fmt.Errorf("%s refuses the pattern: %w", engines[reference].name(), err)
	}
	row.Count = lanes[reference].count
	if count, ok := b.Count(rebarName); ok && count != row.Count {
		row.Note = fmt.Sprintf("the definition says %d, but the standard library counts %d on this haystack", count, row.Count)
	}
	for i, e := range engines {
		f := rebarFigures{Engine: e.name()}
		if i != reference {
			step("verifying, " + e.name())
			if lanes[i], err = newLane(e, b.Model, expression, haystack); err != nil {
				f.Refused = err.Error()
			} else if lanes[i].count != row.Count {
				f.Refused = fmt.Sprintf("want the count %d, got %d", row.Count, lanes[i].count)
			}
		}
		row.Engines = append(row.Engines, f)
	}

	step("timing")
	var timed []*lane
	for i := range lanes {
		if row.Engines[i].Refused == "" {
			timed = append(timed, &lanes[i])
		}
	}
	timeLanes(timed, perRow)
	for i := range lanes {
		if f := &row.Engines[i]; f.Refused == "" {
			f.Nanoseconds, f.Samples = median(lanes[i].samples), len(lanes[i].samples)
		}
	}
	if first, second := row.Engines[0].Nanoseconds, row.Engines[reference].Nanoseconds; first > 0 && second > 0 {
		row.Ratio = first / second
	}
	return row, nil
}

// A lane is one engine at work on a benchmark.
type lane struct {
	run     func(n int)
	count   int           // of the first run
	first   time.Duration // of the first run, which builds what the engine builds when it is first needed
	spent   time.Duration // on samples
	samples []float64     // nanoseconds a run
}

// newLane compiles the pattern and runs the work once.
func newLane(e engine, model, expression string, haystack []byte) (lane, error) {
	work, err := rebar.NewWorkload(model, expression, haystack, func(pattern string) (rebar.Regexp, error) {
		p, err := e.compile(pattern)
		if err != nil {
			return nil, err
		}
		return p.finder(), nil
	})
	if err != nil {
		return lane{}, err
	}
	l := lane{run: func(n int) {
		for range n {
			work.Run()
		}
	}}
	l.first = clock(l.run, 1)
	l.count = work.Count()
	return l, nil
}

// timeLanes takes samples of the lanes in turn, for about the given time in all. Where the first run of a lane took
// longer than that, it is its only sample; else each lane gets one at least.
func timeLanes(lanes []*lane, total time.Duration) {
	if len(lanes) == 0 {
		return
	}
	share := total / time.Duration(len(lanes))
	repetitions := make([]int, len(lanes))
	for i, l := range lanes {
		if l.first > total {
			l.spent, l.samples = l.first, []float64{float64(l.first)}
			continue
		}
		repetitions[i] = calibrate(l.run, share/20)
	}
	for more := true; more; {
		more = false
		for i, l := range lanes {
			if l.spent < share || len(l.samples) == 0 {
				took := clock(l.run, repetitions[i])
				l.spent += took
				l.samples = append(l.samples, float64(took)/float64(repetitions[i]))
				more = true
			}
		}
	}
}

// geometricMeans compares each engine with the reference, for searches and for compiles.
func geometricMeans(rows []rebarRow, engines []string) []rebarMean {
	var means []rebarMean
	for _, what := range []string{"searches", "compiles"} {
		for i, name := range engines {
			sum, n := 0.0, 0
			for _, r := range rows {
				mine, other := r.Engines[i].Nanoseconds, r.Engines[reference].Nanoseconds
				if (r.Model == "compile") == (what == "compiles") && mine > 0 && other > 0 {
					sum += math.Log(mine / other)
					n++
				}
			}
			if i != reference && n > 0 {
				means = append(means, rebarMean{what, name, n, math.Exp(sum / float64(n))})
			}
		}
	}
	return means
}

// writeJSON writes the report for programs.
func (r rebarReport) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// writeMarkdown writes the report as tables that are aligned for a terminal as well.
func (r rebarReport) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on: %s.\nTimes are medians, of about %v a row for all engines together.\n", r.Machine, r.PerRow)
	for _, section := range []string{"searches", "compiles"} {
		lines := [][]string{append(append([]string{"benchmark", "model"}, r.Engines...), r.Engines[0]+"/"+r.Engines[reference], "count")}
		for _, row := range r.Rows {
			if (row.Model == "compile") != (section == "compiles") {
				continue
			}
			line := []string{row.Benchmark, row.Model}
			for _, f := range row.Engines {
				if f.Refused != "" {
					line = append(line, "refused")
				} else {
					line = append(line, duration(f.Nanoseconds))
				}
			}
			count := fmt.Sprint(row.Count)
			if row.Note != "" {
				count += " *"
			}
			lines = append(lines, append(line, fraction(row.Ratio), count))
		}
		writeTable(&b, "rebar: "+section, lines)
	}
	if len(r.Means) > 0 {
		fmt.Fprintf(&b, "\nGeometric means of the time as a fraction of that of %s:\n\n", r.Engines[reference])
		for _, m := range r.Means {
			fmt.Fprintf(&b, "- %s, %d %s: %.3f (%.2f times as fast)\n", m.Engine, m.Rows, m.What, m.Ratio, 1/m.Ratio)
		}
	}
	r.writeNotes(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeNotes tells what a reader of the tables must know of single rows.
func (r rebarReport) writeNotes(b *strings.Builder) {
	var notes []string
	for _, row := range r.Rows {
		if row.Note != "" {
			notes = append(notes, fmt.Sprintf("\\* %s: %s", row.Benchmark, row.Note))
		}
		for _, f := range row.Engines {
			if f.Refused != "" {
				notes = append(notes, fmt.Sprintf("refused: %s, %s: %s", row.Benchmark, f.Engine, f.Refused))
			}
		}
	}
	for _, s := range r.Skipped {
		notes = append(notes, fmt.Sprintf("skipped: %s: %s", s.Benchmark, s.Why))
	}
	if notes != nil {
		fmt.Fprintf(b, "\n- %s\n", strings.Join(notes, "\n- "))
	}
}

// fraction writes a ratio of times, which may be very small, or a dash for 0.
func fraction(ratio float64) string {
	switch {
	case ratio == 0:
		return "-"
	case ratio < 0.01:
		return fmt.Sprintf("%.5f", ratio)
	}
	return fmt.Sprintf("%.3f", ratio)
}

// duration writes nanoseconds with three digits in a unit that suits them.
func duration(nanoseconds float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if nanoseconds >= u.size {
			return short(nanoseconds/u.size) + " " + u.name
		}
	}
	return short(nanoseconds) + " ns"
}
