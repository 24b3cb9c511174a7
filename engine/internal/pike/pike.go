// Package pike simulates the program as an NFA, all paths in step: the matcher that takes any pattern and
// any subject.
//
// At each position it holds the instructions that paths have reached, in order of priority, each with the
// slots its path recorded, and moves all of them over one rune. An instruction is held at most once, so
// a position costs at most one visit of each: instructions times runes in all, whatever the pattern.
// The idea of carrying captures along is Rob Pike's; the description followed is Russ Cox, "Regular
// Expression Matching: the Virtual Machine Approach" (2009), and the sparse sets are those of Briggs and
// Torczon (1993), which need no clearing.
//
// It is several times slower than the other matchers, and needs nothing made: it is what the planner turns to first, for the first
// searches of a pattern, and last, where no other can. It is also the only one that reads from an io.RuneReader, one rune at a time and never one that the answer does not
// depend on.
package pike

import (
	"math"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// list is a set of instructions in order of priority, with the slots of each.
type list struct {
	dense  []uint32
	sparse []uint32 // sparse[pc] is where dense holds pc, if it does; anything if not
	slots  []int    // rows of x.width, see vm.row
	n      uint32
}

func (l *list) has(pc uint32) bool {
	i := l.sparse[pc]
	return i < l.n && l.dense[i] == pc
}

// vm is the state of one search. It lives in the frame of Search. The caller's slots are not part of it: it holds a reader, whose
// methods the compiler cannot see, and so all that it points to is taken to escape.
type vm struct {
	p       *program.Program
	longest bool
	full    bool
	s       string   // the subject, unless there is a reader
	end     int      // where it ends for us
	in      *runes   // the subject, if it is read from a reader
	width   int      // slots a path carries
	base    int      // the first of them; where it is not 0, the span is known and only groups are looked for
	rows    []uint32 // of a large search: which row an instruction that consumes or matches has; nil where each has the row of its number
	stack   []int    // of closure: pairs of an instruction and 0, or of ^slot and its value
	matched bool
	reach   int  // no rune is read from here on
	open    bool // the search came to reach before it knew the answer
}

// Search looks for a match of p that starts at pos, or, unless anchored, at the first position from pos on that
// has one. With full, it must end at end. No rune is consumed from end on, but assertions see the whole
// of s. On a match it fills caps.
func Search(p *program.Program, starts *literal.Starts, longest bool, s string, pos, end int, anchored, full bool, caps []int) bool {
	x := vm{p: p, longest: longest, full: full, s: s, end: end, width: len(caps), reach: math.MaxInt}
	return x.search(starts, pos, anchored, caps)
}

// SearchWithin is Search for a caller that wants no byte read from reach on. If the answer depends on one, it returns known as false.
func SearchWithin(p *program.Program, longest bool, s string, pos, reach int, anchored, full bool, caps []int) (matched, known bool) {
	x := vm{p: p, longest: longest, full: full, s: s, end: len(s), width: len(caps), reach: reach}
	if x.slotBytes() > slotBudget {
		return false, false
	}
	matched = x.run(nil, nil, pos, anchored, caps)
	return matched, !x.open
}

// search is run for a subject that can be searched more than once.
func (x *vm) search(starts *literal.Starts, pos int, anchored bool, caps []int) bool {
	if x.slotBytes() <= slotBudget || len(caps) <= 2 {
		return x.run(nil, starts, pos, anchored, caps)
	}
	x.width = 2
	return x.run(nil, starts, pos, anchored, caps[:2]) && x.groups(caps)
}

// groups finds the groups of a match whose span is caps[:2], some at a time, each time by a search of the span. That the match must end
// where it does changes no choice: the path that was preferred to all others is preferred to those that end where it ends.
func (x *vm) groups(caps []int) bool {
	x.full, x.end, x.base = true, caps[1], 2
	batch := max(slotBudget/(2*8*x.countRows()), leastBatch)
	x.width = min(batch, len(caps)-2)
	block := arena.Get(x.need())
	defer block.Release()
	for lo := 2; lo < len(caps); lo += batch {
		x.base, x.width, x.matched = lo, min(batch, len(caps)-lo), false
		if !x.run(block, nil, caps[0], true, caps[lo:lo+x.width]) {
			return false
		}
	}
	return true
}

// A search takes up to slotBudget bytes for the slots of its paths. One that would take more finds the span first and then the groups,
// leastBatch slots or more at a time. So no search takes more than the budget, or 256 bytes (leastBatch slots, twice) for each instruction that consumes or
// matches, and some 50 bytes for each instruction at all; the number of groups does not count. Only a search of a reader, which cannot
// begin anew, takes all slots for each instruction that consumes.
const (
	slotBudget = 1 << 20
	leastBatch = 16
)

// slotBytes is what the slots of all paths take where each instruction has a row. An int of 32 bits would be too small for it.
func (x *vm) slotBytes() int64 { return 2 * 8 * int64(len(x.p.Insts)) * int64(x.width) }

// large reports whether only instructions that carry slots have a row.
func (x *vm) large() bool { return x.base > 0 || x.slotBytes() > slotBudget/4 }

// need is how many bytes run takes.
func (x *vm) need() int {
	n := len(x.p.Insts)
	rows := n
	if x.large() {
		rows = x.countRows()
	}
	return n*(5*4+2*8) + rows*2*8*x.width + 8*x.width + 64
}

// countRows is how many instructions carry slots from one rune to the next.
func (x *vm) countRows() int {
	n := 0
	for k := range x.p.Insts {
		if i := &x.p.Insts[k]; i.Consumes() || i.Op == program.Match {
			n++
		}
	}
	return n
}

// row returns the slots of l that belong to an instruction that consumes or matches.
func (x *vm) row(l *list, pc uint32) []int {
	k := int(pc)
	if x.rows != nil {
		k = int(x.rows[pc])
	}
	return l.slots[k*x.width : (k+1)*x.width]
}

// SearchStream looks for the first match in a stream that was reset, as Search does in a string from 0 on. Offsets count from where the source of
// the stream stood. It does not allocate.
func SearchStream(p *program.Program, longest, anchored bool, t *Stream, caps []int) bool {
	x := vm{p: p, longest: longest, in: &t.in, width: len(caps), reach: math.MaxInt}
	return x.run(nil, nil, 0, anchored, caps)
}

// run searches. It takes its memory from block, or where that is nil from one of its own. The block is no part of the vm: it goes back to a
// free list, and the compiler would take all of the vm to go with it.
func (x *vm) run(block *arena.Block, starts *literal.Starts, pos int, anchored bool, caps []int) bool {
	n := len(x.p.Insts)
	if block == nil {
		block = arena.Get(x.need())
		defer block.Release()
	}
	block.Reset()
	large, rows := x.large(), n
	if large {
		rows = x.countRows()
	}
	l := &list{dense: block.Uint32s(n), sparse: block.Uint32s(n), slots: block.Ints(rows * x.width)}
	next := &list{dense: block.Uint32s(n), sparse: block.Uint32s(n), slots: block.Ints(rows * x.width)}
	if x.rows = nil; large {
		x.numberRows(block.Uint32s(n))
	}
	x.stack = block.Ints(2 * n)
	fresh := block.Ints(x.width)

	for begin := pos; ; {
		if !x.matched && (!anchored || pos == begin) {
			if l.n == 0 && x.in != nil && x.in.source != nil {
				pos = x.in.settle(pos)
			}
			if l.n == 0 && starts != nil && !anchored {
				if pos = starts.Next(x.s, pos, pos, x.end); pos < 0 {
					return false
				}
			}
			for i := range fresh {
				fresh[i] = -1
			}
			if x.spans() {
				fresh[0] = pos
			}
			x.closure(l, x.p.Start, pos, fresh)
		}
		if l.n == 0 && (x.matched || anchored) {
			return x.matched
		}
		live := x.matches(l, pos, caps)
		if x.matched && (live == 0 || x.width == 0) {
			return true
		}
		if pos >= x.reach {
			x.open = true
			return false
		}
		r, w := x.rune(pos)
		if w == 0 {
			return x.matched
		}
		if x.in != nil {
			x.in.advance()
		}
		next.n = 0
		for _, pc := range l.dense[:live] {
			i := &x.p.Insts[pc]
			if i.Consumes() && x.p.MatchRune(i, r) {
				x.closure(next, i.Out, pos+w, x.row(l, pc))
			}
		}
		pos += w
		l, next = next, l
	}
}

// numberRows gives a row to each instruction that carries slots from one rune to the next.
func (x *vm) numberRows(rows []uint32) {
	n := uint32(0)
	for k := range x.p.Insts {
		if i := &x.p.Insts[k]; i.Consumes() || i.Op == program.Match {
			rows[k] = n
			n++
		}
	}
	x.rows = rows
}

// spans reports whether the first of the slots that a path carries is where it began.
func (x *vm) spans() bool { return x.width > 0 && x.base == 0 }

// matches records the best of the matches that end at pos and returns how many entries of l still matter:
// leftmost-first, a match puts an end to all of less priority; leftmost-longest, nothing is cut off, but
// paths that began further right no longer count.
func (x *vm) matches(l *list, pos int, caps []int) (live int) {
	if x.longest && x.matched && x.spans() {
		kept := uint32(0)
		for _, pc := range l.dense[:l.n] {
			i := &x.p.Insts[pc]
			if (i.Consumes() || i.Op == program.Match) && x.row(l, pc)[0] <= caps[0] {
				l.dense[kept] = pc
				l.sparse[pc] = kept
				kept++
			}
		}
		l.n = kept
	}
	consuming := 0
	for k, pc := range l.dense[:l.n] {
		i := &x.p.Insts[pc]
		if i.Consumes() && !(x.longest && x.matched && x.spans() && x.row(l, pc)[0] > caps[0]) {
			consuming = k + 1
		}
		if i.Op != program.Match || x.full && pos != x.end {
			continue
		}
		slots := x.row(l, pc)
		if !x.longest || !x.matched || x.spans() && (slots[0] < caps[0] || pos > caps[1]) {
			copy(caps, slots)
			if x.spans() {
				caps[1] = pos
			}
		}
		x.matched = true
		if !x.longest {
			break
		}
	}
	return consuming
}

// rune is the rune at pos; its width is 0 where there is none.
func (x *vm) rune(pos int) (rune, int) {
	switch {
	case x.in != nil:
		return x.in.peek()
	case pos >= x.end:
		return -1, 0
	case x.s[pos] < utf8.RuneSelf:
		return rune(x.s[pos]), 1
	}
	return utf8.DecodeRuneInString(x.s[pos:])
}

// closure adds to l the instruction pc and all that can be reached from it without consuming a rune, for a
// path with these slots. The slots are as they were when it returns.
func (x *vm) closure(l *list, pc uint32, pos int, slots []int) {
	stack := x.stack
	n := 0
	for {
		for !l.has(pc) {
			l.dense[l.n] = pc
			l.sparse[pc] = l.n
			l.n++
			i := &x.p.Insts[pc]
			switch i.Op {
			case program.Fail:
			case program.Alt:
				stack[n], stack[n+1] = int(i.Arg), 0
				n += 2
				pc = i.Out
				continue
			case program.Capture:
				if slot := int(i.Arg) - x.base; uint(slot) < uint(len(slots)) {
					stack[n], stack[n+1] = ^slot, slots[slot]
					n += 2
					slots[slot] = pos
				}
				pc = i.Out
				continue
			case program.Assert:
				if x.holds(syntax.EmptyOp(i.Arg), pos) {
					pc = i.Out
					continue
				}
			default:
				copy(x.row(l, pc), slots)
			}
			break
		}
		for {
			if n == 0 {
				return
			}
			n -= 2
			if stack[n] >= 0 {
				pc = uint32(stack[n])
				break
			}
			slots[^stack[n]] = stack[n+1]
		}
	}
}

func (x *vm) holds(ops syntax.EmptyOp, pos int) bool {
	if x.in != nil {
		return x.in.holds(ops)
	}
	return program.Holds(ops, x.s, pos)
}
