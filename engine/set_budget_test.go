package engine

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"testing"

	"github.com/stretchr/testify/require"
)

// held is what the states of all automata of a set take, those of its patterns by themselves included.
func (s *Set) held() int {
	n := s.alone.Held()
	if s.anchored.dfa != nil {
		n += s.anchored.dfa.MemoryUsage()
	}
	if s.loose.limit != nil {
		n += s.loose.limit.Held()
	}
	for _, t := range s.tailed {
		if t.head != nil {
			n += t.head.MemoryUsage()
		}
	}
	return n
}

func TestTheBudgetOfASetIsForAllThatItBuilds(t *testing.T) {
	var patterns []string
	for i := range 100 { // what ends with Fjord is too large for a matcher without states
		patterns = append(patterns, fmt.Sprintf(`^/app%d/[a-z]+/(\d+)`, i), fmt.Sprintf(`(?:a[ab]|b)+[a-c]{%d}x(?:q{900}|r{900}|s{900}|t{900}|u{900})?Fjord%d`, 1+i%5, i%20), fmt.Sprintf(`^(?:[a-c]+\.)*site%d\.com$`, i), `[ab]{2}c[a-c]{`+fmt.Sprint(i%8)+`}$`)
	}
	for _, budget := range []int{1, 2_000, 50_000, 300_000, 2_000_000} {
		set, err := CompileSet(patterns, syntax.Perl, SetOptions{Budget: budget})
		require.NoError(t, err)
		random := rand.New(rand.NewPCG(8, 2026))
		most, alone := 0, 0
		for range 3000 {
			b := []byte(fmt.Sprintf("aaaaaaFjord%daaaaaaaaaxFjord%dcccccccccc.site%d.com", random.IntN(20), random.IntN(20), random.IntN(100)))
			for i, c := range b {
				if c == 'a' || c == 'c' {
					b[i] = "abc"[random.IntN(3)]
				}
			}
			set.First(string(b))
			most, alone = max(most, set.held()), max(alone, set.alone.Held())
		}
		const oneState = 4 << 10
		require.LessOrEqual(t, most, budget+oneState)
		if budget >= 50_000 {
			require.Positive(t, alone)
			require.Greater(t, most, budget/100)
		}
		t.Logf("budget %d: %d at most, %d of them of patterns by themselves\n%s", budget, most, alone, set.Explain())
	}
}
