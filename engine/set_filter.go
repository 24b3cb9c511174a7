package engine

import (
	"cmp"
	"regexp/syntax"
	"slices"

	"github.com/arenaregexp/regexp/internal/literal"
)

// How often subjects will hold what a pattern needs cannot be known, but the patterns tell something themselves: what many of them ask
// for, as those for user agents do for Mozilla, is what their subjects are about. So each pattern is looked for by the part that few
// others have. That it is of rare letters counts as far as that makes a chance meeting improbable, and no further.
const improbable = 1.0 / 1000000

// neededWords returns, for those of the patterns for which there are such, words of which one is in every match; owners are the patterns
// that they are for, ascending.
func (s *Set) neededWords(trees []*syntax.Regexp, patterns []int) (words []*syntax.Regexp, owners []int) {
	asked := map[string]int{} // by what they are about: how many patterns have such a part
	parts := make([][]literal.Part, len(patterns))
	for k, i := range patterns {
		parts[k] = literal.Needed(trees[i])
		for _, part := range parts[k] {
			for _, re := range part.Words {
				asked[literal.Subject(re)]++
			}
		}
	}
	// cost is about in how many subjects a part will be seen in vain.
	cost := func(part literal.Part) float64 {
		n := 0
		for _, re := range part.Words {
			n += asked[literal.Subject(re)]
		}
		return float64(n) * max(part.Chance, improbable)
	}
	for k, i := range patterns {
		if len(parts[k]) == 0 {
			continue
		}
		best := slices.MinFunc(parts[k], func(p, q literal.Part) int { return cmp.Compare(cost(p), cost(q)) })
		for _, re := range best.Words {
			words, owners = append(words, re), append(owners, i)
		}
	}
	return words, owners
}
