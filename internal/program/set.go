package program

import "regexp/syntax"

// A set of patterns is compiled to one program by what their beginnings have in common. Rules for hosts or paths mostly do have
// the same beginnings, and what is shared is held once by an automaton's states, not once for each rule: ten thousand rules
// that begin with ^(?:[a-z0-9-]+\.)* are one loop, with a tree of letters behind it. Only which patterns match is asked, so that
// L(pa|pb) = L(p(a|b)) is all that has to hold; captures and priorities play no part.

// CompileSet translates trees as syntax.Parse returns them. The Match instructions have the numbers given with the trees in Arg.
func CompileSet(trees []*syntax.Regexp, numbers []int) *Program {
	root := &branch{}
	for i, re := range trees {
		at := root.grow(re)
		at.numbers = append(at.numbers, numbers[i])
	}
	return root.program()
}

// branch is a node of the tree of beginnings.
type branch struct {
	key      uint64         // of what leads here: the rune, and folded if its case is; or
	part     *syntax.Regexp // a part that is neither a literal nor a concatenation, and its hash
	numbers  []int          // the patterns that end here
	children []*branch
	byKey    map[uint64]*branch // once there are several
}

const (
	folded = 1 << 32
	hashed = 1 << 63
)

// few is up to how many children are compared one by one.
const few = 4

// grow returns the branch to which the parts lead that a match of re goes through in order.
func (b *branch) grow(re *syntax.Regexp) *branch {
	switch re.Op {
	case syntax.OpCapture:
		return b.grow(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			b = b.grow(sub)
		}
		return b
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			key := uint64(r)
			if re.Flags&syntax.FoldCase != 0 {
				key |= folded
			}
			b = b.child(key, nil)
		}
		return b
	case syntax.OpEmptyMatch:
		return b
	}
	return b.child(Hash(0, re)|hashed, re)
}

// child returns the child that key and part lead to. Where two parts have one hash, the tree shares less than it could.
func (b *branch) child(key uint64, part *syntax.Regexp) *branch {
	if b.byKey == nil {
		for _, c := range b.children {
			if c.key == key && c.part.Equal(part) {
				return c
			}
		}
		if len(b.children) == few {
			b.byKey = make(map[uint64]*branch)
			for _, c := range b.children {
				b.byKey[c.key] = c
			}
		}
	} else if c := b.byKey[key]; c != nil && c.part.Equal(part) {
		return c
	}
	c := &branch{key: key, part: part}
	b.children = append(b.children, c)
	if b.byKey != nil {
		b.byKey[key] = c
	}
	return c
}

// Hash mixes what makes trees equal into h (Fowler, Noll and Vo's way, a word at a time).
func Hash(h uint64, re *syntax.Regexp) uint64 {
	mix := func(x uint64) { h = (h ^ x) * 0x100000001b3 }
	mix(uint64(re.Op))
	mix(uint64(re.Flags))
	mix(uint64(re.Min))
	mix(uint64(re.Max))
	for _, r := range re.Rune {
		mix(uint64(r))
	}
	for _, sub := range re.Sub {
		h = Hash(h, sub)
	}
	return h
}

func (b *branch) program() *Program {
	c := compiler{p: &Program{Slots: 2}, plain: true}
	c.p.Insts = make([]Inst, 1, 1024)
	c.p.Start = c.branch(b)
	return c.done()
}

// branch compiles what follows what leads to b.
func (c *compiler) branch(b *branch) uint32 {
	entry := uint32(0)
	either := func(pc uint32) {
		if entry == 0 {
			entry = pc
		} else if pc != 0 {
			entry = c.inst(Alt, pc, entry)
		}
	}
	for _, n := range b.numbers {
		either(c.inst(Match, 0, uint32(n)))
	}
	for _, child := range b.children {
		pc := c.branch(child)
		if child.part == nil {
			pc = c.rune(rune(child.key), child.key&folded != 0, pc)
		} else {
			pc, _ = c.emit(child.part, pc)
		}
		either(pc)
	}
	return entry
}
