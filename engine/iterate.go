package engine

// Iter steps through the matches of a subject. All methods of the root package that want more than the first match stand on it. It
// chooses the way to search once and keeps its place between matches: the choice costs as much as a short match.
//
// An Iter is made by [Engine.Iterate]. It is not safe for concurrent use and meant to live on the caller's stack.
type Iter struct {
	engine  *Engine
	subject string
	pos     int   // where the next search starts; beyond the subject after the last match
	lastEnd int   // where the last match ended; -1 at first
	settled bool  // the way to search is known
	runs    *runs // matches are runs of a class; nil if they are not
	block   block // of runs
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

// stop ends the iteration. It returns false.
func (it *Iter) stop() bool {
	it.pos = len(it.subject) + 1
	return false
}

// settle chooses the way to search. As long as the pattern is not hot, matches are found one search at a time.
func (it *Iter) settle() {
	e := it.engine
	if e.plan != planPattern {
		it.settled = true
		return
	}
	if b := e.lazy(); b.chain.Load() != nil {
		it.settled = true
		if it.runs = b.runs.Load(); it.runs != nil {
			it.block.none()
		}
	}
}
