// Package onepass matches, captures included, patterns in which the next rune always settles what to do.
//
// In a one-pass pattern, such as `^(\d+)-(\d+)$` and unlike `^(\d*)(\d*)$`, at most one path survives each
// rune of an anchored match. Captures can then be written straight into the result while a table walks the
// subject: a row for each state, and in it, for each class of runes, one word with the next state, the slots
// to set on the way and the assertions that must hold. The idea is Russ Cox's (RE2, onepass.cc).
//
// Where RE2 copies its captures whenever the state it comes to is a possible end, this matcher remembers the
// end only, and saves the slots when they are about to change after one; most patterns never do.
//
// It is for anchored searches. The table is built when a pattern has become hot.
package onepass

import (
	"math/bits"
	"regexp/syntax"
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/internal/program"
)

// An action is one cell of the table:
//
//	bits 0-31   slots to set to the position before the rune (slots 0 and 1 are never among them)
//	bits 32-37  assertions that must hold there (syntax.EmptyOp)
//	bit  38     an end of the match at this state has priority over going on
//	bit  39     the next state is a possible end of the match
//	bits 40-63  where the row of the next state begins in the table; 0 for none
//
// The last cell of a row tells of the end of the match in that state: slots and assertions as above, and 0 in
// place of the next row where the state is no end.
type action uint64

const (
	slotBits   = 32
	holdsShift = slotBits
	holdsMask  = 0x3f << holdsShift
	wins       = action(1) << 38
	nextEnds   = action(1) << 39
	nextShift  = 40
	special    = action(1)<<nextShift - 1 // all that a plain step has not
	isEnd      = action(1) << nextShift   // in the last cell of a row
)

// Matcher is a one-pass program as a table. It is immutable.
type Matcher struct {
	table   []action
	start   int // row of the first state
	symbols int // cells of a row but the last
	longest bool
	ascii   [utf8.RuneSelf]uint8 // symbol of each rune below 0x80
	cuts    []rune               // runes from 0x80 on: where the next interval begins, ascending
	high    []uint8              // and the symbol of each interval; high[0] lies before cuts[0]
}

// Search looks for a match at pos exactly. With full, it must end at end. No rune is consumed from end on,
// but assertions see the whole of s. On a match it fills caps.
func (m *Matcher) Search(s string, pos, end int, full bool, caps []int) bool {
	for i := range caps {
		caps[i] = -1
	}
	var (
		row     = m.start
		p       = pos
		matched = -1     // where the best match so far ends
		ending  action   // the slots that end set
		saved   snapshot // slots as they were at that end, if they changed since
		here    = false  // the state at p is an end whose assertions hold
	)
	if fin := m.table[row+m.symbols]; fin >= isEnd {
		here = !full || p == end
		here = here && holds(fin, s, p)
		if here {
			matched, ending = p, fin
		}
	}
	for p < end {
		if matched >= 0 && len(caps) == 0 {
			return true
		}
		var act action
		w := 1
		if b := s[p]; b < utf8.RuneSelf {
			act = m.table[row+int(m.ascii[b])]
		} else {
			var sym uint8
			sym, w = m.symbol(s, p)
			act = m.table[row+int(sym)]
		}
		if act&special != 0 {
			if here && act&wins != 0 && !full && !m.longest {
				break
			}
			if !holds(act, s, p) {
				break
			}
			if set := uint32(act) & m.wanted(caps); set != 0 {
				if matched >= 0 && !saved.taken() {
					saved.take(caps)
				}
				assign(caps, set, p)
			}
			here = false
			if act&nextEnds != 0 {
				if q := p + w; !full || q == end {
					if fin := m.table[int(act>>nextShift)+m.symbols]; holds(fin, s, q) {
						here = true
						matched, ending = q, fin
						saved.drop()
					}
				}
			}
		} else {
			here = false
		}
		if act>>nextShift == 0 {
			break
		}
		row = int(act >> nextShift)
		p += w
	}
	if matched < 0 {
		return false
	}
	if len(caps) >= 2 {
		saved.restore(caps)
		caps[0], caps[1] = pos, matched
		if set := uint32(ending) & m.wanted(caps); set != 0 {
			assign(caps, set, matched)
		}
	}
	return true
}

// wanted masks the slots that caps has room for.
func (m *Matcher) wanted(caps []int) uint32 { return uint32(1<<min(uint(len(caps)), slotBits) - 1) }

func assign(caps []int, set uint32, p int) {
	for ; set != 0; set &= set - 1 {
		caps[bits.TrailingZeros32(set)] = p
	}
}

func holds(act action, s string, p int) bool {
	return act&holdsMask == 0 || program.Holds(syntax.EmptyOp(act>>holdsShift&0x3f), s, p)
}

// symbol is the class of the rune at p, which is not ASCII, and its width.
func (m *Matcher) symbol(s string, p int) (uint8, int) {
	r, w := utf8.DecodeRuneInString(s[p:])
	lo, hi := 0, len(m.cuts)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if m.cuts[mid] <= r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return m.high[lo], w
}

// snapshot keeps slots that a longer match may or may not replace.
type snapshot struct {
	block *arena.Block
	room  []int
	slots []int // room, while it holds something
}

func (b *snapshot) taken() bool { return b.slots != nil }

func (b *snapshot) take(caps []int) {
	if b.block == nil {
		b.block = arena.Get(8 * slotBits)
		b.room = b.block.Ints(slotBits) // no pattern here writes more
	}
	b.slots = b.room[:copy(b.room, caps)]
}

func (b *snapshot) drop() { b.slots = nil }

// restore puts the slots back, if they were taken, and gives the memory back.
func (b *snapshot) restore(caps []int) {
	if b.slots != nil {
		copy(caps, b.slots)
	}
	if b.block != nil {
		b.block.Release()
	}
}

// MemoryUsage returns how many bytes the table takes.
func (m *Matcher) MemoryUsage() int {
	return int(unsafe.Sizeof(*m)) + 8*cap(m.table) + 4*cap(m.cuts) + cap(m.high)
}
