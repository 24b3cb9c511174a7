package program

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// The compiler goes through the tree from its end to its beginning: emit is given the instruction
// that follows a node and returns the one that enters it. Every target is known when an instruction
// is made, so there are no lists of holes to patch; only a loop reserves its choice before its body.
//
// The order of choices is the standard library's. One case is subtle: x* whose x can match nothing is
// compiled as (x+)?, which keeps an empty first round from winning over a longer one (golang/go#46123).

// Compile translates a tree as syntax.Parse returns it; counted repetition need not be simplified away.
func Compile(re *syntax.Regexp) *Program { return compile(re, false) }

// CompileReverse translates a tree to the program that reads its matches from their ends to their beginnings. It records no
// captures, and assertions are turned about as well: where the program goes, what is behind it is the text's end.
func CompileReverse(re *syntax.Regexp) *Program { return compile(re, true) }

func compile(re *syntax.Regexp, reverse bool) *Program {
	c := compiler{p: &Program{Slots: 2}, reverse: reverse, plain: reverse}
	c.p.Insts = make([]Inst, 1, estimate(re)+2) // Insts[0] is Fail
	match := c.inst(Match, 0, 0)
	c.p.Start, _ = c.emit(re, match)
	return c.done()
}

// done gives back what the estimate was too high by.
func (c *compiler) done() *Program {
	if cap(c.p.Insts)-len(c.p.Insts) > len(c.p.Insts)/8 {
		c.p.Insts = slices.Clone(c.p.Insts)
	}
	return c.p
}

type compiler struct {
	p       *Program
	reverse bool
	plain   bool // no captures
	made    classes
}

// estimate is about how many instructions a tree takes. It stops counting where repetition
// multiplies: append grows the rest.
func estimate(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n += estimate(sub)
	}
	if re.Op == syntax.OpRepeat && n < 64 {
		n *= max(re.Min, re.Max, 1)
	}
	if re.Op == syntax.OpCapture {
		n++
	}
	return n
}

func (c *compiler) inst(op Op, out, arg uint32) uint32 {
	c.p.Insts = append(c.p.Insts, Inst{Op: op, Out: out, Arg: arg})
	return uint32(len(c.p.Insts) - 1)
}

// emit compiles re in front of the instruction next. It returns the entry and whether re can match
// without consuming a rune.
func (c *compiler) emit(re *syntax.Regexp, next uint32) (entry uint32, nullable bool) {
	switch re.Op {
	case syntax.OpNoMatch:
		return 0, false
	case syntax.OpEmptyMatch:
		return next, true
	case syntax.OpLiteral:
		for i := range re.Rune {
			next = c.rune(re.Rune[c.fromEnd(i, len(re.Rune))], re.Flags&syntax.FoldCase != 0, next)
		}
		return next, len(re.Rune) == 0
	case syntax.OpCharClass:
		return c.class(re.Rune, next), false
	case syntax.OpAnyChar:
		return c.inst(Any, next, 0), false
	case syntax.OpAnyCharNotNL:
		return c.inst(AnyNotNL, next, 0), false
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return c.inst(Assert, next, uint32(c.assertion(re.Op))), true
	case syntax.OpCapture:
		if c.plain {
			return c.emit(re.Sub[0], next)
		}
		slot := uint32(2 * re.Cap)
		c.p.Slots = max(c.p.Slots, int(slot)+2)
		body, nullable := c.emit(re.Sub[0], c.inst(Capture, next, slot+1))
		return c.inst(Capture, body, slot), nullable
	case syntax.OpConcat:
		nullable = true
		for i := range re.Sub {
			var n bool
			next, n = c.emit(re.Sub[c.fromEnd(i, len(re.Sub))], next)
			nullable = nullable && n
		}
		return next, nullable
	case syntax.OpAlternate:
		last := len(re.Sub) - 1
		entry, nullable = c.emit(re.Sub[last], next)
		for i := last - 1; i >= 0; i-- {
			body, n := c.emit(re.Sub[i], next)
			entry = c.inst(Alt, body, entry)
			nullable = nullable || n
		}
		return entry, nullable
	case syntax.OpStar:
		return c.repeat(re.Sub[0], 0, -1, greedy(re), next)
	case syntax.OpPlus:
		return c.repeat(re.Sub[0], 1, -1, greedy(re), next)
	case syntax.OpQuest:
		return c.repeat(re.Sub[0], 0, 1, greedy(re), next)
	case syntax.OpRepeat:
		return c.repeat(re.Sub[0], re.Min, re.Max, greedy(re), next)
	}
	panic("regexp: syntax tree with an unknown operator")
}

