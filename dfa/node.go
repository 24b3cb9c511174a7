package dfa

import (
	"sync/atomic"
	"unsafe"
)

// A node is a state as the scanning loops see it: an array of pointers, of which the first leads to what is known of the
// state and the others, one for each symbol, to the next nodes.
//
//	node[0]      *state
//	node[1+sym]  the node that follows on sym, possibly tagged; or unbuilt
//	...          where the alphabet is small, the nodes that follow on two bytes; see pairs.go
//
// Going from node to node is one load, of an address that needs no multiplication: twice the speed of an index into one
// table, in a prototype of both: 0.57 GB/s where the table made 0.28. An atomic load is a plain load on the machines we care for, so nodes are read without a lock while
// others write them. The garbage collector knows the array as what it is, an array of pointers.
//
// A tagged pointer points one byte into its node. The collector takes a pointer anywhere into an object as one to the object,
// so a tag costs nothing and is the one bit that the loops test: untagged means, go on.
//
// This file holds all unsafe code of the room. A node is made by newNode alone, of DFA.words words; the only offsets added to it
// are those of offset(sym) with sym < symbols, which are taken from tables that symbols.go fills, those of pairs.offset for two of
// them below 0x80, and tagOffset.
type node = unsafe.Pointer

const (
	wordBytes = unsafe.Sizeof(uintptr(0))
	tagOffset = 1
)

// unbuilt is what a node holds for symbols that have not been looked into. It is tagged, too.
var (
	unbuiltWord [1]uintptr
	unbuilt     = unsafe.Add(unsafe.Pointer(&unbuiltWord), tagOffset)
)

// newNode makes a node of zeroed words.
func newNode(words []unsafe.Pointer, s *state) node {
	words[0] = unsafe.Pointer(s)
	for i := 1; i < len(words); i++ {
		words[i] = unbuilt
	}
	return unsafe.Pointer(unsafe.SliceData(words))
}

// offset is where a node holds the next node for a symbol, in bytes.
func offset(sym int) uintptr { return wordBytes * uintptr(1+sym) }

// follow returns the node that n holds at an offset.
func follow(n node, offset uintptr) node {
	return atomic.LoadPointer((*unsafe.Pointer)(unsafe.Add(n, offset)))
}

// link sets the node that n holds at an offset.
func link(n node, offset uintptr, next node) {
	atomic.StorePointer((*unsafe.Pointer)(unsafe.Add(n, offset)), next)
}

// stateOf returns what is known of a node that is not tagged.
func stateOf(n node) *state { return *(**state)(n) }

func tagged(n node) bool { return uintptr(n)&tagOffset != 0 }

func tag(n node) node { return unsafe.Add(n, tagOffset) }

func untag(n node) node { return unsafe.Add(n, -tagOffset) }
