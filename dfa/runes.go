package dfa

import "unicode/utf8"

// The automaton steps by bytes and the program by runes. A byte that is not valid UTF-8 is the rune U+FFFD, one byte wide. So besides
// its set of instructions, a state remembers the pending bytes of an incomplete sequence. Each new byte does one of three things. It
// completes the sequence, and the set steps by its rune. It extends the sequence, and only pending grows. Or it breaks the sequence, and
// the set steps by U+FFFD for each pending byte. This is exact by construction.
//
// Two sequences are equivalent if the same bytes complete them and the resulting runes all have the same class. The state remembers the
// first of the equivalent sequences that was seen. A pattern that does not tell non-ASCII runes apart has ten of them.
//
// This does not work backwards. There the continuation bytes come first and say nothing without their lead byte, so each sequence would
// need a state of its own. (With \p{L}{8,13} on 250 KB of Russian text, this filled the cache again and again: 37 ms, where the standard
// library takes 24.) So a backward search decodes each rune first, and the automaton steps by rune classes.

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

// wants returns how many continuation bytes must follow lead, and the range of the first of them.
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

// completions returns the first and the last rune that p can become.
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

// canonical returns the sequence that stands for p: the first one seen of those that are equivalent to it.
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
