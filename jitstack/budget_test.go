package jitstack_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// countdown is a context that is canceled when it has been looked at so many times.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Done() <-chan struct{} { return make(chan struct{}) }

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// long are searches that take many slices, and of which no text is missing: they backtrack, call, count rounds, remember failures, make tables.
var long = []struct{ pattern, subject string }{
	{`(a+)+\1[d-z]`, strings.Repeat("a", 24) + "c"},
	{`^(?:(a)|b)*(?(1)c|d)$`, strings.Repeat("ab", 20_000) + "c"},
	{`(?<!(?:a|ab){1,50})bc`, strings.Repeat("aab", 50_000) + "c"},
	{`(\w)(\w)\2\1[!-/:-@]`, strings.Repeat("abba ", 20_000)},
	{`(?:\w{2,9}\s?){5}([p-z])\1`, strings.Repeat("word and ", 3000) + "xx"},
	{`(?=(.*)x)a+?(b{2}|.+)+?\1[b-w]`, strings.Repeat("a", 100) + "x"},
	{`(\((?:[^()]|(?1))*\))[!-'*-/]`, strings.Repeat("(a(b)", 300) + strings.Repeat(")", 300) + "!"},
	{`(?:a(?=(?:a|aa)*[b-z])|a)*[c-z]`, strings.Repeat("a", 50_000)},
	{`(?:a*?(*MARK:x)a)+(*SKIP:y)[b-z]`, strings.Repeat("a", 2000)},
	{`(?:a(*THEN)|aa){1,50}(x)?[b-z]`, strings.Repeat("a", 3000)},
}

func TestACanceledSearchAnswersOrSaysSo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range long {
		p := jitstack.MustCompile(c.pattern, 0)
		var m arena.Matches
		canceled := 0
		check := func(want bool, spans []int, got bool, err, wantErr error) {
			t.Helper()
			if errors.Is(err, context.Canceled) {
				var e *jitstack.CanceledError
				require.ErrorAs(t, err, &e)
				require.Equal(t, c.pattern, e.Pattern)
				require.LessOrEqual(t, e.Offset, len(c.subject))
				require.False(t, got)
				require.Zero(t, m.Len())
				canceled++
				return
			}
			require.Equal(t, wantErr, err, c.pattern)
			require.Equal(t, want, got, c.pattern)
			require.Equal(t, spans, spansOf(&m), c.pattern)
		}
		limits := jitstack.Limits{Steps: 400_000, StackBytes: 4 << 20}
		b := jitstack.NewBudget(nil, limits)
		want, wantErr := p.ExecWithin(&b, c.subject, &m)
		spans := spansOf(&m)
		stack := jitstack.NewStack(limits.StackBytes)
		stack.SetMatchLimit(limits.Steps)
		onStack, stackErr := p.ExecStack(stack, c.subject, &m)
		stackSpans := spansOf(&m)
		for range 12 {
			ctx := &countdown{context.Background(), rng.IntN(1 << rng.IntN(8))}
			b := jitstack.NewBudget(ctx, limits)
			got, err := p.ExecWithin(&b, c.subject, &m)
			check(want, spans, got, err, wantErr)

			stack.SetContext(&countdown{context.Background(), rng.IntN(1 << rng.IntN(8))})
			got, err = p.ExecStack(stack, c.subject, &m)
			check(onStack, stackSpans, got, err, stackErr)
		}
		require.Positive(t, canceled, c.pattern)
		// A context that is never done changes nothing, not even where a limit is met.
		for range 5 {
			limits := jitstack.Limits{Steps: 1 + rng.IntN(100_000), StackBytes: 1 << (10 + rng.IntN(12))}
			plain, watched := jitstack.NewBudget(nil, limits), jitstack.NewBudget(&countdown{context.Background(), 1 << 30}, limits)
			want, wantErr := p.ExecWithin(&plain, c.subject, &m)
			spans := spansOf(&m)
			got, err := p.ExecWithin(&watched, c.subject, &m)
			check(want, spans, got, err, wantErr)
			require.Equal(t, plain.Left(), watched.Left(), c.pattern)
		}
	}
}

