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

// ExecAt is [Pattern.Exec] for a search that starts at byte pos of s. The text before pos is context: ^ matches at 0 and not at pos,
// lookbehind sees it, and the offsets in m count from the start of s. \G matches at pos. Of flags, Anchored, EndAnchored and NotEmpty are
// heeded, for this search beside those of the pattern. A pos that is negative or beyond len(s) is a miss.
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

// search is where all methods but those with a stack enter. A regular pattern is for the linear matcher, whole.
func (p *Pattern) search(s string, pos int, how backtrack.How, caps []int) (bool, error) {
	m := p.linear(how)
	if m != nil && !p.prog.HasLooks() {
		if matched, decided := m.Search(s, pos, how&backtrack.Anchored != 0, caps); decided {
			return matched, nil
		}
		m = nil
	}
	return p.backtrack(s, pos, how, caps, m)
}

// frameWords is how large the stack of most searches is, which lies in the frame of the function that needs it: half a KiB.
const frameWords = 128

// backtrack searches on a pooled stack, within the default limits: for a pattern that is not regular, a search that asks for more than its
// place, and a subject for which the linear matcher would take too much memory.
//
// With m the pattern has lookaround and can be matched in linear time. But the linear matcher has to prepare for what most
// subjects do not hold, so the backtracker has the first try, for a number of steps that is linear in the subject, too.
func (p *Pattern) backtrack(s string, pos int, how backtrack.How, caps []int, m *linear.Matcher) (bool, error) {
	var frame [frameWords]uint32
	st := backtrack.Pooled()
	if m != nil {
		st.SetSteps(256 + (len(s)-pos)/16)
		_, v := p.prog.Search(&st, frame[:], s, pos, how|backtrack.Spare, caps)
		st.Release()
		if v <= backtrack.Hit {
			return v == backtrack.Hit, nil
		}
		if matched, decided := m.Search(s, pos, how&backtrack.Anchored != 0, caps); decided {
			return matched, nil
		}
		st = backtrack.Pooled()
	}
	at, v := p.prog.Search(&st, frame[:], s, pos, how|backtrack.Spare, caps)
	st.Release()
	return p.result(&st, at, v)
}
