package dfa

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
)

// A Lead leads searches past text in which no match can begin: by the literals that matches need or, where these are of no use and the
// automaton is small, by a table of shifts, which runs at two to three times the speed of a walk. The nil Lead leads nowhere.
type Lead struct {
	literals *literal.Lead
	shift    *Shift
	reach    int // with shift: how many bytes before its end a match begins, at most
}

// maxReach is up to which length of matches a table of shifts leads: the automaton goes over as many bytes again.
const maxReach = 128

// LeadByLiterals returns a lead by l, or nil if that is nil.
func LeadByLiterals(l *literal.Lead) *Lead {
	if l == nil {
		return nil
	}
	return &Lead{literals: l}
}

// LeadByShift returns a lead by a table for searches that are not anchored, or nil where there is none, or where matches have no small
// bound. longest is the length of the longest match in bytes.
func LeadByShift(t *Shift, longest int) *Lead {
	if t == nil || longest > maxReach {
		return nil
	}
	return &Lead{shift: t, reach: longest}
}

// next returns the first position from start to end at which a match can begin, and the position up to which there is no use in
// asking again; or -1 where no match begins. No match begins inside a rune, when the text is read from the position from on.
func (l *Lead) next(s string, from, start, end int) (at, settled int) {
	if l.literals != nil {
		return l.literals.Next(s, from, start, end)
	}
	// No match ends before k, so that none begins further than reach before it.
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
	return at, k // behind so many continuation bytes none belongs to a rune that begins before
}

// MemoryUsage returns how many bytes the lead holds beside what it was made of.
func (l *Lead) MemoryUsage() int {
	if l == nil {
		return 0
	}
	return 32 + l.literals.MemoryUsage()
}

// String tells what is looked for.
func (l *Lead) String() string {
	switch {
	case l == nil:
		return "nothing"
	case l.literals != nil:
		return l.literals.String()
	}
	return "a table of shifts"
}
