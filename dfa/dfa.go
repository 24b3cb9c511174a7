// Package dfa implements the lazy DFA: an automaton that is built while it runs. Over states that exist, it costs one load a byte.
//
// A state stands for the set of instructions that the Pike VM would hold at a position. There can be exponentially many states,
// but a subject visits only a few. Each state is built when a search first reaches it. The idea is Ken Thompson's (1968); the form
// is that of RE2 (dfa.cc) and of Rust's regex-automata (hybrid). This automaton differs in six points:
//
//   - It is shared. Atomic stores publish states into memory that never moves, and searches read them without a lock. All
//     goroutines use the states that one has built, and a pattern needs memory once, not once per goroutine. See cache.go.
//   - It is exact on invalid UTF-8, where the standard library reads each bad byte as U+FFFD. See runes.go.
//   - Its states are arrays of pointers. See node.go.
//   - A state that only a few bytes leave is skipped through by a byte search. See skip.go.
//   - An automaton of up to ten states gives verdicts by a table of shifts. See shift.go.
//   - One automaton can search for many patterns. See set.go.
//
// The automaton learns of a match one byte late: whether `$` or `\b` holds at its end depends on the next byte. So a state records
// whether a match ended before the byte that led to it.
//
// An automaton finds where a match ends or, run backwards from there, where it begins. It does not find capture groups. At worst
// it takes time proportional to instructions times bytes, like the Pike VM. Its states never exceed a memory budget. A search gives
// up, and says so, when building states costs more than they save.
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
	set     bool // the program has many patterns
	full    bool // the program has many patterns, and matches must end where the text ends
	led     bool // a scanner leads searches to where a match can begin
	viable  bool // searches begin within a match, wherever one can be
	budget  int  // bytes

	pairs     pairs   // where a node holds its links for two bytes
	endOffset uintptr // where a node holds its link for the end of the text

	large sync.Mutex // guards kept
	kept  *builder   // of a large program

	cache    atomic.Pointer[cache]
	account  *account     // counts bytes against the automaton's limit
	unused   atomic.Bool  // no search has used the present cache since the last round of Limit.keep
	joined   bool         // guarded by the limit's mu
	replaced atomic.Int32 // how often the cache was full
	failures atomic.Int32 // searches that gave up, see Usable
	resting  atomic.Int64 // the automaton rests until then, counted from birth
}

// Kind says in which direction an automaton reads and what it looks for.
type Kind uint8

const (
	First   Kind = iota // forwards, for the end of the leftmost-first match
	Longest             // forwards, for the end of the leftmost-longest match
	Reverse             // backwards, by the reverse program, for the leftmost beginning of a match that ends where it starts
	Set                 // forwards, by a program of many patterns, for which of them match
	FullSet             // the same, for which of them match up to the end of the text
	Viable              // backwards, by the reverse program, for the leftmost text that more text could make a match, see stream.go
)

// New returns an automaton for p, which must be the reverse program if kind is Reverse or Viable. It builds no state yet. budget bounds the
// memory of the states, in bytes. If led is true, callers pass unanchored searches a scanner that is faster than the automaton and
// leads it to where a match can begin.
func New(p *program.Program, symbols *Symbols, kind Kind, led bool, budget int) *DFA {
	d := &DFA{prog: p, symbols: alphabet{symbols, kind == Reverse || kind == Viable}, led: led, budget: budget}
	d.longest, d.viable = kind == Longest || d.symbols.runes, kind == Viable
	d.set, d.full = kind == Set || kind == FullSet, kind == FullSet
	d.account = &account{}
	if !d.set {
		d.account.limit, d.pairs = total, pairsOf(d.symbols)
	}
	d.endOffset = d.symbols.offset(firstStop + stopText)
	d.cache.Store(newCache())
	return d
}

// words returns the number of words of a node.
func (d *DFA) words() int { return 1 + d.symbols.count() + d.pairs.count() }

// MemoryUsage returns how many bytes the states take now.
func (d *DFA) MemoryUsage() int { return int(d.cache.Load().bytes.Load()) }

// Verdict is how a search ended.
type Verdict uint8

const (
	Miss   Verdict = iota
	Hit            // the match ends, or begins, at the position returned
	GaveUp         // undecided: another matcher has to search
	Open           // undecided: more text decides it, see stream.go
)

// A search gives up when a cache fills too soon: it read few bytes, in little time, for what its states took to build. The other
// matchers take 10 to 50 ns a byte, so bytesPerState is about where the two break even. A cache that lasted long in time served other
// searches. Its age must not come from building its states alone, so it is compared with an estimate of that (cache.cost).
const (
	bytesPerState = 10
	lasting       = 20 // times the cost of building
)

// After maxFailures searches have given up, the automaton rests for restTime. After that, one more failure sends it to rest again.
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

func (d *DFA) giveUpAt(seen int) (int, int, Verdict) {
	at, v := d.giveUp()
	return at, seen, v
}

// birth is the origin of all times here.
var birth = time.Now()

