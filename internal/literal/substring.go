package literal

import (
	"math/bits"
	"strings"
)

// Search for one text. A text is found by its two rarest bytes, by the ranks of frequency.go: a place where both stand at
// their distance is a candidate, and a comparison decides. In natural text two bytes chosen so are rare enough that most of the time
// goes into the scan, which the vector form does at 32 places an instruction: load at the one byte's offset, load
// at the other's, compare both, and (Lemire and Muła, "SIMD-friendly algorithms for substring searching"; the memchr crate picks
// its two bytes by rank as this does). The portable form lets strings.IndexByte, which is assembly in the standard library, look for
// the rarest byte, and checks the other.
//
// What the ranks get wrong costs time, so false candidates are counted. When they outweigh the distance covered, find gives up and
// tells how far it came; the caller goes on with the automaton of the text (ahocorasick.go), one step a byte. That bounds
// the whole at a constant a byte: the standard library's strings.Index does the same with Rabin and Karp's hash in that place.

// shortText is the length of a subject up to which strings.Index, which is assembly for short texts, is at least as fast.
// BenchmarkTextShort, with it and without, in ns: 6.4 and 8.4 at 6 bytes, 6.5 and 6.9 at 19; without it alone, at 59 bytes, 6.2
// where strings.Index takes 13.
const shortText = 24

// pair is a text and its two rarest bytes.
type pair struct {
	off1, off2 int // of the rarest byte and of the next, in the text
	b1, b2     byte
	headed
}

// headed is a text with its first eight bytes as a word: most comparisons are settled by it, or by one look.
type headed struct {
	head, mask uint64
	text       string
}

func newHeaded(text string) headed {
	h := headed{text: text}
	for i := 0; i < len(text) && i < 8; i++ {
		h.head |= uint64(text[i]) << (8 * i)
		h.mask |= 0xFF << (8 * i)
	}
	return h
}

// newPair takes a text of two bytes at least.
func newPair(text string) pair {
	p := pair{headed: newHeaded(text)}
	for i := 1; i < len(text); i++ {
		if frequency[text[i]] < frequency[text[p.off1]] {
			p.off1 = i
		}
	}
	// The second byte should differ from the first, or it tells little: in "!!!a" it is the 'a'.
	p.off2 = -1
	for i := range len(text) {
		if i == p.off1 {
			continue
		}
		if p.off2 < 0 || p.rank(i) < p.rank(p.off2) {
			p.off2 = i
		}
	}
	p.b1, p.b2 = text[p.off1], text[p.off2]
	return p
}

// rank is how little the byte at i adds to the rarest one.
func (p *pair) rank(i int) int {
	if p.text[i] == p.text[p.off1] {
		return 256
	}
	return int(frequency[p.text[i]])
}

// What a false candidate may cost: work is counted in units of about half a nanosecond, and a search that has spent more than
// freeWork and workPerByte for each byte it has passed gives up. The automaton takes 1.2 ns a byte for 129 words and 1.8
// for 500 (BenchmarkMany).
const (
	freeWork    = 1024
	workPerByte = 4
)

// spent reports whether work is more than a search should spend on n bytes.
func spent(work, n int) bool { return work > freeWork+workPerByte*n }

// findVector and findPortable return the first place of the text at or after from, or -1. Where they give up, at is -1 and next how
// far they came; else next is -1.
func (p *pair) findVector(s string, from int) (at, next int) {
	text := p.text
	work := 0
	for i := from; ; {
		n := len(s) - i - len(text) + 1
		if n <= 0 {
			return -1, -1
		}
		if n < vectorLeast {
			for ; n > 0; i, n = i+1, n-1 {
				if s[i:i+len(text)] == text {
					return i, -1
				}
			}
			return -1, -1
		}
		block, hits := pairVector(p, s[i:], n)
		if hits == 0 {
			return -1, -1
		}
		i += block
		for ; hits != 0; hits &= hits - 1 {
			k := i + bits.TrailingZeros32(hits)
			work += 8
			if len(s)-k >= 8 {
				if load64(s, k)&p.mask != p.head {
					continue
				}
				if len(text) <= 8 {
					return k, -1
				}
			}
			if s[k:k+len(text)] == text {
				return k, -1
			}
			work += len(text) / 16
		}
		i += 32
		if spent(work, i-from) {
			return -1, min(i, len(s))
		}
	}
}

func (p *pair) findPortable(s string, from int) (at, next int) {
	text := p.text
	work := 0
	for i := from; ; {
		end := len(s) - len(text) + 1 // of the places left
		if i >= end {
			return -1, -1
		}
		k := strings.IndexByte(s[i+p.off1:end+p.off1], p.b1)
		if k < 0 {
			return -1, -1
		}
		i += k
		if s[i+p.off2] == p.b2 {
			if s[i:i+len(text)] == text {
				return i, -1
			}
			work += 8 + len(text)/16
		}
		work += 8
		i++
		if spent(work, i-from) {
			return -1, i
		}
	}
}
