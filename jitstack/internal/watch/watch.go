// Package watch tells a running search that its answer is no longer wanted.
//
// A search may not ask its context after each step: that takes longer than the step. So the matchers of package jitstack take their
// steps in slices, and look at the context and the clock where a slice ends.
package watch

import (
	"context"
	"time"
)

// Slice is how many steps a search takes between two looks. They take some 50 microseconds.
const Slice = 4096

// Watch ends the searches of one budget. It is not safe for concurrent use. The zero Watch and a nil one never end a search.
type Watch struct {
	context  context.Context // nil without one that can be canceled
	deadline time.Time       // zero without one
	err      error           // why searches end; once set it stays
	until    int             // steps before the next look
}

// New returns a watch over a context, which may be nil, and a deadline, which may be zero.
func New(ctx context.Context, deadline time.Time) Watch {
	if ctx != nil && ctx.Done() == nil {
		ctx = nil
	}
	return Watch{context: ctx, deadline: deadline, until: Slice}
}

// Watches reports whether there is anything to look at.
func (w *Watch) Watches() bool { return w.context != nil || !w.deadline.IsZero() }

// Until returns how many steps a search may take before it looks.
func (w *Watch) Until() int { return w.until }

// SetUntil sets how many steps are left before the next look. The searches of a budget share a slice, so that many short ones look
// as often as one long one.
func (w *Watch) SetUntil(steps int) { w.until = min(steps, Slice) }

// Look reports whether searches must end, and remembers why.
func (w *Watch) Look() bool {
	if w == nil {
		return false
	}
	if w.err == nil && w.context != nil {
		w.err = w.context.Err()
	}
	if w.err == nil && !w.deadline.IsZero() && !time.Now().Before(w.deadline) {
		w.err = context.DeadlineExceeded
	}
	return w.err != nil
}

// Err returns why searches must end, as far as the last look told, or nil.
func (w *Watch) Err() error { return w.err }
