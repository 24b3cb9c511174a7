package bitstate

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, expr string, longest bool) *Matcher {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return New(program.Compile(re), longest)
}

// Only instructions with several ways in have a row of the bitmap, and repetitions that are runs, whole or up to where a choice begins.
func TestJoinsAndRunsAreFew(t *testing.T) {
	for _, test := range []struct {
		expr        string
		joins, runs int // rows of the bitmap; of these, those of runs
	}{
		{`abc`, 0, 0}, {`(a)(b)`, 0, 0}, {`a|bc|d`, 1, 0}, {`(a|b)*c`, 1, 0}, {`(a+)+b`, 2, 0}, {`(?:a?){3}a{3}`, 3, 0}, {`(?:ab|cd)+e`, 2, 0},
		{`a*b`, 1, 1}, {`^/([^/]+)/([^/]+)/(.*)$`, 3, 3}, {`x*y*z*`, 3, 3}, {`(?:a|b)+?c`, 1, 1}, // nothing of a run is wanted back
		{`.*=`, 1, 1}, {`(?s).*x`, 1, 1}, {`.*?x`, 1, 1}, {`[a-z]+[a-f]`, 2, 1}, {`(.*)(.*)`, 2, 1}, // some of it may be
		{`\pL+\s`, 1, 0}, {`é*x`, 1, 0}, {`[^é]*é`, 1, 0}, // how bytes form runes decides where these end
	} {
		m := parse(t, test.expr, false)
		require.Equal(t, test.joins, m.joins, "%q: rows", test.expr)
		runs := 0
		for _, in := range m.insts {
			if in.op == opRun {
				runs++
			}
		}
		require.Equal(t, test.runs, runs, "%q: runs", test.expr)
	}
}

// check holds a search for all that can be asked, and from each position when s is short, against the standard library.
func check(t *testing.T, expr, s string, longest bool) {
	t.Helper()
	m := parse(t, expr, longest)
	for what, form := range map[string]string{"unanchored": "(?:%s)", "anchored": `\A(?:%s)`, "full": `\A(?:%s)\z`} {
		std := regexp.MustCompile(fmt.Sprintf(form, expr))
		if longest {
			std.Longest()
		}
		want := std.FindStringSubmatchIndex(s)
		groups := 2 * (std.NumSubexp() + 1)
		for _, slots := range []int{0, 2, groups} {
			caps := make([]int, slots)
			_, v := m.Search(s, 0, len(s), what != "unanchored", what == "full", caps)
			if v == Overrun || (v == Hit) != (want != nil) || v == Hit && !slices.Equal(caps, want[:slots]) {
				t.Fatalf("%q, longest %v, %s, on %d bytes, %.30q...%q, %d slots: %v %v, want %v", expr, longest, what, len(s), s, s[max(0, len(s)-20):], slots, v, caps, want)
			}
		}
	}
}

// Attempts that come to the end of a window, of the bitmap in the frame, and of each that it grows to; and searches whose window moves
// along. The sizes lie about where windows end, for one, two and three rows.
func TestAttemptsThatOutrunTheirWindowAnswerAsTheStandardLibrary(t *testing.T) {
	var sizes []int
	for _, window := range []int{64, 64 * frameWords / 3, 64 * frameWords / 2, 64 * frameWords} {
		for d := -2; d <= 2; d++ {
			sizes = append(sizes, window+d)
		}
	}
	sizes = append(sizes, 1, 63, 127, 129, 3*2048+1, 20_000)
	for _, test := range []struct{ expr, before, unit, after string }{
		{`(a|b)*c`, "", "ab", "c"}, {`(a|b)*c`, "c", "ab", "d"}, {`(a|b)*c`, "x", "ab", "xc"}, {`(a+)+b`, "", "a", "b"}, {`(a+)+b`, "", "a", "c"}, {`(?:ab|ba)+(c?)`, "x", "ab", "ba"},
		{`[^/]+/([^/]+)$`, "", "a", "/b"}, {`(.*)=(.*)#`, "a", "b", "=#"}, {`(.*)=(.*)#`, "=", "b", "="}, {`"[^"]*"x`, `"`, "ab", `"`}, {`.*?x`, "", "a", "x"}, {`.*?x`, "", "é\n", "x"}, {`(\w+)\s(\w+)!`, "", "a", " b!"},
		{`[a-z]+[a-f]`, "", "z", "f"}, {`[a-z]+[a-f]`, "", "az", "-"}, {`(é|世)*x`, "", "é世", "x"}, {`[^é]*é`, "", "\xc3a", "é"}, {`(|a)*b`, "c", "a", "b"}, {`((a)|(b))*?c`, "", "ab", "c"}, {`x*`, "", "日", "x"}, {`(^|b)a*$`, "", "a", "ba"}, {`\b(?:ab)+\b`, "-", "ab", "-"},
	} {
		for _, size := range sizes {
			s := test.before + strings.Repeat(test.unit, size/len(test.unit)+1)[:size] + test.after
			for _, longest := range []bool{false, true} {
				check(t, test.expr, s, longest)
			}
		}
	}
}

