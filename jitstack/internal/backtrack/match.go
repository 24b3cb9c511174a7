package backtrack

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// Verdict is how a search ended.
type Verdict uint8

const (
	Miss       Verdict = iota
	Hit                // the captures are set
	StackLimit         // undecided: the stack was not to grow any more
	StepLimit          // undecided: the search took all its steps
	Canceled           // undecided: the watch ended the search
	TooLong            // undecided: the subject is too long for positions of 32 bits
)

// How says what a search asks for beside what the pattern says.
type How uint8

const (
	Anchored        How = 1 << iota // the match begins at the position
	EndAnchored                     // it ends at the end of the subject
	NotEmpty                        // it is not empty
	NotEmptyAtStart                 // it is not empty, at the position

	// Spare lets the search leave out frames where that changes nothing, for the loops of groups as it is always done for those
	// of classes: a round that what follows can never want back leaves no choice. What a stack has room for is then hard to
	// foretell, so a caller with a stack of its own does without.
	Spare
)

// What a search does is paid for in units, of which a step has so many. An instruction costs one, and an event of those that only
// bound time, as a choice taken back or a round of a loop, a step. What takes time in proportion to something costs units in
// proportion to it: a unit is about a nanosecond, and so no pattern makes a step take longer.
//
// Each event and each attempt looks whether units are left. Between two of them the path only goes forward in the program. A search
// that can be canceled takes its units in slices, and looks at its context where a slice ends (Stack.refill).
const stepUnits = 32

// attemptUnits are what each attempt has for nothing. A search whose attempts end soon is bounded by the length of the subject, and
// is not to be given up because that is large.
const attemptUnits = 16

// How many bytes or registers are paid for with a unit, as powers of two: bytes that vectors pass, and words that are copied. And
// how many units a byte takes that has to be decoded, forwards and backwards.
const (
	vector   = 3
	copied   = 1
	decoded  = 2
	backward = 4
)

// Search looks for the first match of s that begins at from or, unless anchored, behind it, and puts its offsets into caps: a
// pair a group, as many as caps has room for, -1 for a group that took no part. at is how far the search had come where the
// verdict is a limit. The stack is free again when Search returns. A pooled stack begins in frame, and may be given nil; it is
// the caller's to release. Nothing is allocated but what a stack needs to grow.
//
// One loop follows one path through the program. What it may have to come back to lies on the stack (frame.go); where the path
// ends, the topmost frames are undone down to the first choice, and the path goes on from there. No function calls itself, so a
// subject can not make the goroutine's stack grow.
func (p *Program) Search(st *Stack, frame []uint32, s string, from int, how How, caps []int) (at int, v Verdict) {
	var scan Scan
	if !scan.Begin(p, s, from, how) {
		st.settle(st.fill())
		return 0, Miss
	}
	return p.SearchFrom(st, frame, &scan, how, caps)
}

