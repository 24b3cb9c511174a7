package regexp

import "github.com/arenaregexp/regexp/arena"

// The methods of this file are the FindAll family with a slice of the caller to append to. They allocate
// only where dst has no room; what dst held stays in front, also where there is no match.

// AppendFindAll appends to dst the texts of the first n matches in b, or of all where n is negative,
// one entry a match, as slices of b. It allocates only where dst has no room.
func (re *Regexp) AppendFindAll(dst [][]byte, b []byte, n int) [][]byte {
	var caps [2]int
	c := re.cursor(arena.String(b))
	for ; n != 0 && c.Next(caps[:]); n-- {
		dst = append(dst, b[caps[0]:caps[1]:caps[1]])
	}
	c.Close()
	return dst
}

// AppendFindAllIndex appends to dst the start and the end of the first n matches in b, or of all where n is
// negative, one entry a match. It allocates only where dst has no room.
func (re *Regexp) AppendFindAllIndex(dst [][2]int, b []byte, n int) [][2]int {
	return re.AppendFindAllStringIndex(dst, arena.String(b), n)
}

// AppendFindAllString appends to dst the texts of the first n matches in s, or of all where n is negative,
// one entry a match.
func (re *Regexp) AppendFindAllString(dst []string, s string, n int) []string {
	var caps [2]int
	c := re.cursor(s)
	for ; n != 0 && c.Next(caps[:]); n-- {
		dst = append(dst, s[caps[0]:caps[1]])
	}
	c.Close()
	return dst
}

// AppendFindAllStringIndex appends to dst the start and the end of the first n matches in s, or of all where
// n is negative, one entry a match.
func (re *Regexp) AppendFindAllStringIndex(dst [][2]int, s string, n int) [][2]int {
	var caps [2]int
	c := re.cursor(s)
	for ; n != 0 && c.Next(caps[:]); n-- {
		dst = append(dst, caps)
	}
	c.Close()
	return dst
}

// AppendFindAllSubmatch appends to dst the texts of the groups of the first n matches in b, or of all where
// n is negative, as slices of b. The list is flat: 1 + [Regexp.NumSubexp] entries a match, the whole match
// first, nil for a group that took no part. It allocates only where dst has no room.
func (re *Regexp) AppendFindAllSubmatch(dst [][]byte, b []byte, n int) [][]byte {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], re.captures())
	c := re.cursor(arena.String(b))
	for ; n != 0 && c.Next(caps); n-- {
		dst = appendByteTexts(dst, b, caps)
	}
	c.Close()
	x.release()
	return dst
}

// AppendFindAllSubmatchIndex appends to dst the offsets of the groups of the first n matches in b, or of all
// where n is negative. The list is flat: 2 * (1 + [Regexp.NumSubexp]) entries a match, a start and an end
// for each group, the whole match first, -1 and -1 for a group that took no part. It allocates only where dst has no room.
func (re *Regexp) AppendFindAllSubmatchIndex(dst []int, b []byte, n int) []int {
	return re.AppendFindAllStringSubmatchIndex(dst, arena.String(b), n)
}

// AppendFindAllStringSubmatch appends to dst the texts of the groups of the first n matches in s, or of all
// where n is negative. The list is flat: 1 + [Regexp.NumSubexp] entries a match, the whole match first,
// "" for a group that took no part.
func (re *Regexp) AppendFindAllStringSubmatch(dst []string, s string, n int) []string {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], re.captures())
	c := re.cursor(s)
	for ; n != 0 && c.Next(caps); n-- {
		dst = appendTexts(dst, s, caps)
	}
	c.Close()
	x.release()
	return dst
}

// AppendFindAllStringSubmatchIndex is [Regexp.AppendFindAllSubmatchIndex] for a string. It allocates only where dst has no room.
func (re *Regexp) AppendFindAllStringSubmatchIndex(dst []int, s string, n int) []int {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], re.captures())
	c := re.cursor(s)
	for ; n != 0 && c.Next(caps); n-- {
		dst = append(dst, caps...)
	}
	c.Close()
	x.release()
	return dst
}
