package dfa

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"
)

// Each automaton has a budget. In addition, all automata of the process share one limit. So a program with thousands of patterns needs
// memory for the patterns it is searching for, not for all that exist. The patterns that a set searches for one by one share a limit of
// their own, which is part of the set's budget. A set's automata of many patterns have no shared limit, because there are few of them.
//
// When the states exceed the limit, automata lose their caches until three quarters of the limit are in use. The first to lose theirs are
// those that no search has used since the last round: this is the second chance of Corbató's clock, and it costs a search one load.

// DefaultTotal is the limit for the states of all automata, in bytes, unless SetTotal sets another.
const DefaultTotal = 64 << 20

// Limit bounds the memory of the states of several automata together.
type Limit struct {
	limit, bytes atomic.Int64
	spare        atomic.Int64 // bytes above the limit that start no new round
	mu           sync.Mutex
	automata     []weak.Pointer[DFA]
}

// NewLimit returns a limit of the given number of bytes.
func NewLimit(bytes int) *Limit {
	l := &Limit{}
	l.limit.Store(int64(bytes))
	return l
}

// total is the limit of all automata that have no other.
var total = NewLimit(DefaultTotal)

// Within puts the automaton under the limit l. No search may have used the automaton yet.
func (d *DFA) Within(l *Limit) { d.account.limit = l }

// Held returns how many bytes the states under the limit take.
func (l *Limit) Held() int { return int(l.bytes.Load()) }

// account counts the bytes of one automaton's present cache. A state that was added while its cache was being replaced may be counted,
// too. The account outlives the automaton.
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

// release gives back all bytes taken.
func (a *account) release() {
	if bytes := a.bytes.Swap(0); a.limit != nil {
		a.limit.bytes.Add(-bytes)
	}
}

// SetTotal sets the limit, in bytes, for the states of all automata that belong to no set. It returns the previous limit.
func SetTotal(bytes int) (before int) {
	before = int(total.limit.Swap(int64(bytes)))
	total.keep()
	return before
}

// Total returns how many bytes the states of all automata take that belong to no set.
func Total() int { return total.Held() }

// join registers the automaton with its limit. It is called before the first state is built.
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

// touch records that a search uses the automaton.
func (d *DFA) touch() {
	if d.unused.Load() {
		d.unused.Store(false)
	}
}

// keep drops caches if the states exceed the limit. The caller must hold no cache's lock.
//
// The bytes of an automaton that is garbage count until the collector has found it. So if a round cannot free enough, the next one waits
// until another quarter of the limit has been taken. If an automaton loses its states before they have paid for themselves, that counts
// as a failure, just as when its own budget is too small. So where the limit is always exceeded, other matchers take over.
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
		return // within the spare, or another goroutine runs a round
	}
	defer l.mu.Unlock()
	enough := limit / 4 * 3
	for range 2 { // the second round finds every automaton marked unused
		for _, p := range l.automata {
			if d := p.Value(); d != nil && d.unused.Swap(true) && d.MemoryUsage() > 0 && l.bytes.Load() > enough {
				c := d.cache.Load()
				if _, cost := c.cost(); time.Since(c.born) < lasting*cost {
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
