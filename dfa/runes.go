package dfa

import "unicode/utf8"

// The automaton steps by bytes, the program by runes, and a byte that is no UTF-8 is the rune U+FFFD, one byte wide. So a
// state remembers, beside its set of instructions, the bytes of a sequence that is not complete: pending. Each byte then says
// one of three things: the sequence is complete, and the set steps by its rune; or it goes on, and only pending grows; or it
// is broken, and the set steps by U+FFFD for each of its bytes. That is exact by construction.
//
// Two sequences that must be completed by the same bytes, and always to runes of one class, are one: the state remembers the
// first of them that was seen. For patterns that do not tell runes beyond ASCII apart there are ten.
//
// Backwards that does not work: the bytes that come first say nothing without the one that leads them, so that sequences which
// become runes of one class have nothing in common, and each would be a state of its own. (For \p{L}{8,13} on Russian text
// that filled the cache again and again: 37 ms for 250 KB, of which the standard library makes 24.) There, runes are decoded
// before the automaton sees them, and it steps by their classes.

// pending is an unfinished sequence.
type pending struct {
	bytes [utf8.UTFMax - 1]byte
	n     uint8
}

func (p pending) push(b byte) pending {
	p.bytes[p.n] = b
	p.n++
	return p
}

// wants returns what a sequence of continuation bytes must bring after lead: how many, and the range of the first.
func wants(lead byte) (n int, lo, hi byte) {
	switch {
	case lead < 0xC2 || lead > 0xF4:
		return 0, 0, 0
	case lead < 0xE0:
		return 1, 0x80, 0xBF
	case lead == 0xE0:
		return 2, 0xA0, 0xBF
	case lead == 0xED:
		return 2, 0x80, 0x9F
	case lead < 0xF0:
		return 2, 0x80, 0xBF
	case lead == 0xF0:
		return 3, 0x90, 0xBF
	case lead < 0xF4:
		return 3, 0x80, 0xBF
	}
	return 3, 0x80, 0x8F
}

// completions returns the first and the last rune that a sequence read forwards can become.
func (p pending) completions() (first, last rune) {
	n, lo, hi := wants(p.bytes[0])
	var a, b [utf8.UTFMax]byte
	copy(a[:], p.bytes[:p.n])
	b = a
	for i := int(p.n); i <= n; i++ {
		a[i], b[i] = 0x80, 0xBF
		if i == 1 {
			a[i], b[i] = lo, hi
		}
	}
	first, _ = utf8.DecodeRune(a[:n+1])
	last, _ = utf8.DecodeRune(b[:n+1])
	return first, last
}

// canonical returns the sequence that stands for p, which was read forwards: the first one seen of those that want the same
// bytes and become runes of the same class.
func (c *cache) canonical(t *Symbols, p pending) pending {
	first, last := p.completions()
	i := t.rangeOf(first)
	if t.rangeOf(last) != i {
		return p
	}
	n, lo, hi := wants(p.bytes[0])
	if p.n > 1 {
		lo, hi = 0, 0 // all continuation bytes will do
	}
	key := pendingKey{n: p.n, left: uint8(n + 1 - int(p.n)), lo: lo, hi: hi, class: t.classes[i]}
	if q, ok := c.pendings[key]; ok {
		return q
	}
	if c.pendings == nil {
		c.pendings = make(map[pendingKey]pending)
	}
	c.pendings[key] = p
	return p
}

type pendingKey struct {
	n, left, lo, hi uint8
	class           uint32
}
