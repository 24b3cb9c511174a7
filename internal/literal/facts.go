package literal

import (
	"math"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// Facts are what a syntax tree tells about all its matches.
type Facts struct {
	Begin  bool   // every match begins where the text begins
	End    bool   // every match ends where the text ends
	MinLen int    // bytes of the shortest match, or fewer
	MaxLen int    // bytes of the longest match, or more; Unbounded if there is no bound
	Prefix string // every match begins with it
	Suffix string // every match ends with it
	Whole  bool   // Prefix is the only match, but for assertions that Begin and End state

	// Required is a byte that every match contains, the rarest known; HasRequired tells whether there is one.
	Required    byte
	HasRequired bool
}

// Unbounded is the greatest length of a match that has none.
const Unbounded = math.MaxInt

// maxLiteral bounds Prefix and Suffix, in bytes: a longer one finds nothing more.
const maxLiteral = 256

// Analyze reads the facts off a tree as syntax.Parse returns it.
func Analyze(re *syntax.Regexp) Facts {
	var f Facts
	f.Begin, f.End = begins(re, false), ends(re, false)
	f.MinLen, f.MaxLen = lengths(re)
	var room [64]byte
	prefix, open := appendPrefix(room[:0], re)
	f.Prefix = string(prefix)
	f.Whole = open && plain(re)
	if f.Whole {
		f.Suffix = f.Prefix
	} else {
		suffix, _ := prependSuffix(room[:0], re)
		for i, k := 0, len(suffix)-1; i < k; i, k = i+1, k-1 {
			suffix[i], suffix[k] = suffix[k], suffix[i]
		}
		f.Suffix = string(suffix)
	}
	f.require(re)
	return f
}

// begins reports whether all matches of re begin where the text begins, or with line, where a line does.
func begins(re *syntax.Regexp, line bool) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return true
	case syntax.OpBeginLine:
		return line
	case syntax.OpCapture, syntax.OpPlus:
		return begins(re.Sub[0], line)
	case syntax.OpRepeat:
		return re.Min > 0 && begins(re.Sub[0], line)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if begins(sub, line) {
				return true
			}
			if !isEmptyWidth(sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !begins(sub, line) {
				return false
			}
		}
		return true
	}
	return false
}

// ends reports whether all matches of re end where the text ends, or with line, where a line does.
func ends(re *syntax.Regexp, line bool) bool {
	switch re.Op {
	case syntax.OpEndText:
		return true
	case syntax.OpEndLine:
		return line
	case syntax.OpCapture, syntax.OpPlus:
		return ends(re.Sub[0], line)
	case syntax.OpRepeat:
		return re.Min > 0 && ends(re.Sub[0], line)
	case syntax.OpConcat:
		for i := len(re.Sub) - 1; i >= 0; i-- {
			if ends(re.Sub[i], line) {
				return true
			}
			if !isEmptyWidth(re.Sub[i]) {
				return false
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !ends(sub, line) {
				return false
			}
		}
		return true
	}
	return false
}

func isEmptyWidth(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	case syntax.OpCapture:
		return isEmptyWidth(re.Sub[0])
	}
	return false
}

// lengths returns bounds of the bytes that a match of re takes.
func lengths(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			lo, hi := width(r), width(r)
			if re.Flags&syntax.FoldCase != 0 {
				for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
					lo, hi = min(lo, width(f)), max(hi, width(f))
				}
			}
			if r == utf8.RuneError {
				lo = 1
			}
			least, most = least+lo, most+hi
		}
		return least, most
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, utf8.UTFMax
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return 0, 0
		}
		least, most = width(re.Rune[0]), room(re.Rune[len(re.Rune)-1])
		for i := 0; least > 1 && i < len(re.Rune); i += 2 {
			if re.Rune[i] <= utf8.RuneError && utf8.RuneError <= re.Rune[i+1] {
				least = 1 // a byte that is no UTF-8
			}
		}
		return least, most
	case syntax.OpCapture:
		return lengths(re.Sub[0])
	case syntax.OpStar:
		_, most = lengths(re.Sub[0])
		return 0, times(most, -1)
	case syntax.OpPlus:
		least, most = lengths(re.Sub[0])
		return least, times(most, -1)
	case syntax.OpQuest:
		_, most = lengths(re.Sub[0])
		return 0, most
	case syntax.OpRepeat:
		least, most = lengths(re.Sub[0])
		return times(least, re.Min), times(most, re.Max)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			lo, hi := lengths(sub)
			least, most = plus(least, lo), plus(most, hi)
		}
		return least, most
	case syntax.OpAlternate:
		least, most = lengths(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			lo, hi := lengths(sub)
			least, most = min(least, lo), max(most, hi)
		}
		return least, most
	}
	return 0, 0
}

