package program

// classes remembers which classes of a program were made from which pairs. A repetition emits its class over and over, and a pattern often
// names one class many times: to make it anew each time, and to look it up in the process, would take time in proportion to its ranges.
type classes struct {
	recent [8]made          // the class that was used last comes first
	n      int              // of recent
	all    map[*rune]uint32 // the class of pairs that begin there; nil as long as recent holds all
}

type made struct {
	pairs []rune
	class uint32
}

// find returns the class that was made from these pairs.
func (m *classes) find(pairs []rune) (class uint32, ok bool) {
	for i := range m.recent[:m.n] {
		if e := &m.recent[i]; len(e.pairs) == len(pairs) && &e.pairs[0] == &pairs[0] {
			return e.class, true
		}
	}
	if class, ok = m.all[&pairs[0]]; ok {
		return class, true
	}
	// Another node of the tree may have the same pairs.
	for i := range m.recent[:m.n] {
		if e := m.recent[i]; runeBytes(e.pairs) == runeBytes(pairs) {
			copy(m.recent[1:i+1], m.recent[:i])
			m.recent[0] = made{pairs, e.class}
			if m.all != nil {
				m.all[&pairs[0]] = e.class
			}
			return e.class, true
		}
	}
	return 0, false
}

// add remembers a class that was not found.
func (m *classes) add(pairs []rune, class uint32) {
	if m.n == len(m.recent) && m.all == nil {
		m.all = make(map[*rune]uint32)
		for _, e := range m.recent {
			m.all[&e.pairs[0]] = e.class
		}
	}
	if m.all != nil {
		m.all[&pairs[0]] = class
	}
	m.n = min(m.n+1, len(m.recent))
	copy(m.recent[1:m.n], m.recent[:])
	m.recent[0] = made{pairs, class}
}
