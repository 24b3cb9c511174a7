package dfa

import (
	"sync/atomic"
	"unsafe"
)

// A node is a state as the scanning loops see it: an array of pointers. The first points to the state's description. The others, one
// per symbol, point to the next nodes.
//
//	node[0]      *state
//	node[1+sym]  the node that follows on sym, possibly tagged; or unbuilt
//	...          if the alphabet is small, the nodes that follow on two bytes; see pairs.go
//
// A step from node to node is one load, and its address needs no multiplication. In a prototype of both, nodes ran at 0.57 GB/s and
// one indexed table at 0.28. An atomic load is a plain load on the machines we care for, so searches read nodes without a lock while
// others write them. The garbage collector sees the array as an ordinary array of pointers.
//
// A tagged pointer points one byte into its node. The collector accepts pointers into the middle of an object, so the tag costs
// nothing. It is the one bit that the loops test: if a link is untagged, the loop goes on.
//
// This file holds all unsafe code of the package. Only newNode makes nodes, each of DFA.words words. Three kinds of offsets are added
// to a node, and all lie inside it: offset(sym) with sym < symbols, from tables that symbols.go fills; pairs.offset of two such offsets
// below 0x80; and tagOffset.
type node = unsafe.Pointer

const (
	wordBytes = unsafe.Sizeof(uintptr(0))
	tagOffset = 1
)

// unbuilt is the link of a symbol whose next node is not built yet. It is tagged.
var (
	unbuiltWord [1]uintptr
	unbuilt     = unsafe.Add(unsafe.Pointer(&unbuiltWord), tagOffset)
)

// newNode makes a node of zeroed words for s.
func newNode(words []unsafe.Pointer, s *state) node {
	words[0] = unsafe.Pointer(s)
	for i := 1; i < len(words); i++ {
		words[i] = unbuilt
	}
	return unsafe.Pointer(unsafe.SliceData(words))
}

// offset returns where a node holds its link for a symbol, in bytes.
func offset(sym int) uintptr { return wordBytes * uintptr(1+sym) }

// follow returns the node that n holds at an offset.
func follow(n node, offset uintptr) node {
	return atomic.LoadPointer((*unsafe.Pointer)(unsafe.Add(n, offset)))
}

// link sets the node that n holds at an offset.
func link(n node, offset uintptr, next node) {
	atomic.StorePointer((*unsafe.Pointer)(unsafe.Add(n, offset)), next)
}

// stateOf returns the state of a node that is not tagged.
func stateOf(n node) *state { return *(**state)(n) }

func tagged(n node) bool { return uintptr(n)&tagOffset != 0 }

func tag(n node) node { return unsafe.Add(n, tagOffset) }

func untag(n node) node { return unsafe.Add(n, -tagOffset) }
