package jitstack

import (
	"fmt"
	"strings"
)

// Explain tells in words how [Pattern.Exec] and [Pattern.ExecStack] search. The text is for people, and changes.
func (p *Pattern) Explain() string {
	var b strings.Builder
	fmt.Fprintf(&b, "pattern %q\n", p.source)
	switch {
	case p.regular == nil:
		fmt.Fprintf(&b, "Exec: backtracks, up to %d bytes of stack and %d steps\n", p.limits.StackBytes, p.limits.Steps)
	case p.direct:
		b.WriteString("Exec: in linear time\n")
	default:
		b.WriteString("Exec: backtracks for a few steps, then in linear time\n")
	}
	if p.regular != nil {
		for _, line := range strings.Split(strings.TrimSpace(p.regular.Explain()), "\n") {
			b.WriteString("  " + line + "\n")
		}
	}
	fmt.Fprintf(&b, "ExecStack: backtracks on the caller's stack: %s\n", p.prog)
	return b.String()
}
