package jitstack_test

import (
	"strings"
	"testing"
	"time"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

func TestALimitIsAnErrorThatNamesPatternLimitAndOffset(t *testing.T) {
	p := jitstack.MustCompile(`^(a+)+$`, 0)
	s := strings.Repeat("a", 40) + "!"
	var m arena.Matches

	stack := jitstack.NewStack(1 << 20)
	stack.SetMatchLimit(1750)
	match, err := p.ExecStack(stack, s, &m)
	require.False(t, match)
	require.ErrorIs(t, err, jitstack.ErrMatchLimit)
	require.NotErrorIs(t, err, jitstack.ErrStackLimit)
	require.ErrorContains(t, err, "1750 steps")
	require.ErrorContains(t, err, `"^(a+)+$"`)
	require.Regexp(t, `at offset \d+ of the subject`, err.Error())

	match, err = p.ExecStack(jitstack.NewStack(100), s, &m)
	require.False(t, match)
	require.ErrorIs(t, err, jitstack.ErrStackLimit)
	require.ErrorContains(t, err, "100 bytes")

	long := jitstack.MustCompile(`(\w)`+strings.Repeat("b", 1000)+`\1`, 0)
	_, err = long.ExecStack(jitstack.NewStack(0), strings.Repeat("b", 2000), &m)
	require.ErrorIs(t, err, jitstack.ErrStackLimit)
	require.Less(t, len(err.Error()), 250, "a long pattern is cut")
}

func TestALimitErrorTellsLimitAndOffsetToPrograms(t *testing.T) {
	p := jitstack.MustCompile(`^(a+)+\1$`, 0)
	var m arena.Matches
	for _, n := range []int{30, 1000, 100_000} {
		s := strings.Repeat("a", n) + "!"
		stack := jitstack.NewStack(16 << 20)
		stack.SetMatchLimit(2000)
		_, err := p.ExecStack(stack, s, &m)
		var limit *jitstack.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, jitstack.LimitError{Kind: jitstack.ErrMatchLimit, Pattern: p.String(), Limit: 2000, Offset: limit.Offset}, *limit)
		require.Positive(t, limit.Offset)
		require.LessOrEqual(t, limit.Offset, n)
	}
}

func TestAStackKeepsTheSizeItWasMadeWith(t *testing.T) {
	p := jitstack.MustCompile(`(?:(.)(?=\1|))*`, 0)
	s := strings.Repeat("x", 100_000)
	var m arena.Matches
	for _, bytes := range []int{1, 64, 1000, 4096, 100_000, 1 << 20} {
		_, err := p.ExecStack(jitstack.NewStack(bytes), s, &m)
		require.ErrorIs(t, err, jitstack.ErrStackLimit)
	}
	match, err := p.ExecStack(jitstack.NewStack(16<<20), s, &m)
	require.NoError(t, err)
	require.True(t, match)
}

func TestAStackCanBeUsedAgainAfterALimit(t *testing.T) {
	stack := jitstack.NewStack(4 << 10)
	long, short := jitstack.MustCompile(`((.)\2)*.$`, 0), jitstack.MustCompile(`(a)(b)?\1`, 0)
	var m arena.Matches
	for range 3 {
		_, err := long.ExecStack(stack, strings.Repeat("aa", 5000), &m)
		require.ErrorIs(t, err, jitstack.ErrStackLimit)
		match, err := short.ExecStack(stack, "xaba", &m)
		require.NoError(t, err)
		require.True(t, match)
		require.Equal(t, "aba", m.Group(0))
		require.Equal(t, "b", m.Group(2))
	}
}

func TestAReplacementWithALimitLeavesNoHalfResult(t *testing.T) {
	p := jitstack.MustCompile(`(a)\1|(?:(\w)\w*)*\2!`, 0)
	s := "aa aa " + strings.Repeat("b", 30) + " !"
	text, err := p.ReplaceAllString(s, "<$1>")
	require.Error(t, err)
	require.Empty(t, text)
	dst, err := p.AppendReplaceAllString([]byte("kept"), s, "<$1>")
	require.Error(t, err)
	require.Equal(t, "kept", string(dst))
	all, err := p.FindAllString(s, -1)
	require.Error(t, err)
	require.Nil(t, all)
}

