// Package linear answers patterns of package jitstack in linear time, where that can be done.
//
// A pattern that is regular is handed to the engine, whole, in the standard syntax: print.go has what differs between the
// two languages. A pattern with lookaround is handed to the engine, too, where the subject shows what each assertion comes to:
// variants.go. For the rest there is a backtracker that remembers what has failed, and knows where assertions hold: match.go. A
// pattern with backreferences, calls, verbs, conditions on groups, \C or \X is not for this package; neither is what would take
// more memory than a bound. Package jitstack backtracks then.
package linear

import (
	"fmt"
	stdsyntax "regexp/syntax"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/arenaregexp/regexp/engine"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
	"github.com/arenaregexp/regexp/jitstack/internal/watch"
)

// Matcher is a pattern that can be matched in linear time. It is immutable to its users and safe for concurrent use.
type Matcher struct {
	whole    *engine.Engine       // the pattern, nil if it is not regular
	runs     []int                // of whole; see cut
	newline  lastNewline          // what a newline at the end of the subject changes
	anchored bool                 // matches begin where the search does
	begin    bool                 // matches begin where the subject does
	prefix   string               // if so, they begin with this
	notEmpty bool                 // an empty match is none, and there can be empty matches
	patience int                  // as in a machine
	root     *syntax.Node         // the reduced tree, for what is made later
	facts    []fact               // of the assertions, if variants are of use
	numbers  map[*syntax.Node]int // of the assertions, in facts
	mu       sync.Mutex           // held while something is built
	code     atomic.Pointer[code] // of the backtracker
	superset atomic.Pointer[filter]
	variants [maxVariants]atomic.Pointer[variant]
}

// New prepares a pattern, or returns nil where it cannot be matched in linear time.
func New(t *syntax.Tree) *Matcher {
	m := prepare(t)
	switch {
	case m == nil:
	case m.whole != nil && m.newline == alike:
		m.root = nil // nothing will be made from it
	case m.whole == nil && m.program() == nil:
		return nil
	}
	return m
}

// prepare is New without what only the pattern as a whole decides.
func prepare(t *syntax.Tree) *Matcher {
	root, ok := reduce(t.Root, 0)
	if !ok {
		return nil
	}
	if t.Flags&syntax.EndAnchored != 0 {
		root = concat(root, theEnd)
	}
	m := &Matcher{patience: patience, anchored: t.Flags&syntax.Anchored != 0}
	m.notEmpty = t.Flags&syntax.NotEmpty != 0 && nullable(root)
	r := relaxer{notEmpty: m.notEmpty}
	root = r.relax(root, nil)
	if contains(root, syntax.OpKeep) && t.Flags&syntax.NotEmpty != 0 {
		return nil // what is empty is then not known from where the attempt began
	}
	m.root = root
	m.newline = aboutLastNewline(root)
	m.examine()
	if !contains(root, syntax.OpLook) && !m.notEmpty {
		var p printer
		if expr := p.print(root); p.same {
			m.whole, _ = compileEngine(expr)
			m.runs = p.runs
		}
	}
	return m
}

func compileEngine(expr string) (*engine.Engine, error) {
	return engine.Compile(expr, stdsyntax.Perl, false)
}

// Search looks for a match that begins at pos or, unless anchored, at the first position from pos on that has one. The text before
// pos is context. len(caps) says what is wanted, as in [engine.Engine.Search]: 0 the verdict, 2 the span, 2*k the spans of the
// first k groups. After a match all of caps is filled, with -1 for groups that took no part; after a miss its contents are
// unspecified.
//
// It is not decided where that would take more than 4 MiB of scratch or more than linear time, groups in a lookbehind are wanted, or
// a subject of more than 64 MiB is not the engine's: then matched is false and means nothing. Nothing is allocated, but for what the
// first searches build.
func (m *Matcher) Search(s string, pos int, anchored bool, caps []int) (matched, decided bool) {
	return m.SearchCounting(s, pos, anchored, caps, new(Cost))
}

// Cost is what searches have taken together, and what may end them early.
type Cost struct {
	Spent int          // steps, as those of package backtrack
	Watch *watch.Watch // nil without; a search that it ends is undecided
}

// SearchCounting is Search that adds what it took to cost. Each search is linear in the subject, but a search for each of many matches
// need not be. What the engine does for a regular pattern is not counted.
func (m *Matcher) SearchCounting(s string, pos int, anchored bool, caps []int, cost *Cost) (matched, decided bool) {
	anchored = anchored || m.anchored
	if m.whole == nil || m.newline != alike && endsInNewline(s) {
		return m.searchOther(s, pos, anchored, caps, cost)
	}
	return m.searchWhole(s, pos, anchored, caps), true
}

// searchWhole is Search by the engine for the whole pattern.
func (m *Matcher) searchWhole(s string, pos int, anchored bool, caps []int) bool {
	how := engine.Unanchored
	if anchored {
		how = engine.Anchored
	}
	if !m.whole.Search(s, pos, how, caps) {
		return false
	}
	if m.runs != nil {
		cut(s, caps, m.runs)
	}
	return true
}

