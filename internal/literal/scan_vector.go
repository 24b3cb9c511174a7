//go:build (amd64 || arm64) && !purego

package literal

// The vector forms are in scan_amd64.s, for AVX2, and in scan_arm64.s, for NEON. They read nothing outside of the strings they are
// given, which have vectorLeast bytes or more.

//go:noescape
func indexAny2Vector(s string, a, b byte) int

//go:noescape
func indexAny3Vector(s string, a, b, c byte) int

//go:noescape
func indexSetVector(s string, rows *[32]byte) int

//go:noescape
func spanSetVector(s string, rows *[32]byte) int

// blockVector tells of the first 64 bytes of s, which has so many: see Block.
//
//go:noescape
func blockVector(s string, rows *[32]byte) (in, high uint64)

// pairVector returns the first block of 32 places, among the first n of s, in which the two bytes of p are at their
// offsets, and a bit for each place where they are. n is at least vectorLeast, and the places that s has for the text of p. No place
// before the block is a candidate; hits is 0 where there is none. A block that reaches beyond n has no hits there.
//
//go:noescape
func pairVector(p *pair, s string, n int) (block int, hits uint32)

// teddyVector is the same for the masks of a Teddy, and gives the buckets of the candidates in at.
//
//go:noescape
func teddyVector(m *masks, s string, n int, at *lanes) (block int, hits uint32)