// Patterns and subjects made to take time, memory or the goroutine's stack. What has no answer in time is a limit.
func TestHostilePatternsTakeBoundedTimeAndMemory(t *testing.T) {
	a := strings.Repeat("a", 50_000)
	for _, c := range []struct{ name, pattern, subject string }{
		{"nested quantifiers", `(x+x+)+y\b(?:(z)\1)?`, strings.Repeat("x", 50_000)},
		{"nested counts", `(((a{0,1000}){0,1000}){0,1000})\1b`, a},
		{"empty rounds", `(?:(?:(?:(?:){65535}){65535}){65535}){65535}(a)\1`, "aa"},
		{"empty loops", `((?:)*)*(a|)*\1\2b`, a},
		{"left recursion", `((?1)a|b)(?1)`, a},
		{"recursion", `(?R)?a`, a},
		{"mutual recursion", `(?(DEFINE)(?<x>a?(?&y))(?<y>a?(?&x)))(?&x)`, a},
		{"doubling calls", `(?(DEFINE)(?<a>(?:|b))` + doubling(26) + `)(?&` + string(rune('a'+25)) + `)x`, "x"},
		{"lookbehind without end", `(?<=(a{1,255}){1,255})b(c)?\2`, a + "b"},
		{"lookahead at each place", `(?:(?=(a*)*b)|a)*c(x)?\2`, a},
		{"backreferences", `(a*)(a*)(a*)(a*)\4\3\2\1b`, a},
		{"quadratic", `a*(a)*\1x`, a},
		{"many starts", `(?s).*(x)\1.*y`, a},
		{"alternation", `(?:` + strings.Repeat("a|", 5000) + `b)*c(d)?\1`, a},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			p, err := jitstack.Compile(c.pattern, 0)
			if err != nil {
				t.Log("refused:", err)
				return
			}
			compiled := time.Since(begin)
			var m arena.Matches
			_, err = p.Exec(c.subject, &m)
			if err != nil {
				require.Zero(t, m.Len())
			}
			took := time.Since(begin)
			t.Logf("compiled in %v to %d bytes, searched in %v: %v", compiled, p.MemoryUsage(), took-compiled, err)
			require.Less(t, took, 20*time.Second)
			require.Less(t, p.MemoryUsage(), 4<<20)
		})
	}
}

// doubling defines groups each of which calls the one before twice.
func doubling(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		name, before := string(rune('a'+i)), string(rune('a'+i-1))
		b.WriteString("(?<" + name + ">(?>(?&" + before + ")(?&" + before + ")))")
	}
	return b.String()
}

// Three rows of ATS's own tests, with a match limit of 2. PCRE2 counts the frames of its matcher and gives up on the third, with -47.
// Here a step is a choice taken back or 32 instructions, and none of the three has a choice to take back: each answer is found within
// the limit, and a limit is to stop a search that has not ended, not one that has.
func TestAnAnswerThatIsFoundWithinTheLimitIsGiven(t *testing.T) {
	stack := jitstack.NewStack(1 << 20)
	stack.SetMatchLimit(2)
	for _, c := range []struct {
		pattern, subject string
		match            bool
	}{
		{`abc`, "abc", true},
		{`abc`, "a", false},
		{`^(\d{3})-(\d{3})-(\d{4})$`, "123-456-7890", true},
	} {
		var m arena.Matches
		match, err := jitstack.MustCompile(c.pattern, 0).ExecStack(stack, c.subject, &m)
		require.NoError(t, err, c.pattern)
		require.Equal(t, c.match, match, c.pattern)
	}
}

// There is a match at every byte or so. Each search is within the limit, and together they would take minutes.
func TestTheSearchesForAllMatchesShareTheirSteps(t *testing.T) {
	p := jitstack.MustCompile(`(?<!(?:a|ab){1,50})b*`, 0)
	_, err := p.FindAllStringIndex(strings.Repeat("aab", 1<<20/3), -1)
	require.ErrorIs(t, err, jitstack.ErrMatchLimit)
}

func TestARefusalSaysWhereAndWhy(t *testing.T) {
	_, err := jitstack.Compile(`ab(?<=c+)`, 0)
	var refusal *jitstack.SyntaxError
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, 2, refusal.Offset)
	require.Equal(t, `(?<=c+)`, refusal.Construct)
	require.NotEmpty(t, refusal.Reason)
}