// searchOther is Search for what the engine cannot answer alone.
func (m *Matcher) searchOther(s string, pos int, anchored bool, caps []int, cost *Cost) (matched, decided bool) {
	if m.whole != nil {
		if matched, decided = m.searchLine(s, pos, anchored, caps); decided {
			return matched, true
		}
	}
	if m.begin {
		if pos != 0 || !strings.HasPrefix(s, m.prefix) {
			return false, true
		}
		anchored = true
		if v := m.variant(s); v != nil && v.engine != nil && len(caps) <= v.slots {
			matched = v.engine.Search(s, 0, engine.Anchored, caps)
			if matched && v.runs != nil {
				cut(s, caps, v.runs)
			}
			return matched, true
		}
	}
	return m.backtrack(s, pos, anchored, caps, cost)
}

// program returns the program of the backtracker, made when it is first needed, or nil where it would be too large.
func (m *Matcher) program() *code {
	c := m.code.Load()
	if c == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		if c = m.code.Load(); c == nil {
			c = compile(m.root)
			m.code.Store(c)
		}
	}
	if c.insts == nil {
		return nil
	}
	return c
}

// filter says where matches can begin.
type filter struct {
	engine *engine.Engine // matches wherever the pattern does; nil where there is no such engine
	exact  bool           // and nowhere else
	local  bool           // it looks not much further than to where its match ends
}

// filter returns the filter of the pattern, made when it is first needed.
func (m *Matcher) filter() *filter {
	f := m.superset.Load()
	if f == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		if f = m.superset.Load(); f == nil {
			p := printer{bare: true, loose: true}
			f = new(filter)
			f.engine, _ = compileEngine(p.print(m.root))
			f.exact = p.verdict && !m.notEmpty
			f.local = bounded(m.root)
			m.superset.Store(f)
		}
	}
	return f
}

// contains reports whether n has a node of the given kind.
func contains(n *syntax.Node, op syntax.Op) bool {
	if n.Op == op {
		return true
	}
	for _, sub := range n.Subs {
		if contains(sub, op) {
			return true
		}
	}
	return false
}

// bounded reports whether matches of n have a greatest length.
func bounded(n *syntax.Node) bool {
	if n.Op == syntax.OpRepeat && n.Max == syntax.Unbounded {
		return false
	}
	for _, sub := range n.Subs {
		if !bounded(sub) {
			return false
		}
	}
	return true
}

// Explain tells in words how the pattern is searched, a line a fact.
func (m *Matcher) Explain() string {
	var b strings.Builder
	if m.whole != nil {
		b.WriteString("regular")
		if m.newline != alike {
			b.WriteString(", mostly: where the subject ends in a newline, a backtracker that remembers failures may have to tell")
		}
		b.WriteByte('\n')
		b.WriteString(m.whole.Explain())
		return b.String()
	}
	if len(m.facts) > 0 {
		b.WriteString("regular where the subject settles the assertions, each by one search\n")
	}
	c := m.program()
	fmt.Fprintf(&b, "backtracker that remembers failures: %d instructions, %d of them remembered\n", len(c.insts), c.joins)
	for i := range c.looks {
		l := &c.looks[i]
		fmt.Fprintf(&b, "assertion %d: ", i)
		switch {
		case l.slot != noSlot:
			b.WriteString("matched where it is met, with its groups; a table without them\n")
		case l.atomic:
			b.WriteString("matched where it is met\n")
		default:
			b.WriteString("matched where it is met; a table where that is cheaper\n")
		}
	}
	return b.String()
}

// MemoryUsage returns about how many bytes the pattern holds, what searches have built since included.
func (m *Matcher) MemoryUsage() int {
	n := int(unsafe.Sizeof(*m)) + len(m.facts)*int(unsafe.Sizeof(fact{}))
	if m.root != nil {
		n += treeUsage(m.root)
	}
	if m.whole != nil {
		n += m.whole.MemoryUsage()
	}
	if c := m.code.Load(); c != nil {
		n += c.memoryUsage()
	}
	if f := m.superset.Load(); f != nil && f.engine != nil {
		n += int(unsafe.Sizeof(*f)) + f.engine.MemoryUsage()
	}
	for i := range m.facts {
		if e := m.facts[i].body; e != nil {
			n += e.MemoryUsage()
		}
	}
	for i := range m.variants {
		if v := m.variants[i].Load(); v != nil && v.engine != nil {
			n += v.engine.MemoryUsage()
		}
	}
	return n
}

// treeUsage returns how many bytes the nodes of a tree take.
func treeUsage(n *syntax.Node) int {
	bytes := int(unsafe.Sizeof(*n)) + 4*cap(n.Runes) + 4*cap(n.Class) + 8*cap(n.Subs)
	for _, sub := range n.Subs {
		bytes += treeUsage(sub)
	}
	return bytes
}
