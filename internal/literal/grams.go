package literal

import (
	"math/bits"
	"strings"
)

// Hundreds and thousands of texts that are long enough are looked for by what they cannot contain. Of each text only the first m
// bytes count, m being the length of the shortest, or less. A bitmap tells, by a hash, which runs of three bytes occur in any of them at any place. A
// window of m bytes of the subject is read backwards, run by run: at the first run that occurs in no text, no text
// can contain it, so the window moves to just behind that run's first byte. Only a window of known runs alone needs a look at the texts.
// The longer the texts, the further the window jumps: over prose, with a dictionary of words of 15 letters and more, every
// window meets a space within a few runs, and most of the subject is never read.
//
// The texts that remain to be looked at are found by bisection: they are sorted, and each knows the longest other one that is its
// prefix. The texts that stand at a place are all prefixes of the last of them in the order, or of the last text that is not greater
// than what stands there. The deepest is the one to prefer (see distinct).
//
// This is the backward search by q-grams of Salmela, Tarhio and Kytöjoki ("Multi-pattern string matching with q-grams", JEA 2006) and of
// Wu and Manber's agrep before them, with a bitmap of factors in the place of shift tables: it costs 8 KB whatever the set.
// A dictionary of 2,149 words is searched at 6.8 GB/s so, where the automaton does 0.3 (BenchmarkDictionary).
//
// Where windows are full of known runs but no text is there, each costs m steps and moves by one byte. Work is counted, as in
// substring.go, and the automaton takes over.

const (
	gramBits  = 16 // of the hash
	gramLen   = 3
	gramReach = 24 // most bytes of a window
	gramLeast = 6  // fewest
)

type grams struct {
	window int
	texts  []string // sorted
	prefix []int32  // by text: the longest other that it begins with, or -1
	known  [1 << gramBits / 64]uint64
}

// newGrams returns nil where the texts are too short, or so many that the bitmap would pass everything.
func newGrams(texts []string) *grams {
	g := &grams{window: gramReach, texts: texts}
	for _, t := range texts {
		g.window = min(g.window, len(t))
	}
	if g.window < gramLeast {
		return nil
	}
	count := 0
	for _, t := range texts {
		for i := range g.window - gramLen + 1 {
			h := gramHash(uint32(t[i]) | uint32(t[i+1])<<8 | uint32(t[i+2])<<16)
			if bit := uint64(1) << (h & 63); g.known[h>>6]&bit == 0 {
				g.known[h>>6] |= bit
				count++
			}
		}
	}
	if count > 1<<gramBits/4 {
		return nil
	}
	g.prefix = make([]int32, len(texts))
	for i := range texts {
		p := int32(i - 1)
		for p >= 0 && !strings.HasPrefix(texts[i], texts[p]) {
			p = g.prefix[p]
		}
		g.prefix[i] = p
	}
	return g
}

func gramHash(w uint32) uint32 { return w * 0x9E3779B1 >> (32 - gramBits) }

// find returns the first text at or after from, and its end; else -1, -1, and next as in pair.findVector.
func (g *grams) find(s string, from int) (start, end, next int) {
	work, look := 0, 4*g.window+16*bits.Len(uint(len(g.texts)))
	i := from
windows:
	for i+g.window <= len(s) {
		w := s[i : i+g.window]
		for j := len(w) - gramLen; j >= 0; j -= 2 {
			h := gramHash(uint32(w[j]) | uint32(w[j+1])<<8 | uint32(w[j+2])<<16)
			if g.known[h>>6]>>(h&63)&1 == 0 {
				i += j + 1
				continue windows
			}
		}
		if n := g.at(s[i:]); n > 0 {
			return i, i + n, -1
		}
		i++
		if work += look; spent(work, i-from) {
			return -1, -1, i
		}
	}
	return -1, -1, -1
}

// at returns the length of the longest text that s begins with, or 0.
func (g *grams) at(s string) int {
	lo, hi := 0, len(g.texts) // texts before lo are not greater than s, from hi on they are
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if g.texts[mid] <= s {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for p := int32(lo - 1); p >= 0; p = g.prefix[p] {
		if strings.HasPrefix(s, g.texts[p]) {
			return len(g.texts[p])
		}
	}
	return 0
}
