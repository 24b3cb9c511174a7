package backtrack

import "unicode/utf8"

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

// otherwise reports whether another text than the given one, which is not empty then, is at pos, although it begins with the same
// byte.
func otherwise(s string, pos int, text string) bool {
	if text == "" || s[pos] != text[0] {
		return false
	}
	return len(text) > len(s)-pos || s[pos:pos+len(text)] != text
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
