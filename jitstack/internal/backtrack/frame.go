package backtrack

// A frame is what the match comes back to: a few words on the stack, of which the topmost is its tag. The tag says what kind of frame
// it is, in its low bits, and above them a number: mostly an instruction, which knows the rest. So frames need no links and no
// lengths, and the stack is read from the top.
//
// There are choices, which say where the match goes on, and there is what was changed since a choice was made: the old values of
// captures and registers, which come back on the way down to it.
type kind uint32

const (
	kindChoice   kind = iota // position, tag: the match goes on at the instruction, from the position
	kindRun                  // least position, position, tag: a run ends there, and can end before, down to the least
	kindLazy                 // runes taken, position, tag: a lazy run ends there, and can end later
	kindStep                 // position, old start, old end, tag: a round of opStep begins there, and the loop can end
	kindCount                // position, old count, tag: the head of a counted loop, where the other way can be taken
	kindBehind               // position, runes, tag: a lookbehind begins there, and can begin so many runes nearer
	kindGuard                // position, old guard, tag: a lookaround that verbs do not leave begins there
	kindCapture              // old start, old end, tag: of the group that is the number
	kindRegister             // old value, tag: of the register that is the number
	kindCaptures             // old values, tag: of the registers y to z of the instruction
	kindCall                 // all registers, tag: what they were before a call
	kindReturn               // all registers, tag: what they were before the return
	kindMark                 // position, tag
	kindVerb                 // position or height, tag: the verb is that of the instruction
	kindBottom               // tag: no choice is left
)

const (
	kindBits = 4
	kindMask = 1<<kindBits - 1
	maxPC    = 1<<(32-kindBits) - 1
)

func tag(k kind, number uint32) uint32 { return uint32(k) | number<<kindBits }

// frameLen returns how many words the frame with a tag has.
func (p *Program) frameLen(tag uint32) int {
	switch kind(tag & kindMask) {
	case kindChoice, kindRegister, kindMark, kindVerb:
		return 2
	case kindStep:
		return 4
	case kindCaptures:
		in := &p.insts[tag>>kindBits]
		return int(in.z-in.y) + 1
	case kindCall, kindReturn:
		return p.regs + 1
	case kindBottom:
		return 1
	}
	return 3
}

// restore puts back what the frame below the height sp holds of captures and registers.
func (p *Program) restore(w []uint32, sp int) {
	tag := w[sp-1]
	number := tag >> kindBits
	switch kind(tag & kindMask) {
	case kindCapture:
		w[2*number], w[2*number+1] = w[sp-3], w[sp-2]
	case kindRegister:
		w[number] = w[sp-2]
	case kindCaptures:
		in := &p.insts[number]
		copy(w[in.y:in.z], w[sp-1-int(in.z-in.y):sp-1])
	case kindCall, kindReturn:
		copy(w[:p.regs], w[sp-1-p.regs:sp-1])
	case kindStep:
		if group := p.insts[number].y; group != 0 {
			w[2*group], w[2*group+1] = w[sp-3], w[sp-2]
		}
	case kindCount:
		w[p.insts[number].x] = w[sp-2]
	case kindGuard:
		w[p.guard] = w[sp-2]
	}
}

// unwind drops the frames above a height and restores what they hold, and takes none of the choices among them.
func (p *Program) unwind(w []uint32, sp, height int) {
	for sp > height {
		p.restore(w, sp)
		sp -= p.frameLen(w[sp-1])
	}
}

// findMark returns the height of the last mark of a name that was passed on the way here, and the position; 0 where there is none.
func (p *Program) findMark(w []uint32, sp int, name uint32) (height, pos int) {
	for {
		t := w[sp-1]
		switch kind(t & kindMask) {
		case kindBottom:
			return 0, 0
		case kindMark:
			if p.insts[t>>kindBits].x == name {
				return sp, int(w[sp-2])
			}
		}
		sp -= p.frameLen(t)
	}
}

// guardOf returns the height to which a (*SKIP:name) goes back whose innermost guard is at a height: a lookaround holds it back only if
// the mark is inside, too, and a call always.
func (p *Program) guardOf(w []uint32, height, mark int) int {
	for height > mark && kind(w[height-1]&kindMask) == kindGuard {
		height = int(w[height-2])
	}
	return height
}