// pace checks that a search gains more from its states than building them costs.
type pace struct {
	cache *cache
	since int  // bytes read when the search came to that cache
	own   bool // the search made that cache, or was there when another made it
}

// keepsPace reports whether a search may go on in c. It may if c is the cache it was in, or if the previous cache lasted long enough.
// The first cache of a search may have been filled by others. If that one did not last, the failure counts against the automaton, but
// the search goes on.
func (d *DFA) keepsPace(p *pace, c *cache, read int) bool {
	if c == p.cache {
		return true
	}
	states, cost := p.cache.cost()
	lasted := read-p.since >= bytesPerState*states || time.Since(p.cache.born) >= lasting*cost
	if !lasted && !p.own {
		d.giveUp()
		lasted = true
	}
	p.cache, p.since, p.own = c, read, true
	return lasted
}

// Forward returns the end of a match in s[pos:end]: of one that starts at pos if anchored, else of the leftmost. lead is for an
// automaton that is led, and may be nil. With earliest, Forward stops at the first match end it sees. This need not be the end of the
// leftmost-first or leftmost-longest match, so earliest is for callers that want only a verdict. Forward consumes no byte from end on,
// but assertions see all of s.
func (d *DFA) Forward(s string, pos, end int, anchored, earliest bool, lead *Lead) (at int, v Verdict) {
	at, _, v = d.Reach(s, pos, end, anchored, earliest, lead)
	return at, v
}

// Reach is Forward and also returns up to where it read. That can be far behind the end of the match, if a longer or preferred one was
// possible for long.
func (d *DFA) Reach(s string, pos, end int, anchored, earliest bool, lead *Lead) (at, seen int, v Verdict) {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	c, n := d.start(d.cache.Load(), context, anchored)
	if n == nil {
		return d.giveUpAt(pos)
	}
	var (
		offsets = &d.symbols.offsets
		matched = -1
		i       = pos
		pace    = pace{cache: c, since: pos}
		settled = pos // lead is not asked before this position
		skips   = 0   // how often lead was asked
		skipped = pos // start of the stretch over which its gain is measured
	)
	if anchored || !d.led {
		lead = nil
	}
	if lead != nil && stateOf(n).start {
		if i, settled = lead.next(s, pos, i, end); i < 0 {
			return 0, end, Miss
		}
		if i > pos {
			if c, n = d.start(c, contextOf(s[i-1]), false); n == nil {
				return d.giveUpAt(i)
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
				return d.giveUpAt(i)
			}
		}
		n = bare(to)
		if !tagged(to) { // just built, by this search or, since walk saw the link, by another
			i++
			continue
		}
		st := stateOf(n)
		if st.match && earliest {
			return i - int(st.delay), i, Hit
		}
		if st.dead {
			if st.match {
				matched = i - int(st.delay)
			}
			return resultAt(matched, i)
		}
		i++
		if k := st.skip.Load(); k != nil {
			i = k.next(s, i, end)
		} else if i = stay(n, to, offsets, s, i, end); st.match {
			matched = i - 1 - int(st.delay)
		} else if st.start && lead != nil && i >= settled {
			from := i
			if i, settled = lead.next(s, pos, i, end); i < 0 {
				return resultAt(matched, end)
			}
			if i > from {
				if c, n = d.start(c, contextOf(s[i-1]), false); n == nil {
					return d.giveUpAt(i)
				}
			}
			if skips++; skips%16 == 0 {
				if i-skipped < 16*16 {
					lead = nil // lead stops too often to be worth its calls
				}
				skipped = i
			}
		}
	}
	next := firstStop + stopKind(s, end)
	to := follow(n, d.symbols.offset(next))
	if to == unbuilt {
		if _, to = d.extend(c, n, next); to == nil {
			return d.giveUpAt(i)
		}
	}
	if st := stateOf(bare(to)); st.match {
		matched = end - int(st.delay)
	}
	return resultAt(matched, end)
}

// Quick reports whether s has a match from pos on, or at pos if anchored. It builds no state and uses no lead. If it reaches a link
// that is not built, it returns GaveUp, and the caller must use Forward. Quick exists for short subjects, which would spend half of
// their time on entering Forward.
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

// walk follows links until one is tagged. It returns the node that holds the tagged link and the position of its byte, or the last
// node and end.
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

// stay returns the first position from i on whose byte does not lead from n back to n by the link self. The loads do not depend on
// each other, so stay is several times as fast as walk. Patterns such as `\w+` spend their time here.
func stay(n, self node, offsets *[256]uint16, s string, i, end int) int {
	text := s[i:end]
	for k := range len(text) {
		if follow(n, uintptr(offsets[text[k]])) != self {
			return i + k
		}
	}
	return end
}

// Backward returns the leftmost position in s[pos:end] where a match that ends at end begins. It reads from end towards pos.
// Assertions see all of s.
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

func resultAt(matched, seen int) (int, int, Verdict) {
	at, v := result(matched)
	return at, seen, v
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
