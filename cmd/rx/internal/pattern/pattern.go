// Package pattern compiles the patterns that users of rx give, in Go's syntax or in Perl's, behind one type.
package pattern

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
)

// Options say how a pattern is read.
type Options struct {
	Perl     bool // Perl's syntax, by package jitstack
	Fold     bool // letters match whatever their case
	Longest  bool // leftmost-longest; not with Perl
	Fixed    bool // the pattern is a text
	Word     bool // matches are whole words
	WholeRow bool // matches are whole lines
}

// Pattern is a compiled pattern. Exactly one of Go and Perl is set.
type Pattern struct {
	Go   *regexp.Regexp
	Perl *jitstack.Pattern
}

// An Error says where in a pattern something is wrong.
type Error struct {
	Pattern string
	Offset  int // in bytes; -1 where it is not known
	Err     error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error of the package that refused the pattern.
func (e *Error) Unwrap() error { return e.Err }

// Caret returns the pattern and, in a line of its own, a caret under the place of the error.
func (e *Error) Caret() string {
	shown := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, e.Pattern)
	if e.Offset < 0 {
		return "  " + shown
	}
	return "  " + shown + "\n  " + strings.Repeat(" ", utf8.RuneCountInString(e.Pattern[:min(e.Offset, len(e.Pattern))])) + "^"
}

// Compile compiles a pattern. The error is an *Error.
func Compile(expr string, o Options) (*Pattern, error) {
	wrapped := o.wrap(expr)
	if o.Perl {
		var flags jitstack.Flags
		if o.Fold {
			flags |= jitstack.Caseless
		}
		p, err := jitstack.Compile(wrapped, flags)
		if err != nil {
			return nil, PerlError(expr, err)
		}
		return &Pattern{Perl: p}, nil
	}
	// What a user wrote is compiled by itself first, so that an error names that.
	if _, err := syntax.Parse(o.quote(expr), syntax.Perl); err != nil {
		return nil, GoError(expr, err)
	}
	if o.Fold {
		wrapped = "(?i)" + wrapped
	}
	re, err := regexp.Compile(wrapped)
	if err != nil {
		return nil, GoError(expr, err)
	}
	if o.Longest {
		re.Longest()
	}
	return &Pattern{Go: re}, nil
}

func (o Options) quote(expr string) string {
	if o.Fixed {
		return regexp.QuoteMeta(expr)
	}
	return expr
}

func (o Options) wrap(expr string) string {
	expr = o.quote(expr)
	if o.Word {
		expr = `\b(?:` + expr + `)\b`
	}
	if o.WholeRow {
		expr = `^(?:` + expr + `)$`
	}
	return expr
}

// GoError is an *Error for what regexp/syntax refuses. The place is the last one of the fragment that the error names.
func GoError(expr string, err error) *Error {
	e := &Error{Pattern: expr, Offset: -1, Err: err}
	var bad *syntax.Error
	if errors.As(err, &bad) {
		e.Offset = strings.LastIndex(expr, bad.Expr)
		if bad.Expr == "" || bad.Expr == expr {
			e.Offset = len(expr)
		}
	}
	return e
}

// PerlError is an *Error for what package jitstack refuses.
func PerlError(expr string, err error) *Error {
	e := &Error{Pattern: expr, Offset: -1, Err: err}
	var bad *jitstack.SyntaxError
	if errors.As(err, &bad) {
		e.Offset = bad.Offset
	}
	return e
}

// Names returns the names of the groups by number, "" where a group has none.
func (p *Pattern) Names() []string {
	if p.Perl != nil {
		return p.Perl.SubexpNames()
	}
	return p.Go.SubexpNames()
}

// ExecAt puts the first match in b from pos on into m. Only a Perl pattern gives an error: that of a limit.
func (p *Pattern) ExecAt(b []byte, pos int, m *regexp.Matches) (bool, error) {
	if p.Perl != nil {
		return p.Perl.ExecAt(arena.String(b), pos, 0, m)
	}
	return p.Go.ExecBytesAt(b, pos, regexp.Unanchored, m), nil
}

// Explain tells how the pattern is searched.
func (p *Pattern) Explain() string {
	if p.Perl != nil {
		return p.Perl.Explain()
	}
	return p.Go.Explain()
}

// Each calls f for the matches in text, in order, as FindAll has them, until f returns false.
func (p *Pattern) Each(text string, m *regexp.Matches, f func() bool) error {
	if p.Go != nil {
		for range p.Go.ExecAll(text, m) {
			if !f() {
				return nil
			}
		}
		return nil
	}
	last := -1
	for pos := 0; pos <= len(text); {
		ok, err := p.Perl.ExecAt(text, pos, 0, m)
		if err != nil {
			return fmt.Errorf("from byte %d on: %w", pos, err)
		}
		if !ok {
			return nil
		}
		start, end := m.Span(0)
		if (start != end || end != last) && !f() {
			return nil
		}
		pos, last = end, end
		if start >= end {
			_, width := utf8.DecodeRuneInString(text[end:])
			pos += max(width, 1)
		}
	}
	return nil
}
