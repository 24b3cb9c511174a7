package engine_test

import (
	"regexp/syntax"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/require"
)

// underRace tells whether the race detector, which allocates beside the program, is on.
func underRace() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}

// Once its states are built a pattern that takes the lazy DFA allocates nothing: for the verdict, the span, the captures, by
// whichever matcher they come; and no more on the first search after two collections.
func TestPatternsThatTakeTheDFAAllocateNothingOnceStatesAreBuilt(t *testing.T) {
	if underRace() {
		t.Skip("the race detector allocates")
	}
	filler := strings.Repeat("lorem ipsum dolor sit amet, ", 60)
	for _, test := range []struct{ pattern, captures, text string }{
		{`^(?:[a-z0-9-]+\.)*example\.com$`, "", strings.Repeat("cdn-1.", 300) + "example.com"},
		{`^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){7,}$`, "one-pass", "0" + strings.Repeat(":fe80", 400)},
		{`(\w+)=("[^"]*"|\S+)`, "bit-state", filler + "key=\"a value\"" + filler},
		{`(?m)^#\s*(\w+)$`, "one-pass", filler + "\n# title\n" + filler},
		{`\b(\pL+)([0-9]+)(\pL*)\b`, "bit-state", strings.Repeat("слово ", 300) + "абв123где" + filler},
		{`(?i)(straße|k+)\.`, "one-pass", filler + "Hauptstraße \u212a. " + filler},
		{`(a|ab)(c|bcd)(d*)\b`, "bit-state", filler + "\xff\xe4 abcdd " + filler},
		{`[a-z]+[a-f]\d`, "", filler + "abc7" + filler},
	} {
		for _, longest := range []bool{false, true} {
			planned, err := engine.Compile(test.pattern, syntax.Perl, longest)
			require.NoError(t, err)
			lines := explained(t, planned)
			require.Contains(t, lines["plan"], "lazy DFA", "%q", test.pattern)
			require.Equal(t, test.captures, lines["captures"], "%q", test.pattern)
			lazy, _ := planned.Force(engine.LazyDFA)
			led, _ := planned.Force(engine.LedDFA)
			for name, e := range map[string]*engine.Engine{"planned": planned, "lazy DFA": lazy, "led DFA": led} {
				caps := make([]int, 2*e.Groups())
				for asked, caps := range map[string][]int{"verdict": nil, "span": caps[:2], "captures": caps} {
					for _, s := range []string{test.text, test.text[len(test.text)/2:], test.text[:30]} {
						search := func() {
							for _, how := range []engine.Anchoring{engine.Unanchored, engine.Anchored, engine.Full} {
								e.Search(s, 0, how, caps)
							}
						}
						for range 200 { // a short text makes no pattern hot at once
							search()
						}
						require.Zero(t, testing.AllocsPerRun(10, search), "%q, longest %v, %s: %s of %d bytes", test.pattern, longest, name, asked, len(s))
					}
					least := uint64(1)
					for i := 0; i < 4 && least > 0; i++ { // the runtime allocates now and then for its own
						runtime.GC()
						runtime.GC()
						var before, after runtime.MemStats
						runtime.ReadMemStats(&before)
						e.Search(test.text, 0, engine.Unanchored, caps)
						runtime.ReadMemStats(&after)
						least = min(least, after.Mallocs-before.Mallocs)
					}
					require.Zero(t, least, "%q, longest %v, %s: %s, after two collections", test.pattern, longest, name, asked)
				}
			}
		}
	}
}
