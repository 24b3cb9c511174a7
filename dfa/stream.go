package dfa

// Search of a text that arrives in parts. At the end of a part two questions are open.
//
// What is the answer? A search that is not decided keeps its state and goes on when more text is there: a Run. Nothing is read twice.
//
// Which text may be dropped? A text is viable if more text can make it a match. Positions before the leftmost viable suffix of the part are
// decided: the matches that begin there do not depend on what follows. An automaton of the kind Viable finds that suffix. It reads
// backwards from the end, by the reverse program, but begins behind each instruction that consumes a rune, because the match in progress may
// be at any of them. So it accepts the reverse of each prefix of a match. Most patterns are decided after a few bytes: \w+ at the
// first byte that is no word character.

// Viable returns an automaton of the kind Viable for the program of d, which is of the kind Reverse.
func (d *DFA) Viable() *DFA {
	v := New(d.prog, d.symbols.Symbols, Viable, false, d.budget)
	v.account.limit = d.account.limit
	return v
}

// enterInside enters the places behind all instructions that consume a rune.
func (b *builder) enterInside() {
	for pc := range b.d.prog.Insts {
		if i := &b.d.prog.Insts[pc]; i.Consumes() {
			b.enter(i.Out, 0)
		}
	}
}

// A Run is a search that goes on when more text arrives. The zero value searches nothing.
//
// Until it is decided it holds a cache, as any search does that runs. If that cache is replaced meanwhile, the run goes on in it.
type Run struct {
	d        *DFA
	at       node
	matched  int // where the best match so far ends; -1 for none
	position int // of the next byte
	pace     pace
	cache    *cache
}

// Begin starts a search for the end of a match that begins at pos if anchored, else of the leftmost from pos on. It returns false if the automaton
// gives up.
func (r *Run) Begin(d *DFA, s string, pos int, anchored bool) bool {
	context := uint8(atText)
	if pos > 0 {
		context = contextOf(s[pos-1])
	}
	c, n := d.start(d.cache.Load(), context, anchored)
	if n == nil {
		d.giveUp()
		return false
	}
	*r = Run{d: d, at: n, cache: c, matched: -1, position: pos, pace: pace{cache: c, since: pos}}
	return true
}

// Active reports whether the run waits for more text.
func (r *Run) Active() bool { return r.d != nil }

// Stop ends the run.
func (r *Run) Stop() { *r = Run{} }

// Move tells the run that the text now begins by bytes later.
func (r *Run) Move(by int) {
	r.position -= by
	r.pace.since -= by
	if r.matched >= 0 {
		r.matched -= by
	}
}

// More reads s to its end. It returns Open if more text is needed, and the end of the match with Hit. Miss is certain, too: no match
// begins at the position of an anchored search. After any other verdict than Open, the run has ended.
func (r *Run) More(s string) (end int, v Verdict) {
	end, v = r.more(s)
	if v != Open {
		r.Stop()
	}
	return end, v
}

func (r *Run) more(s string) (int, Verdict) {
	d, n, i := r.d, r.at, r.position
	offsets := &d.symbols.offsets
	for i < len(s) {
		if d.pairs.times != 0 {
			n, i = walkPairs(n, offsets, d.pairs, s, i, len(s))
		}
		n, i = walk(n, offsets, s, i, len(s))
		if i == len(s) {
			break
		}
		to := follow(n, uintptr(offsets[s[i]]))
		if to == unbuilt {
			if r.cache, to = d.extend(r.cache, n, int(s[i])); to == nil || !d.keepsPace(&r.pace, r.cache, i) {
				return d.giveUp()
			}
		}
		n = bare(to)
		if !tagged(to) {
			i++
			continue
		}
		st := stateOf(n)
		if st.match {
			r.matched = i - int(st.delay)
		}
		if st.dead {
			return result(r.matched)
		}
		i++
		if k := st.skip.Load(); k != nil {
			i = k.next(s, i, len(s))
		} else if j := stay(n, to, offsets, s, i, len(s)); j > i {
			if i = j; st.match {
				r.matched = i - 1 - int(st.delay)
			}
		}
	}
	r.at, r.position = n, i
	return 0, Open
}

// Undecided returns the first position from pos on from where more text may change what matches. Matches that begin before it are decided by
// s. end is where a character of s begins, before len(s). If the automaton gives up, nothing but pos is known.
func (d *DFA) Undecided(s string, pos, end int) int {
	switch at, v := d.Backward(s, pos, end); v {
	case Hit:
		return at
	case Miss:
		return end
	}
	return pos
}
