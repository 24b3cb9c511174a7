package linear

import (
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// The program of the matcher in match.go. It is compiled from its end, each part knowing what it continues to.
//
// An iteration of an unbounded repetition that turns out empty is the last: what follows comes next. So what comes behind an
// iteration depends on whether it took anything. Instead of remembering where the iteration began, which would be one more thing
// for a bitmap of (instruction, position) to tell apart, a body that can be empty is compiled for both cases: a part that may come
// first in its iteration has two continuations, one for nothing taken so far, one for something taken, and leads to the second as
// soon as it takes a rune. So no path leads back to an instruction without having taken a rune.
//
// The body of a lookbehind is compiled in a mirror: its parts in the opposite order, each taking the rune before the position.

type op uint8

const (
	opFail    op = iota
	opMatch      // the end of the pattern
	opDone       // the end of an assertion or an atomic group
	opByte       // takes the byte arg
	opClass      // takes a rune of classes[arg]
	opAlt        // goes to out, or else to arg
	opJoin       // goes on where the row arg of the bitmap has no mark yet
	opCapture    // records the position in slot arg
	opAssert     // goes on if the syntax.Assert arg holds
	opLook       // goes on if looks[arg] holds
	opAtomic     // matches atomics[arg], for good
)

type inst struct {
	op   op
	back bool // takes what lies before the position
	out  uint32
	arg  uint32
	// Of opAlt: with which next bytes there is hope of out and of arg, as indices of firsts.
	onOut, onArg uint32
}

// The first instructions of each program.
const (
	pcFail uint32 = iota
	pcMatch
	pcDone
	pcFirst // the first one that was compiled
)

// look is an assertion about what follows or precedes.
type look struct {
	node             *syntax.Node
	behind, negative bool
	plain            bool     // no groups are recorded in it
	atomic           bool     // it has atomic groups, and gets no table
	slot             int      // the lowest slot that it records, or noSlot
	start            uint32   // where its body is entered
	begin, end       uint32   // where its body lies in the program
	on               uint32   // with which next bytes there is hope, as an index of firsts
	order            []uint32 // the body, each instruction behind those that it goes to at the same position
}

// group is an atomic group.
type group struct {
	node  *syntax.Node
	plain bool   // no groups are recorded in it
	start uint32 // where its body is entered
	idle  uint32 // where it goes on if it took nothing
}

const (
	maxInsts = 1 << 14 // bounds the program ...
	maxWork  = 1 << 18 // ... and the parts compiled for it
	noSlot   = int(^uint(0) >> 1)
)

// code is a compiled program.
type code struct {
	insts   []inst
	start   uint32
	joins   int // rows of the bitmap
	classes []program.Class
	firsts  []first
	looks   []look
	atomics []group
	behind  int // the lowest slot that a lookbehind would have to record, or noSlot
}

type compiler struct {
	code
	numbers map[*syntax.Node]uint32 // of classes, by node
	work    int
	full    bool // the program is too large, and what has been compiled is of no use
	back    bool // the body of a lookbehind is being compiled
	plain   bool // what is being compiled records no groups
	atomic  bool // an atomic group was met
}

// compile compiles a reduced tree. Where it cannot be compiled there are no instructions.
func compile(root *syntax.Node) *code {
	c := &compiler{numbers: make(map[*syntax.Node]uint32)}
	c.insts = []inst{{op: opFail}, {op: opMatch}, {op: opDone}}
	c.behind = noSlot
	c.start = c.part(root, pcMatch, pcMatch)
	// The bodies of assertions and atomic groups come behind, each in one piece, found in the order in which they are met.
	for looks, atomics := 0, 0; looks < len(c.looks) || atomics < len(c.atomics); {
		if atomics < len(c.atomics) {
			c.back, c.plain = false, c.atomics[atomics].plain
			start := c.part(c.atomics[atomics].node, pcDone, pcDone)
			c.atomics[atomics].start = start
			atomics++
			continue
		}
		l := &c.looks[looks]
		c.back, c.plain, c.atomic = l.behind, l.plain, false
		begin := uint32(len(c.insts))
		start := c.part(l.node.Subs[0], pcDone, pcDone)
		l = &c.looks[looks]
		l.start, l.begin, l.end, l.atomic = start, begin, uint32(len(c.insts)), c.atomic
		looks++
	}
	if c.full {
		return new(code)
	}
	for i := range c.looks {
		c.sort(&c.looks[i])
	}
	c.findFirsts()
	c.join()
	return &c.code
}

func (c *compiler) inst(op op, out, arg uint32) uint32 {
	if len(c.insts) >= maxInsts {
		c.full = true
		return pcFail
	}
	c.insts = append(c.insts, inst{op: op, back: c.back, out: out, arg: arg})
	return uint32(len(c.insts) - 1)
}

// choice compiles a choice between going on with a repetition and leaving it.
func (c *compiler) choice(kind syntax.Kind, again, leave uint32) uint32 {
	out, arg := order(kind, again, leave)
	return c.inst(opAlt, out, arg)
}

// order returns what is to be tried first, and what second.
func order(kind syntax.Kind, again, leave uint32) (out, arg uint32) {
	if kind == syntax.Lazy {
		return leave, again
	}
	return again, leave
}

// part compiles n and returns where it begins. It goes on to taken where it took something, or something was taken before it in the
// iteration around it, and else to idle. The two are the same where nobody asks.
func (c *compiler) part(n *syntax.Node, idle, taken uint32) uint32 {
	if c.work++; c.work > maxWork {
		c.full = true
	}
	if c.full {
		return pcFail
	}
	if idle != taken && !nullable(n) {
		idle = taken
	}
	switch n.Op {
	case syntax.OpFail:
		return pcFail
	case syntax.OpLiteral:
		return c.literal(n, idle, taken)
	case syntax.OpClass:
		return c.class(n, n.Class, taken)
	case syntax.OpConcat:
		for i := range n.Subs {
			sub := n.Subs[i]
			if !c.back {
				sub = n.Subs[len(n.Subs)-1-i]
			}
			if i == len(n.Subs)-1 {
				return c.part(sub, idle, taken)
			}
			idle, taken = c.both(sub, idle, taken)
		}
		return idle
	case syntax.OpAlternate:
		last := len(n.Subs) - 1
		entry := c.part(n.Subs[last], idle, taken)
		for i := last - 1; i >= 0; i-- {
			entry = c.inst(opAlt, c.part(n.Subs[i], idle, taken), entry)
		}
		return entry
	case syntax.OpRepeat:
		return c.repeat(n, idle, taken)
	case syntax.OpGroup:
		if c.plain {
			return c.part(n.Subs[0], idle, taken)
		}
		same := idle == taken
		taken = c.inst(opCapture, taken, uint32(2*n.Index+1))
		if same {
			idle = taken
		} else {
			idle = c.inst(opCapture, idle, uint32(2*n.Index+1))
		}
		return c.inst(opCapture, c.part(n.Subs[0], idle, taken), uint32(2*n.Index))
	case syntax.OpKeep:
		return c.inst(opCapture, idle, 0)
	case syntax.OpAssert:
		return c.inst(opAssert, idle, uint32(n.Assert))
	case syntax.OpLook:
		return c.inst(opLook, idle, c.look(n))
	case syntax.OpAtomic:
		c.atomic = true
		if c.back {
			c.full = true // what an atomic group takes is settled from its beginning, which a mirror comes to last
			return pcFail
		}
		c.atomics = append(c.atomics, group{node: n.Subs[0], idle: idle, plain: c.plain})
		return c.inst(opAtomic, taken, uint32(len(c.atomics)-1))
	}
	return idle // OpEmpty
}

// both compiles n before idle, and before taken.
func (c *compiler) both(n *syntax.Node, idle, taken uint32) (uint32, uint32) {
	if idle == taken {
		entry := c.part(n, taken, taken)
		return entry, entry
	}
	return c.part(n, idle, taken), c.part(n, taken, taken)
}

func (c *compiler) repeat(n *syntax.Node, idle, taken uint32) uint32 {
	body, least := n.Subs[0], n.Min
	leaveIdle, leaveTaken := idle, taken
	if n.Max == syntax.Unbounded {
		// The loop is the choice behind an iteration that took something.
		loop := c.inst(opAlt, pcFail, pcFail)
		again := c.part(body, leaveTaken, loop)
		if c.full {
			return pcFail
		}
		c.insts[loop].out, c.insts[loop].arg = order(n.Kind, again, leaveTaken)
		first := again
		if leaveIdle != leaveTaken && nullable(body) {
			first = c.part(body, leaveIdle, loop)
		}
		switch {
		case least > 0: // the last of the iterations that there must be is the first behind which there is this choice
			idle, taken = first, again
			least--
		case leaveIdle == leaveTaken:
			idle, taken = loop, loop
		default:
			idle, taken = c.choice(n.Kind, first, leaveIdle), loop
		}
	} else {
		for i := n.Min; i < n.Max && !c.full; i++ {
			same := idle == taken
			first, again := c.both(body, idle, taken)
			taken = c.choice(n.Kind, again, leaveTaken)
			if same {
				idle = taken
			} else {
				idle = c.choice(n.Kind, first, leaveIdle)
			}
		}
	}
	for ; least > 0 && !c.full; least-- {
		idle, taken = c.both(body, idle, taken)
	}
	return idle
}

func (c *compiler) literal(n *syntax.Node, idle, taken uint32) uint32 {
	next := idle // of an empty text
	for i := range n.Runes {
		r := n.Runes[i]
		if !c.back {
			r = n.Runes[len(n.Runes)-1-i]
		}
		if i == 0 {
			next = taken
		}
		next = c.rune(r, n.Fold, next)
	}
	return next
}

func (c *compiler) rune(r rune, fold bool, next uint32) uint32 {
	pairs := []rune{r, r}
	if fold {
		pairs = appendOrbit(nil, r)
	}
	// A bad byte reads as U+FFFD, so that one is no text.
	if len(pairs) > 2 || r == utf8.RuneError {
		c.classes = append(c.classes, program.NewClass(pairs))
		return c.inst(opClass, next, uint32(len(c.classes)-1))
	}
	text := utf8.AppendRune(nil, r)
	for i := range text {
		b := text[i]
		if !c.back {
			b = text[len(text)-1-i]
		}
		next = c.inst(opByte, next, uint32(b))
	}
	return next
}

func (c *compiler) class(n *syntax.Node, pairs []rune, next uint32) uint32 {
	number, ok := c.numbers[n]
	if !ok {
		number = uint32(len(c.classes))
		c.classes = append(c.classes, program.NewClass(pairs))
		c.numbers[n] = number
	}
	return c.inst(opClass, next, number)
}

// look numbers an assertion. A node that is compiled again is the same assertion.
func (c *compiler) look(n *syntax.Node) uint32 {
	plain := c.plain || n.Negative || n.Behind
	for i := range c.looks {
		if c.looks[i].node == n && c.looks[i].plain == plain {
			return uint32(i)
		}
	}
	slot := noSlot
	if lowest := lowestSlot(n); !n.Negative && !c.plain && lowest != noSlot {
		if n.Behind {
			c.behind = min(c.behind, lowest)
		} else {
			slot = lowest
		}
	}
	c.full = c.full || len(c.looks) == maxLooks
	c.looks = append(c.looks, look{node: n, behind: n.Behind, negative: n.Negative, plain: plain, slot: slot})
	return uint32(len(c.looks) - 1)
}

// lowestSlot returns the lowest slot that n records, or noSlot.
func lowestSlot(n *syntax.Node) int {
	lowest := noSlot
	if n.Op == syntax.OpGroup {
		lowest = 2 * n.Index
	}
	if n.Op == syntax.OpLook && n.Negative {
		return noSlot
	}
	for _, sub := range n.Subs {
		lowest = min(lowest, lowestSlot(sub))
	}
	return lowest
}

// edges returns where the instruction can go.
func (c *code) edges(pc uint32) (edges [2]*uint32) {
	switch i := &c.insts[pc]; i.op {
	case opFail, opMatch, opDone:
	case opAlt:
		edges = [2]*uint32{&i.out, &i.arg}
	case opAtomic:
		edges = [2]*uint32{&i.out, &c.atomics[i.arg].idle}
	default:
		edges[0] = &i.out
	}
	return edges
}

// reach returns the instructions that can be reached from pc without entering an assertion or an atomic group.
func (c *code) reach(pc uint32) []uint32 {
	seen := make([]bool, len(c.insts))
	seen[pc] = true
	found := []uint32{pc}
	for i := 0; i < len(found); i++ {
		for _, e := range c.edges(found[i]) {
			if e != nil && !seen[*e] {
				seen[*e] = true
				found = append(found, *e)
			}
		}
	}
	return found
}

// join puts a join before each instruction of the pattern proper to which there is more than one way. Of all others it is enough
// to know that the one before has not been tried at this position.
func (c *code) join() {
	ways := make([]int, len(c.insts))
	ways[c.start]++
	reached := c.reach(c.start)
	for _, pc := range reached {
		for _, e := range c.edges(pc) {
			if e != nil {
				ways[*e]++
			}
		}
	}
	at := make([]uint32, len(ways))
	for pc := pcDone; int(pc) < len(ways); pc++ {
		if ways[pc] > 1 {
			at[pc] = uint32(len(c.insts))
			c.insts = append(c.insts, inst{op: opJoin, out: pc, arg: uint32(c.joins)})
			c.joins++
		}
	}
	for _, pc := range reached {
		for _, e := range c.edges(pc) {
			if e != nil && at[*e] != 0 {
				*e = at[*e]
			}
		}
	}
	if at[c.start] != 0 {
		c.start = at[c.start]
	}
}

// sort finds the order of an assertion's instructions.
func (c *compiler) sort(l *look) {
	if l.atomic {
		return
	}
	done := make([]bool, len(c.insts))
	var stack []uint32
	for _, pc := range c.reach(l.start) {
		stack = append(stack, pc)
		for len(stack) > 0 {
			pc := stack[len(stack)-1]
			ready := true
			if i := &c.insts[pc]; i.op != opByte && i.op != opClass && !done[pc] {
				for _, e := range c.edges(pc) {
					if e != nil && !done[*e] {
						stack = append(stack, *e)
						ready = false
					}
				}
			}
			if !ready {
				continue
			}
			stack = stack[:len(stack)-1]
			if !done[pc] {
				done[pc] = true
				l.order = append(l.order, pc)
			}
		}
	}
}

// memoryUsage returns about how many bytes the program takes.
func (c *code) memoryUsage() int {
	n := int(unsafe.Sizeof(*c)) + cap(c.insts)*int(unsafe.Sizeof(inst{})) + cap(c.classes)*int(unsafe.Sizeof(program.Class{})) +
		cap(c.looks)*int(unsafe.Sizeof(look{})) + cap(c.atomics)*int(unsafe.Sizeof(group{}))
	for i := range c.looks {
		n += 4 * cap(c.looks[i].order)
	}
	return n
}
