package backtrack

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// What every match needs: texts around the place where it begins.
//
// Most searches miss, and most misses can be told from one text that is not there: a backtracker would have to try every path to
// find that out. So each pattern has a list of needs. A need is a set of texts, of which every match has one, and the distance
// between the beginning of the match and that text. The scanner (starts.go) uses it in two ways:
//
//   - A need that is nowhere ends the search.
//   - Where the distance is bounded, the next text tells the first place where a match can begin. The search goes on from there.
//
// Three things make the list longer than the literals of the pattern:
//
//   - Letters that match in any case, and small classes, are written out as texts. Of a long word we take the window that is
//     rarest for the number of its texts, since each letter doubles that. [literal.Finder] finds many texts at once.
//   - Alternatives need what one of them needs.
//   - What a lookahead asks for is there, too. What a lookbehind asks for lies before the beginning: its distance is negative.
//
// Everything here is a superset: a text that is there proves nothing.

// need is a set of texts of which every match has one.
type need struct {
	texts  []string
	lo, hi int // bytes from where the match begins to where the text begins; hi is unbounded where nothing bounds it
	finder *literal.Finder
}

// chance estimates how probable it is that one of the texts begins at a place of ordinary text.
func (n *need) chance() float64 {
	seq := literal.Seq{Texts: n.texts}
	return seq.Chance()
}

// bounded reports whether a text of the need tells where matches can begin.
func (n *need) bounded() bool { return n.hi != unbounded }

// String shows the texts, or the first of many.
func (n *need) String() string {
	if len(n.texts) == 1 {
		return fmt.Sprintf("%q", n.texts[0])
	}
	return fmt.Sprintf("one of %d texts like %q", len(n.texts), n.texts[0])
}

const (
	maxNeeds     = 4       // of a pattern. Few patterns need more, and each costs a scan
	maxNeedTexts = 64      // of a need
	maxVariants  = 6       // runes that a place of a word can be, beyond which it ends the word
	maxPlaces    = 32      // of a word
	maxSought    = 1 << 12 // nodes that are looked at
	maxDepth     = 64      // of calls and alternatives
	maxLo        = 1 << 28 // so that the sum with a position is an int of 32 bits
	oftenText    = 1. / 64 // chance from which on several texts are not worth their scan
)

// seeker collects needs while it walks over what follows one another in a pattern.
type seeker struct {
	c      *compiler
	lo, hi int // bytes from the beginning of the match to here
	word   [][]string
	wordLo int // where the word begins
	wordHi int
	needs  []need
	work   *int
	depth  int
}

// needs returns what every match of the pattern needs, the rarest first.
func (c *compiler) needs(root *syntax.Node) []need {
	work := 0
	k := seeker{c: c, work: &work}
	k.visit(root)
	k.flush()
	needs := k.needs
	if c.p.verbs {
		// A place that is passed over is one where a verb could have ended the search.
		for i := range needs {
			needs[i].hi = unbounded
		}
	}
	for i := range needs {
		needs[i].lo = min(needs[i].lo, maxLo)
	}
	slices.SortStableFunc(needs, func(a, b need) int { return cmp.Compare(a.chance(), b.chance()) })
	return needs
}

// choose returns those of the needs that are worth a scan, with their finders, where matches begin as st says.
func (st *starts) choose(needs []need) (chosen []need) {
	for _, n := range needs {
		if len(chosen) == maxNeeds {
			break
		}
		const near = 32
		fixed := st.kind == startBegin || st.kind == startSearch
		if fixed && n.hi <= near && n.lo >= -near {
			continue // the one attempt is as quick to tell
		}
		if len(n.texts) == 1 {
			text := n.texts[0]
			if n.lo == 0 && n.hi == 0 && strings.HasPrefix(st.text, text) {
				continue // the search looks for it already
			}
			part := func(of need) bool { return len(of.texts) == 1 && strings.Contains(of.texts[0], text) }
			if slices.ContainsFunc(chosen, part) {
				continue
			}
		} else if n.chance() > oftenText && slices.ContainsFunc(n.texts, func(text string) bool { return len(text) > 1 }) {
			continue
		}
		n.finder = literal.NewFinder(n.texts, false)
		chosen = append(chosen, n)
	}
	return chosen
}