// An attempt that leaves the largest window, or fills the largest stack, is undecided: no match begins before the position where it began, and
// nothing is said of those that begin there.
func TestAnAttemptThatLeavesTheLargestWindowIsUndecided(t *testing.T) {
	const beyond = 64*maxWords + 10
	for _, test := range []struct {
		expr, before, unit string
		size               int
	}{
		{`(a|b)*c`, "--", "ab", beyond}, {`(?:a|b|)+d`, "", "a", beyond}, {`[a-z]+[a-f]!`, "-", "z", beyond}, {`(?:(a)|(a)b)*c`, "-", "a", 300_000},
	} {
		s := test.before + strings.Repeat(test.unit, test.size/len(test.unit))
		m := parse(t, test.expr, false)
		caps := make([]int, 2)
		from, v := m.Search(s, 0, len(s), false, false, caps)
		require.Equal(t, Overrun, v, test.expr)
		require.LessOrEqual(t, from, len(test.before), "%q: where the attempt began", test.expr)
		if test.before != "" && test.expr[0] != '(' {
			require.Equal(t, len(test.before), from, "%q: nothing begins before", test.expr)
		}
		from, v = m.Search(s, len(test.before), len(s), true, false, caps)
		require.Equal(t, Overrun, v, test.expr)
		require.Equal(t, len(test.before), from, test.expr)
	}
}

// Choices among more bytes than there are symbols stay right: the last of them share one and are tried in turn.
func TestMoreSymbolsThanBitsCostStepsAndNoAnswers(t *testing.T) {
	var alternatives []string
	for c := '!'; c < 0x7f; c++ {
		alternatives = append(alternatives, regexp.QuoteMeta(string(c))+fmt.Sprint(c%10), regexp.QuoteMeta(string(c))+"("+regexp.QuoteMeta(string(c))+")")
	}
	for r := 'à'; r < 'à'+20; r++ {
		alternatives = append(alternatives, string(r)+"x", string(r)+fmt.Sprintf("(%c)", r))
	}
	expr := "(?:" + strings.Join(alternatives, "|") + ")+!"
	m := parse(t, expr, false)
	used := map[uint8]bool{}
	for _, sym := range m.symbols {
		used[sym] = true
	}
	require.Len(t, used, maxSymbols)
	for c := '!'; c < 0x7f; c++ {
		for _, s := range []string{fmt.Sprintf("%c%d!", c, c%10), fmt.Sprintf("%c%c!", c, c), fmt.Sprintf("%c%d!", c, (c+1)%10), fmt.Sprintf("%c%dàx%c%cçç!", c, c%10, c, c), string(c) + "!"} {
			check(t, expr, s, false)
			check(t, expr, s, true)
		}
	}
}

// All bytes of the search's end and before it are its own: what follows is context.
func TestTheEndOfTheSearchIsNotThatOfTheText(t *testing.T) {
	for _, test := range []struct {
		expr, s string
		end     int
		full    bool
		want    []int
	}{
		{`a+`, "aaaa", 2, false, []int{0, 2}}, {`a+$`, "aaaa", 2, false, nil}, {`a+\b`, "aaaa", 2, false, nil}, {`a+\B`, "aaaa", 2, true, []int{0, 2}}, {`(?m)a+$`, "aa\n", 2, true, []int{0, 2}},
		{`[^b]*`, "aaaa", 3, true, []int{0, 3}}, {`.*a`, "aaaa", 3, false, []int{0, 3}}, {`ab`, "abab", 3, false, []int{0, 2}}, {`ab$`, "abab", 3, false, nil}, {`b`, "ab", 1, false, nil}, {`b*`, "ab", 1, true, []int{1, 1}}, {`abc`, "abc", 2, false, nil},
	} {
		for _, longest := range []bool{false, true} {
			caps := make([]int, 2)
			_, v := parse(t, test.expr, longest).Search(test.s, 0, test.end, false, test.full, caps)
			require.Equal(t, test.want != nil, v == Hit, "%q on %q up to %d", test.expr, test.s, test.end)
			if test.want != nil {
				require.Equal(t, test.want, caps, "%q on %q up to %d", test.expr, test.s, test.end)
			}
		}
	}
}

func TestRunsTakeAsManyBytesAsTheirSet(t *testing.T) {
	var most program.ByteSet
	most = program.AllBytes
	most['/'>>6] &^= 1 << ('/' & 63)
	var word program.ByteSet
	word.AddRange('a', 'z')
	word.AddRange('0', '9')
	for name, set := range map[string]program.ByteSet{"all": program.AllBytes, "until": most, "set": word} {
		r := newRun(set)
		for size := range 70 {
			for at := range size + 1 {
				b := []byte(strings.Repeat("a", size))
				if at < size {
					b[at] = '/'
				}
				want := 0
				for want < size && set.Contains(b[want]) {
					want++
				}
				require.Equal(t, want, r.length(string(b)), "%s: %q", name, b)
			}
		}
	}
}

func TestAProgramThatIsTooLargeIsRefused(t *testing.T) {
	require.NotNil(t, parse(t, strings.Repeat("(?:a{999})", 20), false))
	require.Nil(t, parse(t, strings.Repeat("(?:a{999})", 21), false))
}
