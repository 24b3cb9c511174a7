package program

import (
	"math/bits"
	"unicode/utf8"
)

// ByteSet is a set of byte values, as a bitmap.
type ByteSet [4]uint64

// AllBytes holds every byte.
var AllBytes = ByteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// Contains reports whether b is in the set.
func (s *ByteSet) Contains(b byte) bool { return s[b>>6]>>(b&63)&1 != 0 }

// Add puts b into the set.
func (s *ByteSet) Add(b byte) { s[b>>6] |= 1 << (b & 63) }

// AddRange puts lo to hi, both included, into the set.
func (s *ByteSet) AddRange(lo, hi byte) {
	for b := int(lo); b <= int(hi); b++ {
		s.Add(byte(b))
	}
}

// Union puts all of t into the set.
func (s *ByteSet) Union(t *ByteSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// Intersects reports whether the sets share a byte.
func (s *ByteSet) Intersects(t *ByteSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// Len returns how many bytes are in the set.
func (s *ByteSet) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// Append appends the bytes of the set in ascending order.
func (s *ByteSet) Append(dst []byte) []byte {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, byte(64*i+bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// FirstBytes returns the bytes that a rune taken by a consuming instruction can begin with. A rune that
// is U+FFFD may be any byte from 0x80 on: that is how a byte that is no UTF-8 is read.
func (p *Program) FirstBytes(i *Inst) (set ByteSet) {
	switch i.Op {
	case Byte:
		set.Add(byte(i.Arg))
	case Rune:
		set.addLeads(rune(i.Arg), rune(i.Arg))
	case InClass:
		c := &p.Classes[i.Arg]
		set[0], set[1] = c.ASCII[0], c.ASCII[1]
		if c.High == AllHigh {
			set[2], set[3] = ^uint64(0), ^uint64(0)
		} else if c.High != nil {
			for k := 0; k < len(c.High.Pairs); k += 2 {
				set.addLeads(c.High.Pairs[k], c.High.Pairs[k+1])
			}
		}
	case Any:
		set = AllBytes
	case AnyNotNL:
		set = AllBytes
		set['\n'>>6] &^= 1 << ('\n' & 63)
	}
	return set
}

// Bytes returns the bytes that occur in matches. Bytes beyond ASCII are not told apart: the set holds all of them or none.
func (p *Program) Bytes() (set ByteSet) {
	for i := range p.Insts {
		if p.Insts[i].Consumes() {
			first := p.FirstBytes(&p.Insts[i])
			set.Union(&first)
		}
	}
	if set[2]|set[3] != 0 {
		set[2], set[3] = ^uint64(0), ^uint64(0)
	}
	return set
}

// addLeads adds the bytes that begin the UTF-8 forms of the runes lo to hi, which are not ASCII.
func (s *ByteSet) addLeads(lo, hi rune) {
	if lo <= utf8.RuneError && utf8.RuneError <= hi {
		s[2], s[3] = ^uint64(0), ^uint64(0)
		return
	}
	s.AddRange(lead(lo), lead(hi))
}

// lead is the first byte of r's UTF-8 form. Surrogates, which have none, get the byte their neighbours have.
func lead(r rune) byte {
	switch {
	case r < 0x800:
		return 0xC0 | byte(r>>6)
	case r < 0x10000:
		return 0xE0 | byte(r>>12)
	}
	return 0xF0 | byte(r>>18)
}

// Bytewise reports whether a consuming instruction may be stepped one byte at a time in a loop over
// itself: it takes either no rune beyond ASCII or all of them, so that how bytes form runes can not
// change where the loop ends.
func (p *Program) Bytewise(i *Inst) bool {
	switch i.Op {
	case Byte, Any, AnyNotNL:
		return true
	case InClass:
		high := p.Classes[i.Arg].High
		return high == nil || high == AllHigh
	}
	return false
}
