package chain

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

const (
	maxLinks = 32
	maxWords = 16 // of one alternative
)

// New returns the chain that a syntax tree amounts to, or nil where it is none. slots is how many the pattern writes.
// Leftmost-first and leftmost-longest are the same for a chain.
func New(re *syntax.Regexp, slots int) *Matcher {
	var b builder
	if !b.add(re) || !b.flush() {
		return nil
	}
	first, ok := b.settle()
	if !ok {
		return nil
	}
	m := &Matcher{slots: slots, starts: literal.NewStarts(literal.Seq{}, &first)}
	m.findEnds(b.links)
	m.links = slices.Clone(fuse(b.links))
	if len(m.links) > 0 {
		l := &m.links[0]
		m.runs = (l.kind == kindRun || l.kind == kindUntil) && !l.led && l.most < 0 && l.least <= 1
	}
	return m
}

// fuse makes a literal of one byte part of the link behind it, if their slots fit into one.
func fuse(links []link) []link {
	fused := links[:0]
	for i := 0; i < len(links); i++ {
		l := links[i]
		if l.kind == kindLiteral && len(l.text) == 1 && l.before == 0 && i+1 < len(links) {
			if next := links[i+1]; next.kind != kindSlot && (l.after == 0 || next.before == 0) {
				next.led, next.lead = true, l.text[0]
				next.before |= l.after
				l = next
				i++
			}
		}
		fused = append(fused, l)
	}
	return fused
}

type builder struct {
	links   []link
	lazy    [maxLinks + 1]bool // by link: it would rather take less
	pending []uint16           // slots to set where the next link begins
}

// add appends what re stands for. It reports false where that is no link of a chain.
func (b *builder) add(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return true
	case syntax.OpBeginText: // the planner anchors the search; elsewhere it is no part of a chain
		return len(b.links) == 0
	case syntax.OpEndText:
		return b.link(link{kind: kindEnd}, false)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !b.add(sub) {
				return false
			}
		}
		return true
	case syntax.OpCapture:
		if re.Cap >= 1<<15 {
			return false
		}
		b.slot(uint16(2 * re.Cap))
		if !b.add(re.Sub[0]) {
			return false
		}
		b.slot(uint16(2*re.Cap + 1))
		return true
	case syntax.OpLiteral:
		return b.literal(re)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return b.run(re, 1, 1, false)
	case syntax.OpStar:
		return b.repeat(re, 0, -1)
	case syntax.OpPlus:
		return b.repeat(re, 1, -1)
	case syntax.OpQuest:
		return b.repeat(re, 0, 1)
	case syntax.OpRepeat:
		return b.repeat(re, re.Min, re.Max)
	case syntax.OpAlternate:
		words, ok := appendWords(nil, re)
		return ok && b.oneOf(words, false)
	}
	return false
}

// link appends l, behind the slots that wait for it.
func (b *builder) link(l link, lazy bool) bool {
	for len(b.pending) > 1 {
		b.push(link{kind: kindSlot, before: b.pending[0]}, false)
		b.pending = b.pending[1:]
	}
	if len(b.pending) == 1 {
		l.before = b.pending[0]
		b.pending = nil
	}
	b.push(l, lazy)
	return len(b.links) <= maxLinks
}

func (b *builder) push(l link, lazy bool) {
	if b.links == nil {
		b.links = make([]link, 0, 8)
	}
	if len(b.links) <= maxLinks {
		b.lazy[len(b.links)] = lazy
		b.links = append(b.links, l)
	}
}

// slot records a position between two links with the one before it if that one is free, else with the next.
func (b *builder) slot(n uint16) {
	if last := len(b.links) - 1; last >= 0 && len(b.pending) == 0 && b.links[last].after == 0 {
		b.links[last].after = n
		return
	}
	b.pending = append(b.pending, n)
}

// flush gives the slots that wait behind the last link one of their own.
func (b *builder) flush() bool {
	return len(b.pending) == 0 || b.link(link{kind: kindSlot}, false)
}

