package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A memoryReport tells what sets of real patterns cost to compile and to hold.
type memoryReport struct {
	Machine machine     `json:"machine"`
	Engines []string    `json:"engines"`
	Rows    []memoryRow `json:"rows"`
}

// A memoryRow is one set of patterns on all engines, in the order of the list of engines.
type memoryRow struct {
	Set      string          `json:"set"`      // the name of the file, without .jsonl
	Lines    int             `json:"lines"`    // patterns in the file
	Patterns int             `json:"patterns"` // those that compile, and are measured
	Hits     int             `json:"hits"`     // subjects that were matched, of Subjects
	Subjects int             `json:"subjects"` // of all patterns together
	Engines  []memoryFigures `json:"engines"`
}

// memoryFigures is one set on one engine. Bytes are those of the heap that stay after a garbage collection, for all
// patterns together.
type memoryFigures struct {
	Engine             string  `json:"engine"`
	CompileNanoseconds float64 `json:"compile_ns"` // all patterns once; the median of some rounds
	CompiledBytes      int64   `json:"compiled_bytes"`
	MatchedBytes       int64   `json:"matched_bytes"`       // after each pattern was tried on each of its subjects
	OftenBytes         int64   `json:"matched_often_bytes"` // after that was done oftenRounds times

	// What the patterns say of themselves, where the engine has them say it.
	CompiledUsage *int64 `json:"compiled_usage_bytes,omitempty"`
	MatchedUsage  *int64 `json:"matched_usage_bytes,omitempty"`
	OftenUsage    *int64 `json:"matched_often_usage_bytes,omitempty"`
}

// oftenRounds is how often all subjects are tried: some hundred searches a pattern, since an engine may build its
// automata only for patterns that are searched often.
const oftenRounds = 20

// A selfMeasuring pattern knows what it holds.
type selfMeasuring interface{ MemoryUsage() int }

// A patternSet is a file of patterns.
type patternSet struct {
	name     string
	lines    int
	patterns []string   // those that compile
	subjects [][]string // of each pattern
	spans    [][][]int  // of each pattern on each of its subjects: the oracle's captures
}

// measureMemory measures all sets of patterns in a directory, its *.jsonl files. A set on which the engines disagree,
// on what compiles or on a match, is not measured.
func measureMemory(files fs.FS, rounds int, engines []engine) (memoryReport, error) {
	r := memoryReport{Machine: thisMachine(), Engines: names(engines)}
	found, err := fs.Glob(files, "*.jsonl")
	if err != nil {
		return r, err
	}
	if len(found) == 0 {
		return r, errors.New("-memory: the directory has no file of patterns, *.jsonl")
	}
	var refused []error
	progress := newProgress(len(found))
	defer progress.clear()
	for _, name := range found {
		progress.begin(name)
		progress.step("reading")
		set, err := readPatterns(files, name)
		if err == nil {
			err = set.verify(engines, progress.step)
		}
		if err != nil {
			refused = append(refused, fmt.Errorf("%s: %w", name, err))
			continue
		}
		r.Rows = append(r.Rows, set.measure(rounds, engines, progress.step))
	}
	return r, errors.Join(refused...)
}

// readPatterns reads a file with an object a line: p is the pattern, fl the letters of its flags. Those that the
// standard library refuses are counted only.
func readPatterns(files fs.FS, name string) (*patternSet, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	set := &patternSet{name: strings.TrimSuffix(name, ".jsonl")}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Buffer(nil, len(text)+1); lines.Scan(); {
		set.lines++
		var line struct{ P, Fl string }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("line %d: %w", set.lines, err)
		}
		if line.Fl != "" {
			line.P = "(?" + line.Fl + ")" + line.P
		}
		re, err := regexp.Compile(line.P)
		if err != nil {
			continue
		}
		subjects, err := subjectsFor(line.P)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", set.lines, err)
		}
		var spans [][]int
		for _, s := range subjects {
			spans = append(spans, re.FindStringSubmatchIndex(s))
		}
		set.patterns = append(set.patterns, line.P)
		set.subjects = append(set.subjects, subjects)
		set.spans = append(set.spans, spans)
	}
	return set, lines.Err()
}

// verify holds each engine's captures against the oracle's. It also lets the engines build what all their patterns
// share, which is no pattern's own.
func (s *patternSet) verify(engines []engine, step func(string)) error {
	for _, e := range engines {
		step("verifying, " + e.name())
		for i, pattern := range s.patterns {
			p, err := e.compile(pattern)
			if err != nil {
				return fmt.Errorf("%s: %w", e.name(), err)
			}
			f := p.finder()
			for k, subject := range s.subjects[i] {
				want, got := s.spans[i][k], f.FindStringSubmatchIndex(subject)
				if !slices.Equal(want, got) || f.MatchString(subject) != (want != nil) {
					return fmt.Errorf("%s: %q on %q: want %v, got %v", e.name(), pattern, subject, want, got)
				}
			}
		}
	}
	return nil
}

