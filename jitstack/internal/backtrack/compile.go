package backtrack

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// Compile translates a tree. The program has a few instructions a node, whatever the counts of repetitions: rounds are counted at
// match time. It fails where there are more than frames can name.
func Compile(t *syntax.Tree) (*Program, error) {
	c := &compiler{
		p:          &Program{flags: t.Flags, groups: t.Groups},
		facts:      make(map[*syntax.Node]*facts),
		groups:     make([][]*syntax.Node, t.Groups),
		called:     make([]bool, t.Groups),
		referenced: make([]bool, t.Groups),
		entries:    make([]uint32, t.Groups),
		sets:       make(map[program.ByteSet]setRef),
		classes:    make(map[string]uint32),
		texts:      make(map[string]uint32),
		regs:       2 * t.Groups,
		scopes:     1,
	}
	for i := range c.entries {
		c.entries[i] = none
	}
	c.survey(t.Root)
	p := c.p
	if p.calls {
		p.call = c.register()
	}
	if p.verbs {
		p.guard = c.register()
	}
	p.scopes[0] = c.regs
	if c.thens {
		c.regs += c.scopes
	}
	p.scopes[1] = c.regs
	c.nextScope = p.scopes[0]

	end := flow{next: anything, scope: c.scope()}
	if t.Flags&syntax.EndAnchored != 0 {
		end.next, end.back = first{end: true}, first{end: true}
	}
	if c.called[0] {
		end.next, end.back, end.looped = anything, anything, true
	}
	c.entries[0] = 0
	c.emit(t.Root, end)
	c.add(inst{op: opMatch})
	for _, pc := range c.calls {
		p.insts[pc].x = c.entries[p.insts[pc].y]
	}
	p.regs = c.regs
	p.starts = c.startsOf(t.Root)
	p.shared = p.share()
	p.empty = c.accepts || c.factsOf(t.Root).empty
	if len(p.pages) == 0 {
		p.pages = make([]page, 1)
	}
	p.starts.page = &p.pages[p.starts.ref.page]
	if len(p.insts) > maxPC || p.regs > maxPC || len(p.pages) > 1<<16 {
		return nil, errors.New("too large")
	}
	return p, nil
}

type compiler struct {
	p          *Program
	facts      map[*syntax.Node]*facts
	groups     [][]*syntax.Node // by index
	called     []bool           // by index: there are calls of the group
	entries    []uint32         // by index: where the first group of that number begins
	referenced []bool           // by index: there are references to what the group captured
	calls      []uint32         // instructions whose target becomes known at the end
	sets       map[program.ByteSet]setRef
	classes    map[string]uint32 // by their pairs
	texts      map[string]uint32
	regs       int
	accepts    bool // there is an (*ACCEPT)
	conditions bool // there are conditionals
	through    bool // facts are to be as if verbs did nothing
	keeps      int  // 1 if there is a \K
	thens      bool // there is a (*THEN)
	scopes     int  // what (*THEN) may go back to: the whole pattern, alternatives, lookarounds
	nextScope  int
}

type setRef struct {
	page uint16
	bit  uint8
}

// flow is what surrounds a node.
type flow struct {
	next   first // what the text behind it can begin with
	back   first // the same, but for where the match can not fail any more: what a run in front may be asked to give back
	edge   bool  // a \b is behind it
	looped bool  // the node can be entered again while choices are left in it
	scope  int   // the register with the height that (*THEN) goes back to
	accept *accept
	opens  []open
}

// within makes f the surroundings at the end of a part whose choices are then forgotten: whatever follows, what matched is what it
// stays at.
func (f *flow) within() { f.next, f.back, f.looped = anything, first{}, false }

// open is a group that a node lies in.
type open struct{ group, reg int }

// accept is the lookaround that an (*ACCEPT) ends: the jumps to its end.
type accept struct{ jumps []uint32 }

// survey notes what the whole pattern has. Groups called by conditions do not count as called: they are only asked for.
func (c *compiler) survey(n *syntax.Node) {
	switch n.Op {
	case syntax.OpGroup:
		c.groups[n.Index] = append(c.groups[n.Index], n)
	case syntax.OpCall:
		c.called[n.Index] = true
		c.p.calls = true
	case syntax.OpBackref:
		for _, index := range n.Groups {
			c.referenced[index] = true
		}
	case syntax.OpLook:
		c.p.looks = true
	case syntax.OpKeep:
		c.keeps = 1
	case syntax.OpVerb:
		switch n.Verb {
		case syntax.Accept:
			c.accepts = true
		case syntax.Then:
			c.p.verbs = true
			c.thens = true
		default:
			c.p.verbs = true
		}
	case syntax.OpConditional:
		c.conditions = true
		if n.Cond.Look != nil {
			c.survey(n.Cond.Look)
		}
	}
	if n.Op == syntax.OpAlternate || n.Op == syntax.OpLook {
		c.scopes++
	}
	for _, sub := range n.Subs {
		c.survey(sub)
	}
}

