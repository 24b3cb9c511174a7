// Package glushkov tells whether a pattern matches, by a nondeterministic automaton whose set of states is a few machine words.
//
// Glushkov's automaton has one state for each position of the pattern: each instruction that consumes a rune. A search holds the
// set of positions that have just consumed a rune as bits. One step takes the set of positions that may follow, and keeps those that
// take the next rune. Baeza-Yates and Gonnet (CACM 1992) showed this for texts, Navarro and Raffinot (Flexible Pattern Matching in
// Strings, 2002) for regular expressions. The form is that of Hyperscan's LimEx (Wang et al., NSDI 2019): most positions are followed by
// the next one or by themselves, which a shift and a mask tell for all positions at once. The others are exceptions. Positions that lead to the same others share one, as
// those of .{0,200} do, and each is followed once a rune.
//
// A set of more than 64 positions takes several words. Of large patterns only a few words are not empty, and a step looks only at these.
//
// A lazy DFA is several times as fast over states that exist. This matcher has no states to build: it is made in microseconds, takes
// a few hundred bytes to some KB, and costs the same on the first subject as on the thousandth. So it serves patterns that are searched
// for rarely, at places that something else has found.
//
// It gives verdicts and no spans. It is exact on every subject: bytes below 0x80 go by a table, and the rest is decoded to runes as the
// standard library does. Its time is linear in the subject, at most positions x words operations a rune, and far less in practice.
//
// Assertions are settled when the automaton is made. Whether they hold depends on what lies before and after a place, of which four
// kinds each can be told apart: a table for each pair, of which most are equal and shared.
package glushkov

import (
	"encoding/binary"
	"math/bits"
	"regexp/syntax"
	"slices"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/program"
)

// Limits of a pattern. The last bounds the time and the memory that making the automaton takes.
const (
	maxWords = 64 // as many as a word has bits
	maxInsts = 1 << 13
	maxWork  = 1 << 18 // instructions that closures visit
)

// Matcher is the automaton of one program. It is immutable and safe for concurrent use.
type Matcher struct {
	words   int        // machine words of a set of positions
	plain   bool       // only the ends of the text matter to assertions, so that one table serves within it
	empty   bool       // the empty text matches in some context
	class   [128]uint8 // of ASCII bytes that the same positions take
	first   [2]uint64  // ASCII bytes with which a match can begin in some context
	takes   []uint64   // by class: the positions that take its bytes
	high    []uint64   // the positions that take every rune from 0x80 on
	special []special  // instructions that take some of these runes
	context [16]uint8  // by what lies before and after a place: its table
	tables  []table
	parts   []part // of sets of positions of several words
	prog    *program.Program
}

// special is a consuming instruction whose runes from 0x80 on need a look.
type special struct {
	inst      program.Inst
	positions []uint64
}

// table tells what follows a set of positions in a context.
type table struct {
	next       []uint64 // positions that the next one follows
	self       []uint64 // positions that follow themselves
	other      []uint64 // positions that others follow as well: exceptions tell which
	accept     []uint64 // positions after which a match ends
	init       []uint64 // positions with which a match begins
	begin      []span   // by class: the parts of those among them that take its bytes, if there are several words
	exceptions []exception
	exception  []uint16 // by position: its exception
	empty      bool     // the empty text matches
}

// exception is what follows some positions of one word, besides themselves and the next one.
type exception struct {
	mask  uint64 // the positions
	bits  uint64 // what follows them in their own word
	parts span   // what follows them elsewhere
}

// part is what a set has in one word. A span is a range of Matcher.parts.
type part struct {
	bits uint64
	word int
}

type span struct{ from, to uint32 }

// What lies before or after a place.
const (
	edge    = iota // the beginning or the end of the text
	newline        // '\n'
	word           // a word character
	neither
)

