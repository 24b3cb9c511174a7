package engine

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/engine/internal/pike"
)

// Search of an io.RuneReader. The caller may go on reading where the answer is certain, so no rune is taken that the answer does not depend
// on. Only pike knows how far that is, and it takes runes one by one.
//
// Some readers can be looked into: their text is in memory, or part of it. There pike need not walk through text in which no match
// begins. When pike holds no path, a look at the text ahead finds a position q with two properties: no match begins before q, and no path that
// begins before q is alive where the first match begins or where the look ends. Such a path would have died without a trace when
// pike came there. So pike goes on from q, in the state that it would have reached, and stops at the same rune.
//
// A look takes what is buffered and never makes a reader read. The first one is short and each takes twice as much as the one
// before, so a caller who wants a match a few bytes away does not pay for much more.

const (
	firstLook = 256
	largeLook = 256 << 10
	leastLook = 64 // less text is read faster by pike
)

// SearchReader looks for the first match in the runes that r gives, and takes none that the answer does not depend on. It takes the same runes whether or not
// r can be looked into. Offsets count bytes from where r stands. The end of the text is the first error of r. caps is as in [Engine.Search].
func (e *Engine) SearchReader(r io.RuneReader, caps []int) bool {
	x := takeReader()
	x.RuneReader = r
	hit := false
	if !e.begin && x.canLook() {
		x.e = e
		x.runes.Reset(x, -1)
		hit = pike.SearchStream(e.prog, e.longest, e.begin, &x.runes, caps)
	} else {
		x.runes.Reset(r, -1)
		hit = pike.SearchStream(e.prog, e.longest, e.begin, &x.runes, caps)
	}
	x.release()
	return hit
}

// reader is a RuneReader that pike reads from.
type reader struct {
	io.RuneReader
	e      *Engine
	runes  pike.Stream
	text   string // all of the text, if it is in memory
	looked int    // up to where the text was looked at
	size   int    // of the next look
}

// idleReaders are kept for the next search, as blocks of the arena are.
var idleReaders [8]atomic.Pointer[reader]

func takeReader() *reader {
	for i := range idleReaders {
		if x := idleReaders[i].Swap(nil); x != nil {
			return x
		}
	}
	return new(reader)
}

func (x *reader) release() {
	*x = reader{}
	for i := range idleReaders {
		if idleReaders[i].CompareAndSwap(nil, x) {
			return
		}
	}
}

// canLook prepares to look into the reader and reports whether that is possible.
func (x *reader) canLook() bool {
	x.size = firstLook
	switch r := x.RuneReader.(type) {
	case *bufio.Reader:
		return true
	case *bytes.Buffer:
		x.text = arena.String(r.Bytes())
	case *strings.Reader:
		// WriteTo hands over the text itself. It moves to the end of it.
		if n := r.Len(); n >= leastLook {
			r.WriteTo((*handed)(x))
			r.Seek(int64(-n), io.SeekCurrent)
		}
	case *bytes.Reader:
		if n := r.Len(); n >= leastLook {
			r.WriteTo((*handed)(x))
			r.Seek(int64(-n), io.SeekCurrent)
		}
	}
	return len(x.text) >= leastLook
}

// handed takes the text of a reader in memory.
type handed reader

func (x *handed) WriteString(s string) (int, error) {
	x.text = s
	return len(s), nil
}

func (x *handed) Write(b []byte) (int, error) { return x.WriteString(arena.String(b)) }

// Settled skips text that pike need not read. It returns how much it has skipped, and the last rune of that.
func (x *reader) Settled(pos int) (skipped int, last rune) {
	if pos < x.looked || x.ahead(pos) < leastLook {
		return 0, 0
	}
	// The rune before is part of the window. So assertions see it.
	if pos > 0 && x.RuneReader.(io.RuneScanner).UnreadRune() != nil {
		return 0, 0
	}
	s, whole := x.window(pos)
	from := 0
	if pos > 0 {
		_, from = utf8.DecodeRuneInString(s)
	}
	x.looked = pos + len(s) - from
	x.size = min(2*x.size, largeLook)
	to := x.e.passable(s, from, whole)
	if to == 0 {
		return 0, 0
	}
	// The last rune is read as any other. So the caller can unread it.
	_, width := utf8.DecodeLastRuneInString(s[:to])
	x.skip(to - width)
	last, width, _ = x.ReadRune()
	return to - from, last
}

// ahead returns how much text there is to look at.
func (x *reader) ahead(pos int) int {
	if r, ok := x.RuneReader.(*bufio.Reader); ok {
		return r.Buffered()
	}
	return len(x.text) - pos
}

// window returns text from where the reader stands, which is at pos, or at the rune before if there is one. whole tells that the text ends with it.
func (x *reader) window(pos int) (s string, whole bool) {
	size := x.size
	if r, ok := x.RuneReader.(*bufio.Reader); ok {
		b, _ := r.Peek(min(r.Buffered(), size))
		return arena.String(b), false
	}
	if pos > 0 {
		_, width := utf8.DecodeLastRuneInString(x.text[:pos])
		pos -= width
	}
	end := min(pos+size, len(x.text))
	return x.text[pos:end], end == len(x.text)
}

func (x *reader) skip(n int) {
	switch r := x.RuneReader.(type) {
	case *bufio.Reader:
		r.Discard(n)
	case *bytes.Buffer:
		r.Next(n)
	case io.Seeker:
		r.Seek(int64(n), io.SeekCurrent)
	}
}

// passable returns a position that a search from pos on, of a text that begins with s, may go on from: no match begins before it, and no path that
// begins before it is alive at the first match or, if s shows none, near its end. whole tells that the text is s.
func (e *Engine) passable(s string, pos int, whole bool) int {
	if pos == len(s) {
		return pos
	}
	if e.heatLeft() > 0 {
		e.pay(len(s))
		return pos
	}
	horizon := e.Horizon(len(s) / 2)
	final := len(s)
	if !whole {
		if horizon > 0 {
			final = RuneStart(s, pos, len(s)-horizon)
		} else {
			final = e.Decided(s, pos)
		}
	}
	var caps [2]int
	if final <= pos || !e.Search(s, pos, Unanchored, caps[:]) || caps[0] >= final {
		return max(pos, final)
	}
	switch start := caps[0]; {
	case horizon == 0:
		return e.viable(s, pos, min(start, RuneStart(s, pos, len(s)-1)))
	case start-horizon > pos:
		return RuneStart(s, pos, start-horizon)
	}
	return pos
}
