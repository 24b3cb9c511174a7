package jitstack

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"
	"unsafe"

	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
	"github.com/arenaregexp/regexp/jitstack/internal/watch"
)

// ErrStackLimit says that a search needed more stack than it was allowed, and is undecided.
var ErrStackLimit = errors.New("jitstack: stack limit reached")

// ErrMatchLimit says that a search needed more steps than it was allowed, and is undecided.
var ErrMatchLimit = errors.New("jitstack: match limit reached")

// errTooLong says that a subject is beyond what the matcher can count.
var errTooLong = errors.New("jitstack: subject of 4 GiB or more")

// LimitError says which limit ended a search. errors.As finds it in the errors of all methods that search; errors.Is tells its
// kind. The same error is returned again when the same limit is met at the same offset, so it must not be changed.
type LimitError struct {
	Kind    error  // ErrStackLimit or ErrMatchLimit
	Pattern string // the whole pattern
	Limit   int    // bytes of stack, or steps

	// Offset is how far into the subject the search had come, in bytes. It is exact below 16. Beyond, it is rounded down by less
	// than an eighth: so a pattern has few different errors, each is made once, and a search that ends at a limit allocates nothing.
	Offset int
}

// Error names the limit, the pattern and the offset in the subject.
func (e *LimitError) Error() string {
	unit := "steps"
	if e.Kind == ErrStackLimit {
		unit = "bytes"
	}
	return fmt.Sprintf("%v: %d %s, pattern %q, at offset %d of the subject", e.Kind, e.Limit, unit, shorten(e.Pattern), e.Offset)
}

// Unwrap returns the kind.
func (e *LimitError) Unwrap() error { return e.Kind }

// CanceledError says that a search ended because its context was done or its time was up. errors.Is finds Err in it: context.Canceled,
// say, or context.DeadlineExceeded.
type CanceledError struct {
	Pattern string // the whole pattern
	Offset  int    // how far into the subject the search had come, in bytes
	Err     error  // the context's error; context.DeadlineExceeded after a Timeout
}

// Error tells why the search ended, and names the pattern and the offset in the subject.
func (e *CanceledError) Error() string {
	return fmt.Sprintf("jitstack: search canceled: %v, pattern %q, at offset %d of the subject", e.Err, shorten(e.Pattern), e.Offset)
}

// Unwrap returns the context's error.
func (e *CanceledError) Unwrap() error { return e.Err }

// limitKey is what tells the limit errors of one pattern apart.
type limitKey struct {
	verdict       backtrack.Verdict
	limit, offset int
}

// maxLimitErrors is how many errors a pattern keeps. There are some 250 for one limit; more can only come of callers who change
// their limits all the time.
const maxLimitErrors = 1024

// limitErrors are the errors that a pattern has returned. The lock is taken only after a search that a limit has ended.
type limitErrors struct {
	mu   sync.Mutex
	made map[limitKey]*LimitError
}

func (l *limitErrors) get(p *Pattern, kind error, key limitKey) *LimitError {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.made[key]; e != nil {
		return e
	}
	if l.made == nil || len(l.made) >= maxLimitErrors {
		l.made = make(map[limitKey]*LimitError)
	}
	e := &LimitError{Kind: kind, Pattern: p.source, Limit: key.limit, Offset: key.offset}
	l.made[key] = e
	return e
}

// memoryUsage returns about how many bytes the errors hold.
func (l *limitErrors) memoryUsage() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.made) * int(unsafe.Sizeof(LimitError{})+unsafe.Sizeof(limitKey{})+unsafe.Sizeof(&LimitError{}))
}

// roundDown keeps the four highest bits of an offset.
func roundDown(offset int) int {
	shift := max(bits.Len(uint(offset))-4, 0)
	return offset >> shift << shift
}

// result turns the verdict of a search on a stack into what the methods return.
func (p *Pattern) result(st *backtrack.Stack, at int, v backtrack.Verdict) (bool, error) {
	switch v {
	case backtrack.Hit:
		return true, nil
	case backtrack.Miss:
		return false, nil
	}
	return false, p.failure(st, at, v)
}

// failure is apart from result so that result can be inlined.
func (p *Pattern) failure(st *backtrack.Stack, at int, v backtrack.Verdict) error {
	switch v {
	case backtrack.StackLimit:
		return p.limitErrors.get(p, ErrStackLimit, limitKey{v, st.MaxBytes(), roundDown(at)})
	case backtrack.StepLimit:
		return p.stepLimit(st.Steps(), at)
	case backtrack.Canceled:
		w := st.Watch()
		return &CanceledError{Pattern: p.source, Offset: at, Err: w.Err()}
	}
	return errTooLong
}

// stepLimit returns the error of a search that has taken all its steps.
func (p *Pattern) stepLimit(steps, at int) error {
	return p.limitErrors.get(p, ErrMatchLimit, limitKey{backtrack.StepLimit, steps, roundDown(at)})
}

// Stack is the memory that [Pattern.ExecStack] backtracks on: one block that grows, by a factor of two, up to the limit it was
// made with. It keeps what it has grown to for the next search, of whatever pattern. It is not safe for concurrent use.
type Stack struct {
	st backtrack.Stack
}

// NewStack returns a stack that may grow to maxBytes. Nothing is allocated before the first search. The limit is what was given:
// no other is put in its place, however small it is.
func NewStack(maxBytes int) *Stack {
	return &Stack{*backtrack.NewStack(maxBytes)}
}

// SetMatchLimit sets how many steps a search on this stack may take, 10 million before. A step is a choice taken back, a round of
// a loop, a call of a group or the return from it, 32 instructions, or 256 bytes that a repetition passes: about 0.1 us at most.
func (s *Stack) SetMatchLimit(steps int) { s.st.SetSteps(steps) }

// SetContext makes the searches on this stack end with a *[CanceledError] once ctx is done. A nil ctx is never done. Searches look at
// ctx every 4,096 steps that they take together.
func (s *Stack) SetContext(ctx context.Context) { s.st.SetWatch(watch.New(ctx, time.Time{})) }
