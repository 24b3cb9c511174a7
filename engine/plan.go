package engine

import (
	"regexp/syntax"
	"sync/atomic"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine/internal/bitstate"
	"github.com/arenaregexp/regexp/engine/internal/chain"
	"github.com/arenaregexp/regexp/engine/internal/glushkov"
	"github.com/arenaregexp/regexp/engine/internal/onepass"
	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// The planner. What a pattern is decides once, here, how it is searched; what a search wants picks a column.
//
//	the pattern                       verdict, span                             captures
//	text    one text, ^ and $ or not  a comparison, or a search for it          -
//	chain   is a chain, and begins    the chain                                 the chain
//	        at ^ or with what can be
//	        looked for, or the
//	        subject is short
//	texts   is a set of texts         the finder of the set                     of the span, see below
//	words   is a long list of words,  a trie of the words                       those around the list
//	        case folded or not, with
//	        groups and assertions
//	        around it alone
//	program any other                 a table of shifts, for a verdict, if      the span first; then on it the chain,
//	                                  there is one; else what every match       one-pass or bit-state, the first that can;
//	                                  needs is looked for, then the lazy DFA,   at once, if the match is anchored
//	                                  led to where a match can begin
//
// All matches of a pattern that repeats one class are read off blocks of bytes, see runs. Those of any other are found by a search for each.
//
// Where the lazy DFA gives up, bit-state takes its place, and where that outruns its window, pike.
//
// All this costs time to make: 3 us for a chain, 25 us for the first states of an automaton, 250 us for texts in hundreds. A pattern that
// is compiled to be matched once does not pay for what makes the thousandth match fast. heat.go says when it is made and who searches
// before.
type plan uint8

const (
	planPattern plan = iota // a chain, a set of texts or any other: known when it has been searched for
	planText
	planForced // a matcher was given to Force
)

func (e *Engine) isText() bool { return e.facts.Whole && e.prog.Slots == 2 }

// built holds what searches need beyond the program, made when it is first needed. Goroutines that need the same thing at the
// same moment may each make it; one of them wins.
//
// An engine keeps it beyond the length of an empty slice, where reflect.DeepEqual does not look: two compilations of one pattern
// stay equal when one of them has matched.
type built struct {
	heat     atomic.Int32                  // what the searches so far have paid, in bytes; see heat.go
	hotAt    atomic.Int32                  // the heat from which on the pattern is hot; 0 if not known yet
	chain    atomic.Pointer[chain.Matcher] // noChain where the pattern is none
	runs     atomic.Pointer[runs]          // nil where the pattern is none; made before chain
	tools    atomic.Pointer[tools]
	onepass  atomic.Pointer[onepass.Matcher] // noOnePass where the pattern is not one-pass
	bitstate atomic.Pointer[bitstate.Matcher]
	viable   atomic.Pointer[dfa.DFA]          // see Engine.Decided
	glushkov atomic.Pointer[glushkov.Matcher] // noGlushkov where the program is too large
}

var (
	noChain    = new(chain.Matcher)
	noOnePass  = new(onepass.Matcher)
	noBitState = new(bitstate.Matcher)
	noGlushkov = new(glushkov.Matcher)
)

func (e *Engine) lazy() *built { return &e.hidden[:1][0] }

// tree parses the pattern again: a tree is several times as large as the program and is needed once.
func (e *Engine) tree() *syntax.Regexp {
	re, err := syntax.Parse(e.expr, e.flags)
	if err != nil {
		panic("regexp: a pattern that was compiled no longer parses: " + err.Error())
	}
	return re
}

// asChain returns nil where the pattern is no chain.
func (e *Engine) asChain() *chain.Matcher {
	b := e.lazy()
	m := b.chain.Load()
	if m == nil {
		re := e.tree()
		if r := newRuns(re, e.longest); r != nil {
			b.runs.CompareAndSwap(nil, r)
		}
		if m = chain.New(re, e.prog.Slots); m == nil {
			m = noChain
			e.makeTools(re)
		}
		b.chain.CompareAndSwap(nil, m)
		m = b.chain.Load()
	}
	if m == noChain {
		return nil
	}
	return m
}

// tools are what a hot pattern is searched with.
type tools struct {
	starts       *literal.Starts // finds where a match can begin
	lead         *dfa.Lead       // leads automata; nil where nothing is faster than they are
	texts        *literal.Finder // finds matches; nil where the pattern is no set of texts
	words        *literal.Trie   // finds matches; nil where the pattern is no list of words. Nothing else is made with it
	shift        *dfa.Shift      // gives verdicts, anchored if the pattern is; nil where the automaton is not that small
	longestStart int             // bytes of the longest text that starts looks for
	automata
}

// DefaultBudget bounds the memory of the automata of a pattern, in bytes. Few come near it: what is built is what subjects
// show.
const DefaultBudget = 4 << 20

// WithBudget returns an engine for the same pattern whose automata are bounded by so many bytes. With a budget that is too small for
// an automaton to be of use, other matchers take its place.
func (e *Engine) WithBudget(bytes int) *Engine {
	x := e.twin()
	x.budget = bytes
	return x
}

func (e *Engine) tools() *tools {
	if t := e.lazy().tools.Load(); t != nil {
		return t
	}
	return e.makeTools(e.tree())
}

// textTools are the tools of a pattern that is one text.
func (e *Engine) textTools() *tools {
	t := &tools{texts: literal.NewFinder([]string{e.facts.Prefix}, e.longest)}
	if t.texts == nil || !t.texts.Fast() {
		return e.tools()
	}
	t.starts = literal.StartsOf(t.texts)
	return e.keep(t)
}

func (e *Engine) makeTools(re *syntax.Regexp) *tools {
	t := &tools{}
	if e.plan != planForced || e.forced == Words {
		if t.words = literal.NewTrie(re, e.longest); t.words != nil {
			t.starts = &literal.Starts{}
			return e.keep(t)
		}
	}
	var prefixes literal.Seq
	if !e.begin {
		prefixes = literal.Prefixes(re)
	}
	for _, text := range prefixes.Texts {
		t.longestStart = max(t.longestStart, len(text))
	}
	if prefixes.Exact {
		if t.texts = literal.NewFinder(prefixes.Texts, e.longest); t.texts != nil && !t.texts.Fast() {
			t.texts = nil
		}
	}
	switch {
	case t.texts != nil:
		t.starts = literal.StartsOf(t.texts)
	case e.begin:
		t.starts = literal.NewStarts(prefixes, &e.prog.Firsts()[e.prog.Start])
	default:
		t.starts = literal.StartsOfProgram(re, prefixes, e.prog)
	}
	if e.plan == planText && t.texts != nil {
		return e.keep(t) // no automaton is ever asked
	}
	if !e.begin {
		t.lead = dfa.LeadByLiterals(literal.NewLead(re, e.prog, t.starts))
	}
	t.symbols = dfa.NewSymbols(e.prog)
	if t.texts == nil && t.lead == nil {
		t.shift = dfa.NewShift(e.prog, t.symbols, e.begin)
		if !e.begin {
			t.lead = dfa.LeadByShift(t.shift, e.facts.MaxLen)
		}
	}
	t.longest = dfa.New(e.prog, t.symbols, dfa.Longest, t.lead != nil, e.budget/4)
	t.reverse = dfa.New(program.CompileReverse(re), t.symbols, dfa.Reverse, false, e.budget/4)
	t.first = t.longest
	if !e.longest {
		t.first = dfa.New(e.prog, t.symbols, dfa.First, t.lead != nil, e.budget/2)
	}
	if e.within != nil {
		for _, d := range [...]*dfa.DFA{t.first, t.longest, t.reverse} {
			d.Within(e.within)
		}
	}
	return e.keep(t)
}

// keep publishes tools, unless another goroutine was faster, and returns those that are published.
func (e *Engine) keep(t *tools) *tools {
	b := e.lazy()
	b.tools.CompareAndSwap(nil, t)
	return b.tools.Load()
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
		if m = bitstate.New(e.prog, e.longest); m == nil {
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

// positions returns nil where the program is too large.
func (e *Engine) positions() *glushkov.Matcher {
	b := e.lazy()
	m := b.glushkov.Load()
	if m == nil {
		if m = glushkov.New(e.prog); m == nil {
			m = noGlushkov
		}
		b.glushkov.CompareAndSwap(nil, m)
		m = b.glushkov.Load()
	}
	if m == noGlushkov {
		return nil
	}
	return m
}
