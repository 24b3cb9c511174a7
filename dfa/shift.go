package dfa

import (
	"slices"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// An automaton of up to ten states fits into one word a byte value: six bits for each state, which hold six times the number of the
// state that follows. With s six times the number of a state, row[b] >> s is the next, in its low six bits, so that a byte costs
// one shift where the way from node to node waits for a load: the idea is Per Vognsen's ("Shift-based DFAs", 2022).
//
// It gives verdicts: once a match is certain the automaton stays in the state hit, and where none can come, in the state dead; they are
// looked for once in eight bytes. Where in these a match ends it does not tell, but that is near enough to lead an automaton that does
// (lead.go). Bytes from 0x80 on have one row. That is right only where nothing of the program tells them
// apart, and where two of them in a row lead where one does: then it makes no difference how they form runes.
//
// A table is made whole, from the same construction as the lazy automaton, when the pattern has become hot. It takes 2 KB.

const (
	maxShiftStates = 10
	maxShiftInsts  = 24 // a program of more has no chance
	stateBits      = 6
	dead           = 0
	hit            = 1
)

// Shift is a table of shifts. It is immutable.
type Shift struct {
	rows  [256]uint64
	end   uint64   // by state, at its six bits: 1 if a match is known at the end of the text
	start [8]uint8 // by context: six times the state in which a search begins
}

// NewShift makes the table for searches by p, or returns nil where the automaton is too large or sees single runes. If they are
// anchored, they begin where the text begins.
func NewShift(p *program.Program, symbols *Symbols, anchored bool) *Shift {
	if len(symbols.reps) != 1 || len(p.Insts) > maxShiftInsts {
		return nil
	}
	// Stepped by rune classes, as backwards: there is one beyond ASCII.
	d := New(p, symbols, First, false, 1<<20)
	d.symbols.runes, d.pairs, d.account.limit = true, pairs{}, nil
	x := shifter{d: d, c: d.cache.Load(), t: &Shift{}}
	x.nodes[dead], x.nodes[hit] = nil, nil
	x.n = 2
	contexts := []uint8{0, atText, atLine, atWord}
	if anchored {
		contexts = []uint8{atText}
	}
	for _, context := range contexts {
		c, n := d.start(x.c, context, anchored)
		if n == nil || c != x.c {
			return nil
		}
		state, ok := x.state(n)
		if !ok {
			return nil
		}
		x.t.start[context] = uint8(stateBits * state)
	}
	if !x.fill() {
		return nil
	}
	return x.t
}

type shifter struct {
	d     *DFA
	c     *cache
	t     *Shift
	nodes [maxShiftStates]node // by state
	n     int                  // states so far
}

// state returns the number of the state that a node stands for.
func (x *shifter) state(n node) (int, bool) {
	switch s := stateOf(bare(n)); {
	case s.match:
		return hit, true
	case s.dead:
		return dead, true
	}
	switch certain, ok := x.certain(bare(n)); {
	case !ok:
		return 0, false
	case certain:
		return hit, true
	}
	if i := slices.Index(x.nodes[2:x.n], bare(n)); i >= 0 {
		return 2 + i, true
	}
	if x.n == maxShiftStates {
		return 0, false
	}
	x.nodes[x.n] = bare(n)
	x.n++
	return x.n - 1, true
}

// certain reports whether a match is known whatever follows n: it ends here, which a node tells one step late.
func (x *shifter) certain(n node) (certain, ok bool) {
	for _, next := range [...]int{firstStop + stopText, firstClass, 0, '\n', 'a', '~'} { // mostly one of these is enough to see that it is not
		if to, ok := x.step(n, next); !ok || !stateOf(to).match {
			return false, ok
		}
	}
	for b := range utf8.RuneSelf {
		if to, ok := x.step(n, b); !ok || !stateOf(to).match {
			return false, ok
		}
	}
	return true, true
}

// step returns the node that follows another.
func (x *shifter) step(n node, next int) (node, bool) {
	to := follow(n, x.d.symbols.offset(next))
	if to == unbuilt {
		if _, to = x.d.extend(x.c, n, next); to == nil || x.d.cache.Load() != x.c {
			return nil, false
		}
	}
	return bare(to), true
}

// follow returns the state that follows another on a step.
func (x *shifter) follow(state, next int) (int, bool) {
	if state == dead || state == hit {
		return state, true
	}
	to, ok := x.step(x.nodes[state], next)
	if !ok {
		return 0, false
	}
	return x.state(to)
}

// fill makes the rows. States are numbered as they are found, so that the loop comes to each.
func (x *shifter) fill() bool {
	set := func(b, state, to int) {
		x.t.rows[b] |= uint64(stateBits*to) << (stateBits * state)
	}
	for state := 0; state < x.n; state++ {
		for b := range utf8.RuneSelf {
			to, ok := x.follow(state, b)
			if !ok {
				return false
			}
			set(b, state, to)
		}
		high, ok := x.follow(state, firstClass)
		if !ok {
			return false
		}
		if again, ok := x.follow(high, firstClass); !ok || again != high {
			return false
		}
		for b := utf8.RuneSelf; b < 256; b++ {
			set(b, state, high)
		}
		end, ok := x.follow(state, firstStop+stopText)
		if !ok {
			return false
		}
		if end == hit {
			x.t.end |= 1 << (stateBits * state)
		}
	}
	return true
}

// Match reports whether there is a match in s from pos on.
func (t *Shift) Match(s string, pos int) bool { return t.nearEnd(s, pos) >= 0 }

// nearEnd looks for a match in s from pos on. It returns a position before which none ends, at most eight bytes before one is certain,
// or -1 where there is none.
func (t *Shift) nearEnd(s string, pos int) int {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	const mask = 1<<stateBits - 1
	state := uint64(t.start[context])
	text := s[pos:]
	for ; len(text) >= 8; text = text[8:] {
		state = t.rows[text[0]] >> (state & mask)
		state = t.rows[text[1]] >> (state & mask)
		state = t.rows[text[2]] >> (state & mask)
		state = t.rows[text[3]] >> (state & mask)
		state = t.rows[text[4]] >> (state & mask)
		state = t.rows[text[5]] >> (state & mask)
		state = t.rows[text[6]] >> (state & mask)
		state = t.rows[text[7]] >> (state & mask)
		if state&mask <= stateBits*hit {
			if state&mask == stateBits*hit {
				return len(s) - len(text)
			}
			return -1
		}
	}
	for i := range len(text) {
		state = t.rows[text[i]] >> (state & mask)
	}
	if t.end>>(state&mask)&1 != 0 {
		return len(s) - len(text)
	}
	return -1
}
