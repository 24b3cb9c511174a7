package jitstack

import "github.com/arenaregexp/regexp/arena"

// The methods of this file return the first match. Their errors are those of [Pattern.Exec], which does not allocate what they
// return; with an error they return nothing else.

// FindString returns the text of the first match in s. It is "" where there is none and where the match is empty;
// [Pattern.FindStringIndex] tells these apart. It does not allocate.
func (p *Pattern) FindString(s string) (string, error) {
	var caps [2]int
	ok, err := p.search(s, 0, 0, caps[:])
	if !ok {
		return "", err
	}
	return s[caps[0]:caps[1]], nil
}

// FindStringIndex returns the offsets of the first match in s, its start and its end, or nil where there is none.
func (p *Pattern) FindStringIndex(s string) ([]int, error) {
	var caps [2]int
	ok, err := p.search(s, 0, 0, caps[:])
	if !ok {
		return nil, err
	}
	return offsets(caps[:]), nil
}

// FindStringSubmatch returns the texts of the groups of the first match in s, entry 0 being the whole match and "" standing for a
// group that took no part. It is nil where there is no match.
func (p *Pattern) FindStringSubmatch(s string) ([]string, error) {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], p.captures())
	ok, err := p.search(s, 0, 0, caps)
	var groups []string
	if ok {
		groups = texts(make([]string, 0, len(p.names)), s, caps)
	}
	x.release()
	return groups, err
}

// FindStringSubmatchIndex returns the offsets of the groups of the first match in s: those of group i are the entries 2*i and
// 2*i+1, and
// -1 where it took no part. It is nil where there is no match.
func (p *Pattern) FindStringSubmatchIndex(s string) ([]int, error) {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], p.captures())
	ok, err := p.search(s, 0, 0, caps)
	var groups []int
	if ok {
		groups = offsets(caps)
	}
	x.release()
	return groups, err
}

// Find returns the text of the first match in b, as a slice of b, or nil where there is none. It does not allocate.
func (p *Pattern) Find(b []byte) ([]byte, error) {
	var caps [2]int
	ok, err := p.search(arena.String(b), 0, 0, caps[:])
	if !ok {
		return nil, err
	}
	return b[caps[0]:caps[1]:caps[1]], nil
}

// FindIndex is [Pattern.FindStringIndex] for a []byte.
func (p *Pattern) FindIndex(b []byte) ([]int, error) { return p.FindStringIndex(arena.String(b)) }

// FindSubmatch returns the texts of the groups of the first match in b, as slices of b, entry 0 being the whole match and nil
// standing for a group that took no part. It is nil where there is no match.
func (p *Pattern) FindSubmatch(b []byte) ([][]byte, error) {
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], p.captures())
	ok, err := p.search(arena.String(b), 0, 0, caps)
	var groups [][]byte
	if ok {
		groups = byteTexts(make([][]byte, 0, len(p.names)), b, caps)
	}
	x.release()
	return groups, err
}

// FindSubmatchIndex is [Pattern.FindStringSubmatchIndex] for a []byte.
func (p *Pattern) FindSubmatchIndex(b []byte) ([]int, error) {
	return p.FindStringSubmatchIndex(arena.String(b))
}
