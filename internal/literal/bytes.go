package literal

import (
	"cmp"
	"math/bits"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// This file finds sets of bytes of which every match contains one. They tell less than words, but nearly every pattern has some, and one
// look at the bytes of a subject answers for all patterns.

const (
	mostNeeds   = 3    // sets of a pattern
	commonBytes = 0.05 // how probable a byte of a set may be at a place of ordinary text
)

// NeededBytes returns sets of bytes, the rarest first. Every match of re contains a byte of each of them.
func NeededBytes(re *syntax.Regexp) []program.ByteSet {
	needs := neededBytes(nil, re)
	slices.SortStableFunc(needs, rarer)
	var sets []program.ByteSet
	for _, n := range slices.Compact(needs) {
		if n.chance <= commonBytes && len(sets) < mostNeeds {
			sets = append(sets, n.set)
		}
	}
	return sets
}

type need struct {
	set    program.ByteSet
	chance float64 // that a byte of ordinary text is of the set
}

func rarer(a, b need) int { return cmp.Compare(a.chance, b.chance) }

func newNeed(set program.ByteSet) need {
	n := need{set: set}
	for k, word := range set {
		for ; word != 0; word &= word - 1 {
			n.chance += chance(byte(64*k + bits.TrailingZeros64(word)))
		}
	}
	return n
}

// neededBytes appends the sets of re.
func neededBytes(needs []need, re *syntax.Regexp) []need {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			var set program.ByteSet
			addRune(&set, r)
			if re.Flags&syntax.FoldCase != 0 {
				for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
					addRune(&set, f)
				}
			}
			needs = append(needs, newNeed(set))
		}
	case syntax.OpCharClass:
		var set program.ByteSet
		for i := 0; i < len(re.Rune); i += 2 {
			lo, hi := re.Rune[i], re.Rune[i+1]
			if lo < utf8.RuneSelf {
				set.AddRange(byte(lo), byte(min(hi, utf8.RuneSelf-1)))
			}
			if hi >= utf8.RuneSelf {
				set.AddRange(utf8.RuneSelf, 0xff)
			}
		}
		needs = append(needs, newNeed(set))
	case syntax.OpCapture, syntax.OpPlus:
		return neededBytes(needs, re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return neededBytes(needs, re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			needs = neededBytes(needs, sub)
		}
	case syntax.OpAlternate:
		var all program.ByteSet
		for _, sub := range re.Sub {
			own := neededBytes(nil, sub)
			if len(own) == 0 {
				return needs
			}
			rarest := slices.MinFunc(own, rarer)
			all.Union(&rarest.set)
		}
		needs = append(needs, newNeed(all))
	}
	return needs
}

// addRune adds the first byte of r, or all bytes that do not begin a rune of ASCII: U+FFFD stands for any of them.
func addRune(set *program.ByteSet, r rune) {
	if r < utf8.RuneSelf {
		set.Add(byte(r))
	} else {
		set.AddRange(utf8.RuneSelf, 0xff)
	}
}

// BytesOf returns the bytes of s. All from 0x80 on count as there if one is.
func BytesOf(s string) (set program.ByteSet) {
	var low, high uint64
	var all byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		all |= c
		low |= 1 << c
		high |= 1 << (c - 64)
	}
	set[0], set[1] = low, high
	if all >= utf8.RuneSelf {
		set[2], set[3] = ^uint64(0), ^uint64(0)
	}
	return set
}
