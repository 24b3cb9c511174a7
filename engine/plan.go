package engine

import (
	"strings"
	"sync/atomic"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine/internal/bitstate"
	"github.com/arenaregexp/regexp/engine/internal/onepass"
	"github.com/arenaregexp/regexp/engine/internal/pike"
	"github.com/arenaregexp/regexp/internal/literal"
)

// A Matcher is one of the ways to run a pattern.
type Matcher uint8

const (
	Literal Matcher = iota
	Chain
	LazyDFA
	OnePass
	BitState
	Pike
)

// Matchers lists every matcher.
func Matchers() []Matcher { return []Matcher{Literal, Chain, LazyDFA, OnePass, BitState, Pike} }

func (m Matcher) String() string {
	return [...]string{"literal", "chain", "lazy-dfa", "one-pass", "bit-state", "pike"}[m]
}

// plan is what Search does with a pattern. The first of these that the facts allow is taken:
//
//	plan      the pattern                                     searched by
//	literal   is one text, with ^ and $ or not, no groups     strings.Index, a comparison
//	chain     is a chain (package chain)                      chain; when its budget is spent, as program
//	program   is anything else                                necessities first (searchProgram), then, if the
//	                                                          search is anchored and the pattern is one-pass,
//	                                                          one-pass; else bit-state, and pike for what
//	                                                          outruns its window
//	forced    was given to Force                              that matcher, where it can answer; else pike
type plan uint8

const (
	planProgram plan = iota
	planLiteral
	planChain
	planForced
)

func (e *Engine) choose() plan {
	switch {
	case e.wholeLiteral():
		return planLiteral
	case e.chain != nil:
		return planChain
	}
	return planProgram
}

func (e *Engine) wholeLiteral() bool { return e.facts.Whole && e.prog.Slots == 2 }

// built holds what matchers need beyond the program, made when it is first needed. Goroutines that need the same
// thing at the same moment may each make it; one of them wins.
//
// An engine keeps it beyond the length of an empty slice, where reflect.DeepEqual does not look: two compilations of one
// pattern stay equal when one of them has matched.
type built struct {
	starts   atomic.Pointer[literal.Starts]
	automata atomic.Pointer[automata]
	onepass  atomic.Pointer[onepass.Matcher] // noOnePass where the pattern is not one-pass
	bitstate atomic.Pointer[bitstate.Matcher]
}

func (e *Engine) lazy() *built { return &e.hidden[:1][0] }

var (
	noOnePass  = new(onepass.Matcher)
	noBitState = new(bitstate.Matcher)
)

func (e *Engine) starts() *literal.Starts {
	b := e.lazy()
	if t := b.starts.Load(); t != nil {
		return t
	}
	first := e.prog.Firsts()[e.prog.Start]
	b.starts.CompareAndSwap(nil, literal.NewStarts(e.facts.Prefix, &first))
	return b.starts.Load()
}

// onePass returns nil where the pattern is not one-pass.
func (e *Engine) onePass() *onepass.Matcher {
	b := e.lazy()
	m := b.onepass.Load()
	if m == nil {
		if m = onepass.New(e.prog, e.longest); m == nil {
			m = noOnePass
		}
		b.onepass.CompareAndSwap(nil, m)
		m = b.onepass.Load()
	}
	if m == noOnePass {
		return nil
	}
	return m
}

// bitState returns nil where the program is too large.
func (e *Engine) bitState() *bitstate.Matcher {
	b := e.lazy()
	m := b.bitstate.Load()
	if m == nil {
		if m = bitstate.New(e.prog, e.starts(), e.longest); m == nil {
			m = noBitState
		}
		b.bitstate.CompareAndSwap(nil, m)
		m = b.bitstate.Load()
	}
	if m == noBitState {
		return nil
	}
	return m
}

// searchLiteral is Search for a pattern that is one text.
func (e *Engine) searchLiteral(s string, pos int, how Anchoring, caps []int) bool {
	text := e.facts.Prefix
	at := pos
	switch {
	case how != Unanchored || e.begin:
		if !strings.HasPrefix(s[pos:], text) || (how == Full || e.facts.End) && len(s)-pos != len(text) {
			return false
		}
	case e.facts.End:
		if !strings.HasSuffix(s[pos:], text) {
			return false
		}
		at = len(s) - len(text)
	default:
		i := strings.Index(s[pos:], text)
		if i < 0 {
			return false
		}
		at = pos + i
	}
	for i := range caps {
		caps[i] = -1
	}
	if len(caps) >= 2 {
		caps[0], caps[1] = at, at+len(text)
	}
	return true
}

