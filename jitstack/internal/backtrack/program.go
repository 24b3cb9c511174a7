// Package backtrack matches Perl-compatible patterns by backtracking on an explicit stack.
//
// A backtracker follows one path through the pattern and keeps a stack of the choices that it may have to come back to. Perl's,
// PCRE's and everybody's first recursed on the machine's stack, and a subject could make that overflow; PCRE2's interpreter has
// kept its frames in a block on the heap since 10.30, a copy of all captures in each, and its compiled code on a stack of its
// own, frames as large as what they have to restore. This is the second way, interpreted:
//
//   - A frame is two to four words: what to restore and where to go on, with a tag on top that says how to read it
//     (frame.go). Captures are restored one by one, from what was pushed when they changed. A rule that looks ahead at every
//     character of a request takes 16 bytes a character.
//   - Frames lie above the registers in one block that grows by doubling up to the caller's bound (stack.go). To grow is all
//     that can allocate, and to be refused it is a verdict.
//   - Steps are counted, because a bound on memory alone leaves (x+x+)+y exponential (search loop: match.go).
//   - What can be known of a pattern is worked out before: with which bytes a part can begin, whether it can be empty,
//     whether it leaves choices (facts.go). So most choices are never made: a branch that the next byte rules out is not
//     entered, a run that what follows can never want back keeps what it has, a lookahead that can not begin here is passed.
//   - Runs of one class are one instruction and one frame, whatever their length; loops over one rune behind negative
//     lookaheads are, but for a frame a round where they are captured (loops.go).
//
// Semantics are those of PCRE2, whose documentation pcre2pattern(3) is the reference for what verbs, calls and empty rounds do.
//
// Package jitstack is its only user: it compiles trees of package syntax here, and hands what is regular to package linear
// instead.
package backtrack

import (
	"fmt"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/literal"
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
	opClass         // one rune of classes[x], which begins with a byte of set; captured as group z, if that is not 0
	opAnyByte       // \C
	opNewline       // \R
	opGrapheme      // \X
	opRun           // y to z runes of classes[x], as many as it can; gives back one at a time, where set2 lets the match go on at n
	opRunAtomic     // the same, and gives nothing back
	opRunBytes      // the same from y, 0 or 1, without bound, a byte of set at a time; as group z; n, n+1: where it ran last
	opRunLazy       // like opRun, as few as it can
	opStep          // rounds of the loop behind it, over at n, that are one rune: emitStep
	opJump          // goes on at x
	opSplit         // goes on at x, or, with less priority, at y; set and set2 are what each can begin with
	opOpen          // register x becomes the position: where a group begins
	opClose         // group x becomes the text from register y to here
	opKeep          // \K
	opAssert        // the assertion b holds
	opBackref       // the text of group y, or, if that is 0, of the first set group of lists[x]
	opCount         // register x becomes 0
	opLoop          // the head of a loop from z to n rounds, counted in register x, that goes on at y when it is over
	opRound         // register x becomes the position: where a round of a loop begins
	opRoundEnd      // goes on at y if this round, begun at register x, was empty, and, if n is not 0, register z is n
	opAtomic        // register x becomes the height of the stack; registers y to z, which captures may change, are saved
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
	opBehind        // goes back y to z runes, as many as it can, and goes on at n
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
	shared  shared
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
	for i := range p.starts.needs {
		n += int(unsafe.Sizeof(need{})) + p.starts.needs[i].finder.MemoryUsage()
	}
	for _, l := range p.lists {
		n += 4 * len(l)
	}
	return n
}

// CanBeEmpty reports whether a match may be empty, as far as is known.
func (p *Program) CanBeEmpty() bool { return p.empty }

// MinLen returns how many bytes the shortest match has, or fewer.
func (p *Program) MinLen() int { return p.starts.least }

// HasLooks reports whether the pattern has lookarounds.
func (p *Program) HasLooks() bool { return p.looks }

// String tells in words how large the program is and where its matches can begin.
func (p *Program) String() string {
	return fmt.Sprintf("%d instructions, %d registers, %s", len(p.insts), p.regs, &p.starts)
}
