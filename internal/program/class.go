package program

import (
	"math/bits"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
	"unsafe"
	"weak"

	"runtime"
)

// A class is a bitmap for ASCII and, beyond it, a table of ranges. Most patterns need no table: the
// classes that people write either stop at ASCII ([a-z], \w, \d) or take all that lies beyond ([^/], \S).
// The rest ([\pL], [а-я]) share their tables: there is one in the process for each set of ranges, held
// weakly, so that a thousand patterns with \pL keep one copy and the last of them frees it.

// Class is a set of runes.
type Class struct {
	ASCII [2]uint64 // bitmap of the runes below 0x80
	High  *Ranges   // the runes from 0x80 on: nil for none, AllHigh for all
}

// Ranges is a sorted list of rune ranges from 0x80 on: first, last, first, last, ...
type Ranges struct {
	Pairs []rune
}

// AllHigh holds every rune from 0x80 on. Classes that do point here, and can be compared with it.
var AllHigh = &Ranges{Pairs: []rune{utf8.RuneSelf, unicode.MaxRune}}

// Contains reports whether r is in the class. A byte that is no UTF-8 arrives as U+FFFD.
func (c *Class) Contains(r rune) bool {
	if uint32(r) < utf8.RuneSelf {
		return c.ASCII[r>>6&1]>>(r&63)&1 != 0
	}
	return c.High != nil && (c.High == AllHigh || c.High.Contains(r))
}

// Contains reports whether r lies in one of the ranges.
func (t *Ranges) Contains(r rune) bool {
	pairs := t.Pairs
	lo, hi := 0, len(pairs)/2
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if r < pairs[2*mid] {
			hi = mid
		} else if r > pairs[2*mid+1] {
			lo = mid + 1
		} else {
			return true
		}
	}
	return false
}

// Len returns how many runes are in the class, or most if there are more.
func (c *Class) Len(most int) int {
	n := bits.OnesCount64(c.ASCII[0]) + bits.OnesCount64(c.ASCII[1])
	if c.High != nil {
		for k := 0; k < len(c.High.Pairs) && n < most; k += 2 {
			n += int(c.High.Pairs[k+1]-c.High.Pairs[k]) + 1
		}
	}
	return min(n, most)
}

// NewClass builds a class from the sorted pairs of the syntax tree.
func NewClass(pairs []rune) Class {
	var c Class
	i := 0
	for ; i < len(pairs) && pairs[i] < utf8.RuneSelf; i += 2 {
		lo, hi := pairs[i], min(pairs[i+1], utf8.RuneSelf-1)
		if lo < 64 {
			c.ASCII[0] |= ^uint64(0) << lo & (^uint64(0) >> (63 - min(hi, 63)))
		}
		if hi >= 64 {
			c.ASCII[1] |= ^uint64(0) << (max(lo, 64) - 64) & (^uint64(0) >> (127 - hi))
		}
		if pairs[i+1] >= utf8.RuneSelf {
			break
		}
	}
	high := pairs[i:]
	switch {
	case len(high) == 0:
	case len(high) == 2 && high[0] <= utf8.RuneSelf && high[1] == unicode.MaxRune:
		c.High = AllHigh
	default:
		c.High = shareRanges(high)
	}
	return c
}

// FoldClass returns the class of a rune and all that equal it when case is folded.
func FoldClass(r rune) Class {
	if r < utf8.RuneSelf {
		return foldedASCII()[r]
	}
	return makeFoldClass(r)
}

// foldedASCII has the fold classes of the ASCII runes. Two of them have a table, for 'K' and 'ſ'.
var foldedASCII = sync.OnceValue(func() *[utf8.RuneSelf]Class {
	var classes [utf8.RuneSelf]Class
	for r := range classes {
		classes[r] = makeFoldClass(rune(r))
	}
	return &classes
})

func makeFoldClass(r rune) Class {
	var pairs [2 * 8]rune // the longest orbit has four runes
	orbit := pairs[:0]
	orbit = append(orbit, r)
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		orbit = append(orbit, f)
	}
	slices.Sort(orbit)
	n := len(orbit)
	orbit = pairs[:2*n]
	for i := n - 1; i >= 0; i-- {
		orbit[2*i], orbit[2*i+1] = orbit[i], orbit[i]
	}
	return NewClass(orbit)
}

var shared struct {
	sync.Mutex
	tables map[string]weak.Pointer[Ranges] // by the bytes of the pairs
}

// shareRanges returns the process's one table for these pairs; a first range that begins below
// 0x80 is cut there.
func shareRanges(pairs []rune) *Ranges {
	if pairs[0] < utf8.RuneSelf {
		cut := slices.Clone(pairs)
		cut[0] = utf8.RuneSelf
		return shareHigh(cut)
	}
	return shareHigh(pairs)
}

func shareHigh(pairs []rune) *Ranges {
	shared.Lock()
	defer shared.Unlock()
	if t := shared.tables[runeBytes(pairs)].Value(); t != nil {
		return t
	}
	t := &Ranges{Pairs: slices.Clip(slices.Clone(pairs))}
	if shared.tables == nil {
		shared.tables = make(map[string]weak.Pointer[Ranges])
	}
	key := runeBytes(t.Pairs)
	shared.tables[key] = weak.Make(t)
	runtime.AddCleanup(t, dropRanges, key)
	return t
}

// runeBytes returns the memory of runes as a string: the table and its key in the map are one. The runes must not change as long as the
// string is in use.
func runeBytes(runes []rune) string {
	return unsafe.String((*byte)(unsafe.Pointer(unsafe.SliceData(runes))), 4*len(runes))
}

// dropRanges forgets a table that no pattern holds any longer, unless a new one took its place.
func dropRanges(key string) {
	shared.Lock()
	defer shared.Unlock()
	if p, ok := shared.tables[key]; ok && p.Value() == nil {
		delete(shared.tables, key)
	}
}
