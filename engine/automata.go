package engine

import (
	"sync/atomic"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
)

// automata are the lazy DFAs of a pattern. Together they tell where a match lies: one finds where it ends, another, from there
// backwards, where it begins.
type automata struct {
	first   *dfa.DFA // where the match ends
	longest *dfa.DFA // the same with leftmost-longest; it also tells whether a match goes up to a given end
	reverse *dfa.DFA // where the match begins

	symbols    *dfa.Symbols
	firstPlace odds
}

// memory is what the automata hold, their programs included but for the one that all matchers share.
func (a *automata) memory() int {
	if a.first == nil {
		return 0
	}
	const each = 512 // an automaton and an empty cache
	n := a.symbols.MemoryUsage() + 3*each + a.first.MemoryUsage() + a.reverse.MemoryUsage() + a.reverse.ProgramMemory() - a.symbols.MemoryUsage()
	if a.longest != a.first {
		n += a.longest.MemoryUsage()
	}
	return n
}

// odds tells whether the first place where a match can begin is worth a try of its own: how often it was, of the searches that
// are counted, which are one in eight so that goroutines seldom meet here.
type odds struct {
	tries, misses atomic.Uint32
}

func (o *odds) worth() bool {
	tries := o.tries.Load()
	return tries < 16 || 2*o.misses.Load() < tries
}

func (o *odds) count(s string, pos int, hit bool) {
	if (len(s)+pos)%8 != 0 {
		return
	}
	if !hit {
		o.misses.Add(1)
	}
	if o.tries.Add(1) == 1<<16 { // what comes now counts as much as what was
		o.tries.Store(1 << 8)
		o.misses.Store(o.misses.Load() >> 8)
	}
}

// find returns the span of a match, of which, if only the verdict is wanted, nothing but the fact counts.
//
// Where a match may begin anywhere, the first place where it can is tried on its own. If there is one, as there is for words, and
// for what begins with a literal, its beginning is known without going back for it, which takes as long as going there.
func (a *automata) find(s string, pos int, how Anchoring, anchored, verdict bool, starts *literal.Starts, lead *dfa.Lead) (start, end int, v dfa.Verdict) {
	if how == Full {
		if !a.longest.Usable() {
			return 0, 0, dfa.GaveUp
		}
		end, v = a.longest.Forward(s, pos, len(s), true, false, nil)
		if v == dfa.Hit && end != len(s) {
			v = dfa.Miss
		}
		return pos, end, v
	}
	if anchored || verdict {
		end, v = a.first.Forward(s, pos, len(s), anchored, verdict, lead)
		return pos, end, v
	}
	start, end, _, v = a.findAnywhere(s, pos, starts, lead)
	return start, end, v
}

// findAnywhere is find for the span of a match that may begin anywhere. It also returns how many bytes it read in vain: behind the match, or from
// a place where none begins.
func (a *automata) findAnywhere(s string, pos int, starts *literal.Starts, lead *dfa.Lead) (start, end, vain int, v dfa.Verdict) {
	if !a.reverse.Usable() {
		return 0, 0, 0, dfa.GaveUp // before the way forward, which would be in vain
	}
	var seen int
	if a.firstPlace.worth() {
		if start = lead.First(s, pos, starts); start < 0 {
			return 0, 0, 0, dfa.Miss
		}
		end, seen, v = a.first.Reach(s, start, len(s), true, false, nil)
		a.firstPlace.count(s, pos, v == dfa.Hit)
		if v != dfa.Miss {
			return start, end, seen - end, v
		}
		if start == len(s) {
			return 0, 0, 0, dfa.Miss
		}
		vain = seen - start
		_, w := utf8.DecodeRuneInString(s[start:])
		if pos = starts.Next(s, pos, start+w, len(s)); pos < 0 {
			return 0, 0, 0, dfa.Miss
		}
	}
	if end, seen, v = a.first.Reach(s, pos, len(s), false, false, lead); v != dfa.Hit {
		return 0, 0, vain, v
	}
	vain += seen - end
	start, v = a.reverse.Backward(s, pos, end)
	return start, end, vain, v
}

// findAgain is findAnywhere for a search that uses and extends what the searches before it have learned.
func (a *automata) findAgain(s string, pos int, f *dfa.Failed) (start, end int, v dfa.Verdict) {
	if !a.reverse.Usable() {
		return 0, 0, dfa.GaveUp
	}
	if end, v = a.first.ForwardAgain(s, pos, f); v == dfa.Hit {
		start, v = a.reverse.Backward(s, pos, end)
	}
	return start, end, v
}
