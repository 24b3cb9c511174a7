package engine

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine/internal/pike"
)

// Search of a text that arrives in parts. The caller holds a window of the text. There are three ways.
//
// A pattern whose matches have a bounded length is searched window by window with [Engine.Search]. What a search decides at a
// position depends on no byte further than [Engine.Horizon] behind it, so its answers are final for all positions but the last ones
// of the window, which are searched again when more text is there.
//
// Any other pattern asks the automata. [Engine.Decided] reads backwards from the end of the window and tells up to where the answers of
// [Engine.Search] are final. A match that begins there or later is left to [Engine.SearchMore], which keeps the state of its automaton from
// window to window.
//
// Where an automaton gives up, [Engine.SearchStream] asks for runes as it needs them and tells from where on the text must be kept.

// Source is a text that keeps what a search may still need.
type Source = pike.Source

// Stream is what a search keeps from window to window. The zero value is ready. It is reused from search to search.
type Stream struct {
	runes    pike.Stream
	run      dfa.Run
	anchored bool // the run looks for a match that begins at start
	start    int
}

// SearchStream looks for the first match from where src stands, and reads no further than the answer needs. last is the character
// before, or -1 where the text begins. Offsets in caps count from where src stood. The first error of src ends the text.
func (e *Engine) SearchStream(t *Stream, src Source, last rune, caps []int) bool {
	if e.begin && last != -1 {
		return false
	}
	t.runes.Reset(src, last)
	return pike.SearchStream(e.prog, e.longest, e.begin, &t.runes, caps)
}

// MinLen returns the number of bytes of the shortest match.
func (e *Engine) MinLen() int { return e.minLen }

// AtBegin reports whether matches begin only where the text begins.
func (e *Engine) AtBegin() bool { return e.begin }

// Horizon returns how many bytes behind a position decide whether a match begins there and which. It is 0 where there is no bound
// up to limit.
func (e *Engine) Horizon(limit int) int {
	// Behind the longest match an assertion sees one character, which takes up to four bytes.
	const ahead = 4
	if e.facts.MaxLen > limit-ahead {
		return 0
	}
	return e.facts.MaxLen + ahead
}

// Decided returns the first position from pos on for which text behind s may change the answer of [Engine.Search]. Matches that begin before it
// are final. It returns pos if the automaton gives up.
func (e *Engine) Decided(s string, pos int) int {
	if pos >= len(s) {
		return pos
	}
	// The automaton starts one character before the end. So it knows what follows, and no rune extends over the place.
	return e.viable(s, pos, RuneStart(s, pos, len(s)-1))
}

// viable returns where the longest suffix of s[pos:end] begins that is a prefix of some match, or end if none is. It returns pos if the automaton
// gives up. end is where a character of s begins, before len(s).
func (e *Engine) viable(s string, pos, end int) int {
	if e.begin {
		return pos
	}
	if e.plan == planText {
		return viableText(e.facts.Prefix, s, pos, end)
	}
	r := e.tools().reverse
	if r == nil {
		return pos
	}
	d := e.lazy().viable.Load()
	if d == nil {
		e.lazy().viable.CompareAndSwap(nil, r.Viable())
		d = e.lazy().viable.Load()
	}
	if !d.Usable() {
		return pos
	}
	return d.Undecided(s, pos, end)
}

// viableText is viable for a pattern that is one text. Of a long text it looks for the beginning only.
func viableText(text, s string, pos, end int) int {
	const enough = 32
	for at := max(pos, end-len(text)); at < end; at++ {
		n := min(end-at, enough)
		if len(text) >= n && s[at:at+n] == text[:n] {
			return at
		}
	}
	return end
}

// RuneStart returns the last position up to at where a character begins, of a text that is read from the position from on. at is before
// len(s).
func RuneStart(s string, from, at int) int {
	for back := range utf8.UTFMax {
		if at-back <= from {
			return from
		}
		if utf8.RuneStart(s[at-back]) {
			return at - back
		}
	}
	return at // no character is longer than this, so that a bad byte begins here
}

// SearchMore looks for the first match from pos on. It returns dfa.Open if that depends on text behind s. The next call then goes on: its s begins
// where the last one did, or later by what [Stream.Move] was told, and goes further. pos may increase by then, up to a position
// before which no match begins. If it returns dfa.GaveUp, another matcher has to search from pos on.
//
// As in a text in memory, the first place where a match can begin is tried on its own: there the beginning need not be looked for.
func (e *Engine) SearchMore(x *Stream, s string, pos int, caps []int) dfa.Verdict {
	t := e.tools()
	if x.run.Active() && x.anchored && x.start < pos {
		x.run.Stop() // no match begins there
	}
	if !x.run.Active() {
		if t.first == nil || !t.first.Usable() {
			return dfa.GaveUp
		}
		from, found := pos, false
		if !e.begin {
			from, found = t.nextStart(s, pos)
		}
		x.start, x.anchored = from, e.begin || found && t.firstPlace.worth()
		if !x.run.Begin(t.first, s, from, x.anchored) {
			return dfa.GaveUp
		}
	}
	end, v := x.run.More(s)
	if x.anchored && !e.begin && v != dfa.Open {
		t.firstPlace.count(s, pos, v == dfa.Hit)
		if v == dfa.Miss {
			if x.anchored = false; !x.run.Begin(t.first, s, x.start, false) {
				return dfa.GaveUp
			}
			end, v = x.run.More(s)
		}
	}
	if v != dfa.Hit {
		return v
	}
	start := x.start
	if !x.anchored {
		if start, v = t.reverse.Backward(s, pos, end); v != dfa.Hit {
			return dfa.GaveUp
		}
	}
	e.captures(s, start, end, caps)
	return dfa.Hit
}

// nextStart returns the first position from pos on where a match can begin, and true. It returns pos and false where s ends too early to tell.
func (t *tools) nextStart(s string, pos int) (int, bool) {
	if next := t.starts.Next(s, pos, pos, len(s)); next >= 0 && next < len(s) && next+t.longestStart <= len(s) {
		return next, true
	}
	return pos, false
}

// Waiting reports whether a search has returned dfa.Open and not gone on yet.
func (x *Stream) Waiting() bool { return x.run.Active() }

// Stop ends such a search.
func (x *Stream) Stop() { x.run.Stop() }

// Move tells such a search that the window now begins by bytes later.
func (x *Stream) Move(by int) {
	if x.run.Active() {
		x.run.Move(by)
		x.start -= by
	}
}
