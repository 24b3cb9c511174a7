package syntax

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func times(n int, s string) string { return strings.Repeat(s, n) }

// Bounds on what any pattern costs. They are far over what is needed, so that a busy machine passes, and far under what a cost that
// grows with the square of the pattern would take.
const (
	maxTime   = 5 * time.Second
	maxMemory = 512 << 20 // allocated on the way, not held
)

func TestHostilePatternsCostBoundedTimeAndMemory(t *testing.T) {
	var calls, names strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&calls, "(a(?%d)(?%d))", i+2, i+2)
	}
	for i := range 60000 {
		fmt.Fprintf(&names, "(?<n%d>)", i)
	}
	for name, pattern := range map[string]string{
		"open brackets":              times(100000, "("),
		"open groups":                times(100000, "(?:"),
		"open conditionals":          times(100000, "(?(1)"),
		"open classes":               times(300000, "[[:"),
		"open extended classes":      "(?[" + times(100000, "("),
		"open quotations":            times(500000, `\Q`),
		"open comments":              times(300000, "(?#"),
		"open properties":            times(300000, `\p{`),
		"open code points":           times(300000, `\x{`),
		"open braces":                times(1000000, "{"),
		"open quantifiers":           times(300000, "a{1"),
		"open verbs":                 times(500000, "(*"),
		"nested repetitions":         "((a{0,1000}){0,1000}){0,1000}",
		"nested lookbehinds":         times(900, "(?<=a") + times(900, ")"),
		"wide lookbehind":            "(?<=" + times(900, "(") + "a" + times(900, "{65535})") + ")",
		"alternatives":               times(500000, "a|"),
		"groups":                     times(60000, "()"),
		"more groups":                times(65536, "()"),
		"backreferences":             times(60000, "()") + times(60000, `\1`),
		"names":                      names.String(),
		"backreferences to a name":   "(?J)" + times(40000, "(?<n>a)") + times(40000, `(?<=\k<n>)`),
		"calls that double":          calls.String() + "(a)(?<=(?1))",
		"a property over and over":   "[" + times(300000, `\pL`) + "]",
		"classes of a property":      times(200000, `[\pL]`),
		"properties":                 times(200000, `\P{L}`),
		"caseless classes":           "(?i)" + times(40000, `[\x{0}-\x{10ffff}]`),
		"sums of classes":            `(?[\pL` + times(200000, `+\pL`) + "])",
		"complements":                "(?[" + times(1000000, "!") + `\d])`,
		"ranges":                     "[" + times(500000, "a-") + "]",
		"digits":                     "a{" + times(1000000, "1") + "}",
		"digits of a backreference":  `\` + times(1000000, "1"),
		"options":                    times(250000, "(?i)"),
		"comments":                   "(?x)" + times(500000, "#\n"),
		"items at the start":         times(170000, "(*UTF)"),
		"one long literal":           times(1000000, "a"),
		"longer than a pattern may":  times(1<<20+1, "a"),
		"quantifiers of one literal": times(250000, "a{1}"),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			_, err := Parse(pattern, 0)
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			assert.Less(t, took, maxTime)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(maxMemory))
			if err != nil {
				assert.Less(t, len(err.Error()), 1000)
			}
			t.Logf("%v, %d KB, refused: %v", took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>10, err != nil)
		})
	}
}