func (c *compiler) register() int {
	c.regs++
	return c.regs - 1
}

func (c *compiler) pc() uint32 { return uint32(len(c.p.insts)) }

func (c *compiler) add(in inst) uint32 {
	c.p.insts = append(c.p.insts, in)
	return c.pc() - 1
}

// set returns where a set of bytes is, laying it down first if it is new.
func (c *compiler) set(bytes program.ByteSet) setRef {
	if ref, ok := c.sets[bytes]; ok {
		return ref
	}
	n := len(c.sets)
	if n/8 == len(c.p.pages) {
		c.p.pages = append(c.p.pages, page{})
	}
	ref := setRef{uint16(n / 8), uint8(n % 8)}
	for b := range 256 {
		if bytes.Contains(byte(b)) {
			c.p.pages[ref.page][b] |= 1 << ref.bit
		}
	}
	c.sets[bytes] = ref
	return ref
}

// room reports whether there may be more sets of bytes. A pattern of more than half a million runs without those that only save
// time.
func (c *compiler) room() bool { return len(c.sets) < 1<<18 }

// lookFor makes in ask for f, unless everything is in f.
func (c *compiler) lookFor(in *inst, f first) {
	if f.isAnything() || !c.room() {
		return
	}
	ref := c.set(f.bytes)
	in.page, in.bit = ref.page, ref.bit
	in.flags |= flagSet
	if f.end {
		in.flags |= flagEnd
	}
}

// lookFor2 is lookFor for set2.
func (c *compiler) lookFor2(in *inst, f first) {
	if f.isAnything() || !c.room() {
		return
	}
	ref := c.set(f.bytes)
	in.page2, in.bit2 = ref.page, ref.bit
	in.flags |= flagSet2
	if f.end {
		in.flags |= flagEnd2
	}
}

// class returns the index of a class.
func (c *compiler) class(pairs []rune) uint32 {
	key := make([]byte, 0, 64)
	for _, r := range pairs {
		key = binary.LittleEndian.AppendUint32(key, uint32(r))
	}
	if i, ok := c.classes[string(key)]; ok {
		return i
	}
	bytes := firstBytes(pairs)
	ref := c.set(bytes)
	cl := class{page: ref.page, bit: ref.bit}
	runs := program.NewClass(pairs)
	switch runs.High {
	case nil:
	case program.AllHigh:
		cl.high = highAll
	default:
		cl.high = highSome
		cl.runs = runs.High
	}
	if cl.high != highSome {
		cl.span = literal.NewSet(&bytes)
	}
	i := uint32(len(c.p.classes))
	c.p.classes = append(c.p.classes, cl)
	c.classes[string(key)] = i
	return i
}

// emitClass appends an instruction for one rune.
func (c *compiler) emitClass(pairs []rune) {
	in := inst{op: opClass, x: c.class(pairs)}
	in.page, in.bit = c.p.classes[in.x].page, c.p.classes[in.x].bit
	c.add(in)
}

// str returns the index of a text.
func (c *compiler) str(s string) uint32 {
	i, ok := c.texts[s]
	if !ok {
		i = uint32(len(c.p.strings))
		c.p.strings = append(c.p.strings, s)
		c.texts[s] = i
	}
	return i
}

// list returns the index of a list of groups.
func (c *compiler) list(groups []int) uint32 {
	list := make([]uint32, len(groups))
	for i, g := range groups {
		list[i] = uint32(g)
	}
	c.p.lists = append(c.p.lists, list)
	return uint32(len(c.p.lists) - 1)
}

func (c *compiler) undo(wanted bool) flags {
	if wanted {
		return flagUndo
	}
	return 0
}

