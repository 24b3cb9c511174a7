// Package grep finds the lines of texts that patterns match in.
//
// A text is read in blocks of whole lines. In a block, a pattern is searched for across the lines where it has a form that cannot leave
// its line (see pattern.Lines), and line by line where it has none. So a block without a match costs one search.
package grep

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
)

// Matcher says which lines match. It is safe for concurrent use.
type Matcher struct {
	one    *pattern.Pattern
	lines  *regexp.Regexp // one, searched for in many lines at once; nil where that cannot be
	set    *regexp.Set
	screen *regexp.Set // set, searched for in many lines at once; nil where that cannot be
	names  []string    // of the patterns of set
}

// New returns a Matcher for one pattern.
func New(expr string, o pattern.Options) (*Matcher, error) {
	p, err := pattern.Compile(expr, o)
	if err != nil {
		return nil, err
	}
	lines, err := pattern.Lines(expr, o)
	if err != nil {
		return nil, err
	}
	return &Matcher{one: p, lines: lines}, nil
}

// NewSet returns a Matcher for many patterns in Go's syntax, with a name each.
func NewSet(names, exprs []string) (*Matcher, error) {
	set, err := regexp.CompileSet(exprs)
	if err != nil {
		return nil, err
	}
	m := &Matcher{set: set, names: names}
	forms := make([]string, len(exprs))
	for i, expr := range exprs {
		re, err := pattern.Lines(expr, pattern.Options{})
		if err != nil || re == nil {
			return m, nil
		}
		forms[i] = re.String()
	}
	if screen, err := regexp.CompileSet(forms); err == nil {
		m.screen = screen
	}
	return m, nil
}

// Line is a line with a match, or without one where the search is inverted.
type Line struct {
	Number int64  // counted from 1
	Offset int64  // of its first byte in the text
	Text   []byte // without its newline; valid until the function that got it returns
}

// Options say what is asked for.
type Options struct {
	Invert bool // the lines without a match
	Most   int  // lines, after which the search ends; 0 for all
}

// blockSize is how much is read at once, in bytes. A line that is longer makes the block grow.
const blockSize = 256 << 10

// ErrBinary is the error for a text that holds a zero byte.
var ErrBinary = errors.New("binary")

// Searcher searches one text after the other, with one buffer. It is for one goroutine.
type Searcher struct {
	m       *Matcher
	o       Options
	buf     []byte
	matches regexp.Matches
	ids     []int
	found   int
}

// Searcher returns a Searcher.
func (m *Matcher) Searcher(o Options) *Searcher {
	return &Searcher{m: m, o: o, buf: make([]byte, 0, blockSize)}
}

// errEnough ends a search that has found what was asked for.
var errEnough = errors.New("enough")

// Search calls f for each line of r that is asked for. It ends with ErrBinary before the first block that holds a zero byte, and with the
// error of r, of a limit of a Perl pattern, or of f.
func (s *Searcher) Search(r io.Reader, f func(Line) error) error {
	s.found = 0
	buf := s.buf[:0]
	number, offset := int64(1), int64(0)
	for end := false; !end; {
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
		}
		n, err := io.ReadFull(r, buf[len(buf):cap(buf)])
		fresh := buf[len(buf) : len(buf)+n]
		buf = buf[:len(buf)+n]
		if end = err == io.EOF || err == io.ErrUnexpectedEOF; err != nil && !end {
			return err
		}
		if bytes.IndexByte(fresh, 0) >= 0 {
			return ErrBinary
		}
		whole := buf
		if !end {
			whole = buf[:bytes.LastIndexByte(buf, '\n')+1]
		}
		lines, err := s.block(whole, number, offset, f)
		if err == errEnough {
			break
		}
		if err != nil {
			return err
		}
		number += lines
		offset += int64(len(whole))
		buf = buf[:copy(buf, buf[len(whole):])]
	}
	s.buf = buf[:0]
	return nil
}

// block searches a block of whole lines and returns how many it holds.
func (s *Searcher) block(b []byte, number, offset int64, f func(Line) error) (lines int64, err error) {
	counted := 0 // up to where lines are counted
	at := func(start int) int64 {
		lines += int64(bytes.Count(b[counted:start], newline))
		counted = start
		return number + lines
	}
	give := func(start, end int) error {
		if err := f(Line{at(start), offset + int64(start), b[start:end]}); err != nil {
			return err
		}
		if s.found++; s.found == s.o.Most {
			return errEnough
		}
		return nil
	}
	for pos := 0; pos < len(b); {
		start, end, err := s.next(b, pos)
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", at(pos), err)
		}
		if s.o.Invert {
			for pos < start {
				stop := lineEnd(b, pos)
				if err := give(pos, stop); err != nil {
					return 0, err
				}
				pos = stop + 1
			}
		} else if start < len(b) {
			if err := give(start, end); err != nil {
				return 0, err
			}
		}
		pos = end + 1
	}
	at(len(b))
	return lines, nil
}

var newline = []byte{'\n'}

// lineEnd returns where the line that holds pos ends, without its newline.
func lineEnd(b []byte, pos int) int {
	if i := bytes.IndexByte(b[pos:], '\n'); i >= 0 {
		return pos + i
	}
	return len(b)
}

// next returns the first line with a match of those that begin at pos or later; where there is none, the line is empty and lies at the end.
func (s *Searcher) next(b []byte, pos int) (start, end int, err error) {
	if re := s.m.lines; re != nil {
		if !re.ExecBytesAt(b, pos, regexp.Unanchored, &s.matches) {
			return len(b), len(b), nil
		}
		i, _ := s.matches.Span(0)
		start = bytes.LastIndexByte(b[pos:i], '\n') + 1 + pos
		return start, lineEnd(b, start), nil // at the end of the text there is no line: start is len(b)
	}
	if set := s.m.screen; set != nil && pos == 0 {
		if _, ok := set.First(arena.String(b)); !ok {
			return len(b), len(b), nil
		}
	}
	for ; pos < len(b); pos = end + 1 {
		end = lineEnd(b, pos)
		ok, err := s.matchLine(b[pos:end])
		if err != nil || ok {
			return pos, end, err
		}
	}
	return len(b), len(b), nil
}

func (s *Searcher) matchLine(line []byte) (bool, error) {
	if s.m.set != nil {
		_, ok := s.m.set.First(arena.String(line))
		return ok, nil
	}
	return s.m.one.ExecAt(line, 0, &s.matches)
}

// Each calls f for the matches in a line, as Pattern.Each has them. Of a set it calls f once for each pattern that matches, with m empty.
func (s *Searcher) Each(line []byte, f func(m *regexp.Matches, name string)) error {
	if s.m.set == nil {
		return s.m.one.Each(arena.String(line), &s.matches, func() bool {
			f(&s.matches, "")
			return true
		})
	}
	s.ids = s.m.set.AppendAll(s.ids[:0], arena.String(line))
	for _, i := range s.ids {
		f(&regexp.Matches{}, s.m.names[i])
	}
	return nil
}
