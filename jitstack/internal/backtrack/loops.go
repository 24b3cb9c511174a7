package backtrack

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// emitRepeat appends the instructions of a repetition.
//
// A round that was empty is the last one, but only of what nothing bounds: that is how PCRE2 has it, where the rounds of a bounded
// repetition are copies of the body, each optional inside the one before.
func (c *compiler) emitRepeat(n *syntax.Node, f flow) {
	body := n.Subs[0]
	switch {
	case n.Max == 0:
		// Its groups can be called all the same.
		if c.p.calls {
			skip := c.add(inst{op: opJump})
			f.looped = true
			c.emit(body, f)
			c.p.insts[skip].x = c.pc()
		}
	case n.Min == 1 && n.Max == 1:
		if n.Kind == syntax.Possessive {
			c.emit(&syntax.Node{Op: syntax.OpAtomic, Subs: n.Subs, Offset: n.Offset}, f)
			return
		}
		c.emit(body, f)
	default:
		if pairs := c.oneRune(body); pairs != nil {
			c.emitRun(n, pairs, f)
			return
		}
		if n.Kind != syntax.Possessive {
			c.emitLoop(n, -1, f)
			return
		}
		reg := c.register()
		c.add(c.entry(opAtomic, reg, c.factsOf(body)))
		f.within()
		c.emitLoop(n, reg, f)
		c.add(inst{op: opCut, x: uint32(reg)})
	}
}

// emitRun appends a repetition of one class.
func (c *compiler) emitRun(n *syntax.Node, pairs []rune, f flow) {
	in := inst{op: opRun, x: c.class(pairs), y: uint32(n.Min), z: none, n: c.pc() + 1}
	if n.Max != syntax.Unbounded {
		in.z = uint32(n.Max)
	}
	bytes := firstBytes(pairs)
	switch {
	case n.Kind == syntax.Possessive || n.Min == n.Max:
		in.op = opRunAtomic
	case n.Kind == syntax.Greedy && !f.back.bytes.Intersects(&bytes):
		// At any place but its end the run stands before a rune of the class, with which what follows can not begin.
		in.op = opRunAtomic
	case n.Kind == syntax.Greedy && f.edge && n.Min > 0 && !beyond(&bytes, &words):
		// At any place but its end the run stands inside a word, where there is no \b.
		in.op = opRunAtomic
	case n.Kind == syntax.Lazy && n.Max == syntax.Unbounded && !f.next.bytes.Intersects(&bytes):
		in.op = opRunAtomic
	case n.Kind == syntax.Lazy:
		in.op = opRunLazy
		c.lookFor2(&in, f.next)
	default:
		c.lookFor2(&in, f.next)
	}
	if in.op == opRunAtomic && n.Max == syntax.Unbounded && n.Min <= 1 && c.p.classes[in.x].high != highSome {
		cl := &c.p.classes[in.x]
		in.op, in.z, in.page, in.bit = opRunBytes, 0, cl.page, cl.bit
		in.n = uint32(c.register())
		c.register()
	}
	c.add(in)
}

