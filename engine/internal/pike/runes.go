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

	source Source // is told of positions before which no match begins; nil if nobody asks
}

// Source is a text that wants to know what a search no longer needs.
type Source interface {
	io.RuneReader

	// Settled is called when no match begins before pos, counted in bytes from where the search began. All runes before pos have been read and
	// none behind. The source may skip text that pike need not see. It returns how many bytes it has skipped and the last rune of these.
	Settled(pos int) (skipped int, last rune)
}

// Stream is the reading end of a Source or of another reader. It is reused from search to search.
type Stream struct{ in runes }

// Reset prepares a search from where r stands. last is the character before it, or -1 where the text begins.
func (t *Stream) Reset(r io.RuneReader, last rune) {
	source, _ := r.(Source)
	t.in = runes{r: r, last: last, source: source}
}

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

// settle tells the source that no path has come to pos, and returns where the search goes on.
func (in *runes) settle(pos int) int {
	if skipped, last := in.source.Settled(pos); skipped > 0 {
		pos += skipped
		in.last = last
	}
	return pos
}

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
