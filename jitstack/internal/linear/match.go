package linear

import (
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/engine"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
	"github.com/arenaregexp/regexp/jitstack/internal/watch"
)

// The matcher for what the engine does not take: a backtracker that remembers.
//
// A search begins as plain backtracking, which is what short subjects and short matches want. When it has made some choices, it goes
// on with a bitmap of the joins (instructions to which there is more than one way) and the positions at which they have been come to:
// where one is come to again, it has failed before, because nothing but the position decides what comes of an instruction. That holds
// for all starts together, and bounds what is left of the search by instructions times bytes. (Davis, Servant and Lee, "Using
// selective memoization to defeat regular expression denial of service", S&P 2021.)
//
// Assertions are evaluated where they are met, by plain backtracking, too: mostly a few bytes decide. One that has come to cost more
// than a table of where it holds gets that table, in one pass over the subject against the direction of its body: see
// table.go. So each assertion costs what a few passes cost at most.
//
// An atomic group is matched by plain backtracking whose choices are then forgotten. That is not linear by itself (Fujinami and Hasuo,
// "Efficient matching with memoization for regexes with look-around and atomic grouping", ESOP 2024, show what would have to be
// remembered): an allowance bounds it, and where that is used up, the search is left undecided. The same goes for positive lookahead
// whose groups are wanted, because a table does not tell them.

const (
	patience   = 2048     // choices before there is a bitmap or a table
	frameJobs  = 64       // stack in the frame
	maxScratch = 4 << 20  // bytes of bitmap, tables and stack together
	maxSubject = 64 << 20 // so that positions fit in an int32, and what is counted in an int of 32 bits
	unlimited  = int(^uint(0) >> 2)
)

// What becomes of an attempt that finds no match.
const (
	failed  = -1
	overrun = -2 // as many choices have been made as were allowed
	undone  = -3 // it cannot be decided here
)

// job is what there is to do after a failure: go on at pc and pos or, with pc < 0, set slot ^pc back to pos.
type job struct{ pos, pc int32 }

// machine is the state of one search. It lives in the frame of backtrack.
type machine struct {
	c         *code
	s         string
	from      int          // where the search began
	caps      []int        // slots wanted
	notEmpty  bool         // a match must not be empty
	memo      bool         // there is a bitmap
	jobs      []job        // the stack
	njobs     int          // jobs on it
	patience  int          // choices before there is a bitmap, and for each 512 bytes before there is a table
	steps     int          // choices left before an overrun
	allowance int          // choices left for what the bitmap does not cover, once there is one
	start     int          // where the attempt began
	base      int          // the first position of the bitmap
	stride    int          // bits of the bitmap that a join has
	visited   []uint64     // the bitmap
	scratch   int          // bytes taken from the arena
	passed    int          // choices, and what else took as long, that steps does not tell
	watch     *watch.Watch // may end the search early
	ticks     int          // before the next look at it
	looks     [maxLooks]lookState
}

// ticksPerLook is how many attempts, and positions at joins, a search passes between two looks at its watch. One takes some
// nanoseconds.
const ticksPerLook = 8 * watch.Slice

// canceled takes so many ticks, and reports whether the search must end.
func (x *machine) canceled(ticks int) bool {
	if x.ticks -= ticks; x.ticks > 0 {
		return false
	}
	x.ticks = ticksPerLook
	return x.watch.Look()
}

// blocks are what a search has taken from the arena. They are apart from the machine because giving one back lets it escape, and
// for the compiler all that the machine points to would escape with it.
type blocks struct {
	bitmap, jobs *arena.Block
	tables       [maxLooks]*arena.Block
}

func (b *blocks) release() {
	if b.bitmap != nil {
		b.bitmap.Release()
	}
	if b.jobs != nil {
		b.jobs.Release()
	}
	for _, table := range b.tables {
		if table != nil {
			table.Release()
		}
	}
}

// get takes a block from the arena, or returns nil where the search would hold too much.
func (x *machine) get(bytes int) *arena.Block {
	if bytes > min(maxScratch-x.scratch, arena.MaxBlock) {
		return nil
	}
	x.scratch += bytes
	return arena.Get(bytes)
}

// backtrack is Search by the matcher of this file.
func (m *Matcher) backtrack(s string, pos int, anchored bool, caps []int, cost *Cost) (matched, decided bool) {
	c := m.program()
	if c == nil || len(s) > maxSubject || len(caps) > c.behind {
		return false, false
	}
	var (
		jobs [frameJobs]job
		held blocks
	)
	for i := range caps {
		caps[i] = -1
	}
	x := machine{c: c, s: s, from: pos, caps: caps, notEmpty: m.notEmpty, jobs: jobs[:], patience: m.patience, steps: m.patience,
		watch: cost.Watch, ticks: ticksPerLook}
	f := &filter{}
	if !anchored {
		f = m.filter()
		if f.exact && len(caps) == 0 && f.engine != nil {
			return f.engine.Search(s, pos, engine.Unanchored, nil), true
		}
	}
	v := x.search(&held, f, pos, anchored)
	if held != (blocks{}) {
		held.release()
	}
	cost.Spent += x.taken()
	return v >= 0, v != undone
}

