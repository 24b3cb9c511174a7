package jitstack_test

import (
	"errors"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// underRace tells whether the race detector, which allocates beside the program, is on.
var underRace = func() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}()

// searches are patterns of each kind with a subject: regular, with lookaround, and for the backtracker only.
var searches = []struct{ pattern, subject string }{
	{`^/([^/]+)/([^/]+)/(.*)$`, "/images/2026/summer/header.jpg"},
	{guard, "/alpha/bravo/?action=newsfed;param0001=00003E;param0002=00004E"},
	{guard, "/alpha/bravo/?" + strings.Repeat("x", 10_000)},
	{`(\w+)\s+\1`, "this is is a test"},
	{`(?<year>\d{4})-(?:(\d\d)(?!\d)|x)`, "on 2026-11."},
	{`(\((?:[^()]++|(?1))*+\))`, "f(a(b)c(d(e)))"},
	{`(?i)(k)+\1é`, "kKkÉ"},
	{`^(?:(a)|b)*(?(1)c|d)$`, strings.Repeat("ab", 5000) + "c"},
	{`a(*PRUNE)(b|c)(*SKIP)d|\Xe`, "abcacde"},
	{strings.Repeat(`(.)`, 15) + `\1`, "abcdefghijklmnoabc"},
}

func TestSearchesDoNotAllocate(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, c := range searches {
		p := jitstack.MustCompile(c.pattern, 0)
		stack := jitstack.NewStack(1 << 20)
		var m arena.Matches
		for name, exec := range map[string]func(){
			"Exec":      func() { p.Exec(c.subject, &m) },
			"ExecStack": func() { p.ExecStack(stack, c.subject, &m) },
			"ExecAt":    func() { p.ExecAt(c.subject, 1, jitstack.NotEmpty, &m) },
		} {
			exec()
			require.Zerof(t, testing.AllocsPerRun(20, exec), "%s: %q on %.40q", name, c.pattern, c.subject)
			// Two collections empty every pool that a collection can empty. The runtime allocates now and then for its own; a
			// search that allocates does so every time.
			least := ^uint64(0)
			for i := 0; i < 4 && least > 0; i++ {
				runtime.GC()
				runtime.GC()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				exec()
				runtime.ReadMemStats(&after)
				least = min(least, after.Mallocs-before.Mallocs)
			}
			require.Zerof(t, least, "%s after a collection: %q on %.40q", name, c.pattern, c.subject)
		}
	}
}

// A search that ends at a limit returns an error that the pattern has made before, wherever in the subject it ends.
func TestSearchesThatEndAtALimitDoNotAllocate(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	p := jitstack.MustCompile(`^(a+)+\1$`, 0)
	subject := strings.Repeat("a", 5000) + "!"
	steps, bytes := jitstack.NewStack(1<<20), jitstack.NewStack(100)
	steps.SetMatchLimit(1000)
	var m arena.Matches
	n := 0
	exec := func() {
		n++
		s := subject[n%2000:]
		if _, err := p.ExecStack(steps, s, &m); !errors.Is(err, jitstack.ErrMatchLimit) {
			t.Fatal(err)
		}
		if _, err := p.ExecStack(bytes, s, &m); !errors.Is(err, jitstack.ErrStackLimit) {
			t.Fatal(err)
		}
	}
	for range 2000 {
		exec()
	}
	require.Zero(t, testing.AllocsPerRun(2000, exec))
}

func TestManyGoroutinesShareAPattern(t *testing.T) {
	for _, c := range searches {
		p := jitstack.MustCompile(c.pattern, 0)
		var want arena.Matches
		found, err := p.Exec(c.subject, &want)
		require.NoError(t, err)
		var wait sync.WaitGroup
		for i := range 64 {
			wait.Go(func() {
				stack := jitstack.NewStack(1 << 20)
				var m arena.Matches
				for k := range 5 {
					var ok bool
					var err error
					if (i+k)%2 == 0 {
						ok, err = p.Exec(c.subject, &m)
					} else {
						ok, err = p.ExecStack(stack, c.subject, &m)
					}
					if err != nil || ok != found || m.Group(0) != want.Group(0) || m.Group(1) != want.Group(1) {
						t.Errorf("%q on %.40q: %v, %v, %q", c.pattern, c.subject, ok, err, m.Group(0))
						return
					}
				}
			})
		}
		wait.Wait()
	}
}