// kinds are those of bytes.
var kinds = func() (kinds [256]uint8) {
	for b := range kinds {
		kinds[b] = neither
		if syntax.IsWordChar(rune(b)) {
			kinds[b] = word
		}
	}
	kinds['\n'] = newline
	return kinds
}()

// New returns the automaton of p, or nil if p is too large.
func New(p *program.Program) *Matcher {
	if len(p.Insts) > maxInsts {
		return nil
	}
	b := builder{p: p, position: make([]int32, len(p.Insts)), mark: make([]uint32, len(p.Insts))}
	if !b.number() {
		return nil
	}
	m := &Matcher{words: max(1, (len(b.insts)+63)/64), prog: p}
	b.m = m
	b.classes()
	if !b.contexts() {
		return nil
	}
	m.parts = slices.Clip(m.parts)
	return m
}

// MemoryUsage returns how many bytes the automaton holds.
func (m *Matcher) MemoryUsage() int {
	n := int(unsafe.Sizeof(*m)) + 8*len(m.takes) + 8*len(m.high) + len(m.tables)*int(unsafe.Sizeof(table{})) + len(m.parts)*int(unsafe.Sizeof(part{}))
	for i := range m.special {
		n += int(unsafe.Sizeof(special{})) + 8*len(m.special[i].positions)
	}
	for i := range m.tables {
		t := &m.tables[i]
		n += 8*(len(t.next)+len(t.self)+len(t.other)+len(t.accept)+len(t.init)) + 8*len(t.begin) + len(t.exceptions)*int(unsafe.Sizeof(exception{})) + 2*len(t.exception)
	}
	return n
}

type builder struct {
	m        *Matcher
	p        *program.Program
	insts    []uint32 // by position: the instruction
	position []int32  // by instruction
	mark     []uint32 // by instruction: the last closure that met it
	closures uint32
	stack    []uint32
	work     int             // instructions that closures have visited
	asserts  syntax.EmptyOp  // all that the program asserts
	spans    map[string]span // of sets: their parts
	key      []byte
}

// number gives positions to the consuming instructions that can be reached. The compiler puts an instruction behind what it
// continues to, so that in descending order most positions are followed by the next one.
func (b *builder) number() bool {
	reached := make([]bool, len(b.p.Insts))
	b.stack = append(b.stack, b.p.Start)
	for len(b.stack) > 0 {
		pc := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if reached[pc] {
			continue
		}
		reached[pc] = true
		switch i := &b.p.Insts[pc]; i.Op {
		case program.Fail, program.Match:
		case program.Alt:
			b.stack = append(b.stack, i.Out, i.Arg)
		case program.Assert:
			b.asserts |= syntax.EmptyOp(i.Arg)
			fallthrough
		default:
			b.stack = append(b.stack, i.Out)
		}
	}
	for pc := len(reached) - 1; pc >= 0; pc-- {
		if reached[pc] && b.p.Insts[pc].Consumes() {
			if len(b.insts) == 64*maxWords {
				return false
			}
			b.position[pc] = int32(len(b.insts))
			b.insts = append(b.insts, uint32(pc))
		}
	}
	return true
}

// classes tells which positions take which runes.
func (b *builder) classes() {
	m, w := b.m, b.m.words
	type key struct {
		op  program.Op
		arg uint32
	}
	known := make(map[key][]uint64)
	var order []key
	for at, pc := range b.insts {
		i := &b.p.Insts[pc]
		k := key{i.Op, i.Arg}
		set := known[k]
		if set == nil {
			set = make([]uint64, w)
			known[k] = set
			order = append(order, k)
		}
		set[at/64] |= 1 << (at % 64)
	}
	all := make([]uint64, 128*w)
	m.high = make([]uint64, w)
	for _, k := range order {
		inst, set := program.Inst{Op: k.op, Arg: k.arg}, known[k]
		first := b.p.FirstBytes(&inst)
		for half := range 2 {
			for bytes := first[half]; bytes != 0; bytes &= bytes - 1 {
				c := 64*half + bits.TrailingZeros64(bytes)
				union(all[c*w:c*w+w], set)
			}
		}
		switch {
		case k.op == program.Any, k.op == program.AnyNotNL, k.op == program.InClass && b.p.Classes[k.arg].High == program.AllHigh:
			union(m.high, set)
		case k.op == program.Rune, k.op == program.InClass && b.p.Classes[k.arg].High != nil:
			m.special = append(m.special, special{inst, set})
		}
	}
	for c := range 128 {
		set := all[c*w : c*w+w]
		k := 0
		for k*w < len(m.takes) && !slices.Equal(m.takes[k*w:k*w+w], set) {
			k++
		}
		if k*w == len(m.takes) {
			m.takes = append(m.takes, set...)
		}
		m.class[c] = uint8(k)
	}
	m.takes = slices.Clip(m.takes)
}

