package linear

import "github.com/arenaregexp/regexp/jitstack/internal/syntax"

// Where an assertion holds, for all positions at once.
//
// Whether the body of a lookahead matches from (instruction, position) follows from whether it does from the instruction's
// successors, at the same position or behind the rune there. So one pass from the end of the subject to its beginning tells it
// for all instructions at all positions, keeping no more than the last few; and whether it matches from its first instruction is
// the table. A lookbehind is compiled in a mirror, and the same pass goes the other way. Assertions inside assertions are asked like
// those in the pattern. (Mamouras and Chattopadhyay, "Efficient matching of regular expressions with lookaround assertions", POPL
// 2024; Barriere and Pit-Claudel, "Linear matching of JavaScript regular expressions", PLDI 2024.)

const (
	maxLooks = 8 // assertions of a pattern
	window   = 8 // positions that a pass keeps; a rune has at most four bytes
)

// lookState is what a search knows of an assertion.
type lookState struct {
	spent int      // choices made to evaluate it
	table []uint64 // a bit for each position, nil as long as there is none
}

// look returns a position, whichever, if the assertion holds, or else failed, overrun or undone.
func (x *machine) look(held *blocks, number, pos int) int {
	l := &x.c.looks[number]
	if l.slot < len(x.caps) {
		return x.once(held, l.start, pos)
	}
	state := &x.looks[number]
	if state.table == nil {
		// A choice takes about as long as an instruction does in a pass.
		left := x.patience*(1+len(x.s)/512) - state.spent
		v := failed
		if left > 0 {
			before, floor := x.steps, x.njobs
			x.steps = left
			v = x.run(held, l.start, pos)
			x.njobs = floor
			used := left - max(x.steps, 0) + 1
			state.spent += used
			x.steps = before - used
		} else {
			v = overrun
		}
		switch {
		case v == overrun && l.atomic:
			return undone
		case v != overrun:
			return negate(l, v)
		case !x.tabulate(held, number):
			return undone
		}
	}
	v := failed
	if state.table[pos/64]>>(pos%64)&1 != 0 {
		v = pos
	}
	return negate(l, v)
}

// negate turns what became of a body into what that means for the assertion.
func negate(l *look, v int) int {
	if v < failed || !l.negative {
		return v
	}
	if v == failed {
		return 0
	}
	return failed
}

// tabulate makes the table of an assertion. It reports false where there is no room for it, or where it depends on something
// that cannot be decided, and where the watch ends the search.
func (x *machine) tabulate(held *blocks, number int) bool {
	var (
		l     = &x.c.looks[number]
		n     = len(x.s)
		words = n/64 + 1
		width = int(l.end-l.begin) + int(pcFirst)
	)
	block := x.get(8*words + window*width + 8)
	if block == nil {
		return false
	}
	held.tables[number] = block
	table := block.Uint64s(words)
	rows := block.Bytes(window * width)
	clear(table)
	pos, step := n, -1
	if l.behind {
		pos, step = 0, 1
	}
	// at returns where the row of a position has the entry of an instruction.
	at := func(pos int, pc uint32) int {
		if pc >= pcFirst {
			pc -= l.begin - pcFirst
		}
		return pos%window*width + int(pc)
	}
	for range n + 1 {
		if x.canceled(len(l.order)) {
			return false
		}
		for _, pc := range l.order {
			in := &x.c.insts[pc]
			holds := byte(0)
			switch in.op {
			case opDone:
				holds = 1
			case opByte:
				if in.back && pos > 0 && x.s[pos-1] == byte(in.arg) {
					holds = rows[at(pos-1, in.out)]
				} else if !in.back && pos < n && x.s[pos] == byte(in.arg) {
					holds = rows[at(pos+1, in.out)]
				}
			case opClass:
				if w := x.c.takes(in, x.s, pos); w != 0 {
					holds = rows[at(pos+w, in.out)]
				}
			case opAlt:
				holds = rows[at(pos, in.out)] | rows[at(pos, in.arg)]
			case opCapture:
				holds = rows[at(pos, in.out)]
			case opAssert:
				if holds = rows[at(pos, in.out)]; holds != 0 && !syntax.Assert(in.arg).Holds(x.s, x.from, pos) {
					holds = 0
				}
			case opLook:
				if holds = rows[at(pos, in.out)]; holds != 0 {
					switch v := x.look(held, int(in.arg), pos); {
					case v < failed:
						return false
					case v == failed:
						holds = 0
					}
				}
			}
			rows[at(pos, pc)] = holds
		}
		if rows[at(pos, l.start)] != 0 {
			table[pos/64] |= 1 << (pos % 64)
		}
		pos += step
	}
	x.looks[number].table = table
	x.passed += (n + 1) * len(l.order)
	return true
}
