package dfa

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"
)

// The states of all automata of the process have one limit beside the budget of each, so that a program with thousands of patterns needs
// memory by what it searches for at a time and not by how many patterns there are. The patterns that a set searches for by themselves
// have one of their own, which is a part of the set's budget, and its automata of many patterns none: there are few.
//
// When a limit is passed, automata lose their caches until three quarters of it are left: first those that no search has used since the
// last such round, the second chance of Corbató's clock, which costs a search one load.

// DefaultTotal is the limit for the states of all automata, in bytes, unless SetTotal sets another.
const DefaultTotal = 64 << 20

// Limit bounds the states of several automata together.
type Limit struct {
	limit, bytes atomic.Int64
	spare        atomic.Int64 // above the limit, up to which no round is due
	mu           sync.Mutex
	automata     []weak.Pointer[DFA]
}

// NewLimit returns a limit of so many bytes.
func NewLimit(bytes int) *Limit {
	l := &Limit{}
	l.limit.Store(int64(bytes))
	return l
}

// total is for all automata for which no other is.
var total = NewLimit(DefaultTotal)

// Within puts the automaton, which no search has used yet, under another limit.
func (d *DFA) Within(l *Limit) { d.account.limit = l }

// Held returns how many bytes the states take that the limit is for.
func (l *Limit) Held() int { return int(l.bytes.Load()) }

// account is what the present cache of one automaton has taken, and at times a state that came to the one before too late. It outlives the
// automaton.
type account struct {
	bytes atomic.Int64
	limit *Limit // nil if the automaton is of a set
}

func (a *account) take(bytes int) {
	a.bytes.Add(int64(bytes))
	if a.limit != nil {
		a.limit.bytes.Add(int64(bytes))
	}
}

// release gives back all that was taken.
func (a *account) release() {
	if bytes := a.bytes.Swap(0); a.limit != nil {
		a.limit.bytes.Add(-bytes)
	}
}

// SetTotal sets the limit for the states of all automata that are not of sets, in bytes, and returns the one before.
func SetTotal(bytes int) (before int) {
	before = int(total.limit.Swap(int64(bytes)))
	total.keep()
	return before
}

// Total returns how many bytes the states of all automata take that are not of sets.
func Total() int { return total.Held() }

// join makes the automaton one of those that its limit is for. It is called before the first state is built.
func (d *DFA) join() {
	l := d.account.limit
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if d.joined {
		return
	}
	d.joined = true
	if len(l.automata) == cap(l.automata) {
		l.automata = slices.DeleteFunc(l.automata, func(p weak.Pointer[DFA]) bool { return p.Value() == nil })
	}
	l.automata = append(l.automata, weak.Make(d))
	runtime.AddCleanup(d, (*account).release, d.account)
}

// touch tells that a search uses the automaton.
func (d *DFA) touch() {
	if d.unused.Load() {
		d.unused.Store(false)
	}
}

// keep drops caches if the limit is passed. No lock of a cache may be held.
//
// What automata took that are garbage by now counts until the collector has found them. So a round that cannot free enough is not
// repeated before a quarter of the limit more was taken. An automaton that loses its states before they have paid for themselves has
// failed, as one whose own budget is too small: where a limit is passed all the time, other matchers take over.
func (l *Limit) keep() {
	if l == nil {
		return
	}
	held, limit := l.bytes.Load(), l.limit.Load()
	if held <= limit {
		if l.spare.Load() != 0 {
			l.spare.Store(0)
		}
		return
	}
	if held <= limit+l.spare.Load() || !l.mu.TryLock() {
		return // or another goroutine is about it
	}
	defer l.mu.Unlock()
	enough := limit / 4 * 3
	for range 2 { // in the second round none is in use
		for _, p := range l.automata {
			if d := p.Value(); d != nil && d.unused.Swap(true) && d.MemoryUsage() > 0 && l.bytes.Load() > enough {
				c := d.cache.Load()
				if time.Since(c.born) < time.Duration(d.statesIn(int(c.bytes.Load())))*timePerState {
					d.giveUp()
				}
				d.replace(c)
			}
		}
	}
	l.spare.Store(max(0, l.bytes.Load()-limit) + limit/4)
	if l.bytes.Load() <= enough {
		l.spare.Store(0)
	}
}
