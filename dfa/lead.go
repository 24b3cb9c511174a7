package dfa

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
)

// A Lead moves searches past text in which no match can begin. It scans for literals that a match needs. Where literals do not help
// and the automaton is small, it runs a table of shifts, at two to three times the speed of walk. A nil Lead skips nothing.
type Lead struct {
	literals *literal.Lead
	shift    *Shift
	reach    int // with shift: how many bytes before its end a match begins, at most
}

// maxReach is the greatest match length for which a table of shifts leads. The automaton reads up to that many bytes again.
const maxReach = 128

// LeadByLiterals returns a lead that scans with l, or nil if l is nil.
func LeadByLiterals(l *literal.Lead) *Lead {
	if l == nil {
		return nil
	}
	return &Lead{literals: l}
}

// LeadByShift returns a lead that runs t, a table for unanchored searches. It returns nil if t is nil or matches can be too long.
// longest is the length of the longest match in bytes.
func LeadByShift(t *Shift, longest int) *Lead {
	if t == nil || longest > maxReach {
		return nil
	}
	return &Lead{shift: t, reach: longest}
}

// Inside reports whether the lead goes back from a text inside a match to the first position where that match can begin. A match often
// begins exactly there.
func (l *Lead) Inside() bool { return l != nil && l.literals.Inside() }

// First returns the first position from pos on where a match can begin and is worth a try of its own, or -1 if no match begins. starts
// finds the position, unless the lead is by a text inside the match.
func (l *Lead) First(s string, pos int, starts *literal.Starts) int {
	if l.Inside() {
		at, _ := l.literals.Next(s, pos, pos, len(s))
		return at
	}
	return starts.Next(s, pos, pos, len(s))
}

// next returns the first position from start to end at which a match can begin, or -1 if there is none. Before settled, asking again is
// of no use. Counting runes from the position from, no match begins inside a rune.
func (l *Lead) next(s string, from, start, end int) (at, settled int) {
	if l.literals != nil {
		return l.literals.Next(s, from, start, end)
	}
	// No match ends before k, so none begins more than reach bytes before k.
	k := l.shift.nearEnd(s, start)
	if k < 0 || k > end {
		return -1, end
	}
	if at = k - l.reach; at <= start {
		return start, k
	}
	if at == len(s) {
		return at, k // an empty match at the end
	}
	for back := range utf8.UTFMax {
		if at-back <= start {
			return start, k
		}
		if utf8.RuneStart(s[at-back]) {
			return at - back, k
		}
	}
	return at, k // after so many continuation bytes, none belongs to an earlier rune
}

// MemoryUsage returns how many bytes the lead holds, without the shift table.
func (l *Lead) MemoryUsage() int {
	if l == nil {
		return 0
	}
	return 32 + l.literals.MemoryUsage()
}

// String describes what the lead looks for.
func (l *Lead) String() string {
	switch {
	case l == nil:
		return "nothing"
	case l.literals != nil:
		return l.literals.String()
	}
	return "a table of shifts"
}
