package engine

import (
	"fmt"
	"math/bits"
	"regexp/syntax"
	"slices"
	"strings"
	"unsafe"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/program"
)

// A Set answers which of many patterns match, in one or two passes over the subject whatever their number.
//
// The patterns are divided by what can be done for them:
//
//	tailed     end where the subject does, with a text, and are many that are equal but for that: a tree of
//	           the texts read backwards, and one automaton of what precedes them
//	headed     begin where the subject does, with a text, and are many that are equal but for that: a tree of
//	           the texts, and one automaton of what follows them
//	anchored   match only where the subject begins, as written or because the set says so: one automaton
//	           of all of them, which is in a state for what they have in common and dies early
//	filtered   match anywhere, or begin with anything, or are thousands, and cannot match without one of a few
//	           words: one scan for all the words; then the patterns whose words were seen, where they were seen
//	loose      match anywhere, and nothing is known of what they need: one automaton of all of them
//
// Where an automaton gives up, the patterns of its part are tried in order. A Set is immutable to its users and safe for
// concurrent use.
type Set struct {
	engines  []*Engine
	how      Anchoring
	tailed   []tailed
	headed   []headed
	anchored part
	filtered filtered
	loose    loose
	alone    *dfa.Limit // for what patterns by themselves build
}

// part is a part of the patterns with its automaton.
type part struct {
	patterns []int // ascending
	dfa      *dfa.DFA
}

// SetOptions say how a set matches and what it may take.
type SetOptions struct {
	Anchoring Anchoring // where the patterns may match; Unanchored is as written
	Budget    int       // bytes for the states of all automata; 0 stands for DefaultSetBudget
}

// DefaultSetBudget bounds the memory of the automata of a set, its patterns' own included, in bytes.
const DefaultSetBudget = 64 << 20

// A SetError tells which pattern of a set does not compile.
type SetError struct {
	Index   int
	Pattern string
	Err     error // the *syntax.Error of the standard library
}

// Error names the pattern by its index and its text, and gives the reason.
func (e *SetError) Error() string {
	return fmt.Sprintf("regexp: pattern %d of the set, %q: %v", e.Index, e.Pattern, e.Err)
}

// Unwrap returns the *syntax.Error.
func (e *SetError) Unwrap() error { return e.Err }

// CompileSet compiles the patterns of a set. The first that does not compile gives a *SetError.
func CompileSet(patterns []string, flags syntax.Flags, options SetOptions) (*Set, error) {
	s := &Set{how: options.Anchoring, engines: make([]*Engine, len(patterns))}
	budget := options.Budget
	if budget == 0 {
		budget = DefaultSetBudget
	}
	trees := make([]*syntax.Regexp, len(patterns))
	for i, p := range patterns {
		e, re, err := compile(p, flags, false)
		if err != nil {
			return nil, &SetError{i, p, err}
		}
		s.engines[i], trees[i] = e, re
	}
	s.divide(trees, budget)
	return s, nil
}

// The budget is shared by the kinds of parts that there are, and by what the patterns that are searched for by themselves build.
const (
	shareAnchored = 4
	shareLoose    = 2
	shareTailed   = 1
	shareAlone    = 4
)

// divide puts each pattern into a part and makes the parts.
func (s *Set) divide(trees []*syntax.Regexp, budget int) {
	placed := make([]bool, len(trees))
	tails := s.groupTails(trees)
	for _, g := range tails {
		for _, i := range g.patterns {
			placed[i] = true
		}
	}
	heads := s.groupHeads(trees, placed)
	for _, g := range heads {
		for _, i := range g.patterns {
			placed[i] = true
		}
	}
	if len(trees) > fewPatterns {
		var narrow, broad []int // broad are those that one automaton of all would have to follow for long
		for i, e := range s.engines {
			switch {
			case placed[i]:
			case s.anchors(i) && e.beginsNarrowly():
				narrow = append(narrow, i)
			default:
				broad = append(broad, i)
			}
		}
		if len(narrow) > manyAnchored {
			broad = append(broad, narrow...)
			slices.Sort(broad)
		}
		s.filter(trees, broad)
	}
	for _, i := range s.filtered.patterns {
		placed[i] = true
	}
	for i := range trees {
		switch {
		case placed[i]:
		case s.anchors(i):
			s.anchored.patterns = append(s.anchored.patterns, i)
		default:
			s.loose.patterns = append(s.loose.patterns, i)
		}
	}
	shares := shareAlone
	count := func(parts, share int) { shares += min(parts, 1) * share }
	count(len(s.anchored.patterns), shareAnchored)
	count(len(s.loose.patterns), shareLoose)
	count(len(tails)+len(heads), shareTailed)
	share := budget / shares
	kind := dfa.Set
	if s.how == Full {
		kind = dfa.FullSet
	}
	s.anchored.build(trees, kind, shareAnchored*share)
	s.loose.build(s, trees, shareLoose*share)
	for _, g := range tails {
		s.tailed = append(s.tailed, g.build(shareTailed*share/(len(tails)+len(heads))))
	}
	for _, g := range heads {
		s.headed = append(s.headed, g.build(kind, shareTailed*share/(len(tails)+len(heads))))
	}
	s.alone = dfa.NewLimit(shareAlone * share)
	for _, e := range s.engines {
		e.budget, e.within = min(DefaultBudget, shareAlone*share), s.alone
	}
}

