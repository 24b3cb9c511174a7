package literal

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// This file reads a word list off the syntax tree: a dictionary, a block list, a list of keywords. The words may have common prefixes and
// suffixes that the parser or the author has factored out. Their case may be folded. Around the list there may be groups and assertions, as in
// `\b(foo|bar)\b` and `^(?:foo|bar)$`.
//
// Words whose case is folded are written in one form each: of the runes that are equal when case is folded, canonical gives one. So the list
// does not grow by folding.

// The bounds of a word list. Shorter lists are served by Finder or an automaton.
const (
	listLeast = 129      // words
	listMost  = 1 << 20  // words
	listBytes = 16 << 20 // of all words together
	listWord  = 256      // bytes of a word; they bound the time of a look at one position
)

// wordList is what a pattern that is a word list amounts to.
type wordList struct {
	words         []string // in order of preference
	fold          bool     // words are in canonical form
	before, after syntax.EmptyOp
	groups        []int // each has the span of the match
}

// wordListOf returns nil if re is no word list, or one that is too large or has fewer words than least.
func wordListOf(re *syntax.Regexp, least int) *wordList {
	l := &wordList{}
	core := l.strip(re)
	if core == nil {
		return nil
	}
	c := listCounter{fold: folds(core)}
	n, bytes, ok := c.count(core)
	if !ok || n < least || n > listMost || bytes > listBytes || n > c.size || bytes > 16*c.size {
		return nil
	}
	if shortest, _ := lengths(core); shortest == 0 {
		return nil
	}
	l.fold = c.fold
	l.words = make([]string, 0, n)
	w := writer{steps: 1000 + 16*c.size + 16*bytes, canonical: c.fold}
	long := false
	w.write(core, func() {
		long = long || len(w.text) > listWord
		l.words = append(l.words, string(w.text))
	})
	if w.steps <= 0 || long || len(l.words) == 0 {
		return nil
	}
	return l
}

// strip takes off the assertions and the groups around the list, and returns the list, or nil if something else is there.
func (l *wordList) strip(re *syntax.Regexp) *syntax.Regexp {
	for {
		switch re.Op {
		case syntax.OpCapture:
			l.groups = append(l.groups, re.Cap)
			re = re.Sub[0]
			continue
		case syntax.OpConcat:
			subs := re.Sub
			for len(subs) > 0 && asserted(subs[0]) != 0 {
				l.before |= asserted(subs[0])
				subs = subs[1:]
			}
			for len(subs) > 0 && asserted(subs[len(subs)-1]) != 0 {
				l.after |= asserted(subs[len(subs)-1])
				subs = subs[:len(subs)-1]
			}
			switch len(subs) {
			case 0:
				return nil
			case 1:
				re = subs[0]
				continue
			}
			re = &syntax.Regexp{Op: syntax.OpConcat, Sub: subs}
		}
		return re
	}
}

// asserted returns the assertion that re is, or 0.
func asserted(re *syntax.Regexp) syntax.EmptyOp {
	switch re.Op {
	case syntax.OpBeginLine:
		return syntax.EmptyBeginLine
	case syntax.OpEndLine:
		return syntax.EmptyEndLine
	case syntax.OpBeginText:
		return syntax.EmptyBeginText
	case syntax.OpEndText:
		return syntax.EmptyEndText
	case syntax.OpWordBoundary:
		return syntax.EmptyWordBoundary
	case syntax.OpNoWordBoundary:
		return syntax.EmptyNoWordBoundary
	}
	return 0
}

// folds reports whether re has a literal whose case is folded.
func folds(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase != 0 || slices.ContainsFunc(re.Sub, folds)
}

// listCounter counts the words of a tree and their bytes, without writing any.
type listCounter struct {
	fold bool
	size int // runes of the literals, and nodes
}

const listTooMany = listBytes + 1 // counts saturate here

// count reports false if re is not a finite set of words, or if it has a group or an assertion inside.
func (c *listCounter) count(re *syntax.Regexp) (n, bytes int, ok bool) {
	c.size++
	switch re.Op {
	case syntax.OpLiteral:
		c.size += len(re.Rune)
		folded := re.Flags&syntax.FoldCase != 0
		for _, r := range re.Rune {
			if r == utf8.RuneError || c.fold && !folded && unicode.SimpleFold(r) != r {
				return 0, 0, false
			}
			bytes += width(r)
		}
		return 1, bytes, true
	case syntax.OpCharClass:
		return c.class(re.Rune)
	case syntax.OpQuest:
		n, bytes, ok = c.count(re.Sub[0])
		return n + 1, bytes, ok
	case syntax.OpConcat:
		n = 1
		for _, sub := range re.Sub {
			subN, subBytes, ok := c.count(sub)
			if !ok {
				return 0, 0, false
			}
			n, bytes = min(n*subN, listTooMany), min(n*subBytes+subN*bytes, listTooMany)
		}
		return n, bytes, true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			subN, subBytes, ok := c.count(sub)
			if !ok {
				return 0, 0, false
			}
			n, bytes = min(n+subN, listTooMany), min(bytes+subBytes, listTooMany)
		}
		return n, bytes, true
	case syntax.OpEmptyMatch:
		return 1, 0, true
	}
	return 0, 0, false
}

// class counts a class that is small, and if case is folded, has with each rune those that equal it.
func (c *listCounter) class(pairs []rune) (n, bytes int, ok bool) {
	const most = 256
	for i := 0; i < len(pairs); i += 2 {
		lo, hi := pairs[i], pairs[i+1]
		if n += int(hi-lo) + 1; n > most || lo <= utf8.RuneError && utf8.RuneError <= hi {
			return 0, 0, false
		}
		for r := lo; r <= hi; r++ {
			bytes += width(r)
			if c.fold && !inPairs(pairs, unicode.SimpleFold(r)) {
				return 0, 0, false
			}
		}
	}
	c.size += n
	return n, bytes, n > 0
}

func inPairs(pairs []rune, r rune) bool {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] <= r && r <= pairs[i+1] {
			return true
		}
	}
	return false
}

// canonical returns one and the same rune for all runes that are equal when case is folded: the least, or the small letter of ASCII. No other
// of them has a shorter form in UTF-8.
func canonical(r rune) rune {
	least := r
	if r < utf8.RuneSelf && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
		return r
	}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A'
	}
	return least
}
