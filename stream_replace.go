package regexp

import (
	"io"
	"strings"
)

// A Replacer is driven by who reads from it. It asks its Scanner for the next match, gives out the text before the match, which lies in the window, and then
// the replacement. The Scanner must not move the window, nor wait for the source, while there is text to give out. So it pauses there,
// and goes on when it is asked again.

const (
	replaceBuffer = 32 << 10 // WriteTo collects what it writes, up to so many bytes
	largePiece    = 4 << 10  // and writes larger pieces from where they are
)

// Replacer reads the text of another reader with all matches replaced. It is an [io.Reader] and an [io.WriterTo], and not safe for
// concurrent use.
//
// It holds no more than a [Scanner] does, and the longest replacement. It reads from its source when it has given out all that is decided. The text that
// a match in progress has covered so far is not.
type Replacer struct {
	s        Scanner
	o        output
	template string
	replace  func(dst []byte, m *Matches) []byte
	matched  bool   // the replacement of the match comes next
	text     []byte // the last replacement
	piece    []byte // what has not been given out yet
	small    []byte // pieces that WriteTo collects
}

// output is what a Scanner knows of its Replacer.
type output struct {
	copied  int  // in the window: the text before it has been given out
	pending bool // text was given out and has not reached the reader
	paused  bool // the search has stopped for it
}

// ReplaceReader returns a Replacer for the text of r. It replaces the matches that [Regexp.ReplaceAll] replaces, by the template, in which
// $ stands for groups as in [Regexp.Expand]. It allocates the Replacer and its buffers, and nothing for a match.
//
// The errors of the Replacer are those of a [Scanner]. All text before the error has been given out, with its matches replaced. After an error of r, that is all text.
func (re *Regexp) ReplaceReader(r io.Reader, template string) *Replacer {
	x := &Replacer{s: *re.NewScanner(r), template: template}
	if strings.IndexByte(template, '$') < 0 {
		x.s.names = x.s.names[:1] // no group is needed
		x.replace = func(dst []byte, _ *Matches) []byte { return append(dst, x.template...) }
	} else {
		x.replace = func(dst []byte, m *Matches) []byte { return m.Expand(dst, x.template) }
	}
	x.s.out = &x.o
	return x
}

// ReplaceReaderFunc is [Regexp.ReplaceReader] with a function that appends the replacement of the match m to dst and returns the result. m is valid during
// the call. It allocates what ReplaceReader does.
func (re *Regexp) ReplaceReaderFunc(r io.Reader, repl func(dst []byte, m *Matches) []byte) *Replacer {
	x := &Replacer{s: *re.NewScanner(r), replace: repl}
	x.s.out = &x.o
	return x
}

// Limit is [Scanner.Limit]. It panics after the first Read or WriteTo.
func (x *Replacer) Limit(bytes int) { x.s.Limit(bytes) }

// Read waits for the source only if it has nothing to return. It allocates nothing once its buffers have grown.
func (x *Replacer) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(x.piece) == 0 {
			if x.piece = x.next(n > 0); len(x.piece) == 0 {
				break
			}
		}
		k := copy(p[n:], x.piece)
		n, x.piece = n+k, x.piece[k:]
	}
	if n == 0 && len(p) > 0 {
		if err = x.s.err; err == nil {
			err = io.EOF
		}
	}
	return n, err
}

// WriteTo writes all text to w. Before it waits for the source it writes what is decided. It allocates a
// buffer of 32 KB the first time.
func (x *Replacer) WriteTo(w io.Writer) (written int64, err error) {
	if x.small == nil {
		x.small = make([]byte, 0, replaceBuffer)
	}
	collected := x.small
	for {
		if len(x.piece) == 0 {
			x.piece = x.next(len(collected) > 0)
		}
		n := len(x.piece)
		if n > 0 && n < largePiece && n <= cap(collected)-len(collected) {
			collected = append(collected, x.piece...)
			x.piece = nil
			continue
		}
		b := collected
		if collected = collected[:0]; len(b) == 0 {
			if n == 0 {
				return written, x.s.err
			}
			b, x.piece = x.piece, nil
		}
		n, err = w.Write(b)
		if written += int64(n); err == nil && n != len(b) {
			err = io.ErrShortWrite
		}
		if err != nil {
			return written, err
		}
	}
}

// next returns the next piece of the text. It is valid until the next call. It is empty at the end, and where pending says that there is other text to
// deliver before the source is waited for.
func (x *Replacer) next(pending bool) []byte {
	s := &x.s
	for {
		if x.matched {
			x.matched = false
			if x.text = x.replace(x.text[:0], &s.m); len(x.text) > 0 {
				return x.text
			}
		}
		x.o.pending, x.o.paused = pending, false
		var from, to int
		switch found := s.Scan(); {
		case found:
			from, to = x.o.copied, int(s.offset-s.base)
			x.o.copied, x.matched = s.pos, true
		case x.o.paused || s.err != nil && s.ended == nil: // there may be a match at pos
			from, to = x.o.copied, s.pos
			x.o.copied = to
		default:
			from, to = x.o.copied, len(s.buf)
			x.o.copied, s.pos = to, to
		}
		if from < to {
			return s.buf[from:to]
		}
		if x.matched {
			continue
		}
		// A search may end before the text does. The rest passes through.
		if !s.done || !s.fill() {
			if s.done && s.err == nil && s.ended != io.EOF {
				s.err = s.ended
			}
			return nil
		}
	}
}

// mustPause reports whether there is text to give out before more is read.
func (s *Scanner) mustPause() bool {
	// What a waiting search no longer needs is known after a look back over what it does need. A look over a long text has to wait for more text.
	if s.stream.Waiting() && len(s.buf) > s.seen && 4*(len(s.buf)-s.seen) >= s.seen-s.pos {
		s.settle()
	}
	return s.out.pending || s.out.copied < s.pos
}
