package bitstate

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

type op uint8

const (
	opFail    op = iota
	opMatch      // the end of the pattern
	opByte       // consumes the byte b
	opLiteral    // consumes literals[arg]
	opRune       // consumes the rune arg
	opClass      // consumes a rune of classes[arg]
	opAny        // consumes any rune; with arg, any but '\n'
	opRun        // consumes bytes as long as runs[arg] takes them, and marks its row of the bitmap
	opAlt        // goes to out on the symbols in on, to arg on those in alt
	opCapture    // records the position in slot arg
	opAssert     // goes on if the assertions arg hold
)

// inst is 32 bytes, so that two share a cache line.
type inst struct {
	op   op
	b    byte
	join bool   // several ways lead here: it goes on where its row of the bitmap has no mark yet
	row  uint32 // of a join and of opRun
	out  uint32
	arg  uint32
	on   uint64
	alt  uint64
}

// A symbol is a class of bytes that no choice of the program tells apart, or the end of the text.
const (
	symEnd     = 63
	maxSymbols = symEnd
)

// maxInsts bounds the program: one window of 64 positions must fit its joins, and the standard
// library leaves programs over 500 instructions to its NFA.
const maxInsts = 20000

// Matcher is a program prepared for bounded backtracking. It is immutable.
type Matcher struct {
	insts    []inst
	start    uint32
	joins    int // rows of the bitmap
	longest  bool
	starts   *literal.Starts
	classes  []program.Class
	literals []string
	runs     []run
	symbols  [256]uint8
}

// New prepares p, or returns nil where p is too large. With longest, the leftmost-longest match is found, else the
// leftmost-first.
func New(p *program.Program, longest bool) *Matcher {
	if len(p.Insts) > maxInsts {
		return nil
	}
	b := builder{
		p:      p,
		firsts: p.Firsts(),
		m:      &Matcher{longest: longest, classes: p.Classes},
		at:     make([]uint32, len(p.Insts)),
		ways:   make([]uint8, len(p.Insts)),
	}
	b.m.starts = literal.NewStarts(literal.Seq{}, &b.firsts[p.Start])
	b.m.insts = make([]inst, 1, len(p.Insts)+8)
	b.count(p.Start)
	b.m.start = b.emit(p.Start)
	b.numberSymbols()
	return b.m
}

type builder struct {
	p      *program.Program
	m      *Matcher
	firsts []program.First
	at     []uint32 // by instruction of p: where it is in m, 0 if nowhere yet
	ways   []uint8  // by instruction of p: how many lead to it, 2 standing for more as well
	alts   []uint32 // choices of m ...
	altsOf []uint32 // ... and the instructions of p that they come from
}

// loop tells whether pc is the choice of a repetition of one consuming instruction, and which.
func (b *builder) loop(pc uint32) (body, leave uint32, lazy, ok bool) {
	i := &b.p.Insts[pc]
	if i.Op != program.Alt {
		return 0, 0, false, false
	}
	if out := &b.p.Insts[i.Out]; out.Consumes() && out.Out == pc {
		return i.Out, i.Arg, false, true
	}
	if arg := &b.p.Insts[i.Arg]; arg.Consumes() && arg.Out == pc {
		return i.Arg, i.Out, true, true
	}
	return 0, 0, false, false
}

// isRun tells whether the repetition at pc takes all that it can in every match: what follows can not
// begin with a byte of the class, and can not end the match earlier either.
func (b *builder) isRun(pc uint32) (body, leave uint32, ok bool) {
	body, leave, lazy, ok := b.loop(pc)
	if !ok || !b.p.Bytewise(&b.p.Insts[body]) {
		return 0, 0, false
	}
	next := &b.firsts[leave]
	class := b.p.FirstBytes(&b.p.Insts[body])
	if next.Bytes.Intersects(&class) || lazy && next.Free {
		return 0, 0, false
	}
	return body, leave, true
}

