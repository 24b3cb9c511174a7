package backtrack

// reset gives the registers of calls and verbs the values that they have before an attempt. An attempt that fails leaves them so,
// unless a verb cuts it short.
func (p *Program) reset(w []uint32, base int) {
	if p.calls {
		w[p.call] = 0
	}
	if p.verbs {
		w[p.guard] = 0
	}
	for i := p.scopes[0]; i < p.scopes[1]; i++ {
		w[i] = uint32(base)
	}
}

// holds reports whether the match may go on at pos for all that set says.
func (p *Program) holds(in *inst, s string, pos int) bool {
	if in.flags&flagSet == 0 {
		return true
	}
	if pos < len(s) {
		return p.pages[in.page][s[pos]]>>(in.bit&7)&1 != 0
	}
	return in.flags&flagEnd != 0
}

// holds2 is holds for set2.
func (p *Program) holds2(in *inst, s string, pos int) bool {
	if in.flags&flagSet2 == 0 {
		return true
	}
	if pos < len(s) {
		return p.pages[in.page2][s[pos]]>>(in.bit2&7)&1 != 0
	}
	return in.flags&flagEnd2 != 0
}

// countUp returns the count of a loop after one more round. Where nothing bounds the rounds, those beyond the least are not
// counted.
func countUp(count uint32, in *inst) uint32 {
	if in.n == none && count >= in.z {
		return count
	}
	return count + 1
}

// set returns the text of the first group of a list that is set, or none.
func (p *Program) set(w []uint32, list uint32) (lo, hi uint32) {
	for _, group := range p.lists[list] {
		if hi = w[2*group+1]; hi != none {
			return w[2*group], hi
		}
	}
	return none, none
}

// pushGuard pushes the frame of a lookaround that goes on elsewhere when it fails, and returns the new height.
func (p *Program) pushGuard(w []uint32, sp, pos int, pc uint32) int {
	if !p.verbs {
		w[sp], w[sp+1] = uint32(pos), tag(kindChoice, p.insts[pc].n)
		return sp + 2
	}
	w[sp], w[sp+1], w[sp+2] = uint32(pos), w[p.guard], tag(kindGuard, pc)
	w[p.guard] = uint32(sp + 3)
	return sp + 3
}

// popGuard drops that frame, which ends at the height sp.
func (p *Program) popGuard(w []uint32, sp int) int {
	if !p.verbs {
		return sp - 2
	}
	w[p.guard] = w[sp-2]
	return sp - 3
}

// fence keeps verbs inside a call, whose frame ends at the height sp: they make the call fail.
func (p *Program) fence(w []uint32, sp int) {
	if p.verbs {
		w[p.guard] = uint32(sp)
	}
	for i := p.scopes[0]; i < p.scopes[1]; i++ {
		w[i] = uint32(sp)
	}
}

// inCall reports whether the match is in a call of one of the groups of a list, or of any.
func (p *Program) inCall(w []uint32, list uint32) bool {
	if !p.calls || w[p.call] == 0 {
		return false
	}
	if list == noList {
		return true
	}
	called := p.insts[w[int(w[p.call])+p.regs]>>kindBits].y
	for _, group := range p.lists[list] {
		if group == called {
			return true
		}
	}
	return false
}
