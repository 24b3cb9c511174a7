package backtrack

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spent returns how many steps a search takes. It has more than enough of them.
func spent(t *testing.T, p *Program, subject string) int {
	t.Helper()
	st := NewStack(64 << 20)
	st.SetSteps(1 << 24)
	_, v := p.Search(st, nil, subject, 0, 0, nil)
	require.LessOrEqual(t, v, Hit)
	return st.Spent()
}

// A step is a time, not an event whose time the pattern decides. Each case does so much of one kind of work, in instructions, bytes
// or words, and pays for at least a part of it.
func TestAllThatIsDoneIsPaidFor(t *testing.T) {
	as := strings.Repeat("a", 1000)
	for _, c := range []struct {
		name, pattern, subject string
		work                   int
	}{
		{"instructions of attempts", strings.Repeat(`(?!b)`, 1000) + `(?<=b)`, as, 1000 * 1000},
		{"instructions of rounds", `(?:a` + strings.Repeat(`(?!b)`, 1000) + `)*(?<=b)`, as[:100], 100 * 100 / 2 * 1000},
		{"alternatives", `(?:` + strings.Repeat(`a\B|`, 1000) + `b)(?<=b)`, as[:100], 99 * 1000},
		{"runes backwards", `(?<=b.{200})a`, as, 800 * 200},
		{"runes of bounded runs", `(?:.{0,200}(?<=b))`, as, 800 * 200},
		{"a run that gives back", `[^b]+(?<=c)`, as, 1000 * 1000 / 2},
		{"a reference in any case", `(a+)(?i:\1)(?<=b)`, as, 1000 * 1000 / 2},
		{"captures saved for a lookahead", `(?:(?=` + strings.Repeat(`()`, 500) + `)a)*(?<=b)`, as[:100], 100 * 100 / 2 * 1000},
		{"frames in search of a mark", `(?:a(*MARK:x))*(*SKIP:y)(?<=b)`, as[:100], 100 * 100 / 2 * 100},
		{"frames that a negative lookahead drops", `(?:(?!(?:a(*MARK:x)|c)*\z)a)*(?<=b)`, as[:100], 100 * 100},
		{"long texts", `(?:(?!` + as[:999] + `b)a)*(?<=b)`, strings.Repeat("a", 2000), 1000 * 1000 / 2 * 16},
	} {
		p := compile(t, c.pattern)
		p.starts.needs = nil // that there is no b would tell at once
		assert.Greater(t, spent(t, p, c.subject), c.work/(4*stepUnits), c.name)
	}
}

// A subject may be as long as it likes where the attempts in it end at once.
func TestAttemptsThatEndAtOnceTakeNoSteps(t *testing.T) {
	s := strings.Repeat("the quick brown fox ", 5000)
	for _, pattern := range []string{`(\w+)\s+\1`, `(\w)\1`, `\b([a-z]+) \1\b`, `(?<!\$)\d+`, `[a-z]+(?=:)`} {
		require.LessOrEqual(t, spent(t, compile(t, pattern), s), 0, pattern)
	}
}

// The text that is missing need not be the longest one, nor be in what the match takes.
func TestAMissingTextIsAMissBeforeAnythingBacktracks(t *testing.T) {
	for _, c := range []struct{ pattern, subject string }{
		{`^/ml4/(.*a){12}b\1`, "/ml4/" + strings.Repeat("a", 100)},
		{`(?=.*z)(a+)+\1$`, strings.Repeat("a", 100) + "!"},
		{`(?=^.{6,10}$)(a+)+\1c`, strings.Repeat("a", 100)},
		{`(?=^.{6,10}$)(a+)+\1[cde]*[^x]\z`, strings.Repeat("a", 100)},
		{`(?i)(?:^|[^a-z])(a+)+\1(?:Mercury(?!/))`, strings.Repeat("a", 100)},
		{`(?<=[[]tex[]])(a+)+\1(?=[[]/tex[]])`, strings.Repeat("a", 100) + "[/tex]"},
		{`(a+)+\1(?:foo|b(?:ar|az))`, strings.Repeat("a", 100)},
	} {
		require.LessOrEqual(t, spent(t, compile(t, c.pattern), c.subject), 0, c.pattern)
	}
}
