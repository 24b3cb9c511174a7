package program

import "regexp/syntax"

// One byte of lookahead settles most choices: in `[a-z]+=` the loop goes on while the next byte is a
// letter and ends where it is '='. First tells, for an instruction, which next bytes leave hope of a match.
// Matchers that follow one path at a time use it to enter only branches that can succeed, and to
// see that a repetition can never want to give back what it took. It is a superset by design: a byte
// outside it proves that the branch fails.

// First is what may come next where an instruction is about to run.
type First struct {
	Bytes ByteSet // next bytes after which the match may go on, or at which a guarded end may lie
	End   bool    // the match may end where the text ends
	Free  bool    // the match may end here whatever comes next: no assertion guards the way
}

// On reports whether there is hope when the next byte is b.
func (f *First) On(b byte) bool { return f.Free || f.Bytes.Contains(b) }

// AtEnd reports whether there is hope at the end of the text.
func (f *First) AtEnd() bool { return f.Free || f.End }

// Firsts computes First for every instruction. It allocates 40 bytes an instruction, for the time of a matcher's construction.
// Instructions come after what they continue to, loops apart: without loops one round does, with them two or three.
func (p *Program) Firsts() []First {
	firsts := make([]First, len(p.Insts))
	loops := false
	for pc := range p.Insts {
		firsts[pc] = p.first(firsts, pc)
		i := &p.Insts[pc]
		loops = loops || int(i.Out) > pc || i.Op == Alt && int(i.Arg) > pc
	}
	for changed := loops; changed; {
		changed = false
		for pc := range p.Insts {
			if i := &p.Insts[pc]; i.Consumes() {
				continue // what follows changes nothing
			}
			if f := p.first(firsts, pc); f != firsts[pc] {
				firsts[pc] = f
				changed = true
			}
		}
	}
	return firsts
}

func (p *Program) first(firsts []First, pc int) First {
	i := &p.Insts[pc]
	switch i.Op {
	case Fail:
		return First{}
	case Match:
		return First{Free: true}
	case Capture:
		return firsts[i.Out]
	case Alt:
		f, g := firsts[i.Out], &firsts[i.Arg]
		f.Bytes.Union(&g.Bytes)
		f.End = f.End || g.End
		f.Free = f.Free || g.Free
		return f
	case Assert:
		f := firsts[i.Out]
		if f.Free {
			f = First{Bytes: AllBytes, End: true}
		}
		switch ops := syntax.EmptyOp(i.Arg); {
		case ops&syntax.EmptyEndText != 0:
			f.Bytes = ByteSet{}
		case ops&syntax.EmptyEndLine != 0:
			newline := f.Bytes.Contains('\n')
			f.Bytes = ByteSet{}
			if newline {
				f.Bytes.Add('\n')
			}
		}
		return f
	}
	return First{Bytes: p.FirstBytes(i)}
}
