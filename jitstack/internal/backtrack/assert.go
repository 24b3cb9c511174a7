package backtrack

import (
	"strings"

	"github.com/arenaregexp/regexp/internal/program"
)

// peek reports whether there is a rune of the class of an opPeek where it looks.
func (p *Program) peek(in *inst, s string, pos int) bool {
	if in.flags&flagBefore != 0 {
		if pos == 0 {
			return false
		}
		pos -= runeWidthBefore(s, pos)
	}
	if pos >= len(s) {
		return false
	}
	_, ok := p.classes[in.x].at(p.pages, s, pos)
	return ok
}

// goBack returns the position so many runes before pos, or the first one, and how many runes that is.
func goBack(s string, pos int, most uint32) (int, uint32) {
	runes := uint32(0)
	for runes < most && pos > 0 {
		pos -= runeWidthBefore(s, pos)
		runes++
	}
	return pos, runes
}

// newlineEnd returns where the \R at pos ends, or pos where there is none.
func newlineEnd(s string, pos int) int {
	if pos >= len(s) {
		return pos
	}
	switch b := s[pos]; {
	case b == '\r' && pos+1 < len(s) && s[pos+1] == '\n':
		return pos + 2
	case '\n' <= b && b <= '\r':
		return pos + 1
	case strings.HasPrefix(s[pos:], "\u0085"):
		return pos + 2
	case strings.HasPrefix(s[pos:], "\u2028"), strings.HasPrefix(s[pos:], "\u2029"):
		return pos + 3
	}
	return pos
}

// words are the ASCII letters, digits and the underscore.
var words = func() (set program.ByteSet) {
	set.AddRange('a', 'z')
	set.AddRange('A', 'Z')
	set.AddRange('0', '9')
	set.Add('_')
	return set
}()

// wordAt reports whether there is a byte at i and it is one of words.
func wordAt(s string, i int) bool { return uint(i) < uint(len(s)) && words.Contains(s[i]) }
