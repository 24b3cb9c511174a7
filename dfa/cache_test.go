package dfa

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/require"
)

// tight are budgets in bytes, from no state at all to a few dozen. Caches this small are replaced all the time.
var tight = []int{0, 400, 1000, 1500, 2500, 5000, 12_000}

// Whatever the budget, a search answers as the standard library does or reports that it gave up, and the states stay within the budget.
func TestWithATightBudgetASearchAnswersOrGivesUp(t *testing.T) {
	count := 70
	if testing.Short() {
		count /= 10
	}
	pick := seeded(3)
	searches, gaveUps, replaced := map[int]int{}, map[int]int{}, map[int]int{}
	for range count {
		expr := pick.pattern(3)
		o := newOracle(expr)
		texts := []string{pick.text(3), pick.text(8), pick.text(8)}
		for _, budget := range tight {
			a := compile(t, expr, budget)
			for _, s := range texts {
				n, g := a.check(t, o, s, true)
				searches[budget] += n
				gaveUps[budget] += g
				for kind, d := range a.each() {
					require.LessOrEqual(t, d.MemoryUsage(), budget, "%q: bytes of %s", expr, kind)
				}
			}
			for _, d := range a.each() {
				replaced[budget] += d.Replaced()
			}
		}
	}
	t.Logf("by budget: searches %v, of which gave up %v, caches replaced %v", searches, gaveUps, replaced)
	require.Equal(t, searches[0], gaveUps[0], "without any memory all give up")
	for _, budget := range tight[2:] {
		require.NotZero(t, replaced[budget], "budget %d: caches replaced", budget)
		require.Less(t, gaveUps[budget], searches[budget], "budget %d: searches that gave up", budget)
	}
}

// manyStates returns a pattern and a text on which each byte leads to a new state: the state remembers which of the last n bytes were a.
func manyStates(n, size int) (expr, text string) {
	pick := seeded(4)
	b := make([]byte, size)
	for i := range b {
		b[i] = "ab"[pick(2)]
	}
	return fmt.Sprintf(`[ab]*a[ab]{%d}c`, n), string(b)
}

// If the cache is full, it is replaced and the search goes on. So a text that visits more states than fit, but not all at once, is searched
// to its end.
func TestAFullCacheIsReplacedAndTheSearchGoesOn(t *testing.T) {
	const budget = 1000 * int(wordBytes) // states are half as large on a 32-bit machine
	words := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda my ny xi omikron pi rho sigma tau ypsilon phi chi psi omega")
	a := compile(t, "(?:"+strings.Join(words, "|")+")+!", budget)
	var b strings.Builder
	for _, w := range words {
		b.WriteString(strings.Repeat(w, 500/len(w)))
	}
	s := b.String() + "!"
	for _, d := range []*DFA{a.first, a.longest} {
		at, v := d.Forward(s, 0, len(s), false, false, nil)
		require.Equal(t, Hit, v)
		require.Equal(t, len(s), at)
		require.GreaterOrEqual(t, d.Replaced(), 3)
		require.LessOrEqual(t, d.MemoryUsage(), budget)
	}
	at, v := a.reverse.Backward(s, 0, len(s))
	require.Equal(t, Hit, v)
	require.Zero(t, at)
	require.GreaterOrEqual(t, a.reverse.Replaced(), 3)
}

// If every byte leads to a new state, the automaton costs more than it gains. Searches give up, and after several failures the automaton
// rests. After the rest, one more failure is enough.
func TestASearchThatBuildsAStateForEachByteGivesUp(t *testing.T) {
	const budget = 64 << 10
	expr, s := manyStates(14, 100_000)
	d := compile(t, expr, budget).first
	tire := func() (gaveUps int) {
		for range 1000 { // on a busy machine a cache may last by chance
			if !d.Usable() {
				break
			}
			if _, v := d.Forward(s, 0, len(s), false, false, nil); v == GaveUp {
				gaveUps++
			}
			require.LessOrEqual(t, d.MemoryUsage(), budget)
		}
		require.False(t, d.Usable())
		return gaveUps
	}
	// The first cache of a search counts as a failure, too, if it filled too soon.
	gaveUps := tire()
	require.LessOrEqual(t, gaveUps, maxFailures)
	require.GreaterOrEqual(t, gaveUps, maxFailures/2)
	d.resting.Store(0) // the rest is over
	require.True(t, d.Usable())
	require.Equal(t, 1, tire())
}

// A start state that does not fit into a full cache replaces the cache, as any other state does.
func TestAFullCacheMakesRoomForAnotherStart(t *testing.T) {
	expr, s := manyStates(14, 2000)
	for _, budget := range []int{8 << 10, 16 << 10, 64 << 10} {
		a := compile(t, expr, budget)
		d := a.longest
		// Fill the cache by searches that are each one byte longer, and stop before it would be replaced.
		n := 0
		for ; d.Replaced() == 0; n++ {
			fresh := compile(t, expr, budget).longest
			fresh.Forward(s, 0, n, true, false, nil)
			if fresh.Replaced() > 0 {
				break
			}
			d = fresh
		}
		_, v := d.Forward(s, 0, 10, false, false, nil)
		require.NotEqual(t, GaveUp, v, "budget %d: %d bytes of it are used, a search that is not anchored begins", budget, d.MemoryUsage())
	}
}

