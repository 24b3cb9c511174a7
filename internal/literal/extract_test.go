package literal

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

func parse(t testing.TB, expr string) *syntax.Regexp {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

// show writes a set as a|b|c, with = in front if it is exact.
func show(s Seq) string {
	if s.Exact {
		return "=" + strings.Join(s.Texts, "|")
	}
	return strings.Join(s.Texts, "|")
}

func TestPrefixesAndSuffixes(t *testing.T) {
	for _, test := range []struct{ expr, prefixes, suffixes string }{
		{`abc`, "=abc", "=abc"},
		{`Sherlock Holmes|John Watson`, "=Sherlock Holmes|John Watson", "=Sherlock Holmes|John Watson"},
		{`(foo)(bar)`, "=foobar", "=foobar"},
		{`foo|foobar|fo`, "=foo|foobar|fo", "=foo|foobar|fo"},
		{`foo(bar)?`, "=foobar|foo", "=foobar|foo"},
		{`foo(bar)??`, "=foo|foobar", "=foo|foobar"},
		{`x(|a){2}`, "=x|xa|xaa", "=x|xa|xaa"},
		{`xa{1,3}`, "=xaaa|xaa|xa", "=xaaa|xaa|xa"},
		{`xa{1,3}?`, "=xa|xaa|xaaa", "=xa|xaa|xaaa"},
		{`x(?:ab){0,2}y`, "=xababy|xaby|xy", "=xababy|xaby|xy"},
		{`[fg]oo`, "=foo|goo", "=foo|goo"},
		{`(?i)kz`, "=KZ|Kz|kZ|kz|\u212aZ|\u212az", "=KZ|Kz|kZ|kz|\u212aZ|\u212az"},
		{`(?i)s`, "=S|s|\u017f", "=S|s|\u017f"},
		{`(?i)дя`, "=ДЯ|Дя|дЯ|дя|ᲁЯ|ᲁя", "=ДЯ|Дя|дЯ|дя|ᲁЯ|ᲁя"},
		{`[a-c]foo`, "=afoo|bfoo|cfoo", "=afoo|bfoo|cfoo"},
		{`abc\x{D800}|x`, "=x", "=x"}, // a surrogate matches nothing

		// Texts that begin or end the match, not all of it.
		{`(abc|abd)+`, "abc|abd", "abc|abd"},
		{`abc*`, "ab", "c|ab"},
		{`foo\d+`, "foo", ""},
		{`\d+foo`, "", "foo"},
		{`foo\w+bar`, "foo", "bar"},
		{`[^a]foo`, "", "foo"},
		{`a{3}b{2,}c`, "aaabb", "bbc"},
		{`(?:ASIA|AKIA|AROA|AIDA)([A-Z0-7]{16})`, "ASIA|AKIA|AROA|AIDA", ""},
		{`(?i:# noqa)\w*`, "# NOQA|# NOQa|# NOqA|# NOqa|# NoQA|# NoQa|# NoqA|# Noqa|# nOQA|# nOQa|# nOqA|# nOqa|# noQA|# noQa|# noqA|# noqa", ""},

		// Assertions are passed over, but then no text is a whole match.
		{`^foo\b`, "foo", "foo"},
		{`\bfoo|bar\b`, "foo|bar", "foo|bar"},
		{`(?m)^foo$`, "foo", "foo"},
		{`\b(?:quick|brown|quicker)\b`, "quick|brown", "quick|brown|quicker"},
		{`x\b(?:er|quicker)`, "xer|xquicker", "xer|xquicker"},
		{`(?:^|x)?abc`, "abc|xabc", "abc"},

		// U+FFFD is what any byte that is no UTF-8 is read as.
		{`abc\x{FFFD}def`, "abc", "def"},
		{`\x{FFFD}`, "", ""},
		{`[ab\x{FFFD}]c`, "", "c"},

		// Nothing that is worth looking for.
		{`.*`, "", ""},
		{`|a`, "", ""},
		{`a|`, "", ""},
		{` .* `, "", ""},
		{`e.*e`, "", ""},
		{`a.*b`, "", "b"},
		{`abc\x{D800}`, "", ""},
		{`[a-z]{2}`, "", ""},
	} {
		re := parse(t, test.expr)
		if got := show(Prefixes(re)); got != test.prefixes {
			t.Errorf("prefixes of %s: %q, want %q", test.expr, got, test.prefixes)
		}
		if got := show(Suffixes(re)); got != test.suffixes {
			t.Errorf("suffixes of %s: %q, want %q", test.expr, got, test.suffixes)
		}
	}
}

func TestInner(t *testing.T) {
	for _, test := range []struct{ expr, inner, before string }{
		{`\w+\s+Holmes`, "Holmes", `(?-s:[0-9A-Z_a-z]+[\t\n\f\r ]+)`},
		{`(\s*)((?:# [Nn][Oo][Qq][Aa])(?::\s?(([A-Z]+[0-9]+(?:[,\s]+)?)+))?)`, "# NOQA|# NOQa|# NOqA|# NOqa|# NoQA|# NoQa|# NoqA|# Noqa|# nOQA|# nOQa|# nOqA|# nOqa|# noQA|# noQa|# noqA|# noqa", `([\t\n\f\r ]*)`},
		{`[A-Za-z]{10}\s+[\s\S]{0,100}Result[\s\S]{0,100}\s+[A-Za-z]{10}`, "Result", `[A-Za-z]{10}[\t\n\f\r ]+[\x00-\x{10ffff}]{0,100}`},
		{`((\w+)\.(com|org))`, ".com|.org", `([0-9A-Z_a-z]+)`},
		{`\w+\s\w+`, "", ""},
		{`\w+`, "", ""},
		{`abc`, "", ""},
	} {
		in := InnerOf(parse(t, test.expr))
		before := ""
		if in.Before != nil {
			before = in.Before.String()
		}
		if got := show(in.Seq); got != test.inner {
			t.Errorf("inner texts of %s: %q, want %q", test.expr, got, test.inner)
		}
		if want := test.before; want != "" && before != parse(t, want).String() || want == "" && before != "" {
			t.Errorf("what precedes the inner texts of %s: %q, want %q", test.expr, before, want)
		}
	}
}

// expression makes a random pattern of few letters.
func expression(r *rand.Rand, depth int) string {
	sub := func() string { return expression(r, depth-1) }
	n := 14
	if depth == 0 {
		n = 7
	}
	switch r.IntN(n) {
	case 0, 1, 2:
		return string("abckйЙ"[r.IntN(3)])
	case 3:
		return []string{"[ab]", "[a-c]", "й", "[^a]", `\x{FFFD}`, "."}[r.IntN(6)]
	case 4:
		return []string{"(?i:k)", "(?i:bs)", "(?i:й)", "ab", "abc"}[r.IntN(5)]
	case 5:
		return []string{"^", "$", `\b`, `\B`, "(?m:^)", "(?m:$)", ""}[r.IntN(7)]
	case 6:
		return "bca"
	case 7, 8:
		return sub() + sub()
	case 9:
		return "(?:" + sub() + "|" + sub() + ")"
	case 10:
		return "(" + sub() + ")"
	case 11:
		return "(?:" + sub() + ")" + []string{"?", "??", "*", "*?", "+", "+?"}[r.IntN(6)]
	case 12:
		return "(?:" + sub() + ")" + []string{"{2}", "{1,2}", "{0,2}", "{0,2}?", "{1,3}?", "{2,}"}[r.IntN(6)]
	}
	return sub() + sub() + sub()
}

func subject(r *rand.Rand) string {
	pieces := []string{"a", "b", "c", "k", "K", "\u212a", "s", "S", "\u017f", "й", "Й", "\n", " ", "\xff", "\xd0", "\ufffd", "ab", "bca", "abc"}
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// checkSets holds every set of an expression against all matches that the standard library finds in the subject.
func checkSets(t *testing.T, expr, s string) {
	std, err := regexp.Compile(expr)
	if err != nil {
		return
	}
	re := parse(t, expr)
	prefixes, suffixes, inner := Prefixes(re), Suffixes(re), InnerOf(re)
	first, longest := std, regexp.MustCompile(expr)
	longest.Longest()
	for from := 0; from <= len(s); from++ {
		for _, std := range []*regexp.Regexp{first, longest} {
			longest := std == longest
			for _, m := range std.FindAllStringIndex(s[from:], -1) {
				text := s[from+m[0] : from+m[1]]
				if prefixes.Texts != nil && !slices.ContainsFunc(prefixes.Texts, func(l string) bool { return strings.HasPrefix(text, l) }) {
					t.Fatalf("%q matches %q in %q, which begins with none of %q", expr, text, s[from:], show(prefixes))
				}
				if suffixes.Texts != nil && !slices.ContainsFunc(suffixes.Texts, func(l string) bool { return strings.HasSuffix(text, l) }) {
					t.Fatalf("%q matches %q in %q, which ends with none of %q", expr, text, s[from:], show(suffixes))
				}
				if inner.Seq.Texts != nil && !slices.ContainsFunc(inner.Seq.Texts, func(l string) bool { return strings.Contains(text, l) }) {
					t.Fatalf("%q matches %q in %q, which contains none of %q", expr, text, s[from:], show(inner.Seq))
				}
			}
			if prefixes.Exact {
				want := std.FindStringIndex(s[from:])
				start, end := NewFinder(prefixes.Texts, longest).Find(s[from:], 0)
				if got := []int{start, end}; want == nil && start >= 0 || want != nil && !slices.Equal(got, want) {
					t.Fatalf("%q, longest %v, in %q: the exact set %q finds %v, want %v", expr, longest, s[from:], show(prefixes), got, want)
				}
			}
		}
	}
}

func TestSetsHoldForEveryMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	known, exact := 0, 0
	for range 6000 {
		expr := expression(r, 1+r.IntN(4))
		s := Prefixes(parse(t, expr))
		known, exact = known+b2i(s.Texts != nil), exact+b2i(s.Exact)
		for range 3 {
			checkSets(t, expr, subject(r))
		}
	}
	t.Logf("of 6000 patterns %d had prefixes, %d of them exact", known, exact)
	if known < 1000 || exact < 500 {
		t.Error("the patterns are of no use")
	}
}

func TestSetsOfWholeMatchesAreBounded(t *testing.T) {
	var words []string
	for i := range 3000 {
		words = append(words, fmt.Sprintf("word%dx", i*i))
	}
	if s := Prefixes(parse(t, strings.Join(words, "|"))); len(s.Texts) != 3000 || !s.Exact {
		t.Errorf("3000 words: %d texts, exact %v", len(s.Texts), s.Exact)
	}
	for _, expr := range []string{
		`(?:a|b){13}[^\x00-\x{10FFFF}]|c`,
		`(?:(?:a|b){40}[^\x00-\x{10FFFF}]|c)`,
		`(?:(?:ab|cd|ef){7}){3}`,
		`(?:[a-z]{3}|[0-9]{2}){4}`,
		`(?i)abcdefghijklmnopqrstuvwxyz`,
		`(?:a{1000}|b{999}|c)`,
		`((((((a|b)?c)?d)?e){0,9}f){0,9}g){0,9}`,
	} {
		re := parse(t, expr)
		for _, s := range []Seq{Prefixes(re), Suffixes(re), InnerOf(re).Seq} {
			total := 0
			for _, l := range s.Texts {
				total += len(l)
			}
			if len(s.Texts) > wholeMost || total > wholeBytes {
				t.Errorf("%s: %d texts of %d bytes", expr, len(s.Texts), total)
			}
		}
	}
}

func FuzzSets(f *testing.F) {
	f.Add(`(?i)ks|a{1,2}b`, "aKſab")
	f.Add(`.bb|b`, "zabb")
	f.Fuzz(func(t *testing.T, expr, s string) {
		if len(expr) > 60 || len(s) > 60 {
			return
		}
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
			return
		}
		checkSets(t, expr, s)
	})
}