// clearing is how many bytes of scratch are made ready, or passed by a filter, in the time of a step, as a power of two.
const clearing = 9

// taken returns how many steps the search has taken. A choice is made in less than the time of one, and so is an instruction of a
// pass.
func (x *machine) taken() int {
	left := x.patience
	if x.memo {
		left = unlimited
	}
	return (x.passed+left-x.steps)/8 + x.scratch>>clearing
}

// maxFilter bounds how often a filter that may look far beyond the beginning of a match is asked, so that searches stay linear.
const maxFilter = 16

// search tries one start after the other: those where the filter matches.
func (x *machine) search(held *blocks, f *filter, start int, anchored bool) int {
	var span [2]int
	for asked := 0; ; asked++ {
		if x.canceled(1) {
			return undone
		}
		if f.engine != nil && (f.local || asked < maxFilter) {
			if !f.engine.Search(x.s, start, engine.Unanchored, span[:]) {
				return failed
			}
			x.passed += (span[1] - start) >> 4
			start = span[0]
		}
		if v := x.attempt(held, start); v != failed || anchored || start >= len(x.s) {
			return v
		}
		start += forward(x.s, start)
	}
}

// attempt looks for a match that begins at start. After a failure all slots are -1 again.
func (x *machine) attempt(held *blocks, start int) int {
	x.start = start
	v := x.run(held, x.c.start, start)
	if v == overrun {
		if !x.remember(held, start) {
			return undone
		}
		x.passed += x.patience - x.steps
		x.steps = unlimited // the bitmap bounds them
		for i := range x.caps {
			x.caps[i] = -1
		}
		v = x.run(held, x.c.start, start)
	}
	if v >= 0 && len(x.caps) > 0 {
		if x.caps[1] = v; x.caps[0] < 0 {
			x.caps[0] = start
		}
	}
	return v
}

// remember begins to keep a bitmap, of the positions from base on.
func (x *machine) remember(held *blocks, base int) bool {
	x.memo = true
	x.allowance = 16*len(x.s) + patience
	x.base = base
	x.stride = len(x.s) - base + 1
	if x.stride > 8*arena.MaxBlock/max(x.c.joins, 1) {
		return false
	}
	words := (x.c.joins*x.stride + 63) / 64
	if held.bitmap = x.get(8 * words); held.bitmap == nil {
		return false
	}
	x.visited = held.bitmap.Uint64s(words)
	clear(x.visited)
	return true
}

// run follows the paths from pc and pos and returns where the first that comes to its end ends, or failed, overrun or undone. After
// a failure the stack is what it was. After a match the choices and slots of the path are still on it.
func (x *machine) run(held *blocks, pc uint32, pos int) int {
	var (
		insts = x.c.insts
		sets  = x.c.firsts
		s     = x.s
		floor = x.njobs
	)
	for {
		in := &insts[pc]
		switch in.op {
		case opByte:
			if in.back {
				if pos > 0 && s[pos-1] == byte(in.arg) {
					pos--
					pc = in.out
					continue
				}
			} else if pos < len(s) && s[pos] == byte(in.arg) {
				pos++
				pc = in.out
				continue
			}
		case opClass:
			if w := x.c.takes(in, s, pos); w != 0 {
				pos += w
				pc = in.out
				continue
			}
		case opAlt:
			if x.steps--; x.steps < 0 {
				x.njobs = floor
				return overrun
			}
			b := next(s, pos, in.back)
			if !sets[in.onArg].has(b) {
				pc = in.out
				continue
			}
			if !sets[in.onOut].has(b) {
				pc = in.arg
				continue
			}
			if x.njobs == len(x.jobs) && !x.grow(held) {
				return undone
			}
			x.jobs[x.njobs] = job{int32(pos), int32(in.arg)}
			x.njobs++
			pc = in.out
			continue
		case opJoin:
			if !x.memo {
				pc = in.out
				continue
			}
			bit := uint(int(in.arg)*x.stride + pos - x.base)
			if w := &x.visited[bit/64]; *w>>(bit%64)&1 == 0 {
				*w |= 1 << (bit % 64)
				if x.canceled(1) {
					x.njobs = floor
					return undone
				}
				pc = in.out
				continue
			}
		case opCapture:
			if slot := int(in.arg); slot < len(x.caps) {
				if x.holds(floor, slot) {
					x.caps[slot] = pos
					pc = in.out
					continue
				}
				if x.njobs == len(x.jobs) && !x.grow(held) {
					return undone
				}
				x.jobs[x.njobs] = job{int32(x.caps[slot]), ^int32(slot)}
				x.njobs++
				x.caps[slot] = pos
			}
			pc = in.out
			continue
		case opAssert:
			if syntax.Assert(in.arg).Holds(x.s, x.from, pos) {
				pc = in.out
				continue
			}
		case opLook:
			v := failed
			if l := &x.c.looks[in.arg]; sets[l.on].has(next(s, pos, l.behind)) {
				v = x.look(held, int(in.arg), pos)
			} else if l.negative {
				v = pos
			}
			if v >= 0 {
				pc = in.out
				continue
			}
			if v != failed {
				x.njobs = floor
				return v
			}
		case opAtomic:
			a := &x.c.atomics[in.arg]
			v := x.once(held, a.start, pos)
			if v >= 0 {
				if pc = in.out; v == pos {
					pc = a.idle
				}
				pos = v
				continue
			}
			if v != failed {
				x.njobs = floor
				return v
			}
		case opDone:
			return pos
		case opMatch:
			if !x.notEmpty || pos != x.start {
				return pos
			}
		}
		// This path is a dead end: take back slots and go on from the choice before.
		for {
			if x.njobs == floor {
				return failed
			}
			x.njobs--
			j := x.jobs[x.njobs]
			if pos = int(j.pos); j.pc >= 0 {
				pc = uint32(j.pc)
				break
			}
			x.caps[^j.pc] = pos
		}
	}
}

