package literal

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// Extraction reads off the syntax tree a set of texts one of which every match begins with, or ends with. A literal gives itself; a small
// class, or a letter whose case is folded, gives a text for each of its runes; a concatenation gives each text of the one part
// followed by each of the next; an alternation, all of both; x* gives what x gives, and nothing. Each text knows whether it is all
// of what its part of the tree matches: only then does what follows extend it. Order is kept throughout: it is the order in
// which backtracking would try them, so that a set whose texts all are whole matches is the pattern (Cox, "Regular expression
// matching with a trigram index", 2012, computes such sets; Rust's regex-syntax is the model for order and limits).
//
// Sets grow as products, so they are cut: at most limit texts, and those that only lead to candidates are shortened to a few bytes, as
// long as few enough are left. Sets of which every text is a whole match come first and are not cut (whole.go).
//
// What is a text and what is not depends on how Go reads: each byte that is no UTF-8 is U+FFFD. So U+FFFD is no text, and a class
// that has it is no set of texts; a surrogate matches nothing. All other runes are their UTF-8 form, which in any
// surroundings is read as that rune.

const (
	limit      = 250 // texts of a set in the making
	classLimit = 10  // runes of a class that is worth it
	textLimit  = 64  // bytes of a text, where it is cut
)

// Prefixes returns texts one of which every match of re begins with. re is as syntax.Parse returns it.
func Prefixes(re *syntax.Regexp) Seq { return (&extractor{}).set(re) }

// Suffixes returns texts one of which every match of re ends with. Their order means nothing, unless they are exact: then they
// are those of Prefixes.
func Suffixes(re *syntax.Regexp) Seq { return (&extractor{backward: true}).set(re) }

type extractor struct {
	backward bool // texts end matches; they are read off from the last part to the first
}

func (x *extractor) set(re *syntax.Regexp) Seq {
	plain := !asserts(re)
	if texts, ok := wholeTexts(re); ok {
		return x.finish(seq{items: texts}, plain)
	}
	return x.finish(x.extract(re), plain)
}

// isText reports whether a literal r is its UTF-8 form and nothing else.
func isText(r rune) bool { return r != utf8.RuneError && utf8.ValidRune(r) }

// asserts reports whether re has an assertion anywhere.
func asserts(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, asserts)
}

func (x *extractor) extract(re *syntax.Regexp) seq {
	switch re.Op {
	case syntax.OpLiteral:
		return x.literal(re)
	case syntax.OpCharClass:
		return x.class(re.Rune)
	case syntax.OpCapture:
		return x.extract(re.Sub[0])
	case syntax.OpStar:
		return x.optional(re, x.extract(re.Sub[0]).close())
	case syntax.OpQuest:
		return x.optional(re, x.extract(re.Sub[0]))
	case syntax.OpPlus:
		return x.extract(re.Sub[0]).close()
	case syntax.OpRepeat:
		return x.repeat(re)
	case syntax.OpConcat:
		return x.concat(re.Sub)
	case syntax.OpAlternate:
		s := x.extract(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			if s.any {
				break
			}
			s = x.union(s, x.extract(sub))
		}
		return s
	case syntax.OpNoMatch:
		return seq{}
	}
	if isEmptyWidth(re) {
		return single("")
	}
	return seq{any: true}
}

func (x *extractor) concat(subs []*syntax.Regexp) seq {
	s := single("")
	for i := range subs {
		if !s.grows() {
			break
		}
		sub := subs[i]
		if x.backward {
			sub = subs[len(subs)-1-i]
		}
		s = x.cross(s, x.extract(sub))
	}
	return s
}

// optional is x or nothing, in the order that re says.
func (x *extractor) optional(re *syntax.Regexp, s seq) seq {
	if re.Flags&syntax.NonGreedy != 0 {
		return x.union(single(""), s)
	}
	return x.union(s, single(""))
}

// repeat leaves out what is counted beyond the least.
func (x *extractor) repeat(re *syntax.Regexp) seq {
	sub := x.extract(re.Sub[0])
	if re.Min == 0 {
		return x.optional(re, sub.close())
	}
	s := single("")
	for range re.Min {
		if !s.grows() {
			return s
		}
		s = x.cross(s, sub)
	}
	if re.Min == re.Max {
		return s
	}
	return s.close()
}

func (x *extractor) literal(re *syntax.Regexp) seq {
	if re.Flags&syntax.FoldCase == 0 {
		runes := re.Rune
		if !slices.ContainsFunc(runes, func(r rune) bool { return !isText(r) }) {
			return x.trim(single(string(runes)), textLimit)
		}
	}
	s := single("")
	for i := range re.Rune {
		if !s.grows() {
			break
		}
		r := re.Rune[i]
		if x.backward {
			r = re.Rune[len(re.Rune)-1-i]
		}
		s = x.cross(s, runeSeq(r, re.Flags&syntax.FoldCase != 0))
	}
	return s
}

// runeSeq is what a literal rune matches.
func runeSeq(r rune, fold bool) seq {
	switch {
	case r == utf8.RuneError:
		return seq{any: true}
	case !utf8.ValidRune(r):
		return seq{}
	}
	s := single(string(r))
	if fold {
		for _, f := range orbit(r)[1:] {
			s.items = append(s.items, item{string(f), true})
		}
	}
	return s
}