// literal appends text: to the literal before it, if there is one and no slot lies between. A rune that is
// folded becomes a run of one byte.
func (b *builder) literal(re *syntax.Regexp) bool {
	if slices.Contains(re.Rune, utf8.RuneError) {
		return false // a byte that is no UTF-8 matches it, too
	}
	if re.Flags&syntax.FoldCase == 0 {
		return b.text(string(re.Rune))
	}
	for _, r := range re.Rune {
		ok := false
		if unicode.SimpleFold(r) == r {
			ok = b.text(string(r))
		} else if set, ascii := orbit(r); ascii {
			ok = b.link(link{kind: kindRun, least: 1, most: 1, set: set}, false)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (b *builder) text(text string) bool {
	if last := len(b.links) - 1; last >= 0 && len(b.pending) == 0 &&
		b.links[last].kind == kindLiteral && b.links[last].after == 0 {
		b.links[last].text += text
		return true
	}
	return text == "" || b.link(link{kind: kindLiteral, text: text}, false)
}

// orbit returns the bytes that equal r when case is folded, if they are all ASCII. (K and S are not alone.)
func orbit(r rune) (set program.ByteSet, ascii bool) {
	for f := unicode.SimpleFold(r); ; f = unicode.SimpleFold(f) {
		if f >= utf8.RuneSelf {
			return set, false
		}
		set.Add(byte(f))
		if f == r {
			return set, true
		}
	}
}

func (b *builder) repeat(re *syntax.Regexp, least, most int) bool {
	sub := re.Sub[0]
	lazy := re.Flags&syntax.NonGreedy != 0
	switch {
	case sub.Op == syntax.OpCharClass || sub.Op == syntax.OpAnyChar || sub.Op == syntax.OpAnyCharNotNL,
		sub.Op == syntax.OpLiteral && len(sub.Rune) == 1 && most != 1:
		return b.run(sub, least, most, lazy)
	case least == 0 && most == 1:
		words, ok := appendWords(nil, sub)
		if !ok || len(words) == maxWords {
			return false
		}
		if lazy {
			return b.oneOf(slices.Insert(words, 0, ""), true)
		}
		return b.oneOf(append(words, ""), false)
	}
	return false
}

// run adds a repetition of one class. Bytes are counted, not runes: that is the same thing unless a class that
// goes beyond ASCII is to be counted.
func (b *builder) run(re *syntax.Regexp, least, most int, lazy bool) bool {
	set, high, ok := bytesOf(re)
	if !ok || high && (least > 1 || most >= 0) {
		return false
	}
	l := link{kind: kindRun, least: int32(least), most: int32(most), set: set}
	if most < 0 {
		switch set.Len() {
		case 256:
			l.kind = kindAll
		case 255:
			l.kind = kindUntil
			for set.Contains(l.stop) {
				l.stop++
			}
		}
	}
	return b.link(l, lazy)
}

// bytesOf returns the set of a class that holds no rune beyond ASCII or, then high is true, all of them.
func bytesOf(re *syntax.Regexp) (set program.ByteSet, high, ok bool) {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		set = program.AllBytes
		if re.Op == syntax.OpAnyCharNotNL {
			set['\n'>>6] &^= 1 << ('\n' & 63)
		}
		return set, true, true
	case syntax.OpLiteral:
		r := re.Rune[0]
		if r >= utf8.RuneSelf || re.Flags&syntax.FoldCase != 0 && unicode.SimpleFold(r) != r {
			return set, false, false
		}
		set.Add(byte(r))
		return set, false, true
	}
	for i := 0; i < len(re.Rune); i += 2 {
		lo, hi := re.Rune[i], re.Rune[i+1]
		if hi >= utf8.RuneSelf {
			if i+2 != len(re.Rune) || lo > utf8.RuneSelf || hi != unicode.MaxRune {
				return set, false, false
			}
			high = true
			hi = 0xFF
		}
		set.AddRange(byte(lo), byte(hi))
	}
	return set, high, len(re.Rune) > 0
}

// oneOf adds a choice among words, of which the first or the last may be empty.
func (b *builder) oneOf(words []string, lazy bool) bool {
	l := link{kind: kindOneOf}
	for i, w := range words {
		if w != "" {
			continue
		}
		if l.optional || i != 0 && i != len(words)-1 {
			return false
		}
		l.optional = true
		lazy = lazy || i == 0
	}
	for _, w := range words {
		if w != "" {
			l.words = append(l.words, w)
		}
	}
	for i, w := range l.words {
		for k, v := range l.words {
			if i != k && strings.HasPrefix(v, w) {
				return false
			}
		}
	}
	return len(l.words) > 0 && b.link(l, lazy)
}

// appendWords appends the texts that re matches, if they are few and plain.
func appendWords(words []string, re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return append(words, ""), true
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 || slices.Contains(re.Rune, utf8.RuneError) {
			return nil, false
		}
		return append(words, string(re.Rune)), true
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i+1] >= utf8.RuneSelf || re.Rune[i+1]-re.Rune[i] >= maxWords {
				return nil, false
			}
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				words = append(words, string(r))
			}
		}
		return words, len(words) <= maxWords
	case syntax.OpQuest:
		lazy := re.Flags&syntax.NonGreedy != 0
		if lazy {
			words = append(words, "")
		}
		words, ok := appendWords(words, re.Sub[0])
		if !lazy {
			words = append(words, "")
		}
		return words, ok && len(words) <= maxWords
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			var ok bool
			if words, ok = appendWords(words, sub); !ok || len(words) > maxWords {
				return nil, false
			}
		}
		return words, true
	case syntax.OpConcat:
		product := []string{""}
		for _, sub := range re.Sub {
			parts, ok := appendWords(nil, sub)
			if !ok || len(parts)*len(product) > maxWords {
				return nil, false
			}
			next := make([]string, 0, len(parts)*len(product))
			for _, head := range product {
				for _, tail := range parts {
					next = append(next, head+tail)
				}
			}
			product = next
		}
		return append(words, product...), len(words)+len(product) <= maxWords
	}
	return nil, false
}

// settle goes through the links from the last to the first and makes sure that each is settled by the text: what
// can follow it begins with no byte that it could take instead. It returns what a match can begin with.
func (b *builder) settle() (rest program.First, ok bool) {
	rest.Free = true
	for k := len(b.links) - 1; k >= 0; k-- {
		l := &b.links[k]
		var set program.ByteSet
		choice, optional := false, false
		switch l.kind {
		case kindSlot:
			continue
		case kindEnd:
			if !rest.Free && !rest.End {
				return rest, false // something has to follow the end of the text
			}
			rest = program.First{End: true}
			continue
		case kindLiteral:
			set.Add(l.text[0])
		case kindOneOf:
			for _, w := range l.words {
				set.Add(w[0])
			}
			choice, optional = l.optional, l.optional
		default:
			set = l.set
			choice, optional = l.least != l.most, l.least == 0
		}
		if choice && (rest.Bytes.Intersects(&set) || b.lazy[k] && rest.Free) {
			return rest, false
		}
		if optional {
			rest.Bytes.Union(&set)
		} else {
			rest = program.First{Bytes: set}
		}
	}
	return rest, true
}
