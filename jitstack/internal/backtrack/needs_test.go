package backtrack

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
	"github.com/stretchr/testify/require"
)

func TestANeedIsWhatNoMatchCanDoWithout(t *testing.T) {
	const far = unbounded
	type want struct {
		texts  string // sorted as they are made
		lo, hi int
	}
	for _, c := range []struct {
		pattern string
		needs   []want
	}{
		{`\w+(?:hello)+(x)\1`, []want{{"hello", 1, far}, {"x", 6, far}}},
		{`\w+(*ACCEPT)hello`, nil},
		{`^/ml4/(.*a){12}b\1`, []want{{"b", 17, far}, {"a", 5, far}}}, // the one attempt tells as quickly that /ml4/ is not there
		{`(?<=[[]tex[]]).*?(?=\[/tex\])`, []want{{"[/tex]", 0, far}, {"[tex]", -5, -5}}},
		{`(?<=long|short)(.)\1`, []want{{"long short", -5, -4}}},
		{`(?<=é|ab?)(.)\1`, nil}, // texts of one byte are found, but a is no é
		{`(?i)o[ck](?!x)`, []want{{"OC OK Oc Ok OK oC oK oc ok oK", 0, 0}}},
		{`(?:^|[^a-z])(?:Mercury(?!/))`, []want{{"Mercury", 0, 4}}},
		{`.{2,3}(?:ab|cd)(?!e)`, []want{{"ab cd", 2, 12}}},
		{`[ab]{2}x(?!y)`, []want{{"aax abx bax bbx", 0, 0}}},
		{`(?:ab|c|)d(?!e)`, []want{{"d", 0, 2}}},
		{`(?:(?!x)q(?1)?)(zz)`, []want{{"zz", 1, 3}}},
		{`(*COMMIT)a\d(?!b)`, []want{{"a", 0, far}}},
		{`(?=.*foo)(?!bar)(?=.*baz).`, []want{{"baz", 0, far}, {"foo", 0, far}}},
		{`\d\x{FFFD}b(\d)\1`, []want{{"b", 2, 4}}}, // any byte that is no UTF-8 reads as U+FFFD
	} {
		var got []want
		for _, n := range compile(t, c.pattern).starts.needs {
			got = append(got, want{strings.Join(n.texts, " "), n.lo, n.hi})
		}
		require.Equal(t, c.needs, got, c.pattern)
	}
}

func TestTheTailIsHowFarTheEndCanBe(t *testing.T) {
	for pattern, tail := range map[string]int{
		`(?=^.{6,10}$)(.)\1`:      41,
		`(?=.{6,10}\z)`:           40,
		`(?:a|bc\d?)(?!x)$`:       4,
		`(?=a{3}(?:bb$|\z)).`:     6,
		`(?:a$|b)`:                unbounded,
		`(?m)a$`:                  unbounded,
		`a+$`:                     unbounded,
		`(?:a(?=b{2}\z)){1,3}.*`:  3,
		`(*PRUNE)a\z`:             unbounded,
		`a(*ACCEPT)b\z`:           unbounded,
		`(a|bb)\1\z`:              4,
		`(?i)(k)\1\z`:             7, // the sign of kelvin, twice, with as much as a rune can have
		`\X\z`:                    unbounded,
		`(?<!a)b(?<=(?=c\z)..|)d`: unbounded,
	} {
		require.Equal(t, tail, compile(t, pattern).starts.tail, pattern)
	}
}

// The slow twin knows nothing. Subjects are longer than those of TestFactsChangeNoAnswer, and hold bytes that are no UTF-8.
func TestNeedsChangeNoAnswer(t *testing.T) {
	parts := []string{`(?i:sk)`, `[ab]`, `(?:foo|ba[rz])`, `.{1,3}`, `.*`, `(?<=é|foo)`, `(?<=ſk?..)`, `(?=.{0,4}k)`, `(?=(?:..?){1,3}$)`, `(.)\1`,
		`(?<=[^a])`, `\x{FFFD}`, `(?:é|K)+`, `(?=foo|b)`, `\z`, `(?<!f)`, `(?>o*)`, `(?:.{2}|a)`, `\C`, `(?(?=f)foo|b)`, `(?i:É|ß)`, `^`, `\G`}
	pieces := []string{"foo", "bar", "baz", "é", "É", "k", "\u212a", "s", "ſ", "\xff", "\x80", "\xe2\x84", "\n", "a", "ab", "\ufffd", "ß", "ẞ"}
	rng := rand.New(rand.NewPCG(3, 4))
	st := NewStack(1 << 20)
	useful := 0
	for range 20_000 {
		var pattern, subject strings.Builder
		for range 1 + rng.IntN(5) {
			pattern.WriteString(parts[rng.IntN(len(parts))])
		}
		for range rng.IntN(1 << rng.IntN(7)) {
			subject.WriteString(pieces[rng.IntN(len(pieces))])
		}
		tree, err := syntax.Parse(pattern.String(), 0)
		if err != nil {
			continue // \C in a lookbehind
		}
		fast, err := Compile(tree)
		require.NoError(t, err)
		slow := *fast
		slow.starts, slow.shared = starts{tail: unbounded}, shared{}
		from, how := rng.IntN(subject.Len()+1), How(rng.IntN(16))
		want, got := make([]int, 2*fast.groups), make([]int, 2*fast.groups)
		_, v := slow.Search(st, nil, subject.String(), from, how, want)
		_, w := fast.Search(st, nil, subject.String(), from, how, got)
		require.Equal(t, v, w, "%s on %q from %d, asked for %d", &pattern, subject.String(), from, how)
		if v == Hit {
			require.Equal(t, want, got, "%s on %q from %d, asked for %d", &pattern, subject.String(), from, how)
			if len(fast.starts.needs) > 0 {
				useful++
			}
		}
	}
	require.Greater(t, useful, 200)
}

// A pattern of strangers can call groups from groups: what is looked at is bounded.
func TestNeedsAreFoundInBoundedTime(t *testing.T) {
	var b strings.Builder
	for range 40 {
		b.WriteString(`(?:(?+1)(?+1)|x)(?:(`)
	}
	b.WriteString("last" + strings.Repeat(`))`, 40))
	compile(t, b.String())
	compile(t, strings.Repeat(`(?:(?:a|b)+c|`, 200)+"d"+strings.Repeat(`)`, 200))
	compile(t, strings.Repeat(`(?=(?:a|b){2}[cd]`, 200)+"d"+strings.Repeat(`)`, 200))
}
