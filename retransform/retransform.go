// Package retransform replaces the matches of a regular expression in pipelines of golang.org/x/text/transform: between a decoder of a character
// set and a normalizer, say.
//
//	t := transform.Chain(charmap.Windows1252.NewDecoder(), retransform.New(re, "$1"), norm.NFC)
//	out := transform.NewReader(in, t)
//
// Pipelines of readers and writers alone need no transformer: see ReplaceReader and ReplaceWriter of package regexp. They copy less.
package retransform

import (
	"golang.org/x/text/transform"

	"github.com/arenaregexp/regexp"
)

// Transformer replaces all matches in a text, as ReplaceAll does. It takes all the text that it gets and keeps what is undecided, so
// it never returns transform.ErrShortSrc. It fails with the errors of a [regexp.Scanner], such as *[regexp.StreamLimitError] where a match is
// undecided within the limit. It is not safe for concurrent use.
type Transformer struct {
	// Limit bounds the text that an undecided match may hold, in bytes. 0 stands for [regexp.DefaultStreamLimit].
	Limit int

	open func(t *Transformer) *regexp.WriteReplacer
	w    *regexp.WriteReplacer // nil before the first text
	done bool                  // w was closed
	err  error
	out  []byte // what w has written
	sent int    // how much of it has been given out
}

var _ transform.Transformer = (*Transformer)(nil)

// chunk is how much text is taken at a time, in bytes. Its replaced text is held.
const chunk = 4 << 10

// New returns a Transformer that replaces the matches of re by a template, in which $ stands for groups as in [regexp.Regexp.Expand].
func New(re *regexp.Regexp, template string) *Transformer {
	return &Transformer{open: func(t *Transformer) *regexp.WriteReplacer {
		return re.ReplaceWriter((*sink)(t), template)
	}}
}

// NewFunc returns a Transformer with a function that appends the replacement of the match m to dst and returns the result.
func NewFunc(re *regexp.Regexp, repl func(dst []byte, m *regexp.Matches) []byte) *Transformer {
	return &Transformer{open: func(t *Transformer) *regexp.WriteReplacer {
		return re.ReplaceWriterFunc((*sink)(t), repl)
	}}
}

// sink is where the WriteReplacer of a Transformer writes to.
type sink Transformer

func (s *sink) Write(b []byte) (int, error) {
	s.out = append(s.out, b...)
	return len(b), nil
}

// Reset prepares for another text.
func (t *Transformer) Reset() {
	t.w, t.done, t.err = nil, false, nil
	t.out, t.sent = t.out[:0], 0
}

// Transform is the method of [transform.Transformer].
func (t *Transformer) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	if t.w == nil {
		t.w = t.open(t)
		if t.Limit != 0 {
			t.w.Limit(t.Limit)
		}
	}
	for {
		n := copy(dst[nDst:], t.out[t.sent:])
		nDst += n
		if t.sent += n; t.sent < len(t.out) {
			return nDst, nSrc, transform.ErrShortDst
		}
		t.out, t.sent = t.out[:0], 0
		switch {
		case t.err != nil:
			return nDst, nSrc, t.err
		case nSrc < len(src):
			n, t.err = t.w.Write(src[nSrc:min(nSrc+chunk, len(src))])
			nSrc += n
		case atEOF && !t.done:
			t.done = true
			t.err = t.w.Close()
		default:
			return nDst, nSrc, nil
		}
	}
}
