// Command load measures remapd beside nginx: the same rules, the same requests, the same origin, on loopback.
//
//	go run ./remap/remapd/load                          # from the root of the repository, where nginx and wrk are installed
//	go run ./remap/remapd/load -rules 10,1000 -time 2s
//
// A rule is a pattern of paths with two groups, which make the path that the origin is asked for. Requests go to all rules in turn. Before
// a proxy is loaded, its answers for some rules, the first and the last among them, are compared with what the origin must have been asked for; a
// run with an answer other than 200, or a broken connection, is no result. The load comes from wrk, the origin is another nginx, and all of them share
// the machine: figures are for comparison with each other, and with the origin asked directly.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
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
	nginx, wrk  string
}

func run(args []string, stdout io.Writer) error {
	o := options{rules: []int{1, 100, 10_000}}
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	flags.Func("rules", "comma-separated `numbers` of rules (default 1,100,10000)", o.setRules)
	flags.IntVar(&o.connections, "connections", 64, "connections that wrk keeps busy")
	flags.DurationVar(&o.time, "time", 5*time.Second, "how long each proxy is loaded with each number of rules")
	flags.StringVar(&o.nginx, "nginx", "nginx", "the nginx `program`")
	flags.StringVar(&o.wrk, "wrk", "wrk", "the wrk `program`")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	rows, err := o.measure()
	if err != nil {
		return err
	}
	return writeTable(stdout, o, rows)
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

// A row is one proxy with one number of rules.
type row struct {
	rules int // 0 for the origin alone
	proxy string
	result
}

// measure loads the origin alone and then, for each number of rules, each proxy.
func (o options) measure() (rows []row, err error) {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	remapd, err := buildRemapd(dir)
	if err != nil {
		return nil, err
	}
	origin, err := startOrigin(dir, o.nginx)
	if err != nil {
		return nil, err
	}
	defer origin.stop()
	direct, err := o.load(dir, origin.address, 1)
	if err != nil {
		return nil, err
	}
	rows = append(rows, row{0, "none: the origin itself", direct})
	for _, n := range o.rules {
		for _, p := range []struct {
			name  string
			start func() (*server, error)
		}{
			{"remapd", func() (*server, error) { return startRemapd(dir, remapd, origin.address, n) }},
			{"nginx", func() (*server, error) { return startNginx(dir, o.nginx, origin.address, n) }},
		} {
			r, err := o.measureProxy(dir, n, p.start)
			if err != nil {
				return nil, fmt.Errorf("%s, %d rules: %w", p.name, n, err)
			}
			rows = append(rows, row{n, p.name, r})
		}
	}
	return rows, nil
}

func (o options) measureProxy(dir string, rules int, start func() (*server, error)) (result, error) {
	s, err := start()
	if err != nil {
		return result{}, err
	}
	defer s.stop()
	if err := verify(s.address, rules); err != nil {
		return result{}, err
	}
	return o.load(dir, s.address, rules)
}

// writeTable writes the rows in Markdown.
func writeTable(w io.Writer, o options, rows []row) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s, %d cores, %s/%s, %s; %d connections, %v each.\n\n", cpuModel(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version(), o.connections, o.time)
	b.WriteString("| rules | proxy | requests a second | p50, ms | p99, ms |\n| ---: | --- | ---: | ---: | ---: |\n")
	for _, r := range rows {
		rules := "-"
		if r.rules > 0 {
			rules = strconv.Itoa(r.rules)
		}
		fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f | %.2f |\n", rules, r.proxy, r.perSecond, r.p50, r.p99)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cpuModel returns the name that Linux has for the processor.
func cpuModel() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "a processor without a name"
}
