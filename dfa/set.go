package dfa

// This file searches for many patterns at once. Each Match instruction of the program carries the number of its pattern
// (program.CompileSet). A state lists the patterns of which a match ended before the byte that led to it. No match has priority over
// another, so no path is ever cut off. One pass over the subject finds all patterns that match, and over states that exist its cost does
// not depend on the number of patterns.

// None means that no pattern matches.
const None = int(^uint(0) >> 1)

// Matching searches s for all patterns at once: at pos if anchored, else anywhere from pos on. It sets the bit of each pattern that
// matches in hits and returns the lowest number of these, or None. If hits is nil, it stops when pattern 0 has matched. The verdict is
// GaveUp if the states did not fit the budget, or if building them cost too much.
func (d *DFA) Matching(s string, pos int, anchored bool, hits []uint64) (least int, v Verdict) {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	least = None
	c, n := d.start(d.cache.Load(), context, anchored)
	if n == nil {
		_, v = d.giveUp()
		return None, v
	}
	var (
		pace = pace{cache: c, since: pos}
		grow growth
		i    = pos
	)
	for {
		n, i = walk(n, &d.symbols.offsets, s, i, len(s))
		if i == len(s) {
			break
		}
		to := follow(n, uintptr(d.symbols.offsets[s[i]]))
		if to == unbuilt {
			if c, to = d.extend(c, n, int(s[i])); to == nil || !d.keepsPace(&pace, c, i) || grow.explodes(to, i) {
				_, v = d.giveUp()
				return None, v
			}
		}
		n = bare(to)
		i++
		if !tagged(to) {
			continue
		}
		st := stateOf(n)
		if st.match {
			least = min(least, int(st.accepts[0]))
			mark64(hits, st.accepts)
		}
		if st.dead || least == 0 && hits == nil {
			return least, found(least)
		}
		if k := st.skip.Load(); k != nil {
			i = k.next(s, i, len(s))
		} else {
			i = stay(n, to, &d.symbols.offsets, s, i, len(s))
		}
	}
	to := follow(n, d.endOffset)
	if to == unbuilt {
		if _, to = d.extend(c, n, firstStop+stopText); to == nil {
			_, v = d.giveUp()
			return None, v
		}
	}
	if st := stateOf(bare(to)); st.match {
		least = min(least, int(st.accepts[0]))
		mark64(hits, st.accepts)
	}
	return least, found(least)
}

// growth is what one search for many patterns has built.
//
// States of thousands of instructions take up to a millisecond each. A search that builds one at nearly every byte is then far slower
// than searches for the patterns in order, long before its cache is full. So it gives up early.
type growth struct {
	states int
	since  int // the position where the first of them was built
	bytes  int // of the keys of these states: one to three for each instruction
}

// A search gives up after it has built states with maxGrowth bytes of keys, if it built more than one for each two bytes
// that it read since the first. Bytes before that cost nothing and prove nothing: there another search has built the states.
const maxGrowth = 256 << 10

// explodes counts the state of n, which was built for the byte at i, and reports whether the search should give up.
func (g *growth) explodes(n node, i int) bool {
	if g.states == 0 {
		g.since = i
	}
	g.states++
	g.bytes += len(stateOf(bare(n)).key)
	return g.bytes > maxGrowth && 2*g.states > i-g.since
}

func found(least int) Verdict {
	if least == None {
		return Miss
	}
	return Hit
}

// mark64 sets the bits of ids in hits.
func mark64(hits []uint64, ids []uint32) {
	if hits != nil {
		for _, id := range ids {
			hits[id/64] |= 1 << (id % 64)
		}
	}
}