// skips returns the bytes on which the repetition at pc, of one instruction, goes on without a choice: what follows it cannot begin
// with them. In `.*?=` and `.*=` these are all but '=' and '\n'.
func (b *builder) skips(pc uint32) (set program.ByteSet, ok bool) {
	body, leave, _, ok := b.loop(pc)
	if !ok || !b.p.Bytewise(&b.p.Insts[body]) || b.firsts[leave].Free {
		return set, false
	}
	set = b.p.FirstBytes(&b.p.Insts[body])
	for i := range set {
		set[i] &^= b.firsts[leave].Bytes[i]
	}
	// A set that parts the bytes beyond ASCII could stop inside a rune.
	if set[2]&set[3] != ^uint64(0) {
		set[2], set[3] = 0, 0
	}
	return set, set.Len() >= 8
}

// count counts the ways into each instruction that can be reached from pc. The body of a run that
// is entered only through the run's choice is no instruction of its own.
func (b *builder) count(pc uint32) {
	stack := []uint32{pc}
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.ways[pc]++; b.ways[pc] > 1 {
			b.ways[pc] = 2
			continue
		}
		i := &b.p.Insts[pc]
		if _, leave, ok := b.isRun(pc); ok {
			stack = append(stack, leave)
			continue
		}
		switch i.Op {
		case program.Fail, program.Match:
		case program.Alt:
			stack = append(stack, i.Arg, i.Out)
		default:
			stack = append(stack, i.Out)
		}
	}
}

// emit translates what can be reached from pc, depth first on an explicit stack, and returns its place.
func (b *builder) emit(start uint32) uint32 {
	type hole struct {
		pc   uint32 // instruction of p to translate
		inst uint32 // instruction of m that goes on there
		arg  bool   // by its arg
	}
	holes := []hole{{pc: start}}
	entry := uint32(0)
	for len(holes) > 0 {
		h := holes[len(holes)-1]
		holes = holes[:len(holes)-1]
		place := b.at[h.pc]
		if place == 0 && h.pc != 0 {
			place = uint32(len(b.m.insts))
			b.at[h.pc] = place
			last, out, arg := b.one(h.pc)
			if arg != 0 {
				holes = append(holes, hole{pc: arg, inst: last, arg: true})
			}
			if out != 0 {
				holes = append(holes, hole{pc: out, inst: last})
			}
		}
		switch {
		case h.inst == 0:
			entry = place
		case h.arg:
			b.m.insts[h.inst].arg = place
		default:
			b.m.insts[h.inst].out = place
		}
	}
	return entry
}

// one appends the translation of the instruction pc. It returns the last instruction appended and
// the instructions of p that this one goes on to.
func (b *builder) one(pc uint32) (last, out, arg uint32) {
	m := b.m
	if body, leave, ok := b.isRun(pc); ok {
		m.runs = append(m.runs, newRun(b.p.FirstBytes(&b.p.Insts[body])))
		m.insts = append(m.insts, inst{op: opRun, arg: uint32(len(m.runs) - 1), row: uint32(m.joins)})
		m.joins++
		return uint32(len(m.insts) - 1), leave, 0
	}
	in := inst{}
	if set, ok := b.skips(pc); ok {
		// The choice of the loop comes behind a run, which marks what a join would.
		m.runs = append(m.runs, newRun(set))
		m.insts = append(m.insts, inst{op: opRun, out: uint32(len(m.insts) + 1), arg: uint32(len(m.runs) - 1), row: uint32(m.joins)})
		m.joins++
	} else if b.ways[pc] > 1 {
		in.join, in.row = true, uint32(m.joins)
		m.joins++
	}
	i := &b.p.Insts[pc]
	in.arg = i.Arg
	out = i.Out
	switch i.Op {
	case program.Match:
		in.op, out = opMatch, 0
	case program.Byte, program.Rune:
		var lit []byte
		lit, out = b.literal(pc)
		switch {
		case len(lit) == 1:
			in.op, in.b = opByte, lit[0]
		case len(lit) > 1:
			m.literals = append(m.literals, string(lit))
			in.op, in.arg = opLiteral, uint32(len(m.literals)-1)
		default: // U+FFFD, which a byte that is no UTF-8 matches as well
			in.op, out = opRune, i.Out
		}
	case program.InClass:
		in.op = opClass
	case program.Any, program.AnyNotNL:
		in.op, in.arg = opAny, 0
		if i.Op == program.AnyNotNL {
			in.arg = 1
		}
	case program.Alt:
		in.op, arg = opAlt, i.Arg
		b.alts = append(b.alts, uint32(len(m.insts)))
		b.altsOf = append(b.altsOf, pc)
	case program.Capture:
		in.op = opCapture
	case program.Assert:
		in.op = opAssert
	}
	m.insts = append(m.insts, in)
	return uint32(len(m.insts) - 1), out, arg
}

