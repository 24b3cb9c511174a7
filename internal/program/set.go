package program

import (
	"regexp/syntax"
	"strconv"
)

// A set of patterns is compiled to one program by what their beginnings have in common. Rules for hosts or paths mostly do have
// the same beginnings, and what is shared is held once by an automaton's states, not once for each rule: ten thousand rules
// that begin with ^(?:[a-z0-9-]+\.)* are one loop, with a tree of letters behind it. Only which patterns match is asked, so that
// L(pa|pb) = L(p(a|b)) is all that has to hold; captures and priorities play no part.

// CompileSet translates trees as syntax.Parse returns them. The Match instructions have the numbers given with the trees in Arg.
func CompileSet(trees []*syntax.Regexp, numbers []int) *Program {
	root := &branch{}
	for i, re := range trees {
		at := root
		for _, part := range appendParts(nil, re) {
			at = at.child(part)
		}
		at.numbers = append(at.numbers, numbers[i])
	}
	c := compiler{p: &Program{Slots: 2}, plain: true}
	c.p.Insts = make([]Inst, 1, 1024)
	c.p.Start = c.branch(root)
	return c.p
}

// branch is a node of the tree of beginnings.
type branch struct {
	part     *syntax.Regexp // what leads here; a literal of one rune, or any node that is no concatenation
	numbers  []int          // the patterns that end here
	children []*branch
	byKey    map[string]*branch // once there are several
}

// few is up to how many children are compared one by one.
const few = 4

func (b *branch) child(part *syntax.Regexp) *branch {
	key := ""
	if b.byKey == nil {
		for _, c := range b.children {
			if c.part.Equal(part) {
				return c
			}
		}
		if len(b.children) == few {
			b.byKey = make(map[string]*branch)
			for _, c := range b.children {
				b.byKey[partKey(c.part)] = c
			}
		}
	} else if key = partKey(part); b.byKey[key] != nil {
		return b.byKey[key]
	}
	c := &branch{part: part}
	b.children = append(b.children, c)
	if b.byKey != nil {
		b.byKey[partKey(part)] = c
	}
	return c
}

// partKey is a string that only equal parts have.
func partKey(re *syntax.Regexp) string {
	if re.Op == syntax.OpLiteral && len(re.Rune) == 1 {
		return string(rune('0'+re.Flags&syntax.FoldCase)) + string(re.Rune)
	}
	return strconv.Itoa(int(re.Op)) + " " + strconv.Itoa(int(re.Flags)) + re.String()
}

// appendParts appends the parts that a match of re goes through in order.
func appendParts(parts []*syntax.Regexp, re *syntax.Regexp) []*syntax.Regexp {
	switch {
	case re.Op == syntax.OpCapture:
		return appendParts(parts, re.Sub[0])
	case re.Op == syntax.OpConcat:
		for _, sub := range re.Sub {
			parts = appendParts(parts, sub)
		}
		return parts
	case re.Op == syntax.OpLiteral && len(re.Rune) > 1:
		for i := range re.Rune {
			parts = append(parts, &syntax.Regexp{Op: syntax.OpLiteral, Flags: re.Flags, Rune: re.Rune[i : i+1]})
		}
		return parts
	case re.Op == syntax.OpEmptyMatch:
		return parts
	}
	return append(parts, re)
}

// branch compiles what follows the part that leads to b.
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
		pc, _ := c.emit(child.part, c.branch(child))
		either(pc)
	}
	return entry
}
