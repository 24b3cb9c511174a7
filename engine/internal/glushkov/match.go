package glushkov

import (
	"math/bits"
	"unicode/utf8"
)

// Match reports whether a match begins at one of the positions from pos to last. The text before pos is context. If full is true, the
// match must end where s ends.
func (m *Matcher) Match(s string, pos, last int, full bool) bool {
	if m.words == 1 {
		return m.one(s, pos, last, full)
	}
	return m.many(s, pos, last, full)
}

// at returns the table for place i of s.
func (m *Matcher) at(s string, i int) *table {
	before, after := uint8(edge), uint8(edge)
	if i > 0 {
		before = kinds[s[i-1]]
	}
	if i < len(s) {
		after = kinds[s[i]]
	}
	return &m.tables[m.context[4*before+after]]
}

// one is Match for sets of one word.
func (m *Matcher) one(s string, pos, last int, full bool) bool {
	within := &m.tables[m.context[4*neither+neither]]
	t := m.at(s, pos)
	set := uint64(0)
	for i := pos; ; {
		next := uint64(0)
		if set != 0 {
			if set&t.accept[0] != 0 && (!full || i == len(s)) {
				return true
			}
			next = set&t.next[0]<<1 | set&t.self[0]
			for e := set & t.other[0]; e != 0; e &= e - 1 {
				next |= t.rows[bits.TrailingZeros64(e)]
			}
		}
		if i <= last {
			if t.empty && (!full || i == len(s)) {
				return true
			}
			next |= t.init[0]
		}
		if i == len(s) || next == 0 && i >= last {
			return false
		}
		if c := s[i]; c < utf8.RuneSelf {
			set = next & m.takes[m.class[c]]
			i++
		} else {
			r, width := utf8.DecodeRuneInString(s[i:])
			set = next & m.highOne(r)
			i += width
		}
		if !m.plain || i == len(s) {
			t = m.at(s, i)
			continue
		}
		t = within
		if set != 0 {
			continue
		}
		for init, until := t.init[0], min(last, len(s)-1); i < until && !t.empty; i++ {
			if c := s[i]; c >= utf8.RuneSelf || init&m.takes[m.class[c]] != 0 {
				break
			}
		}
	}
}

// highOne returns the positions that take r, which is not ASCII.
func (m *Matcher) highOne(r rune) uint64 {
	set := m.high[0]
	for k := range m.special {
		if x := &m.special[k]; m.prog.MatchRune(&x.inst, r) {
			set |= x.positions[0]
		}
	}
	return set
}

// many is Match for sets of several words.
func (m *Matcher) many(s string, pos, last int, full bool) bool {
	var set, next [maxWords]uint64
	w := m.words
	t := m.at(s, pos)
	live := false
	for i := pos; ; {
		next = [maxWords]uint64{}
		if live {
			carry := uint64(0)
			for k := range w {
				x := set[k]
				if x&t.accept[k] != 0 && (!full || i == len(s)) {
					return true
				}
				shifted := x & t.next[k]
				next[k] |= shifted<<1 | carry | x&t.self[k]
				carry = shifted >> 63
				for e := x & t.other[k]; e != 0; e &= e - 1 {
					row := t.rows[(64*k+bits.TrailingZeros64(e))*w:]
					for j := range w {
						next[j] |= row[j]
					}
				}
			}
		}
		if i <= last {
			if t.empty && (!full || i == len(s)) {
				return true
			}
			for k, x := range t.init {
				next[k] |= x
			}
		} else if !live {
			return false
		}
		if i == len(s) {
			return false
		}
		some := uint64(0)
		if c := s[i]; c < utf8.RuneSelf {
			row := m.takes[int(m.class[c])*w:]
			for k := range w {
				set[k] = next[k] & row[k]
				some |= set[k]
			}
			i++
		} else {
			r, width := utf8.DecodeRuneInString(s[i:])
			for k := range w {
				set[k] = next[k] & m.high[k]
			}
			for at := range m.special {
				if x := &m.special[at]; m.prog.MatchRune(&x.inst, r) {
					for k := range w {
						set[k] |= next[k] & x.positions[k]
					}
				}
			}
			for k := range w {
				some |= set[k]
			}
			i += width
		}
		live = some != 0
		t = m.at(s, i)
	}
}
