package dfa

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"weak"
)

// The states of all automata of the process have one limit beside the budget of each, so that a program with thousands of patterns needs
// memory by what it searches for at a time and not by how many patterns there are.
//
// When the limit is passed, automata lose their caches until three quarters of it are left: first those that no search has used since the
// last such round, the second chance of Corbató's clock, which costs a search one load. Sets are not counted: there are few, and each
// has a budget of its own that it was given.

// DefaultTotal is the limit for the states of all automata, in bytes, unless SetTotal sets another.
const DefaultTotal = 64 << 20

// account is what the present cache of one automaton has taken, and at times a state that came to the one before too late. It outlives the
// automaton.
type account struct {
	bytes atomic.Int64
	alone bool // it is not of a set: the limit is for it
}

func (a *account) take(bytes int) {
	a.bytes.Add(int64(bytes))
	if a.alone {
		total.bytes.Add(int64(bytes))
	}
}

// release gives back all that was taken.
func (a *account) release() {
	if bytes := a.bytes.Swap(0); a.alone {
		total.bytes.Add(-bytes)
	}
}

var total struct {
	limit, bytes atomic.Int64
	spare        atomic.Int64 // above the limit, up to which no round is due
	mu           sync.Mutex
	automata     []weak.Pointer[DFA]
}

func init() { total.limit.Store(DefaultTotal) }

// SetTotal sets the limit for the states of all automata that are not sets, in bytes, and returns the one before.
func SetTotal(bytes int) (before int) {
	before = int(total.limit.Swap(int64(bytes)))
	keepTotal()
	return before
}

// Total returns how many bytes the states of all automata take that are not sets.
func Total() int { return int(total.bytes.Load()) }

// join makes the automaton one of those that the limit is for. It is called before the first state is built.
func (d *DFA) join() {
	total.mu.Lock()
	defer total.mu.Unlock()
	if d.joined || !d.account.alone {
		return
	}
	d.joined = true
	if len(total.automata) == cap(total.automata) {
		total.automata = slices.DeleteFunc(total.automata, func(p weak.Pointer[DFA]) bool { return p.Value() == nil })
	}
	total.automata = append(total.automata, weak.Make(d))
	runtime.AddCleanup(d, (*account).release, d.account)
}

// touch tells that a search uses the automaton.
func (d *DFA) touch() {
	if d.unused.Load() {
		d.unused.Store(false)
	}
}

// keepTotal drops caches if the limit is passed. No lock of a cache may be held.
//
// What automata took that are garbage by now counts until the collector has found them. So a round that cannot free enough is not
// repeated before a quarter of the limit more was taken.
func keepTotal() {
	held, limit := total.bytes.Load(), total.limit.Load()
	if held <= limit {
		if total.spare.Load() != 0 {
			total.spare.Store(0)
		}
		return
	}
	if held <= limit+total.spare.Load() || !total.mu.TryLock() {
		return // or another goroutine is about it
	}
	defer total.mu.Unlock()
	enough := limit / 4 * 3
	for range 2 { // in the second round none is in use
		for _, p := range total.automata {
			if d := p.Value(); d != nil && d.unused.Swap(true) && d.MemoryUsage() > 0 && total.bytes.Load() > enough {
				d.replace(d.cache.Load())
			}
		}
	}
	total.spare.Store(max(0, total.bytes.Load()-limit) + limit/4)
	if total.bytes.Load() <= enough {
		total.spare.Store(0)
	}
}
