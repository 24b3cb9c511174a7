package literal

import "unsafe"

// BlockBytes is the number of bytes of which Block tells at a time.
const BlockBytes = 64

// Block returns which of the first BlockBytes bytes of s are in x, and which are not ASCII: bit k stands for s[k]. Bits beyond the end of s
// are zero. A search for many short matches in a row calls Block once per block and then reads bits.
func Block(s string, x *Set) (in, high uint64) {
	if len(s) >= BlockBytes {
		if haveVector {
			return blockVector(s, &x.rows)
		}
		return block(s[:BlockBytes], &x.rows)
	}
	if !haveVector || len(s) < vectorBlockLeast {
		return block(s, &x.rows)
	}
	var last [BlockBytes]byte
	copy(last[:], s)
	in, high = blockVector(unsafe.String(&last[0], BlockBytes), &x.rows) // last outlives the call, which keeps nothing
	rest := uint64(1)<<len(s) - 1
	return in & rest, high & rest
}

// vectorBlockLeast is the number of bytes from which on it pays to copy the last part of a text into a whole block.
const vectorBlockLeast = 16

func block(s string, rows *[32]byte) (in, high uint64) {
	for k := range len(s) {
		c := s[k]
		in |= uint64(rows[c>>7<<4|c&15]>>(c>>4&7)&1) << (k & 63)
		high |= uint64(c>>7) << (k & 63)
	}
	return in, high
}
