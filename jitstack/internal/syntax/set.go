package syntax

import (
	"cmp"
	"slices"
	"unicode"
)

// span is a range of runes, both ends in it.
type span struct{ lo, hi rune }

// set collects ranges in any order.
type set struct {
	spans []span
	tidy  int // how many there were when they were last put in order
	added int // how much was done: ranges added, and runes folded
}

// add puts the ranges in order when there are twice as many as there need be, so that a class which names the same
// property over and over does not grow.
func (s *set) add(lo, hi rune) {
	s.added++
	s.spans = append(s.spans, span{lo, hi})
	if len(s.spans) > 2*s.tidy+1024 {
		s.sort()
	}
}

func (s *set) addClass(class []rune) {
	for i := 0; i < len(class); i += 2 {
		s.add(class[i], class[i+1])
	}
}

func (s *set) addTable(t *unicode.RangeTable) {
	for _, r := range t.R16 {
		s.addStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		s.addStride(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
}

func (s *set) addStride(lo, hi, stride rune) {
	if stride == 1 {
		s.add(lo, hi)
		return
	}
	for r := lo; r <= hi; r += stride {
		s.add(r, r)
	}
}

// sort orders the ranges and joins those that touch.
func (s *set) sort() {
	slices.SortFunc(s.spans, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	joined := s.spans[:0]
	for _, next := range s.spans {
		if n := len(joined); n > 0 && next.lo <= joined[n-1].hi+1 {
			joined[n-1].hi = max(joined[n-1].hi, next.hi)
			continue
		}
		joined = append(joined, next)
	}
	s.spans, s.tidy = joined, len(joined)
}

// class returns the set as a class.
func (s *set) class() []rune {
	s.sort()
	class := make([]rune, 0, 2*len(s.spans))
	for _, r := range s.spans {
		class = append(class, r.lo, r.hi)
	}
	return class
}

// negate returns the class of all other runes.
func negate(class []rune) []rune {
	others := make([]rune, 0, len(class)+2)
	next := rune(0)
	for i := 0; i < len(class); i += 2 {
		if next < class[i] {
			others = append(others, next, class[i]-1)
		}
		next = class[i+1] + 1
	}
	if next <= unicode.MaxRune {
		others = append(others, next, unicode.MaxRune)
	}
	return others
}
