package jitstack

import (
	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
	"github.com/arenaregexp/regexp/jitstack/internal/linear"
)

// Exec searches s for the first match and puts it into m. It reports whether there is one. After a miss or an error m.Len() is 0.
//
// Exec takes linear time where the pattern allows it. Other patterns backtrack within the limits that the pattern was compiled with:
// if nothing else was said, on a stack of at most 1 MiB and for at most 10 million steps. If that is not enough the error is a
// *[LimitError] of the kind [ErrStackLimit] or [ErrMatchLimit], or a *[CanceledError].
//
// Exec does not allocate for a pattern of up to sixteen groups, counting the whole match. With more groups it allocates once for each
// Matches, which keeps the memory for its next use. m does not escape.
func (p *Pattern) Exec(s string, m *arena.Matches) (bool, error) {
	ok, err := p.search(s, 0, 0, m.Slots(len(p.names)))
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecBytes is [Pattern.Exec] for a []byte. m refers to b and not to a copy, so b must stay unchanged for as long as m is read.
func (p *Pattern) ExecBytes(b []byte, m *arena.Matches) (bool, error) {
	s := arena.String(b)
	ok, err := p.search(s, 0, 0, m.Slots(len(p.names)))
	if ok {
		m.CommitBytes(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecAt is [Pattern.Exec] for a search that starts at byte pos of s. The text before pos is context: ^ matches at 0 and not at
// pos, lookbehind sees it, and the offsets in m count from the start of s. \G matches at pos. Of flags, Anchored, EndAnchored and
// NotEmpty are heeded, for this search beside those of the pattern. A pos that is negative or beyond len(s) is a miss.
func (p *Pattern) ExecAt(s string, pos int, flags Flags, m *arena.Matches) (bool, error) {
	caps := m.Slots(len(p.names))
	if uint(pos) > uint(len(s)) {
		return false, nil
	}
	ok, err := p.search(s, pos, how(flags), caps)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecWithin is [Pattern.Exec] within a budget, which it may share with other searches. The limits of the pattern do not count then.
// Once the budget is used up or canceled, ExecWithin returns an error unless the answer takes no more than a few steps.
func (p *Pattern) ExecWithin(b *Budget, s string, m *arena.Matches) (bool, error) {
	b.account.try = firstTry(len(s))
	ok, err := p.searchWithin(&b.account, s, 0, 0, m.Slots(len(p.names)))
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecBytesWithin is [Pattern.ExecWithin] for a []byte. m refers to b and not to a copy, as after [Pattern.ExecBytes].
func (p *Pattern) ExecBytesWithin(budget *Budget, b []byte, m *arena.Matches) (bool, error) {
	s := arena.String(b)
	budget.account.try = firstTry(len(s))
	ok, err := p.searchWithin(&budget.account, s, 0, 0, m.Slots(len(p.names)))
	if ok {
		m.CommitBytes(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecAtWithin is [Pattern.ExecAt] within a budget.
func (p *Pattern) ExecAtWithin(b *Budget, s string, pos int, flags Flags, m *arena.Matches) (bool, error) {
	caps := m.Slots(len(p.names))
	if uint(pos) > uint(len(s)) {
		return false, nil
	}
	b.account.try = firstTry(len(s) - pos)
	ok, err := p.searchWithin(&b.account, s, pos, how(flags), caps)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecStack is [Pattern.Exec] by backtracking, on the stack st and within its limits, whatever the pattern. It allocates only
// where the stack grows.
func (p *Pattern) ExecStack(st *Stack, s string, m *arena.Matches) (bool, error) {
	at, v := p.prog.Search(&st.st, nil, s, 0, 0, m.Slots(len(p.names)))
	ok, err := p.result(&st.st, at, v)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// ExecStackAt is [Pattern.ExecStack] for a search that starts at byte pos, as [Pattern.ExecAt] has it.
func (p *Pattern) ExecStackAt(st *Stack, s string, pos int, flags Flags, m *arena.Matches) (bool, error) {
	caps := m.Slots(len(p.names))
	if uint(pos) > uint(len(s)) {
		return false, nil
	}
	at, v := p.prog.Search(&st.st, nil, s, pos, how(flags), caps)
	ok, err := p.result(&st.st, at, v)
	if ok {
		m.Commit(s, len(p.names), p.names)
	}
	return ok, err
}

// how translates the flags that are heeded at match time.
func how(flags Flags) (h backtrack.How) {
	if flags&Anchored != 0 {
		h |= backtrack.Anchored
	}
	if flags&EndAnchored != 0 {
		h |= backtrack.EndAnchored
	}
	if flags&NotEmpty != 0 {
		h |= backtrack.NotEmpty
	}
	return h
}

// search is where all methods but those with a stack enter. A regular pattern is for the linear matcher, whole. The others look first
// for a place where a match can begin: most misses end here.
func (p *Pattern) search(s string, pos int, how backtrack.How, caps []int) (bool, error) {
	if len(s)-pos < p.prog.MinLen() {
		return false, nil
	}
	m := p.linear(how)
	if p.direct && m == p.regular {
		if matched, decided := m.Search(s, pos, how != 0, caps); decided {
			return matched, nil
		}
		m = nil
	}
	var scan backtrack.Scan
	if !scan.Begin(p.prog, s, pos, how) {
		return false, nil
	}
	a := p.open(len(s) - pos)
	return p.backtrack(&a, &scan, s, pos, how, caps, m)
}

// searchWithin is search on the account of several searches.
func (p *Pattern) searchWithin(a *account, s string, pos int, how backtrack.How, caps []int) (bool, error) {
	if len(s)-pos < p.prog.MinLen() {
		return false, nil
	}
	m := p.linear(how)
	if p.direct && m == p.regular {
		cost := linear.Cost{Watch: a.watched()}
		matched, decided := m.SearchCounting(s, pos, how != 0, caps, &cost)
		if a.left -= cost.Spent; decided && (a.left >= 0 || cost.Spent == 0) {
			return matched, nil
		}
		m = nil
	}
	var scan backtrack.Scan
	if !scan.Begin(p.prog, s, pos, how) {
		return false, nil
	}
	return p.backtrack(a, &scan, s, pos, how, caps, m)
}