// SearchFrom is Search for a scan that has begun with the same how, and found a place. It can be used once.
func (p *Program) SearchFrom(st *Stack, frame []uint32, scan *Scan, how How, caps []int) (at int, v Verdict) {
	s, from := scan.s, scan.from
	if int64(len(s)) > maxLen {
		return from, TooLong
	}
	if p.flags&syntax.Anchored != 0 {
		how |= Anchored
	}
	if p.flags&syntax.EndAnchored != 0 {
		how |= EndAnchored
	}
	if p.flags&syntax.NotEmpty != 0 {
		how |= NotEmpty
	}
	var (
		insts   = p.insts
		pages   = p.pages
		regs    = p.regs
		base    = regs + 1 // the height of the stack without any choice
		fuel    = st.fill()
		start   = scan.start
		dirty   = false // captures have to be unset
		w       []uint32
		pc      uint32
		pos, sp int
		end     int // of what is captured
	)
	if w = st.words; st.pool {
		w = frame
	}
	for ok := true; len(w) <= base; {
		if w, ok = st.grow(w); !ok {
			return from, StackLimit
		}
	}
	quick, quickMask := scan.quick(p, how&Anchored != 0)
	for i := range w[:regs] {
		w[i] = none
	}
	p.reset(w, base)
	w[regs] = tag(kindBottom, 0)
	goto begin

attempt:
	if uint(start) >= uint(len(s)) || quick[s[start]]&quickMask == 0 || start > scan.last {
		if start = scan.next(start, how&Anchored != 0); start < 0 {
			at, v = 0, Miss
			goto done
		}
	}
begin:
	if dirty {
		dirty = false
		captures := w[2 : 2*p.groups]
		fuel -= len(captures) >> copied
		for i := range captures {
			captures[i] = none
		}
	}
	w[0] = uint32(start)
	pos, sp, pc = start, base, 0

	for {
		in := &insts[pc]
		fuel--
		switch in.op {
		case opFail:

		case opByte:
			if pos < len(s) && s[pos] == in.b {
				pos++
				pc++
				continue
			}

		case opString:
			text := p.strings[in.x]
			fuel -= len(text) >> (2 * vector)
			if len(text) <= len(s)-pos && s[pos:pos+len(text)] == text {
				pos += len(text)
				pc++
				continue
			}

		case opFold:
			end, ok := foldPrefix(s, pos, p.folds[in.x])
			fuel -= decoded * (end - pos)
			if ok {
				pos = end
				pc++
				continue
			}

		case opClass:
			if pos < len(s) {
				b := s[pos]
				if pages[in.page][b]>>(in.bit&7)&1 == 0 {
					break
				}
				width := 1
				if b >= utf8.RuneSelf {
					var ok bool
					if width, ok = p.classes[in.x].at(pages, s, pos); !ok {
						break
					}
				}
				end = pos + width
				goto capture
			}

		case opAnyByte:
			if pos < len(s) {
				pos++
				pc++
				continue
			}

		case opNewline:
			if end := newlineEnd(s, pos); end > pos {
				pos = end
				pc++
				continue
			}

		case opGrapheme:
			if pos < len(s) {
				end := graphemeEnd(s, pos)
				fuel -= decoded * (end - pos)
				pos = end
				pc++
				continue
			}

		case opRun:
			if sp+3 > len(w) {
				goto full
			}
			floor, end, ok := p.classes[in.x].run(pages, s, pos, in.y, in.z)
			fuel -= p.classes[in.x].cost(end-pos, in.y, in.z)
			if !ok {
				break
			}
			if end > floor {
				w[sp], w[sp+1], w[sp+2] = uint32(floor), uint32(end), tag(kindRun, pc)
				sp += 3
			}
			if in.flags&flagSet2 != 0 && !p.holds2(in, s, end) {
				break
			}
			pos = end
			pc++
			continue

		case opRunBytes:
			// As opRunAtomic, where every byte is of the class or not by itself. Where a run ended once all that begin inside it
			// end, and so a run is looked through once, from whichever places it is then begun.
			if from, to := w[in.n], w[in.n+1]; uint32(pos)-from <= to-from {
				end = int(to)
			} else {
				set, mask := &pages[in.page], uint8(1)<<(in.bit&7)
				end = pos
				for end < len(s) && set[s[end]]&mask != 0 {
					if end++; end-pos == shortRun {
						end += literal.SpanSet(s[end:], p.classes[in.x].span)
						fuel -= (end - pos) >> vector
						break
					}
				}
				w[in.n], w[in.n+1] = uint32(pos), uint32(end)
			}
			if end-pos < int(in.y) {
				break
			}
			goto capture

		case opRunAtomic:
			_, end, ok := p.classes[in.x].run(pages, s, pos, in.y, in.z)
			fuel -= p.classes[in.x].cost(end-pos, in.y, in.z)
			if ok {
				pos = end
				pc++
				continue
			}

		case opRunLazy:
			if sp+3 > len(w) {
				goto full
			}
			taken := uint32(0)
			if in.y > 0 {
				_, end, ok := p.classes[in.x].run(pages, s, pos, in.y, in.y)
				fuel -= p.classes[in.x].cost(end-pos, in.y, in.y)
				if !ok {
					break
				}
				pos, taken = end, in.y
			}
			if in.z > in.y {
				w[sp], w[sp+1], w[sp+2] = taken, uint32(pos), tag(kindLazy, pc)
				sp += 3
			}
			if in.flags&flagSet2 != 0 && !p.holds2(in, s, pos) {
				break
			}
			pc++
			continue

		case opStep:
			end, height, ok := p.step(w, s, in, pc, pos, sp, how&Spare != 0)
			fuel -= (end - pos) >> copied
			if in.x != none {
				fuel -= (end - pos) * (len(p.strings[in.x]) >> (2 * vector))
			}
			pos, sp = end, height
			if !ok {
				goto full
			}
			pc++
			continue

		case opJump:
			if in.x < pc {
				// A round of a loop, even one without a choice: from each of many starts there may be as many rounds as there are runes.
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
			}
			pc = in.x
			continue

		case opSplit:
			x, y := true, true
			if pos < len(s) {
				b := s[pos]
				if in.flags&flagSet != 0 {
					x = pages[in.page][b]>>(in.bit&7)&1 != 0
				}
				if in.flags&flagSet2 != 0 {
					y = pages[in.page2][b]>>(in.bit2&7)&1 != 0
				}
			} else {
				x = in.flags&(flagSet|flagEnd) != flagSet
				y = in.flags&(flagSet2|flagEnd2) != flagSet2
			}
			if x {
				if y {
					if sp+2 > len(w) {
						goto full
					}
					w[sp], w[sp+1] = uint32(pos), tag(kindChoice, in.y)
					sp += 2
				}
				pc = in.x
				continue
			}
			if y {
				pc = in.y
				continue
			}

		case opOpen, opRound:
			if in.flags&flagUndo != 0 {
				if sp+2 > len(w) {
					goto full
				}
				w[sp], w[sp+1] = w[in.x], tag(kindRegister, in.x)
				sp += 2
			}
			w[in.x] = uint32(pos)
			pc++
			continue

		case opClose:
			if in.flags&flagCalled != 0 && w[p.call] != 0 && insts[w[int(w[p.call])+regs]>>kindBits].y == in.x {
				goto leave
			}
			if sp == base {
				dirty = true // as at capture
			} else {
				if sp+3 > len(w) {
					goto full
				}
				w[sp], w[sp+1], w[sp+2] = w[2*in.x], w[2*in.x+1], tag(kindCapture, in.x)
				sp += 3
			}
			w[2*in.x], w[2*in.x+1] = w[in.y], uint32(pos)
			pc++
			continue

		case opKeep:
			if sp+2 > len(w) {
				goto full
			}
			w[sp], w[sp+1] = w[0], tag(kindRegister, 0)
			sp += 2
			w[0] = uint32(pos)
			pc++
			continue

		case opAssert:
			if syntax.Assert(in.b).Holds(s, from, pos) {
				pc++
				continue
			}

		case opBackref:
			lo, hi := w[2*in.y], w[2*in.y+1]
			if in.y == 0 {
				lo, hi = p.set(w, in.x)
				fuel -= len(p.lists[in.x])
			}
			if hi != none {
				text := s[lo:hi]
				if in.flags&flagFold != 0 {
					end, ok := foldText(s, pos, text)
					fuel -= decoded * (end - pos)
					if ok {
						pos = end
						pc++
						continue
					}
					break
				}
				fuel -= len(text) >> vector
				if len(text) == 0 || len(text) <= len(s)-pos && s[pos] == text[0] && s[pos:pos+len(text)] == text {
					pos += len(text)
					pc++
					continue
				}
				if p.shared.same && pc == p.shared.end && sp == base && how&Anchored == 0 {
					var cost int
					start, cost = later(s, start, int(hi), pos)
					if fuel -= cost; start == int(hi) {
						goto on
					}
					w[0], w[2*in.y] = uint32(start), uint32(start)
					pos += int(hi) - start
					pc++
					continue
				}
			}

		case opCount:
			if in.flags&flagUndo != 0 {
				if sp+2 > len(w) {
					goto full
				}
				w[sp], w[sp+1] = w[in.x], tag(kindRegister, in.x)
				sp += 2
			}
			w[in.x] = 0
			pc++
			continue

		case opLoop:
			if sp+3 > len(w) {
				goto full
			}
			if fuel -= stepUnits; fuel < 0 {
				if fuel = st.refill(fuel); fuel < 0 {
					goto dry
				}
			}
			count := w[in.x]
			more := count < in.n && p.holds(in, s, pos)
			over := count >= in.z && p.holds2(in, s, pos)
			switch {
			case more && over:
				w[sp], w[sp+1], w[sp+2] = uint32(pos), count, tag(kindCount, pc)
				sp += 3
				if in.flags&flagLazy != 0 {
					pc = in.y
					continue
				}
			case more:
				w[sp], w[sp+1] = count, tag(kindRegister, in.x)
				sp += 2
			case over:
				pc = in.y
				continue
			default:
				goto fail
			}
			w[in.x] = countUp(count, in)
			pc++
			continue

		case opRoundEnd:
			if w[in.x] == uint32(pos) && (in.n == 0 || w[in.z] >= in.n) {
				pc = in.y
			} else {
				pc++
			}
			continue

		case opAtomic, opLook:
			if n := int(in.z - in.y); n > 0 {
				if sp+n+1 > len(w) {
					goto full
				}
				sp += copy(w[sp:], w[in.y:in.z]) + 1
				w[sp-1] = tag(kindCaptures, pc)
				fuel -= n >> copied
			}
			w[in.x] = uint32(sp)
			if in.op == opLook {
				w[in.x+1] = uint32(pos)
			}
			pc++
			continue

		case opCut:
			sp = int(w[in.x])
			pc++
			continue

		case opLookEnd:
			sp, pos = int(w[in.x]), int(w[in.x+1])
			pc++
			continue

		case opLookNot:
			if !p.holds(in, s, pos) {
				pc = in.n
				continue
			}
			if sp+3 > len(w) {
				goto full
			}
			sp = p.pushGuard(w, sp, pos, pc)
			w[in.x], w[in.x+1] = uint32(sp), uint32(pos)
			pc++
			continue

		case opLookNotEnd:
			fuel -= (sp - int(w[in.x])) >> copied
			p.unwind(w, sp, int(w[in.x]))
			sp = p.popGuard(w, int(w[in.x]))

		case opLookOr:
			n := int(in.z - in.y)
			if sp+n+4 > len(w) {
				goto full
			}
			if n > 0 {
				sp += copy(w[sp:], w[in.y:in.z]) + 1
				w[sp-1] = tag(kindCaptures, pc)
				fuel -= n >> copied
			}
			sp = p.pushGuard(w, sp, pos, pc)
			w[in.x], w[in.x+1] = uint32(sp), uint32(pos)
			pc++
			continue

		case opLookOrEnd:
			sp, pos = p.popGuard(w, int(w[in.x])), int(w[in.x+1])
			pc++
			continue

		case opPeek:
			if p.peek(in, s, pos) == (in.flags&flagNot == 0) {
				pc++
				continue
			}

		case opReenter:
			if sp+2 > len(w) {
				goto full
			}
			w[sp], w[sp+1] = w[in.x], tag(kindRegister, in.x)
			sp += 2
			w[in.x] = uint32(pos)
			pc++
			continue

		case opReturnTo:
			pos = int(w[in.x])
			pc++
			continue

		case opBehind:
			if sp+3 > len(w) {
				goto full
			}
			back, runes := goBack(s, pos, in.z)
			fuel -= backward * (pos - back)
			if runes < in.y {
				break
			}
			if runes > in.y {
				w[sp], w[sp+1], w[sp+2] = uint32(back), runes-in.y, tag(kindBehind, pc)
				sp += 3
			}
			pos = back
			pc++
			continue

		case opBehindEnd:
			if w[in.x] == uint32(pos) {
				pc++
				continue
			}

		case opIfGroup:
			fuel -= len(p.lists[in.x])
			if _, hi := p.set(w, in.x); hi != none {
				pc++
			} else {
				pc = in.y
			}
			continue

		case opIfCall:
			if p.inCall(w, in.x) {
				pc++
			} else {
				pc = in.y
			}
			continue

		case opCall:
			if sp+regs+1 > len(w) {
				goto full
			}
			if fuel -= stepUnits + regs>>copied; fuel < 0 {
				if fuel = st.refill(fuel); fuel < 0 {
					goto dry
				}
			}
			frame := sp
			sp += copy(w[sp:], w[:regs]) + 1
			w[sp-1] = tag(kindCall, pc)
			w[p.call] = uint32(frame)
			p.fence(w, sp)
			pc = in.x
			continue

		case opScope:
			if sp+2 > len(w) {
				goto full
			}
			w[sp], w[sp+1] = w[in.x], tag(kindRegister, in.x)
			sp += 2
			w[in.x] = uint32(sp)
			pc++
			continue

		case opCommit, opPrune, opSkip, opSkipTo, opThen, opMark:
			if sp+2 > len(w) {
				goto full
			}
			w[sp], w[sp+1] = uint32(pos), tag(kindVerb, pc)
			switch in.op {
			case opThen:
				w[sp] = w[in.x]
			case opMark:
				w[sp+1] = tag(kindMark, pc)
			}
			sp += 2
			pc++
			continue

		case opMatch:
			if p.calls && w[p.call] != 0 {
				goto leave
			}
			begin := min(int(w[0]), pos) // \K in a lookahead may have gone beyond
			if how&(EndAnchored|NotEmpty|NotEmptyAtStart) != 0 {
				if how&EndAnchored != 0 && pos < len(s) {
					if in.flags&flagCalled != 0 {
						dirty = true
						p.reset(w, base)
						goto next // an (*ACCEPT) is not taken back
					}
					break
				}
				if begin == pos && (how&NotEmpty != 0 || how&NotEmptyAtStart != 0 && pos == from) {
					break
				}
			}
			w[0], w[1] = uint32(begin), uint32(pos)
			for i := range caps {
				caps[i] = -1
				if i < 2*p.groups && w[i] != none {
					caps[i] = int(w[i])
				}
			}
			at, v = pos, Hit
			goto done
		}

	fail:
		for {
			if sp == base {
				goto next
			}
			t := w[sp-1]
			number := t >> kindBits
			switch kind(t & kindMask) {
			case kindChoice:
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				pos = int(w[sp-2])
				pc = number
				sp -= 2
				goto resume

			case kindRun:
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				in := &insts[number]
				floor, end := int(w[sp-3]), int(w[sp-2])
				pos = p.giveBack(in, s, floor, end)
				fuel -= decoded * (end - max(pos, floor))
				if pos <= floor {
					sp -= 3
				} else {
					w[sp-2] = uint32(pos)
				}
				if pos >= floor {
					pc = in.n
					goto resume
				}

			case kindLazy:
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				in := &insts[number]
				taken, at := w[sp-3], int(w[sp-2])
				end, runes, ok := p.takeMore(in, s, at, in.z-taken)
				fuel -= decoded * (end - at)
				if !ok || runes == in.z-taken && in.z != none {
					sp -= 3
				} else {
					w[sp-3], w[sp-2] = taken+runes, uint32(end)
				}
				if ok {
					pos = end
					pc = number + 1
					goto resume
				}

			case kindStep:
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				in := &insts[number]
				w[2*in.y], w[2*in.y+1] = w[sp-3], w[sp-2]
				pos = int(w[sp-4])
				sp -= 4
				if in.flags&flagSet2 == 0 || p.holds2(in, s, pos) {
					pc = in.n
					goto resume
				}

			case kindCount:
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				in := &insts[number]
				pos = int(w[sp-3])
				w[in.x] = w[sp-2]
				if in.flags&flagLazy != 0 {
					// The frame stays, as one that gives the count back.
					w[sp-3], w[sp-2] = w[sp-2], tag(kindRegister, in.x)
					sp--
					w[in.x] = countUp(w[in.x], in)
					pc = number + 1
				} else {
					sp -= 3
					pc = in.y
				}
				goto resume

			case kindBehind:
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				pos = int(w[sp-3])
				pos += runeWidth(s, pos)
				if w[sp-3] = uint32(pos); w[sp-2] == 1 {
					sp -= 3
				} else {
					w[sp-2]--
				}
				pc = insts[number].n
				goto resume

			case kindGuard:
				pos = int(w[sp-3])
				w[p.guard] = w[sp-2]
				pc = insts[number].n
				sp -= 3
				goto resume

			case kindCapture:
				w[2*number], w[2*number+1] = w[sp-3], w[sp-2]
				sp -= 3

			case kindRegister:
				w[number] = w[sp-2]
				sp -= 2

			case kindVerb:
				in := &insts[number]
				arg := int(w[sp-2])
				sp -= 2
				if fuel -= stepUnits; fuel < 0 {
					if fuel = st.refill(fuel); fuel < 0 {
						goto dry
					}
				}
				height := int(w[p.guard])
				switch in.op {
				case opThen:
					height = arg
				case opSkipTo:
					fuel -= (sp - base) >> copied
					var mark int
					mark, arg = p.findMark(w, sp, in.x)
					if height = p.guardOf(w, height, mark); height == 0 && mark == 0 {
						continue // there is no such mark: the verb does nothing
					}
				}
				fuel -= (sp - max(height, base)) >> copied
				if height != 0 {
					p.unwind(w, sp, height)
					sp = height
					continue
				}
				dirty = true
				p.reset(w, base)
				switch in.op {
				case opCommit:
					at, v = 0, Miss
					goto done
				case opSkip, opSkipTo:
					if arg > start {
						start = arg
						if how&Anchored != 0 {
							at, v = 0, Miss
							goto done
						}
						goto attempt
					}
				}
				sp = base

			default:
				p.restore(w, sp)
				sp -= p.frameLen(t)
			}
		}

	capture:
		// A class or a run ends at end, which is captured as group z, if it is not 0.
		{
			if in.z != 0 {
				if sp == base {
					// Without a choice there is nothing to undo: if this path fails the attempt is over.
					dirty = true
				} else {
					if sp+3 > len(w) {
						goto full
					}
					w[sp], w[sp+1], w[sp+2] = w[2*in.z], w[2*in.z+1], tag(kindCapture, in.z)
					sp += 3
				}
				w[2*in.z], w[2*in.z+1] = uint32(pos), uint32(end)
			}
			pos = end
			pc++
			continue
		}

	leave:
		// The call that the match is in is over: its caller's registers come back, but for \K's.
		{
			if sp+regs+1 > len(w) {
				goto full
			}
			if fuel -= stepUnits + regs>>copied; fuel < 0 {
				if fuel = st.refill(fuel); fuel < 0 {
					goto dry
				}
			}
			frame := int(w[p.call])
			sp += copy(w[sp:], w[:regs]) + 1
			w[sp-1] = tag(kindReturn, pc)
			keep := w[0]
			copy(w[:regs], w[frame:])
			w[0] = keep
			pc = w[frame+regs]>>kindBits + 1
			continue
		}

	full:
		// The instruction, which has changed nothing so far, runs again when there is room.
		{
			larger, ok := st.grow(w)
			if !ok {
				at, v = pos, StackLimit
				goto done
			}
			w = larger
		}

	resume:
	}

next:
	switch {
	case how&Anchored != 0 || start >= len(s):
		at, v = 0, Miss
		goto done
	case pc > p.shared.run && pc < p.shared.end && int(w[p.shared.to]) > start:
		start = int(w[p.shared.to]) // the attempts that begin inside the run fail all where this one did
	case s[start] < utf8.RuneSelf:
		start++
	default:
		start += runeWidth(s, start)
	}
on:
	if st.sliced {
		st.reserve += attemptUnits
	} else {
		fuel += attemptUnits
	}
	if fuel < 0 {
		if fuel = st.refill(fuel); fuel < 0 {
			pos = start
			goto dry
		}
	}
	goto attempt
dry:
	at, v = pos, st.limit
done:
	st.settle(fuel)
	return at, v
}
