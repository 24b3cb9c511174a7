package engine_test

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/require"
)

// budgets, in bytes, of all automata of a pattern together: none, and room for two states, for a few, for some dozens.
var budgets = []int{0, 3000, 8000, 30_000}

// Memory is bounded by the budget at every moment, of patterns and texts that show as many states as there is room for; answers are
// those of ample memory.
func TestAutomataTakeNoMoreThanTheirBudget(t *testing.T) {
	pick := rand.New(rand.NewPCG(1, 0xb0d9e7))
	texts := make([]string, 40)
	for i := range texts {
		b := make([]byte, 300+10*i)
		for k := range b {
			b[k] = "abcx /.\n\xff"[pick.IntN(9)]
		}
		texts[i] = string(b)
	}
	for _, expr := range []string{`[ab]*a[ab]{6}c`, `(\w+ ?)+/`, `(a|b|cx)+[^ab]{5}(x|$)`, `(?i)[^a]{3}\b(.+?)x{2}`, `(.*)a(.{9})c`} {
		for _, longest := range []bool{false, true} {
			ample, err := engine.Compile(expr, syntax.Perl, longest)
			require.NoError(t, err)
			groups := 2 * ample.Groups()
			for _, budget := range budgets {
				small := ample.WithBudget(budget)
				small.Explain() // makes the tools, which the budget does not bound
				fixed := 0
				for _, s := range texts {
					want, got := make([]int, groups), make([]int, groups)
					hit := ample.Search(s, 0, engine.Unanchored, want)
					require.Equal(t, hit, small.Search(s, 0, engine.Unanchored, got), "%q on %q", expr, s)
					if hit {
						require.Equal(t, want, got, "%q on %q", expr, s)
					}
					require.Equal(t, hit, small.Search(s, 0, engine.Unanchored, nil), "%q on %q", expr, s)
					if fixed == 0 { // one-pass and bit-state are there now
						none := ample.WithBudget(0)
						none.Explain()
						none.Search(s, 0, engine.Unanchored, got)
						fixed = none.MemoryUsage()
					}
					require.LessOrEqual(t, small.MemoryUsage(), fixed+budget, "%q, budget %d", expr, budget)
				}
			}
		}
	}
}

// Engines that share nothing but their pattern are the oracle of one that 64 goroutines use at once, and whose caches are replaced all the
// time: each goroutine has the answers that one alone has.
func TestManySearchesAtOnceAnswerAsOneWhileCachesAreReplaced(t *testing.T) {
	const goroutines = 64
	rounds := 40
	if testing.Short() {
		rounds = 5
	}
	pick := rand.New(rand.NewPCG(2, 0xb0d9e7))
	texts := make([]string, 50)
	for i := range texts {
		b := make([]byte, 20+17*i)
		for k := range b {
			b[k] = "abkx /\n\xffs"[pick.IntN(9)]
		}
		texts[i] = string(b) + "é\u212a"
	}
	for _, expr := range []string{`(\w+ ?)+/`, `[ab]*a[ab]{5}([^b])`, `(?i)(k|s|é)+.{3}(\b|x)`, `(a|ab)(b*)[^x]{4}$`, `(?m)^(.*?)b.{5}$`, `([^ ]+) ([^ ]+)x`} {
		alone, err := engine.Compile(expr, syntax.Perl, false)
		require.NoError(t, err)
		alone, _ = alone.Force(engine.Pike)
		groups := 2 * alone.Groups()
		want := make([][]int, len(texts))
		for i, s := range texts {
			caps := make([]int, groups)
			if alone.Search(s, 0, engine.Unanchored, caps) {
				want[i] = caps
			}
		}
		for _, budget := range budgets {
			shared, err := engine.Compile(expr, syntax.Perl, false)
			require.NoError(t, err)
			planned := shared.WithBudget(budget)
			lazy, _ := planned.Force(engine.LazyDFA)
			led, _ := planned.Force(engine.LedDFA)
			engines := []*engine.Engine{planned, lazy, led}
			var wrong atomic.Int64
			var ready, done sync.WaitGroup
			gate := make(chan struct{})
			for g := range goroutines {
				ready.Add(1)
				done.Go(func() {
					caps := make([]int, groups)
					ready.Done()
					<-gate
					for round := range rounds {
						i := (7*g + round) % len(texts)
						e := engines[(g+round)%len(engines)]
						for _, caps := range [][]int{caps, caps[:2], nil} {
							if hit := e.Search(texts[i], 0, engine.Unanchored, caps); hit != (want[i] != nil) || hit && !slices.Equal(caps, want[i][:len(caps)]) {
								wrong.Add(1)
							}
						}
						if round%10 == 0 {
							e.MemoryUsage()
						}
					}
				})
			}
			ready.Wait()
			close(gate)
			done.Wait()
			require.Zero(t, wrong.Load(), "%q within %d bytes: wrong answers", expr, budget)
			if budget == budgets[1] {
				require.Regexp(t, `replaced [1-9]`, lazy.Explain(), "%q within %d bytes", expr, budget)
			}
		}
	}
}
