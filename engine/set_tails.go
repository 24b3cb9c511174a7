package engine

import (
	"regexp/syntax"
	"slices"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// tailed are patterns that end where the subject does, each with a text, and are equal but for that, as
// `^(?:[a-z0-9-]+\.)*host7\.example\.com$` is to its like for other hosts. What the subject ends with tells which can match, and
// one small automaton whether what precedes it is right.
type tailed struct {
	patterns []int // ascending
	texts    *literal.Tails
	head     *dfa.DFA // of what precedes the texts; nil where anything may
}

// fewTailed is up to how many patterns that are equal but for their ends are left to one automaton of the whole of them: it is faster
// for as long as its states stay in the processor's cache.
const fewTailed = 64

// tailGroup is a tailed in the making.
type tailGroup struct {
	begin    bool // matches begin where the subject does
	fold     bool // of texts whose case is folded
	head     []*syntax.Regexp
	patterns []int
	texts    []string
}

func (g *tailGroup) is(begin, fold bool, head []*syntax.Regexp) bool {
	return g.begin == begin && g.fold == fold && slices.EqualFunc(g.head, head, (*syntax.Regexp).Equal)
}

// groupTails returns the groups of patterns that are equal but for their ends, those of which there are many.
func (s *Set) groupTails(trees []*syntax.Regexp) (groups []*tailGroup) {
	known := map[uint64]*tailGroup{}
	for i, re := range trees {
		e := s.engines[i]
		if !e.facts.End && s.how != Full {
			continue
		}
		head, text, fold := literal.Tail(re)
		begin := s.anchors(i)
		if text == "" || begin && len(head) == 0 || slices.ContainsFunc(head, literal.LooksAhead) {
			continue // a whole text that begins where the subject does is its own beginning
		}
		hash := uint64(len(head))
		for _, part := range head {
			hash = program.Hash(hash, part)
		}
		g := known[hash]
		switch {
		case g == nil:
			g = &tailGroup{begin: begin, fold: fold, head: head}
			known[hash] = g
			groups = append(groups, g)
		case !g.is(begin, fold, head):
			continue // the hash is the same by chance
		}
		g.patterns, g.texts = append(g.patterns, i), append(g.texts, text)
	}
	return slices.DeleteFunc(groups, func(g *tailGroup) bool { return len(g.patterns) <= fewTailed })
}

func (g *tailGroup) build(budget int) tailed {
	t := tailed{patterns: g.patterns, texts: literal.NewTails(g.texts, g.patterns, g.fold)}
	head := g.head
	if !g.begin {
		if len(head) == 0 {
			return t
		}
		anything := &syntax.Regexp{Op: syntax.OpStar, Sub: []*syntax.Regexp{{Op: syntax.OpAnyChar}}}
		head = slices.Concat([]*syntax.Regexp{anything}, head)
	}
	whole := &syntax.Regexp{Op: syntax.OpConcat, Sub: head}
	t.head = automaton(program.CompileSet([]*syntax.Regexp{whole}, []int{0}), dfa.FullSet, budget)
	return t
}

// firstTailed returns the lowest number of a pattern of t that matches and is lower than best, or best.
func (s *Set) firstTailed(t *tailed, text string, best int) int {
	w := t.texts.Walk(text)
	for numbers := t.texts.Next(&w); numbers != nil; numbers = t.texts.Next(&w) {
		if i := int(numbers[0]); i < best && s.precedes(t, w.Before, i, text) {
			best = i
		}
	}
	return best
}

// allTailed sets the bits of the patterns of t that match.
func (s *Set) allTailed(t *tailed, text string, hits []uint64) {
	w := t.texts.Walk(text)
	for numbers := t.texts.Next(&w); numbers != nil; numbers = t.texts.Next(&w) {
		if s.precedes(t, w.Before, int(numbers[0]), text) {
			for _, i := range numbers {
				hits[i/64] |= 1 << (i % 64)
			}
		}
	}
}

// precedes reports whether before is what precedes the text that pattern i and text end with.
func (s *Set) precedes(t *tailed, before string, i int, text string) bool {
	if t.head == nil {
		return true
	}
	if t.head.Usable() {
		if _, v := t.head.Matching(before, 0, true, nil); v != dfa.GaveUp {
			return v == dfa.Hit
		}
	}
	return s.matches(i, text)
}
