package literal

import (
	"regexp/syntax"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// Inside leads a search for matches that contain one of a set of texts, where nothing is known that they begin with, as in
// `[\w.]+@example\.com`. A text may be a single rare byte: `[\w.+-]+@[\w-]+\.\w+`.
//
// It finds the next text. Then it goes back to the first byte that cannot precede the text in a match, and no further than the longest
// part that can precede it. No match begins before that position: the match would contain that byte or be too long, since its text is
// the one found or a later one. So the search may begin there, whatever the pattern. Going back by a reverse automaton to where the match
// of this text begins would be wrong, because a later text can have a match that begins earlier: .bb|b on zabb matches 1..4, and
// one engine answered 2..3.
type Inside struct {
	finder *Finder
	ends   *lineEnds // in place of finder
	before *Set      // the bytes that can precede the text in a match
	reach  int       // the length in bytes of the longest part that can precede it; Unbounded if there is no bound
	chance float64   // how probable it is that a text stands at a position
}

// rareByte is how probable a text of one byte may be. Behind a more frequent one the automaton would be restarted all the time.
const rareByte = 1.0 / 200

// NewInside returns the scanner for matches of re, or nil where no text is worth looking for.
func NewInside(re *syntax.Regexp) *Inside {
	inner := InnerOf(re)
	if len(inner.Seq.Texts) == 0 || inner.Seq.MinLen() < 2 && inner.Seq.Chance() > rareByte {
		return nil
	}
	before := program.Compile(inner.Before).Bytes()
	f := NewFinder(inner.Seq.Texts, false)
	if f == nil {
		return nil
	}
	_, reach := lengths(inner.Before)
	return &Inside{finder: f, before: NewSet(&before), reach: reach, chance: inner.Seq.Chance()}
}

// NewLineEnds returns the scanner for matches of re, which p is compiled from, by the ends of lines, or nil where it is of no use.
func NewLineEnds(re *syntax.Regexp, p *program.Program) *Inside {
	x := newLineEnds(re, p)
	if x == nil {
		return nil
	}
	before := p.Bytes()
	_, reach := lengths(re)
	return &Inside{ends: x, before: NewSet(&before), reach: reach, chance: x.chance}
}

// find returns the first text from start on, or -1.
func (x *Inside) find(s string, start int) int {
	if x.ends != nil {
		return x.ends.next(s, start)
	}
	at, _ := x.finder.Find(s, start)
	return at
}

// Next returns the first position from start to end at which a match can begin, and the position before which asking again
// is of no use; or -1 where no match begins.
func (x *Inside) Next(s string, start, end int) (at, settled int) {
	text := x.find(s[:end], start)
	if text < 0 {
		return -1, end
	}
	least := start
	if text-start > x.reach {
		least = text - x.reach
	}
	for at = text; at > least && x.before.Contains(s[at-1]); at-- {
	}
	return runeStart(s, start, at), text
}

// runeStart returns the beginning of the rune that at may lie in, or start if that comes first.
func runeStart(s string, start, at int) int {
	if at == len(s) {
		return at
	}
	for back := range utf8.UTFMax {
		if at-back <= start {
			return start
		}
		if utf8.RuneStart(s[at-back]) {
			return at - back
		}
	}
	return at // four continuation bytes in a row: this one belongs to no rune that begins before
}

// MemoryUsage returns how many bytes the scanner holds.
func (x *Inside) MemoryUsage() int {
	if x.ends != nil {
		return 64 + 64
	}
	return 64 + x.finder.MemoryUsage()
}

// String tells what is looked for.
func (x *Inside) String() string {
	if x.ends != nil {
		return x.ends.String()
	}
	return x.finder.String() + " inside"
}

// A Lead leads an automaton past text in which no match can begin, by what matches begin with or by what is inside them.
type Lead struct {
	starts *Starts
	inside *Inside
}

// NewLead chooses how to lead searches for matches of re, which p is compiled from and of which starts finds the beginnings. It returns nil where nothing is as
// fast as the automaton itself.
func NewLead(re *syntax.Regexp, p *program.Program, starts *Starts) *Lead {
	fast := starts.Fast()
	if fast && starts.Chance() < rareStart {
		return &Lead{starts: starts}
	}
	x := NewInside(re)
	if y := NewLineEnds(re, p); y != nil && (x == nil || y.chance < x.chance) {
		x = y
	}
	switch {
	case x != nil && (!fast || x.chance*muchRarer < starts.Chance()):
		return &Lead{inside: x}
	case fast:
		return &Lead{starts: starts}
	}
	return nil
}

// What matches begin with leads a search, unless what is inside them is much rarer: behind it nothing has to be gone back over.
const muchRarer = 16

// Inside reports whether the lead looks for what is inside matches.
func (l *Lead) Inside() bool { return l != nil && l.inside != nil }

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
