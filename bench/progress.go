package main

import (
	"fmt"
	"os"
)

// progress tells on standard error what runs: in one line that is rewritten on a terminal, else in a
// line for each case.
type progress struct {
	terminal    bool
	done, total int
	name        string
}

func newProgress(total int) *progress {
	info, err := os.Stderr.Stat()
	return &progress{terminal: err == nil && info.Mode()&os.ModeCharDevice != 0, total: total}
}

// begin announces the next case.
func (p *progress) begin(name string) {
	p.done++
	p.name = name
	if !p.terminal {
		fmt.Fprintf(os.Stderr, "[%d/%d] %s\n", p.done, p.total, name)
	}
}

// step tells what is done of the case, on a terminal only.
func (p *progress) step(what string) {
	if p.terminal {
		fmt.Fprintf(os.Stderr, "\r\x1b[K[%d/%d] %s: %s", p.done, p.total, p.name, what)
	}
}

// clear removes the line, so that something else can be written.
func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
