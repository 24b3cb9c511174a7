package engine

import "github.com/arenaregexp/regexp/internal/literal"

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

// stop ends the iteration. It returns false.
func (it *Iter) stop() bool {
	it.pos = len(it.subject) + 1
	return false
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
		if t.texts != nil && t.texts.Kind() != literal.Always && !e.facts.End {
			it.texts = t.texts
		}
	}
}
