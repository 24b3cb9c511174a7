package backtrack

import (
	"math"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack/internal/watch"
)

const (
	// DefaultBytes is how large a stack grows where nobody says how large.
	DefaultBytes = 1 << 20
	// DefaultSteps is how many steps a search may take where nobody says how many.
	DefaultSteps = 10_000_000

	wordBytes  = 4
	firstBlock = 4 << 10 // bytes of the block that a stack begins with
)

// Stack is the memory of a search: one block, of registers and above them of frames, that grows up to its bound. It is of one
// search at a time.
type Stack struct {
	words []uint32     // of a stack that keeps what it has grown to
	most  int          // words that there may be
	steps int          // that a search may take
	spent int          // steps that the last search took
	block *arena.Block // what a pooled stack has grown to
	pool  bool

	watch   watch.Watch // ends searches early; a value, so that it need not be on the heap with the block
	sliced  bool        // the watch has something to look at
	reserve int         // units beyond the slice that such a search has in hand
	limit   Verdict     // which limit refill has met
}

// NewStack returns a stack that grows up to maxBytes, on the heap. It keeps what it has grown to.
func NewStack(maxBytes int) *Stack {
	return &Stack{most: max(maxBytes, 0) / wordBytes, steps: DefaultSteps}
}

// Pooled returns a stack that grows up to maxBytes, in blocks of the arena. The caller releases it after each search.
func Pooled(maxBytes int) Stack {
	return Stack{most: max(maxBytes, 0) / wordBytes, steps: DefaultSteps, pool: true}
}

// SetWatch makes w end searches early.
func (st *Stack) SetWatch(w watch.Watch) { st.watch, st.sliced = w, w.Watches() }

// Watch returns the watch as the last search left it.
func (st *Stack) Watch() watch.Watch { return st.watch }

// SetSteps sets how many steps a search may take.
func (st *Stack) SetSteps(steps int) { st.steps = max(steps, 0) }

// Steps returns how many steps a search may take.
func (st *Stack) Steps() int { return st.steps }

// Spent returns how many steps the last search took. It can be less than none: attempts have something for nothing.
func (st *Stack) Spent() int { return st.spent }

// MaxBytes returns how many bytes the stack may grow to.
func (st *Stack) MaxBytes() int { return st.most * wordBytes }

// fill returns the units that a search begins with. A watched search gets the rest of a slice, and the other units in reserve.
func (st *Stack) fill() (fuel int) {
	fuel = min(st.steps, math.MaxInt/(2*stepUnits)) * stepUnits
	st.reserve = 0
	if st.sliced {
		slice := min(max(st.watch.Until(), 0)*stepUnits, fuel)
		fuel, st.reserve = slice, fuel-slice
	}
	return fuel
}

// refill returns fuel and the units of a further slice. The result is negative where a limit ends the search.
func (st *Stack) refill(fuel int) int {
	if fuel+st.reserve < 0 {
		st.limit = StepLimit
		return fuel
	}
	if st.watch.Look() {
		st.limit = Canceled
		return fuel
	}
	more := min(st.reserve, watch.Slice*stepUnits-fuel)
	st.reserve -= more
	return fuel + more
}

// settle notes what a search took that ends with so many units in hand.
func (st *Stack) settle(fuel int) {
	st.spent = st.steps - (fuel+st.reserve)/stepUnits
	if st.sliced {
		st.watch.SetUntil(fuel / stepUnits)
	}
}

// Release gives the block of a pooled stack back.
func (st *Stack) Release() {
	if st.block != nil {
		st.block.Release()
		st.block = nil
	}
}

// grow returns a larger block, by a factor of two as far as that is allowed, that holds what is in words. It reports false where
// words has the size that is allowed. Words is not kept, so it can lie in the frame of a function.
func (st *Stack) grow(words []uint32) ([]uint32, bool) {
	if len(words) >= st.most {
		return words, false
	}
	n := min(max(2*len(words), firstBlock/wordBytes), st.most)
	if !st.pool {
		st.words = make([]uint32, n)
		copy(st.words, words)
		return st.words, true
	}
	block := arena.Get(n * wordBytes)
	larger := block.Uint32s(min(2*block.Len(), st.most))
	copy(larger, words)
	st.Release()
	st.block = block
	return larger, true
}
