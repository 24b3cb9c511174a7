package regexp_test

import (
	"fmt"
	stdlib "regexp"
	"regexp/syntax"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/engine"
)

// The oracle of this file is the standard library, asked for a match that starts at or after a position with the
// text before it as context: the pattern goes behind a prefix that eats exactly the runes before, so that ^, \b and
// \B see them. An unanchored leftmost-first search is the prefix made longer, lazily; for leftmost-longest, where
// lazy means nothing, it is the first position from there on at which an anchored search succeeds.

type contextOracle struct {
	expr    string
	longest bool
	groups  int
	behind  map[string]*stdlib.Regexp
}

// newContextOracle is false where expr cannot stand inside another pattern (an open \Q).
func newContextOracle(expr string, longest bool) (*contextOracle, bool) {
	plain, err := stdlib.Compile(expr)
	if err != nil {
		return nil, false
	}
	o := &contextOracle{expr, longest, plain.NumSubexp() + 1, map[string]*stdlib.Regexp{}}
	whole, err := stdlib.Compile(fmt.Sprintf(`\A(?s:.{9}.*?)(?:(%s))\z`, expr))
	return o, err == nil && whole.NumSubexp() == o.groups
}

func (o *contextOracle) ask(s, format string, args ...any) []int {
	text := fmt.Sprintf(format, args...)
	re := o.behind[text]
	if re == nil {
		re = stdlib.MustCompile(text)
		if o.longest {
			re.Longest()
		}
		o.behind[text] = re
	}
	m := re.FindStringSubmatchIndex(s)
	if m == nil {
		return nil
	}
	return m[2:]
}

// search returns the offsets of all groups, nil for no match. pos is the start of a rune.
func (o *contextOracle) search(s string, pos int, how engine.Anchoring) []int {
	before := utf8.RuneCountInString(s[:pos])
	switch {
	case how == engine.Anchored:
		return o.ask(s, `\A(?s:.{%d})(?:(%s))`, before, o.expr)
	case how == engine.Full:
		return o.ask(s, `\A(?s:.{%d})(?:(%s))\z`, before, o.expr)
	case !o.longest:
		return o.ask(s, `\A(?s:.{%d}.*?)(?:(%s))`, before, o.expr)
	}
	for {
		if m := o.search(s, pos, engine.Anchored); m != nil || pos == len(s) {
			return m
		}
		_, n := utf8.DecodeRuneInString(s[pos:])
		pos += n
	}
}

// everyMatcher compiles expr and returns it as planned, cold and hot, and, by name, forced to each matcher that can take it.
func everyMatcher(t testing.TB, expr string, longest bool) map[string]*engine.Engine {
	t.Helper()
	planned, err := engine.Compile(expr, syntax.Perl, longest)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	warm, err := engine.Compile(expr, syntax.Perl, longest)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	warm.Explain() // makes it hot
	all := map[string]*engine.Engine{"planned": planned, "planned, hot": warm}
	for _, m := range engine.Matchers() {
		if e, ok := planned.Force(m); ok {
			all[m.String()] = e
		}
	}
	return all
}

