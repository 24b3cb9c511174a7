package dfa

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/internal/program"
)

// This file builds states. The builder holds the lock of a cache, and its scratch comes from the arena. It follows the program as the Pike
// VM does, in the same order of priority, so the automaton finds the same matches.

// state describes a node. Once other goroutines can see it, only skip changes.
type state struct {
	key  string // identifies the state; from set on it holds the instructions in order of priority, with loop and mark
	set  int32
	open bool // the instructions are where paths enter (see settle), not where they consume a rune or match
	pending
	context uint8    // what precedes the position, as far as assertions will read it
	match   bool     // a match ended delay bytes before the byte that led here
	delay   uint8    // 0, unless broken UTF-8 was pending
	dead    bool     // no match can follow
	accepts []uint32 // in a set: the patterns whose matches ended, ascending
	start   bool     // no match has begun, so the search may skip to where one can begin
	tried   bool     // findSkip has examined the state
	skip    atomic.Pointer[skip]
}

// Entries of a state that are not instructions.
const (
	loop uint32 = 1<<32 - 1 - iota // begins a match at the next rune, with less priority than any match already begun
	mark                           // leftmost-longest: separates paths that began at one position from those that began later
)

// A context tells what precedes a position.
const (
	atText = 1 << iota // the beginning of the text
	atLine             // '\n'
	atWord             // a word character
)

// contextOf returns the context that a byte leaves.
func contextOf(b byte) uint8 {
	switch {
	case b == '\n':
		return atLine
	case syntax.IsWordChar(rune(b)):
		return atWord
	}
	return 0
}

// The automaton steps on a byte, on a stop or, backwards, on a class of non-ASCII runes. One numbering covers them all: bytes from 0, stops
// from firstStop, classes from firstClass.
const (
	firstStop  = 256
	firstClass = firstStop + stops
)

// holding returns the assertions that hold between a context and what follows it.
func holding(context uint8, next int) (ops syntax.EmptyOp) {
	if context&atText != 0 {
		ops |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	}
	if context&atLine != 0 {
		ops |= syntax.EmptyBeginLine
	}
	word := false
	switch {
	case next == firstStop+stopText:
		ops |= syntax.EmptyEndText | syntax.EmptyEndLine
	case next == '\n' || next == firstStop+stopLine:
		ops |= syntax.EmptyEndLine
	case next == firstStop+stopWord:
		word = true
	case next < firstStop:
		word = syntax.IsWordChar(rune(next))
	}
	if (context&atWord != 0) != word {
		return ops | syntax.EmptyWordBoundary
	}
	return ops | syntax.EmptyNoWordBoundary
}

// builder builds one state, in scratch memory.
type builder struct {
	d       *DFA
	block   *arena.Block // owns the slices; nil for the builder of a large program
	list    []uint32     // the current set, in order
	next    []uint32     // the set being built
	entries []uint32     // where the paths of that set enter
	open    bool         // list holds entries
	asserts bool         // a path met an assertion
	stamps  []uint32     // by instruction: the stamp of the last set that visited it
	stamp   uint32       // the stamp of next
	visits  int          // instructions visited since the last state
	stack   []uint32
	context uint8
	match   bool
	delay   int
	accepts []uint32
}

// builder returns a builder for d. The caller gives it back by done.
//
// The memory comes from the arena, and stamps is cleared for each state. If the program is large, as for a set of thousands of patterns,
// clearing would take as long as building the state. The automaton then keeps its builder, which takes four bytes an instruction.
func (d *DFA) builder() *builder {
	n := len(d.prog.Insts)
	if n > largeProgram {
		d.large.Lock()
		if d.kept == nil {
			d.kept = &builder{d: d, stamps: make([]uint32, n)}
		}
		return d.kept
	}
	room := 2*n + 4 // at most one mark before each entry
	block := arena.Get(4*(4*room+n) + 64)
	b := &builder{
		d:       d,
		block:   block,
		list:    block.Uint32s(room)[:0],
		next:    block.Uint32s(room)[:0],
		entries: block.Uint32s(room)[:0],
		stamps:  block.Uint32s(n),
		stack:   block.Uint32s(room)[:0],
	}
	clear(b.stamps)
	return b
}

// largeProgram is the number of instructions above which a program is large.
const largeProgram = 8 << 10

func (b *builder) done() {
	if b.block == nil {
		b.d.large.Unlock()
		return
	}
	b.block.Release()
}