func union(dst, src []uint64) {
	for i, s := range src {
		dst[i] |= s
	}
}

// contexts makes the tables. It reports false if that takes too long.
func (b *builder) contexts() bool {
	m := b.m
	m.plain = b.asserts&^(syntax.EmptyBeginText|syntax.EmptyEndText) == 0
	lines := b.asserts&(syntax.EmptyBeginLine|syntax.EmptyEndLine) != 0
	words := b.asserts&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
	kind := func(k int) int { // of those that the assertions tell apart
		if k == newline && !lines || k == word && !words {
			return neither
		}
		return k
	}
	for before := range 4 {
		for after := range 4 {
			at := 4*before + after
			if same := 4*kind(before) + kind(after); same != at {
				continue
			}
			t := b.table(before, after)
			if b.work > maxWork {
				return false
			}
			k := slices.IndexFunc(m.tables, func(u table) bool { return t.equal(&u) })
			if k < 0 {
				k = len(m.tables)
				m.tables = append(m.tables, t)
			}
			m.context[at] = uint8(k)
		}
	}
	for at := range m.context {
		m.context[at] = m.context[4*kind(at/4)+kind(at%4)]
	}
	for i := range m.tables {
		t := &m.tables[i]
		m.empty = m.empty || t.empty
		b.begins(t)
	}
	return true
}

func (t *table) equal(u *table) bool {
	return t.empty == u.empty && slices.Equal(t.next, u.next) && slices.Equal(t.self, u.self) && slices.Equal(t.other, u.other) &&
		slices.Equal(t.accept, u.accept) && slices.Equal(t.init, u.init) && slices.Equal(t.exceptions, u.exceptions) && slices.Equal(t.exception, u.exception)
}

// begins tells with which bytes a match can begin.
func (b *builder) begins(t *table) {
	m, w := b.m, b.m.words
	if t.init == nil {
		return
	}
	set := make([]uint64, w)
	for class := range len(m.takes) / w {
		some := false
		for k := range set {
			set[k] = t.init[k] & m.takes[class*w+k]
			some = some || set[k] != 0
		}
		if w > 1 {
			t.begin = append(t.begin, b.span(set, -1))
		}
		for c, k := range m.class {
			if some && int(k) == class {
				m.first[c/64] |= 1 << (c % 64)
			}
		}
	}
	t.begin = slices.Clip(t.begin)
}

// span returns the parts of a set, but for one word. Equal sets share their parts.
func (b *builder) span(set []uint64, but int) span {
	b.key = b.key[:0]
	for k, bits := range set {
		if bits != 0 && k != but {
			b.key = append(b.key, byte(k))
			b.key = binary.LittleEndian.AppendUint64(b.key, bits)
		}
	}
	if known, ok := b.spans[string(b.key)]; ok {
		return known
	}
	x := span{from: uint32(len(b.m.parts))}
	for k, bits := range set {
		if bits != 0 && k != but {
			b.m.parts = append(b.m.parts, part{bits, k})
		}
	}
	x.to = uint32(len(b.m.parts))
	if b.spans == nil {
		b.spans = make(map[string]span)
	}
	b.spans[string(b.key)] = x
	return x
}

