// Package dfa is the lazy DFA: an automaton that is built while it runs, one load a byte where it has been before.
//
// A state stands for the set of instructions that the Pike VM would hold at a position. There can be exponentially many, but a
// subject shows only a few of them, and only those are built, each when it is first come to; the idea is Ken Thompson's (1968),
// the form is that of RE2 (dfa.cc) and of Rust's regex-automata (hybrid). What is different:
//
//   - It is shared. States are published by atomic stores into memory that never moves, and read without a lock, so that all
//     goroutines profit from what one has built, and a pattern needs its memory once, not once a goroutine. See cache.go.
//   - It is exact on subjects that are no UTF-8, where the standard library reads each bad byte as U+FFFD. See runes.go.
//   - Its states are arrays of pointers. See node.go.
//   - States that only wait for one of a few bytes are skipped through. See skip.go.
//   - An automaton of up to ten states gives verdicts by a table of shifts. See shift.go.
//   - One automaton can be of many patterns. See set.go.
//
// A match is known one byte late: whether `$` or `\b` hold where it ends depends on what follows. So a state tells whether a match
// ended before the byte that led to it.
//
// An automaton tells where a match ends, or, run backwards from there, where it begins; not what its groups are. It takes
// instructions times bytes at worst, like the Pike VM, and its states a memory budget that they never exceed. Where it would build states
// faster than it gains by them, it gives up, and says so.
//
// The engine uses this package. It can be imported by others but promises less than the root package does.
package dfa

