package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// A report is what bench -json writes of its own cases.
type report struct {
	Machine struct {
		CPU        string `json:"cpu"`
		OS         string `json:"goos"`
		Arch       string `json:"goarch"`
		Go         string `json:"go"`
		GOMAXPROCS int    `json:"gomaxprocs"`
	} `json:"machine"`
	Quick   bool     `json:"quick"`
	Engines []string `json:"engines"`
	Rows    []row    `json:"rows"`
}

// A row is one case on all engines.
type row struct {
	Case    string    `json:"case"`
	Op      string    `json:"op"`
	Pattern string    `json:"pattern"`
	Engines []figures `json:"engines"`
}

// figures are those of one engine.
type figures struct {
	Engine      string    `json:"engine"`
	Nanoseconds float64   `json:"ns_per_op"`
	Samples     []float64 `json:"samples_ns"`
}

// read reads a report and keeps the cases whose name matches.
func read(path string, filter *regexp.Regexp) (*report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.Rows = slices.DeleteFunc(r.Rows, func(r row) bool { return !filter.MatchString(r.Case) })
	if len(r.Rows) == 0 {
		return nil, fmt.Errorf("%s: no case of bench in it that -run chooses", path)
	}
	for _, row := range r.Rows {
		if len(row.Engines) != len(r.Engines) {
			return nil, fmt.Errorf("%s: %s has %d engines, want %d", path, row.Case, len(row.Engines), len(r.Engines))
		}
		for _, f := range row.Engines {
			if !(f.Nanoseconds > 0) {
				return nil, fmt.Errorf("%s: %s on %s takes %v ns, want more than 0", path, row.Case, f.Engine, f.Nanoseconds)
			}
		}
	}
	return &r, nil
}

// ops are the operations of a report, in order.
func (r *report) ops() (ops []string) {
	for _, row := range r.Rows {
		if !slices.Contains(ops, row.Op) {
			ops = append(ops, row.Op)
		}
	}
	return ops
}

// Where says where the figures come from.
func (r *report) Where() string {
	m := r.Machine
	s := fmt.Sprintf("%s, %s/%s, %s, %d processors", m.CPU, m.OS, m.Arch, m.Go, m.GOMAXPROCS)
	if r.Quick {
		s += "; coarse figures (-quick)"
	}
	return strings.TrimPrefix(s, ", ")
}