// advance passes what has from least to most bytes.
func (k *seeker) advance(least, most int) {
	k.lo, k.hi = plus(k.lo, least), stretch(k.hi, most)
}

// stretch adds to a distance that may be unbounded or negative.
func stretch(hi, n int) int {
	if hi == unbounded || n == unbounded {
		return unbounded
	}
	return min(hi+n, unbounded)
}

// place adds a place with these runes to the word, if they are few.
func (k *seeker) place(pairs []rune) {
	var texts []string
	least, most := utf8.UTFMax, 0
	for i := 0; i+1 < len(pairs); i += 2 {
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			// A byte that is no UTF-8 reads as U+FFFD, too.
			if len(texts) == maxVariants || r == utf8.RuneError || !utf8.ValidRune(r) {
				k.flush()
				k.advance(1, widest(pairs))
				return
			}
			texts = append(texts, string(r))
			least, most = min(least, utf8.RuneLen(r)), max(most, utf8.RuneLen(r))
		}
	}
	if len(texts) == 0 {
		k.flush()
		return
	}
	if len(k.word) == maxPlaces {
		k.flush()
	}
	if len(k.word) == 0 {
		k.wordLo, k.wordHi = k.lo, k.hi
	}
	k.word = append(k.word, texts)
	k.advance(least, most)
}

// flush ends the word and adds the need that is best of it.
func (k *seeker) flush() {
	word := k.word
	k.word = nil
	if len(word) == 0 {
		return
	}
	best, from, to := math.Inf(1), 0, 0
	for i := range word {
		texts, chance := 1, 1.0
		for j := i; j < len(word) && texts*len(word[j]) <= maxNeedTexts; j++ {
			place := literal.Seq{Texts: word[j]}
			texts, chance = texts*len(word[j]), chance*min(place.Chance(), 1)
			// Below some chance it is the number of texts that counts.
			if score := (chance + 1e-7) * float64(3+texts); score < best {
				best, from, to = score, i, j+1
			}
		}
	}
	n := need{lo: k.wordLo, hi: k.wordHi, texts: []string{""}}
	for _, place := range word[:from] {
		least, most := utf8.UTFMax, 0
		for _, text := range place {
			least, most = min(least, len(text)), max(most, len(text))
		}
		n.lo, n.hi = plus(n.lo, least), stretch(n.hi, most)
	}
	for _, place := range word[from:to] {
		longer := make([]string, 0, len(n.texts)*len(place))
		for _, text := range n.texts {
			for _, letter := range place {
				longer = append(longer, text+letter)
			}
		}
		n.texts = longer
	}
	k.needs = append(k.needs, n)
}

// apart returns a seeker for a part that is looked at by itself.
func (k *seeker) apart() seeker {
	return seeker{c: k.c, lo: k.lo, hi: k.hi, work: k.work, depth: k.depth + 1}
}

// within adds the needs of a lookahead, or of a lookbehind, whose texts begin before here.
func (k *seeker) within(n *syntax.Node) {
	sub := k.apart()
	if n.Behind {
		f := k.c.factsOf(n.Subs[0])
		if f.far == unbounded {
			return
		}
		sub.lo -= f.far
		if sub.hi != unbounded {
			sub.hi -= f.least
		}
	}
	sub.visit(n.Subs[0])
	sub.flush()
	k.needs = append(k.needs, sub.needs...)
}

// either adds a need that is made from the best of each alternative.
func (k *seeker) either(subs []*syntax.Node) {
	all := need{lo: unbounded, hi: math.MinInt32}
	for _, n := range subs {
		sub := k.apart()
		sub.visit(n)
		sub.flush()
		if len(sub.needs) == 0 {
			return
		}
		best := slices.MinFunc(sub.needs, func(a, b need) int { return cmp.Compare(a.chance(), b.chance()) })
		for _, text := range best.texts {
			if !slices.Contains(all.texts, text) {
				all.texts = append(all.texts, text)
			}
		}
		all.lo, all.hi = min(all.lo, best.lo), max(all.hi, best.hi)
		if len(all.texts) > maxNeedTexts {
			return
		}
	}
	k.needs = append(k.needs, all)
}

