package regexp_test

import (
	stdlib "regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/engine"
)

// checkLong asks every matcher about a subject that is too long for the small-input paths: an attempt outruns a
// window, a budget is spent, a cache fills, and another matcher goes on from where the first has come to. The standard library
// is the oracle; anchored and full are what \A and \z make of the pattern there.
func checkLong(t testing.TB, expr, s string) {
	t.Helper()
	for _, longest := range []bool{false, true} {
		matchers := everyMatcher(t, expr, longest)
		for how, wrap := range [][2]string{engine.Unanchored: {"(?:", ")"}, engine.Anchored: {`\A(?:`, ")"}, engine.Full: {`\A(?:`, `)\z`}} {
			oracle := stdlib.MustCompile(wrap[0] + expr + wrap[1])
			if longest {
				oracle.Longest()
			}
			want := oracle.FindStringSubmatchIndex(s)
			for name, e := range matchers {
				caps := make([]int, 2*e.Groups())
				for _, caps := range [][]int{caps, caps[:2], nil} {
					hit := e.Search(s, 0, engine.Anchoring(how), caps)
					if hit != (want != nil) || hit && !slices.Equal(caps, want[:len(caps)]) {
						t.Fatalf("%q, longest %v, matcher %s, %s%s on %d bytes, %.40q...%q: %v %v, want %v",
							expr, longest, name, wrap[0], wrap[1], len(s), s, s[max(len(s)-20, 0):], hit, caps, want)
					}
				}
			}
		}
	}
}

func TestLongSubjectsAnswerAsTheStandardLibrary(t *testing.T) {
	sizes := []int{50, 200, 600, 1100, 2500, 5000, 20_000}
	if testing.Short() {
		sizes = sizes[:5]
	}
	for _, test := range []struct{ pattern, before, unit, after string }{
		{`(a|b)*c`, "", "ab", "c"}, {`(a|b)*c`, "c", "ab", "d"}, {`(?:a|b)+?c`, "x", "ba", "c"}, {`(a+)+b`, "c", "a", "b"}, {`(a+)+b`, "", "a", "c"},
		{`(?:ab|ba)+(c?)`, "x", "ab", "ba"}, {`(a|ab)(c|bcd)*d`, "x", "abc", "d"}, {`(\w+)\s(\w+)!`, "", "lorem", " ipsum!"}, {`(\w+)\s(\w+)!`, "a b!", "lorem ", "ipsum"},
		{`=.*qr.*=.*qr#`, "", "a=1,qr=2,", "#"}, {`=.*qr.*=.*qr#`, "", "a=1,qr=2,", "qr#"}, {`(.*)=(.*)#`, "a", "=b", "#"}, {`a.*b|c`, "a", "d", "c"}, {`(?s)a.*?b|c`, "a", "\n", "b"},
		{`.bb|b`, "", "a", "bb"}, {`[^/]+/([^/]+)$`, "", "a/b", "c"}, {`^(?:[a-z0-9-]+\.)*example\.com$`, "", "edge-1.", "example.com"}, {`^(?:[a-z0-9-]+\.)*example\.com$`, "", "edge-1.", "example.org"},
		{`\bab\b`, "", "abab ", "ab"}, {`\w+\b$`, "", "ab ", "ab"}, {`(?m)^x?y$`, "", "xx\n", "y\n"}, {`(é|世)+x`, "", "é世", "x"}, {`[^a]+$`, "a", "\xff\xe4", "\xb8"}, {`(?i)(k|s)+!`, "", "kS\u212a\u017f", "!"},
		{`(x+x+)+y`, "", "x", "z"}, {`(x+x+)+y`, "y", "x", "y"}, {`(a?){20}a{20}`, "b", "a", ""}, {`((a)|(b))*?c`, "", "ab", "c"}, {`(|a)*b`, "c", "a", "b"}, {`(|a)+$`, "b", "a", ""},
		{`foo|(?:ab)*d|abx`, "", "ab", "x"}, {`[a-c]+d`, "", "abc", "abcd"}, {`a[^b]*b[^c]*c$`, "", "aab", "c"}, {`x*`, "", "日本", "x"}, {`$`, "", "ab", ""}, {`(^|b)a*$`, "", "a", "ba"},
	} {
		for _, size := range sizes {
			for _, off := range []int{0, 1} { // Off by one byte, for what works in words.
				checkLong(t, test.pattern, strings.Repeat("-", off)+test.before+strings.Repeat(test.unit, size/len(test.unit))+test.after)
			}
		}
	}
}

// A pattern with many ways to one place and an attempt of 50 KB: two million pairs of the two, and more, leave the largest
// bitmap of the bit-state matcher. What takes over must begin where that attempt began, and see what came before.
func TestAnAttemptBeyondTheLargestBitmapIsTakenOver(t *testing.T) {
	letters := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	loop := "(?:" + strings.Join(letters, "?") + "?" + strings.Join(letters, "?") + "?)*"
	text := strings.Repeat(strings.Join(letters, ""), 50_000/26)
	for _, test := range []struct{ pattern, before, after string }{
		{"(" + loop + ")!", "---", "!"}, {"!(" + loop + ")([!?])", "a", "!?"}, {`\b` + loop + `\b`, "- ", "-"},
	} {
		checkLong(t, test.pattern, test.before+text+test.after)
	}
}

// Random parts repeated without end, over text that is made of what they match.
func TestRandomRepetitionsOverLongTextAnswerAsTheStandardLibrary(t *testing.T) {
	count := 500
	if testing.Short() {
		count /= 10
	}
	pick := seeded(4)
	for range count {
		part := pick.pattern(2)
		tree, err := syntax.Parse(part, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		expr := pick.of([]string{"", "y?", "(?:y|)", ".?", "^", "y"}) + "(" + part + ")" + pick.of([]string{"*", "+", "*?", "+?"}) + pick.of([]string{"", "y", "$", "[xy]", "(?:y|z)", "y|a"})
		b := []byte(pick.of([]string{"", "z", "y", "\xff", "ab"}))
		for size := 100 + pick(4000); len(b) < size; {
			before := len(b)
			if b = pick.matching(b, tree); len(b) == before || pick(200) == 0 {
				b = append(b, pick.of(morsels)...)
			}
		}
		checkLong(t, expr, string(append(b, pick.of([]string{"", "y", "x", "a", "é", "\xe4"})...)))
	}
}
