package jitstack

import "github.com/arenaregexp/regexp/arena"

// inlineInts is how many offsets of one match lie in the frame of a method: those of a pattern with up to sixteen groups.
const inlineInts = 2 * arena.InlineGroups

// scratch is the place for the offsets of one match: the frame of a method, or, for patterns with many groups, a block of the
// arena.
type scratch struct{ block *arena.Block }

// slots returns n ints: of local, where they fit.
func (x *scratch) slots(local []int, n int) []int {
	if n <= len(local) {
		return local[:n]
	}
	x.block = arena.Get(8 * n)
	return x.block.Ints(n)
}

// release gives back what slots took. What lies there must have been copied.
func (x *scratch) release() {
	if x.block != nil {
		x.block.Release()
		x.block = nil
	}
}

// captures is how many offsets a match with all its groups has.
func (p *Pattern) captures() int { return 2 * len(p.names) }

// offsets returns a copy of spans on the heap.
func offsets(spans []int) []int { return append(make([]int, 0, len(spans)), spans...) }

// texts appends the texts at pairs of offsets, "" for an unset pair.
func texts(dst []string, s string, spans []int) []string {
	for i := 0; i < len(spans); i += 2 {
		text := ""
		if spans[i] >= 0 {
			text = s[spans[i]:spans[i+1]]
		}
		dst = append(dst, text)
	}
	return dst
}

// byteTexts is texts for a []byte: unset pairs give nil, and no text can be appended to into the next.
func byteTexts(dst [][]byte, b []byte, spans []int) [][]byte {
	for i := 0; i < len(spans); i += 2 {
		var text []byte
		if start, end := spans[i], spans[i+1]; start >= 0 {
			text = b[start:end:end]
		}
		dst = append(dst, text)
	}
	return dst
}
