package backtrack

import (
	"unicode"
	"unicode/utf8"
)

// Extended grapheme clusters, for \X: the rules of Unicode's annex 29, GB3 to GB13. The properties follow from the tables of
// package unicode, but for a few that these do not have.

// breakClass is the Grapheme_Cluster_Break property of a rune.
type breakClass uint8

const (
	breakOther breakClass = iota
	breakCR
	breakLF
	breakControl
	breakExtend
	breakJoiner // U+200D
	breakRegional
	breakPrepend
	breakSpacing
	breakL // Hangul: leading consonant, vowel, trailing consonant, and syllables without and with the latter
	breakV
	breakT
	breakLV
	breakLVT
	breakPicture // Extended_Pictographic
)

// graphemeEnd returns where the cluster at pos, which is in s, ends.
func graphemeEnd(s string, pos int) int {
	r, w := utf8.DecodeRuneInString(s[pos:])
	pos += w
	before := breakOf(r)
	regionals := 0
	picture := before == breakPicture // the cluster is a picture and what extends it
	for pos < len(s) {
		if b := s[pos]; ' ' <= b && b < 0x7f && before != breakPrepend {
			break
		}
		r, w = utf8.DecodeRuneInString(s[pos:])
		after := breakOf(r)
		if before == breakRegional {
			regionals++
		}
		if !joins(before, after, picture, regionals) {
			break
		}
		if after != breakExtend && after != breakJoiner {
			picture = after == breakPicture
		}
		before = after
		pos += w
	}
	return pos
}

// joins reports whether there is no break between two runes. picture says that the cluster so far ends with a picture and what
// extends it, regionals how many regional indicators in a row the cluster so far has.
func joins(before, after breakClass, picture bool, regionals int) bool {
	switch before {
	case breakCR:
		return after == breakLF
	case breakLF, breakControl:
		return false
	}
	switch after {
	case breakCR, breakLF, breakControl:
		return false
	case breakExtend, breakJoiner, breakSpacing:
		return true
	}
	switch before {
	case breakPrepend:
		return true
	case breakL:
		return after == breakL || after == breakV || after == breakLV || after == breakLVT
	case breakLV, breakV:
		return after == breakV || after == breakT
	case breakLVT, breakT:
		return after == breakT
	case breakJoiner:
		return picture && after == breakPicture
	case breakRegional:
		return after == breakRegional && regionals%2 == 1
	}
	return false
}

func breakOf(r rune) breakClass {
	switch {
	case r == '\r':
		return breakCR
	case r == '\n':
		return breakLF
	case r < 0x20 || 0x7f <= r && r < 0xa0 || r == 0xad:
		return breakControl
	case r == 0xa9 || r == 0xae:
		return breakPicture
	case r < 0x300:
		return breakOther
	case r == 0x200d:
		return breakJoiner
	case 0x1f1e6 <= r && r <= 0x1f1ff:
		return breakRegional
	case 0x1100 <= r && r <= 0x115f || 0xa960 <= r && r <= 0xa97c:
		return breakL
	case 0x1160 <= r && r <= 0x11a7 || 0xd7b0 <= r && r <= 0xd7c6:
		return breakV
	case 0x11a8 <= r && r <= 0x11ff || 0xd7cb <= r && r <= 0xd7fb:
		return breakT
	case 0xac00 <= r && r <= 0xd7a3:
		if (r-0xac00)%28 == 0 {
			return breakLV
		}
		return breakLVT
	case unicode.Is(prepends, r):
		return breakPrepend
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend) || 0x1f3fb <= r && r <= 0x1f3ff:
		return breakExtend
	case unicode.Is(unicode.Mc, r) && !unicode.Is(notSpacing, r) || r == 0x0e33 || r == 0x0eb3:
		return breakSpacing
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || 0xe0000 <= r && r <= 0xe0fff:
		return breakControl
	case unicode.Is(pictures, r):
		return breakPicture
	}
	return breakOther
}