// literal gathers the text that must follow from pc on, as far as nothing else leads into it.
func (b *builder) literal(pc uint32) (text []byte, out uint32) {
	for {
		i := &b.p.Insts[pc]
		if (i.Op != program.Byte && i.Op != program.Rune) || i.Arg == utf8.RuneError {
			return text, pc
		}
		text = utf8.AppendRune(text, rune(i.Arg))
		pc = i.Out
		if b.ways[pc] > 1 {
			return text, pc
		}
	}
}

// numberSymbols splits the bytes into symbols, so that each choice either takes a branch on all bytes of a
// symbol or on none. Where there are more than maxSymbols, the last ones stay merged and the choices are as
// hopeful as the most hopeful byte: that costs steps, never an answer.
func (b *builder) numberSymbols() {
	m := b.m
	parts := append(make([]program.ByteSet, 0, maxSymbols), program.AllBytes)
	branch := func(pc uint32) *program.First { return &b.firsts[pc] }
	for _, pc := range b.altsOf {
		i := &b.p.Insts[pc]
		for _, f := range [...]*program.First{branch(i.Out), branch(i.Arg)} {
			if f.Free {
				continue
			}
			for k := 0; k < len(parts) && len(parts) < maxSymbols; k++ {
				in, out := parts[k], parts[k]
				for w := range in {
					in[w] &= f.Bytes[w]
					out[w] &^= f.Bytes[w]
				}
				if in != (program.ByteSet{}) && out != (program.ByteSet{}) {
					parts[k] = in
					parts = append(parts, out)
				}
			}
		}
	}
	for sym, part := range parts {
		for c := range 256 {
			if part.Contains(byte(c)) {
				m.symbols[c] = uint8(sym)
			}
		}
	}
	for k, at := range b.alts {
		i := &b.p.Insts[b.altsOf[k]]
		m.insts[at].on = mask(parts, branch(i.Out))
		m.insts[at].alt = mask(parts, branch(i.Arg))
	}
}

// mask is the set of symbols on which f leaves hope.
func mask(parts []program.ByteSet, f *program.First) (on uint64) {
	for sym := range parts {
		if f.Free || f.Bytes.Intersects(&parts[sym]) {
			on |= 1 << sym
		}
	}
	if f.AtEnd() {
		on |= 1 << symEnd
	}
	return on
}

// run is a set of bytes that a repetition takes.
type run struct {
	kind runKind
	stop byte // runUntil: the one byte outside the set
	set  *literal.Set
}

type runKind uint8

const (
	runSet   runKind = iota
	runUntil         // all bytes but stop
	runAll           // all bytes
)

func newRun(set program.ByteSet) run {
	switch set.Len() {
	case 256:
		return run{kind: runAll}
	case 255:
		for c := range 256 {
			if !set.Contains(byte(c)) {
				return run{kind: runUntil, stop: byte(c)}
			}
		}
	}
	return run{set: literal.NewSet(&set)}
}

// length is how many bytes of the beginning of s the run takes.
func (r *run) length(s string) int {
	switch r.kind {
	case runAll:
		return len(s)
	case runUntil:
		if i := strings.IndexByte(s, r.stop); i >= 0 {
			return i
		}
		return len(s)
	}
	for i := range min(len(s), shortRun) {
		if !r.set.Contains(s[i]) {
			return i
		}
	}
	if len(s) <= shortRun {
		return len(s)
	}
	return shortRun + literal.SpanSet(s[shortRun:], r.set)
}

// shortRun is how many bytes of a run are looked at one by one before a vector scan is called: most runs are words.
const shortRun = 8

// MemoryUsage returns how many bytes the matcher holds beside the program.
func (m *Matcher) MemoryUsage() int {
	n := int(unsafe.Sizeof(*m)) + cap(m.insts)*int(unsafe.Sizeof(inst{})) + cap(m.runs)*int(unsafe.Sizeof(run{}))
	for _, l := range m.literals {
		n += 16 + len(l)
	}
	return n
}
