package regexp_test

import (
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
)

// Each pattern of the two tables that name a kind of matcher is a member once, of one set.
func TestASetOfEveryKindOfPattern(t *testing.T) {
	var patterns, subjects []string
	for _, p := range realPatterns {
		patterns = append(patterns, p.pattern)
		subjects = append(subjects, p.subjects...)
	}
	for _, s := range fuzzSeeds {
		if _, err := stdlib.Compile(s[0]); err == nil && s[0] != "" {
			patterns = append(patterns, s[0])
		}
		subjects = append(subjects, s[1])
	}
	for _, how := range everyAnchoring {
		for _, budget := range []int{0, 100_000} {
			r := mustRuleSet(t, patterns, regexp.SetOptions{Anchoring: how, Budget: budget})
			for _, s := range subjects {
				r.check(t, s)
			}
		}
	}
}

// A Matches holds up to sixteen groups inline. Where the set has an expression with more, the winner may be one with fewer.
func TestTheWinnerMayHaveFewerGroupsThanAnother(t *testing.T) {
	many := strings.Repeat("(", 17) + "a" + strings.Repeat(")", 17)
	for _, patterns := range [][]string{{"a", many}, {many, "b"}, {"(a)", many + "c"}} {
		r := mustRuleSet(t, patterns, regexp.SetOptions{})
		for _, s := range []string{"a", "b", "ab", "xac", "c"} {
			r.check(t, s)
		}
	}
}

func TestRandomSetsMatchAsTheirPatternsDoOneByOne(t *testing.T) {
	for _, test := range []struct{ size, sets, subjects int }{{1, 400, 6}, {2, 300, 8}, {17, 100, 20}, {50, 60, 40}, {300, 6, 60}} {
		sets := test.sets
		if testing.Short() {
			sets = (sets + 9) / 10
		}
		seeds := make([]int, sets)
		parallel(seeds, func(i, _ int) {
			pick := seeded(uint64(1000*test.size + i))
			patterns, trees := pick.randomPatterns(test.size)
			options := regexp.SetOptions{Anchoring: everyAnchoring[i%3]}
			if i%2 == 1 {
				options.Budget = smallBudgets[pick(len(smallBudgets))]
			}
			r, err := newRuleSet(patterns, options)
			if err != nil {
				t.Errorf("%q: %v", patterns, err)
				return
			}
			for range test.subjects {
				s := pick.about(trees)
				if fault := r.fault(s, r.matching(s)); fault != "" {
					t.Errorf("%s\nsmallest: %s", fault, r.smallest(s))
					return
				}
			}
		})
	}
}
