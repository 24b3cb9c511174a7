// Package literal knows what text a pattern needs, and finds it.
//
// [Facts] are read off the syntax tree: what every match begins with, contains, and how long it is.
// [Starts] is the scanner that leads a matcher from one place where a match can begin to the next.
// The rooms engine and dfa use it; it knows nothing of matchers.
package literal

import (
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// Starts finds the positions at which a match can begin. It is immutable.
type Starts struct {
	kind   startKind
	prefix string          // startPrefix
	b      byte            // startByte
	end    bool            // startByte, startSet: a match can begin (and end) at the end of the text
	set    program.ByteSet // startSet
}

type startKind uint8

const (
	startAnywhere startKind = iota
	startPrefix             // a literal begins every match
	startByte               // one byte does
	startSet                // a byte of a set does
)

// NewStarts chooses the scanner for matches that begin with prefix and whose first byte is as first says.
func NewStarts(prefix string, first *program.First) *Starts {
	switch {
	case len(prefix) > 1:
		return &Starts{kind: startPrefix, prefix: prefix}
	case first.Free || first.Bytes.Len() > 220:
		return &Starts{}
	case first.Bytes.Len() == 1:
		return &Starts{kind: startByte, b: first.Bytes.Append(nil)[0], end: first.End}
	}
	return &Starts{kind: startSet, set: first.Bytes, end: first.End}
}

// Next returns the first position from start to end, both included, at which a match can begin, or -1. The text is read
// rune by rune from the position from on, which is at most start: no match begins inside a rune.
func (t *Starts) Next(s string, from, start, end int) int {
	for {
		i := t.scan(s, start, end)
		if i < 0 || i >= end || utf8.RuneStart(s[i]) || !insideRune(s, from, i) {
			return i
		}
		start = i + 1
	}
}

// insideRune reports whether the continuation byte at i belongs to a rune that begins before it, when the text is read from the
// position from on. Only the nearest byte before that is no continuation byte can begin it.
func insideRune(s string, from, i int) bool {
	for k := i - 1; k >= from && k > i-utf8.UTFMax; k-- {
		if utf8.RuneStart(s[k]) {
			_, w := utf8.DecodeRuneInString(s[k:])
			return k+w > i
		}
	}
	return false
}

func (t *Starts) scan(s string, start, end int) int {
	i := -1
	switch t.kind {
	case startAnywhere:
		return start
	case startPrefix:
		i = strings.Index(s[start:end], t.prefix)
		if i < 0 {
			return -1
		}
		return start + i
	case startByte:
		i = strings.IndexByte(s[start:end], t.b)
	case startSet:
		for k, text := 0, s[start:end]; k < len(text); k++ {
			if t.set.Contains(text[k]) {
				return start + k
			}
		}
	}
	if i >= 0 {
		return start + i
	}
	if t.end {
		return end
	}
	return -1
}