// visit goes on behind n.
func (k *seeker) visit(n *syntax.Node) {
	*k.work++
	known := *k.work <= maxSought && k.depth <= maxDepth
	switch n.Op {
	case syntax.OpEmpty, syntax.OpAssert, syntax.OpKeep:
		return
	case syntax.OpLook:
		if known && !n.Negative && !k.c.factsOf(n.Subs[0]).verbs {
			k.within(n)
		}
		return
	case syntax.OpLiteral:
		if known {
			for _, r := range n.Runes {
				k.place(runeClass(r, n.Fold))
			}
			return
		}
	case syntax.OpClass:
		k.place(n.Class)
		return
	case syntax.OpGroup, syntax.OpAtomic:
		if known {
			k.visit(n.Subs[0])
			return
		}
	case syntax.OpConcat:
		if known {
			for _, sub := range n.Subs {
				k.visit(sub)
			}
			return
		}
	case syntax.OpAlternate:
		if pairs := k.c.oneRune(n); pairs != nil {
			k.place(pairs)
			return
		}
		if k.flush(); known {
			k.either(n.Subs)
		}
	case syntax.OpConditional:
		if k.flush(); known {
			k.either(n.Subs)
		}
	case syntax.OpCall:
		if k.flush(); known && n.Index > 0 && len(k.c.groups[n.Index]) > 0 {
			sub := k.apart()
			sub.visit(k.c.groups[n.Index][0])
			sub.flush()
			k.needs = append(k.needs, sub.needs...)
		}
	case syntax.OpRepeat:
		if known && n.Min > 0 {
			k.repeat(n)
			return
		}
	}
	// The facts tell how far it goes.
	k.flush()
	f := k.c.factsOf(n)
	k.advance(f.least, f.far)
}

// repeat goes on behind a repetition that has at least one round.
func (k *seeker) repeat(n *syntax.Node) {
	body, rounds := n.Subs[0], 1
	if k.c.oneRune(body) != nil {
		rounds = min(n.Min, maxPlaces)
	}
	for range rounds {
		k.visit(body)
	}
	if rounds == n.Max {
		return
	}
	k.flush()
	f := k.c.factsOf(body)
	k.lo = plus(k.lo, times(f.least, n.Min-rounds))
	if n.Max == syntax.Unbounded && f.far > 0 {
		k.hi = unbounded
	} else {
		k.hi = stretch(k.hi, times(f.far, n.Max-rounds))
	}
}

// widest returns how many bytes the longest rune of a class has.
func widest(pairs []rune) (most int) {
	for i := 1; i < len(pairs); i += 2 {
		w := utf8.RuneLen(pairs[i])
		if w < 0 {
			w = utf8.UTFMax
		}
		most = max(most, w)
	}
	return most
}

// tail returns how many bytes there can be between the beginning of a match of n and the end of the subject, or unbounded. A
// lookahead such as (?=.{6,10}$) tells that as well as the pattern itself.
func (c *compiler) tail(n *syntax.Node) int {
	switch n.Op {
	case syntax.OpAssert:
		switch n.Assert {
		case syntax.EndText:
			return 0
		case syntax.EndTextNewline:
			return 1
		}
	case syntax.OpGroup, syntax.OpAtomic:
		return c.tail(n.Subs[0])
	case syntax.OpLook:
		if !n.Negative && !n.Behind && !c.factsOf(n.Subs[0]).verbs {
			return c.tail(n.Subs[0])
		}
	case syntax.OpRepeat:
		if n.Min > 0 {
			return c.tail(n.Subs[0])
		}
	case syntax.OpConcat:
		passed, least := 0, unbounded
		for _, sub := range n.Subs {
			if end := c.tail(sub); end != unbounded {
				least = min(least, plus(passed, end))
			}
			if passed = plus(passed, c.factsOf(sub).far); passed == unbounded {
				break
			}
		}
		return least
	case syntax.OpAlternate:
		most := 0
		for _, sub := range n.Subs {
			most = max(most, c.tail(sub))
		}
		return most
	}
	return unbounded
}