// emit appends the instructions of n.
func (c *compiler) emit(n *syntax.Node, f flow) {
	switch n.Op {
	case syntax.OpEmpty:
	case syntax.OpFail:
		c.add(inst{op: opFail})
	case syntax.OpLiteral:
		c.emitLiteral(n)
	case syntax.OpClass:
		if cl := n.Class; len(cl) == 2 && cl[0] == cl[1] && cl[0] < utf8.RuneSelf {
			c.add(inst{op: opByte, b: uint8(cl[0])})
		} else {
			c.emitClass(cl)
		}
	case syntax.OpByte:
		c.add(inst{op: opAnyByte})
	case syntax.OpNewline:
		c.add(inst{op: opNewline})
	case syntax.OpGrapheme:
		c.add(inst{op: opGrapheme})
	case syntax.OpConcat:
		c.emitConcat(n.Subs, f)
	case syntax.OpAlternate:
		c.emitAlternate(n, f)
	case syntax.OpRepeat:
		c.emitRepeat(n, f)
	case syntax.OpGroup:
		c.emitGroup(n, f)
	case syntax.OpAtomic:
		reg := c.register()
		c.add(c.entry(opAtomic, reg, c.factsOf(n.Subs[0])))
		f.within()
		c.emit(n.Subs[0], f)
		c.add(inst{op: opCut, x: uint32(reg)})
	case syntax.OpLook:
		c.emitLook(n, f)
	case syntax.OpAssert:
		c.add(inst{op: opAssert, b: uint8(n.Assert)})
	case syntax.OpKeep:
		c.add(inst{op: opKeep})
	case syntax.OpBackref:
		in := inst{op: opBackref}
		if len(n.Groups) == 1 {
			in.y = uint32(n.Groups[0])
		} else {
			in.x = c.list(n.Groups)
		}
		if n.Fold {
			in.flags |= flagFold
		}
		c.add(in)
	case syntax.OpCall:
		c.calls = append(c.calls, c.add(inst{op: opCall, y: uint32(n.Index)}))
	case syntax.OpConditional:
		c.emitConditional(n, f)
	case syntax.OpVerb:
		c.emitVerb(n, f)
	}
}

func (c *compiler) emitConcat(subs []*syntax.Node, f flow) {
	flows := make([]flow, len(subs))
	for i := len(subs) - 1; i >= 0; i-- {
		flows[i] = f
		f.next, f.back = c.lead(subs[i], f.next), c.leadBack(subs[i], &f)
		f.edge = subs[i].Op == syntax.OpAssert && subs[i].Assert == syntax.WordBoundary
	}
	for i, sub := range subs {
		c.emit(sub, flows[i])
	}
}

func (c *compiler) emitLiteral(n *syntax.Node) {
	for runes := n.Runes; len(runes) > 0; {
		// With Fold, parts that have no case are compared as they are.
		k := 1
		folds := n.Fold && hasFold(runes[0])
		if runes[0] != utf8.RuneError {
			for k < len(runes) && runes[k] != utf8.RuneError && (n.Fold && hasFold(runes[k])) == folds {
				k++
			}
		}
		switch {
		case runes[0] == utf8.RuneError:
			c.emitClass(runeClass(runes[0], false)) // a byte that is no UTF-8, too
		case !folds && k == 1 && runes[0] < utf8.RuneSelf:
			c.add(inst{op: opByte, b: uint8(runes[0])})
		case !folds:
			c.add(inst{op: opString, x: c.str(string(runes[:k]))})
		case k == 1:
			c.emitClass(runeClass(runes[0], true))
		default:
			fold := make([]rune, k)
			for i, r := range runes[:k] {
				fold[i] = canonical(r)
			}
			c.p.folds = append(c.p.folds, fold)
			c.add(inst{op: opFold, x: uint32(len(c.p.folds) - 1)})
		}
		runes = runes[k:]
	}
}

func (c *compiler) emitAlternate(n *syntax.Node, f flow) {
	if pairs := c.oneRune(n); pairs != nil {
		c.emitClass(pairs)
		return
	}
	if c.thens {
		f.scope = c.scope()
	}
	leads := make([]first, len(n.Subs))
	for i, sub := range n.Subs {
		leads[i] = c.lead(sub, f.next)
	}
	rest := make([]first, len(n.Subs)+1) // rest[i]: what one of the alternatives from i on can begin with
	for i := len(n.Subs) - 1; i >= 0; i-- {
		rest[i] = rest[i+1]
		rest[i].add(leads[i])
	}
	var ends []uint32
	for i, sub := range n.Subs {
		last := i == len(n.Subs)-1
		var split uint32
		if !last {
			in := inst{op: opSplit, x: c.pc() + 1}
			c.lookFor(&in, leads[i])
			c.lookFor2(&in, rest[i+1])
			split = c.add(in)
		}
		if c.thens {
			c.add(inst{op: opScope, x: uint32(f.scope)})
		}
		c.emit(sub, f)
		if !last {
			ends = append(ends, c.add(inst{op: opJump}))
			c.p.insts[split].y = c.pc()
		}
	}
	c.land(ends)
}

