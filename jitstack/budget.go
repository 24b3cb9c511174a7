package jitstack

import (
	"context"
	"time"

	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
	"github.com/arenaregexp/regexp/jitstack/internal/linear"
	"github.com/arenaregexp/regexp/jitstack/internal/watch"
)

// Limits bound what a search may take. The zero value stands for the defaults.
//
// A search that reaches a limit ends with an error, which is never the same as "no match": a *[LimitError] for Steps and StackBytes, a
// *[CanceledError] for Timeout. A regular pattern is answered in linear time whatever the limits are.
type Limits struct {
	// Steps is how many steps a search may take, 10 million if it is 0. [Stack.SetMatchLimit] says what a step is. A method that
	// looks for all matches takes them from one budget, which grows by four steps for each byte that matches move on.
	Steps int

	// StackBytes is how large the backtracking stack of one search may grow, in bytes; 1 MiB if it is 0.
	StackBytes int

	// Timeout is how long a call may backtrack, or, for a [Budget], how long after NewBudget its searches may. There is no bound if
	// it is 0. A search looks at the clock every 4,096 steps, which is some 50 microseconds.
	Timeout time.Duration
}

// withDefaults puts the defaults where l has 0.
func (l Limits) withDefaults() Limits {
	if l.Steps == 0 {
		l.Steps = backtrack.DefaultSteps
	}
	if l.StackBytes == 0 {
		l.StackBytes = backtrack.DefaultBytes
	}
	return l
}

// Options are all that [CompileOptions] can be told about a pattern. The zero value is what [Compile] takes without flags.
type Options struct {
	Flags  Flags
	Limits Limits // of each call of a method that is given no other limits
}

// Budget is what several searches may take together, of one pattern or of many: all that one request asks, say. Its searches share the
// steps, the deadline and the context. Make one with [NewBudget], and pass its address to [Pattern.ExecWithin]; it need not be on the
// heap. A Budget is not safe for concurrent use, and a copy would be a budget of its own.
type Budget struct{ account account }

// NewBudget returns a budget within limits that also ends when ctx is done. A nil ctx is never done.
//
// Searches look at ctx every 4,096 steps that they take together. So a canceled budget still answers what is quickly answered.
func NewBudget(ctx context.Context, limits Limits) Budget {
	limits = limits.withDefaults()
	return Budget{account{limits: limits, left: limits.Steps, watch: watch.New(ctx, deadline(limits)), clock: true}}
}

// Left returns how many steps are left. It is 0 once the budget is used up.
func (b *Budget) Left() int { return max(b.account.left, 0) }

// deadline returns the time at which a timeout that begins now ends, or the zero time without one.
func deadline(l Limits) time.Time {
	if l.Timeout == 0 {
		return time.Time{}
	}
	return time.Now().Add(l.Timeout)
}

// account is what the searches of one call of a method draw on. Without it the search for all matches would be bounded by what each of
// them may take, times their number.
type account struct {
	limits Limits
	left   int // steps
	try    int // of these, for the backtracker before the linear matcher is asked
	watch  watch.Watch
	clock  bool // watch has the deadline
}

// open returns the account of a call on a subject of n bytes, within the pattern's own limits.
func (p *Pattern) open(n int) account {
	return account{limits: p.limits, left: p.limits.Steps, try: firstTry(n)}
}

// firstTry returns how many steps the backtracker has before the linear matcher is asked, on n bytes.
func firstTry(n int) int { return 256 + n/16 }

// advance adds what a match gives that has moved the search on by n bytes.
func (a *account) advance(n int) {
	a.left += 4 * n
	a.try += 16 + n/16
}

// watched starts the clock for a timeout that is the pattern's own, and returns the watch. Only a search that may take long asks: the
// others need not look at the clock.
func (a *account) watched() *watch.Watch {
	if a.limits.Timeout != 0 && !a.clock {
		a.watch, a.clock = watch.New(nil, deadline(a.limits)), true
	}
	return &a.watch
}

// frameWords is how large the stack of most searches is, which lies in the frame of the function that needs it: half a KiB.
const frameWords = 128

// backtrack searches on a pooled stack: for a pattern that is not regular, a search that asks for more than its place, and a subject
// for which the linear matcher would take too much memory.
//
// With m the search can be answered in linear time. But where there is lookaround the linear matcher has to prepare for what most
// subjects do not hold, so the backtracker has the first try, for a number of steps that is linear in the subject, too.
func (p *Pattern) backtrack(a *account, scan *backtrack.Scan, s string, pos int, how backtrack.How, caps []int, m *linear.Matcher) (bool, error) {
	var frame [frameWords]uint32
	st := backtrack.Pooled(a.limits.StackBytes)
	st.SetWatch(*a.watched())
	if m != nil {
		st.SetSteps(min(a.try, a.left))
		at, v := a.search(p, &st, frame[:], scan, how, caps)
		a.try -= st.Spent()
		if v <= backtrack.Hit || v == backtrack.Canceled {
			return p.result(&st, at, v)
		}
		if a.left >= 0 {
			cost := linear.Cost{Watch: &a.watch}
			matched, decided := m.SearchCounting(s, pos, how&backtrack.Anchored != 0, caps, &cost)
			a.left -= cost.Spent
			if decided {
				return matched, nil
			}
			if st.SetWatch(a.watch); a.watch.Err() != nil {
				return false, p.failure(&st, pos, backtrack.Canceled)
			}
		}
		scan.Begin(p.prog, s, pos, how)
	}
	st.SetSteps(min(a.left, a.limits.Steps))
	at, v := a.search(p, &st, frame[:], scan, how, caps)
	st.SetSteps(a.limits.Steps)
	return p.result(&st, at, v)
}

// search searches on a pooled stack and charges the account.
func (a *account) search(p *Pattern, st *backtrack.Stack, frame []uint32, scan *backtrack.Scan, how backtrack.How, caps []int) (int, backtrack.Verdict) {
	at, v := p.prog.SearchFrom(st, frame, scan, how|backtrack.Spare, caps)
	st.Release()
	a.left -= st.Spent()
	a.watch = st.Watch()
	return at, v
}
