package engine

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// looseTraffic returns patterns without rare words of which one explodes, in random order, and subjects that make its automaton build.
func looseTraffic(seed uint64, subjects int) (patterns, texts []string, explodes int) {
	random := rand.New(rand.NewPCG(seed, 0x1005e))
	for i := range 40 {
		patterns = append(patterns, []string{
			fmt.Sprintf(`\d{%d}[a-f]`, 1+i%7), fmt.Sprintf(`[x-z]+[%c-w]\b`, 'm'+i%9), fmt.Sprintf(`(?i)[%c-%c]{2}é*\W`, 'a'+i%5, 'e'+i%7), fmt.Sprintf(`%c.?%c`, 'a'+i%20, 'c'+i%11),
		}[i%4])
	}
	const bomb = `[a-m][^a]{14}[n-z][^é]{9}\d`
	patterns = append(patterns, bomb)
	random.Shuffle(len(patterns), func(i, j int) { patterns[i], patterns[j] = patterns[j], patterns[i] })
	for i, p := range patterns {
		if p == bomb {
			explodes = i
		}
	}
	letters := []rune("abcdefghijklmnopqrstuvwxyz0123456789 é")
	for range subjects {
		var b []rune
		for range 20 + random.IntN(80) {
			b = append(b, letters[random.IntN(len(letters))])
		}
		texts = append(texts, string(b))
		if random.IntN(8) == 0 {
			texts[len(texts)-1] += "\xff\xe9x"
		}
	}
	return patterns, texts, explodes
}

func TestALoosePatternThatExplodesEndsAloneAndTheOthersKeepTheirAutomata(t *testing.T) {
	for seed := range uint64(2) {
		patterns, texts, explodes := looseTraffic(seed, 8000)
		s, err := CompileSet(patterns, syntax.Perl, SetOptions{})
		require.NoError(t, err)
		require.Len(t, s.loose.patterns, len(patterns))
		var each []*regexp.Regexp
		for _, p := range patterns {
			each = append(each, regexp.MustCompile(p))
		}
		var got []int
		for n, text := range texts {
			got = s.AppendAll(got[:0], text)
			if n%37 != 0 {
				continue
			}
			var want []int
			for i, re := range each {
				if re.MatchString(text) {
					want = append(want, i)
				}
			}
			require.Equal(t, want, append([]int(nil), got...), "seed %d, subject %d", seed, n)
			first := -1
			if len(want) > 0 {
				first = want[0]
			}
			require.Equal(t, first, s.First(text))
		}
		require.True(t, s.loose.members[explodes].explodes.Load(), s.Explain())
		others := 0
		for k := range s.loose.members {
			if k != explodes && s.loose.members[k].explodes.Load() {
				others++
			}
		}
		require.Zero(t, others, s.Explain())
		require.Contains(t, s.loose.plan.Load().alone, explodes)
		require.NotEmpty(t, s.loose.plan.Load().groups)
		require.LessOrEqual(t, s.loose.limit.Held(), s.loose.budget) // as a rule 2 to 4 MB; on a busy machine the bomb builds for longer
		if seed == 0 {
			require.Zero(t, testing.AllocsPerRun(2000, func() { got = s.AppendAll(got[:0], texts[len(texts)-1]) }))
		}
	}
}

func TestTheLoosePlanChangesWhileManyGoroutinesSearch(t *testing.T) {
	patterns, texts, _ := looseTraffic(7, 1500)
	for _, budget := range []int{0, 3000, 200_000} {
		s, err := CompileSet(patterns, syntax.Perl, SetOptions{Budget: budget})
		require.NoError(t, err)
		want := make([][]int, len(texts))
		for n := range texts {
			want[n] = s.AppendAll(nil, texts[n]) // by other plans than those to come
		}
		s, _ = CompileSet(patterns, syntax.Perl, SetOptions{Budget: budget})
		var wait sync.WaitGroup
		for worker := range 64 {
			wait.Go(func() {
				var got []int
				for n := worker; n < len(texts); n += 16 {
					if got = s.AppendAll(got[:0], texts[n]); fmt.Sprint(got) != fmt.Sprint(want[n]) {
						t.Errorf("%v, not %v", got, want[n])
						return
					}
				}
			})
		}
		wait.Wait()
	}
}
