package dfa

// An automaton of many patterns: its program's Match instructions bear the numbers of the patterns (program.CompileSet), and a state
// tells of which patterns a match ended before the byte that led to it. No match has priority over another, so nothing is
// ever cut off. One pass over the subject tells which patterns match; that a pass costs what it costs, and not what the number of
// patterns costs, is what such an automaton is for.

// None is no pattern.
const None = int(^uint(0) >> 1)

// Matching looks in s from pos on for all patterns at once: for those that match at pos, if anchored, else anywhere from pos on. It
// sets the bits of those that match in hits and returns the lowest of their numbers, or None. If hits is nil, it stops when
// it has found pattern 0. The verdict is GaveUp where it had no room.
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
	pace := pace{cache: c, since: pos}
	i := pos
	for {
		n, i = walk(n, &d.symbols.offsets, s, i, len(s))
		if i == len(s) {
			break
		}
		to := follow(n, uintptr(d.symbols.offsets[s[i]]))
		if to == unbuilt {
			if c, to = d.extend(c, n, int(s[i])); to == nil || !d.keepsPace(&pace, c, i) {
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

func found(least int) Verdict {
	if least == None {
		return Miss
	}
	return Hit
}

// mark64 sets bits.
func mark64(hits []uint64, ids []uint32) {
	if hits != nil {
		for _, id := range ids {
			hits[id/64] |= 1 << (id % 64)
		}
	}
}