func (x *extractor) class(pairs []rune) seq {
	n := 0
	for i := 0; i < len(pairs); i += 2 {
		lo, hi := pairs[i], pairs[i+1]
		n += int(hi-lo) + 1
		if n > classLimit || lo <= utf8.RuneError && utf8.RuneError <= hi {
			return seq{any: true}
		}
	}
	var s seq
	for i := 0; i < len(pairs); i += 2 {
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			if utf8.ValidRune(r) {
				s.items = append(s.items, item{string(r), true})
			}
		}
	}
	return s
}

// cross is s followed by t; backward, preceded. It may take the literals of s over.
func (x *extractor) cross(s, t seq) seq {
	switch {
	case s.any:
		return s
	case t.any:
		return s.close()
	case len(t.items) == 1 && t.items[0] == item{"", true}:
		return s
	}
	n := 0
	for i := range s.items {
		if s.items[i].open {
			n += len(t.items)
		} else {
			n++
		}
	}
	if n > limit {
		return s.close()
	}
	items := make([]item, 0, n)
	for _, l := range s.items {
		if !l.open {
			items = append(items, l)
			continue
		}
		for _, m := range t.items {
			if x.backward {
				m.text += l.text
			} else {
				m.text = l.text + m.text
			}
			items = append(items, m)
		}
	}
	return x.trim(seq{items: items}, textLimit)
}

// trim shortens the texts to n bytes, of the end that counts.
func (x *extractor) trim(s seq, n int) seq {
	for i := range s.items {
		l := &s.items[i]
		if len(l.text) > n {
			l.open = false
			if x.backward {
				l.text = l.text[len(l.text)-n:]
			} else {
				l.text = l.text[:n]
			}
		}
	}
	return s
}

// union is s or t, in this order. It may take the literals of both over.
func (x *extractor) union(s, t seq) seq {
	switch {
	case s.any || t.any:
		return seq{any: true}
	case len(s.items) == 0:
		return t
	}
	s.items = append(s.items, t.items...)
	for n := 6; len(s.items) > limit; n-- {
		if n < 2 {
			return seq{any: true}
		}
		s = x.trim(s, n).dedupe()
	}
	return s
}

// finish makes the result of what has been read off. plain tells that the tree asserts nothing.
func (x *extractor) finish(s seq, plain bool) Seq {
	if s.any || len(s.items) == 0 || slices.ContainsFunc(s.items, func(l item) bool { return l.text == "" }) {
		return Seq{}
	}
	s = s.dedupe()
	whole := !slices.ContainsFunc(s.items, func(l item) bool { return !l.open })
	if !whole || !plain {
		return x.shorten(s, whole)
	}
	out := s.result()
	out.Exact = true
	// Many texts that are everywhere are a small automaton: [a-z]{2}.
	if len(out.Texts) > 64 && out.MinLen() > 1 && out.Chance() > often {
		return Seq{}
	}
	return out
}

func (s seq) result() Seq {
	texts := make([]string, len(s.items))
	for i := range texts {
		texts[i] = s.items[i].text
	}
	return Seq{Texts: texts}
}

const (
	often = 1.0 / 40   // the chance of a set that lets the search stop all the time
	rare  = 1.0 / 4096 // of one text that does as well as several
)

// shorten makes a set that leads to candidates: what has another text of the set at the end that counts is not needed, and a few
// bytes are enough where there are many texts. What they all share is enough, if it is rare: the search for one text is the fastest.
func (x *extractor) shorten(s seq, whole bool) Seq {
	s = x.minimize(s)
	if len(s.items) > 16 && !whole {
		// The fewer texts, and the rarer, the better: with more bytes both grow. The least number of bytes will do that makes them rare.
		const rare = 1.0 / (1 << 17)
		var best seq
		for k := 2; k <= 6; k++ {
			t := x.trim(s.clone(), k)
			if t = x.minimize(t.dedupe()); len(t.items) > teddyTexts {
				break
			}
			best = t
			if r := t.result(); r.Chance() < rare {
				break
			}
		}
		if s = best; len(s.items) == 0 {
			return Seq{}
		}
	}
	out := s.result()
	if len(out.Texts) > 1 {
		common := out.CommonPrefix()
		if x.backward {
			common = out.CommonSuffix()
		}
		if len(common) > 2 && textChance(common) < rare {
			out.Texts = []string{common}
		}
	}
	if out.Chance() > often {
		return Seq{}
	}
	return out
}

// minimize drops the texts that begin with another (backward, end with it).
func (x *extractor) minimize(s seq) seq {
	if len(s.items) < 2 {
		return s
	}
	key := func(l *item) string { return l.text }
	if x.backward {
		key = func(l *item) string { return reversed(l.text) }
	}
	order := make([]string, len(s.items))
	for i := range s.items {
		order[i] = key(&s.items[i])
	}
	slices.Sort(order)
	keep := make(map[string]bool, len(order))
	last := ""
	for i, t := range order {
		if i == 0 || !strings.HasPrefix(t, last) {
			keep[t], last = true, t
		}
	}
	kept := s.items[:0]
	for i := range s.items {
		if k := key(&s.items[i]); keep[k] {
			delete(keep, k)
			kept = append(kept, s.items[i])
		}
	}
	s.items = kept
	return s
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}
