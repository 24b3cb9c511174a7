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
	i := m.skip(s, pos, last)
	t := m.at(s, i)
	for set := uint64(0); ; {
		if i == len(s) {
			return set != 0 && set&t.accept[0] != 0 || i <= last && t.empty
		}
		next := uint64(0)
		if set != 0 {
			if !full && set&t.accept[0] != 0 {
				return true
			}
			next = set&t.next[0]<<1 | set&t.self[0]
			for e := set & t.other[0]; e != 0; {
				x := &t.exceptions[t.exception[bits.TrailingZeros64(e)]]
				next |= x.bits
				e &^= x.mask
			}
		}
		if i <= last {
			if t.empty && !full {
				return true
			}
			next |= t.init[0]
		}
		if next == 0 && i >= last {
			return false
		}
		if c := s[i]; c < utf8.RuneSelf {
			set = next & m.takes[m.class[c]]
			i++
		} else {
			r, width := utf8.DecodeRuneInString(s[i:])
			set = next & m.takesHigh(r, 0)
			i += width
		}
		if set == 0 {
			i = m.skip(s, i, last)
		}
		if m.plain && i > 0 && i < len(s) {
			t = within
		} else {
			t = m.at(s, i)
		}
	}
}

// skip goes to the next place at which a match can begin, or to the last one. No position is live.
func (m *Matcher) skip(s string, i, last int) int {
	if m.empty {
		return i
	}
	for until := min(last, len(s)); i < until; i++ {
		if c := s[i]; c >= utf8.RuneSelf || m.first[c/64]>>(c%64)&1 != 0 {
			break
		}
	}
	return i
}

// many is Match for sets of several words. It looks only at the words that are not empty: live has a bit for each of them.
func (m *Matcher) many(s string, pos, last int, full bool) bool {
	var set, next [maxWords]uint64
	w := m.words
	within := &m.tables[m.context[4*neither+neither]]
	i := m.skip(s, pos, last)
	t := m.at(s, i)
	for live := uint64(0); ; {
		if i == len(s) {
			for ; live != 0; live &= live - 1 {
				k := bits.TrailingZeros64(live) % maxWords
				if set[k]&t.accept[k] != 0 {
					return true
				}
			}
			return i <= last && t.empty
		}
		reached := uint64(0) // as live, of next
		for ; live != 0; live &= live - 1 {
			k := bits.TrailingZeros64(live) % maxWords
			x := set[k]
			if !full && x&t.accept[k] != 0 {
				return true
			}
			shifted := x & t.next[k]
			own := shifted<<1 | x&t.self[k]
			for e := x & t.other[k]; e != 0; {
				y := &t.exceptions[t.exception[64*k+bits.TrailingZeros64(e)]]
				e &^= y.mask
				own |= y.bits
				for p := y.parts.from; p < y.parts.to; p++ {
					part := &m.parts[p]
					next[part.word%maxWords] |= part.bits
					reached |= 1 << (part.word % maxWords)
				}
			}
			if own != 0 {
				next[k] |= own
				reached |= 1 << k
			}
			if shifted>>63 != 0 {
				next[(k+1)%maxWords] |= 1
				reached |= 1 << (k + 1)
			}
		}
		begins := i <= last
		if begins && t.empty && !full {
			return true
		}
		if !begins && reached == 0 {
			return false
		}
		if c := s[i]; c < utf8.RuneSelf {
			class := int(m.class[c])
			row := m.takes[class*w : class*w+w]
			for ; reached != 0; reached &= reached - 1 {
				k := bits.TrailingZeros64(reached)
				x := next[k%maxWords] & row[k]
				next[k%maxWords] = 0
				set[k%maxWords] = x
				if x != 0 {
					live |= 1 << k
				}
			}
			if begins {
				for p := t.begin[class].from; p < t.begin[class].to; p++ {
					part := &m.parts[p]
					k := part.word % maxWords
					if live>>k&1 == 0 {
						set[k] = 0
					}
					set[k] |= part.bits
					live |= 1 << k
				}
			}
			i++
		} else {
			r, width := utf8.DecodeRuneInString(s[i:])
			if begins {
				for k, x := range t.init {
					if x != 0 {
						next[k%maxWords] |= x
						reached |= 1 << k
					}
				}
			}
			for ; reached != 0; reached &= reached - 1 {
				k := bits.TrailingZeros64(reached)
				x := next[k%maxWords]
				next[k%maxWords] = 0
				set[k%maxWords] = x & m.takesHigh(r, k)
				if set[k%maxWords] != 0 {
					live |= 1 << k
				}
			}
			i += width
		}
		if live == 0 {
			i = m.skip(s, i, last)
		}
		if m.plain && i < len(s) {
			t = within
		} else {
			t = m.at(s, i)
		}
	}
}

// takesHigh returns the positions of a word that take r, which is not ASCII.
func (m *Matcher) takesHigh(r rune, word int) uint64 {
	set := m.high[word]
	for k := range m.special {
		if x := &m.special[k]; x.positions[word]&^set != 0 && m.prog.MatchRune(&x.inst, r) {
			set |= x.positions[word]
		}
	}
	return set
}