// prepends are the runes that begin a cluster whatever follows: signs in front of numbers, and consonants that take a following
// one's place.
var prepends = table(0x600, 0x605, 0x6dd, 0x6dd, 0x70f, 0x70f, 0x890, 0x891, 0x8e2, 0x8e2, 0xd4e, 0xd4e, 0x110bd, 0x110bd,
	0x110cd, 0x110cd, 0x111c2, 0x111c3, 0x1193f, 0x1193f, 0x11941, 0x11941, 0x11a3a, 0x11a3a, 0x11a84, 0x11a89, 0x11d46, 0x11d46,
	0x11f02, 0x11f02)

// notSpacing are the spacing marks that stand alone.
var notSpacing = table(0x102b, 0x102c, 0x1038, 0x1038, 0x1062, 0x1064, 0x1067, 0x106d, 0x1083, 0x1083, 0x1087, 0x108c,
	0x108f, 0x108f, 0x109a, 0x109c, 0x1a61, 0x1a61, 0x1a63, 0x1a64, 0xaa7b, 0xaa7b, 0xaa7d, 0xaa7d, 0x11720, 0x11721)

// pictures are the runes of emoji sequences, those reserved for such included, and those below U+0300 left out.
var pictures = table(0x203c, 0x203c, 0x2049, 0x2049, 0x2122, 0x2122, 0x2139, 0x2139, 0x2194, 0x2199, 0x21a9, 0x21aa, 0x231a, 0x231b,
	0x2328, 0x2328, 0x2388, 0x2388, 0x23cf, 0x23cf, 0x23e9, 0x23f3, 0x23f8, 0x23fa, 0x24c2, 0x24c2, 0x25aa, 0x25ab, 0x25b6, 0x25b6,
	0x25c0, 0x25c0, 0x25fb, 0x25fe, 0x2600, 0x2605, 0x2607, 0x2612, 0x2614, 0x2685, 0x2690, 0x2705, 0x2708, 0x2712, 0x2714, 0x2714,
	0x2716, 0x2716, 0x271d, 0x271d, 0x2721, 0x2721, 0x2728, 0x2728, 0x2733, 0x2734, 0x2744, 0x2744, 0x2747, 0x2747, 0x274c, 0x274c,
	0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757, 0x2763, 0x2767, 0x2795, 0x2797, 0x27a1, 0x27a1, 0x27b0, 0x27b0, 0x27bf, 0x27bf,
	0x2934, 0x2935, 0x2b05, 0x2b07, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x3030, 0x3030, 0x303d, 0x303d, 0x3297, 0x3297,
	0x3299, 0x3299, 0x1f000, 0x1f0ff, 0x1f10d, 0x1f10f, 0x1f12f, 0x1f12f, 0x1f16c, 0x1f171, 0x1f17e, 0x1f17f, 0x1f18e, 0x1f18e,
	0x1f191, 0x1f19a, 0x1f1ad, 0x1f1e5, 0x1f201, 0x1f20f, 0x1f21a, 0x1f21a, 0x1f22f, 0x1f22f, 0x1f232, 0x1f23a, 0x1f23c, 0x1f23f,
	0x1f249, 0x1f3fa, 0x1f400, 0x1f53d, 0x1f546, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f774, 0x1f77f, 0x1f7d5, 0x1f7ff, 0x1f80c, 0x1f80f,
	0x1f848, 0x1f84f, 0x1f85a, 0x1f85f, 0x1f888, 0x1f88f, 0x1f8ae, 0x1f8ff, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1faff,
	0x1fc00, 0x1fffd)

// table makes a table of pairs of first and last.
func table(pairs ...rune) *unicode.RangeTable {
	t := new(unicode.RangeTable)
	for i := 0; i < len(pairs); i += 2 {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(pairs[i]), Hi: uint32(pairs[i+1]), Stride: 1})
	}
	return t
}