// anchors reports whether matches of pattern i begin where the subject does.
func (s *Set) anchors(i int) bool { return s.how != Unanchored || s.engines[i].begin }

// beginsNarrowly reports whether an automaton of the pattern, anchored, soon dies on most subjects: unlike that of `^.*x`.
func (e *Engine) beginsNarrowly() bool {
	if e.facts.Prefix != "" {
		return true
	}
	first := e.prog.Firsts()[e.prog.Start]
	return !first.Free && first.Bytes.Len() < 128
}

// fewPatterns is up to how many patterns go into one automaton whatever they need.
const fewPatterns = 16

// manyAnchored is from how many anchored patterns on their words are looked for. The automaton of fewer has states that stay in the
// processor's cache.
const manyAnchored = 1500

func (p *part) build(trees []*syntax.Regexp, kind dfa.Kind, budget int) {
	if len(p.patterns) == 0 {
		return
	}
	mine := make([]*syntax.Regexp, len(p.patterns))
	for k, i := range p.patterns {
		mine[k] = trees[i]
	}
	p.dfa = automaton(program.CompileSet(mine, p.patterns), kind, budget)
}

func automaton(p *program.Program, kind dfa.Kind, budget int) *dfa.DFA {
	return dfa.New(p, dfa.NewSymbols(p), kind, false, budget)
}

// Len returns the number of patterns.
func (s *Set) Len() int { return len(s.engines) }

// Engine returns the engine of a pattern by itself.
func (s *Set) Engine(i int) *Engine { return s.engines[i] }

// First returns the lowest number of a pattern that matches, or -1. Nothing is allocated, but for what the first searches build.
func (s *Set) First(text string) int {
	best := dfa.None
	for k := range s.tailed {
		if t := &s.tailed[k]; t.patterns[0] < best {
			best = s.firstTailed(t, text, best)
		}
	}
	for k := range s.headed {
		if h := &s.headed[k]; h.patterns[0] < best {
			best = s.firstHeaded(h, text, best)
		}
	}
	if p := &s.anchored; p.dfa != nil && p.patterns[0] < best {
		best = min(best, s.first(p, text, best))
	}
	if p := &s.loose; len(p.patterns) > 0 && p.patterns[0] < best {
		best = min(best, s.firstLoose(text, best))
	}
	if p := &s.filtered; p.words != nil && p.patterns[0] < best {
		best = min(best, s.firstFiltered(text, best))
	}
	if best == dfa.None {
		return -1
	}
	return best
}

// first returns the lowest number of a pattern of p that matches and is lower than best, or None.
func (s *Set) first(p *part, text string, best int) int {
	if p.dfa.Usable() {
		if least, v := p.dfa.Matching(text, 0, p == &s.anchored, nil); v != dfa.GaveUp {
			return least
		}
	}
	for _, i := range p.patterns {
		if i >= best {
			break
		}
		if s.matches(i, text) {
			return i
		}
	}
	return dfa.None
}

func (s *Set) matches(i int, text string) bool { return s.engines[i].Search(text, 0, s.how, nil) }

// frameBits is how many patterns' bits lie in a frame.
const frameBits = 2048

// AppendAll appends the numbers of all patterns that match, ascending. Nothing is allocated if dst has room, but for what the first
// searches build.
func (s *Set) AppendAll(dst []int, text string) []int {
	var frame [frameBits / 64]uint64
	hits, windows, block := s.scratch(frame[:])
	if s.filtered.words != nil {
		s.allFiltered(text, hits, windows)
	}
	if p := &s.anchored; p.dfa != nil {
		s.all(p, text, hits)
	}
	if len(s.loose.patterns) > 0 {
		s.allLoose(text, hits)
	}
	for k := range s.tailed {
		s.allTailed(&s.tailed[k], text, hits)
	}
	for k := range s.headed {
		s.allHeaded(&s.headed[k], text, hits)
	}
	for w, m := range hits {
		for ; m != 0; m &= m - 1 {
			dst = append(dst, 64*w+bits.TrailingZeros64(m))
		}
	}
	block.Release()
	return dst
}