func TestTheSearchesOfABudgetShareItsStepsAndItsEnd(t *testing.T) {
	hostile := strings.Repeat("a", 30) + "!"
	p, q := jitstack.MustCompile(`^(a+)+\1$`, 0), jitstack.MustCompile(`^(a+)+\1c?$`, 0)
	var m arena.Matches
	b := jitstack.NewBudget(nil, jitstack.Limits{Steps: 50_000})
	_, err := p.ExecWithin(&b, hostile, &m)
	require.ErrorIs(t, err, jitstack.ErrMatchLimit)
	require.ErrorContains(t, err, "50000 steps")
	require.Zero(t, b.Left())
	_, err = q.ExecWithin(&b, hostile, &m)
	require.ErrorIs(t, err, jitstack.ErrMatchLimit)

	ok, err := jitstack.MustCompile(`^a+!$`, 0).ExecWithin(&b, hostile, &m)
	require.NoError(t, err, "a regular pattern takes no steps")
	require.True(t, ok)

	ctx, cancel := context.WithCancel(context.Background())
	b = jitstack.NewBudget(ctx, jitstack.Limits{})
	ok, err = jitstack.MustCompile(`(a)\1!`, 0).ExecBytesWithin(&b, []byte(hostile), &m)
	require.NoError(t, err)
	require.True(t, ok)
	cancel()
	for range 3 {
		_, err = p.ExecAtWithin(&b, hostile, 0, jitstack.Anchored, &m)
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Greater(t, b.Left(), 9_900_000)
}

// Each search is far below a slice. Together they take one, so the context is looked at.
func TestShortSearchesOfABudgetLookAtTheContext(t *testing.T) {
	p := jitstack.MustCompile(`(a+)\1b`, 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := jitstack.NewBudget(ctx, jitstack.Limits{})
	var m arena.Matches
	for range 1000 {
		if _, err := p.ExecWithin(&b, "aaaaaaaaaaaaaaaab"[:16]+"cb", &m); err != nil {
			require.ErrorIs(t, err, context.Canceled)
			return
		}
	}
	t.Fatal("no search was canceled")
}

func TestLimitsGivenAtCompileTimeBoundEveryMethod(t *testing.T) {
	hostile := strings.Repeat("a", 30) + "!"
	steps, err := jitstack.CompileOptions(`^(A+)+\1$`, jitstack.Options{Flags: jitstack.Caseless, Limits: jitstack.Limits{Steps: 1000}})
	require.NoError(t, err)
	bytes, err := jitstack.CompileOptions(`^(?:(a)|\1)*$`, jitstack.Options{Limits: jitstack.Limits{StackBytes: 128}})
	require.NoError(t, err)
	late, err := jitstack.CompileOptions(`^(a+)+\1$`, jitstack.Options{Limits: jitstack.Limits{Timeout: time.Nanosecond}})
	require.NoError(t, err)
	for p, kind := range map[*jitstack.Pattern]error{steps: jitstack.ErrMatchLimit, bytes: jitstack.ErrStackLimit, late: context.DeadlineExceeded} {
		var m arena.Matches
		_, err := p.Exec(hostile, &m)
		require.ErrorIs(t, err, kind)
		_, err = p.FindStringIndex(hostile)
		require.ErrorIs(t, err, kind)
		_, err = p.FindAllString(hostile, -1)
		require.ErrorIs(t, err, kind)
		_, err = p.ReplaceAllString(hostile, "")
		require.ErrorIs(t, err, kind)
	}
	require.Contains(t, steps.Explain(), "1000 steps")
	_, err = jitstack.CompileOptions(`(`, jitstack.Options{})
	require.Error(t, err)
}

func TestSearchesWithinABudgetDoNotAllocate(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, c := range searches {
		p := jitstack.MustCompile(c.pattern, 0)
		var m arena.Matches
		exec := func() {
			b := jitstack.NewBudget(ctx, jitstack.Limits{Timeout: time.Hour})
			if _, err := p.ExecWithin(&b, c.subject, &m); err != nil {
				t.Fatal(err)
			}
		}
		exec()
		require.Zerof(t, testing.AllocsPerRun(20, exec), "%q on %.40q", c.pattern, c.subject)
	}
}