// table makes the table of a context. What no search reads is nil: at the beginning of the text no position has consumed a rune, and
// at its end none can.
func (b *builder) table(before, after int) table {
	w := b.m.words
	room := make([]uint64, 6*w)
	take := func() []uint64 {
		s := room[:w:w]
		room = room[w:]
		return s
	}
	var t table
	set := take()
	t.empty = b.closure(set, b.p.Start, before, after)
	if after != edge {
		t.init = set
		set = take()
	}
	if before == edge {
		return t
	}
	t.accept = take()
	if after != edge {
		t.next, t.self, t.other = take(), take(), take()
	}
	type follow struct {
		word  int
		bits  uint64
		parts span
	}
	known := make(map[follow]int) // positions of a loop are followed by the same others
	for at, pc := range b.insts {
		clear(set)
		if b.closure(set, b.p.Insts[pc].Out, before, after) {
			add(t.accept, at)
		}
		if b.work > maxWork {
			break
		}
		if after == edge {
			continue
		}
		if has(set, at) {
			remove(set, at)
			add(t.self, at)
		}
		if at+1 < len(b.insts) && has(set, at+1) {
			remove(set, at+1)
			add(t.next, at)
		}
		if !slices.ContainsFunc(set, func(x uint64) bool { return x != 0 }) {
			continue
		}
		add(t.other, at)
		if t.exception == nil {
			t.exception = make([]uint16, len(b.insts))
		}
		own := at / 64
		x := follow{own, set[own], b.span(set, own)}
		k, ok := known[x]
		if !ok {
			k = len(t.exceptions)
			known[x] = k
			t.exceptions = append(t.exceptions, exception{bits: x.bits, parts: x.parts})
		}
		t.exceptions[k].mask |= 1 << (at % 64)
		t.exception[at] = uint16(k)
	}
	t.exceptions = slices.Clip(t.exceptions)
	return t
}

func add(set []uint64, at int)      { set[at/64] |= 1 << (at % 64) }
func remove(set []uint64, at int)   { set[at/64] &^= 1 << (at % 64) }
func has(set []uint64, at int) bool { return set[at/64]>>(at%64)&1 != 0 }

// closure adds to set the positions that pc leads to without consuming a rune, and reports whether it leads to a match.
func (b *builder) closure(set []uint64, pc uint32, before, after int) (match bool) {
	b.closures++
	b.stack = append(b.stack[:0], pc)
	for len(b.stack) > 0 {
		pc := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if b.mark[pc] == b.closures {
			continue
		}
		b.mark[pc] = b.closures
		b.work++
		switch i := &b.p.Insts[pc]; i.Op {
		case program.Fail:
		case program.Match:
			match = true
		case program.Alt:
			b.stack = append(b.stack, i.Out, i.Arg)
		case program.Capture:
			b.stack = append(b.stack, i.Out)
		case program.Assert:
			if holds(syntax.EmptyOp(i.Arg), before, after) {
				b.stack = append(b.stack, i.Out)
			}
		default:
			add(set, int(b.position[pc]))
		}
	}
	return match
}

// holds reports whether assertions hold between what lies before and after a place.
func holds(ops syntax.EmptyOp, before, after int) bool {
	boundary := (before == word) != (after == word)
	for _, a := range [...]struct {
		op   syntax.EmptyOp
		does bool
	}{
		{syntax.EmptyBeginText, before == edge},
		{syntax.EmptyEndText, after == edge},
		{syntax.EmptyBeginLine, before == edge || before == newline},
		{syntax.EmptyEndLine, after == edge || after == newline},
		{syntax.EmptyWordBoundary, boundary},
		{syntax.EmptyNoWordBoundary, !boundary},
	} {
		if ops&a.op != 0 && !a.does {
			return false
		}
	}
	return true
}
