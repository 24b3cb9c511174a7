package engine_test

import (
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/engine"
)

// What a strategy brings: the same search by the plan and with matchers forced, of which the plan's would be one. docs/performance.md
// shows the figures.
func BenchmarkStrategy(b *testing.B) {
	prose := strings.Repeat("It was the best of times; foo@bar.org, 2024-05-17 and then some words of no use at all.\n", 1000)
	rows := []struct {
		name, pattern, subject string
		slots                  int // of the captures wanted, 0 for the verdict, 2 for the span
		against                []engine.Matcher
	}{
		{"captures of a path", `^/([^/]+)/([^/]+)/(.*)$`, "/images/2026/summer/header.jpg", 8, []engine.Matcher{engine.Chain, engine.OnePass, engine.BitState, engine.Pike}},
		{"verdict on an extension", `\.(jpg|jpeg|png|gif|css|js)$`, "/images/2026/summer/header.jpg", 0, []engine.Matcher{engine.Chain, engine.LazyDFA, engine.BitState, engine.Pike}},
		{"verdict on a host", `^(?:[a-z0-9-]+\.)*example\.com$`, "cdn.edge.example.com", 0, []engine.Matcher{engine.LazyDFA, engine.BitState, engine.Pike}},
		{"captures of an address", `^([0-9a-f]{1,4})(?::([0-9a-f]{1,4})){7}$`, "abcd:ef01:2345:6789:abcd:ef01:2345:6789", 6, []engine.Matcher{engine.OnePass, engine.BitState, engine.Pike}},
		{"small automaton, 89 KB, a miss", `(?:[a-z]+ )+\d+!`, prose, 0, []engine.Matcher{engine.Shift, engine.LazyDFA, engine.BitState, engine.Pike}},
		{"small automaton, short matches, 89 KB, a miss", `[b-xz]\d[a-x]`, prose, 2, []engine.Matcher{engine.LedDFA, engine.LazyDFA, engine.BitState, engine.Pike}},
		{"one text, 89 KB, a miss", `Sherlock Holmes`, prose, 2, []engine.Matcher{engine.Texts, engine.LedDFA, engine.LazyDFA, engine.Pike}},
		{"five texts, 89 KB, a miss", `Sherlock Holmes|John Watson|Irene Adler|Inspector Lestrade|Professor Moriarty`, prose, 2, []engine.Matcher{engine.Texts, engine.LedDFA, engine.LazyDFA, engine.Pike}},
		{"case folded, 89 KB, a miss", `(?i)sherlock\s+holmes`, prose, 2, []engine.Matcher{engine.LedDFA, engine.LazyDFA, engine.BitState, engine.Pike}},
		{"a text inside, 89 KB, a miss", `[\w.]+@example\.com`, prose, 2, []engine.Matcher{engine.LedDFA, engine.LazyDFA, engine.BitState, engine.Pike}},
	}
	for _, r := range rows {
		e, err := engine.Compile(r.pattern, syntax.Perl, false)
		if err != nil {
			b.Fatal(err)
		}
		caps := make([]int, r.slots)
		run := func(name string, e *engine.Engine) {
			want := e.Search(r.subject, 0, engine.Unanchored, caps)
			for range 1000 { // the pattern is hot
				if len(r.subject) > 1000 {
					break
				}
				e.Search(r.subject, 0, engine.Unanchored, caps)
			}
			b.Run(strings.ReplaceAll(r.name, " ", "_")+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(r.subject)))
				for b.Loop() {
					if e.Search(r.subject, 0, engine.Unanchored, caps) != want {
						b.Fatal("verdict changed")
					}
				}
			})
		}
		run("planned", e)
		for _, m := range r.against {
			if f, ok := e.Force(m); ok {
				run(m.String(), f)
			}
		}
	}
}
