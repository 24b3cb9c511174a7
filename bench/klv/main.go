// Command klv lets rebar, the regex barometer (github.com/BurntSushi/rebar), measure this project: rebar starts it,
// hands it one benchmark in its KLV format on standard input, and reads samples from its standard output, a line each
// of the nanoseconds and the count.
//
//	rebar klv curated/08-words/all-english --max-time 3s --max-iters 10 | klv
//	klv --version
//
// README.md beside it tells how to register it. The models use the methods that the standard library has too, as
// rebar's program for Go does: what is measured is what a program gets that swaps its import line.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/bench/rebar"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "klv:", err)
		os.Exit(1)
	}
}

func run(args []string, stdin io.Reader, stdout io.Writer) error {
	flags := flag.NewFlagSet("klv", flag.ContinueOnError)
	wantsVersion := flags.Bool("version", false, "print the versions of the package and of Go, and measure nothing")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: the benchmark comes on standard input", flags.Arg(0))
	}
	if *wantsVersion {
		_, err := fmt.Fprintln(stdout, version())
		return err
	}
	message, err := io.ReadAll(stdin)
	if err != nil {
		return err
	}
	r, err := parse(message)
	if err != nil {
		return err
	}
	samples, err := measure(r)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(stdout)
	for _, s := range samples {
		fmt.Fprintf(out, "%d,%d\n", s.time.Nanoseconds(), s.count)
	}
	return out.Flush()
}

// version tells on one line what rebar records beside its measurements.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return v + " " + runtime.Version()
}

// A sample is one timed run.
type sample struct {
	time  time.Duration
	count int
}

// measure runs a benchmark to its limits, the runs that warm up first.
func measure(r request) ([]sample, error) {
	w, err := rebar.NewWorkload(r.model, rebar.Expression(r.pattern, r.caseInsensitive), r.haystack, compile)
	if err != nil {
		return nil, err
	}
	repeat(w, r.warm)
	return repeat(w, r.measured), nil
}

func repeat(w rebar.Workload, l limit) []sample {
	var samples []sample
	for begin := time.Now(); len(samples) < l.runs; {
		start := time.Now()
		w.Run()
		took := time.Since(start)
		samples = append(samples, sample{took, w.Count()})
		if time.Since(begin) >= l.time {
			break
		}
	}
	return samples
}

// compile returns a pattern of this project as the models want it.
func compile(pattern string) (rebar.Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err // and not a nil *Regexp in an interface
	}
	return re, nil
}