import (
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// DFA is an automaton of one program. It is safe for concurrent use.
type DFA struct {
	prog    *program.Program
	symbols alphabet
	longest bool
	set     bool // of many patterns
	full    bool // of many patterns, matches end where the text ends
	led     bool // searches are led by a scanner to where a match can begin
	budget  int  // bytes

	pairs     pairs   // where nodes hold what follows on two bytes
	endOffset uintptr // where nodes hold what follows at the end of the text

	large sync.Mutex // guards kept
	kept  *builder   // of a large program

	cache    atomic.Pointer[cache]
	account  *account     // for the limit that it is under
	unused   atomic.Bool  // no search has used the present cache since the last round of Limit.keep
	joined   bool         // guarded by the limit's mu
	replaced atomic.Int32 // how often the cache was full
	failures atomic.Int32 // searches that gave up, see Usable
	resting  atomic.Int64 // until when, counted from birth
}

// Kind says how an automaton reads.
type Kind uint8

const (
	First   Kind = iota // forwards, for the end of the leftmost-first match
	Longest             // forwards, for the end of the leftmost-longest match
	Reverse             // backwards, by the reverse program, for the leftmost beginning of a match that ends where it starts
	Set                 // forwards, by a program of many patterns, for which of them match
	FullSet             // the same, for which of them match up to the end of the text
)

// New returns an automaton for p, which for Reverse is the reverse program. It builds nothing yet. budget bounds the memory of
// its states, in bytes. With led, searches that are not anchored will be led to where a match can begin by a scanner that is
// faster than the automaton.
func New(p *program.Program, symbols *Symbols, kind Kind, led bool, budget int) *DFA {
	d := &DFA{prog: p, symbols: alphabet{symbols, kind == Reverse}, longest: kind == Longest || kind == Reverse, led: led, budget: budget}
	d.set, d.full = kind == Set || kind == FullSet, kind == FullSet
	d.account = &account{}
	if !d.set {
		d.account.limit, d.pairs = total, pairsOf(d.symbols)
	}
	d.endOffset = d.symbols.offset(firstStop + stopText)
	d.cache.Store(newCache())
	return d
}

// words is how many words a node has.
func (d *DFA) words() int { return 1 + d.symbols.count() + d.pairs.count() }

// MemoryUsage returns how many bytes the states take at this moment.
func (d *DFA) MemoryUsage() int { return int(d.cache.Load().bytes.Load()) }

// Verdict is how a search ended.
type Verdict uint8

const (
	Miss   Verdict = iota
	Hit            // the match ends, or begins, at the position returned
	GaveUp         // undecided: another matcher has to search
)

// A search gives up when a cache was full too soon: within few bytes, and in little time, for the states it holds. That is about where
// the other matchers, at 10 to 50 ns a byte, would have been faster than building states, at some 500 ns each.
const (
	bytesPerState = 10
	timePerState  = 10 * time.Microsecond
)

// After maxFailures searches that gave up, an automaton is left alone for restTime; then one more failure is enough.
const (
	maxFailures = 8
	restTime    = 2 * time.Second
)

// Usable reports whether the automaton is worth asking.
func (d *DFA) Usable() bool { return d.failures.Load() < maxFailures || d.rested() }

func (d *DFA) rested() bool {
	if time.Since(birth) < time.Duration(d.resting.Load()) {
		return false
	}
	d.failures.Store(maxFailures - 1)
	return true
}

func (d *DFA) giveUp() (int, Verdict) {
	d.failures.Add(1)
	d.resting.Store(int64(time.Since(birth) + restTime))
	return 0, GaveUp
}

// birth is where times are counted from.
var birth = time.Now()

// pace watches that a search gains more by states than it pays for building them.
type pace struct {
	cache *cache
	since int  // bytes read when the search came to that cache
	own   bool // which it has laid or seen laid
}

// keepsPace reports whether a search may go on in c: it was there before, or the cache before lasted long enough. Of a cache that others
// had filled before, the search that comes to its end is not to blame; it is held against the automaton alone.
func (d *DFA) keepsPace(p *pace, c *cache, read int) bool {
	if c == p.cache {
		return true
	}
	states := d.statesIn(d.budget)
	lasted := read-p.since >= bytesPerState*states || time.Since(p.cache.born) >= time.Duration(states)*timePerState
	if !lasted && !p.own {
		d.giveUp()
		lasted = true
	}
	p.cache, p.since, p.own = c, read, true
	return lasted
}

// statesIn is about how many states a number of bytes is.
func (d *DFA) statesIn(bytes int) int { return bytes / (int(wordBytes)*d.words() + 2*stateOverhead) }

// Forward looks in s from pos on for where a match ends: one that starts at pos if anchored, else the leftmost. lead is for
// an automaton that is led; it may be nil. With earliest it stops as soon as it knows of a match, and returns where that ends, which need
// not be where the one that is looked for does: it is for those who want a verdict only. No byte is read from end on, but assertions see the whole of s.
func (d *DFA) Forward(s string, pos, end int, anchored, earliest bool, lead *Lead) (at int, v Verdict) {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	c, n := d.start(d.cache.Load(), context, anchored)
	if n == nil {
		return d.giveUp()
	}
	var (
		offsets = &d.symbols.offsets
		matched = -1
		i       = pos
		pace    = pace{cache: c, since: pos}
		settled = pos // lead is not asked before
		skips   = 0   // how often it was asked
		skipped = pos // where its profit is counted from
	)
	if anchored || !d.led {
		lead = nil
	}
	if lead != nil && stateOf(n).start {
		if i, settled = lead.next(s, pos, i, end); i < 0 {
			return 0, Miss
		}
		if i > pos {
			if c, n = d.start(c, contextOf(s[i-1]), false); n == nil {
				return d.giveUp()
			}
		}
	}
	for i < end {
		if d.pairs.times != 0 {
			n, i = walkPairs(n, offsets, d.pairs, s, i, end)
		}
		n, i = walk(n, offsets, s, i, end)
		if i == end {
			break
		}
		to := follow(n, uintptr(offsets[s[i]]))
		if to == unbuilt {
			if c, to = d.extend(c, n, int(s[i])); to == nil || !d.keepsPace(&pace, c, i) {
				return d.giveUp()
			}
		}
		n = bare(to)
		if !tagged(to) { // just built, by this search or, since walk saw the link, by another
			i++
			continue
		}
		st := stateOf(n)
		if st.match && earliest {
			return i - int(st.delay), Hit
		}
		if st.dead {
			if st.match {
				matched = i - int(st.delay)
			}
			return result(matched)
		}
		i++
		if k := st.skip.Load(); k != nil {
			i = k.next(s, i, end)
		} else if i = stay(n, to, offsets, s, i, end); st.match {
			matched = i - 1 - int(st.delay)
		} else if st.start && lead != nil && i >= settled {
			from := i
			if i, settled = lead.next(s, pos, i, end); i < 0 {
				return result(matched)
			}
			if i > from {
				if c, n = d.start(c, contextOf(s[i-1]), false); n == nil {
					return d.giveUp()
				}
			}
			if skips++; skips%16 == 0 {
				if i-skipped < 16*16 {
					lead = nil // it stops too often to be worth its calls
				}
				skipped = i
			}
		}
	}
	next := firstStop + stopKind(s, end)
	to := follow(n, d.symbols.offset(next))
	if to == unbuilt {
		if _, to = d.extend(c, n, next); to == nil {
			return d.giveUp()
		}
	}
	if st := stateOf(bare(to)); st.match {
		matched = end - int(st.delay)
	}
	return result(matched)
}

// Quick tells whether there is a match in s from pos on, or, if anchored, at pos, as long as that takes no state that is not built yet
// and no lead: else it returns GaveUp, and Forward has to look. It has what short subjects are made of and nothing else:
// half of their time would go into entering Forward.
func (d *DFA) Quick(s string, pos int, anchored bool) Verdict {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	way := 0
	if anchored {
		way = 1
	}
	d.touch()
	n := node(d.cache.Load().starts[way][context].Load())
	if n == nil {
		return GaveUp
	}
	i := pos
	for {
		if d.pairs.times != 0 {
			n, i = walkPairs(n, &d.symbols.offsets, d.pairs, s, i, len(s))
		}
		n, i = walk(n, &d.symbols.offsets, s, i, len(s))
		if i == len(s) {
			break
		}
		to := follow(n, uintptr(d.symbols.offsets[s[i]]))
		if to == unbuilt {
			return GaveUp
		}
		n = bare(to)
		if !tagged(to) { // another search has built it since walk saw the link
			i++
			continue
		}
		st := stateOf(n)
		if st.match {
			return Hit
		}
		if st.dead {
			return Miss
		}
		i++
		if k := st.skip.Load(); k != nil {
			i = k.next(s, i, len(s))
		}
	}
	to := follow(n, d.endOffset)
	if to == unbuilt {
		return GaveUp
	}
	if stateOf(bare(to)).match {
		return Hit
	}
	return Miss
}

// walk follows links that are not tagged. It returns the node it stands in and the position of the byte whose link is, or end.
func walk(n node, offsets *[256]uint16, s string, i, end int) (node, int) {
	text := s[i:end]
	for k := range len(text) {
		to := follow(n, uintptr(offsets[text[k]]))
		if tagged(to) {
			return n, i + k
		}
		n = to
	}
	return n, end
}

// stay returns the first position from i on whose byte does not lead from n back to n by the link self. The loads do not
// depend on each other, so this is several times as fast as to walk: what `\w+` spends its time on.
func stay(n, self node, offsets *[256]uint16, s string, i, end int) int {
	text := s[i:end]
	for k := range len(text) {
		if follow(n, uintptr(offsets[text[k]])) != self {
			return i + k
		}
	}
	return end
}

// Backward looks, from end towards pos, for the leftmost position at which a match begins that ends at end. s is read from pos on, but assertions see the whole of it.
func (d *DFA) Backward(s string, pos, end int) (at int, v Verdict) {
	context := uint8(atText)
	if end < len(s) {
		context = contextOf(s[end])
	}
	c, n := d.start(d.cache.Load(), context, true)
	if n == nil {
		return d.giveUp()
	}
	var (
		offsets = &d.symbols.offsets
		matched = -1
		pace    = pace{cache: c}
		high    = span{first: 1} // none
	)
	for i := end; i > pos; {
		var (
			at uintptr
			r  rune
			w  = 1
		)
		if b := s[i-1]; b < utf8.RuneSelf {
			at = uintptr(offsets[b])
		} else {
			r, w = utf8.DecodeLastRuneInString(s[pos:i])
			if r < high.first || r > high.last {
				high = d.symbols.spanOf(r)
			}
			at = high.offset
		}
		to := follow(n, at)
		if !tagged(to) {
			n = to
			i -= w
			continue
		}
		if to == unbuilt {
			next := int(s[i-1])
			if r != 0 {
				next = firstClass + int(d.symbols.classes[d.symbols.rangeOf(r)])
			}
			if c, to = d.extend(c, n, next); to == nil || !d.keepsPace(&pace, c, end-i) {
				return d.giveUp()
			}
		}
		n = bare(to)
		st := stateOf(n)
		if st.match {
			matched = i
		}
		if st.dead {
			return result(matched)
		}
		i -= w
	}
	next := firstStop + stopText
	if pos > 0 {
		switch b := s[pos-1]; contextOf(b) {
		case atLine:
			next = firstStop + stopLine
		case atWord:
			next = firstStop + stopWord
		default:
			next = firstStop + stopOther
		}
	}
	to := follow(n, d.symbols.offset(next))
	if to == unbuilt {
		if _, to = d.extend(c, n, next); to == nil {
			return d.giveUp()
		}
	}
	if st := stateOf(bare(to)); st.match {
		matched = pos
	}
	return result(matched)
}

func result(matched int) (int, Verdict) {
	if matched < 0 {
		return 0, Miss
	}
	return matched, Hit
}

func stopKind(s string, end int) int {
	if end == len(s) {
		return stopText
	}
	switch contextOf(s[end]) {
	case atLine:
		return stopLine
	case atWord:
		return stopWord
	}
	return stopOther
}

// ProgramMemory returns how many bytes the program and its alphabet take.
func (d *DFA) ProgramMemory() int { return d.prog.MemoryUsage() + d.symbols.MemoryUsage() }

// Budget returns how many bytes the states may take.
func (d *DFA) Budget() int { return d.budget }

// States returns how many states the present cache holds.
func (d *DFA) States() int {
	c := d.cache.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.states)
}

// Replaced returns how often a full cache was replaced by an empty one.
func (d *DFA) Replaced() int { return int(d.replaced.Load()) }
