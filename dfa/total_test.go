package dfa

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// limitTotal sets the limit for the duration of a test and starts from zero bytes held.
func limitTotal(t *testing.T, bytes int) {
	before := SetTotal(0) // drops the states that other tests left, and the collector drops their automata
	for range 100 {
		if runtime.GC(); Total() == 0 {
			break
		}
		runtime.Gosched()
	}
	require.Zero(t, Total())
	SetTotal(bytes)
	t.Cleanup(func() { SetTotal(before) })
}

func search(d *DFA, s string) Verdict {
	_, v := d.Forward(s, 0, len(s), false, false, nil)
	return v
}

func TestTheStatesOfAllAutomataStayWithinOneLimit(t *testing.T) {
	const limit = 200 << 10
	limitTotal(t, limit)
	text := strings.Repeat("abcbaacbbacabcabcabccba", 30)
	var all []automata
	most := 0
	for i := range 300 {
		a := compile(t, fmt.Sprintf(`(?:a|b|c)*a[ab]{%d}c$`, 1+i%9), ample)
		all = append(all, a)
		search(a.first, text)
		most = max(most, Total())
	}
	require.Less(t, most, limit+8<<10, "one state more than the limit, at most, and what another automaton adds meanwhile")
	require.Greater(t, most, limit/2)
	sum := 0
	for _, a := range all {
		sum += a.first.MemoryUsage()
	}
	require.Equal(t, Total(), sum)
	for _, a := range all { // all answer as before
		require.Equal(t, search(compile(t, a.expr, ample).first, text), search(a.first, text), a.expr)
	}
}

func TestWhatWasNotUsedIsDroppedFirst(t *testing.T) {
	limitTotal(t, 100<<10)
	text := strings.Repeat("abcbaacbbacabcabcabccba", 30)
	used := compile(t, `(?:a|b|c)*a[ab]{4}c$`, ample).first
	search(used, text)
	var all []*DFA
	dropped := 0
	for i := range 200 {
		d := compile(t, fmt.Sprintf(`(?:a|b|c)*b[ab]{%d}c$`, 1+i%3), ample).first
		all = append(all, d)
		search(d, text)
		for range 3 {
			search(used, text)
		}
		if used.MemoryUsage() == 0 {
			dropped++
		}
	}
	require.Zero(t, dropped)
	idle := 0
	for _, d := range all {
		if d.MemoryUsage() == 0 {
			idle++
		}
	}
	require.Greater(t, idle, 100)
	runtime.KeepAlive(used)
}

func TestTheMemoryOfAnAutomatonThatIsGoneIsNotCounted(t *testing.T) {
	limitTotal(t, DefaultTotal)
	before := Total()
	for range 10 {
		search(compile(t, `(?:a|b|c)*a[ab]{6}c$`, ample).first, strings.Repeat("abcbaacbbacab", 30))
	}
	require.Greater(t, Total(), before)
	for range 100 {
		runtime.GC()
		if Total() <= before {
			return
		}
		runtime.Gosched()
	}
	require.LessOrEqual(t, Total(), before)
}

func TestAutomataThatLoseTheirStatesAtOnceWithSearchesAnswerAsEver(t *testing.T) {
	limitTotal(t, 20<<10)
	text := strings.Repeat("abcbaacbbacabcabcabccba", 30) + "aabbabc"
	var all []*DFA
	var want []Verdict
	for i := range 8 {
		expr := fmt.Sprintf(`(?:a|b|c)*a[ab]{%d}c$`, 1+i)
		all = append(all, compile(t, expr, ample).first)
		want = append(want, search(compile(t, expr, ample).first, text))
	}
	var wait sync.WaitGroup
	for g := range 16 {
		wait.Go(func() {
			for i := range 200 {
				k := (g + i) % len(all)
				if v := search(all[k], text); v != want[k] && v != GaveUp {
					t.Errorf("automaton %d: %v, want %v", k, v, want[k])
				}
			}
		})
	}
	wait.Wait()
}
