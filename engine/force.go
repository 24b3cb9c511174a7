package engine

import (
	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine/internal/bitstate"
	"github.com/arenaregexp/regexp/engine/internal/chain"
	"github.com/arenaregexp/regexp/engine/internal/pike"
	"github.com/arenaregexp/regexp/internal/literal"
)

// A Matcher is one of the ways to run a pattern.
type Matcher uint8

const (
	Text     Matcher = iota // the pattern is one text
	Texts                   // it is a set of texts
	Words                   // it is a long list of words
	Chain                   // package chain
	LazyDFA                 // package dfa
	LedDFA                  // the same, led by a scanner to where a match can begin
	Shift                   // a small automaton as a table of shifts, for verdicts
	OnePass                 // package onepass
	BitState                // package bitstate
	Pike                    // package pike
	Cold                    // those of a cold pattern, which after a few bytes becomes hot
)

// Matchers lists every matcher.
func Matchers() []Matcher {
	return []Matcher{Text, Texts, Words, Chain, LazyDFA, LedDFA, Shift, OnePass, BitState, Pike, Cold}
}

// String returns the name of the matcher.
func (m Matcher) String() string {
	return [...]string{"text", "texts", "words", "chain", "lazy-dfa", "led-dfa", "shift", "one-pass", "bit-state", "pike", "cold"}[m]
}

// Force returns an engine for the same pattern that answers by the matcher m wherever m can, and else by pike. Of what every
// match needs only the least length and a beginning at the beginning of the text are looked at. It reports false where m cannot take the pattern at all. It is for tests.
func (e *Engine) Force(m Matcher) (*Engine, bool) {
	f := e.twin()
	f.plan, f.forced, f.atEnd = planForced, m, false
	switch m {
	case Text:
		return f, e.isText()
	case Texts:
		return f, f.tools().texts != nil
	case Words:
		return f, f.tools().words != nil
	case Chain:
		return f, f.asChain() != nil
	case Shift:
		t := f.tools()
		t.shift = dfa.NewShift(e.prog, t.symbols, e.begin)
		return f, t.shift != nil
	case OnePass:
		return f, f.onePass() != nil
	case BitState:
		return f, f.bitState() != nil
	case Cold:
		return f, !e.isText()
	}
	return f, true
}

func (e *Engine) searchForced(s string, pos int, how Anchoring, caps []int) bool {
	anchored := how != Unanchored || e.begin
	switch e.forced {
	case Text:
		return e.searchText(s, pos, how, caps)
	case Texts:
		if !anchored {
			start, end := e.tools().texts.Find(s, pos)
			return start >= 0 && e.captures(s, start, end, caps)
		}
	case Words:
		return searchWords(e.tools().words, s, pos, anchored, how == Full, caps)
	case Chain:
		if anchored {
			return e.asChain().Match(s, pos, how == Full, caps)
		}
		from, v := e.asChain().Search(s, pos, nil, caps)
		if v != chain.Undecided {
			return v == chain.Hit
		}
		pos = from
	case LazyDFA, LedDFA:
		starts, lead := e.tools().starts, e.tools().lead
		if e.forced == LazyDFA {
			starts, lead = &literal.Starts{}, nil // every position
		}
		if start, end, v := e.tools().find(s, pos, how, anchored, len(caps) == 0, starts, lead); v != dfa.GaveUp {
			return v == dfa.Hit && e.captures(s, start, end, caps)
		}
	case Shift:
		if len(caps) == 0 && how != Full && anchored == e.begin {
			return e.tools().shift.Match(s, pos)
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
	case Cold:
		heat, left := int32(veryFirst), int32(1+(7*len(s)+pos)%13)
		if len(s)%2 == 0 {
			heat -= left // for pike
		}
		e.lazy().heat.Store(heat)
		e.lazy().hotAt.Store(veryFirst + left)
		return e.searchFirst(s, pos, how, caps)
	}
	return pike.Search(e.prog, nil, e.longest, s, pos, len(s), anchored, how == Full, caps)
}
