package onepass

import (
	"slices"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

const (
	maxInsts = 1000
	maxCells = 4096 // 32 KB
	maxCuts  = 256  // intervals of runes beyond ASCII
)

// New prepares p, or returns nil where p is not one-pass, writes more than sixteen groups, or needs too
// large a table.
func New(p *program.Program, longest bool) *Matcher {
	if len(p.Insts) > maxInsts || p.Slots > slotBits {
		return nil
	}
	b := builder{p: p, m: &Matcher{longest: longest}, row: make([]int, len(p.Insts))}
	if !b.symbols() {
		return nil
	}
	b.m.start = b.state(p.Start)
	for len(b.todo) > 0 {
		pc := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		if !b.fill(pc) || len(b.m.table) > maxCells {
			return nil
		}
	}
	b.markEnds()
	b.m.table = slices.Clip(b.m.table)
	return b.m
}

type builder struct {
	p     *program.Program
	m     *Matcher
	row   []int          // by instruction: the row of the state that begins there, 0 for none yet
	todo  []uint32       // states whose rows are empty yet
	kinds []program.Inst // the consuming instructions, those that take the same runes once
	kind  []int          // by instruction: which of kinds it is
	takes [][]bool       // by kind: which symbols it takes
}

// symbols splits the runes into classes that no instruction tells apart.
func (b *builder) symbols() bool {
	var cuts []rune
	for i := range b.p.Insts {
		switch in := &b.p.Insts[i]; in.Op {
		case program.Rune:
			cuts = append(cuts, rune(in.Arg), rune(in.Arg)+1)
		case program.InClass:
			if t := b.p.Classes[in.Arg].High; t != nil && t != program.AllHigh {
				for k := 0; k < len(t.Pairs); k += 2 {
					cuts = append(cuts, t.Pairs[k], t.Pairs[k+1]+1)
				}
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if len(cuts) > 0 && cuts[0] == utf8.RuneSelf {
		cuts = cuts[1:]
	}
	if len(cuts) > maxCuts {
		return false
	}
	b.sortKinds()
	b.takes = make([][]bool, len(b.kinds))
	for r := range rune(utf8.RuneSelf) {
		sym, ok := b.symbol(r)
		if !ok {
			return false
		}
		b.m.ascii[r] = sym
	}
	b.m.cuts = cuts
	for k := range len(cuts) + 1 {
		r := rune(utf8.RuneSelf)
		if k > 0 {
			r = cuts[k-1]
		}
		sym, ok := b.symbol(r)
		if !ok {
			return false
		}
		b.m.high = append(b.m.high, sym)
	}
	b.m.symbols = len(b.takes[0])
	// Row 0 stands for no state.
	b.m.table = make([]action, b.m.symbols+1, 8*(b.m.symbols+1))
	return true
}

// sortKinds numbers the consuming instructions by what they take. There is always one: a pattern that
// consumes nothing is given Any.
func (b *builder) sortKinds() {
	b.kind = make([]int, len(b.p.Insts))
	for i := range b.p.Insts {
		in := program.Inst{Op: b.p.Insts[i].Op, Arg: b.p.Insts[i].Arg}
		if !in.Consumes() {
			continue
		}
		k := slices.Index(b.kinds, in)
		if k < 0 {
			k = len(b.kinds)
			b.kinds = append(b.kinds, in)
		}
		b.kind[i] = k
	}
	if len(b.kinds) == 0 {
		b.kinds = append(b.kinds, program.Inst{Op: program.Any})
	}
}

// symbol returns the class of r, a new one if r is unlike all before.
func (b *builder) symbol(r rune) (uint8, bool) {
	symbols := len(b.takes[0])
next:
	for sym := symbols - 1; sym >= 0; sym-- {
		for k := range b.kinds {
			if b.p.MatchRune(&b.kinds[k], r) != b.takes[k][sym] {
				continue next
			}
		}
		return uint8(sym), true
	}
	if symbols == 255 {
		return 0, false
	}
	for k := range b.kinds {
		b.takes[k] = append(b.takes[k], b.p.MatchRune(&b.kinds[k], r))
	}
	return uint8(symbols), true
}

// state returns the row of the state in which the program stands before the instruction pc.
func (b *builder) state(pc uint32) int {
	if b.row[pc] == 0 {
		b.row[pc] = len(b.m.table)
		b.m.table = append(b.m.table, make([]action, b.m.symbols+1)...)
		b.todo = append(b.todo, pc)
	}
	return b.row[pc]
}

// fill follows all paths from pc up to the runes they consume. It reports false where two of them meet or
// take the same rune: then one rune of lookahead is not enough.
func (b *builder) fill(pc uint32) bool {
	type path struct {
		pc  uint32
		act action
	}
	row := b.row[pc]
	seen := make(map[uint32]bool, 8)
	stack := []path{{pc: pc}}
	ended := action(0) // wins, once a path of more priority has come to the end of the pattern
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.pc == 0 {
			continue
		}
		if seen[at.pc] {
			return false
		}
		seen[at.pc] = true
		i := &b.p.Insts[at.pc]
		switch i.Op {
		case program.Alt:
			stack = append(stack, path{i.Arg, at.act}, path{i.Out, at.act})
		case program.Capture:
			stack = append(stack, path{i.Out, at.act | 1<<i.Arg})
		case program.Assert:
			stack = append(stack, path{i.Out, at.act | action(i.Arg)<<holdsShift})
		case program.Match:
			b.m.table[row+b.m.symbols] = at.act | isEnd
			ended = wins
		default:
			next := action(b.state(i.Out)) << nextShift
			for sym, takes := range b.takes[b.kind[at.pc]] {
				if !takes {
					continue
				}
				if b.m.table[row+sym] != 0 {
					return false
				}
				b.m.table[row+sym] = at.act | ended | next
			}
		}
	}
	return true
}

// markEnds tells each action whether the state it leads to is a possible end.
func (b *builder) markEnds() {
	m := b.m
	width := m.symbols + 1
	for row := width; row < len(m.table); row += width {
		for sym := range m.symbols {
			act := &m.table[row+sym]
			if next := int(*act >> nextShift); next != 0 && m.table[next+m.symbols] >= isEnd {
				*act |= nextEnds
			}
		}
	}
}