// take loads the set of s into list.
func (b *builder) take(s *state) {
	b.list = b.list[:0]
	for set := s.key[s.set:]; set != ""; {
		var pc uint32
		pc, set = firstOf(set)
		b.list = append(b.list, pc)
	}
	b.open, b.context, b.match, b.delay = s.open, s.context, false, 0
	b.accepts = b.accepts[:0]
}

// begin starts a new, empty set in next.
func (b *builder) begin() {
	b.next = b.next[:0]
	b.entries = b.entries[:0]
	b.asserts = false
	if b.stamp++; b.stamp == 0 {
		clear(b.stamps)
		b.stamp = 1
	}
}

// fresh reports whether pc has not been visited since begin.
func (b *builder) fresh(pc uint32) bool { return b.stamps[pc] != b.stamp }

// visit marks pc as visited and reports whether it was fresh.
func (b *builder) visit(pc uint32) bool {
	if !b.fresh(pc) {
		return false
	}
	b.stamps[pc] = b.stamp
	b.visits++
	return true
}

// enter follows all paths from pc that consume no rune, and appends to next each instruction they reach that consumes one or matches.
// The assertions in ops hold. Any other assertion ends its path.
func (b *builder) enter(pc uint32, ops syntax.EmptyOp) {
	if pc != 0 && b.fresh(pc) {
		b.entries = append(b.entries, pc)
	}
	b.stack = append(b.stack[:0], pc)
	for len(b.stack) > 0 {
		pc := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		for pc != 0 && b.visit(pc) {
			i := &b.d.prog.Insts[pc]
			switch i.Op {
			case program.Alt:
				b.stack = append(b.stack, i.Arg)
				pc = i.Out
				continue
			case program.Capture:
				pc = i.Out
				continue
			case program.Assert:
				b.asserts = true
				if syntax.EmptyOp(i.Arg)&^ops == 0 {
					pc = i.Out
					continue
				}
			default:
				b.next = append(b.next, pc)
			}
			break
		}
	}
}

// settle makes the set just built the current one.
//
// If no path met an assertion, the set holds the instructions reached. An assertion must wait for the next symbol, and until then the
// priorities are not known either. In (?:^|a|)b, for example, b comes before a at the beginning of the text and after it elsewhere. So
// after an assertion the set is open: it holds where its paths enter, and boundary follows them when the next symbol is known.
func (b *builder) settle() {
	if b.open = b.asserts; b.open {
		b.list, b.entries = b.entries, b.list
	} else {
		b.list, b.next = b.next, b.list
	}
}

// mark separates the instructions added so far from those to come.
func (b *builder) mark() {
	if n := len(b.next); n > 0 && b.next[n-1] != mark {
		b.next = append(b.next, mark)
	}
	if n := len(b.entries); n > 0 && b.entries[n-1] != mark {
		b.entries = append(b.entries, mark)
	}
}

// loop lets a match begin at each later position.
func (b *builder) loop() {
	b.next = append(b.next, loop)
	b.entries = append(b.entries, loop)
}

// boundary decides which assertions hold between the context and the next symbol, and whether a match ends there. That position lies behind
// bytes before the byte being read.
func (b *builder) boundary(next, behind int) {
	if b.open {
		ops := holding(b.context, next)
		b.begin()
		for _, pc := range b.list {
			switch pc {
			case loop:
				b.loop()
			case mark:
				b.mark()
			default:
				b.enter(pc, ops)
			}
		}
		b.list, b.next = b.next, b.list
		b.open = false
	}
	at := slices.IndexFunc(b.list, func(pc uint32) bool {
		return pc < mark && b.d.prog.Insts[pc].Op == program.Match
	})
	if at < 0 {
		return
	}
	if b.d.set {
		b.accept(next, behind)
		return
	}
	b.match, b.delay = true, behind
	if !b.d.longest {
		b.list = b.list[:at] // what follows has less priority
		return
	}
	// Paths that began where this match did may still find a longer one. Paths that began later cannot win.
	if end := slices.Index(b.list[at:], mark); end >= 0 {
		b.list = b.list[:at+end]
	}
	b.list = slices.DeleteFunc(b.list, func(pc uint32) bool {
		return pc == loop || pc < mark && b.d.prog.Insts[pc].Op == program.Match
	})
}

// accept records the patterns whose matches end here and removes their Match instructions from the set. It cuts nothing off, because
// patterns do not compete.
func (b *builder) accept(next, behind int) {
	b.list = slices.DeleteFunc(b.list, func(pc uint32) bool {
		if pc >= mark || b.d.prog.Insts[pc].Op != program.Match {
			return false
		}
		if !b.d.full || next == firstStop+stopText && behind == 0 {
			b.accepts = append(b.accepts, b.d.prog.Insts[pc].Arg)
			b.match = true
		}
		return true
	})
}