// all sets the bits of the patterns of p that match.
func (s *Set) all(p *part, text string, hits []uint64) {
	if p.dfa.Usable() {
		if _, v := p.dfa.Matching(text, 0, p == &s.anchored, hits); v != dfa.GaveUp {
			return
		}
	}
	for _, i := range p.patterns {
		if s.matches(i, text) {
			hits[i/64] |= 1 << (i % 64)
		} else {
			hits[i/64] &^= 1 << (i % 64) // what the automaton found before it gave up is found again
		}
	}
}

// Captures fills caps, as [Engine.Search] does, with the match of a pattern that matches.
func (s *Set) Captures(i int, text string, caps []int) { s.engines[i].Search(text, 0, s.how, caps) }

// MemoryUsage returns how many bytes the set holds, with what searches have built since.
func (s *Set) MemoryUsage() int {
	n := int(unsafe.Sizeof(*s)) + 8*len(s.engines)
	for _, e := range s.engines {
		n += e.MemoryUsage()
	}
	if s.filtered.words != nil {
		n += 8*len(s.filtered.patterns) + s.filtered.words.MemoryUsage()
	}
	n += s.loose.memory()
	if p := &s.anchored; p.dfa != nil {
		n += 8 * len(p.patterns)
		if p.dfa != nil {
			n += p.dfa.MemoryUsage() + p.dfa.ProgramMemory()
		}
	}
	for k := range s.tailed {
		t := &s.tailed[k]
		n += int(unsafe.Sizeof(*t)) + 8*len(t.patterns) + t.texts.MemoryUsage()
		if t.head != nil {
			n += t.head.MemoryUsage() + t.head.ProgramMemory()
		}
	}
	for k := range s.headed {
		h := &s.headed[k]
		n += int(unsafe.Sizeof(*h)) + 8*len(h.patterns) + h.texts.MemoryUsage()
		if h.rest != nil {
			n += h.rest.MemoryUsage() + h.rest.ProgramMemory()
		}
	}
	return n
}

// Explain tells in words how the set is searched.
func (s *Set) Explain() string {
	var b strings.Builder
	how := [...]string{"as written", "anchored", "full"}[s.how]
	fmt.Fprintf(&b, "%-10s%d patterns, %s\n", "set:", len(s.engines), how)
	if p := &s.anchored; p.dfa != nil {
		fmt.Fprintf(&b, "%-10s%d patterns, one automaton: %d states, %d bytes of %d, replaced %d times\n", "anchored:", len(p.patterns),
			p.dfa.States(), p.dfa.MemoryUsage(), p.dfa.Budget(), p.dfa.Replaced())
	}
	s.loose.explain(&b)
	if p := &s.filtered; p.words != nil {
		fmt.Fprintf(&b, "%-10s%d patterns, one scan for the %d texts they need: %d bytes; then each where its text was seen\n", "filtered:", len(p.patterns),
			p.words.Len(), p.words.MemoryUsage())
	}
	for k := range s.tailed {
		t := &s.tailed[k]
		fmt.Fprintf(&b, "%-10s%d patterns, a tree of the texts they end with", "tailed:", len(t.patterns))
		if t.head != nil {
			fmt.Fprintf(&b, ", one automaton of what precedes: %d states, %d bytes of %d, replaced %d times", t.head.States(), t.head.MemoryUsage(),
				t.head.Budget(), t.head.Replaced())
		}
		b.WriteByte('\n')
	}
	for k := range s.headed {
		h := &s.headed[k]
		fmt.Fprintf(&b, "%-10s%d patterns, a tree of the texts they begin with", "headed:", len(h.patterns))
		if h.rest != nil {
			fmt.Fprintf(&b, ", one automaton of what follows: %d states, %d bytes of %d, replaced %d times", h.rest.States(), h.rest.MemoryUsage(),
				h.rest.Budget(), h.rest.Replaced())
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-10s%d bytes of states of patterns by themselves\n", "alone:", s.alone.Held())
	fmt.Fprintf(&b, "%-10s%d bytes\n", "memory:", s.MemoryUsage())
	return b.String()
}