func width(r rune) int {
	if n := utf8.RuneLen(r); n > 0 {
		return n
	}
	return 1 // a surrogate: no text has it
}

// room is the greatest width of the runes up to r.
func room(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case r < 0x800:
		return 2
	case r < 0x10000:
		return 3
	}
	return 4
}

// times and plus stop at Unbounded; a count of -1 is without bound.
func times(n, count int) int {
	if n == 0 || count == 0 {
		return 0
	}
	if count < 0 || n > Unbounded/count {
		return Unbounded
	}
	return n * count
}

func plus(a, b int) int {
	if a > Unbounded-b {
		return Unbounded
	}
	return a + b
}

// plainText reports whether re is literal text that only itself matches: U+FFFD matches bytes that are no
// UTF-8 as well, and a folded rune its other cases.
func plainText(re *syntax.Regexp, r rune) bool {
	return r != utf8.RuneError && (re.Flags&syntax.FoldCase == 0 || unicode.SimpleFold(r) == r)
}

// appendPrefix appends what every match of re begins with. open tells that this is all of re, so that what
// follows re goes on from there.
func appendPrefix(text []byte, re *syntax.Regexp) (prefix []byte, open bool) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if !plainText(re, r) || len(text) > maxLiteral {
				return text, false
			}
			text = utf8.AppendRune(text, r)
		}
		return text, true
	case syntax.OpCapture:
		return appendPrefix(text, re.Sub[0])
	case syntax.OpPlus:
		text, _ = appendPrefix(text, re.Sub[0])
		return text, false
	case syntax.OpRepeat:
		for range re.Min {
			var open bool
			if text, open = appendPrefix(text, re.Sub[0]); !open {
				return text, false
			}
		}
		return text, re.Min == re.Max
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			var open bool
			if text, open = appendPrefix(text, sub); !open {
				return text, false
			}
		}
		return text, true
	}
	return text, isEmptyWidth(re)
}

// prependSuffix is appendPrefix from the other end: it appends the bytes of the suffix backwards.
func prependSuffix(text []byte, re *syntax.Regexp) (suffix []byte, open bool) {
	switch re.Op {
	case syntax.OpLiteral:
		for i := len(re.Rune) - 1; i >= 0; i-- {
			if !plainText(re, re.Rune[i]) || len(text) > maxLiteral {
				return text, false
			}
			var form [utf8.UTFMax]byte
			for n := utf8.EncodeRune(form[:], re.Rune[i]); n > 0; n-- {
				text = append(text, form[n-1])
			}
		}
		return text, true
	case syntax.OpCapture:
		return prependSuffix(text, re.Sub[0])
	case syntax.OpPlus:
		text, _ = prependSuffix(text, re.Sub[0])
		return text, false
	case syntax.OpRepeat:
		for range re.Min {
			var open bool
			if text, open = prependSuffix(text, re.Sub[0]); !open {
				return text, false
			}
		}
		return text, re.Min == re.Max
	case syntax.OpConcat:
		for i := len(re.Sub) - 1; i >= 0; i-- {
			var open bool
			if text, open = prependSuffix(text, re.Sub[i]); !open {
				return text, false
			}
		}
		return text, true
	}
	return text, isEmptyWidth(re)
}

// plain reports whether re asserts nothing but, outermost, where the text begins and ends.
func plain(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return true
	case syntax.OpCapture:
		return plain(re.Sub[0])
	case syntax.OpConcat:
		for i, sub := range re.Sub {
			if !plain(sub) || sub.Op == syntax.OpBeginText && i > 0 || sub.Op == syntax.OpEndText && i < len(re.Sub)-1 {
				return false
			}
		}
		return true
	}
	return false
}

// require looks for the rarest byte among the texts that no match can do without.
func (f *Facts) require(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if plainText(re, r) {
				var form [utf8.UTFMax]byte
				for _, b := range form[:utf8.EncodeRune(form[:], r)] {
					if !f.HasRequired || frequency[b] < frequency[f.Required] {
						f.Required, f.HasRequired = b, true
					}
				}
			}
		}
	case syntax.OpCapture, syntax.OpPlus:
		f.require(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			f.require(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			f.require(sub)
		}
	}
}
