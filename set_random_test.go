package regexp_test

import (
	stdlib "regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
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

// Rules that are equal but for the text they end with are found by that text. The texts here end with one another and come several
// times, and what precedes them is anything, some of it a beginning that a longer text takes for its own.
func TestSetsOfPatternsThatDifferInTheirEndsMatchAsOneByOne(t *testing.T) {
	sets := 150
	if testing.Short() {
		sets = 15
	}
	seeds := make([]int, sets)
	var split atomic.Int32
	parallel(seeds, func(i, _ int) {
		pick := seeded(uint64(90_000 + i))
		options := regexp.SetOptions{Anchoring: everyAnchoring[i%3]}
		if pick(3) == 0 {
			options.Budget = smallBudgets[pick(len(smallBudgets))]
		}
		patterns, trees := pick.randomPatterns(20)
		for range 1 + pick(3) {
			head := pick.of([]string{"", "^", `(?:^|\.)`, `^(?:[a-c]+\.)*`, "^.*", "(?s).*", "(?m)^", "[^a]", "(a|ab)", `\b`, `(?m:$)`, "é*", "[^x]*"})
			if pick(3) == 0 {
				head = pick.of([]string{"", "^"}) + pick.pattern(1)
			}
			fold := pick(3) == 0
			for range 100 + pick(40) {
				text := pick.of([]string{"a", "B", "é", "世", "x", "�", "b"})
				for range pick(4) {
					text = pick.of([]string{"a", "b", "C", "é", "世", `\.`, "a", "k"}) + text
				}
				if fold {
					text = "(?i)" + text
				}
				p := head + text + pick.of([]string{"$", "$", "$", `\z`, "(?:)$", ""})
				if tree, err := syntax.Parse(p, syntax.Perl); err == nil && bounded(p, 2000) {
					at := pick(len(patterns) + 1)
					patterns, trees = slices.Insert(patterns, at, p), append(trees, tree)
				}
			}
		}
		r, err := newRuleSet(patterns, options)
		if err != nil {
			t.Errorf("%q: %v", patterns, err)
			return
		}
		if strings.Contains(r.set.Explain(), "tailed:") {
			split.Add(1)
		}
		for range 60 {
			s := pick.about(trees)
			if fault := r.fault(s, r.matching(s)); fault != "" {
				t.Errorf("%s\nsmallest: %s", fault, r.smallest(s))
				return
			}
		}
	})
	require.Greater(t, int(split.Load()), sets/2)
}