func greedy(re *syntax.Regexp) bool { return re.Flags&syntax.NonGreedy == 0 }

// fromEnd is the index of the i-th part of n in the order of compilation: the last part is the first to be compiled.
func (c *compiler) fromEnd(i, n int) int {
	if c.reverse {
		return i
	}
	return n - 1 - i
}

func (c *compiler) assertion(op syntax.Op) syntax.EmptyOp {
	ahead := op == syntax.OpEndText || op == syntax.OpEndLine
	switch op {
	case syntax.OpBeginText, syntax.OpEndText:
		if ahead != c.reverse {
			return syntax.EmptyEndText
		}
		return syntax.EmptyBeginText
	case syntax.OpBeginLine, syntax.OpEndLine:
		if ahead != c.reverse {
			return syntax.EmptyEndLine
		}
		return syntax.EmptyBeginLine
	case syntax.OpWordBoundary:
		return syntax.EmptyWordBoundary
	}
	return syntax.EmptyNoWordBoundary
}

// repeat compiles sub{least,most}, most being -1 for no bound: x{2,} is xx+, x{2,4} is xx(x(x)?)?.
func (c *compiler) repeat(sub *syntax.Regexp, least, most int, greedy bool, next uint32) (entry uint32, nullable bool) {
	if sub.Op == syntax.OpEmptyMatch || most == 0 {
		return next, true
	}
	entry, nullable = next, true
	switch {
	case most < 0:
		loop := c.inst(Alt, 0, 0)
		body, empty := c.emit(sub, loop)
		c.choose(loop, body, next, greedy)
		switch {
		case least > 0:
			entry, nullable = body, empty
		case empty:
			entry = c.inst(Alt, 0, 0)
			c.choose(entry, body, next, greedy)
		default:
			entry = loop
		}
		least--
	case most > least:
		for range most - least {
			body, _ := c.emit(sub, entry)
			entry = c.inst(Alt, 0, 0)
			c.choose(entry, body, next, greedy)
		}
	}
	for range least {
		var n bool
		entry, n = c.emit(sub, entry)
		nullable = nullable && n
	}
	return entry, nullable
}

// choose fills a choice between one more round of a repetition and leaving it.
func (c *compiler) choose(alt, body, leave uint32, greedy bool) {
	if !greedy {
		body, leave = leave, body
	}
	c.p.Insts[alt].Out, c.p.Insts[alt].Arg = body, leave
}

func (c *compiler) rune(r rune, fold bool, next uint32) uint32 {
	switch {
	case fold && unicode.SimpleFold(r) != r:
		return c.inst(InClass, next, c.intern(FoldClass(r)))
	case r < utf8.RuneSelf:
		return c.inst(Byte, next, uint32(r))
	}
	return c.inst(Rune, next, uint32(r))
}

func (c *compiler) class(pairs []rune, next uint32) uint32 {
	switch {
	case len(pairs) == 0:
		return 0
	case len(pairs) == 2 && pairs[0] == pairs[1]:
		return c.rune(pairs[0], false, next)
	case len(pairs) == 2 && pairs[0] == 0 && pairs[1] == unicode.MaxRune:
		return c.inst(Any, next, 0)
	case len(pairs) == 4 && pairs[0] == 0 && pairs[1] == '\n'-1 && pairs[2] == '\n'+1 && pairs[3] == unicode.MaxRune:
		return c.inst(AnyNotNL, next, 0)
	}
	class, ok := c.made.find(pairs)
	if !ok {
		class = c.intern(NewClass(pairs))
		c.made.add(pairs, class)
	}
	return c.inst(InClass, next, class)
}

// intern returns the number of a class, the same one for equal classes among the most recent.
func (c *compiler) intern(class Class) uint32 {
	classes := c.p.Classes
	for i := len(classes) - 1; i >= 0 && i >= len(classes)-32; i-- {
		if classes[i] == class {
			return uint32(i)
		}
	}
	c.p.Classes = append(classes, class)
	return uint32(len(classes))
}
