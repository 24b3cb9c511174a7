package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// writeTable writes the medians as a table in Markdown.
func writeTable(w io.Writer, o options, contenders []*contender) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s, %d cores, %s/%s, %s; %d connections, medians of %d samples of %v.\n\n",
		cpuModel(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), o.connections, o.samples, o.time)
	b.WriteString("| rules | proxy | requests a second | p50, ms | p99, ms |\n| ---: | --- | ---: | ---: | ---: |\n")
	for _, c := range contenders {
		rules := "-"
		if c.rules > 0 {
			rules = strconv.Itoa(c.rules)
		}
		r := median(c.samples)
		fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f | %.2f |\n", rules, c.proxy, r.perSecond, r.p50, r.p99)
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
