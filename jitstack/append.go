package jitstack

import "github.com/arenaregexp/regexp/arena"

// The methods of this file are the FindAll family with a slice of the caller to append to. They allocate only where dst has no
// room; what dst held stays in front. Where one of the searches ends with an error they return that and dst as it was.

// AppendFindAllString appends to dst the texts of the first n matches in s, or of all where n is negative.
func (p *Pattern) AppendFindAllString(dst []string, s string, n int) ([]string, error) {
	var caps [2]int
	held := len(dst)
	for c := p.cursor(s); n != 0; n-- {
		ok, err := c.next(caps[:])
		if err != nil {
			return dst[:held], err
		}
		if !ok {
			break
		}
		dst = append(dst, s[caps[0]:caps[1]])
	}
	return dst, nil
}

// AppendFindAllStringIndex appends to dst the start and the end of the first n matches in s, or of all where n is negative.
func (p *Pattern) AppendFindAllStringIndex(dst [][2]int, s string, n int) ([][2]int, error) {
	var caps [2]int
	held := len(dst)
	for c := p.cursor(s); n != 0; n-- {
		ok, err := c.next(caps[:])
		if err != nil {
			return dst[:held], err
		}
		if !ok {
			break
		}
		dst = append(dst, caps)
	}
	return dst, nil
}

// AppendFindAllStringSubmatchIndex appends to dst the offsets of the groups of the first n matches in s, or of all where n is
// negative. The list is flat: 2 * (1 + [Pattern.NumSubexp]) entries a match, a start and an end for each group, the whole match
// first, -1 and -1 for a group that took no part.
func (p *Pattern) AppendFindAllStringSubmatchIndex(dst []int, s string, n int) ([]int, error) {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], p.captures())
	held := len(dst)
	var failure error
	for c := p.cursor(s); n != 0; n-- {
		ok, err := c.next(caps)
		if !ok {
			failure = err
			break
		}
		dst = append(dst, caps...)
	}
	x.release()
	if failure != nil {
		return dst[:held], failure
	}
	return dst, nil
}

// AppendFindAll appends to dst the texts of the first n matches in b, or of all where n is negative, as slices of b.
func (p *Pattern) AppendFindAll(dst [][]byte, b []byte, n int) ([][]byte, error) {
	var caps [2]int
	held := len(dst)
	for c := p.cursor(arena.String(b)); n != 0; n-- {
		ok, err := c.next(caps[:])
		if err != nil {
			return dst[:held], err
		}
		if !ok {
			break
		}
		dst = append(dst, b[caps[0]:caps[1]:caps[1]])
	}
	return dst, nil
}

// AppendFindAllIndex is [Pattern.AppendFindAllStringIndex] for a []byte.
func (p *Pattern) AppendFindAllIndex(dst [][2]int, b []byte, n int) ([][2]int, error) {
	return p.AppendFindAllStringIndex(dst, arena.String(b), n)
}

// AppendFindAllSubmatchIndex is [Pattern.AppendFindAllStringSubmatchIndex] for a []byte.
func (p *Pattern) AppendFindAllSubmatchIndex(dst []int, b []byte, n int) ([]int, error) {
	return p.AppendFindAllStringSubmatchIndex(dst, arena.String(b), n)
}
