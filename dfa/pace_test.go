package dfa

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// For every budget, even one that holds a single state, a search either reads some hundred bytes for each cache that it fills or gives up.
// Budgets of one or two states once made searches replace a cache at each byte, for ever.
func TestNoBudgetMakesSearchesReplaceCachesForEver(t *testing.T) {
	text := strings.Repeat("Съешь же ещё этих мягких ſſ французских булок да выпей чаю. ", 150)
	for _, expr := range []string{`\bſ+`, `\pL+\d`, `(?:a|б)+\d`, `[ab]*a[ab]{9}c`, `(?i)straße\d|\bſ+\d`, `.*\d`} {
		for budget := 0; budget < 5000; budget += 100 {
			a := compile(t, expr, budget)
			for _, d := range []*DFA{a.first, a.longest} {
				searches := 0
				for range 40 {
					if !d.Usable() {
						break
					}
					d.Forward(text, 0, len(text), false, false, nil)
					searches++
				}
				require.Less(t, d.Replaced(), searches*len(text)/100+3, "%q, budget %d, %d searches", expr, budget, searches)
			}
			d, searches := a.reverse, 0
			for range 40 {
				if !d.Usable() {
					break
				}
				d.Backward(text, 0, len(text))
				searches++
			}
			require.Less(t, d.Replaced(), searches*len(text)/100+3, "%q, budget %d, %d searches backwards", expr, budget, searches)
		}
	}
}

// Short searches that find the cache full when they begin would never notice that it did not last. Its age tells.
func TestStartsThatReplaceYoungCachesMakeTheAutomatonRest(t *testing.T) {
	d := compile(t, `\b\pL+\d`, 1700*int(wordBytes)/8).first
	starts := 0
	for d.Usable() && starts < 1000 {
		d.cache.Load().born = time.Now().Add(time.Hour) // it will be young, however slow the machine is
		d.Forward("a", 0, 1, starts%2 == 0, false, nil)
		starts++
	}
	require.False(t, d.Usable())
	require.GreaterOrEqual(t, d.Replaced(), maxFailures/2)
}

// A state of a large program takes long to build. That its cache is old is then no sign that it served many searches.
func TestTheCostOfACacheCountsTheInstructionsOfItsStates(t *testing.T) {
	cost := func(expr string) time.Duration {
		d := compile(t, expr, ample).first
		d.Forward("abababab", 0, 8, false, false, nil)
		_, building := d.cache.Load().cost()
		return building / time.Duration(d.States())
	}
	require.Greater(t, cost(`(?:a?){300}c`), 2*cost(`(?:a?){3}c`))
}
