package engine

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
)

// MemoryUsage returns about how many bytes the pattern holds: its program, and what searches have built since. Tables that it shares
// with other patterns are not counted.
func (e *Engine) MemoryUsage() int {
	n := int(unsafe.Sizeof(*e)) + int(unsafe.Sizeof(built{})) + len(e.expr) + e.prog.MemoryUsage() + len(e.facts.Prefix) + len(e.facts.Suffix)
	for _, name := range e.names {
		n += int(unsafe.Sizeof(name)) + len(name)
	}
	b := e.lazy()
	if m := b.chain.Load(); m != nil && m != noChain {
		n += m.MemoryUsage()
	}
	n += b.runs.Load().memory()
	if m := b.onepass.Load(); m != nil && m != noOnePass {
		n += m.MemoryUsage()
	}
	if m := b.bitstate.Load(); m != nil && m != noBitState {
		n += m.MemoryUsage()
	}
	if d := b.viable.Load(); d != nil {
		n += d.MemoryUsage()
	}
	if m := b.glushkov.Load(); m != nil && m != noGlushkov {
		n += m.MemoryUsage()
	}
	if t := b.tools.Load(); t != nil {
		if t.shift != nil {
			n += int(unsafe.Sizeof(*t.shift))
		}
		n += t.words.MemoryUsage() + t.starts.MemoryUsage() + t.lead.MemoryUsage() + t.memory()
	}
	return n
}

// Explain tells in words how the pattern is searched, a line a fact: for people, and for tests that a pattern gets the plan it
// should. It makes the pattern hot: it builds what searches would build, which MemoryUsage then counts.
func (e *Engine) Explain() string {
	e.makeHot()
	var b strings.Builder
	line := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "%-11s%s\n", what+":", fmt.Sprintf(format, args...))
	}

	rule := "leftmost-first"
	if e.longest {
		rule = "leftmost-longest"
	}
	line("pattern", "%q, %s, %d groups", e.expr, rule, e.Groups()-1)
	e.asChain()
	t := e.tools()
	line("plan", "%s", e.planName(t))
	if e.lazy().runs.Load() != nil {
		line("all", "runs of a class, by blocks of %d bytes", literal.BlockBytes)
	}
	if t.words == nil && e.captureName() != "" && e.prog.Slots > 2 {
		line("captures", "%s", e.captureName())
	}
	if e.plan != planText && t.words == nil && !e.begin {
		line("begins", "%s", t.starts)
		line("led by", "%s", t.lead)
	}
	line("needs", "%s", e.needs())
	line("program", "%d instructions, %d classes", len(e.prog.Insts), len(e.prog.Classes))
	for _, a := range []struct {
		name string
		dfa  *dfa.DFA
	}{{"first", t.first}, {"longest", t.longest}, {"reverse", t.reverse}} {
		if a.dfa == nil || a.name == "longest" && e.longest {
			continue
		}
		if states := a.dfa.States(); states > 0 {
			line("automaton", "%s, %d states, %d bytes of %d, replaced %d times", a.name, states, a.dfa.MemoryUsage(), a.dfa.Budget(), a.dfa.Replaced())
		}
	}
	line("memory", "%d bytes", e.MemoryUsage())
	return b.String()
}

func (e *Engine) planName(t *tools) string {
	switch {
	case e.plan == planText:
		return fmt.Sprintf("text %q", e.facts.Prefix)
	case e.asChain() != nil && e.asChain().Ends():
		return "ends: a few texts that end the subject"
	case e.asChain() != nil:
		return "chain"
	case t.texts != nil:
		return "texts: " + t.texts.String()
	case t.words != nil:
		return "words: " + t.words.String()
	case !t.first.Usable():
		return "bit-state, since the lazy DFA gave up too often"
	case t.shift != nil:
		return "lazy DFA, verdicts by a table of shifts"
	case e.begin:
		return "lazy DFA, anchored"
	case t.lead == nil:
		return "lazy DFA"
	}
	return "lazy DFA, led to where a match can begin"
}

func (e *Engine) captureName() string {
	switch {
	case e.asChain() != nil:
		return "chain"
	case e.onePass() != nil:
		return "one-pass"
	case e.bitState() != nil:
		return "bit-state"
	}
	return "pike"
}

func (e *Engine) needs() string {
	f := &e.facts
	var needs []string
	add := func(format string, args ...any) { needs = append(needs, fmt.Sprintf(format, args...)) }
	if f.MaxLen == literal.Unbounded {
		add("%d bytes or more", f.MinLen)
	} else {
		add("%d to %d bytes", f.MinLen, f.MaxLen)
	}
	if f.Begin {
		add("the beginning of the text")
	}
	if f.Prefix != "" {
		add("%q to begin with", f.Prefix)
	}
	if f.HasRequired {
		add("the byte %q", f.Required)
	}
	if f.Suffix != "" {
		add("%q to end with", f.Suffix)
	}
	if f.End {
		add("the end of the text")
	}
	return strings.Join(needs, ", ")
}
