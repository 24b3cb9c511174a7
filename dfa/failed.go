package dfa

import (
	"github.com/arenaregexp/regexp/arena"
)

// All matches of a subject in linear time.
//
// A search may read far behind the match that it returns: `.*[^A-Z]|[A-Z]` on a line of capitals reads to the end of the line, for nothing, and
// returns one letter. If a search for each match does that, all of them together take quadratic time. But what a search learns on its way
// in vain holds for all later ones: behind its match, none of the instructions in its state leads to a match from there. So they are
// remembered as failed at that position. A later search stops at a position at which all instructions of its state have failed.
//
// A position is remembered once in a cell of 32 bytes or more. Each time a search passes a cell in vain, at least one more instruction
// fails there. So cells are passed at most as often as the program has instructions, and all searches together take time
// proportional to instructions times bytes. This is the memoization of backtracking (Davis, Servant and Lee, "Using selective
// memoization to defeat ReDoS", 2021) carried over to sets of instructions and from one search to the next.
//
// The engine remembers only when searches have read several times the subject in vain, so that others pay nothing.

// Failed is what the searches of one iteration over a subject have learned. It holds a block of the arena from Begin to End. The zero value is
// not in use.
type Failed struct {
	block   *arena.Block
	sets    []uint64 // by cell: the instructions that failed, a bit each
	waiting []byte   // by cell: 1 more than how many bytes of an unfinished rune lie before the position; 0 if nothing failed
	words   int      // of a set
	shift   int      // a cell has 1<<shift bytes
}

// Active reports whether f is in use.
func (f *Failed) Active() bool { return f.block != nil }

// Begin makes f ready for a subject of n bytes and the program of d. It takes memory of a quarter of the subject, or 2 MB if that is more.
func (f *Failed) Begin(d *DFA, n int) {
	const leastShift = 5
	f.words, f.shift = (len(d.prog.Insts)+63)/64, leastShift
	cells := n>>f.shift + 1
	for cells*(8*f.words+1) > max(arena.MaxBlock-16, n/4) && cells > 1 {
		f.shift++
		cells = n>>f.shift + 1
	}
	f.block = arena.Get(8*cells*f.words + cells + 8)
	f.sets = f.block.Uint64s(cells * f.words)
	f.waiting = f.block.Bytes(cells)
	clear(f.sets)
	clear(f.waiting)
}

// End gives the memory back.
func (f *Failed) End() {
	if f.block != nil {
		f.block.Release()
		*f = Failed{}
	}
}

// has reports whether all instructions of st have failed at the position i, which begins a cell.
func (f *Failed) has(st *state, i int) bool {
	cell := i >> f.shift
	if f.waiting[cell] != st.pending.n+1 {
		return false
	}
	failed := f.sets[cell*f.words:][:f.words]
	for set := st.key[st.set:]; set != ""; {
		var pc uint32
		if pc, set = firstOf(set); pc == loop || pc < mark && failed[pc/64]>>(pc%64)&1 == 0 {
			return false
		}
	}
	return true
}

// add remembers that all instructions of st failed at the position i, which begins a cell.
func (f *Failed) add(st *state, i int) {
	cell := i >> f.shift
	if f.waiting[cell] == 0 {
		f.waiting[cell] = st.pending.n + 1
	}
	if f.waiting[cell] != st.pending.n+1 {
		return // a rune was read from within another; further on the two searches agree on the runes
	}
	failed := f.sets[cell*f.words:][:f.words]
	for set := st.key[st.set:]; set != ""; {
		var pc uint32
		if pc, set = firstOf(set); pc < mark {
			failed[pc/64] |= 1 << (pc % 64)
		}
	}
}

// ForwardAgain is Forward for an unanchored search up to the end of s that stops where f knows that it must fail, and adds to f what it learns.
func (d *DFA) ForwardAgain(s string, pos int, f *Failed) (at int, v Verdict) {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	c, n := d.start(d.cache.Load(), context, false)
	if n == nil {
		return d.giveUp()
	}
	var (
		offsets = &d.symbols.offsets
		matched = -1
		pace    = pace{cache: c, since: pos}
		first   node // the state at the position vain, from where on the search is in vain if matched does not change any more
		vain    = -1
		waiting = 0 // bytes of an unfinished rune before vain
	)
	i := pos
	for i < len(s) {
		stop := min((i>>f.shift+1)<<f.shift, len(s))
		for i < stop {
			if d.pairs.times != 0 {
				n, i = walkPairs(n, offsets, d.pairs, s, i, stop)
			}
			n, i = walk(n, offsets, s, i, stop)
			if i == stop {
				break
			}
			to := follow(n, uintptr(offsets[s[i]]))
			if to == unbuilt {
				if c, to = d.extend(c, n, int(s[i])); to == nil || !d.keepsPace(&pace, c, i) {
					return d.giveUp()
				}
			}
			n = bare(to)
			if !tagged(to) {
				i++
				continue
			}
			st := stateOf(n)
			if st.dead {
				if st.match {
					matched = i - int(st.delay)
				}
				d.learn(f, first, s, vain, i, matched)
				return result(matched)
			}
			i++
			if k := st.skip.Load(); k != nil {
				i = k.next(s, i, stop)
			} else if i = stay(n, to, offsets, s, i, stop); st.match {
				matched = i - 1 - int(st.delay)
			}
		}
		if st := stateOf(n); matched >= 0 && i < len(s) && i-int(st.pending.n) > matched {
			if f.has(st, i) {
				d.learn(f, first, s, vain, i, matched)
				return result(matched)
			}
			if vain-waiting <= matched {
				first, vain, waiting = n, i, int(st.pending.n)
			}
		}
	}
	next := firstStop + stopText
	to := follow(n, d.symbols.offset(next))
	if to == unbuilt {
		if _, to = d.extend(c, n, next); to == nil {
			return d.giveUp()
		}
	}
	if st := stateOf(bare(to)); st.match {
		matched = len(s) - int(st.delay)
	}
	d.learn(f, first, s, vain, len(s), matched)
	return result(matched)
}

// learn adds to f the states from n at the position i, which begins a cell, up to end, of a search that found no match behind matched. It follows
// links that the search has followed. If the cache was replaced, some are missing; then later searches learn more.
func (d *DFA) learn(f *Failed, n node, s string, i, end, matched int) {
	for i > matched && i < end {
		st := stateOf(n)
		if st.dead || i-int(st.pending.n) <= matched {
			return
		}
		f.add(st, i)
		for stop := min((i>>f.shift+1)<<f.shift, end); i < stop; i++ {
			to := follow(n, uintptr(d.symbols.offsets[s[i]]))
			if to == unbuilt {
				return
			}
			n = bare(to)
		}
	}
}
