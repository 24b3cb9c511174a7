package backtrack

import (
	"strings"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
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

// holds reports whether an assertion holds at pos, in a search that began at from.
func holds(a syntax.Assert, s string, from, pos int) bool {
	switch a {
	case syntax.BeginText:
		return pos == 0
	case syntax.BeginLine:
		return pos == 0 || pos < len(s) && s[pos-1] == '\n'
	case syntax.EndText:
		return pos == len(s)
	case syntax.EndTextNewline:
		return pos == len(s) || pos == len(s)-1 && s[pos] == '\n'
	case syntax.EndLine:
		return pos == len(s) || s[pos] == '\n'
	case syntax.WordBoundary:
		return wordAt(s, pos-1) != wordAt(s, pos)
	case syntax.NotWordBoundary:
		return wordAt(s, pos-1) == wordAt(s, pos)
	case syntax.SearchStart:
		return pos == from
	}
	return false
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
