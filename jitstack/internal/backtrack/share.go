package backtrack

// Attempts that begin inside one run.
//
// Many patterns begin with a run of a class that what follows can never want back, as \w+ before \s. Then the attempts that begin
// inside one run of the subject are at its end all in the same place and state, but for where they began. What can be
// said of the first of them can be said of all:
//
//   - If it fails before anything asks where it began, so do the others, and the search goes on behind the run.
//   - If the first to ask is a reference to the run itself, as in (\w+)\s+\1, the others need only ask the same: does what is
//     left of the run stand here, too?
//
// So the search takes a run at a time, not a byte.
type shared struct {
	run  uint32 // the instruction of the run, behind nothing but assertions
	to   uint32 // the register with where it ended
	end  uint32 // the instruction from which on attempts differ; run+1 or less where there is nothing to share
	same bool   // it is a reference to the run, which is the first instruction
}

// share finds what attempts have in common. Between the run and the end there is but one way: nothing is pushed, so an attempt that
// fails there fails for good.
func (p *Program) share() (sh shared) {
	if p.calls {
		return sh
	}
	pc := uint32(0)
	for p.insts[pc].op == opAssert || p.insts[pc].op == opPeek {
		pc++
	}
	if p.insts[pc].op != opRunBytes {
		return sh
	}
	sh.run, sh.to = pc, p.insts[pc].n+1
	for pc++; p.insts[pc].straight(); {
		pc++
	}
	sh.end = pc
	in := &p.insts[pc]
	sh.same = sh.run == 0 && in.op == opBackref && in.flags&flagFold == 0 && in.y != 0 && in.y == p.insts[0].z
	return sh
}

// straight reports whether an instruction goes on with the one behind it or fails, pushes nothing, and depends on nothing but the
// position.
func (in *inst) straight() bool {
	switch in.op {
	case opByte, opString, opFold, opClass, opAnyByte, opNewline, opGrapheme, opRunAtomic, opRunBytes, opAssert, opPeek:
		return true
	case opOpen:
		return in.flags&flagUndo == 0
	case opClose:
		return in.flags&flagCalled == 0
	case opAtomic, opLook:
		return in.y == in.z
	case opCut, opLookEnd:
		return true
	}
	return false
}

// later returns the next position behind start from which on the run that ends at end stands at pos, too, or end, and what it cost
// to compare.
func later(s string, start, end, pos int) (at, cost int) {
	if pos == len(s) {
		return end, 0
	}
	b := s[pos]
	for start += runeWidth(s, start); start < end; start += runeWidth(s, start) {
		if n := end - start; s[start] == b && n <= len(s)-pos {
			cost += n >> vector
			if s[start:end] == s[pos:pos+n] {
				break
			}
		}
	}
	return start, cost
}
