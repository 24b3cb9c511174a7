package dfa

import (
	"slices"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// A table of shifts is a DFA of up to ten states with one 64-bit word for each byte value. The word holds six bits for each state: six
// times the number of the next state. If s is six times the current state, row[b] >> s has six times the next state in its low six bits. So
// a byte costs one shift. The walk from node to node waits for a load instead. The idea is Per Vognsen's ("Shift-based DFAs", 2022).
//
// The table only answers whether there is a match. State hit means that a match is certain, state dead that none can come, and the
// automaton never leaves either. The loop tests for them once every eight bytes. So it does not tell where the match ends, but it comes
// near enough to lead an automaton that does (lead.go).
//
// All bytes from 0x80 on share one row. This is right only if no instruction tells non-ASCII runes apart and if two such bytes in a row
// lead to the same state as one: then it does not matter how the bytes form runes.
//
// NewShift builds the whole table at once, by the construction of the lazy automaton, when a pattern has become hot. A table takes 2 KB.

const (
	maxShiftStates = 10
	maxShiftInsts  = 24 // larger programs do not fit into ten states
	stateBits      = 6
	dead           = 0
	hit            = 1
)

// Shift is a table of shifts. It is immutable.
type Shift struct {
	rows  [256]uint64
	end   uint64   // at bit 6*state: 1 if the state has a match when the text ends
	start [8]uint8 // by context: six times the state in which a search begins
}

// NewShift builds the table for searches by p. It returns nil if the automaton is too large or tells single runes apart. Anchored searches
// begin only at the beginning of the text.
func NewShift(p *program.Program, symbols *Symbols, anchored bool) *Shift {
	if len(symbols.reps) != 1 || len(p.Insts) > maxShiftInsts {
		return nil
	}
	// The automaton steps by rune classes, as backward automata do. There is one class beyond ASCII.
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
	nodes [maxShiftStates]node // by state number
	n     int                  // number of states so far
}

// state returns the number of the state for a node.
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

// certain reports whether a match ends at n, whatever follows. Nodes report a match one step late, so certain tries the symbols.
func (x *shifter) certain(n node) (certain, ok bool) {
	for _, next := range [...]int{firstStop + stopText, firstClass, 0, '\n', 'a', '~'} { // most nodes fail on one of these
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

// step returns the node that follows n on next.
func (x *shifter) step(n node, next int) (node, bool) {
	to := follow(n, x.d.symbols.offset(next))
	if to == unbuilt {
		if _, to = x.d.extend(x.c, n, next); to == nil || x.d.cache.Load() != x.c {
			return nil, false
		}
	}
	return bare(to), true
}

// follow returns the state that follows another on next.
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

// fill fills the rows. It numbers states as it finds them, so its loop reaches each of them.
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

// Match reports whether s has a match from pos on.
func (t *Shift) Match(s string, pos int) bool { return t.nearEnd(s, pos) >= 0 }

// nearEnd looks for a match in s from pos on. It returns -1 if there is none. Otherwise no match ends before the position it returns, and
// the first ends at most eight bytes after it.
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