// MemoryUsage is within a quarter of what the heap holds.
func TestMemoryUsageIsWhatTheHeapHolds(t *testing.T) {
	live := func() int {
		for range 3 {
			runtime.GC()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	expr, ab := manyStates(20, 6000)
	letters := strings.Repeat("Съешь же ещё этих мягких французских булок да выпей чаю. ", 100)
	for _, test := range []struct{ expr, text string }{
		{expr, ab}, {`[ab]{3}a[ab]{12}c`, ab}, {`\pL{8,13}`, letters}, {`(?:(?:a|ab)+c?b*){5}a[^x]{9}c`, ab}, {`(?i)\w{5}[^b]\pL{9}[а-я]`, letters + ab},
	} {
		const budget = 4 << 20
		compile(t, test.expr, budget).first.Forward(test.text, 0, len(test.text), false, false, nil) // fills the arena
		a := compile(t, test.expr, budget)
		before := live()
		a.first.Forward(test.text, 0, len(test.text), false, false, nil)
		held := live() - before
		told := a.first.MemoryUsage()
		t.Logf("%q: %d states, %d bytes, the heap holds %d", test.expr, a.first.States(), told, held)
		require.LessOrEqual(t, told, budget)
		require.Zero(t, a.first.Replaced())
		require.InEpsilon(t, told+64<<10, held+64<<10, 0.25, "%q: bytes told and held", test.expr)
		runtime.KeepAlive(a)
	}
}

// atOnce runs call in n goroutines that start together.
func atOnce(n int, call func(g int)) {
	var ready, done sync.WaitGroup
	gate := make(chan struct{})
	for g := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-gate
			call(g)
		})
	}
	ready.Wait()
	close(gate)
	done.Wait()
}

// 64 goroutines on one automaton get the same answers as one, while the cache fills and is replaced again and again. At no moment do the
// states exceed the budget.
func TestManyGoroutinesAtOnceAnswerAsOneWhileCachesAreReplaced(t *testing.T) {
	const goroutines = 64
	rounds := 30
	if testing.Short() {
		rounds = 2
	}
	pick := seeded(5)
	var texts []string
	for i := range 60 {
		text := pick.text(40 + 10*i)
		texts = append(texts, text, strings.Repeat(pick.text(20), 1+pick(30)))
	}
	for _, expr := range []string{`(?:\w+ ?)+/`, `[ab]*a[ab]{6}[^b]`, `(?i)(?:k|s|世)+.{3}\b`, `[^a]{4}$`, `\pL{3,9}1`, `(?m)^.*?b.{5}$`} {
		one := compile(t, expr, ample)
		type span struct{ first, longest, begin int }
		want := make([]span, len(texts))
		for i, s := range texts {
			want[i].first = answer(one.first.Forward(s, 0, len(s), false, false, nil))
			want[i].longest = answer(one.longest.Forward(s, 0, len(s), false, false, nil))
			want[i].begin = answer(one.reverse.Backward(s, 0, max(want[i].first, 0)))
		}
		for _, budget := range []int{3000, 8000, 30_000, ample} {
			var (
				a              = compile(t, expr, budget)
				wrong, gaveUps atomic.Int64
				over           atomic.Int64
			)
			atOnce(goroutines, func(g int) {
				equal := func(got, want int) {
					switch got {
					case want:
					case gaveUp:
						gaveUps.Add(1)
					default:
						wrong.Add(1)
					}
				}
				for round := range rounds {
					i := (g*7 + round) % len(texts)
					s := texts[i]
					equal(answer(a.first.Forward(s, 0, len(s), false, false, nil)), want[i].first)
					equal(answer(a.ledLongest.Forward(s, 0, len(s), false, false, a.lead)), want[i].longest)
					equal(answer(a.reverse.Backward(s, 0, max(want[i].first, 0))), want[i].begin)
					for _, d := range a.each() {
						if d.MemoryUsage() > budget {
							over.Add(1)
						}
						d.States()
					}
				}
			})
			require.Zero(t, wrong.Load(), "%q, budget %d: wrong answers", expr, budget)
			require.Zero(t, over.Load(), "%q, budget %d: times that the states took more", expr, budget)
			replaced := a.first.Replaced() + a.longest.Replaced() + a.reverse.Replaced()
			t.Logf("%q, budget %d: %d caches replaced, %d of %d searches gave up", expr, budget, replaced, gaveUps.Load(), 3*goroutines*rounds)
			if budget == ample {
				require.Zero(t, gaveUps.Load(), "%q: gave up", expr)
			}
		}
	}
}

