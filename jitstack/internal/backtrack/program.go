package backtrack

import (
	"fmt"
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// op is what an instruction does. Where nothing else is said it goes on with the instruction behind it.
type op uint8

const (
	opFail       op = iota
	opMatch         // the end of the pattern; inside a call of the whole pattern, the end of the call
	opByte          // the byte b
	opString        // the text strings[x]
	opFold          // the runes folds[x], in any case
	opClass         // one rune of classes[x]
	opAnyByte       // \C
	opNewline       // \R
	opGrapheme      // \X
	opRun           // y to z runes of classes[x], as many as it can; gives back one at a time, where set2 lets the match go on
	opRunAtomic     // the same, and gives nothing back
	opRunBytes      // y or more runes of classes[x], as many as it can, for good: y is 0 or 1, and a byte at a time will do; captured as group z, if it is not 0
	opRunLazy       // the same, as few as it can
	opStep          // rounds of the loop behind it that are one rune of set and need no more of the body; captured as group y, if it is not 0
	opJump          // goes on at x
	opSplit         // goes on at x, or, with less priority, at y; set and set2 are what each can begin with
	opOpen          // register x becomes the position: where a group begins
	opClose         // group x becomes the text from register y to here
	opKeep          // \K
	opAssert        // the assertion b holds
	opBackref       // the text of the first set group of lists[x]
	opCount         // register x becomes 0
	opLoop          // the head of a loop from z to n rounds, counted in register x, that goes on at y when it is over
	opRound         // register x becomes the position: where a round of a loop begins
	opRoundEnd      // goes on at y if this round, begun at register x, was empty
	opAtomic        // register x becomes the height of the stack; the groups' registers y to z are saved
	opCut           // forgets the choices made since the stack had the height in register x
	opLook          // opAtomic, and the position goes to register x+1
	opLookEnd       // opCut, and the position is that of register x+1 again
	opLookNot       // like opLook, but nothing is saved; goes on at n if what follows fails
	opLookNotEnd    // what followed an opLookNot did not fail: fails
	opLookOr        // opLook; goes on at n if what follows fails
	opLookOrEnd     // opLookEnd of an opLookOr
	opPeek          // the rune here is of classes[x], or the one before; with flagNot, there is no such rune
	opReenter       // register x becomes the position: a lookaround begins that can be entered again
	opReturnTo      // the position is that of register x again
	opBehind        // goes back y to z runes, as many as it can
	opBehindEnd     // the position is that of register x
	opIfGroup       // one of lists[x] is set; else goes on at y
	opIfCall        // the match is in a call of one of lists[x], or, where x is noList, of any; else goes on at y
	opCall          // goes on at x until the group y ends, then behind this
	opScope         // register x becomes the height of the stack: (*THEN) goes back to there
	opCommit        // the verbs: they do something when the match fails back to them
	opPrune
	opSkip
	opSkipTo // (*SKIP:name): to where the mark strings[x] was passed
	opThen   // goes back to the height in register x
	opMark   // (*MARK:name), strings[x]
)

// inst is one instruction, 32 bytes.
type inst struct {
	op    op
	flags flags
	b     uint8  // a byte, or an assertion
	bit   uint8  // of set
	bit2  uint8  // of set2
	page  uint16 // of set
	page2 uint16 // of set2
	x, y  uint32
	z, n  uint32
}

type flags uint8

const (
	flagSet    flags      = 1 << iota // set says something
	flagSet2                          // set2 says something
	flagEnd                           // set holds the end of the subject
	flagEnd2                          // set2 holds the end of the subject
	flagUndo                          // what a register held comes back when the match fails back to here
	flagCalled                        // of opClose: the group is called somewhere
	flagLazy                          // of opLoop
	flagFold                          // of opBackref
	flagCut    = flagLazy             // of opStep: what it took it keeps
	flagSpare  = flagFold             // of opStep: what follows can never want back what it took
	flagBefore = flagLazy             // of opPeek: the rune before is meant
	flagNot    = flagFold             // of opPeek
)

// page holds eight sets of bytes: set i has its bytes where bit i is.
type page [256]uint8

// none is the value of an unset position, and a count without bound.
const none = ^uint32(0)

// maxLen is how long a subject may be: positions are 32 bits wide, and one value means unset.
const maxLen = int64(none) - 1

// class is a set of runes.
type class struct {
	page uint16
	bit  uint8 // in the page: the bytes below 0x80 that are runes of the set, and those from 0x80 on that such a rune can begin with
	high high
	span *literal.Set    // the bytes of the set, where no rune has to be decoded
	runs *program.Ranges // highSome: the runes from 0x80 on
}

// high says which runes from 0x80 on are in a class.
type high uint8

const (
	highNone high = iota
	highAll
	highSome
)

// Program is a compiled pattern. It is immutable.
type Program struct {
	insts   []inst
	pages   []page
	classes []class
	strings []string
	folds   [][]rune
	lists   [][]uint32 // groups
	flags   syntax.Flags
	groups  int // those of the tree, the whole match included
	regs    int // registers: two a group, then those that the instructions use
	call    int // the register with the height of the stack at the call that the match is in, 0 in none
	guard   int // the register with the height of the stack to which verbs go back, 0 for the whole attempt
	scopes  [2]int
	calls   bool // there are calls
	verbs   bool // there are verbs
	looks   bool // there are lookarounds
	empty   bool // a match may be empty
	starts  starts
}

// noList is the list of opIfCall for any call.
const noList = none

// MemoryUsage returns how many bytes the program holds.
func (p *Program) MemoryUsage() int {
	n := int(unsafe.Sizeof(*p)) + len(p.insts)*int(unsafe.Sizeof(inst{})) + len(p.pages)*int(unsafe.Sizeof(page{})) +
		len(p.classes)*int(unsafe.Sizeof(class{}))
	for i := range p.classes {
		if r := p.classes[i].runs; r != nil {
			n += 4 * len(r.Pairs)
		}
		if p.classes[i].span != nil {
			n += int(unsafe.Sizeof(literal.Set{}))
		}
	}
	for _, s := range p.strings {
		n += len(s)
	}
	for _, f := range p.folds {
		n += 4 * len(f)
	}
	for _, l := range p.lists {
		n += 4 * len(l)
	}
	return n
}

// CanBeEmpty reports whether a match may be empty, as far as is known.
func (p *Program) CanBeEmpty() bool { return p.empty }

// HasLooks reports whether the pattern has lookarounds.
func (p *Program) HasLooks() bool { return p.looks }

// Len returns how many instructions the program has.
func (p *Program) Len() int { return len(p.insts) }

// at reports whether the rune of s at pos, which is in s, is of the class, and how many bytes it takes.
func (c *class) at(pages []page, s string, pos int) (width int, ok bool) {
	b := s[pos]
	if pages[c.page][b]>>(c.bit&7)&1 == 0 {
		return 0, false
	}
	if b < utf8.RuneSelf {
		return 1, true
	}
	r, w := utf8.DecodeRuneInString(s[pos:])
	return w, c.high == highAll || c.runs.Contains(r)
}

// run returns where the longest run of up to most runes of the class that begins at pos ends, and where its first least runes do.
// It reports false where there are fewer than these.
func (c *class) run(pages []page, s string, pos int, least, most uint32) (floor, end int, ok bool) {
	if c.high == highNone || c.high == highAll && most == none && least <= 1 {
		// Every byte is in or out by itself.
		floor = pos
		stop := len(s)
		if c.high == highNone {
			if uint64(most) < uint64(len(s)-pos) {
				stop = pos + int(most)
			}
			if uint64(least) > uint64(stop-pos) {
				return 0, pos, false
			}
			floor += int(least)
		}
		end = pos + c.spanFrom(pages, s[:stop], pos)
		if c.high == highAll && least == 1 {
			if end == pos {
				return 0, end, false
			}
			floor += runeWidth(s, pos)
		}
		return floor, end, end >= floor
	}
	floor, end = -1, pos
	for runes := uint32(0); ; runes++ {
		if runes == least {
			floor = end
		}
		if runes == most || end == len(s) {
			break
		}
		w, in := c.at(pages, s, end)
		if !in {
			break
		}
		end += w
	}
	return floor, end, floor >= 0
}

// shortRun is how many bytes of a run are looked at one by one: most runs are short, and vectors come after them.
const shortRun = 16

// spanFrom returns how many bytes of the class there are from pos on, where each is of the class or not by itself.
func (c *class) spanFrom(pages []page, s string, pos int) int {
	set, mask := &pages[c.page], uint8(1)<<(c.bit&7)
	end := pos
	for near := min(len(s), pos+shortRun); end < near; end++ {
		if set[s[end]]&mask == 0 {
			return end - pos
		}
	}
	return end - pos + literal.SpanSet(s[end:], c.span)
}

// runeWidth returns how many bytes the rune of s at pos takes.
func runeWidth(s string, pos int) int {
	if s[pos] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeRuneInString(s[pos:])
	return w
}

// runeWidthBefore returns how many bytes the rune of s before pos takes.
//
// Backwards the text falls into the same runes as forwards, whatever it holds: no rune that is valid begins or ends inside
// another, and what belongs to none is read byte by byte.
func runeWidthBefore(s string, pos int) int {
	if s[pos-1] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeLastRuneInString(s[:pos])
	return w
}

// String tells in words how large the program is and where its matches can begin.
func (p *Program) String() string {
	return fmt.Sprintf("%d instructions, %d registers, %s", len(p.insts), p.regs, &p.starts)
}