// step moves the set over a rune.
func (b *builder) step(r rune) {
	b.begin()
	b.visits += len(b.list)
	for _, pc := range b.list {
		switch pc {
		case loop: // a match that begins here has the least priority
			if b.d.longest {
				b.mark()
			}
			b.enter(b.d.prog.Start, 0)
			b.loop()
		case mark:
			b.mark()
		default:
			if i := &b.d.prog.Insts[pc]; b.d.prog.MatchRune(i, r) {
				b.enter(i.Out, 0)
			}
		}
	}
	b.settle()
	b.context = 0
	if r < utf8.RuneSelf {
		b.context = contextOf(byte(r))
	}
}

// broken steps over n pending bytes as invalid UTF-8. boundary has already decided the assertions before the first of them.
func (b *builder) broken(n int) {
	for i := range n {
		if i > 0 {
			b.boundary(utf8.RuneSelf, n-i)
		}
		b.step(utf8.RuneError)
	}
}

// byByte steps the current set over next, with the bytes of p pending. It returns the bytes that are then pending.
func (b *builder) byByte(c *cache, p pending, next int) pending {
	if p.n > 0 {
		if next < firstStop {
			want, lo, hi := wants(p.bytes[0])
			if p.n > 1 {
				lo, hi = 0x80, 0xBF
			}
			if lo <= byte(next) && byte(next) <= hi {
				if int(p.n) < want {
					return c.canonical(b.d.symbols.Symbols, p.push(byte(next)))
				}
				var form [utf8.UTFMax]byte
				copy(form[:], p.bytes[:p.n])
				form[p.n] = byte(next)
				r, _ := utf8.DecodeRune(form[:p.n+1])
				b.step(r)
				return pending{}
			}
		}
		b.broken(int(p.n))
	}
	b.boundary(next, 0)
	switch {
	case next >= firstStop:
		b.list = b.list[:0]
	case next < utf8.RuneSelf:
		b.step(rune(next))
	default:
		if want, _, _ := wants(byte(next)); want > 0 {
			return c.canonical(b.d.symbols.Symbols, pending{}.push(byte(next)))
		}
		b.step(utf8.RuneError)
	}
	return pending{}
}

// byRune is the step of an automaton that reads runes: next is a byte below 0x80, a stop or a rune class.
func (b *builder) byRune(next int) {
	switch {
	case next >= firstClass:
		b.boundary(utf8.RuneSelf, 0)
		b.step(b.d.symbols.runeOf(next - firstClass))
	case next >= firstStop:
		b.boundary(next, 0)
		b.list = b.list[:0]
	default:
		b.boundary(next, 0)
		b.step(rune(next))
	}
}

// sortGroups sorts the instructions between marks, whose order means nothing: leftmost-longest paths that began together have equal
// priority, and so have the patterns of a set.
func (b *builder) sortGroups() {
	rest := b.list
	for len(rest) > 0 {
		n := slices.IndexFunc(rest, func(pc uint32) bool { return pc >= mark })
		if n < 0 {
			n = len(rest)
		}
		slices.Sort(rest[:n])
		rest = rest[min(n+1, len(rest)):]
	}
}

// keyed is added to each instruction in a key, so that loop and mark wrap around to 1 and 0 and take one byte, too.
const keyed = 2

// key appends what identifies the current state and returns the index at which its instructions begin. In small programs each instruction
// takes one byte.
func (b *builder) key(dst []byte, p pending) (key []byte, set int) {
	flags := b.context<<4 | uint8(b.delay)<<1
	if b.match {
		flags |= 1
	}
	if b.open {
		flags |= 1 << 7
	}
	dst = append(dst, flags, p.n)
	dst = append(dst, p.bytes[:p.n]...)
	dst = binary.AppendUvarint(dst, uint64(len(b.accepts)))
	for _, id := range b.accepts {
		dst = binary.AppendUvarint(dst, uint64(id))
	}
	set = len(dst)
	return b.appendSet(dst), set
}

// firstOf returns the first entry of the instructions in a key, and those behind it.
func firstOf(set string) (pc uint32, rest string) {
	n := 0
	for ; set[n] >= 0x80; n++ {
		pc |= uint32(set[n]&0x7f) << (7 * n)
	}
	pc |= uint32(set[n]) << (7 * n)
	return pc - keyed, set[n+1:]
}

// appendSet appends the instructions of the current set.
func (b *builder) appendSet(dst []byte) []byte {
	for _, pc := range b.list {
		dst = binary.AppendUvarint(dst, uint64(pc+keyed))
	}
	return dst
}