// Goroutines that walk a new automaton at the same time see links appear between two loads. (A link that another goroutine set between two
// loads was once taken for a tagged one, and so for a pointer outside its node.)
func TestManyGoroutinesAtOnceBuildOneAutomaton(t *testing.T) {
	count := 20
	if testing.Short() {
		count /= 4
	}
	expr, s := manyStates(9, 700)
	s += "abbabbabbb" + "c"
	want := answer(compile(t, expr, ample).first.Forward(s, 0, len(s), false, false, nil))
	begin := answer(compile(t, expr, ample).reverse.Backward(s, 0, want))
	require.Equal(t, []int{len(s), 0}, []int{want, begin})
	var wrong atomic.Int64
	for range count {
		a := compile(t, expr, ample)
		var building atomic.Int64
		building.Store(4)
		atOnce(8, func(g int) {
			if g%2 == 1 { // reads while the others build
				for built := false; !built; {
					built = building.Load() == 0
					if a.first.Quick(s, 0, true) == Miss {
						wrong.Add(1)
					}
					runtime.Gosched() // WebAssembly has one thread and no preemption
				}
				return
			}
			defer building.Add(-1)
			for _, d := range []*DFA{a.first, a.longest, a.ledFirst} {
				if answer(d.Forward(s, 0, len(s), d == a.first, false, a.lead)) != want {
					wrong.Add(1)
				}
			}
			if answer(a.reverse.Backward(s, 0, len(s))) != begin {
				wrong.Add(1)
			}
		})
	}
	require.Zero(t, wrong.Load())
}

// A replaced cache is garbage, with its states, as soon as no search is in it. A search that is still in it keeps none of the later caches
// alive.
func TestReplacedCachesAreGarbage(t *testing.T) {
	expr, text := manyStates(12, 4000)
	a := compile(t, expr, 20_000)
	d := a.first
	var (
		collected atomic.Int64
		caches    = map[weak.Pointer[cache]]bool{}
		states    []weak.Pointer[state]
		standing  *cache // the first one, kept alive as by a search
	)
	for i := range 400 {
		s := strings.Repeat(text[10*i:10*i+10], 40) // few new states, so the search does not give up
		d.Forward(s, 0, len(s), false, false, nil)
		c := d.cache.Load()
		if i == 0 {
			standing = c
		}
		if w := weak.Make(c); !caches[w] {
			caches[w] = true
			runtime.AddCleanup(c, func(int) { collected.Add(1) }, 0)
		}
		for _, n := range c.states {
			states = append(states, weak.Make(stateOf(bare(n))))
		}
	}
	require.GreaterOrEqual(t, d.Replaced(), 3)
	old := int64(len(caches) - 2)
	for deadline := time.Now().Add(10 * time.Second); collected.Load() < old && time.Now().Before(deadline); {
		runtime.GC()
		runtime.Gosched()
	}
	require.Equal(t, old, collected.Load(), "old caches collected")
	runtime.GC()
	alive := map[*state]bool{}
	for _, w := range states {
		if s := w.Value(); s != nil {
			alive[s] = true
		}
	}
	require.LessOrEqual(t, len(alive), d.States()+len(standing.states), "states alive are those of the present cache, and of the first")
	runtime.KeepAlive(d)
}

// Once the states exist, a search allocates nothing, not even after two garbage collections. The texts contain invalid UTF-8 and stretches
// that are skipped.
func TestASearchAllocatesNothingOnceItsStatesAreBuilt(t *testing.T) {
	if underRace() {
		t.Skip("the race detector allocates")
	}
	pick := seeded(6)
	texts := []string{"", "a", "\xff", pick.text(40), strings.Repeat("no match here/", 50), strings.Repeat("世界", 100) + "\xe4\xb8" + pick.text(100)}
	for _, expr := range []string{`\w+/`, `[^/]*$`, `.*a.`, `(?s).*`, `\b\pL+\b`, `(?i)k+s`, `é|世|\xff?`, `(?:a|b)*?c`, `^.{3}`, `(?m)^.*$`} {
		a := compile(t, expr, ample)
		for _, s := range texts {
			search := func() {
				for _, d := range []*DFA{a.first, a.longest, a.ledFirst, a.ledLongest} {
					for _, anchored := range []bool{false, true} {
						d.Forward(s, 0, len(s), anchored, false, a.lead)
						d.Forward(s, 0, len(s), anchored, true, nil)
					}
				}
				a.reverse.Backward(s, 0, len(s))
			}
			search()
			require.Zero(t, testing.AllocsPerRun(10, search), "%q on %q", expr, s)
		}
		s := texts[len(texts)-1]
		least := uint64(1)
		for range 4 { // the runtime sometimes allocates by itself
			runtime.GC()
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			a.ledFirst.Forward(s, 0, len(s), false, false, a.lead)
			a.reverse.Backward(s, 0, len(s))
			runtime.ReadMemStats(&after)
			least = min(least, after.Mallocs-before.Mallocs)
		}
		require.Zero(t, least, "%q, after two collections", expr)
	}
}

func underRace() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}