// checkContext asks every matcher that can take expr, and ExecAt, at every rune of s.
func checkContext(t testing.TB, expr, s string) {
	t.Helper()
	for _, longest := range []bool{false, true} {
		oracle, ok := newContextOracle(expr, longest)
		if !ok {
			return
		}
		matchers := everyMatcher(t, expr, longest)
		re := regexp.MustCompile(expr)
		if longest {
			re.Longest()
		}
		var m regexp.Matches
		for pos := 0; ; {
			for how, name := range []string{engine.Unanchored: "unanchored", engine.Anchored: "anchored", engine.Full: "full"} {
				how := engine.Anchoring(how)
				want := oracle.search(s, pos, how)
				for matcher, e := range matchers {
					caps := make([]int, 2*oracle.groups)
					for _, caps := range [][]int{caps, caps[:2], nil} {
						hit := e.Search(s, pos, how, caps)
						if hit != (want != nil) || hit && !slices.Equal(caps, want[:len(caps)]) {
							t.Errorf("%q, longest %v, matcher %s, %s at %d of %q: %v %v, want %v", expr, longest, matcher, name, pos, s, hit, caps, want)
							return
						}
					}
				}
				var got []int
				if re.ExecAt(s, pos, how, &m) {
					for i := range m.Len() {
						start, end := m.Span(i)
						got = append(got, start, end)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q, longest %v, ExecAt %s at %d of %q = %v, want %v", expr, longest, name, pos, s, got, want)
					return
				}
			}
			if pos == len(s) {
				break
			}
			_, n := utf8.DecodeRuneInString(s[pos:])
			pos += n
		}
	}
}

func TestTextBeforeTheStartIsContext(t *testing.T) {
	patterns := []string{
		``, `a`, `ab`, `^`, `$`, `^a`, `a$`, `^$`, `\Aa`, `a\z`, `(?m)^a`, `(?m)a$`, `(?m)^$`, `(?m)^`, `(?m)$`,
		`\b`, `\B`, `\ba`, `a\b`, `\bab\b`, `\Ba`, `a\B`, `\Bé`, `é\b`, `(\b|a)+`,
		`a|ab`, `ab|a`, `(a|ab)(c|bcd)?`, `(a)|b`, `(?:(a)|b)*`, `a*`, `a*?`, `(a*)(b*)`, `(a*?)(b*?)`, `(a?)*`,
		`.`, `.*`, `.*b`, `(?s).*b`, `[^a]`, `[^/]+`, `^/([^/]+)/(.*)$`, `([a-c]+)\.com`, `\x{fffd}`, `[^\x{fffd}]`, `é|世`, `(?i)k`, `(?i)s+`,
		`.bb|b`, `a.c|b`, `(?:a|b)c|bb`, `(|a)+`, `(|a)*`, `(a|b)*?c`, `x*`, `(?:^|b)a`, `(?:a|$)`, `(\w+) (\w+)`,
	}
	subjects := []string{
		"", "a", "b", "aa", "ab", "ba", "abc", "abcd", "zabb", "aab", "a b", "a\nb", "\na\n", "a\n\na", "/a/b/c", "ab.com",
		"é", "aé", "éa", "世a", "a\xffb", "\xe4\xb8a", "\xff", "a\xc3", "\xed\xa0\x80a", "kK\u212a", "s\u017fS", "aaabbb", "foo bar",
	}
	if testing.Short() {
		subjects = subjects[len(subjects)/2:]
	}
	for _, p := range patterns {
		for _, s := range subjects {
			checkContext(t, p, s)
		}
	}
}

func TestRandomPatternsAnswerAsTheStandardLibrary(t *testing.T) {
	count := 3000
	if testing.Short() {
		count /= 10
	}
	pick, hits := seeded(1), 0
	for range count {
		expr := pick.pattern(3)
		var words []string
		if pick(4) == 0 {
			expr, words = pick.alternation()
		}
		both, ok := compileBoth(t, expr)
		if !ok {
			continue
		}
		tree, _ := syntax.Parse(expr, syntax.Perl)
		subjects := []string{"", string(pick.matching(nil, tree))}
		subjects = append(subjects, pick.nearly(subjects[1]), pick.broken(subjects[1]),
			pick.subject(5, words)+subjects[1]+pick.subject(3, words), pick.subject(12, words))
		for _, s := range subjects {
			both.check(t, s)
			both.leftmostLongest().check(t, s)
			if both.std.MatchString(s) {
				hits++
			}
		}
		if len(words) == 0 {
			checkContext(t, expr, pick.subject(5, words))
		}
		if t.Failed() {
			t.FailNow() // The first is enough, and small.
		}
	}
	if hits < count {
		t.Errorf("only %d subjects match: the generator is no test", hits)
	}
}
