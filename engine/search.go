package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine/internal/bitstate"
	"github.com/arenaregexp/regexp/engine/internal/chain"
	"github.com/arenaregexp/regexp/engine/internal/pike"
	"github.com/arenaregexp/regexp/internal/literal"
)

// searchOther is Search for a pattern that is one text and for a matcher that was forced.
func (e *Engine) searchOther(s string, pos int, how Anchoring, caps []int) bool {
	if e.plan == planText {
		return e.searchText(s, pos, how, caps)
	}
	return e.searchForced(s, pos, how, caps)
}

// searchText is Search for a pattern that is one text.
func (e *Engine) searchText(s string, pos int, how Anchoring, caps []int) bool {
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
		if at = e.findText(s, pos); at < 0 {
			return false
		}
	}
	return span(caps, at, at+len(text))
}

// span fills caps for a match of which nothing but the span is known, or wanted. It returns true.
func span(caps []int, start, end int) bool {
	if len(caps) > 0 {
		caps[0], caps[1] = start, end
		for i := 2; i < len(caps); i++ {
			caps[i] = -1
		}
	}
	return true
}

// shortChain is how long a subject may be for a chain to be tried at each place where a match can begin.
const shortChain = 128

// searchChain is Search, unanchored, for a chain.
func (e *Engine) searchChain(c *chain.Matcher, s string, pos int, caps []int) bool {
	if c.Ends() && len(s)-pos >= 8 {
		start := c.EndsWith(s[pos:])
		if start < 0 || len(caps) == 0 {
			return start >= 0
		}
		return c.Match(s, pos+start, true, caps)
	}
	if e.atEnd && len(s)-pos > e.facts.MaxLen {
		pos = e.tail(s, pos)
	}
	if e.facts.End && len(s)-pos > shortChain {
		return e.searchProgram(s, pos, Unanchored, caps)
	}
	if len(caps) == 0 {
		if t := e.tools(); t.shift != nil {
			return t.shift.Match(s, pos)
		}
	}
	var starts *literal.Starts // what a match begins with, if it is worth looking for
	if len(s)-pos > shortChain {
		t := e.tools()
		if t.lead.Inside() {
			return e.searchProgram(s, pos, Unanchored, caps)
		}
		if starts = t.starts; !starts.Fast() {
			if !t.firstPlace.worth() {
				return e.searchProgram(s, pos, Unanchored, caps)
			}
			// Where most places that look like the beginning of a match are one, as words are, the chain is faster than the entry into
			// the automaton: \w+ in 200 KB of English takes 34 ns a match and 55 by the automaton.
			from, v := c.First(s, pos, caps)
			t.firstPlace.count(s, pos, v == chain.Hit)
			if v != chain.Undecided {
				return v == chain.Hit
			}
			return e.searchProgram(s, from, Unanchored, caps)
		}
	}
	from, v := c.Search(s, pos, starts, caps)
	if v == chain.Undecided {
		return e.searchProgram(s, from, Unanchored, caps)
	}
	return v == chain.Hit
}

// tail returns the first position at which a match can begin that has to end where s ends.
func (e *Engine) tail(s string, pos int) int {
	from := len(s) - e.facts.MaxLen
	for from > pos && from < len(s) && !utf8.RuneStart(s[from]) {
		from--
	}
	return max(from, pos)
}

// requiredScan bounds the look for a required byte in an anchored search, in bytes: the matcher may well fail after two of
// them.
const requiredScan = 256

// verdict answers whether there is a match where that takes nothing but a table, and GaveUp elsewhere.
func (e *Engine) verdict(s string, pos int, anchored bool) dfa.Verdict {
	t := e.lazy().tools.Load()
	if t == nil || t.words != nil {
		return dfa.GaveUp
	}
	if f := &e.facts; f.End && f.Suffix != "" && s[len(s)-1] != f.Suffix[len(f.Suffix)-1] {
		return dfa.Miss
	}
	if e.facts.End && !anchored && len(s)-pos > shortVerdict {
		return dfa.GaveUp // backwards from the end it may take a few bytes
	}
	if t.shift != nil && anchored == e.begin {
		if t.shift.Match(s, pos) {
			return dfa.Hit
		}
		return dfa.Miss
	}
	if t.texts != nil || len(s)-pos > shortVerdict {
		return dfa.GaveUp
	}
	v := t.first.Quick(s, pos, anchored)
	if v == dfa.GaveUp && t.first.Usable() {
		// Even if a look for what every match needs would tell at once: next time all states are there.
		_, v = t.first.Forward(s, pos, len(s), anchored, true, t.lead)
	}
	return v
}

