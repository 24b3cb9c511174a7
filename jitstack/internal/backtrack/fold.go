package backtrack

import (
	"unicode"
	"unicode/utf8"
)

// canonical returns the least of the runes that equal r but for case.
func canonical(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// hasFold reports whether there are runes that equal r but for case.
func hasFold(r rune) bool { return unicode.SimpleFold(r) != r }

// foldPrefix returns where the text that s begins with from pos on, and that equals the canonical runes but for case, ends.
func foldPrefix(s string, pos int, runes []rune) (end int, ok bool) {
	for _, want := range runes {
		if pos >= len(s) {
			return pos, false
		}
		r, w := rune(s[pos]), 1
		if r >= utf8.RuneSelf {
			r, w = utf8.DecodeRuneInString(s[pos:])
		}
		if r != want && canonical(r) != want {
			return pos, false
		}
		pos += w
	}
	return pos, true
}

// foldText is foldPrefix for a text of the subject. The two may differ in length: K is one byte, and the sign of kelvin three.
func foldText(s string, pos int, text string) (end int, ok bool) {
	for i := 0; i < len(text); {
		if pos >= len(s) {
			return pos, false
		}
		a, v := rune(text[i]), 1
		if a >= utf8.RuneSelf {
			a, v = utf8.DecodeRuneInString(text[i:])
		}
		b, w := rune(s[pos]), 1
		if b >= utf8.RuneSelf {
			b, w = utf8.DecodeRuneInString(s[pos:])
		}
		if a != b && canonical(a) != canonical(b) {
			return pos, false
		}
		i += v
		pos += w
	}
	return pos, true
}
