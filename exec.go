package regexp

import (
	"iter"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/engine"
)

// Matches is the result of [Regexp.Exec]: the subject and the byte offsets of each group, in a buffer with room for sixteen groups.
// The zero value is ready. A Matches can be used again for any number of matches of any patterns. It is not safe for concurrent
// use: each goroutine has its own.
//
// Its methods are documented with [arena.Matches]. Group 0 is the whole match.
//
//   - Len() int: the number of groups of the pattern that matched, group 0 included; 0 after a miss
//   - Span(i int) (start, end int): where group i lies; -1, -1 if it took no part or does not exist
//   - Group(i int) string: the text of group i, or ""; a copy if the subject was a []byte
//   - GroupBytes(i int) []byte: the text of group i, or nil; a copy if the subject was a string
//   - Named(name string) string: the text of the group with that name, or ""
//   - Index(name string) int: the number of the group with that name, or -1
//   - NamedInto(groups map[string]string): puts the texts of the named groups that took part into a map
//   - Expand(dst []byte, template string) []byte: appends a template with the groups put in, as [Regexp.Expand] does
//   - Slots(n int) []int, Commit(subject string, n int, names []string), CommitBytes(subject string, n int, names []string): for
//     packages that run matches and store the result in a Matches
//
// # Where a Matches lives
//
// A local Matches stays on the stack as long as the compiler can see every function that gets its address. A call through a func value
// or an interface hides the callee, so this handler moves m to the heap, one allocation for each call of serve:
//
//	func serve(url string, handle func(m *regexp.Matches)) {
//		var m regexp.Matches
//		if route.Exec(url, &m) {
//			handle(&m) // m escapes
//		}
//	}
//
// To avoid it, hand over what the handler needs, such as m.Group(1), or keep the Matches in something that already lives on the heap
// and serves one request at a time, such as the worker, the connection or a pooled context:
//
//	type worker struct{ m regexp.Matches }
//
//	func (w *worker) serve(url string, handle func(m *regexp.Matches)) {
//		if route.Exec(url, &w.m) {
//			handle(&w.m) // allocates nothing
//		}
//	}
//
// A Matches keeps its subject reachable until its next use.
type Matches = arena.Matches

// Anchoring says where in the subject a match of [Regexp.ExecAt] or of a [Set] may lie: [Unanchored], [Anchored] or [Full].
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
// All groups of each match are found. A loop that reads only where matches lie is faster with [Regexp.AllStringIndex], which finds no groups.
//
//	var m regexp.Matches
//	for range re.ExecAll(s, &m) {
//		use(m.Group(1))
//	}
func (re *Regexp) ExecAll(s string, m *Matches) iter.Seq[int] {
	return func(yield func(int) bool) {
		c := re.cursor(s)
		for i := 0; c.Next(m.Slots(len(re.names))); i++ {
			m.Commit(s, len(re.names), re.names)
			if !yield(i) {
				c.Close()
				return
			}
		}
	}
}

// ExecAllBytes is [Regexp.ExecAll] for a []byte, which must stay unchanged for as long as m is read.
func (re *Regexp) ExecAllBytes(b []byte, m *Matches) iter.Seq[int] {
	return func(yield func(int) bool) {
		s := arena.String(b)
		c := re.cursor(s)
		for i := 0; c.Next(m.Slots(len(re.names))); i++ {
			m.CommitBytes(s, len(re.names), re.names)
			if !yield(i) {
				c.Close()
				return
			}
		}
	}
}