// emitLoop appends a loop. The choices of each round are forgotten with the round where cut is a register, which a possessive
// repetition has: where a round fails, the loop is over and was successful.
//
//	   jump body          where Min is 1
//	head:
//	   step               where the body is a rune, but for lookarounds
//	   split body, end    or split end, body, or loop
//	body:
//	   round              where the body can be empty
//	   ...
//	   cut
//	   round end
//	   jump head
//	end:
func (c *compiler) emitLoop(n *syntax.Node, cut int, f flow) {
	body := n.Subs[0]
	facts := c.factsOf(body)
	in := f
	in.next = c.lead(body, f.next)
	in.next.add(f.next)
	in.back = c.leadBack(body, &f)
	in.back.add(f.back)
	in.edge, in.looped = false, true
	lazy := n.Kind == syntax.Lazy

	if n.Min == 0 && n.Max == 1 {
		split := c.emitSplit(c.lead(body, f.next), f.next, lazy)
		c.emit(body, f)
		c.landSplit(split, lazy)
		return
	}
	counted := n.Min > 1 || n.Max != syntax.Unbounded
	if cut >= 0 && !counted {
		in.within()
	}
	round := -1
	if facts.empty && n.Max == syntax.Unbounded {
		round = c.register()
	}
	undo := c.undo(facts.choices && (cut < 0 || counted))

	var head, split uint32
	step := none
	count := -1
	if counted {
		count = c.register()
		c.add(inst{op: opCount, x: uint32(count), flags: c.undo(f.looped)})
		head = c.pc()
		loop := inst{op: opLoop, x: uint32(count), z: uint32(n.Min), n: none}
		if n.Max != syntax.Unbounded {
			loop.n = uint32(n.Max)
		}
		if lazy {
			loop.flags |= flagLazy
		}
		c.lookFor(&loop, c.lead(body, in.next))
		c.lookFor2(&loop, f.next)
		split = c.add(loop)
	} else {
		var enter uint32
		if n.Min == 1 {
			enter = c.add(inst{op: opJump})
		}
		head = c.pc()
		if n.Kind != syntax.Lazy {
			step = c.emitStep(body, cut, f)
			if bytes := facts.first.bytes; step != none && cut < 0 && !facts.empty && !facts.choices && !f.back.bytes.Intersects(&bytes) {
				c.p.insts[step].flags |= flagSpare
			}
		}
		split = c.emitSplit(c.lead(body, in.next), f.next, lazy)
		if n.Min == 1 {
			c.p.insts[enter].x = c.pc()
		}
	}
	if round >= 0 {
		c.add(inst{op: opRound, x: uint32(round), flags: undo})
	}
	c.emit(body, in)
	if cut >= 0 && !counted {
		c.add(inst{op: opCut, x: uint32(cut)})
	}
	last := none
	if round >= 0 {
		end := inst{op: opRoundEnd, x: uint32(round)}
		if counted {
			end.z, end.n = uint32(count), uint32(n.Min)
		}
		last = c.add(end)
	}
	c.add(inst{op: opJump, x: head})
	if last != none {
		c.p.insts[last].y = c.pc()
	}
	if counted {
		c.p.insts[split].y = c.pc()
	} else {
		c.landSplit(split, lazy)
	}
	if step != none {
		c.p.insts[step].n = c.pc()
	}
}

// emitSplit appends the choice between what is behind it and what landSplit says, of which the latter comes first if lazy.
func (c *compiler) emitSplit(here, there first, lazy bool) uint32 {
	in := inst{op: opSplit}
	if lazy {
		in.y = c.pc() + 1
		here, there = there, here
	} else {
		in.x = c.pc() + 1
	}
	c.lookFor(&in, here)
	c.lookFor2(&in, there)
	return c.add(in)
}

func (c *compiler) landSplit(split uint32, lazy bool) {
	if lazy {
		c.p.insts[split].x = c.pc()
	} else {
		c.p.insts[split].y = c.pc()
	}
}

// emitStep appends the instruction that does the rounds of a loop in which one byte of lookahead tells that the body is one rune:
// a class, alone or captured, behind negative lookaheads that can not begin with that byte, as in ((?!newsfeed).)*. It returns
// none where the body is nothing like that.
func (c *compiler) emitStep(body *syntax.Node, cut int, f flow) uint32 {
	group := 0
	if body.Op == syntax.OpGroup {
		if c.called[body.Index] {
			return none
		}
		group = body.Index
		body = body.Subs[0]
	}
	subs := []*syntax.Node{body}
	if body.Op == syntax.OpConcat && len(body.Subs) > 0 {
		subs = body.Subs
	}
	pairs := c.oneRune(subs[len(subs)-1])
	if pairs == nil {
		return none
	}
	cl := program.NewClass(pairs)
	var sure program.ByteSet
	for b := range 256 {
		if b < utf8.RuneSelf && cl.Contains(rune(b)) || b >= utf8.RuneSelf && cl.High == program.AllHigh {
			sure.Add(byte(b))
		}
	}
	looks := subs[:len(subs)-1]
	for _, look := range looks {
		if look.Op != syntax.OpLook || look.Behind || !look.Negative {
			return none
		}
		taken := c.lead(look.Subs[0], anything)
		for i := range sure {
			sure[i] &^= taken.bytes[i]
		}
	}
	if sure.Len() == 0 {
		return none
	}
	in := inst{op: opStep, x: none, y: uint32(group)}
	if len(looks) == 1 {
		if text := c.prefix(looks[0].Subs[0]); len(text) > 1 && text[0] < utf8.RuneSelf && cl.Contains(rune(text[0])) {
			in.x = c.str(text)
		}
	}
	ref := c.set(sure)
	in.page, in.bit = ref.page, ref.bit
	c.p.classes = append(c.p.classes, class{page: ref.page, bit: ref.bit, high: highAll, span: literal.NewSet(&sure)})
	in.z = uint32(len(c.p.classes) - 1)
	if cut >= 0 {
		in.flags |= flagCut
	}
	c.lookFor2(&in, f.next)
	return c.add(in)
}
