package literal

import (
	"math/bits"
	"strings"

	"github.com/arenaregexp/regexp/internal/program"
)

// The scanners for single bytes: the first of two, of three, of any set, and the length of a run of bytes in a set. They are what
// states of an automaton that only wait hand over to, and what `[^/]+` and its like run on.
//
// Each has two forms that give the same answers. The portable form of IndexAny2 and IndexAny3 reads eight bytes as one word and
// finds a byte b in it by the old test for a zero byte (Mycroft, 1987; Warren, Hacker's Delight, 6-1): with x = word ^ bbbbbbbb, the
// expression (x - 0x01..01) &^ x & 0x80..80 has the high bit set of the lowest zero byte of x and of none below it. Bytes
// above it may be marked wrongly, by the borrow, but only the lowest mark is used; and so the marks of several bytes can be or-ed.
// The vector form (scan_amd64.s) compares 32 bytes an instruction.
//
// A set is two rows of 16 bytes: rows[b>>7<<4 | b&15] has bit b>>4&7. A byte shuffle looks 32 of them up at once, as its index
// uses the low four bits of a byte, and yields zero where the high bit is set: one shuffle of each row by the byte, or-ed, is the
// right entry for any byte, whatever the set (Langdale and Lemire's simdjson classifies so; Muła describes this general form).

// vectorLeast is the least number of bytes, or of places, that the vector forms take.
const vectorLeast = 4

// IndexAny2 returns the index of the first a or b in s, or -1.
func IndexAny2(s string, a, b byte) int {
	if haveVector && len(s) >= vectorLeast {
		return indexAny2Vector(s, a, b)
	}
	return indexAny2(s, a, b)
}

// IndexAny3 returns the index of the first a, b or c in s, or -1.
func IndexAny3(s string, a, b, c byte) int {
	if haveVector && len(s) >= vectorLeast {
		return indexAny3Vector(s, a, b, c)
	}
	return indexAny3(s, a, b, c)
}

// Set is a set of bytes to look for. It is immutable, 40 bytes.
type Set struct {
	rows [32]byte
	size int16
	some [3]byte // the bytes of the set, where it has one to three
}

// NewSet makes the set of the bytes in b.
func NewSet(b *program.ByteSet) *Set {
	x := new(Set)
	for _, c := range b.Append(make([]byte, 0, 256)) {
		x.rows[c>>7<<4|c&15] |= 1 << (c >> 4 & 7)
		if int(x.size) < len(x.some) {
			x.some[x.size] = c
		}
		x.size++
	}
	return x
}

// Contains reports whether c is in the set.
func (x *Set) Contains(c byte) bool { return x.rows[c>>7<<4|c&15]>>(c>>4&7)&1 != 0 }

// Len returns how many bytes are in the set.
func (x *Set) Len() int { return int(x.size) }

// IndexSet returns the index of the first byte of s that is in x, or -1.
func IndexSet(s string, x *Set) int {
	switch {
	case x.size == 1:
		return strings.IndexByte(s, x.some[0])
	case x.size == 2:
		return IndexAny2(s, x.some[0], x.some[1])
	case x.size == 3:
		return IndexAny3(s, x.some[0], x.some[1], x.some[2])
	case haveVector && len(s) >= vectorLeast:
		return indexSetVector(s, &x.rows)
	}
	return indexSet(s, &x.rows)
}

// SpanSet returns the length of the run of bytes in x that s begins with.
func SpanSet(s string, x *Set) int {
	if haveVector && len(s) >= vectorLeast {
		return spanSetVector(s, &x.rows)
	}
	return spanSet(s, &x.rows)
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load64 reads eight bytes of s from i on, the first into the lowest bits. The compiler makes one load of it.
func load64(s string, i int) uint64 {
	t := s[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

func indexAny2(s string, a, b byte) int {
	as, bs := ones*uint64(a), ones*uint64(b)
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		w := load64(s, i)
		x, y := w^as, w^bs
		if z := ((x-ones)&^x | (y-ones)&^y) & highs; z != 0 {
			return i + bits.TrailingZeros64(z)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c == a || c == b {
			return i
		}
	}
	return -1
}

func indexAny3(s string, a, b, c byte) int {
	as, bs, cs := ones*uint64(a), ones*uint64(b), ones*uint64(c)
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		w := load64(s, i)
		x, y, v := w^as, w^bs, w^cs
		if z := ((x-ones)&^x | (y-ones)&^y | (v-ones)&^v) & highs; z != 0 {
			return i + bits.TrailingZeros64(z)/8
		}
	}
	for ; i < len(s); i++ {
		if d := s[i]; d == a || d == b || d == c {
			return i
		}
	}
	return -1
}

func indexSet(s string, rows *[32]byte) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; rows[c>>7<<4|c&15]>>(c>>4&7)&1 != 0 {
			return i
		}
	}
	return -1
}

func spanSet(s string, rows *[32]byte) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; rows[c>>7<<4|c&15]>>(c>>4&7)&1 == 0 {
			return i
		}
	}
	return len(s)
}
