package syntax

import (
	"slices"
	"sync"
	"unicode"
)

// Case folding is Unicode's simple one: a rune is equal to those in its orbit under [unicode.SimpleFold].

// folds tells whether r has another case.
func folds(r rune) bool { return unicode.SimpleFold(r) != r }

// folding returns all runes that have another case, ascending. They lie in the ranges of case mappings or are mapped to.
var folding = sync.OnceValue(func() []rune {
	var runes []rune
	for _, c := range unicode.CaseRanges {
		for r := rune(c.Lo); r <= rune(c.Hi); r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				runes = append(runes, r, f)
			}
		}
	}
	slices.Sort(runes)
	return slices.Compact(runes)
})

// addFolded adds a range and all that equals its runes in another case.
func (s *set) addFolded(lo, hi rune) {
	s.add(lo, hi)
	const few = 256
	if hi-lo < few {
		for r := lo; r <= hi; r++ {
			s.addOrbit(r, lo, hi)
		}
		return
	}
	runes := folding()
	from, _ := slices.BinarySearch(runes, lo)
	to, _ := slices.BinarySearch(runes, hi+1)
	for _, r := range runes[from:to] {
		s.addOrbit(r, lo, hi)
	}
	s.added += to - from
}

// addOrbit adds the other cases of r that lie outside of a range.
func (s *set) addOrbit(r, lo, hi rune) {
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f < lo || f > hi {
			s.add(f, f)
		}
	}
}
