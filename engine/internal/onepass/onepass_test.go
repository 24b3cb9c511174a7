package onepass

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, expr string, longest bool) *Matcher {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return New(program.Compile(re), longest)
}

// A pattern is one-pass if, anchored, each rune settles which path goes on.
var onePass = []string{
	``, `a`, `abc`, `^(\d+)-(\d+)$`, `^(\w+)\s+(\w+)`, `(a|b)*c`, `(?:(a)|b)*`, `(?:(a)|(b))*c?`, `((a)|b)*`, `^(?:x(a)?)*$`, `(a)?(b)?(c)?`, `^([^/]+)/([^/]*)$`, `(?:a(b)?)*`, `(?:(a+)b)*`, `(?:(é)|(世)|[^é世])*`, `(\p{Greek})?[0-9]`, `(a|ab)c`, `a|ab|abc`,
	`(a$|b)*`, `(^a|b)*c?`, `(?m)^(a+)$`, `(\ba|\Bb)*`, `(a\b|b)`, `(?:([a-c])|([d-f])|([g-i]))*`, `([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}`, `(\x{fffd})?[^\x{fffd}]`, `(?s:(.))*`, `(a|bc|de)`, `(?:(a)b)*?c`, `(a)??b`, `(a*?)b`, `(?:a|(b))*?c`, `(a)*(b)*`, `^(?:(a)|(b)|c)+$`, `$`, `^`, `(?i)(k+)s`,
}

var notOnePass = []string{
	`^(\d*)(\d*)$`, `ab|ac?b`, `(a|ab)(c|bcd)`, `(a*)a`, `(?:a|b)*?ab`, `.*x`, `(.*)-(.*)`, `(a*)*`, `(a*)+`, `(|a)*`, `(?:(a)|)*`, `(\w+)(\d+)`, `(a)|[a-c]`, `(é)|\pL`, `(.)|\x{fffd}`, `(?:a?){3}a{3}`,
	strings.Repeat(`(a)`, 16),                                 // seventeen groups
	`(\pL)?[0-9]`, strings.Repeat(`[a-z]`, 999) + `[0-9]{10}`, // too many ranges of runes, too many instructions
}

func TestWhichPatternsAreOnePass(t *testing.T) {
	for _, longest := range []bool{false, true} {
		for _, expr := range onePass {
			assert.True(t, parse(t, expr, longest) != nil, "%.40q is one-pass", expr)
		}
		for _, expr := range notOnePass {
			assert.True(t, parse(t, expr, longest) == nil, "%.40q is not one-pass", expr)
		}
	}
	require.NotNil(t, parse(t, strings.Repeat(`(a)`, 15), false), "sixteen groups")
}

// The standard library is the oracle, with the text before as context and the end of the search where its text ends. A match that goes
// on after a possible end may change slots that the end had set: they are taken back if nothing better comes, as in (?:(a)|b)*
// on abx or (?:a(b)?)* on aba.
func TestOnePassAnswersAsTheStandardLibrary(t *testing.T) {
	texts := []string{
		"", "a", "b", "ab", "ba", "aba", "abab", "abx", "aabb", "abc", "abcabc", "bca", "xaxxa", "x", "12-34", "1-", "one two", "one  two!", "a/b", "/", "é", "é世x", "世é", "\xff", "a\xff", "\xe4\xb8", "é\xc3", "�", "a�", "a\nb", "a\n", "ad1", "agd", "aag", "kkS", "\u212as", "k\u017f",
		"1:2:3:4:5:6:7:8", "fe80:1:22:333:4444:5:6:789a!", strings.Repeat("ab", 50), strings.Repeat("a", 15), strings.Repeat("é", 30) + "\xc3",
	}
	for _, expr := range append(onePass, strings.Repeat(`(a)`, 15)) {
		for _, longest := range []bool{false, true} {
			m := parse(t, expr, longest)
			ask := func(before, what string) *regexp.Regexp {
				re := regexp.MustCompile(`\A(?s:.{` + before + `})(?:` + expr + `)` + what)
				if longest {
					re.Longest()
				}
				return re
			}
			forms := map[string]*regexp.Regexp{}
			for _, before := range []string{"0", "1"} {
				for _, what := range []string{"", `\z`} {
					forms[before+what] = ask(before, what)
				}
			}
			groups := 2 * (forms["0"].NumSubexp() + 1)
			for _, text := range texts {
				for _, before := range []string{"", "a", "-", "\n"} {
					s := before + text
					for what, full := range map[string]bool{"": false, `\z`: true} {
						want := forms[string(rune('0'+len(before)))+what].FindStringSubmatchIndex(s)
						if want != nil {
							want[0] = len(before)
						}
						for _, slots := range []int{0, 2, min(4, groups), groups} {
							caps := make([]int, slots)
							hit := m.Search(s, len(before), len(s), full, caps)
							if hit != (want != nil) || hit && !slices.Equal(caps, want[:slots]) {
								t.Fatalf("%q, longest %v, on %q after %q, full %v, %d slots: %v %v, want %v", expr, longest, text, before, full, slots, hit, caps, want)
							}
						}
					}
				}
			}
		}
	}
}

// No rune is consumed from the end of the search on, but assertions see what is there.
func TestTheEndOfTheSearchIsNotThatOfTheText(t *testing.T) {
	for _, test := range []struct {
		expr, s string
		end     int
		full    bool
		want    []int
	}{
		{`(a+)`, "aaaa", 2, false, []int{0, 2, 0, 2}}, {`(a+)`, "aaaa", 2, true, []int{0, 2, 0, 2}}, {`(a+)$`, "aaaa", 2, false, nil}, {`(a+)\b`, "aaaa", 2, false, nil}, {`(a+)\B`, "aaaa", 2, false, []int{0, 2, 0, 2}},
		{`(?m)(a+)$`, "aa\n", 2, true, []int{0, 2, 0, 2}}, {`(a)|b`, "ab", 0, false, nil}, {`(?:(a)|b)*`, "abab", 3, true, []int{0, 3, 2, 3}}, {`()`, "世", 0, true, []int{0, 0, 0, 0}},
	} {
		m := parse(t, test.expr, false)
		caps := make([]int, len(test.want))
		require.Equal(t, test.want != nil, m.Search(test.s, 0, test.end, test.full, caps), "%q on %q up to %d", test.expr, test.s, test.end)
		require.Equal(t, len(test.want), len(caps))
		if test.want != nil {
			require.Equal(t, test.want, caps, "%q on %q up to %d", test.expr, test.s, test.end)
		}
	}
}
