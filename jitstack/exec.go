package jitstack

import (
	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
	"github.com/arenaregexp/regexp/jitstack/internal/linear"
)

// Exec searches s for the first match and puts it into m. It reports whether there is one; after a miss, and after an error,
// m.Len() is 0.
//
// A pattern that can be matched in linear time is. Others backtrack on a stack of at most 1 MiB, for at most 10 million
// steps, and the error is [ErrStackLimit] or [ErrMatchLimit] where that is not enough.
//
// Exec does not allocate, for a pattern of up to sixteen groups, the whole match included; one with more allocates once a
// Matches, which keeps that memory for its next use. m does not escape.
func (p *Pattern) Exec(s string, m *arena.Matches) (bool, error) {
	ok, err := p.search(s, 0, 0, m.Slots(len(p.names)))
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecBytes is [Pattern.Exec] for a []byte. m refers to b and not to a copy, so b must stay unchanged for as long as m is read.
func (p *Pattern) ExecBytes(b []byte, m *arena.Matches) (bool, error) {
	s := arena.String(b)
	ok, err := p.search(s, 0, 0, m.Slots(len(p.names)))
	if ok {
		m.CommitBytes(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecAt is [Pattern.Exec] for a search that starts at byte pos of s. The text before pos is context: ^ matches at 0 and not at
// pos, lookbehind sees it, and the offsets in m count from the start of s. \G matches at pos. Of flags, Anchored, EndAnchored and
// NotEmpty are heeded, for this search beside those of the pattern. A pos that is negative or beyond len(s) is a miss.
func (p *Pattern) ExecAt(s string, pos int, flags Flags, m *arena.Matches) (bool, error) {
	caps := m.Slots(len(p.names))
	if uint(pos) > uint(len(s)) {
		return false, nil
	}
	ok, err := p.search(s, pos, how(flags), caps)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecStack is [Pattern.Exec] by backtracking, on the stack st and within its limits, whatever the pattern. It allocates only
// where the stack grows.
func (p *Pattern) ExecStack(st *Stack, s string, m *arena.Matches) (bool, error) {
	at, v := p.prog.Search(&st.st, nil, s, 0, 0, m.Slots(len(p.names)))
	ok, err := p.result(&st.st, at, v)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecStackAt is [Pattern.ExecStack] for a search that starts at byte pos, as [Pattern.ExecAt] has it.
func (p *Pattern) ExecStackAt(st *Stack, s string, pos int, flags Flags, m *arena.Matches) (bool, error) {
	caps := m.Slots(len(p.names))
	if uint(pos) > uint(len(s)) {
		return false, nil
	}
	at, v := p.prog.Search(&st.st, nil, s, pos, how(flags), caps)
	ok, err := p.result(&st.st, at, v)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// how translates the flags that are heeded at match time.
func how(flags Flags) (h backtrack.How) {
	if flags&Anchored != 0 {
		h |= backtrack.Anchored
	}
	if flags&EndAnchored != 0 {
		h |= backtrack.EndAnchored
	}
	if flags&NotEmpty != 0 {
		h |= backtrack.NotEmpty
	}
	return h
}

// budget is what the searches of one call of a method may take together, in steps. Without one the search for all matches would be
// bounded by what each of them may take, times their number.
type budget struct {
	left int // steps
	try  int // of these, for the backtracker before the linear matcher is asked
}

// newBudget returns the budget for a subject of n bytes.
func newBudget(n int) budget { return budget{backtrack.DefaultSteps, 256 + n/16} }

// advance adds what a match gives that has moved the search on by n bytes.
func (b *budget) advance(n int) {
	b.left += 4 * n
	b.try += 16 + n/16
}

// search is where all methods but those with a stack enter. A regular pattern is for the linear matcher, whole.
func (p *Pattern) search(s string, pos int, how backtrack.How, caps []int) (bool, error) {
	if len(s)-pos < p.prog.MinLen() {
		return false, nil
	}
	direct := p.direct && how&^backtrack.Anchored == 0
	if direct {
		if matched, decided := p.regular.Search(s, pos, how != 0, caps); decided {
			return matched, nil
		}
	}
	b := newBudget(len(s) - pos)
	if direct {
		return p.backtrack(&b, s, pos, how, caps, nil)
	}
	return p.backtrack(&b, s, pos, how, caps, p.linear(how))
}

// searchWithin is search within the budget of several.
func (p *Pattern) searchWithin(b *budget, s string, pos int, how backtrack.How, caps []int) (bool, error) {
	if len(s)-pos < p.prog.MinLen() {
		return false, nil
	}
	if p.direct && how&^backtrack.Anchored == 0 {
		spent := 0
		matched, decided := p.regular.SearchCounting(s, pos, how != 0, caps, &spent)
		if b.left -= spent; decided {
			return matched, nil
		}
		return p.backtrack(b, s, pos, how, caps, nil)
	}
	return p.backtrack(b, s, pos, how, caps, p.linear(how))
}

// frameWords is how large the stack of most searches is, which lies in the frame of the function that needs it: half a KiB.
const frameWords = 128

// backtrack searches on a pooled stack, within the default limits: for a pattern that is not regular, a search that asks for more
// than its place, and a subject for which the linear matcher would take too much memory.
//
// With m the search can be answered in linear time. But where there is lookaround the linear matcher has to prepare for what most
// subjects do not hold, so the backtracker has the first try, for a number of steps that is linear in the subject, too.
func (p *Pattern) backtrack(b *budget, s string, pos int, how backtrack.How, caps []int, m *linear.Matcher) (bool, error) {
	var frame [frameWords]uint32
	st := backtrack.Pooled()
	if m != nil {
		st.SetSteps(min(b.try, b.left))
		_, v := p.prog.Search(&st, frame[:], s, pos, how|backtrack.Spare, caps)
		st.Release()
		b.left -= st.Spent()
		b.try -= st.Spent()
		if v <= backtrack.Hit {
			return v == backtrack.Hit, nil
		}
		spent := 0
		matched, decided := m.SearchCounting(s, pos, how&backtrack.Anchored != 0, caps, &spent)
		b.left -= spent
		if decided {
			return matched, nil
		}
		st = backtrack.Pooled()
	}
	st.SetSteps(min(b.left, backtrack.DefaultSteps))
	at, v := p.prog.Search(&st, frame[:], s, pos, how|backtrack.Spare, caps)
	st.Release()
	b.left -= st.Spent()
	st.SetSteps(backtrack.DefaultSteps)
	return p.result(&st, at, v)
}
