// Package arena holds the memory that a match lives in.
//
// There are two kinds. [Matches] is the fixed inline buffer that a caller keeps on its own stack and
// that receives the result: sixteen groups without any allocation. [Block] is scratch behind the
// matchers, for what does not fit in their frames: it comes from a small, bounded, lock-free free
// list that all patterns of the process share, so memory follows how many matches run at once and
// never how many patterns exist.
//
// The root package gives [Matches] to its users and collects long results in blocks; the matchers of the
// rooms engine and dfa take blocks.
// This package knows nothing of patterns. It promises less than the root package does: names other
// than Matches may change between minor versions.
package arena

import "unsafe"

// InlineGroups is how many groups, the whole match included, a Matches holds inline.
const InlineGroups = 16

// Matches is the result of one match: the subject and the byte offsets of each group.
//
// The zero value is ready. A Matches is meant to live on the caller's stack and to be used again:
//
//	var m regexp.Matches
//	if re.Exec(subject, &m) { ... m.Group(1) ... }
//
// Sixteen groups, the whole match included, lie inline; a pattern with more spills once into a
// slice that the same Matches keeps for its next use. It is never truncated. (PCRE2's wrapper in Apache
// Traffic Server, where the idea comes from, held ten and reported "no captures" for an eleventh.)
//
// A Matches keeps its subject reachable until it is used again. A copy shares what has spilled, so it holds
// its match only until the other is used again. It is not safe for concurrent use.
type Matches struct {
	subject string   // the text searched; of a []byte, an alias that lives as long as this match
	names   []string // group names by index, "" where a group has none; shared with the pattern
	n       int      // groups held: 0 after a miss
	bytes   bool     // the subject was a []byte, whose owner may change it
	spill   []int    // offsets of all groups where a pattern has more than InlineGroups
	inline  [2 * InlineGroups]int
}

// Slots empties m, binds it to a subject and returns the 2*groups offsets to fill, whose contents
// are unspecified. It is for the packages that run matches; [Matches.Commit] says that they hold a match.
func (m *Matches) Slots(groups int) []int {
	m.n = 0
	if 2*groups <= len(m.inline) {
		return m.inline[:2*groups]
	}
	return m.spilled(groups)
}

// spilled is kept out of line so that Slots can be inlined into the entry of a match.
//
//go:noinline
func (m *Matches) spilled(groups int) []int {
	if cap(m.spill) < 2*groups {
		m.spill = make([]int, 2*groups)
	}
	m.spill = m.spill[:2*groups]
	return m.spill
}

// Commit records that the slots given out hold a match of that many groups in a subject.
// names may be nil; it is kept, not copied.
func (m *Matches) Commit(subject string, groups int, names []string) {
	m.subject, m.names, m.n, m.bytes = subject, names, groups, false
}

// CommitBytes is [Matches.Commit] for a subject that is the [String] of a []byte.
func (m *Matches) CommitBytes(subject string, groups int, names []string) {
	m.subject, m.names, m.n, m.bytes = subject, names, groups, true
}

// Len returns the number of groups of the pattern that matched, the whole match included, whether
// each took part or not. It is 0 before the first match and after a miss.
func (m *Matches) Len() int { return m.n }

// Span returns the byte offsets of group i in the subject, 0 being the whole match.
// It is -1, -1 where the group took no part in the match and where there is no such group.
func (m *Matches) Span(i int) (start, end int) {
	if uint(i) >= uint(m.n) {
		return -1, -1
	}
	if 2*m.n > len(m.inline) {
		return m.spill[2*i], m.spill[2*i+1]
	}
	return m.inline[2*i], m.inline[2*i+1]
}

// Group returns the text of group i, 0 being the whole match, or "" where [Matches.Span] is -1, -1.
// It shares the memory of a string subject. Of a []byte subject it is a copy, which allocates, since
// a string must never change; [Matches.GroupBytes] does not.
func (m *Matches) Group(i int) string {
	start, end := m.Span(i)
	if start < 0 {
		return ""
	}
	if m.bytes {
		return string([]byte(m.subject[start:end]))
	}
	return m.subject[start:end]
}

// GroupBytes returns the text of group i, 0 being the whole match, or nil where [Matches.Span] is -1, -1.
// Of a []byte subject it is a slice of that subject, with its capacity cut to its length. Of a string
// subject it is a copy, which allocates.
func (m *Matches) GroupBytes(i int) []byte {
	start, end := m.Span(i)
	if start < 0 {
		return nil
	}
	text := m.subject[start:end]
	if m.bytes {
		return unsafe.Slice(unsafe.StringData(text), len(text))
	}
	return append(make([]byte, 0, len(text)), text...)
}

// Index returns the number of the group that bears a name, or -1 where none does. Of several that share the name, as they may in
// different alternatives, it is the first that took part in the match, or the first of all where none did.
func (m *Matches) Index(name string) int {
	first := -1
	if name != "" && m.n > 0 {
		for i, s := range m.names {
			if s != name {
				continue
			}
			if start, _ := m.Span(i); start >= 0 {
				return i
			}
			if first < 0 {
				first = i
			}
		}
	}
	return first
}

// Named returns the text of the group that bears a name, as [Matches.Group] does for a number, or "" where no group does or
// where it took no part; [Matches.Index] with [Matches.Span] tells these apart.
func (m *Matches) Named(name string) string { return m.Group(m.Index(name)) }

// NamedInto sets the entry of each named group that took part in the match to its text, as [Matches.Group] returns it, and deletes
// the entries of named groups that took no part, so that one map serves match after match. Other entries stay. It allocates where
// the map has to grow, and for a []byte subject.
func (m *Matches) NamedInto(groups map[string]string) {
	for i, name := range m.names[:min(len(m.names), m.n)] {
		if name == "" || i != m.Index(name) {
			continue
		}
		if start, _ := m.Span(i); start < 0 {
			delete(groups, name)
		} else {
			groups[name] = m.Group(i)
		}
	}
}

// String returns b as a string that shares its memory. The caller keeps b unchanged for as long as
// the string is in use: a match reads its subject only while it runs.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
