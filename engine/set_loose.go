package engine

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// loose are patterns that match anywhere, and of which no rare word is known.
//
// At first each is searched for alone, by a matcher without states (see [Engine.positions]), if the subject has the bytes that it needs.
// Sampled searches count what that costs. When it would have paid for the states of automata, the patterns that cost most get some, small
// patterns together. How many states there will be depends on the subjects, so that is measured, too. Groups that stay small are joined. A
// group that goes on building is cut in two and not joined again. A pattern whose own automaton goes on building is searched for
// without states again, for good. So one pattern that explodes costs the others nothing for long.
type loose struct {
	patterns []int                     // ascending
	members  []member                  // of each
	plan     atomic.Pointer[loosePlan] // nil if there are no patterns
	mu       sync.Mutex                // held by who changes the plan
	room     []*group                  // scratch, under the mutex
	work     atomic.Int64              // counted since the last time that patterns were put together
	limit    *dfa.Limit                // of the states of all groups
	budget   int
}

// member is a loose pattern.
type member struct {
	needs    []program.ByteSet // sets of bytes of which every match has one
	work     atomic.Int64      // what sampled searches by positions cost, about in bytes
	explodes atomic.Bool       // its own automaton went on building
	apart    bool              // a group that it was in went on building; under the mutex
}

// loosePlan says how the patterns are searched for. It is immutable but for what the groups count.
type loosePlan struct {
	alone  []int        // by positions: indexes of patterns, ascending
	groups []*group     // by automata
	looks  atomic.Int64 // counted searches
}

// group are patterns with a common automaton.
type group struct {
	members  []int // indexes of patterns, ascending
	patterns []int
	dfa      *dfa.DFA
	states   int // at the last look; under the mutex
}

const (
	sampled   = 16      // one search in so many is counted
	worthWork = 1 << 16 // counted bytes that pay for states

	// After so many counted searches we look at the groups. One goes on building if it has more than manyStates, and since the last look
	// it built more than one in growthSearches searches.
	lookSearches   = 8
	growthSearches = 4
	manyStates     = 128

	smallGroup = 256 // instructions of the patterns that are put together at first
	steady     = 8   // states that a group which is joined with another may have built since the last look
)

func (l *loose) build(s *Set, trees []*syntax.Regexp, budget int) {
	if len(l.patterns) == 0 {
		return
	}
	l.members = make([]member, len(l.patterns))
	p := &loosePlan{alone: make([]int, len(l.patterns))}
	for k, i := range l.patterns {
		l.members[k].needs = literal.NeededBytes(trees[i])
		p.alone[k] = k
	}
	l.limit, l.budget = dfa.NewLimit(budget), budget
	l.plan.Store(p)
}

// may reports whether a subject with these bytes has what the pattern needs.
func (m *member) may(bytes *program.ByteSet) bool {
	for n := range m.needs {
		if !m.needs[n].Intersects(bytes) {
			return false
		}
	}
	return true
}

// firstLoose returns the lowest number of a loose pattern that matches and is lower than best, or best.
func (s *Set) firstLoose(text string, best int) int {
	l := &s.loose
	p := l.plan.Load()
	bytes, count := literal.BytesOf(text), rand.Uint32()%sampled == 0
	for _, k := range p.alone {
		if l.patterns[k] >= best {
			break
		}
		if s.matchesLoose(k, text, &bytes, count) {
			best = l.patterns[k]
		}
	}
	for _, g := range p.groups {
		if g.patterns[0] < best {
			best = min(best, s.firstGroup(g, text, best, &bytes))
		}
	}
	if count {
		s.look(p)
	}
	return best
}

// allLoose sets the bits of the loose patterns that match.
func (s *Set) allLoose(text string, hits []uint64) {
	l := &s.loose
	p := l.plan.Load()
	bytes, count := literal.BytesOf(text), rand.Uint32()%sampled == 0
	for _, k := range p.alone {
		if s.matchesLoose(k, text, &bytes, count) {
			i := l.patterns[k]
			hits[i/64] |= 1 << (i % 64)
		}
	}
	for _, g := range p.groups {
		s.allGroup(g, text, hits, &bytes)
	}
	if count {
		s.look(p)
	}
}

// matchesLoose searches for the loose pattern k by positions.
func (s *Set) matchesLoose(k int, text string, bytes *program.ByteSet, count bool) bool {
	m := &s.loose.members[k]
	if !m.may(bytes) {
		return false
	}
	if s.verify(s.loose.patterns[k], text, newWindow(0, int32(min(len(text), literal.Far)))) {
		return true
	}
	if count && !m.explodes.Load() { // a hit comes early, as a rule
		m.work.Add(int64(len(text)))
		s.loose.work.Add(int64(len(text)))
	}
	return false
}

// firstGroup returns the lowest number of a pattern of g that matches and is lower than best, or None.
func (s *Set) firstGroup(g *group, text string, best int, bytes *program.ByteSet) int {
	if g.dfa.Usable() {
		if least, v := g.dfa.Matching(text, 0, false, nil); v != dfa.GaveUp {
			return least
		}
	}
	for at, i := range g.patterns {
		if i >= best {
			break
		}
		if s.matchesLoose(g.members[at], text, bytes, false) {
			return i
		}
	}
	return dfa.None
}

