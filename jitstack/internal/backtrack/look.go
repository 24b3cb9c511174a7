package backtrack

import "github.com/arenaregexp/regexp/jitstack/internal/syntax"

// emitLook appends a lookaround.
func (c *compiler) emitLook(n *syntax.Node, f flow) {
	pairs := c.oneRune(n.Subs[0])
	switch {
	case pairs != nil && !n.NonAtomic:
		in := inst{op: opPeek, x: c.class(pairs)}
		if n.Behind {
			in.flags |= flagBefore
		}
		if n.Negative {
			in.flags |= flagNot
		}
		c.add(in)
	case n.Negative:
		in, reg := c.lookEntry(opLookNot, n)
		if !n.Behind {
			c.lookFor(&in, c.lead(n.Subs[0], anything))
		}
		pc := c.add(in)
		c.emitLookBody(n, reg, f)
		c.add(inst{op: opLookNotEnd, x: uint32(reg)})
		c.p.insts[pc].n = c.pc()
	case n.NonAtomic:
		reg := c.register()
		c.add(inst{op: opReenter, x: uint32(reg)})
		c.emitLookBody(n, reg-1, f)
		c.add(inst{op: opReturnTo, x: uint32(reg)})
	default:
		in, reg := c.lookEntry(opLook, n)
		c.add(in)
		c.emitLookBody(n, reg, f)
		c.add(inst{op: opLookEnd, x: uint32(reg)})
	}
}

// lookEntry returns the first instruction of a lookaround and its two registers' first.
func (c *compiler) lookEntry(o op, n *syntax.Node) (inst, int) {
	reg := c.register()
	c.register()
	return c.entry(o, reg, c.factsOf(n.Subs[0])), reg
}

// emitLookBody appends what a lookaround asks for. The position where it began is in register reg+1.
func (c *compiler) emitLookBody(n *syntax.Node, reg int, f flow) {
	in := flow{next: anything, accept: new(accept)}
	if n.NonAtomic {
		in.back, in.looped = anything, f.looped
	}
	if c.thens {
		in.scope = c.scope()
		c.add(inst{op: opScope, x: uint32(in.scope)})
	}
	if n.Behind {
		c.emitBehind(n.Subs[0], reg, in)
	} else {
		c.emit(n.Subs[0], in)
	}
	c.land(in.accept.jumps)
}

// emitBehind appends the body of a lookbehind: each of its alternatives goes back as many runes as it may have, and begins there.
// Where the lengths of its matches differ it begins as far back as it can, and then nearer and nearer, until a match ends
// where the lookbehind stands.
func (c *compiler) emitBehind(body *syntax.Node, reg int, f flow) {
	subs := []*syntax.Node{body}
	if body.Op == syntax.OpAlternate {
		subs = body.Subs
	}
	var ends []uint32
	for i, sub := range subs {
		split := none
		if i < len(subs)-1 {
			split = c.add(inst{op: opSplit, x: c.pc() + 1})
		}
		if c.thens && len(subs) > 1 {
			c.add(inst{op: opScope, x: uint32(f.scope)})
		}
		facts, in := c.factsOf(sub), f
		least, most := uint32(facts.least), uint32(facts.most)
		if facts.most >= unbounded {
			most = none
		}
		if most > 0 {
			c.add(inst{op: opBehind, y: least, z: most, n: c.pc() + 1})
		}
		if least != most {
			in.back = anything
		}
		c.emit(sub, in)
		if least != most {
			c.add(inst{op: opBehindEnd, x: uint32(reg + 1)})
		}
		if split != none {
			ends = append(ends, c.add(inst{op: opJump}))
			c.p.insts[split].y = c.pc()
		}
	}
	c.land(ends)
}

// emitConditional appends a condition and its two branches. Captures that a lookaround sets stay, whether it is negative or not.
func (c *compiler) emitConditional(n *syntax.Node, f flow) {
	cond := n.Cond
	yes, no := n.Subs[0], n.Subs[1]
	var test uint32
	switch {
	case cond.Look != nil:
		in, reg := c.lookEntry(opLookOr, cond.Look)
		test = c.add(in)
		c.emitLookBody(cond.Look, reg, f)
		c.add(inst{op: opLookOrEnd, x: uint32(reg)})
		if cond.Look.Negative {
			yes, no = no, yes
		}
	case cond.Define:
		test = c.add(inst{op: opJump})
	case cond.Call:
		in := inst{op: opIfCall, x: noList}
		if len(cond.Groups) > 0 {
			in.x = c.list(cond.Groups)
		} else if cond.Index != syntax.AnyCall {
			in.x = c.list([]int{cond.Index})
		}
		test = c.add(in)
	default:
		test = c.add(inst{op: opIfGroup, x: c.list(cond.Groups)})
	}
	c.emit(yes, f)
	end := c.add(inst{op: opJump})
	switch in := &c.p.insts[test]; in.op {
	case opLookOr:
		in.n = c.pc()
	case opJump:
		in.x = c.pc()
	default:
		in.y = c.pc()
	}
	c.emit(no, f)
	c.p.insts[end].x = c.pc()
}
