package jitstack

import (
	"errors"
	"fmt"

	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
)

// ErrStackLimit says that a search needed more stack than it was allowed, and is undecided.
var ErrStackLimit = errors.New("jitstack: stack limit reached")

// ErrMatchLimit says that a search needed more steps than it was allowed, and is undecided.
var ErrMatchLimit = errors.New("jitstack: match limit reached")

// errTooLong says that a subject is beyond what the matcher can count.
var errTooLong = errors.New("jitstack: subject of 4 GiB or more")

// limitError is a limit with where it was met. Its text is made when it is asked for.
type limitError struct {
	limit   error
	pattern string
	bound   int
	unit    string
	offset  int
}

// Error names the pattern, the limit and the offset in the subject that the search had come to.
func (e *limitError) Error() string {
	return fmt.Sprintf("%v: %d %s, pattern %q, at offset %d of the subject", e.limit, e.bound, e.unit, shorten(e.pattern), e.offset)
}

// Unwrap returns ErrStackLimit or ErrMatchLimit.
func (e *limitError) Unwrap() error { return e.limit }

// result turns the verdict of a search on a stack into what the methods return.
func (p *Pattern) result(st *backtrack.Stack, at int, v backtrack.Verdict) (bool, error) {
	switch v {
	case backtrack.Hit:
		return true, nil
	case backtrack.Miss:
		return false, nil
	}
	return false, p.failure(st.MaxBytes(), st.Steps(), at, v)
}

// failure is apart from result, which is thereby small enough to be inlined.
func (p *Pattern) failure(bytes, steps, at int, v backtrack.Verdict) error {
	switch v {
	case backtrack.StackLimit:
		return &limitError{ErrStackLimit, p.source, bytes, "bytes", at}
	case backtrack.StepLimit:
		return &limitError{ErrMatchLimit, p.source, steps, "steps", at}
	}
	return errTooLong
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
