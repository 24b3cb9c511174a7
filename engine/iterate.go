package engine

import (
	"strings"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
)

// Iter steps through the matches of a subject. All methods of the root package that want more than the first match stand on it. It
// chooses the way to search once and keeps its place between matches: the choice costs as much as a short match.
//
// An Iter is made by [Engine.Iterate]. It is not safe for concurrent use and meant to live on the caller's stack.
type Iter struct {
	engine  *Engine
	subject string
	pos     int             // where the next search starts; beyond the subject after the last match
	lastEnd int             // where the last match ended; -1 at first
	settled bool            // the way to search is known
	runs    *runs           // matches are runs of a class; nil if they are not
	block   block           // of runs
	texts   *literal.Finder // finds matches; nil if the pattern is no set of texts

	tools    *tools     // finds matches of any other pattern but a chain; nil as long as they are not made
	required int        // the required byte is before this position, or has not been looked for
	vain     int        // bytes read in vain so far
	failed   dfa.Failed // once vain is large
}

// Iterate returns an iterator over all matches in s.
func (e *Engine) Iterate(s string) Iter {
	return Iter{engine: e, subject: s, lastEnd: -1}
}

// Next finds the next match and fills caps as [Engine.Search] does. len(caps) must be at least two and may differ from call to call.
//
// An empty match at the end of the last match does not count. After an empty match the search continues behind the next rune.
func (it *Iter) Next(caps []int) bool {
	if !it.settled {
		it.settle()
	}
	if it.runs != nil {
		return it.nextRun(caps)
	}
	if it.texts != nil {
		return it.nextText(caps)
	}
	if it.tools != nil {
		return it.nextProgram(caps)
	}
	for it.pos <= len(it.subject) && it.engine.Search(it.subject, it.pos, Unanchored, caps) {
		start, end := caps[0], caps[1]
		touches := it.lastEnd == end && start == end
		it.pos, it.lastEnd = end, end
		if start == end {
			it.pos = behind(it.subject, end)
		}
		if !touches {
			return true
		}
	}
	return it.stop()
}

// nextText is Next for a set of texts, none of which is empty.
func (it *Iter) nextText(caps []int) bool {
	if it.pos > len(it.subject) {
		return false
	}
	start, end := it.texts.Find(it.subject, it.pos)
	if start < 0 {
		return it.stop()
	}
	it.pos = end
	return it.engine.captures(it.subject, start, end, caps)
}

// nextProgram is Next for a pattern that is neither a chain nor a set of texts: searchProgram for a span anywhere, then the groups.
func (it *Iter) nextProgram(caps []int) bool {
	e, s := it.engine, it.subject
	for len(s)-it.pos >= e.minLen {
		pos := it.pos
		if e.atEnd && len(s)-pos > e.facts.MaxLen {
			pos = e.tail(s, pos)
		}
		if !it.possible(pos) {
			break
		}
		start, end, v := it.find(pos)
		switch v {
		case dfa.Miss:
			return it.stop()
		case dfa.GaveUp:
			if !e.backtrack(s, pos, len(s), false, false, caps) {
				return it.stop()
			}
			start, end = caps[0], caps[1]
		}
		touches := start == end && end == it.lastEnd
		it.pos, it.lastEnd = end, end
		if start == end {
			it.pos = behind(s, end)
		}
		if !touches {
			return v == dfa.GaveUp || e.captures(s, start, end, caps)
		}
	}
	return it.stop()
}

// possible is Engine.possible, and looks for the required byte only behind the place where it was found last.
func (it *Iter) possible(pos int) bool {
	f := &it.engine.facts
	if f.End && !strings.HasSuffix(it.subject[pos:], f.Suffix) {
		return false
	}
	if f.HasRequired && pos >= it.required {
		i := strings.IndexByte(it.subject[pos:], f.Required)
		it.required = pos + i + 1
		return i >= 0
	}
	return true
}

// find finds the span of the next match from pos on. Once searches have read four times the subject in vain, it makes them remember what they
// learn.
func (it *Iter) find(pos int) (start, end int, v dfa.Verdict) {
	t, s := it.tools, it.subject
	if !t.first.Usable() {
		return 0, 0, dfa.GaveUp
	}
	if it.failed.Active() {
		return t.findAgain(s, pos, &it.failed)
	}
	start, end, vain, v := t.findAnywhere(s, pos, t.starts, t.lead)
	if it.vain += vain; it.vain > 4*len(s)+freeVain && v == dfa.Hit {
		it.failed.Begin(t.first, len(s))
	}
	return start, end, v
}

// freeVain is how many bytes the searches of any subject may read in vain.
const freeVain = 256

// stop ends the iteration. It returns false.
func (it *Iter) stop() bool {
	it.pos = len(it.subject) + 1
	it.Close()
	return false
}

// Close gives back memory that an iteration may hold before its end. It need not be called after Next has returned false.
func (it *Iter) Close() {
	if it.failed.Active() {
		it.failed.End()
	}
}

// settle chooses the way to search, if what it takes has been made. As long as the pattern is not hot, matches are found one search at a
// time.
func (it *Iter) settle() {
	e := it.engine
	b := e.lazy()
	if e.plan == planForced || e.begin {
		it.settled = true
		return
	}
	if e.plan == planPattern {
		if b.chain.Load() == nil {
			return
		}
		if it.runs = b.runs.Load(); it.runs != nil {
			it.block.none()
			it.settled = true
			return
		}
	}
	if t := b.tools.Load(); t != nil {
		it.settled = true
		switch {
		case t.texts != nil:
			if t.texts.Kind() != literal.Always && !e.facts.End {
				it.texts = t.texts
			}
		case t.words == nil && b.chain.Load() == noChain:
			it.tools = t
		}
	}
}
