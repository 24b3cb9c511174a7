package remap

import (
	"context"
	"iter"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// RuleStats are the counts of one rule since its table was loaded.
type RuleStats struct {
	// Hits is how many look-ups the rule won. Those of a map that has a rule file count the ones that a line of the file decided,
	// too.
	Hits uint64

	// Misses is how often a rule that is matched alone, by package jitstack, did not match. Rules in a set are not tried one by
	// one.
	Misses uint64

	// Limits is how often the rule was undecided since a limit was met.
	Limits uint64

	// Errors is how often the rule won and what it made was too long or no URL.
	Errors uint64

	// Time estimates the time of all look-ups that the rule decided, MatchTime that of matching a rule that is matched alone. One
	// in 64 is timed.
	Time, MatchTime time.Duration
}

// sampling is of how many look-ups one is timed: reading the clock twice takes as long as a short look-up.
const sampling = 64

// sampled decides at random, without a counter that all goroutines would have to share.
func sampled() bool { return rand.Uint32()%sampling == 0 }

// counters are the counts of a rule, which many goroutines add to. They fill a cache line, so that two busy rules do not share one.
type counters struct {
	hits, misses, limits, errors atomic.Uint64
	time, matchTime              atomic.Int64 // nanoseconds, multiplied by sampling
	logged                       atomic.Int64 // when a limit was logged last, in seconds since 1970
	_                            [8]byte
}

// Stats iterates over the rules' counts. Each is read atomically, but not all at one moment.
func (t *Table) Stats() iter.Seq2[int, RuleStats] {
	return func(yield func(int, RuleStats) bool) {
		for i := range t.counts {
			c := &t.counts[i]
			s := RuleStats{Hits: c.hits.Load(), Misses: c.misses.Load(), Limits: c.limits.Load(), Errors: c.errors.Load(),
				Time: time.Duration(c.time.Load()), MatchTime: time.Duration(c.matchTime.Load())}
			if !yield(i, s) {
				return
			}
		}
	}
}

// Misses returns how many look-ups no rule won.
func (t *Table) Misses() uint64 { return t.misses.Load() }

// limit counts a limit that a rule has met, and logs the first of a minute.
func (t *Table) limit(rule int32, err error) {
	c := &t.counts[rule]
	c.limits.Add(1)
	now, last := time.Now().Unix(), c.logged.Load()
	if now-last < 60 || !c.logged.CompareAndSwap(last, now) {
		return
	}
	answer := "503"
	if t.options.OnLimit == LimitNextRule {
		answer = "next rule"
	}
	r := &t.rules[rule]
	t.options.Logger.LogAttrs(context.Background(), slog.LevelWarn, "remap: a rule met a limit and is undecided", slog.Int("rule", int(rule)),
		slog.String("file", r.File), slog.Int("line", r.Line), slog.String("answer", answer), slog.Uint64("times", c.limits.Load()),
		slog.Any("error", err))
}
