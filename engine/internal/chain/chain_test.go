package chain

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, expr string) *Matcher {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return New(re, program.Compile(re).Slots)
}

// A pattern is a chain if each run is ended by a byte outside its set and each alternative is settled by the text itself.
var chains = []string{
	``, `abc`, `a{3}b`, `^/([^/]+)/([^/]+)/(.*)$`, `^/([^/]*)/(.*)`, `[^/]+/`, `(\d+)-(\d+)-(\d+)`, `\d{4}-\d\d`, `[a-z]+[0-9]+[a-z]*`, `a+b+c+`, `a*b*c*`, `x?y?z`, `(\w+)\s+(\w+)`, `[\w.+-]+@[\w-]+\.[\w.-]+`,
	`\.(jpg|jpeg|png|gif)$`, `(?:foo|bar)`, `(?:foo|bar)?x`, `(foo|bar|)$`, `jpe?g`, `colou?r`, `^(?:a|ab)rest`, `[a-c]x|[d-e]y`, `(?:ab|cd)(?:ef|gh)`, `a|b|c`, `(a)(b)(c)`, `((((a))))`, `()a()`, `a()b`,
	`^bytes=(\d*)-(\d*)$`, `^\s*#`, `"[^"]*"`, `"([^"]*)"$`, `(?s)a.*`, `(?s).*`, `.*`, `.+\n`, `[^\n]*\n`, `(?i)[a-j]+[0-9]`, `(?i)abc`, `a[^\x00-\x7f]*b`, `\x{e9}`, `世界[0-9]`, `a*?b`, `[^/]*?/`, `(?:|x)y`, `(?s)x.+`, `^`, `$`, `^$`, `a$`, `(a$)`,
	`a(?:|b)c`, `[a-z]{2,4}[0-9]`, `[a-z]{0,3}-`, `[0-9]{8}x`,
}

var noChains = []string{
	`a*a`, `[a-z]+[a-f]`, `.*x`, `(?s).*x`, `\w+[0-9]`, `a?a`, `x{1,3}x`, // a run would have to give back
	`a|ab`, `foo|foobar`, `(?:foo|bar)+`, `(ab)*`, `(?:ab){2}`, `(a|b|ab)c`, `(?:fo)?foo`, `(?:a(?:bc)??|x)d`, `(?:ab??|c)d`, // the text does not settle it, or it repeats more than a class
	`(?:x|)y?x`, `a*?`, `a??`, `a+?$|b`, // preferring less, with nothing behind that asks for more
	`\ba`, `(?m)^a`, `(?m)a$`, `\B`, `a^`, `$a`, // asserts within
	`\x{fffd}`, `é+`, `[a-é]`, `\pL+`, `.`, `[^/]`, `[^é]?`, `.{3}`, `[^a]{2,}`, `(?i)k`, `(?i)é`, // runes beyond ASCII that would have to be counted or told apart
	`[^\d\D]`, strings.Repeat(`[a-z][0-9]+`, 20), // nothing, and too much
}

func TestWhichPatternsAreChains(t *testing.T) {
	for _, expr := range chains {
		assert.NotNil(t, parse(t, expr), "%q is a chain", expr)
	}
	for _, expr := range noChains {
		assert.Nil(t, parse(t, expr), "%q is no chain", expr)
	}
}

var subjects = []string{
	"", "a", "b", "abc", "aaab", "aabbcc", "ad", "abcd", "abd", "abc", "xd", "xyz", "/a/b/c/d", "/a//", "a/", "//", "12-34-56", "2026-11-30", "aa11bb", "one  two three", "mail jane.doe@mail.example.org now", "/p/photo.jpeg", "photo.png", "x.jpg.", "foo", "bar", "foox", "xbarx", "jpg jpeg",
	"colour color", "abrest arest", "ax ey", "abgh cdef", "bytes=10-", "bytes=-", "  # note", `say "hi" and "ho"`, `"open`, "a\nb\n", "\n", "ABC aBc", "é", "aéb", "\xff", "a\xffb", "a\xe4\xb8b", "\xe9", "世界7", "世界", "ab3", "abcd5", "abcde6", "-", "abc-", "0123456789x", "ab", "cd", strings.Repeat("ab ", 40) + "!",
}

// The standard library is the oracle: for a match at the beginning, for one that is all of the text, and for the leftmost.
func TestChainsAnswerAsTheStandardLibrary(t *testing.T) {
	for _, expr := range chains {
		var (
			m        = parse(t, expr)
			std      = regexp.MustCompile(expr)
			anchored = regexp.MustCompile(`\A(?:` + expr + `)`)
			full     = regexp.MustCompile(`\A(?:` + expr + `)\z`)
			groups   = 2 * (std.NumSubexp() + 1)
		)
		for _, s := range subjects {
			for _, slots := range []int{0, 2, groups, groups + 4} {
				caps := make([]int, slots)
				equal := func(what string, hit bool, want []int) {
					t.Helper()
					require.Equal(t, want != nil, hit, "%q on %q, %s, %d slots", expr, s, what, slots)
					if hit {
						for i := len(want); i < slots; i++ {
							want = append(want, -1)
						}
						require.Equal(t, want[:slots], caps, "%q on %q, %s", expr, s, what)
					}
				}
				equal("at the beginning", m.Match(s, 0, false, caps), anchored.FindStringSubmatchIndex(s))
				equal("in full", m.Match(s, 0, true, caps), full.FindStringSubmatchIndex(s))
				if expr == "" || expr[0] == '^' {
					continue // the planner anchors the search
				}
				_, v := m.Search(s, 0, nil, caps)
				require.NotEqual(t, Undecided, v, "%q on %q", expr, s)
				equal("leftmost", v == Hit, std.FindStringSubmatchIndex(s))
			}
		}
	}
}