// holds reports whether the stack holds what a slot was before the last choice, so that it need not be put there again. Groups in a
// loop that leaves no choices, as in `((?!a).)*$`, take no stack.
func (x *machine) holds(floor, slot int) bool {
	for n := x.njobs - 1; n >= floor && n >= x.njobs-4; n-- {
		if pc := x.jobs[n].pc; pc >= 0 {
			return false
		} else if ^pc == int32(slot) {
			return true
		}
	}
	return false
}

// grow makes the stack larger.
func (x *machine) grow(held *blocks) bool {
	n := 4 * len(x.jobs)
	old := held.jobs
	block := x.get(int(unsafe.Sizeof(job{})) * n)
	if block == nil {
		return false
	}
	words := block.Uint64s(n)
	// A job takes one word, aligned for more than it needs.
	jobs := unsafe.Slice((*job)(unsafe.Pointer(unsafe.SliceData(words))), n)
	copy(jobs, x.jobs)
	x.jobs = jobs
	held.jobs = block
	if old != nil {
		old.Release()
		x.scratch -= 8 * n / 4
	}
	return true
}

// once matches the body of an atomic group or of a positive lookahead whose groups are wanted: its choices are forgotten, and what it
// recorded is taken back only with what was before it. The bitmap does not cover it, so it has an allowance.
func (x *machine) once(held *blocks, start uint32, pos int) int {
	floor := x.njobs
	before := x.steps
	if x.memo {
		x.steps = min(x.steps, x.allowance)
	}
	v := x.run(held, start, pos)
	if x.memo {
		used := min(before, x.allowance) - x.steps
		x.allowance -= used
		x.steps = before - used
		if v == overrun {
			v = undone
		}
	}
	if v < 0 {
		return v
	}
	top := floor
	for _, j := range x.jobs[floor:x.njobs] {
		if j.pc < 0 {
			x.jobs[top] = j
			top++
		}
	}
	x.njobs = top
	return v
}

// takes returns by how much the position moves if a rune of the class is taken, 0 if there is none.
func (c *code) takes(in *inst, s string, pos int) int {
	class := &c.classes[in.arg]
	if in.back {
		if pos == 0 {
			return 0
		}
		if b := s[pos-1]; b < utf8.RuneSelf {
			return -int(class.ASCII[b>>6&1] >> (b & 63) & 1)
		}
		if r, w := utf8.DecodeLastRuneInString(s[:pos]); class.Contains(r) {
			return -w
		}
		return 0
	}
	if pos >= len(s) {
		return 0
	}
	if b := s[pos]; b < utf8.RuneSelf {
		return int(class.ASCII[b>>6&1] >> (b & 63) & 1)
	}
	if r, w := utf8.DecodeRuneInString(s[pos:]); class.Contains(r) {
		return w
	}
	return 0
}

// forward returns the width of the rune at pos.
func forward(s string, pos int) int {
	if s[pos] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeRuneInString(s[pos:])
	return w
}
