package arena

import (
	"sync/atomic"
	"unsafe"
)

// Scratch behind the matchers. The standard library keeps its machines in sync.Pools, which a garbage
// collection empties: its first match afterwards allocates up to 37 KB. PCRE2 keeps 20 KB with each
// pattern, which is 123 MB for 6,000 of them. Here there are a few free lists of blocks, one for each
// size, shared by all patterns: what they hold is bounded by slots times size, filled only as far as
// matches once ran at the same moment, and a collection leaves it alone.
//
// A free list is an array of slots, each holding one block or nil. Taking swaps a slot with nil, giving back
// puts the block into an empty slot; no loop waits for another goroutine. Where to begin follows from
// the address of the caller's stack, so that goroutines seldom meet in a slot.

// Block is a piece of scratch memory without pointers. Its contents are unspecified when it is taken.
type Block struct {
	words []uint64
	used  int
	class int // index into classes, or len(classes) for a block that is not kept
}

const maxSlots = 64

// slot is alone on its cache line: neighbours would slow each other down.
type slot struct {
	atomic.Pointer[Block]
	_ [64 - unsafe.Sizeof(uintptr(0))]byte
}

type freeList struct {
	words int // size of a block, in words of eight bytes
	slots int // how many blocks are kept
	slot  [maxSlots]slot
}

// classes bounds what is kept: 0.25 + 2 + 4 + 8 MB.
var classes = [...]freeList{
	{words: 4 << 10 / 8, slots: 64},
	{words: 32 << 10 / 8, slots: 64},
	{words: 256 << 10 / 8, slots: 16},
	{words: 2 << 20 / 8, slots: 4},
}

// MaxBlock is the largest block that is kept for the next match, in bytes. Larger ones are allocated each
// time and left to the garbage collector.
const MaxBlock = 2 << 20

// Get returns a block of at least so many bytes. The caller gives it back with [Block.Release].
func Get(bytes int) *Block {
	words := (bytes + 7) / 8
	for class := range classes {
		list := &classes[class]
		if words > list.words {
			continue
		}
		mask := list.slots - 1
		home := homeSlot()
		for i := range list.slots {
			s := &list.slot[(home+i)&mask]
			if s.Load() == nil {
				continue
			}
			if b := s.Swap(nil); b != nil {
				b.used = 0
				return b
			}
		}
		return &Block{words: make([]uint64, list.words), class: class}
	}
	return &Block{words: make([]uint64, words), class: len(classes)}
}

// Reset takes back all that was carved, so that the block can be used anew.
func (b *Block) Reset() { b.used = 0 }

// Release gives the block back. Slices carved from it must not be used any more.
func (b *Block) Release() {
	if b.class == len(classes) {
		return
	}
	list := &classes[b.class]
	mask := list.slots - 1
	home := homeSlot()
	for i := range list.slots {
		if list.slot[(home+i)&mask].CompareAndSwap(nil, b) {
			return
		}
	}
}

// homeSlot is where the calling goroutine looks first: a hash of its stack's address. Only the number is
// used, never what lies there.
func homeSlot() int {
	var here byte
	return int(uintptr(unsafe.Pointer(&here)) >> 11 * 0x9E3779B1 >> 7 & (maxSlots - 1))
}

// Kept returns how many bytes the free lists hold at this moment.
func Kept() int {
	n := 0
	for class := range classes {
		for i := range classes[class].slots {
			if classes[class].slot[i].Load() != nil {
				n += 8 * classes[class].words
			}
		}
	}
	return n
}

// Uint64s, Uint32s, Ints and Bytes carve n elements off the block, in whole words, contents unspecified. They
// panic where the block is too small: the caller has asked for what it needs. The slices end where their
// part of the block ends, so append never writes into the next.
func (b *Block) Uint64s(n int) []uint64 {
	w := b.words[b.used : b.used+n : b.used+n]
	b.used += n
	return w
}

// Uint32s carves n elements off the block, contents unspecified.
func (b *Block) Uint32s(n int) []uint32 {
	if n == 0 {
		return nil
	}
	w := b.Uint64s((n + 1) / 2)
	// w holds 2*((n+1)/2) >= n values of 32 bits, aligned for more than they need.
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(w))), n)
}

// Ints carves n elements off the block, contents unspecified.
func (b *Block) Ints(n int) []int {
	if n == 0 {
		return nil
	}
	w := b.Uint64s(n)
	// An int takes at most the eight bytes of a word.
	return unsafe.Slice((*int)(unsafe.Pointer(unsafe.SliceData(w))), n)
}

// Bytes carves n elements off the block, contents unspecified.
func (b *Block) Bytes(n int) []byte {
	if n == 0 {
		return nil
	}
	w := b.Uint64s((n + 7) / 8)
	// w holds 8*((n+7)/8) >= n bytes, and a byte needs no alignment.
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), n)
}

// Len returns how many words of eight bytes are left to carve.
func (b *Block) Len() int { return len(b.words) - b.used }
