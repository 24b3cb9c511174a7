// Command bench measures this project beside the standard library and github.com/grafana/regexp, on
// the operations of the systems it learns from: a proxy's path and host rules, its address checks, and
// git's grep.
//
// Each case declares its answer. A case that some engine answers otherwise is not timed: the message names the
// case, the engine and both answers, and the exit status is 1. Allocations are counted in runs that time
// nothing. Engines take turns within one run, so that ratios hold where absolute times do not.
//
//	go run ./bench                 # the table, in a minute or two
//	go run ./bench -quick          # coarse figures in seconds
//	go run ./bench -run 'captures' # some cases
//	go test -bench . ./bench       # the same cases, for benchstat
//
// What it is biased toward: subjects of 20 to 40 bytes, ASCII, one goroutine, warm caches. Nothing imports
// this package; the tests of other packages may import its sub-package corpus.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	filter := flags.String("run", "", "measure only the cases whose name matches this `regexp`")
	jsonFile := flags.String("json", "", "write JSON to this `file`; - is standard output, instead of the table")
	markdownFile := flags.String("md", "", "write the table, which is Markdown, to this `file` too; - is standard output")
	samples := flags.Int("samples", 15, "samples of each case on each engine, at most 3 of a grep; the median is reported")
	quick := flags.Bool("quick", false, "at most three, shorter samples and a small text: for development, not for claims")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *samples < 1 {
		return fmt.Errorf("-samples is %d, want at least 1", *samples)
	}
	wanted, err := regexp.Compile(*filter)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	p := plan{samples: *samples, grepSamples: min(*samples, 3), sample: 4 * time.Millisecond, textBytes: 10_000_000}
	if *quick {
		p = plan{samples: min(*samples, 3), grepSamples: 1, sample: time.Millisecond, textBytes: 1_000_000}
	}
	var chosen []benchCase
	for _, c := range cases() {
		if wanted.MatchString(c.name) {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("-run %s: no case has such a name", *filter)
	}
	// What was measured is written even where other cases were refused.
	r, err := measureAll(p, chosen, engines)
	if len(r.Rows) == 0 {
		return err
	}
	if *jsonFile != "-" && *markdownFile != "-" {
		err = errors.Join(err, r.writeMarkdown(stdout))
	}
	return errors.Join(err, write(*jsonFile, stdout, r.writeJSON), write(*markdownFile, stdout, r.writeMarkdown))
}

// write hands content the named file, or standard output for "-", and does nothing without a name.
func write(name string, stdout io.Writer, content func(io.Writer) error) error {
	switch name {
	case "":
		return nil
	case "-":
		return content(stdout)
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(content(f), f.Close())
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
