package backtrack

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// class is a set of runes.
type class struct {
	page uint16
	bit  uint8 // in the page: the bytes below 0x80 that are runes of the set, and those from 0x80 on that such a rune can begin with
	high high
	span *literal.Set    // the bytes of the set, where no rune has to be decoded
	runs *program.Ranges // highSome: the runes from 0x80 on
}

// high says which runes from 0x80 on are in a class.
type high uint8

const (
	highNone high = iota
	highAll
	highSome
)

// at reports whether the rune of s at pos, which is in s, is of the class, and how many bytes it takes.
func (c *class) at(pages []page, s string, pos int) (width int, ok bool) {
	b := s[pos]
	if pages[c.page][b]>>(c.bit&7)&1 == 0 {
		return 0, false
	}
	if b < utf8.RuneSelf {
		return 1, true
	}
	r, w := utf8.DecodeRuneInString(s[pos:])
	return w, c.high == highAll || c.runs.Contains(r)
}

// run returns where the longest run of up to most runes of the class that begins at pos ends, and where its first least runes do.
// It reports false where there are fewer than these.
func (c *class) run(pages []page, s string, pos int, least, most uint32) (floor, end int, ok bool) {
	if c.bytewise(least, most) {
		floor = pos
		stop := len(s)
		if c.high == highNone {
			if uint64(most) < uint64(len(s)-pos) {
				stop = pos + int(most)
			}
			if uint64(least) > uint64(stop-pos) {
				return 0, pos, false
			}
			floor += int(least)
		}
		end = pos + c.spanFrom(pages, s[:stop], pos)
		if c.high == highAll && least == 1 {
			if end == pos {
				return 0, end, false
			}
			floor += runeWidth(s, pos)
		}
		return floor, end, end >= floor
	}
	floor, end = -1, pos
	for runes := uint32(0); ; runes++ {
		if runes == least {
			floor = end
		}
		if runes == most || end == len(s) {
			break
		}
		w, in := c.at(pages, s, end)
		if !in {
			break
		}
		end += w
	}
	return floor, end, floor >= 0
}

// bytewise reports whether in a run every byte is of the class or not by itself.
func (c *class) bytewise(least, most uint32) bool {
	return c.high == highNone || c.high == highAll && most == none && least <= 1
}

// cost returns how many units a run of so many bytes costs.
func (c *class) cost(bytes int, least, most uint32) int {
	if c.bytewise(least, most) {
		return bytes >> vector
	}
	return decoded * bytes
}

// shortRun is how many bytes of a run are looked at one by one: most runs are short, and vectors come after them.
const shortRun = 16

// spanFrom returns how many bytes of the class there are from pos on, where each is of the class or not by itself.
func (c *class) spanFrom(pages []page, s string, pos int) int {
	set, mask := &pages[c.page], uint8(1)<<(c.bit&7)
	end := pos
	for near := min(len(s), pos+shortRun); end < near; end++ {
		if set[s[end]]&mask == 0 {
			return end - pos
		}
	}
	return end - pos + literal.SpanSet(s[end:], c.span)
}

// runeWidth returns how many bytes the rune of s at pos takes.
func runeWidth(s string, pos int) int {
	if s[pos] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeRuneInString(s[pos:])
	return w
}

// runeWidthBefore returns how many bytes the rune of s before pos takes.
//
// Backwards the text falls into the same runes as forwards, whatever it holds: no rune that is valid begins or ends inside
// another, and what belongs to none is read byte by byte.
func runeWidthBefore(s string, pos int) int {
	if s[pos-1] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeLastRuneInString(s[:pos])
	return w
}