// land makes jumps lead to here.
func (c *compiler) land(jumps []uint32) {
	for _, pc := range jumps {
		c.p.insts[pc].x = c.pc()
	}
}

func (c *compiler) scope() int {
	c.nextScope++
	return c.nextScope - 1
}

// oneRune returns the class of a node all whose matches are one rune, without anything else to it, or nil.
func (c *compiler) oneRune(n *syntax.Node) []rune {
	switch n.Op {
	case syntax.OpClass:
		return n.Class
	case syntax.OpLiteral:
		if len(n.Runes) == 1 {
			return runeClass(n.Runes[0], n.Fold)
		}
	case syntax.OpConcat:
		if len(n.Subs) == 1 {
			return c.oneRune(n.Subs[0])
		}
	case syntax.OpAlternate:
		if c.thens {
			return nil
		}
		var all []rune
		for _, sub := range n.Subs {
			pairs := c.oneRune(sub)
			if pairs == nil {
				return nil
			}
			all = append(all, pairs...)
		}
		return union(all)
	}
	return nil
}

func (c *compiler) emitGroup(n *syntax.Node, f flow) {
	reg := c.register()
	if c.entries[n.Index] == none {
		c.entries[n.Index] = c.pc()
	}
	called := c.called[n.Index]
	if called {
		f.next, f.back, f.edge, f.looped = anything, anything, false, true
	}
	opening := c.add(inst{op: opOpen, x: uint32(reg), flags: c.undo(f.looped && c.factsOf(n.Subs[0]).choices)})
	f.opens = append(f.opens[:len(f.opens):len(f.opens)], open{n.Index, reg})
	c.emit(n.Subs[0], f)
	if in := &c.p.insts[c.pc()-1]; !called && c.pc() == opening+2 && (in.op == opRunBytes || in.op == opClass) && in.z == 0 {
		// It captures itself.
		in.z = uint32(n.Index)
		c.p.insts[opening] = *in
		c.p.insts = c.p.insts[:opening+1]
		return
	}
	c.emitClose(n.Index, reg)
}

// emitClose appends the end of a group.
func (c *compiler) emitClose(group, reg int) {
	in := inst{op: opClose, x: uint32(group), y: uint32(reg)}
	if c.called[group] {
		in.flags |= flagCalled
	}
	c.add(in)
}

// entry is an instruction at which a part begins whose choices are forgotten at its end: the captures that it sets are saved,
// since what would undo them one by one is forgotten with the choices.
func (c *compiler) entry(o op, reg int, f *facts) inst {
	return inst{op: o, x: uint32(reg), y: uint32(f.lo), z: uint32(f.hi)}
}

func (c *compiler) emitVerb(n *syntax.Node, f flow) {
	switch n.Verb {
	case syntax.Accept:
		for i := len(f.opens) - 1; i >= 0; i-- {
			c.emitClose(f.opens[i].group, f.opens[i].reg) // in a call of this group, the call is what is accepted
		}
		if f.accept != nil {
			f.accept.jumps = append(f.accept.jumps, c.add(inst{op: opJump}))
		} else {
			c.add(inst{op: opMatch, flags: flagCalled})
		}
	case syntax.Commit:
		c.add(inst{op: opCommit})
	case syntax.Prune:
		c.add(inst{op: opPrune})
	case syntax.Skip:
		if n.Name != "" {
			c.add(inst{op: opSkipTo, x: c.str(n.Name)})
		} else {
			c.add(inst{op: opSkip})
		}
	case syntax.Then:
		c.add(inst{op: opThen, x: uint32(f.scope)})
	case syntax.Mark:
		c.add(inst{op: opMark, x: c.str(n.Name)})
	}
}

// union returns the class of all the runes in pairs, which are in any order.
func union(pairs []rune) []rune {
	all := make([][2]rune, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		all = append(all, [2]rune{pairs[i], pairs[i+1]})
	}
	slices.SortFunc(all, func(a, b [2]rune) int { return cmp.Compare(a[0], b[0]) })
	var out []rune
	for _, p := range all {
		if k := len(out); k > 0 && p[0] <= out[k-1]+1 {
			out[k-1] = max(out[k-1], p[1])
		} else {
			out = append(out, p[0], p[1])
		}
	}
	return out
}
