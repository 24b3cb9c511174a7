package jitstack

import "github.com/arenaregexp/regexp/arena"

// The methods of this file return the first n matches, or all where n is negative, and nil where there are none. Behind an empty
// match the search goes on as Perl's does: the next match may begin at the same place, if it is not empty. Where one of the
// searches ends with an error they return that and no match at all.

// all calls each with the offsets of one match after the other, width of them.
func (p *Pattern) all(s string, n, width int, each func(caps []int)) error {
	var x scratch
	var local [inlineInts]int
	defer x.release()
	caps := x.slots(local[:], width)
	for c := p.cursor(s); n != 0; n-- {
		ok, err := c.next(caps)
		if !ok {
			return err
		}
		each(caps)
	}
	return nil
}

// gather returns what each match in s gives, one by one.
func gather[T any](p *Pattern, s string, n, width int, one func(caps []int) T) ([]T, error) {
	var list []T
	if err := p.all(s, n, width, func(caps []int) { list = append(list, one(caps)) }); err != nil {
		return nil, err
	}
	return list, nil
}

// FindAllString returns the texts of the first n matches in s.
func (p *Pattern) FindAllString(s string, n int) ([]string, error) {
	return gather(p, s, n, 2, func(caps []int) string { return s[caps[0]:caps[1]] })
}

// FindAllStringIndex returns the offsets of the first n matches in s: for each its start and its end.
func (p *Pattern) FindAllStringIndex(s string, n int) ([][]int, error) {
	return gather(p, s, n, 2, offsets)
}

// FindAllStringSubmatch returns, for each of the first n matches in s, what [Pattern.FindStringSubmatch] returns for one.
func (p *Pattern) FindAllStringSubmatch(s string, n int) ([][]string, error) {
	return gather(p, s, n, p.captures(), func(caps []int) []string { return texts(make([]string, 0, len(p.names)), s, caps) })
}

// FindAllStringSubmatchIndex returns, for each of the first n matches in s, what [Pattern.FindStringSubmatchIndex] returns for
// one.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) ([][]int, error) {
	return gather(p, s, n, p.captures(), offsets)
}

// FindAll returns the texts of the first n matches in b, as slices of b.
func (p *Pattern) FindAll(b []byte, n int) ([][]byte, error) {
	return gather(p, arena.String(b), n, 2, func(caps []int) []byte { return b[caps[0]:caps[1]:caps[1]] })
}

// FindAllIndex is [Pattern.FindAllStringIndex] for a []byte.
func (p *Pattern) FindAllIndex(b []byte, n int) ([][]int, error) {
	return p.FindAllStringIndex(arena.String(b), n)
}

// FindAllSubmatch returns, for each of the first n matches in b, what [Pattern.FindSubmatch] returns for one.
func (p *Pattern) FindAllSubmatch(b []byte, n int) ([][][]byte, error) {
	return gather(p, arena.String(b), n, p.captures(), func(caps []int) [][]byte {
		return byteTexts(make([][]byte, 0, len(p.names)), b, caps)
	})
}

// FindAllSubmatchIndex is [Pattern.FindAllStringSubmatchIndex] for a []byte.
func (p *Pattern) FindAllSubmatchIndex(b []byte, n int) ([][]int, error) {
	return p.FindAllStringSubmatchIndex(arena.String(b), n)
}
