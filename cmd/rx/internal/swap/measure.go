package swap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// Row is a benchmark before and after the change.
type Row struct {
	Package, Name string
	Unit          string // sec/op, B/op, allocs/op, ...
	Before, After benchmath.Summary
	Compared      benchmath.Comparison
}

// Ratio is the time after the change as a share of the one before.
func (r Row) Ratio() float64 { return r.After.Center / r.Before.Center }

// Run says what Measure runs.
type Run struct {
	Bench string // the benchmarks, as go test -bench takes them
	Time  string // of each, as go test -benchtime takes it
	Count int    // runs of each side
}

// Measure runs the benchmarks of the packages that change, before and after in turn. The changed files are laid over those on disk,
// which stay as they are. Progress gets a line a run.
func (p *Plan) Measure(folder string, run Run, progress io.Writer) ([]Row, error) {
	temp, err := os.MkdirTemp("", "rx-swap")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	replace := map[string]string{}
	for i, f := range p.Files {
		replace[f.Path] = filepath.Join(temp, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(replace[f.Path], f.Text, 0o600); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlay := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return nil, err
	}
	var found samples
	for i := range run.Count {
		for side, name := range [...]string{"before", "after"} {
			fmt.Fprintf(progress, "run %d of %d, %s\n", i+1, run.Count, name)
			args := []string{"test", "-run=^$", "-bench=" + run.Bench, "-benchtime=" + run.Time, "-benchmem"}
			if side == 1 {
				args = append(args, "-overlay="+overlay)
			}
			cmd := exec.Command("go", append(args, p.Packages...)...)
			cmd.Dir = folder
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			if err := cmd.Run(); err != nil {
				return nil, fmt.Errorf("go test %s: %v\n%s%s", name, err, out.Bytes(), errs.Bytes())
			}
			if err := found.read(&out, side); err != nil {
				return nil, err
			}
		}
	}
	return found.rows(), nil
}

// samples are measured values, in the order in which they were first seen.
type samples struct {
	keys   []key
	values map[key]*[2][]float64
}

type key struct{ pkg, name, unit string }

// read takes the results of one run.
func (s *samples) read(r io.Reader, side int) error {
	if s.values == nil {
		s.values = map[key]*[2][]float64{}
	}
	results := benchfmt.NewReader(r, "go test")
	for results.Scan() {
		result, ok := results.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		for _, v := range result.Values {
			k := key{result.GetConfig("pkg"), string(result.Name), v.Unit}
			if s.values[k] == nil {
				s.keys = append(s.keys, k)
				s.values[k] = new([2][]float64)
			}
			s.values[k][side] = append(s.values[k][side], v.Value)
		}
	}
	return results.Err()
}

// rows compares what was measured on both sides. The test is benchstat's: Mann and Whitney's U.
func (s *samples) rows() []Row {
	var rows []Row
	for _, k := range s.keys {
		v := s.values[k]
		if len(v[0]) == 0 || len(v[1]) == 0 {
			continue
		}
		limits := benchmath.DefaultThresholds
		before, after := benchmath.NewSample(v[0], &limits), benchmath.NewSample(v[1], &limits)
		rows = append(rows, Row{
			Package: k.pkg, Name: k.name, Unit: k.unit,
			Before:   benchmath.AssumeNothing.Summary(before, 0.95),
			After:    benchmath.AssumeNothing.Summary(after, 0.95),
			Compared: benchmath.AssumeNothing.Compare(before, after),
		})
	}
	return rows
}
