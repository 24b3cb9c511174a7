// Package bitstate matches by bounded backtracking: the fastest of the matchers that take any pattern.
//
// A backtracker follows one path and keeps a stack of the choices that it may have to come back to. What
// makes it exponential is to explore the same (instruction, position) again and again; a bitmap of the
// pairs seen makes it linear, because a pair that failed once fails always. This is the bit-state matcher of
// RE2 (bitstate.cc) and of the standard library, with four differences:
//
//   - Only joins are marked. An instruction that one other leads to can be reached twice only if that one
//     is, so it is enough to mark instructions with several ways in: typically one to four of a
//     pattern's twenty. The bitmap for a short subject is a few words in the frame.
//   - One byte of lookahead decides choices ([program.First]): a branch that the next byte rules out is not
//     entered, and where one branch is left nothing is pushed.
//   - A repetition of one class that what follows can never want back, as in `[^/]+/`, is a run: one loop over
//     bytes, no stack. Where what follows can want some of it back, as in `.*=`, there is a run up to each byte with which that
//     can begin. The positions a run passes are marked like any others, so that runs are scanned once from wherever they are
//     entered.
//   - The bitmap covers a window of the subject, not all of it. A window starts small, moves along with
//     the search and grows when a match attempt outruns it, so that subjects of any length can be
//     searched while attempts are short. An attempt that outruns the largest window is reported as
//     [Overrun], for the planner to go on with a matcher that has no such bound.
//
// Work is bounded by instructions times bytes: a position lies in at most two windows of one size, and the
// sizes grow geometrically.
package bitstate

import (
	"math/bits"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/internal/program"
)

// Verdict is how a search ended.
type Verdict uint8

const (
	Miss    Verdict = iota
	Hit             // the slots hold the match
	Overrun         // undecided: no match starts before the position returned, and windows end there
)

const (
	frameWords = 32        // bitmap in the frame: 2,048 pairs
	frameJobs  = 2 * 32    // stack in the frame: 32 jobs of two words
	maxWords   = 32 << 10  // the largest bitmap: 256 KB, two million pairs
	maxLen     = 1<<31 - 1 // positions lie on the stack in 32 bits
)

// machine is the state of one search. It lives in the frame of Search.
type machine struct {
	m       *Matcher
	s       string
	end     int      // no rune is consumed from here on
	full    bool     // a match must end at end
	caps    []int    // slots wanted; their contents are those of the path being followed
	best    []int    // leftmost-longest only: the slots of the longest match so far
	bestEnd int      // and where it ends, -1 before the first; leftmost-first: where the match ends
	dirty   bool     // slots were written that no job on the stack restores
	base    int      // the first position of the window
	reach   int      // windows end here, and no attempt starts beyond it
	limit   int      // positions beyond this one lie outside the window
	stride  int      // bits of the bitmap that one join has
	frame   []uint64 // a bitmap in the frame of Search
	visited []uint64 // the bitmap: frame, or a block
	jobs    []uint32 // the stack, of pairs: position and instruction, or old value and ^slot
	njobs   int      // words in use
}

// blocks are what outgrew the frame. They are apart from the machine because giving one back lets it
// escape, and for the compiler all that the machine points to would escape with it.
type blocks struct {
	bitmap, jobs, best *arena.Block
}

func (b *blocks) release() {
	for _, block := range [...]*arena.Block{b.bitmap, b.jobs, b.best} {
		if block != nil {
			block.Release()
		}
	}
}

// swap gives a block back and returns one of the given number of bytes.
func swap(old *arena.Block, bytes int) *arena.Block {
	if old != nil {
		old.Release()
	}
	return arena.Get(bytes)
}

// Search looks for a match that starts at pos, or, unless anchored, at the first position from pos on
// that has one. With full, it must end at end. No rune is consumed from end on, but assertions see
// the whole of s. On a Hit caps holds the slots, and at is where the match ends. On a Miss at is about how
// far the search read. On Overrun at is where another matcher has to go on.
func (m *Matcher) Search(s string, pos, end int, anchored, full bool, caps []int) (at int, v Verdict) {
	return m.SearchWithin(s, pos, end, end, anchored, full, caps)
}

// SearchWithin is Search for a caller that wants to spend no more than what a search up to reach takes. If the answer depends on what
// is beyond reach, it is Overrun.
func (m *Matcher) SearchWithin(s string, pos, end, reach int, anchored, full bool, caps []int) (at int, v Verdict) {
	// The two arrays stay in this frame as long as nothing but this function makes slices of them.
	var (
		bitmap [frameWords]uint64
		jobs   [frameJobs]uint32
	)
	if len(s) >= maxLen {
		return pos, Overrun
	}
	x := machine{m: m, s: s, end: end, reach: max(pos, min(reach, end)), full: full, caps: caps, bestEnd: -1, frame: bitmap[:], jobs: jobs[:]}
	for i := range caps {
		caps[i] = -1
	}
	var held blocks
	if m.longest && len(caps) > 2 {
		held.best = arena.Get(8 * len(caps))
		x.best = held.best.Ints(len(caps))
	}
	words := 0
	if anchored && full {
		if x.reach < end {
			return pos, Overrun
		}
		words = m.joins * ((end-pos)/64 + 1) // the attempt that matches comes to the end: it would outrun any smaller window
		if words > maxWords {
			return pos, Overrun
		}
	}
	x.open(&held, pos, words)
	at, v = x.search(&held, pos, anchored)
	if held != (blocks{}) {
		held.release()
	}
	return at, v
}