// allGroup sets the bits of the patterns of g that match.
func (s *Set) allGroup(g *group, text string, hits []uint64, bytes *program.ByteSet) {
	if g.dfa.Usable() {
		if _, v := g.dfa.Matching(text, 0, false, hits); v != dfa.GaveUp {
			return
		}
	}
	for at, i := range g.patterns { // what the automaton found before it gave up is right
		if hits[i/64]>>(i%64)&1 == 0 && s.matchesLoose(g.members[at], text, bytes, false) {
			hits[i/64] |= 1 << (i % 64)
		}
	}
}

// look counts a search and changes the plan p where what was counted tells to.
func (s *Set) look(p *loosePlan) {
	l := &s.loose
	grown, worked := p.looks.Add(1)%lookSearches == 0 && len(p.groups) > 0, l.work.Load() >= worthWork
	if !grown && !worked || !l.mu.TryLock() {
		return
	}
	defer l.mu.Unlock()
	if l.plan.Load() != p {
		return // another search changed it
	}
	alone, groups := p.alone, p.groups
	if grown {
		alone, groups = s.regroup(alone, groups)
	}
	if worked {
		alone, groups = s.together(alone, groups)
	}
	if len(alone) != len(p.alone) || !slices.Equal(groups, p.groups) {
		l.plan.Store(&loosePlan{alone: alone, groups: groups})
	}
}

// regroup cuts the groups that go on building in two, and joins small ones that build no more. It returns its arguments if there are none.
func (s *Set) regroup(alone []int, old []*group) ([]int, []*group) {
	l := &s.loose
	groups, changed := l.room[:0], false
	last := -1 // of groups: one that can be joined with another
	for _, g := range old {
		states := g.dfa.States()
		built := states - g.states
		g.states = states
		switch {
		case !g.dfa.Usable() || g.dfa.Replaced() > 0 || states > manyStates && built > lookSearches*sampled/growthSearches:
			changed = true
			for _, k := range g.members {
				l.members[k].apart = true
			}
			if half := len(g.members) / 2; half > 0 {
				groups = append(groups, s.group(g.members[:half]), s.group(g.members[half:]))
				continue
			}
			k := g.members[0]
			l.members[k].explodes.Store(true)
			at, _ := slices.BinarySearch(alone, k)
			alone = slices.Insert(slices.Clone(alone), at, k)
		case built > steady || l.members[g.members[0]].apart:
			groups = append(groups, g)
		case last >= 0 && groups[last].states+states <= manyStates:
			changed = true
			members := slices.Concat(groups[last].members, g.members)
			slices.Sort(members)
			groups[last] = s.group(members)
			last = -1
		default:
			last = len(groups)
			groups = append(groups, g)
		}
	}
	l.room = groups
	if changed {
		old = slices.Clone(groups)
	}
	return alone, old
}

// together puts the patterns that cost most without states into groups.
func (s *Set) together(alone []int, groups []*group) ([]int, []*group) {
	l := &s.loose
	share := l.work.Swap(0) / int64(4*max(1, len(alone)))
	var hot []int
	alone = slices.DeleteFunc(slices.Clone(alone), func(k int) bool {
		m := &l.members[k]
		if m.work.Swap(0) <= share {
			return false
		}
		hot = append(hot, k)
		return true
	})
	groups = slices.Clip(groups)
	for from := 0; from < len(hot); {
		to, size := from, 0
		for to < len(hot) && (to == from || size+s.size(hot[to]) <= smallGroup) {
			size += s.size(hot[to])
			to++
		}
		groups = append(groups, s.group(hot[from:to]))
		from = to
	}
	return alone, groups
}

// size returns the number of instructions of a member.
func (s *Set) size(k int) int { return len(s.engines[s.loose.patterns[k]].prog.Insts) }

// group returns the group of some members.
func (s *Set) group(members []int) *group {
	l := &s.loose
	g := &group{members: members}
	trees := make([]*syntax.Regexp, len(members))
	for at, k := range members {
		i := l.patterns[k]
		g.patterns = append(g.patterns, i)
		trees[at], _ = syntax.Parse(s.engines[i].expr, s.engines[i].flags) // it was parsed before
	}
	g.dfa = automaton(program.CompileSet(trees, g.patterns), dfa.Set, l.budget)
	g.dfa.Within(l.limit)
	return g
}

func (l *loose) memory() int {
	p := l.plan.Load()
	if p == nil {
		return 0
	}
	n := 8*len(l.patterns) + len(l.members)*int(unsafe.Sizeof(member{})) + 8*len(p.alone)
	for k := range l.members {
		n += len(l.members[k].needs) * int(unsafe.Sizeof(program.ByteSet{}))
	}
	for _, g := range p.groups {
		n += int(unsafe.Sizeof(*g)) + 16*len(g.patterns) + g.dfa.MemoryUsage() + g.dfa.ProgramMemory()
	}
	return n
}

func (l *loose) explain(b *strings.Builder) {
	p := l.plan.Load()
	if p == nil {
		return
	}
	fmt.Fprintf(b, "%-10s%d patterns, %d of them alone without states\n", "loose:", len(l.patterns), len(p.alone))
	for _, g := range p.groups {
		fmt.Fprintf(b, "%-10s%d patterns, one automaton: %d states, %d bytes, replaced %d times\n", "", len(g.patterns), g.dfa.States(), g.dfa.MemoryUsage(), g.dfa.Replaced())
	}
}
