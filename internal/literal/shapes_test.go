package literal

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/internal/program"
)

// shapesOf returns the shapes of a pattern, or nil, whatever their chance is.
func shapesOf(t testing.TB, expr string) *Shapes {
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return newShapes(program.Compile(re), Analyze(re).MinLen)
}

// near returns a subject of matches of the pattern, of near misses and of other bytes.
func near(r *rand.Rand, pieces []string) string {
	s := ""
	for range r.IntN(9) {
		switch p := pieces[r.IntN(len(pieces))]; r.IntN(6) {
		case 0, 1:
			s += p
		case 2:
			k := r.IntN(len(p))
			s += p[:k] + string(rune('!'+r.IntN(90))) + p[k:]
		case 3:
			s += strings.ToUpper(p)
		case 4:
			s += p[r.IntN(len(p)):]
		case 5:
			s += []string{" ", "\n", "\x80", "\xe4\xb8", "-", "世", "ſ", "\u212a", strings.Repeat("1-", 40)}[r.IntN(9)]
		}
	}
	return s
}

var shapePatterns = map[string][]string{
	`\d{4}-\d{2}-\d{2}T\d{2}:`:             {"2024-05-17T10:", "2024-5-17T10:", "12345678-10"},
	`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-`: {"0123abcd-12ab-34cd-", "0123-abcd-"},
	`(?i)(bot|crawl|spider|slurp)`:         {"bot", "crawl", "ſpider", "slurp", "boſ"},
	`(?i)k[a-z]{3}/[0-9]|x\d\d/`:           {"kabc/1", "\u212aabc/9", "x12/", "kabſ/1"},
	`\d+-\d+-\d`:                           {"1-2-3", "111-2-3", "-1-1"},
	`é{1,3}-x\d|世:\d\d`:                    {"é-x1", "ééé-x2", "世:12", "é-y1"},
	`[^a]{2}-\d[^b]:`:                      {"\xff\xfe-1é:", "世é-2\x80:", "bb-3a:"},
	`(a|bc|d(e|f))+:[xyz]{2};`:             {"abcde:xx;", "df:yz;", "bc:ab;"},
	`\b\d\d:\d\d\b`:                        {"12:34", "112:345", "1:2"},
	`(?m)^\d\d:\d\d$`:                      {"12:34\n", "\n12:34", "1:2"},
	`one|two!|three|four|five|six|seven!|eight|nine|ten|eleven|twelve|twenty\d`: {"one", "two!", "twenty1", "seven"},
}

// The first place where shapes may stand is never behind the leftmost match, and the vector scan finds the same place as the portable one.
func TestNoMatchBeginsBeforeTheFirstShape(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	for expr, pieces := range shapePatterns {
		x := shapesOf(t, expr)
		require.NotNil(t, x, expr)
		std := regexp.MustCompile(expr)
		for range 3000 {
			checkShapes(t, x, std, near(r, pieces))
		}
	}
}

func checkShapes(t *testing.T, x *Shapes, std *regexp.Regexp, s string) {
	t.Helper()
	for from := 0; from <= len(s); from += 1 + from/7 {
		at := x.next(s, from)
		if m := std.FindStringIndex(s[from:]); m != nil {
			require.True(t, at >= 0 && at <= from+m[0], "%q on %q from %d: %d, but a match begins at %d", std, s, from, at, from+m[0])
		}
		if n := len(s) - from - x.reach + 1; n > 0 && len(s) < 1000 {
			want := x.portable(s[from:], n)
			if want >= 0 {
				want += from
			}
			require.Equal(t, want, at, "%q on %q from %d", std, s, from)
		}
	}
}

func FuzzShapes(f *testing.F) {
	for expr, pieces := range shapePatterns {
		f.Add(expr, strings.Join(pieces, " "))
		f.Add(expr, strings.Repeat(pieces[0], 20))
	}
	f.Fuzz(func(t *testing.T, expr, s string) {
		re, err := syntax.Parse(expr, syntax.Perl)
		if err != nil || len(expr) > 60 || len(s) > 300 {
			t.Skip()
		}
		x := newShapes(program.Compile(re), Analyze(re).MinLen)
		if x == nil {
			t.Skip()
		}
		checkShapes(t, x, regexp.MustCompile(expr), s)
	})
}

// Shapes lead where they are rare, and only there.
func TestShapesAreChosenByTheirChance(t *testing.T) {
	for expr, want := range map[string]string{
		`\d{4}-\d{2}-\d{2}T\d{2}:`: "classes of bytes at 0, 1, 2, 3, 4, 7, 10, 13, of 1 shapes",
		`[a-z]{3}/[0-9]`:           "classes of bytes at 3, 4, of 1 shapes",
		`[a-z]{5}`:                 "",
		`[0-9]+`:                   "",
		`.*-x`:                     "",
	} {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		x := NewShapes(program.Compile(re), Analyze(re).MinLen)
		if want == "" {
			require.True(t, x == nil, expr)
		} else {
			require.Equal(t, want, x.String(), expr)
		}
	}
}

// A text full of near misses is read in linear time: the search gives up and hands on what it cannot rule out.
func TestShapesGiveUpWhereNearMissesAreMany(t *testing.T) {
	x := shapesOf(t, `[a-e]\d-\d[x-z]`)
	s := strings.Repeat("#9-9#", 4000)
	at := x.next(s, 0)
	require.NotNil(t, x)
	require.True(t, at < 0 || at > 500, fmt.Sprint(at))
}
