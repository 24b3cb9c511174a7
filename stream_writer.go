package regexp

import (
	"errors"
	"io"
)

// WriteReplacer writes the text that it gets to another writer with all matches replaced. It is for text that is pushed; [Replacer] is for
// text that is pulled. It holds as much as a Replacer does and is not safe for concurrent use.
type WriteReplacer struct {
	x   *Replacer
	in  pushed
	out io.Writer
}

// ReplaceWriter returns a WriteReplacer to w. The replacement is that of [Regexp.ReplaceReader], and so is what it allocates.
func (re *Regexp) ReplaceWriter(w io.Writer, template string) *WriteReplacer {
	p := &WriteReplacer{out: w}
	p.x = re.ReplaceReader(&p.in, template)
	return p
}

// ReplaceWriterFunc returns a WriteReplacer to w. The replacement is that of [Regexp.ReplaceReaderFunc], and so is
// what it allocates.
func (re *Regexp) ReplaceWriterFunc(w io.Writer, repl func(dst []byte, m *Matches) []byte) *WriteReplacer {
	p := &WriteReplacer{out: w}
	p.x = re.ReplaceReaderFunc(&p.in, repl)
	return p
}

// Limit is [Scanner.Limit]. It panics after the first Write or Close.
func (p *WriteReplacer) Limit(bytes int) { p.x.Limit(bytes) }

// Write writes all that b decides. The errors are those of the other writer and those of a [Scanner]; after an error all calls fail. It
// allocates nothing once its buffers have grown.
func (p *WriteReplacer) Write(b []byte) (n int, err error) {
	if p.in.closed {
		return 0, io.ErrClosedPipe
	}
	if p.in.err != nil {
		return 0, p.in.err
	}
	p.in.text = b
	_, p.in.err = p.x.WriteTo(p.out)
	n = len(b) - len(p.in.text)
	p.in.text = nil
	return n, p.in.err
}

// Close ends the text and writes the rest. It does not close the other writer, and allocates nothing.
func (p *WriteReplacer) Close() error {
	if !p.in.closed {
		p.in.closed = true
		if p.in.err == nil {
			_, p.in.err = p.x.WriteTo(p.out)
		}
	}
	return p.in.err
}

// errLater is what a reader returns that will have more text when its Replacer is called again.
var errLater = errors.New("regexp: no text yet")

// pushed reads what is written.
type pushed struct {
	text   []byte
	closed bool
	err    error // the first error of the output
}

func (p *pushed) Read(b []byte) (int, error) {
	n := copy(b, p.text)
	p.text = p.text[n:]
	switch {
	case n > 0:
		return n, nil
	case p.closed:
		return 0, io.EOF
	}
	return 0, errLater
}
