package backtrack

import (
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// reset gives the registers of calls and verbs the values that they have before an attempt. An attempt that fails leaves them so, unless
// a verb cuts it short.
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

// step does the rounds of a loop that are one rune, from pos on. Where they are captured each leaves a frame, for the group has to
// become again what it was; otherwise they leave one that says where they began and where they end. With spare, where that changes
// nothing, there is at most one frame for all of them. It reports false where the stack has no room for more.
func (p *Program) step(w []uint32, s string, in *inst, pc uint32, pos, sp int, spare bool) (end, height int, room bool) {
	set, mask := &p.pages[in.page], uint8(1)<<(in.bit&7)
	text := ""
	if in.x != none {
		text = p.strings[in.x]
	}
	spare = spare && in.flags&flagSpare != 0
	if in.y == 0 || in.flags&flagCut != 0 || spare {
		if sp+3 > len(w) {
			return pos, sp, false
		}
		floor := pos
		for {
			pos += p.classes[in.z].spanFrom(p.pages, s, pos)
			if pos == len(s) || !otherwise(s, pos, text) {
				break
			}
			pos++
		}
		if pos == floor {
			return pos, sp, true
		}
		if in.y != 0 {
			if spare {
				w[sp], w[sp+1], w[sp+2] = w[2*in.y], w[2*in.y+1], tag(kindCapture, in.y)
				sp += 3
			}
			w[2*in.y], w[2*in.y+1] = uint32(pos-runeWidthBefore(s, pos)), uint32(pos)
		} else if in.flags&flagCut == 0 && !spare {
			w[sp], w[sp+1], w[sp+2] = uint32(floor), uint32(pos), tag(kindRun, pc)
			sp += 3
		}
		return pos, sp, true
	}
	start, stop := w[2*in.y], w[2*in.y+1]
	t := tag(kindStep, pc)
	free := w[sp:]
	for {
		for pos < len(s) && len(free) >= 4 {
			b := s[pos]
			if set[b]&mask == 0 {
				break
			}
			free[0], free[1], free[2], free[3] = uint32(pos), start, stop, t
			free = free[4:]
			start = uint32(pos)
			if b < utf8.RuneSelf {
				pos++
			} else {
				pos += runeWidth(s, pos)
			}
			stop = uint32(pos)
		}
		if pos == len(s) || len(free) < 4 || !otherwise(s, pos, text) {
			break
		}
		free[0], free[1], free[2], free[3] = uint32(pos), start, stop, t
		free = free[4:]
		start = uint32(pos)
		pos++
		stop = uint32(pos)
	}
	w[2*in.y], w[2*in.y+1] = start, stop
	return pos, len(w) - len(free), pos == len(s) || len(free) >= 4
}

// otherwise reports whether another text than the given one, which is not empty then, is at pos, although it begins with the same byte.
func otherwise(s string, pos int, text string) bool {
	if text == "" || s[pos] != text[0] {
		return false
	}
	return len(text) > len(s)-pos || s[pos:pos+len(text)] != text
}

// peek reports whether there is a rune of the class of an opPeek where it looks.
func (p *Program) peek(in *inst, s string, pos int) bool {
	if in.flags&flagBefore != 0 {
		if pos == 0 {
			return false
		}
		pos -= runeWidthBefore(s, pos)
	}
	if pos >= len(s) {
		return false
	}
	_, ok := p.classes[in.x].at(p.pages, s, pos)
	return ok
}

// giveBack returns the last position before end, and not before floor, at which a run can end, or -1.
func (p *Program) giveBack(in *inst, s string, floor, end int) int {
	for end > floor {
		end -= runeWidthBefore(s, end)
		if p.holds2(in, s, end) {
			return end
		}
	}
	return -1
}

// takeMore returns the next position at which a lazy run that ends at pos can end, if it takes at least one rune and at most so
// many, and how many that is.
func (p *Program) takeMore(in *inst, s string, pos int, most uint32) (end int, runes uint32, ok bool) {
	c := &p.classes[in.x]
	for runes < most && pos < len(s) {
		width, in1 := c.at(p.pages, s, pos)
		if !in1 {
			break
		}
		pos += width
		runes++
		if p.holds2(in, s, pos) {
			return pos, runes, true
		}
	}
	return pos, runes, false
}

// countUp returns the count of a loop after one more round. Where nothing bounds the rounds, those beyond the least are not counted.
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

// goBack returns the position so many runes before pos, or the first one, and how many runes that is.
func goBack(s string, pos int, most uint32) (int, uint32) {
	runes := uint32(0)
	for runes < most && pos > 0 {
		pos -= runeWidthBefore(s, pos)
		runes++
	}
	return pos, runes
}

// newlineEnd returns where the \R at pos ends, or pos where there is none.
func newlineEnd(s string, pos int) int {
	if pos >= len(s) {
		return pos
	}
	switch b := s[pos]; {
	case b == '\r' && pos+1 < len(s) && s[pos+1] == '\n':
		return pos + 2
	case '\n' <= b && b <= '\r':
		return pos + 1
	case strings.HasPrefix(s[pos:], "\u0085"):
		return pos + 2
	case strings.HasPrefix(s[pos:], "\u2028"), strings.HasPrefix(s[pos:], "\u2029"):
		return pos + 3
	}
	return pos
}

// holds reports whether an assertion holds at pos, in a search that began at from.
func holds(a syntax.Assert, s string, from, pos int) bool {
	switch a {
	case syntax.BeginText:
		return pos == 0
	case syntax.BeginLine:
		return pos == 0 || pos < len(s) && s[pos-1] == '\n'
	case syntax.EndText:
		return pos == len(s)
	case syntax.EndTextNewline:
		return pos == len(s) || pos == len(s)-1 && s[pos] == '\n'
	case syntax.EndLine:
		return pos == len(s) || s[pos] == '\n'
	case syntax.WordBoundary:
		return wordAt(s, pos-1) != wordAt(s, pos)
	case syntax.NotWordBoundary:
		return wordAt(s, pos-1) == wordAt(s, pos)
	case syntax.SearchStart:
		return pos == from
	}
	return false
}

// wordAt reports whether there is a byte at i and it is an ASCII letter, digit or underscore.
func wordAt(s string, i int) bool {
	if uint(i) >= uint(len(s)) {
		return false
	}
	b := s[i]
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}
