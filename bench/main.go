// Command bench measures this project beside the standard library and github.com/grafana/regexp, on
// the operations of the systems it learns from: a proxy's path and host rules, its address checks, the
// matches of an access log, and git's grep.
//
// Each case declares its answer. A case that some engine answers otherwise is not timed: the message names the
// case, the engine and both answers, and the exit status is 1. Allocations are counted in runs that time
// nothing. Engines take turns within one run, so that ratios hold where absolute times do not.
//
//	go run ./bench                 # the table, in a few minutes
//	go run ./bench -quick          # coarse figures in seconds
//	go run ./bench -run 'captures' # some cases
//	go run ./bench -list           # their names and patterns
//	go test -bench . ./bench       # the same cases, for benchstat
//
// Other tables are measured from data that is not bundled:
//
//	go run ./bench -rebar DIR      # benchmarks in rebar's format: definitions, regexes and haystacks in DIR
//	go run ./bench -rebar DIR -rebar-filter 'curated/0[1-5]' -time 3s
//	go run ./bench -label DIR      # every path of a tree labelled with Android's rules: time and memory; a made-up tree where DIR is absent
//	go run ./bench -memory DIR     # what sets of patterns keep of the heap: *.jsonl files in DIR, p is a pattern, fl its flags
//
// Progress is told on standard error; -json and -md write files as well. The module in charts draws what -json wrote and compares it
// with an earlier run.
//
// What it is biased toward: subjects of 20 to 40 bytes and a log of 10,000, ASCII, one goroutine, warm caches. Nothing
// imports this package; the tests of other packages may import its sub-package corpus. The program in klv lets rebar
// itself measure this project.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are what the command line asks for.
type options struct {
	run, json, markdown string
	samples             int
	quick, list         bool
	rebar, rebarFilter  string
	time                time.Duration
	memory              string
	label               string
}

// A table is what a run has measured.
type table interface {
	writeJSON(io.Writer) error
	writeMarkdown(io.Writer) error
}

func run(args []string, stdout io.Writer) error {
	var o options
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	flags.StringVar(&o.run, "run", "", "measure only the cases whose name matches this `regexp`")
	flags.StringVar(&o.json, "json", "", "write JSON to this `file`; - is standard output, instead of the table")
	flags.StringVar(&o.markdown, "md", "", "write the table, which is Markdown, to this `file` too; - is standard output")
	flags.IntVar(&o.samples, "samples", 15, "samples of each case on each engine, at most 3 of a grep and of compiling a set; the median is reported")
	flags.BoolVar(&o.quick, "quick", false, "at most three, shorter samples and a small text: for development, not for claims")
	flags.BoolVar(&o.list, "list", false, "print the names, operations and patterns of the cases instead")
	flags.StringVar(&o.rebar, "rebar", "", "measure rebar's benchmarks in this `directory` instead")
	flags.StringVar(&o.rebarFilter, "rebar-filter", "", "measure only the benchmarks of -rebar whose name matches this `regexp`")
	flags.DurationVar(&o.time, "time", 1500*time.Millisecond, "how long a benchmark of -rebar is timed, on all engines together")
	flags.StringVar(&o.memory, "memory", "", "weigh the sets of patterns in this `directory` instead")
	flags.StringVar(&o.label, "label", "", "label every path of the tree in this `directory` instead; a made-up tree where it is absent")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err := o.check(); err != nil {
		return err
	}
	if o.list {
		return o.writeList(stdout)
	}
	// The files are opened first: a name that cannot be written is told before minutes of measuring.
	asJSON, err := open(o.json, stdout)
	if err != nil {
		return err
	}
	asMarkdown, err := open(o.markdown, stdout)
	if err != nil {
		return errors.Join(err, asJSON.Close())
	}
	defer asJSON.Close()
	defer asMarkdown.Close()
	t, err := o.measure()
	if t == nil {
		return err
	}
	// What was measured is written even where other cases were refused.
	if o.json != "-" && o.markdown != "-" {
		err = errors.Join(err, t.writeMarkdown(stdout))
	}
	return errors.Join(err, t.writeJSON(asJSON), t.writeMarkdown(asMarkdown), asJSON.Close(), asMarkdown.Close())
}

// writeList writes a line a case: its name, its operation and its pattern.
func (o options) writeList(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range o.cases() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.name, c.op, c.pattern())
	}
	return t.Flush()
}