// shortVerdict is how long a subject may be for the automaton to be asked at once, without looking for what every match needs: as
// long as that would take.
const shortVerdict = 48

// shortCapture is how long a subject may be for bit-state to look for an anchored match and its captures at once, without having the
// automaton find the span first.
const shortCapture = 512

// possible reports whether the text to be searched has what every match needs. It costs a few nanoseconds.
func (e *Engine) possible(text string, anchored bool) bool {
	f := &e.facts
	if f.End && !strings.HasSuffix(text, f.Suffix) || anchored && !strings.HasPrefix(text, f.Prefix) {
		return false
	}
	return !f.HasRequired || anchored && len(text) > requiredScan || strings.IndexByte(text, f.Required) >= 0
}

// searchProgram is Search for a pattern that is neither a text nor a chain.
func (e *Engine) searchProgram(s string, pos int, how Anchoring, caps []int) bool {
	anchored := how != Unanchored || e.begin
	if e.atEnd && !anchored && len(s)-pos > e.facts.MaxLen {
		pos = e.tail(s, pos)
	}
	if how != Full && (len(caps) == 0 || len(caps) == 2 && anchored && e.facts.End) {
		if v := e.verdict(s, pos, anchored); v != dfa.GaveUp {
			return v == dfa.Hit && span(caps, pos, len(s))
		}
	}
	if !e.possible(s[pos:], anchored) {
		return false
	}
	t := e.tools()
	if t.words != nil {
		return searchWords(t.words, s, pos, anchored, how == Full, caps)
	}
	if t.texts != nil && !anchored {
		start, end := t.texts.Find(s, pos)
		return start >= 0 && e.captures(s, start, end, caps)
	}
	if anchored && len(caps) > 2 {
		if m := e.onePass(); m != nil {
			return m.Search(s, pos, len(s), how == Full, caps)
		}
		if len(s)-pos <= shortCapture {
			return e.backtrack(s, pos, len(s), true, how == Full, caps)
		}
	}
	if e.facts.End && !anchored && t.reverse.Usable() {
		// Every match ends where the text ends. The automaton that runs backwards from there finds where the leftmost one begins.
		if start, v := t.reverse.Backward(s, pos, len(s)); v != dfa.GaveUp {
			return v == dfa.Hit && e.captures(s, start, len(s), caps)
		}
	}
	if t.first.Usable() {
		if start, end, v := t.find(s, pos, how, anchored, len(caps) == 0, t.starts, t.lead); v != dfa.GaveUp {
			return v == dfa.Hit && e.captures(s, start, end, caps)
		}
	}
	return e.backtrack(s, pos, len(s), anchored, how == Full, caps)
}

// searchWords is Search for a list of words.
func searchWords(w *literal.Trie, s string, pos int, anchored, full bool, caps []int) bool {
	start, end := w.Find(s, pos, anchored, full)
	if start < 0 {
		return false
	}
	span(caps, start, end)
	for _, g := range w.Groups() {
		if 2*g < len(caps) {
			caps[2*g], caps[2*g+1] = start, end
		}
	}
	return true
}

// captures fills caps for a match of which the span is known.
func (e *Engine) captures(s string, start, end int, caps []int) bool {
	if len(caps) <= 2 || e.prog.Slots == 2 {
		return span(caps, start, end)
	}
	if c := e.asChain(); c != nil {
		return c.Match(s[:end], start, true, caps)
	}
	if m := e.onePass(); m != nil {
		return m.Search(s, start, end, true, caps)
	}
	return e.backtrack(s, start, end, true, true, caps)
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
	var starts *literal.Starts
	if !anchored {
		starts = e.tools().starts
	}
	return pike.Search(e.prog, starts, e.longest, s, pos, end, anchored, full, caps)
}