// Attempts that fail far from where they began spend a budget. When it is spent the search is handed over, at a position before which no match
// begins and which the budget bounds: the text is not scanned again and again.
func TestASearchThatScansTooMuchIsUndecided(t *testing.T) {
	for _, test := range []struct{ expr, unit string }{
		{`a[^b]*b`, "a"}, {`"[^"]*"x`, `"" `}, {`\d+-\d+:`, "1-"}, {`a[^,]*,`, "a-"},
	} {
		m := parse(t, test.expr)
		for _, size := range []int{5_000, 50_000, 500_000} {
			from, v := m.Search(strings.Repeat(test.unit, size/len(test.unit)), 0, nil, nil)
			if v == Miss {
				continue
			}
			require.Equal(t, Undecided, v, test.expr)
			require.Less(t, from, size/2, "%q on %d bytes: handed over at", test.expr, size)
		}
	}
	_, v := parse(t, `a[^b]*b`).Search(strings.Repeat("a", 5_000), 0, nil, nil)
	require.Equal(t, Undecided, v)
	_, v = parse(t, `[a-z]+=`).Search(strings.Repeat(strings.Repeat("a", 500)+" ", 100), 0, nil, nil)
	require.Equal(t, Miss, v, "from within a run the run ends where it did: that is not tried")
}

func TestUntilFindsTheFirstByte(t *testing.T) {
	text := make([]byte, 40)
	for size := range len(text) + 1 {
		for p := range size + 1 {
			for at := -1; at < size; at++ {
				for _, b := range []byte{'/', 0, 0x80, 0xff} {
					for _, other := range []byte{'a', b ^ 1, b ^ 0x80, b + 1, b - 1} {
						for i := range text {
							text[i] = other
						}
						if at >= 0 {
							text[at] = b
						}
						s := string(text[:size])
						want := size
						if i := strings.IndexByte(s[p:], b); i >= 0 {
							want = p + i
						}
						if got := until(s, p, b); got != want {
							t.Fatalf("until(%q, %d, %#x) = %d, want %d", s, p, b, got, want)
						}
					}
				}
			}
		}
	}
}

func TestZeroByteIsTheFirst(t *testing.T) {
	for at := range 9 {
		for _, others := range []uint64{1, 0x7f, 0x80, 0x81, 0xff} {
			w := others * ones
			if at < 8 {
				w &^= 0xff << (8 * at)
			}
			require.Equal(t, at, zeroByte(w), "%016x", w)
			for also := at + 1; also < 8; also++ { // a second one behind it makes no difference
				require.Equal(t, at, zeroByte(w&^(0xff<<(8*also))), "%016x", w)
			}
		}
	}
	require.Equal(t, uint64(0x0807060504030201), load64("\x01\x02\x03\x04\x05\x06\x07\x08\x09"))
}

// A few texts that end the subject are compared with its last eight bytes. The oracle is the standard library.
func TestEndsWithFindsTheLeftmostText(t *testing.T) {
	for expr, ends := range map[string]bool{
		`\.(jpg|jpeg|png|gif|css|js)$`: true, `\.(?:jpe?g|svg)$`: true, `(?:foo|bar)$`: true, `a$`: true, `12345678$`: true, `(?:a|bc)?d$`: true, `(?:ax|by)(?:cx|dy)$`: true, `(foo|bar)$`: true, `x(y)$`: true,
		`123456789$`: false, `(?:foo|)$`: false, `[a-z]+$`: false, `foo`: false, `$`: false, `(?:a|bc|de|fg|hi)(?:a|bc|de|fg|hi)$`: false,
	} {
		m := parse(t, expr)
		require.Equal(t, ends, m.Ends(), "%q", expr)
		if !ends {
			continue
		}
		std := regexp.MustCompile(expr)
		for _, before := range []string{"", "a", "1", "/path/file", "....", "abc", "j", "xxxxxxxx", "12345678"} {
			for _, tail := range []string{"", ".jpg", ".jpeg", ".png", ".gif", ".css", ".js", ".svg", ".jpgx", "jpg", "foo", "bar", "oo", "ad", "bcd", "d", "axcx", "bydy", "aydy", "12345678", "2345678", "xy", "\x00\x00\x00", ".js\x00"} {
				s := "--------"[:max(0, 8-len(before)-len(tail))] + before + tail
				want := -1
				if m := std.FindStringIndex(s); m != nil {
					want = m[0]
				}
				require.Equal(t, want, m.EndsWith(s), "%q on %q", expr, s)
			}
		}
	}
}

func TestSlotsThatNoLinkHasRoomForAreLinksOfTheirOwn(t *testing.T) {
	expr := `((a)(()(b)))(()())(c)`
	std := regexp.MustCompile(expr)
	caps := make([]int, 2*(std.NumSubexp()+1))
	m := parse(t, expr)
	require.NotNil(t, m)
	require.True(t, m.Match("abc", 0, false, caps))
	require.Equal(t, std.FindStringSubmatchIndex("abc"), caps)
	for n := 1; n < 40; n++ { // up to and beyond what a chain holds
		expr := strings.Repeat("(a)", n)
		if m := parse(t, expr); m != nil {
			text := strings.Repeat("a", n)
			caps := make([]int, 2*n+2)
			require.True(t, m.Match(text, 0, true, caps), fmt.Sprint(n))
			require.Equal(t, regexp.MustCompile(expr).FindStringSubmatchIndex(text), caps)
		}
	}
}