func (x *machine) search(held *blocks, pos int, anchored bool) (int, Verdict) {
	for start := pos; start <= x.end; start++ {
		if !anchored {
			start = x.m.starts.Next(x.s, pos, start, x.end)
			if start < 0 {
				return x.end, Miss
			}
		}
		if start > x.reach {
			return start, Overrun
		}
		for {
			if start > x.limit {
				x.open(held, start, 0)
			}
			v := x.attempt(held, start)
			if v == Hit {
				return x.bestEnd, Hit
			}
			if v == Miss {
				break
			}
			// A window of which more than half is used moves on; else it has to grow.
			if start-x.base > (x.limit-x.base)/2 {
				x.open(held, start, 0)
			} else if x.limit == x.reach || !x.open(held, start, max(8*len(x.visited), 4<<10/8)) {
				return start, Overrun
			}
		}
		if anchored {
			if len(x.visited) > frameWords {
				return x.limit, Miss
			}
			return pos, Miss
		}
	}
	return x.end, Miss
}

// open lays the window anew from base on, with a bitmap of at least so many words, if there is one: it reports false where a larger one
// than the present is wanted and there is none.
func (x *machine) open(held *blocks, base, words int) bool {
	words = max(words, x.m.joins, 1) // one word a join, so that there is a window at all
	switch {
	case words <= len(x.visited):
	case words <= frameWords:
		x.visited = x.frame
	default:
		words = min(words, maxWords)
		if words <= len(x.visited) || words < x.m.joins {
			return false
		}
		held.bitmap = swap(held.bitmap, 8*words)
		x.visited = held.bitmap.Uint64s(words)
	}
	perJoin := len(x.visited) / max(x.m.joins, 1)
	perJoin = min(perJoin, (x.reach-base)/64+1)
	x.base = base
	x.stride = 64 * perJoin
	x.limit = min(base+x.stride-1, x.reach)
	clear(x.visited[:perJoin*x.m.joins])
	return true
}

// attempt follows the paths from one start. It leaves the stack empty and, on a Miss, all slots -1.
func (x *machine) attempt(held *blocks, start int) Verdict {
	var (
		m     = x.m
		insts = m.insts
		s     = x.s
		end   = x.end
		limit = x.limit
		pc    = m.start
		pos   = start
	)
	for {
		in := &insts[pc]
		if in.join {
			if pos > limit {
				return x.abandon(Overrun)
			}
			if !x.mark(in.row, pos) {
				goto deadEnd
			}
		}
		switch in.op {
		case opByte:
			if pos < end && s[pos] == in.b {
				pos++
				pc = in.out
				continue
			}
		case opLiteral:
			lit := m.literals[in.arg]
			if len(lit) <= end-pos && s[pos:pos+len(lit)] == lit {
				pos += len(lit)
				pc = in.out
				continue
			}
		case opClass:
			if pos < end {
				class := &m.classes[in.arg]
				if b := s[pos]; b < utf8.RuneSelf {
					if class.ASCII[b>>6&1]>>(b&63)&1 != 0 {
						pos++
						pc = in.out
						continue
					}
				} else if r, w := utf8.DecodeRuneInString(s[pos:]); class.Contains(r) {
					pos += w
					pc = in.out
					continue
				}
			}
		case opAny:
			if pos < end {
				if b := s[pos]; b < utf8.RuneSelf {
					if b == '\n' && in.arg != 0 {
						break
					}
					pos++
				} else {
					_, w := utf8.DecodeRuneInString(s[pos:])
					pos += w
				}
				pc = in.out
				continue
			}
		case opRune:
			if pos < end {
				if r, w := utf8.DecodeRuneInString(s[pos:]); r == rune(in.arg) {
					pos += w
					pc = in.out
					continue
				}
			}
		case opAlt:
			sym := uint8(symEnd)
			if pos < end {
				sym = m.symbols[s[pos]]
			}
			sym &= 63
			switch in.on>>sym&1 | in.alt>>sym&1<<1 {
			case 1:
				pc = in.out
				continue
			case 2:
				pc = in.arg
				continue
			case 3:
				if x.njobs == len(x.jobs) && !x.growJobs(held) {
					return x.abandon(Overrun)
				}
				x.jobs[x.njobs], x.jobs[x.njobs+1] = uint32(pos), in.arg
				x.njobs += 2
				pc = in.out
				continue
			}
		case opRun:
			if pos > limit {
				return x.abandon(Overrun)
			}
			q := x.run(in, pos)
			if q >= 0 {
				pos = q
				pc = in.out
				continue
			}
			if q == overran {
				return x.abandon(Overrun)
			}
		case opCapture:
			if int(in.arg) < len(x.caps) {
				if x.njobs == 0 {
					x.dirty = true
				} else {
					if x.njobs == len(x.jobs) && !x.growJobs(held) {
						return x.abandon(Overrun)
					}
					x.jobs[x.njobs], x.jobs[x.njobs+1] = uint32(x.caps[in.arg]), ^in.arg
					x.njobs += 2
				}
				x.caps[in.arg] = pos
			}
			pc = in.out
			continue
		case opAssert:
			if program.Holds(syntax.EmptyOp(in.arg), s, pos) {
				pc = in.out
				continue
			}
		case opMatch:
			if x.full && pos != end {
				break
			}
			if !m.longest {
				x.bestEnd = pos
				if len(x.caps) >= 2 {
					x.caps[0], x.caps[1] = start, pos
				}
				return Hit
			}
			if pos > x.bestEnd {
				x.bestEnd = pos
				copy(x.best, x.caps)
			}
			if pos == end {
				return x.finish(start)
			}
		}
	deadEnd: // take back slots and go on from the choice before.
		for {
			if x.njobs == 0 {
				if x.bestEnd >= 0 {
					return x.finish(start)
				}
				return x.abandon(Miss)
			}
			x.njobs -= 2
			value, arg := x.jobs[x.njobs], x.jobs[x.njobs+1]
			if int32(arg) >= 0 {
				pos, pc = int(value), arg
				break
			}
			x.caps[^arg] = int(int32(value))
		}
	}
}