// requiredScan bounds the look for a required byte in an anchored search, in bytes: the matcher may well fail after
// two of them.
const requiredScan = 256

// searchProgram is Search by the program: what any match needs is looked for first, at the cost of a few nanoseconds, and
// then a matcher runs.
func (e *Engine) searchProgram(s string, pos int, how Anchoring, caps []int) bool {
	if e.plan == planForced {
		return e.searchForced(s, pos, how, caps)
	}
	anchored := how != Unanchored || e.begin
	text := s[pos:]
	if e.facts.End && !strings.HasSuffix(text, e.facts.Suffix) ||
		anchored && !strings.HasPrefix(text, e.facts.Prefix) ||
		e.facts.HasRequired && (!anchored || len(text) <= requiredScan) && strings.IndexByte(text, e.facts.Required) < 0 {
		return false
	}
	if a := e.automata(); a.first.Usable() {
		if start, end, v := a.find(s, pos, how, anchored, len(caps) == 0, e.starts()); v != dfa.GaveUp {
			return v == dfa.Hit && e.captures(s, start, end, caps)
		}
	}
	return e.searchSlowly(s, pos, how, caps)
}

// captures fills caps for a match of which the span is known.
func (e *Engine) captures(s string, start, end int, caps []int) bool {
	if len(caps) <= 2 || e.prog.Slots == 2 {
		for i := range caps {
			caps[i] = -1
		}
		if len(caps) >= 2 {
			caps[0], caps[1] = start, end
		}
		return true
	}
	if m := e.onePass(); m != nil {
		return m.Search(s, start, end, true, caps)
	}
	return e.backtrack(s, start, end, true, true, caps)
}

// searchSlowly is Search without an automaton.
func (e *Engine) searchSlowly(s string, pos int, how Anchoring, caps []int) bool {
	anchored := how != Unanchored || e.begin
	if anchored {
		if m := e.onePass(); m != nil {
			return m.Search(s, pos, len(s), how == Full, caps)
		}
	}
	return e.backtrack(s, pos, len(s), anchored, how == Full, caps)
}

// backtrack searches by bit-state as far as that goes, and from there by pike.
func (e *Engine) backtrack(s string, pos, end int, anchored, full bool, caps []int) bool {
	if m := e.bitState(); m != nil {
		from, v := m.Search(s, pos, end, anchored, full, caps)
		if v != bitstate.Overrun {
			return v == bitstate.Hit
		}
		pos = from
	}
	return pike.Search(e.prog, e.starts(), e.longest, s, pos, end, anchored, full, caps)
}

// Force returns an engine for the same pattern that answers by the matcher m wherever m can, and else by pike, without
// looking for necessities first. It reports false where m cannot take the pattern at all.
func (e *Engine) Force(m Matcher) (*Engine, bool) {
	f := e.twin()
	f.plan, f.forced = planForced, m
	switch m {
	case Literal:
		f.plan = planLiteral
		return f, e.wholeLiteral()
	case Chain:
		f.plan = planChain
		return f, e.chain != nil
	case OnePass:
		return f, f.onePass() != nil
	case BitState:
		return f, f.bitState() != nil
	}
	return f, true
}

func (e *Engine) searchForced(s string, pos int, how Anchoring, caps []int) bool {
	anchored := how != Unanchored || e.begin
	switch e.forced {
	case LazyDFA:
		if start, end, v := e.automata().find(s, pos, how, anchored, len(caps) == 0, &literal.Starts{}); v != dfa.GaveUp {
			return v == dfa.Hit && e.captures(s, start, end, caps)
		}
	case OnePass:
		if anchored {
			return e.onePass().Search(s, pos, len(s), how == Full, caps)
		}
	case BitState:
		from, v := e.bitState().Search(s, pos, len(s), anchored, how == Full, caps)
		if v != bitstate.Overrun {
			return v == bitstate.Hit
		}
		pos = from
	}
	return pike.Search(e.prog, nil, e.longest, s, pos, len(s), anchored, how == Full, caps)
}
