// Package literal knows what text a pattern needs, and finds it.
//
// [Facts] are read off the syntax tree: what every match begins with, contains, and how long it is.
// [Starts] is the scanner that leads a matcher from one place where a match can begin to the next.
// The rooms engine and dfa use it; it knows nothing of matchers.
package literal

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// Starts finds the positions at which a match can begin. It is immutable.
type Starts struct {
	kind   startKind
	finder *Finder // startTexts
	shapes *Shapes // startShapes; startLines, if they are known
	bytes  *Set    // startBytes; startLines, unless a line can begin with any byte
	chance float64 // how probable it is that a match begins at a position, as far as is known
	end    bool    // startBytes, startLines: a match can begin (and end) at the end of the text
}

type startKind uint8

const (
	startAnywhere startKind = iota
	startTexts              // one of a set of texts begins every match
	startBytes              // a byte of a set does
	startShapes             // bytes of certain sets at certain distances do
	startLines              // a match begins where a line begins
)

// maxChance is how probable it may be that one of the texts stands at a place, for a search for them to be worth it.
const maxChance = 1.0 / 64

// NewStarts chooses the scanner for matches that begin with one of the texts of prefixes, if it has any, and whose first byte is as
// first says.
func NewStarts(prefixes Seq, first *program.First) *Starts {
	if len(prefixes.Texts) > 0 && prefixes.MinLen() > 1 && prefixes.Chance() < maxChance {
		if f := NewFinder(prefixes.Texts, false); f != nil && f.Fast() {
			return &Starts{kind: startTexts, finder: f, chance: prefixes.Chance()}
		}
	}
	if first.Free || first.Bytes.Len() > 220 {
		return &Starts{chance: 1}
	}
	x := &Starts{kind: startBytes, bytes: NewSet(&first.Bytes), end: first.End}
	for _, b := range first.Bytes.Append(make([]byte, 0, 256)) {
		x.chance += chance(b)
	}
	return x
}

// StartsOfProgram is NewStarts for the matches of re, which p is compiled from. Where their first texts or bytes are not rare, it asks whether
// they begin lines, and what bytes they have at fixed distances.
func StartsOfProgram(re *syntax.Regexp, prefixes Seq, p *program.Program) *Starts {
	first := &p.Firsts()[p.Start]
	t := NewStarts(prefixes, first)
	if t.Fast() && t.chance < rareStart {
		return t
	}
	minLen, _ := lengths(re)
	if begins(re, true) {
		return newLineStarts(t, first, newShapes(p, minLen))
	}
	const fewer = 4 // the scan for texts or up to three bytes is the faster one
	x := NewShapes(p, minLen)
	if x == nil || t.Fast() && x.rate*fewer > t.chance {
		return t
	}
	return &Starts{kind: startShapes, shapes: x, chance: x.rate}
}

// newLineStarts returns the scanner for matches that begin lines.
func newLineStarts(t *Starts, first *program.First, x *Shapes) *Starts {
	lines := &Starts{kind: startLines, shapes: x, end: first.Free || first.End, chance: chance('\n')}
	if !first.Free {
		lines.bytes = NewSet(&first.Bytes)
	}
	switch {
	case x != nil:
		lines.chance *= min(x.rate, 1)
	case t.kind != startAnywhere:
		lines.chance *= min(t.chance, 1)
	}
	return lines
}

// nextLine returns the first beginning of a line from i on that may begin a match, or -1.
func (t *Starts) nextLine(s string, i int) int {
	if i > 0 && s[i-1] != '\n' {
		k := strings.IndexByte(s[i:], '\n')
		if k < 0 {
			return -1
		}
		i += k + 1
	}
	for !t.fitsLine(s, i) {
		k := strings.IndexByte(s[i:], '\n')
		if k < 0 {
			return -1
		}
		i += k + 1
	}
	return i
}

// fitsLine reports whether a match may begin at i, where a line begins.
func (t *Starts) fitsLine(s string, i int) bool {
	switch {
	case t.bytes == nil:
		return true
	case i == len(s):
		return t.end
	case !t.bytes.Contains(s[i]):
		return false
	}
	return t.shapes == nil || len(s)-i >= t.shapes.reach && t.shapes.fits(s, i)
}

// rareStart is the chance of a start from which on another lead may be better.
const rareStart = 1.0 / 4096

// StartsOf returns the scanner for matches that begin with a text that f finds.
func StartsOf(f *Finder) *Starts { return &Starts{kind: startTexts, finder: f} }

// Fast reports whether Next is several times as fast as an automaton: it looks for texts, for one, two or three bytes, for shapes or for lines.
func (t *Starts) Fast() bool {
	return t.kind == startTexts || t.kind == startShapes || t.kind == startLines || t.kind == startBytes && t.bytes.Len() <= 3
}

// Chance estimates how probable it is that a match can begin at a position.
func (t *Starts) Chance() float64 { return t.chance }

// String tells what is looked for.
func (t *Starts) String() string {
	switch t.kind {
	case startTexts:
		return t.finder.String()
	case startShapes:
		return t.shapes.String()
	case startLines:
		switch {
		case t.shapes != nil:
			return "the beginning of a line, " + t.shapes.String()
		case t.bytes != nil:
			return fmt.Sprintf("the beginning of a line, a byte of %d", t.bytes.Len())
		}
		return "the beginning of a line"
	case startBytes:
		return fmt.Sprintf("a byte of %d", t.bytes.Len())
	}
	return "every position"
}

// MemoryUsage returns how many bytes the scanner holds.
func (t *Starts) MemoryUsage() int {
	switch t.kind {
	case startTexts:
		return 64 + t.finder.MemoryUsage()
	case startShapes:
		return 64 + t.shapes.memory()
	case startLines:
		if t.shapes != nil {
			return 64 + 40 + t.shapes.memory()
		}
		return 64 + 40
	case startBytes:
		return 64 + 40
	}
	return 64
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
	switch t.kind {
	case startTexts:
		start, _ = t.finder.Find(s[:end], start)
	case startShapes:
		return t.shapes.next(s[:end], start)
	case startLines:
		return t.nextLine(s[:end], start)
	case startBytes:
		if i := IndexSet(s[start:end], t.bytes); i >= 0 {
			return start + i
		}
		if !t.end {
			return -1
		}
		return end
	}
	return start
}
