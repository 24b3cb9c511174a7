package linear

import "github.com/arenaregexp/regexp/jitstack/internal/syntax"

// One byte settles most choices: with it, a branch that cannot match is not entered, and where one branch is left, nothing is put
// on the stack. See package program, whose First does the same for other programs.

// first is with which next bytes there is hope: a bit for each byte, and one for the end of the subject. In a lookbehind the next
// byte is the one before the position.
type first [5]uint64

const end = 256 // stands for the next byte where there is none

func (f *first) has(next int) bool { return f[next>>6]>>(next&63)&1 != 0 }

func (f *first) add(next int) { f[next>>6] |= 1 << (next & 63) }

var anything = first{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), 1}

// next returns the next byte, or end.
func next(s string, pos int, back bool) int {
	if back {
		pos--
	}
	if uint(pos) < uint(len(s)) {
		return int(s[pos])
	}
	return end
}

func (f *first) union(g *first) {
	for i := range f {
		f[i] |= g[i]
	}
}

func (f *first) intersect(g *first) {
	for i := range f {
		f[i] &= g[i]
	}
}

var (
	atEnd     = first{4: 1}
	atLineEnd = first{0: 1 << '\n', 4: 1}
)

// findFirsts computes what choices and assertions are decided by. Instructions come after what they continue to, loops apart:
// one round does without loops, two or three with them.
func (c *compiler) findFirsts() {
	sets := make([]first, len(c.insts))
	for changed := true; changed; {
		changed = false
		for pc := range c.insts {
			if f := c.first(sets, &c.insts[pc]); f != sets[pc] {
				sets[pc] = f
				changed = true
			}
		}
	}
	numbers := make(map[first]uint32)
	number := func(f first) uint32 {
		n, ok := numbers[f]
		if !ok {
			n = uint32(len(c.firsts))
			numbers[f] = n
			c.firsts = append(c.firsts, f)
		}
		return n
	}
	for pc := range c.insts {
		if i := &c.insts[pc]; i.op == opAlt {
			i.onOut, i.onArg = number(sets[i.out]), number(sets[i.arg])
		}
	}
	for i := range c.looks {
		c.looks[i].on = number(sets[c.looks[i].start])
	}
}

func (c *compiler) first(sets []first, i *inst) (f first) {
	switch i.op {
	case opMatch, opDone:
		return anything
	case opByte:
		f.add(int(i.arg))
	case opClass:
		class := &c.classes[i.arg]
		f[0], f[1] = class.ASCII[0], class.ASCII[1]
		if class.High != nil {
			f[2], f[3] = ^uint64(0), ^uint64(0) // bytes that begin, end or break a rune
		}
	case opAlt:
		f = sets[i.out]
		f.union(&sets[i.arg])
	case opAtomic:
		f = sets[c.atomics[i.arg].start]
	case opAssert:
		f = sets[i.out]
		switch a := syntax.Assert(i.arg); {
		case a == syntax.EndText && !i.back || a == syntax.BeginText && i.back:
			f.intersect(&atEnd)
		case (a == syntax.EndTextNewline || a == syntax.EndLine) && !i.back || a == syntax.BeginLine && i.back:
			f.intersect(&atLineEnd)
		}
	case opCapture, opLook, opJoin:
		f = sets[i.out]
	}
	return f
}
