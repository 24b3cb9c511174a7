package backtrack

import "github.com/arenaregexp/regexp/arena"

const (
	// DefaultBytes is how large a stack grows where nobody says how large.
	DefaultBytes = 1 << 20
	// DefaultSteps is how many steps a search may take where nobody says how many.
	DefaultSteps = 10_000_000

	wordBytes  = 4
	firstBlock = 4 << 10 // bytes of the block that a stack begins with
)

// Stack is the memory of a search: one block, of registers and above them of frames, that grows up to its bound. It is of one search
// at a time.
type Stack struct {
	words []uint32
	most  int          // words that there may be
	steps int          // that a search may take
	block *arena.Block // where the words are from, of a pooled stack
	pool  bool
}

// NewStack returns a stack that grows up to maxBytes, on the heap. It keeps what it has grown to.
func NewStack(maxBytes int) *Stack {
	return &Stack{most: max(maxBytes, 0) / wordBytes, steps: DefaultSteps}
}

// Pooled returns a stack with the default limits, in blocks of the arena. The caller ends its use with Release.
func Pooled() Stack {
	return Stack{most: DefaultBytes / wordBytes, steps: DefaultSteps, pool: true}
}

// SetSteps sets how many steps a search may take.
func (st *Stack) SetSteps(steps int) { st.steps = max(steps, 0) }

// Steps returns how many steps a search may take.
func (st *Stack) Steps() int { return st.steps }

// MaxBytes returns how many bytes the stack may grow to.
func (st *Stack) MaxBytes() int { return st.most * wordBytes }

// Bytes returns how many bytes the stack has grown to.
func (st *Stack) Bytes() int { return len(st.words) * wordBytes }

// Release gives the block of a pooled stack back.
func (st *Stack) Release() {
	if st.block != nil {
		st.block.Release()
		st.block, st.words = nil, nil
	}
}

// grow makes the block larger, by a factor of two as far as that is allowed, and keeps what is in it. It reports false where the block
// has the size that is allowed.
func (st *Stack) grow() bool {
	if len(st.words) >= st.most {
		return false
	}
	words := min(max(2*len(st.words), firstBlock/wordBytes), st.most)
	if !st.pool {
		larger := make([]uint32, words)
		copy(larger, st.words)
		st.words = larger
		return true
	}
	block := arena.Get(words * wordBytes)
	larger := block.Uint32s(min(2*block.Len(), st.most))
	copy(larger, st.words)
	st.Release()
	st.block, st.words = block, larger
	return true
}
