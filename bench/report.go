package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// A report is the result of one run on one machine.
type report struct {
	Machine   machine  `json:"machine"`
	Quick     bool     `json:"quick,omitempty"` // coarse figures, from few and short samples
	Engines   []string `json:"engines"`
	GrepBytes int      `json:"grep_text_bytes,omitempty"`
	GrepLines int      `json:"grep_text_lines,omitempty"`
	Rows      []row    `json:"rows"`
}

// A row is one case on all engines, in the order of the list of engines.
type row struct {
	Case    string    `json:"case"`
	Op      op        `json:"op"`
	Pattern string    `json:"pattern"`
	Answer  string    `json:"answer"` // verified before it was timed
	Ratio   float64   `json:"ratio"`  // time of the first engine to the reference
	Engines []figures `json:"engines"`
}

// A machine says where figures come from.
type machine struct {
	CPU        string `json:"cpu,omitempty"` // as /proc/cpuinfo names it, where there is one
	OS         string `json:"goos"`
	Arch       string `json:"goarch"`
	Go         string `json:"go"`
	GOMAXPROCS int    `json:"gomaxprocs"`
}

func thisMachine() machine {
	return machine{cpuModel(), runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.GOMAXPROCS(0)}
}

func cpuModel() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func (m machine) String() string {
	s := fmt.Sprintf("%s/%s, %s, GOMAXPROCS=%d", m.OS, m.Arch, m.Go, m.GOMAXPROCS)
	if m.CPU != "" {
		s = m.CPU + ", " + s
	}
	return s
}

// writeJSON writes the report for programs.
func (r report) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// A column is a heading and how a row fills it.
type column struct {
	heading string
	cell    func(row) string
}

// writeMarkdown writes the report as tables that are aligned for a terminal as well.
func (r report) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on: %s.\nTimes are medians. A cell with %d figures holds those of %s.\n", r.Machine, len(r.Engines), strings.Join(r.Engines, " / "))
	b.WriteString("The spread is the distance of the quartiles as a share of the median.\n")
	if r.Quick {
		b.WriteString("Coarse figures, from few and short samples (-quick): for development, not for claims.\n")
	}

	compile := r.columns("ns", 1, column{"bytes kept", list(func(f figures) string { return optional(f.KeptBytes) })})
	match := r.columns("ns", 1, column{"allocs after GC", list(func(f figures) string { return optional(f.FirstAfterGC) })})
	search := r.columns("ms", 1e6,
		column{"MB/s", list(func(f figures) string { return short(*f.MegabytesASec) })},
		column{"answer", func(r row) string { return r.Answer }})

	text := r.columns("µs", 1e3, column{"answer", func(r row) string { return r.Answer }})

	r.section(&b, "Compile and copy", compile, opCompile, opCopy)
	r.section(&b, "Compile and match once", r.columns("ns", 1), opOnce)
	r.section(&b, "Match", match, opVerdict, opSpan, opSubmatch, opFresh, opReused, opFirst)
	r.section(&b, "The first of many patterns, a subject: as a set, or in order", match, opSetFirst)
	r.section(&b, "Rewrite a URL by a proxy's rules: as a table, or in order", match, opRewrite)
	r.section(&b, "Compile many patterns", r.columns("ms", 1e6, column{"bytes kept", list(func(f figures) string { return optional(f.KeptBytes) })}), opSetCompile, opSetCompileAlone)
	r.section(&b, fmt.Sprintf("All matches of a log, %d bytes, %d lines", len(accessLog.text), logLines), text,
		opFindAll, opFindAllAppend, opFindAllSubmatch, opReplace, opReplaceAppend)
	r.section(&b, fmt.Sprintf("Grep of Go's own source, %d bytes, %d lines", r.GrepBytes, r.GrepLines), search, opGrep)
	_, err := io.WriteString(w, b.String())
	return err
}

// columns returns the columns that all sections share, times in a unit of so many nanoseconds, and then more.
func (r report) columns(unit string, nanoseconds float64, more ...column) []column {
	cols := []column{{"operation", func(r row) string { return r.Case }}}
	for i, name := range r.Engines {
		cols = append(cols, column{name + " " + unit, func(r row) string { return short(r.Engines[i].Nanoseconds / nanoseconds) }})
	}
	return append(append(cols,
		column{r.Engines[0] + "/" + r.Engines[1], func(r row) string { return ratio(r.Ratio) }},
		column{"spread", list(func(f figures) string { return fmt.Sprintf("%.0f%%", 100*spread(f.Samples)) })},
		column{"allocs/op", list(func(f figures) string { return fmt.Sprint(f.Allocations) })},
		column{"B/op", list(func(f figures) string { return fmt.Sprint(f.Bytes) })}), more...)
}

// ratio writes a ratio with three digits that tell something.
func ratio(x float64) string {
	if x < 0.1 {
		return fmt.Sprintf("%.*f", 2-int(math.Floor(math.Log10(max(x, 1e-9)))), x)
	}
	return fmt.Sprintf("%.3f", x)
}

// list returns a cell with one figure of each engine.
func list(figure func(figures) string) func(row) string {
	return func(r row) string {
		var s []string
		for _, f := range r.Engines {
			s = append(s, figure(f))
		}
		return strings.Join(s, " / ")
	}
}

func optional(n *int64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

// short writes three digits or, from a hundred on, whole numbers.
func short(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// section writes a heading and a table of the rows of some operations, or nothing where there are none.
func (r report) section(b *strings.Builder, heading string, cols []column, ops ...op) {
	lines := [][]string{nil}
	for _, c := range cols {
		lines[0] = append(lines[0], c.heading)
	}
	for _, row := range r.Rows {
		if slices.Contains(ops, row.Op) {
			var line []string
			for _, c := range cols {
				line = append(line, c.cell(row))
			}
			lines = append(lines, line)
		}
	}
	writeTable(b, heading, lines)
}

// writeTable writes a heading and a table whose first line names the columns, or nothing where that is all. It is
// Markdown, aligned for a terminal.
func writeTable(b *strings.Builder, heading string, lines [][]string) {
	if len(lines) == 1 {
		return
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	rules := make([]string, len(widths))
	for i, w := range widths {
		if rules[i] = strings.Repeat("-", w); i > 0 {
			rules[i] = rules[i][1:] + ":"
		}
	}
	fmt.Fprintf(b, "\n### %s\n\n", heading)
	for _, line := range slices.Insert(slices.Clone(lines), 1, rules) {
		for i, cell := range line {
			if i == 0 {
				fmt.Fprintf(b, "| %-*s ", widths[i], cell)
			} else {
				fmt.Fprintf(b, "| %*s ", widths[i], cell)
			}
		}
		b.WriteString("|\n")
	}
}
