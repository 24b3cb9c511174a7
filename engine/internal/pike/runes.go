package pike

import (
	"io"
	"regexp/syntax"
)

// runes is a subject that arrives rune by rune. It reads the next rune when it is asked for and not before:
// a caller may go on reading where the match has ended.
type runes struct {
	r      io.RuneReader
	last   rune // the rune before the position, -1 at the beginning
	next   rune // the rune at the position, if it was read
	width  int  // its width in bytes, 0 at the end
	read   bool // whether it was
	closed bool // the reader gave an error, which is the end of the text

	settled Source // is told of positions before which no match begins; nil if nobody asks
}

// Source is a text that keeps what a search may still need.
type Source interface {
	io.RuneReader
	Settled(pos int) // no match begins before pos, counted in bytes from where the search began
}

// Stream is the reading end of a Source. It is reused from search to search.
type Stream struct{ in runes }

// Reset prepares a search from where src stands. last is the character before it, or -1 where the text begins.
func (t *Stream) Reset(src Source, last rune) { t.in = runes{r: src, last: last, settled: src} }

func (in *runes) peek() (rune, int) {
	if !in.read {
		in.read = true
		in.next, in.width = -1, 0
		if !in.closed {
			r, w, err := in.r.ReadRune()
			if in.closed = err != nil; !in.closed {
				in.next, in.width = r, w
			}
		}
	}
	return in.next, in.width
}

// advance moves over the rune that peek returned.
func (in *runes) advance() { in.last, in.read = in.next, false }

// holds reports whether the assertions hold at the position. Those that look back only read nothing.
func (in *runes) holds(ops syntax.EmptyOp) bool {
	const back = syntax.EmptyBeginText | syntax.EmptyBeginLine
	if ops&back&^syntax.EmptyOpContext(in.last, -1) != 0 {
		return false
	}
	if ops &^= back; ops == 0 {
		return true
	}
	next, _ := in.peek()
	return ops&^syntax.EmptyOpContext(in.last, next) == 0
}
