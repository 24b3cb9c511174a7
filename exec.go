package regexp

import (
	"iter"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/engine"
)

// Matches is the result of [Regexp.Exec]: the byte offsets of each group, in a buffer that lives on
// the caller's stack. The zero value is ready, and may be used again for any number of matches of
// any patterns. It is not safe for concurrent use: each goroutine has its own.
type Matches = arena.Matches

// Anchoring says where in the subject a match of [Regexp.ExecAt] may lie.
type Anchoring = engine.Anchoring

const (
	// Unanchored lets a match start at the given position or anywhere after it.
	Unanchored = engine.Unanchored
	// Anchored makes a match start at the given position.
	Anchored = engine.Anchored
	// Full makes a match start at the given position and end at the end of the subject. Alternatives
	// and repetitions are tried for such a match: a|ab matches all of "ab".
	Full = engine.Full
)

// Exec searches s for the first match and puts it into m. It reports whether there is one; after a miss
// m.Len() is 0.
//
// Exec does not allocate, for a pattern of up to sixteen groups, the whole match included; one with more
// allocates once a Matches, which keeps that memory for its next use.
// m does not escape: a Matches that is a local variable stays on the stack.
func (re *Regexp) Exec(s string, m *Matches) bool {
	if !re.eng.Search(s, 0, Unanchored, m.Slots(len(re.names))) {
		return false
	}
	m.Commit(s, len(re.names), re.names)
	return true
}

// ExecBytes is [Regexp.Exec] for a []byte. m refers to b and not to a copy, so b must stay unchanged
// for as long as m is read.
func (re *Regexp) ExecBytes(b []byte, m *Matches) bool {
	s := arena.String(b)
	if !re.eng.Search(s, 0, Unanchored, m.Slots(len(re.names))) {
		return false
	}
	m.CommitBytes(s, len(re.names), re.names)
	return true
}

// ExecAt is [Regexp.Exec] for a search that starts at byte pos of s, with a say in where the match may lie.
//
// The text before pos is context: ^ matches at 0 and not at pos, \b looks at the character before
// pos, and the offsets in m count from the start of s. A pos that is negative or beyond len(s) is a miss.
func (re *Regexp) ExecAt(s string, pos int, how Anchoring, m *Matches) bool {
	caps := m.Slots(len(re.names))
	if uint(pos) > uint(len(s)) || !re.eng.Search(s, pos, how, caps) {
		return false
	}
	m.Commit(s, len(re.names), re.names)
	return true
}

// ExecBytesAt is [Regexp.ExecAt] for a []byte, which must stay unchanged for as long as m is read.
func (re *Regexp) ExecBytesAt(b []byte, pos int, how Anchoring, m *Matches) bool {
	s, caps := arena.String(b), m.Slots(len(re.names))
	if uint(pos) > uint(len(s)) || !re.eng.Search(s, pos, how, caps) {
		return false
	}
	m.CommitBytes(s, len(re.names), re.names)
	return true
}

// ExecAll iterates over all matches in s, as [Regexp.AllStringSubmatch] does, but puts each into m and
// yields its ordinal, counted from 0. A range loop over it allocates nothing. When the loop has
// come to its end m.Len() is 0; where it was left early m holds the last match.
//
//	var m regexp.Matches
//	for range re.ExecAll(s, &m) {
//		use(m.Group(1))
//	}
func (re *Regexp) ExecAll(s string, m *Matches) iter.Seq[int] {
	return func(yield func(int) bool) {
		c := re.cursor(s)
		for i := 0; c.next(m.Slots(len(re.names))); i++ {
			m.Commit(s, len(re.names), re.names)
			if !yield(i) {
				return
			}
		}
	}
}

// ExecAllBytes is [Regexp.ExecAll] for a []byte, which must stay unchanged for as long as m is read.
func (re *Regexp) ExecAllBytes(b []byte, m *Matches) iter.Seq[int] {
	return func(yield func(int) bool) {
		c := re.cursor(arena.String(b))
		for i := 0; c.next(m.Slots(len(re.names))); i++ {
			m.CommitBytes(c.subject, len(re.names), re.names)
			if !yield(i) {
				return
			}
		}
	}
}
