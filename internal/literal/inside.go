package literal

import (
	"regexp/syntax"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// Inside leads a search for matches that contain one of a set of texts, where nothing is known that they begin with, as for
// `[\w.]+@example\.com`.
//
// It finds the next text and goes back from it to the first byte that cannot be part of what precedes the text in a match. No match
// begins there or before: it would contain that byte, since its text is the one found or a later one, and what precedes a text
// in a match has no such byte. So nothing is lost by beginning behind it, whatever the pattern, which is more than can be said of going
// back by an automaton to where this text's match begins: a later text can have one that begins earlier (one engine
// answered 2..3 instead of 1..4 for .bb|b on zabb).
type Inside struct {
	finder *Finder
	before *Set // the bytes that can precede the text in a match
}

// NewInside returns the scanner for matches of re, or nil where no text is worth looking for, or where any byte can precede it.
func NewInside(re *syntax.Regexp) *Inside {
	inner := InnerOf(re)
	if len(inner.Seq.Texts) == 0 || inner.Seq.MinLen() < 2 {
		return nil
	}
	p := program.Compile(inner.Before)
	var before program.ByteSet
	for i := range p.Insts {
		if p.Insts[i].Consumes() {
			set := p.FirstBytes(&p.Insts[i])
			before.Union(&set)
		}
	}
	if before[2]|before[3] != 0 { // bytes beyond ASCII are not told apart, so that none parts a rune
		before[2], before[3] = ^uint64(0), ^uint64(0)
	}
	if before.Len() == 256 {
		return nil
	}
	f := NewFinder(inner.Seq.Texts, false)
	if f == nil {
		return nil
	}
	return &Inside{finder: f, before: NewSet(&before)}
}

// Next returns the first position from start to end at which a match can begin, and the position up to which there is no use in
// asking again; or -1 where no match begins.
func (x *Inside) Next(s string, start, end int) (at, settled int) {
	text, _ := x.finder.Find(s[:end], start)
	if text < 0 {
		return -1, end
	}
	for at = text; at > start && x.before.Contains(s[at-1]); at-- {
	}
	for at > start && !utf8.RuneStart(s[at]) { // what stands at start may be the rest of a rune
		at--
	}
	return at, text
}

// MemoryUsage returns how many bytes the scanner holds.
func (x *Inside) MemoryUsage() int { return 64 + x.finder.MemoryUsage() }

// String tells what is looked for.
func (x *Inside) String() string { return x.finder.String() + " inside" }

// A Lead leads an automaton past text in which no match can begin, by what matches begin with or by what is inside them.
type Lead struct {
	starts *Starts
	inside *Inside
}

// NewLead chooses how to lead searches for matches of re, of which starts finds the beginnings. It returns nil where nothing is as
// fast as the automaton itself.
func NewLead(re *syntax.Regexp, starts *Starts) *Lead {
	if starts.Fast() {
		return &Lead{starts: starts}
	}
	if x := NewInside(re); x != nil {
		return &Lead{inside: x}
	}
	return nil
}

// Next returns the first position from start to end at which a match can begin, and the position up to which there is no use in
// asking again; or -1 where no match begins. from is as in [Starts.Next].
func (l *Lead) Next(s string, from, start, end int) (at, settled int) {
	if l.inside != nil {
		return l.inside.Next(s, start, end)
	}
	at = l.starts.Next(s, from, start, end)
	return at, at
}

// MemoryUsage returns how many bytes the lead holds beside the starts.
func (l *Lead) MemoryUsage() int {
	if l == nil || l.inside == nil {
		return 0
	}
	return l.inside.MemoryUsage()
}

// String tells what is looked for.
func (l *Lead) String() string {
	switch {
	case l == nil:
		return "nothing"
	case l.inside != nil:
		return l.inside.String()
	}
	return l.starts.String()
}