// check tells what is wrong with the command line.
func (o options) check() error {
	if o.samples < 1 {
		return fmt.Errorf("-samples is %d, want at least 1", o.samples)
	}
	if o.time < 0 {
		return fmt.Errorf("-time is %v, want at least 0", o.time)
	}
	if _, err := regexp.Compile(o.run); err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if _, err := regexp.Compile(o.rebarFilter); err != nil {
		return fmt.Errorf("-rebar-filter: %w", err)
	}
	switch {
	case o.rebar != "" && o.memory != "":
		return errors.New("-rebar and -memory are two tables: ask for one")
	case o.label != "" && o.rebar+o.memory+o.run != "":
		return errors.New("-label is a table of its own: ask for one")
	case o.run != "" && o.rebar+o.memory != "":
		return errors.New("-run chooses from the bundled cases, not from those of -rebar or -memory")
	case o.rebarFilter != "" && o.rebar == "":
		return errors.New("-rebar-filter chooses from the benchmarks of -rebar")
	case o.rebar+o.label+o.memory == "" && len(o.cases()) == 0:
		return fmt.Errorf("-run %s: no case has such a name", o.run)
	}
	return nil
}

// cases are those of the bundled ones that -run chooses.
func (o options) cases() (chosen []benchCase) {
	filter := regexp.MustCompile(o.run)
	for _, c := range cases() {
		if filter.MatchString(c.name) {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// measure measures what options without a fault say. The table is nil where nothing was measured; the error names what was refused.
func (o options) measure() (table, error) {
	switch {
	case o.rebar != "":
		if o.quick {
			o.time = min(o.time, 200*time.Millisecond)
		}
		r, err := measureRebar(os.DirFS(o.rebar), regexp.MustCompile(o.rebarFilter), o.time, engines)
		if len(r.Rows)+len(r.Skipped) == 0 {
			return nil, err
		}
		return r, err
	case o.label != "":
		r, err := measureLabels(o.label, engines)
		if len(r.Rows) == 0 {
			return nil, err
		}
		return r, err
	case o.memory != "":
		rounds := min(o.samples, 3)
		if o.quick {
			rounds = 1
		}
		r, err := measureMemory(os.DirFS(o.memory), rounds, engines)
		if len(r.Rows) == 0 {
			return nil, err
		}
		return r, err
	}
	p := plan{samples: o.samples, grepSamples: min(o.samples, 3), sample: 4 * time.Millisecond, textBytes: 10_000_000}
	if o.quick {
		p = plan{samples: min(o.samples, 3), grepSamples: 1, sample: time.Millisecond, textBytes: 1_000_000}
	}
	r, err := measureAll(p, o.cases(), engines)
	r.Quick = o.quick
	if len(r.Rows) == 0 {
		return nil, err
	}
	return r, err
}

// open creates the named file. It is standard output for "-", and takes what it gets without a name.
func open(name string, stdout io.Writer) (io.WriteCloser, error) {
	switch name {
	case "":
		return unclosed{io.Discard}, nil
	case "-":
		return unclosed{stdout}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &closedOnce{File: f}, nil
}

// unclosed is a writer that somebody else closes.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// closedOnce is a file whose Close may be called again.
type closedOnce struct {
	*os.File
	closed bool
}

func (f *closedOnce) Close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	return f.File.Close()
}

// measureAll measures the cases that all engines answer as declared; the error names the others.
func measureAll(p plan, chosen []benchCase, engines []engine) (report, error) {
	r := report{Machine: thisMachine(), Engines: names(engines)}
	var refused []error
	var text string
	progress := newProgress(len(chosen))
	defer progress.clear()
	for _, c := range chosen {
		progress.begin(c.name)
		if c.op == opGrep && text == "" {
			progress.step("reading Go's source")
			var err error
			if text, err = goSource(p.textBytes); err != nil {
				return r, errors.Join(append(refused, err)...)
			}
			r.GrepBytes, r.GrepLines = len(text), strings.Count(text, "\n")
		}
		row, err := p.measure(c, engines, text, progress.step)
		if err != nil {
			refused = append(refused, err)
			continue
		}
		r.Rows = append(r.Rows, row)
	}
	if refused != nil {
		return r, fmt.Errorf("%d of %d cases not timed, since their answers differ:\n%w", len(refused), len(chosen), errors.Join(refused...))
	}
	return r, nil
}