func (s *patternSet) measure(rounds int, engines []engine, step func(string)) memoryRow {
	row := memoryRow{Set: s.name, Lines: s.lines, Patterns: len(s.patterns), Subjects: len(s.patterns) * (len(realSubjects) + ownSubjects)}
	for _, spans := range s.spans {
		for _, found := range spans {
			if found != nil {
				row.Hits++
			}
		}
	}
	times := make([][]float64, len(engines))
	for k := range rounds {
		for i, e := range engines {
			step(fmt.Sprintf("compiling with %s, %d of %d", e.name(), k+1, rounds))
			runtime.GC()
			start := time.Now()
			s.compile(e, make([]finder, len(s.patterns)))
			times[i] = append(times[i], float64(time.Since(start)))
		}
	}
	for i, e := range engines {
		step("weighing " + e.name())
		f := s.weigh(e)
		f.CompileNanoseconds = median(times[i])
		row.Engines = append(row.Engines, f)
	}
	return row
}

func (s *patternSet) compile(e engine, into []finder) {
	for i, pattern := range s.patterns {
		p, err := e.compile(pattern)
		if err != nil {
			panic(err) // it compiled when it was verified
		}
		into[i] = p.finder()
	}
}

// weigh compiles all patterns and then matches with them, and tells what stays of that.
func (s *patternSet) weigh(e engine) memoryFigures {
	f := memoryFigures{Engine: e.name()}
	held := make([]finder, len(s.patterns))
	before := int64(heapInUse())
	s.compile(e, held)
	f.CompiledBytes, f.CompiledUsage = int64(heapInUse())-before, usage(held)
	s.match(held, 1)
	f.MatchedBytes, f.MatchedUsage = int64(heapInUse())-before, usage(held)
	s.match(held, oftenRounds-1)
	f.OftenBytes, f.OftenUsage = int64(heapInUse())-before, usage(held)
	runtime.KeepAlive(held)
	return f
}

// match asks for the verdict and the captures of each pattern on each of its subjects, again and again.
func (s *patternSet) match(held []finder, rounds int) {
	for i, re := range held {
		for range rounds {
			for _, subject := range s.subjects[i] {
				re.MatchString(subject)
				re.FindStringSubmatchIndex(subject)
			}
		}
	}
}

// usage sums what patterns say that they hold, or returns nil where they cannot say it.
func usage(held []finder) *int64 {
	var sum int64
	for _, re := range held {
		m, ok := re.(selfMeasuring)
		if !ok {
			return nil
		}
		sum += int64(m.MemoryUsage())
	}
	return &sum
}

// writeJSON writes the report for programs.
func (r memoryReport) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// writeMarkdown writes the report as tables that are aligned for a terminal as well.
func (r memoryReport) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	all := strings.Join(r.Engines, " / ")
	ratio := r.Engines[0] + "/" + r.Engines[reference]
	fmt.Fprintf(&b, "Measured on: %s.\nA cell with %d figures holds those of %s. Kept is what stays of the heap after a garbage collection;\n"+
		"matched is after each pattern was tried on %d subjects of its own making and %d real ones, for its verdict\n"+
		"and its captures; often is after %d rounds of that.\n",
		r.Machine, len(r.Engines), all, ownSubjects, len(realSubjects), oftenRounds)

	kept := [][]string{{"patterns", "number", "state", "kept, KB", ratio, "own count, KB", "kept a pattern, bytes"}}
	compile := [][]string{{"patterns", "in the file", "compile", "subjects", "hits", "compile time, ms", ratio}}
	for _, row := range r.Rows {
		each := func(figure func(memoryFigures) string) string {
			var s []string
			for _, f := range row.Engines {
				s = append(s, figure(f))
			}
			return strings.Join(s, " / ")
		}
		against := func(figure func(memoryFigures) float64) string {
			return fmt.Sprintf("%.2f", figure(row.Engines[0])/figure(row.Engines[reference]))
		}
		for _, state := range []struct {
			name  string
			bytes func(memoryFigures) int64
			usage *int64
		}{
			{"compiled", func(f memoryFigures) int64 { return f.CompiledBytes }, row.Engines[0].CompiledUsage},
			{"matched", func(f memoryFigures) int64 { return f.MatchedBytes }, row.Engines[0].MatchedUsage},
			{"often", func(f memoryFigures) int64 { return f.OftenBytes }, row.Engines[0].OftenUsage},
		} {
			own := "-"
			if state.usage != nil {
				own = kilobytes(*state.usage)
			}
			kept = append(kept, []string{row.Set, fmt.Sprint(row.Patterns), state.name,
				each(func(f memoryFigures) string { return kilobytes(state.bytes(f)) }),
				against(func(f memoryFigures) float64 { return float64(state.bytes(f)) }),
				own,
				each(func(f memoryFigures) string { return fmt.Sprint(state.bytes(f) / int64(max(1, row.Patterns))) })})
		}
		compile = append(compile, []string{row.Set, fmt.Sprint(row.Lines), fmt.Sprint(row.Patterns),
			fmt.Sprint(row.Subjects), fmt.Sprint(row.Hits),
			each(func(f memoryFigures) string { return short(f.CompileNanoseconds / 1e6) }),
			against(func(f memoryFigures) float64 { return f.CompileNanoseconds })})
	}
	writeTable(&b, "Bytes kept by sets of real patterns", kept)
	writeTable(&b, "Compiling sets of real patterns", compile)
	_, err := io.WriteString(w, b.String())
	return err
}

// kilobytes writes thousands of bytes.
func kilobytes(bytes int64) string { return fmt.Sprintf("%.0f", float64(bytes)/1000) }