// mark marks a position in a row of the bitmap. It reports false where it was marked before.
func (x *machine) mark(row uint32, pos int) bool {
	bit := uint(int(row)*x.stride + pos - x.base)
	w := &x.visited[bit/64]
	if *w>>(bit%64)&1 != 0 {
		return false
	}
	*w |= 1 << (bit % 64)
	return true
}

// finish ends a leftmost-longest attempt that has found matches.
func (x *machine) finish(start int) Verdict {
	copy(x.caps, x.best)
	if len(x.caps) >= 2 {
		x.caps[0], x.caps[1] = start, x.bestEnd
	}
	x.njobs = 0
	return Hit
}

// abandon ends an attempt without a match: the slots are all -1 again and the stack is empty.
func (x *machine) abandon(v Verdict) Verdict {
	if x.dirty || x.njobs > 0 {
		for i := range x.caps {
			x.caps[i] = -1
		}
		x.dirty = false
		x.njobs = 0
	}
	if v == Overrun {
		x.bestEnd = -1
	}
	return v
}

const (
	seen    = -1 // the run comes to a position that it passed before
	overran = -2 // the run leaves the window
)

// run returns where the run that is entered at pos ends. It marks the positions that it passes,
// and stops at one that it has passed before: what follows from there has been tried.
func (x *machine) run(in *inst, pos int) int {
	row := int(in.row) * x.stride
	bit := uint(row + pos - x.base)
	word := bit / 64
	marked := x.visited[word] >> (bit % 64)
	if marked&1 != 0 {
		return seen
	}
	// The run may go up to the next mark, if there is one, else to the end of the window. Marks are looked for in ever more words as
	// the run grows: to look through the whole window for each of many short runs would take the square of its length.
	var (
		q, stop = pos, 0
		last    = uint(row+x.limit-x.base) / 64
	)
	for words := uint(1); ; words *= 2 {
		ahead := min(word+words, last+1)
		for marked == 0 && word+1 < ahead {
			word++
			marked = x.visited[word]
		}
		if marked != 0 {
			stop = max(q, x.base+int(word*64)-row) + bits.TrailingZeros64(marked)
		} else if stop = x.base + int(ahead*64) - row; ahead > last {
			stop = x.limit + 1
		}
		q += x.m.runs[in.arg].length(x.s[q:min(stop, x.end)])
		if q < stop || marked != 0 || ahead > last {
			break
		}
		word = ahead
		marked = x.visited[word]
	}
	// Mark pos to q, q included: there the run ends.
	mark := q
	if q > x.limit {
		mark = x.limit
	}
	first, final := bit, uint(row+mark-x.base)
	for first/64 < final/64 {
		x.visited[first/64] |= ^uint64(0) << (first % 64)
		first = first/64*64 + 64
	}
	x.visited[final/64] |= ^uint64(0) << (first % 64) & (^uint64(0) >> (63 - final%64))
	switch {
	case q == stop && stop <= x.limit:
		return seen
	case q > x.limit:
		return overran
	}
	return q
}

// growJobs moves the stack to a larger block; false where there is none.
func (x *machine) growJobs(held *blocks) bool {
	bytes := 4 * 4 * len(x.jobs)
	if bytes > arena.MaxBlock {
		return false
	}
	block := arena.Get(bytes)
	jobs := block.Uint32s(2 * block.Len())
	copy(jobs, x.jobs)
	x.jobs = jobs
	if held.jobs != nil {
		held.jobs.Release()
	}
	held.jobs = block
	return true
}
