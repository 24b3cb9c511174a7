package literal

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// A pattern that matches finitely many texts is those texts: a dictionary, most of all, of which the parser has made a tree by the
// common prefixes. The texts are counted first, without making any. If they are few enough they are written out, in the order in which
// backtracking would try them, by walking the tree once for each.
//
// Few enough is not only a number. (?i)whatever stands for hundreds of texts, and [a-z]{2} for as many: they are better
// cut to a few bytes (extract.go), or left to an automaton. A set of more than wholeFew texts must not be much larger than the pattern.

const (
	wholeMost  = 10000     // texts
	wholeBytes = 256 << 10 // of all of them
	wholeFew   = 64
)

// wholeTexts returns what re matches, where that is a set of texts and small enough. Assertions are taken for nothing.
func wholeTexts(re *syntax.Regexp) (texts []item, ok bool) {
	n, ok := count(re)
	if !ok || n > wholeMost || n > wholeFew && n > 2*nodes(re) {
		return nil, false
	}
	if _, most := lengths(re); most > wholeBytes/max(n, 1) {
		return nil, false
	}
	w := writer{items: make([]item, 0, n), steps: 1000 + 100*n}
	w.write(re, func() {
		w.items = append(w.items, item{string(w.text), true})
	})
	return w.items, w.steps > 0
}

// nodes returns how many nodes a tree has.
func nodes(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n += nodes(sub)
	}
	return n
}

// count returns how many texts re matches, where they are finitely many; it counts no further than wholeMost+1.
func count(re *syntax.Regexp) (n int, ok bool) {
	const most = wholeMost + 1
	switch re.Op {
	case syntax.OpLiteral:
		n = 1
		for _, r := range re.Rune {
			if r == utf8.RuneError {
				return 0, false
			}
			if re.Flags&syntax.FoldCase != 0 {
				n = min(n*len(orbit(r)), most)
			}
		}
		return n, true
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			lo, hi := re.Rune[i], re.Rune[i+1]
			if lo <= utf8.RuneError && utf8.RuneError <= hi {
				return 0, false
			}
			n = min(n+int(hi-lo)+1, most)
		}
		return n, true
	case syntax.OpCapture:
		return count(re.Sub[0])
	case syntax.OpQuest:
		n, ok = count(re.Sub[0])
		return min(n+1, most), ok
	case syntax.OpRepeat:
		sub, ok := count(re.Sub[0])
		if !ok || re.Max < 0 {
			return 0, false
		}
		power := 1
		for i := 0; i <= re.Max && n < most; i++ {
			if i >= re.Min {
				n = min(n+power, most)
			}
			power = min(power*sub, most)
		}
		return n, true
	case syntax.OpConcat:
		n = 1
		for _, sub := range re.Sub {
			m, ok := count(sub)
			if !ok {
				return 0, false
			}
			n = min(n*m, most)
		}
		return n, true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			m, ok := count(sub)
			if !ok {
				return 0, false
			}
			n = min(n+m, most)
		}
		return n, true
	case syntax.OpNoMatch:
		return 0, true
	}
	return 1, isEmptyWidth(re)
}

// orbit returns the runes that equal r when case is folded, itself included.
func orbit(r rune) []rune {
	var room [4]rune
	runes := append(room[:0], r)
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		runes = append(runes, f)
	}
	return runes
}

// writer writes the texts of a tree out. steps bounds the work: where a part of the tree matches nothing, the others may be many.
type writer struct {
	text      []byte
	items     []item
	steps     int
	canonical bool // the runes of each orbit are written as one, see canonical
}

// write calls then for each text of re, in order, with it appended to w.text.
func (w *writer) write(re *syntax.Regexp, then func()) {
	if w.steps--; w.steps <= 0 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		n := len(w.text)
		w.runes(re.Rune, re.Flags&syntax.FoldCase != 0 && !w.canonical, then)
		w.text = w.text[:n]
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if !w.canonical || canonical(r) == r {
					w.rune(r, then)
				}
			}
		}
	case syntax.OpCapture:
		w.write(re.Sub[0], then)
	case syntax.OpQuest:
		w.repeat(re, 0, 1, then)
	case syntax.OpRepeat:
		w.repeat(re, re.Min, re.Max, then)
	case syntax.OpConcat:
		w.concat(re.Sub, then)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			w.write(sub, then)
		}
	case syntax.OpNoMatch:
	default: // matches the empty text
		then()
	}
}

func (w *writer) concat(subs []*syntax.Regexp, then func()) {
	switch len(subs) {
	case 0:
		then()
	case 1:
		w.write(subs[0], then)
	default:
		w.write(subs[0], func() { w.concat(subs[1:], then) })
	}
}

// repeat follows how counted repetition is compiled: x{2,4} is xx(x(x)?)?.
func (w *writer) repeat(re *syntax.Regexp, least, most int, then func()) {
	again := func() { w.repeat(re, max(least-1, 0), most-1, then) }
	switch greedy := re.Flags&syntax.NonGreedy == 0; {
	case least > 0:
		w.write(re.Sub[0], again)
	case most == 0:
		then()
	case greedy:
		w.write(re.Sub[0], again)
		then()
	default:
		then()
		w.write(re.Sub[0], again)
	}
}

func (w *writer) runes(runes []rune, fold bool, then func()) {
	if !fold {
		for _, r := range runes {
			if !utf8.ValidRune(r) {
				return // a surrogate: no text has it
			}
			if w.canonical {
				r = canonical(r)
			}
			w.text = utf8.AppendRune(w.text, r)
		}
		then()
		return
	}
	if len(runes) == 0 {
		then()
		return
	}
	for _, r := range orbit(runes[0]) {
		w.rune(r, func() { w.runes(runes[1:], true, then) })
	}
}

func (w *writer) rune(r rune, then func()) {
	if w.steps--; w.steps <= 0 || !utf8.ValidRune(r) {
		return
	}
	n := len(w.text)
	w.text = utf8.AppendRune(w.text, r)
	then()
	w.text = w.text[:n]
}
