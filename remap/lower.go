package remap

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// lowerTree makes of a caseless pattern one that matches the same hosts and is not caseless.
//
// A host is ASCII in lower case when it is matched. So a letter of the pattern can be the one of its case variants that a host can
// have, and a class needs no rune that a host can not have. The automaton is smaller for it, and texts can be searched for as they
// are: a set of hosts' patterns is searched in half the time or less (BenchmarkCaseless).
func lowerTree(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		re.Flags &^= syntax.FoldCase
		for i, r := range re.Rune {
			re.Rune[i] = lowerVariant(r)
		}
	case syntax.OpCharClass:
		re.Rune = lowerClass(re.Rune)
	}
	for _, sub := range re.Sub {
		lowerTree(sub)
	}
}

// lowerVariant returns the variant of r that is ASCII and no capital, or r where there is none.
func lowerVariant(r rune) rune {
	for f := unicode.SimpleFold(r); ; f = unicode.SimpleFold(f) {
		if f < unicode.MaxASCII && !('A' <= f && f <= 'Z') {
			return f
		}
		if f == r {
			return r
		}
	}
}

// lowerClass returns what is left of a class of runes, which is given as pairs of first and last: ASCII without the capitals.
func lowerClass(class []rune) []rune {
	var left []rune
	keep := func(first, last rune) {
		if first <= last {
			left = append(left, first, last)
		}
	}
	for pair := range slices.Chunk(class, 2) {
		first, last := pair[0], min(pair[1], unicode.MaxASCII)
		keep(first, min(last, 'A'-1))
		keep(max(first, 'Z'+1), last)
	}
	return left
}
