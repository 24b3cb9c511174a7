package backtrack

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
	"github.com/stretchr/testify/require"
)

// What the search knows of starts and of attempts that share a run changes no answer, whatever bytes there are and however it is
// asked: a search that begins everywhere is the oracle.
func TestASearchThatBeginsEverywhereAnswersTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	skips := 0
	for range 30_000 {
		pattern := pick("", "", `\b`, `(?<!b)`, `(?=a)`, `\B`, `(*MARK:m)`) +
			pick(`(\w+)`, `(\w*)`, `([^a]+)`, `[ab]++`, `([ab]+)`, `(a+)`, `\d+`, `(?<n>[a-z]+)`, `([^ ]*)`, `(\w*?)`)
		for range r.IntN(4) {
			pattern += pick(`\s+`, ` `, `(?=:)`, `\b`, `(?>a|ab)`, `(\s)`, `:`, `(?!:)`, `a`, `\K`, `\G`, `b?`, `(?:b:)*`, `(*PRUNE)`, `(?=a:)`, `é`)
		}
		pattern += pick(`\1`, `\1`, `(?i)\1`, `\1\1`, `\1:`, "", "$", `\b`, `\1(?!a)`, `(*SKIP)\1`, `(?:\1|a)`, `(?1)`)
		tree, err := syntax.Parse(pattern, 0)
		if err != nil {
			continue
		}
		p, err := Compile(tree)
		require.NoError(t, err)
		plain := *p
		plain.shared, plain.starts = shared{}, starts{tail: unbounded}
		for range 4 {
			var s strings.Builder
			for range r.IntN(12) {
				s.WriteString(pick("a", "b", "ab", " ", ":", "é", "\xff", "\xc3", "1", "aa", "a a", "ab:"))
			}
			text := s.String()
			pos := r.IntN(len(text) + 1)
			how := How(r.IntN(16)) &^ NotEmptyAtStart
			want, got := make([]int, 2*tree.Groups), make([]int, 2*tree.Groups)
			st := NewStack(DefaultBytes)
			_, v := plain.Search(st, nil, text, pos, how, want)
			_, w := p.Search(st, nil, text, pos, how, got)
			require.Equal(t, v, w, "%q on %q from %d, asked for %d", pattern, text, pos, how)
			if v == Hit {
				require.Equal(t, want, got, "%q on %q from %d, asked for %d", pattern, text, pos, how)
			}
			if p.shared.end > p.shared.run+1 || p.starts.word {
				skips++
			}
		}
	}
	require.Greater(t, skips, 10_000)
}

func TestAttemptsShareARunWhereNothingAsksWhereTheyBegan(t *testing.T) {
	for _, c := range []struct {
		pattern   string
		run, end  uint32
		same, yes bool
	}{
		{`(\w+)\s+\1`, 0, 2, true, true},
		{`\b([a-z]+) \1`, 1, 3, false, true},
		{`\w+(?=:)`, 0, 2, false, true},
		{`\w+(?=: )`, 0, 4, false, true},
		{`(\w+)(\s)(?i)\1`, 0, 2, false, true},
		{`\w+\b`, 0, 2, false, true},
		{`(\w+)(?:,\w+)*;\1`, 0, 1, false, false},
		{`(\w+)\w\1`, 0, 0, false, false},   // the run gives back
		{`(\w+)\s(?1)`, 0, 0, false, false}, // a call may enter the run
	} {
		p := compile(t, c.pattern)
		require.Equal(t, c.yes, p.shared.end > p.shared.run+1, c.pattern)
		if c.yes {
			require.Equal(t, [2]uint32{c.run, c.end}, [2]uint32{p.shared.run, p.shared.end}, c.pattern)
		}
		require.Equal(t, c.same, p.shared.same, c.pattern)
	}
}
