package regexp_test

import (
	"fmt"
	stdlib "regexp"
	"regexp/syntax"
	"slices"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// The oracle of sets is the standard library, asked pattern by pattern.

// ruleSet is a set and its patterns compiled by the standard library.
type ruleSet struct {
	patterns []string
	options  regexp.SetOptions
	std      []*stdlib.Regexp
	set      *regexp.Set
}

// around makes of a pattern for the standard library what an option makes of it for a set.
var around = map[regexp.Anchoring][2]string{regexp.Unanchored: {}, regexp.Anchored: {`\A(?:`, `)`}, regexp.Full: {`\A(?:`, `)\z`}}

func newRuleSet(patterns []string, options regexp.SetOptions) (ruleSet, error) {
	r := ruleSet{patterns: patterns, options: options}
	for _, p := range patterns {
		w := around[options.Anchoring]
		std, err := stdlib.Compile(w[0] + p + w[1])
		if err != nil {
			return r, err
		}
		r.std = append(r.std, std)
	}
	var err error
	r.set, err = regexp.CompileSetOptions(patterns, options)
	return r, err
}

func mustRuleSet(t testing.TB, patterns []string, options regexp.SetOptions) ruleSet {
	t.Helper()
	r, err := newRuleSet(patterns, options)
	require.NoError(t, err)
	return r
}

// matching returns what the standard library says: the indexes of the patterns that match.
func (r ruleSet) matching(subject string) (all []int) {
	for i, re := range r.std {
		if re.MatchString(subject) {
			all = append(all, i)
		}
	}
	return all
}

// check asks all methods about subject.
func (r ruleSet) check(t testing.TB, subject string) {
	t.Helper()
	want := r.matching(subject)
	if fault := r.fault(subject, want); fault != "" {
		t.Fatalf("%s\nsmallest: %s", fault, r.smallest(subject))
	}
}

// fault tells what a method answers that differs from want, the patterns that match.
func (r ruleSet) fault(subject string, want []int) string {
	tell := func(method string, got, want any) string {
		return fmt.Sprintf("set of %d, %+v, %s of %.300q = %v, want %v", len(r.patterns), r.options, method, subject, got, want)
	}
	b := []byte(subject)
	if got := r.set.AppendAll([]int{-7}, subject); !slices.Equal(got[1:], want) || got[0] != -7 {
		return tell("AppendAll", got[1:], want)
	}
	if got := r.set.AppendAllBytes(nil, b); !slices.Equal(got, want) {
		return tell("AppendAllBytes", got, want)
	}
	first := -1
	var caps []int
	if want != nil {
		first = want[0]
		caps = r.std[first].FindStringSubmatchIndex(subject)
	}
	var m, mb regexp.Matches
	m.Commit("left over", 0, nil)
	for _, form := range []struct {
		name string
		call func() (int, bool)
		m    *regexp.Matches
	}{
		{"First", func() (int, bool) { return r.set.First(subject) }, nil},
		{"FirstBytes", func() (int, bool) { return r.set.FirstBytes(b) }, nil},
		{"Exec", func() (int, bool) { return r.set.Exec(subject, &m) }, &m},
		{"ExecBytes", func() (int, bool) { return r.set.ExecBytes(b, &mb) }, &mb},
	} {
		index, ok := form.call()
		if index != first || ok != (first >= 0) {
			return tell(form.name, fmt.Sprint(index, ok), first)
		}
		if form.m == nil {
			continue
		}
		if got := held(ok, form.m); !slices.Equal(got, caps) || !ok && form.m.Len() != 0 {
			return tell(form.name+" captures", got, caps)
		}
		if ok {
			for _, name := range r.std[first].SubexpNames() {
				if got, want := form.m.Index(name), r.std[first].SubexpIndex(name); name != "" && got != want {
					return tell(form.name+" group "+name, got, want)
				}
			}
		}
	}
	if string(b) != subject {
		return tell("a byte form, subject afterwards", string(b), "itself")
	}
	return ""
}

// smallest looks for fewer patterns and a shorter subject on which a fresh set is wrong in the same way.
func (r ruleSet) smallest(subject string) string {
	wrong := func(patterns []string, subject string) string {
		fresh, err := newRuleSet(patterns, r.options)
		if err != nil {
			return ""
		}
		return fresh.fault(subject, fresh.matching(subject))
	}
	patterns := r.patterns
	if wrong(patterns, subject) == "" {
		return "a fresh set answers rightly"
	}
	for size := len(patterns); size > 0; size /= 2 {
		for i := 0; i+size <= len(patterns); {
			if fewer := slices.Concat(patterns[:i], patterns[i+size:]); wrong(fewer, subject) != "" {
				patterns = fewer
			} else {
				i += size
			}
		}
	}
	subject = smallest(subject, func(s string) bool { return wrong(patterns, s) != "" })
	return fmt.Sprintf("%q: %s", patterns, wrong(patterns, subject))
}

var everyAnchoring = []regexp.Anchoring{regexp.Unanchored, regexp.Anchored, regexp.Full}

// smallBudgets are from what holds no state at all to what holds some hundreds.
var smallBudgets = []int{1, 500, 2_000, 5_000, 20_000, 100_000}

// randomPatterns makes n patterns that compile, and trees to make subjects from.
func (pick choices) randomPatterns(n int) (patterns []string, trees []*syntax.Regexp) {
	for len(patterns) < n {
		p := ""
		switch pick(6) {
		case 0:
			p, _ = pick.alternation()
		case 1:
			p = pick.of([]string{"^", "^/", "(?i)^", `\A`}) + pick.pattern(2)
		case 2:
			p = "^" + pick.pattern(2) + "$"
		case 3: // with a rare text, for the filter
			p = pick.pattern(1) + pick.of([]string{"qzx", "Fjord", "wxyz", "世界", "(?i:qzx)", "k\u212a"}) + pick.pattern(2)
		default:
			p = pick.pattern(1 + pick(3))
		}
		if len(patterns) > 0 && pick(8) == 0 {
			p = patterns[pick(len(patterns))] // again, or a beginning that two have in common
			if pick(2) == 0 {
				p += pick.pattern(1)
			}
		}
		if tree, err := syntax.Parse(p, syntax.Perl); err == nil && bounded(p, 2000) {
			patterns, trees = append(patterns, p), append(trees, tree)
		}
	}
	return patterns, trees
}

// about makes a subject that one of the trees matches, or nearly, or something else.
func (pick choices) about(trees []*syntax.Regexp) string {
	s := string(pick.matching(nil, trees[pick(len(trees))]))
	if len(s) > 300 {
		s = s[:300]
	}
	switch pick(5) {
	case 0:
		s = pick.nearly(s)
	case 1:
		s = pick.subject(1+pick(3), nil) + s + pick.subject(pick(3), nil)
	case 2:
		s = pick.broken(s)
	case 3:
		s = pick.subject(1+pick(10), []string{"qzx", "Fjord", "wxyz", "世界"})
	}
	return s
}
