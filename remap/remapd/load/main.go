// Command load measures remapd beside nginx: the same rules, the same requests, the same origin, on loopback.
//
//	go run -C remap/remapd ./load                       # from the root of the repository, where nginx and wrk are installed
//	go run -C remap/remapd ./load -rules 10,1000 -samples 9
//
// A rule is a pattern of paths with two groups, which make the path that the origin is asked for. Requests go to all rules
// in turn. Before a proxy is loaded, its answers for some rules, the first and the last among them, are compared with what
// the origin must have been asked for; a run with a status of 400 or more, or a broken connection, is no result. The load
// comes from wrk, the origin is another nginx, and all of them share the machine: figures are for comparison with each
// other, and with the origin asked directly. Proxies take turns, so that what disturbs the machine for a while disturbs all
// of them.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// options are what the command line asks for.
type options struct {
	rules       []int
	connections int
	time        time.Duration
	samples     int
	nginx, wrk  string
}

func run(args []string, stdout io.Writer) error {
	o := options{rules: []int{1, 100, 10_000}}
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	flags.Func("rules", "comma-separated `numbers` of rules (default 1,100,10000)", o.setRules)
	flags.IntVar(&o.connections, "connections", 64, "connections that wrk keeps busy")
	flags.DurationVar(&o.time, "time", time.Second, "how long a sample is, in whole seconds")
	flags.IntVar(&o.samples, "samples", 5, "samples of each proxy with each number of rules; the median is reported")
	flags.StringVar(&o.nginx, "nginx", "nginx", "the nginx `program`")
	flags.StringVar(&o.wrk, "wrk", "wrk", "the wrk `program`")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	contenders, err := o.measure()
	if err != nil {
		return err
	}
	return writeTable(stdout, o, contenders)
}

func (o *options) setRules(list string) error {
	o.rules = nil
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of rules", text)
		}
		o.rules = append(o.rules, n)
	}
	return nil
}
