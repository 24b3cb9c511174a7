package regexp

import (
	"iter"

	"github.com/arenaregexp/regexp/engine"
)

// pieces steps through the text between matches.
type pieces struct {
	matches   engine.Iter
	end       int // of the subject
	caps      [2]int
	left      int // how many pieces may still come; negative: all there are
	start     int // where the next piece starts: at the end of the last match
	lastMatch int // where the last match starts: at the end of the subject, no piece comes after it
}

func (re *Regexp) pieces(s string, n int) pieces {
	p := pieces{matches: re.cursor(s), end: len(s), left: n}
	if s == "" && re.expr != "" && n != 0 {
		// An empty subject is one piece, whether the expression matches in it or not. (Of the empty
		// expression it is none.)
		p.left, p.lastMatch = 1, -1
	}
	return p
}

// next returns the bounds of the next piece.
func (p *pieces) next() (start, end int, ok bool) {
	if p.left == 0 {
		return 0, 0, false
	}
	for p.left != 1 && p.matches.Next(p.caps[:]) {
		start = p.start
		p.lastMatch, p.start = p.caps[0], p.caps[1]
		if p.start > 0 { // an empty match at 0 separates nothing
			p.left--
			return start, p.lastMatch, true
		}
	}
	p.left = 0
	p.matches.Close()
	return p.start, p.end, p.lastMatch != p.end
}

// Split returns the pieces of s between its matches: at most n, the last of which is then all the
// rest, or all where n is negative. It is nil where n is 0, and not nil otherwise, but may be empty.
// An empty match at the start or at the end of s separates nothing. The pieces share the memory
// of s. [Regexp.AppendSplit] and [Regexp.SplitSeq] do not allocate the list.
func (re *Regexp) Split(s string, n int) []string {
	if n == 0 {
		return nil
	}
	var local [scratchInts]int
	var x scratch
	spans := local[:0]
	p := re.pieces(s, n)
	for start, end, ok := p.next(); ok; start, end, ok = p.next() {
		spans = append(x.ints(spans, 2), start, end)
	}
	list := appendTexts(make([]string, 0, len(spans)/2), s, spans)
	x.release()
	return list
}

// AppendSplit appends to dst the pieces that [Regexp.Split] returns, and allocates only where dst has no room.
func (re *Regexp) AppendSplit(dst []string, s string, n int) []string {
	p := re.pieces(s, n)
	for start, end, ok := p.next(); ok; start, end, ok = p.next() {
		dst = append(dst, s[start:end])
	}
	return dst
}

// SplitSeq iterates over the pieces that [Regexp.Split] returns where its n is negative. A range loop over it
// allocates nothing.
func (re *Regexp) SplitSeq(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		p := re.pieces(s, -1)
		for start, end, ok := p.next(); ok; start, end, ok = p.next() {
			if !yield(s[start:end]) {
				p.matches.Close()
				return
			}
		}
	}
}
