package engine

import (
	"regexp/syntax"
	"slices"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// headed are patterns that match only where the subject begins, each with a text, and are equal but for that, as `^/svc17/(\d+)/item$` is to
// its like for other services. What the subject begins with tells which can match, and one small automaton whether what follows it is right.
type headed struct {
	patterns []int // ascending
	texts    *literal.Heads
	rest     *dfa.DFA // of what follows the texts; nil where anything may
}

// fewHeaded is up to how many patterns that are equal but for their beginnings are left to one automaton of the whole of them. Its states
// stay in the processor's cache, and then it takes half of the time.
const fewHeaded = 256

// headGroup is a headed in the making.
type headGroup struct {
	fold     bool // of texts whose case is folded
	rest     []*syntax.Regexp
	patterns []int
	texts    []string
}

func (g *headGroup) is(fold bool, rest []*syntax.Regexp) bool {
	return g.fold == fold && slices.EqualFunc(g.rest, rest, (*syntax.Regexp).Equal)
}

// groupHeads returns the groups of patterns that are equal but for their beginnings, those of which there are many.
func (s *Set) groupHeads(trees []*syntax.Regexp, placed []bool) (groups []*headGroup) {
	known := map[uint64]*headGroup{}
	for i, re := range trees {
		if placed[i] || !s.anchors(i) {
			continue
		}
		text, fold, rest := literal.Head(re)
		if text == "" {
			continue
		}
		hash := uint64(len(rest))
		for _, part := range rest {
			hash = program.Hash(hash, part)
		}
		g := known[hash]
		switch {
		case g == nil:
			g = &headGroup{fold: fold, rest: rest}
			known[hash] = g
			groups = append(groups, g)
		case !g.is(fold, rest):
			continue // the hash is the same by chance
		}
		g.patterns, g.texts = append(g.patterns, i), append(g.texts, text)
	}
	return slices.DeleteFunc(groups, func(g *headGroup) bool { return len(g.patterns) <= fewHeaded })
}

func (g *headGroup) build(kind dfa.Kind, budget int) headed {
	h := headed{patterns: g.patterns, texts: literal.NewHeads(g.texts, g.patterns, g.fold)}
	if len(g.rest) > 0 || kind == dfa.FullSet {
		whole := &syntax.Regexp{Op: syntax.OpConcat, Sub: g.rest}
		h.rest = automaton(program.CompileSet([]*syntax.Regexp{whole}, []int{0}), kind, budget)
	}
	return h
}

// firstHeaded returns the lowest number of a pattern of h that matches and is lower than best, or best.
func (s *Set) firstHeaded(h *headed, text string, best int) int {
	var room [literal.LongestHead]byte
	w, numbers, end := h.texts.Next(h.texts.Walk(&room, text))
	for ; numbers != nil; w, numbers, end = h.texts.Next(w) {
		if i := int(numbers[0]); i < best && s.follows(h, end, i, text) {
			best = i
		}
	}
	return best
}

// allHeaded sets the bits of the patterns of h that match.
func (s *Set) allHeaded(h *headed, text string, hits []uint64) {
	var room [literal.LongestHead]byte
	w, numbers, end := h.texts.Next(h.texts.Walk(&room, text))
	for ; numbers != nil; w, numbers, end = h.texts.Next(w) {
		if s.follows(h, end, int(numbers[0]), text) {
			for _, i := range numbers {
				hits[i/64] |= 1 << (i % 64)
			}
		}
	}
}

// follows reports whether what follows the text of pattern i, which ends at end, is right.
func (s *Set) follows(h *headed, end, i int, text string) bool {
	if h.rest == nil {
		return true
	}
	if h.rest.Usable() {
		if _, v := h.rest.Matching(text, end, true, nil); v != dfa.GaveUp {
			return v == dfa.Hit
		}
	}
	return s.matches(i, text)
}
