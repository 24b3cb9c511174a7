package literal

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// listPattern returns a pattern of n random words over the letters, with a random frame around them, and the words.
func listPattern(r *rand.Rand, n int, letters []string, frame string) (pattern string, words []string) {
	for range n {
		word := ""
		for range 1 + r.IntN(8) {
			word += letters[r.IntN(len(letters))]
		}
		words = append(words, word)
	}
	quoted := make([]string, n)
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return fmt.Sprintf(frame, strings.Join(quoted, "|")), words
}

var listFrames = []string{`%s`, `(?i)%s`, `\b(?:%s)\b`, `(?i)\b(%s)\b`, `^(?:%s)$`, `(?i)^(%s)$`, `(?m)^(?:%s)$`, `(%s)\B`, `(?i)\B(?:%s)`, `(\b(%s))`, `x?(?:%s)`}

// A list of words answers as the standard library does, whatever is around it: at all positions, for leftmost-first and
// leftmost-longest, on subjects of the list's own words, of near misses, of runes that fold to ASCII and of bytes that are no UTF-8.
func TestAListOfWordsAnswersAsTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	alphabets := [][]string{
		{"a", "b", "K", "s", "é"},
		{"a", "b", "c", "d", "e", "k", "'", "-", "S"},
		{"ж", "Ж", "я", "ß", "K", "ſ", "Ⱥ", "a"},
		{"alphas", "betamax", "gammas", "delta-", "kappas", "sigmas"},
	}
	lists := 0
	for round := range 88 {
		letters := alphabets[round%len(alphabets)]
		frame := listFrames[round%len(listFrames)]
		pattern, words := listPattern(r, 150+r.IntN(150), letters, frame)
		for _, longest := range []bool{false, true} {
			re, err := syntax.Parse(pattern, syntax.Perl)
			require.NoError(t, err)
			l := wordListOf(re, listLeast)
			if l == nil {
				continue // too few words are distinct
			}
			lists++
			list := newTrie(l, longest)
			std := regexp.MustCompile(pattern)
			if longest {
				std.Longest()
			}
			for range 40 {
				s := ""
				for range r.IntN(8) {
					switch r.IntN(6) {
					case 0, 1:
						s += words[r.IntN(len(words))]
					case 2:
						s += strings.ToUpper(words[r.IntN(len(words))])
					case 3:
						s += letters[r.IntN(len(letters))]
					case 4:
						s += strings.NewReplacer("k", "K", "s", "ſ").Replace(words[r.IntN(len(words))])
					case 5:
						s += []string{" ", "\n", "\x80", "\xe4\xb8", "-", "世"}[r.IntN(6)]
					}
				}
				want := std.FindStringIndex(s)
				start, end := list.Find(s, 0, false, false)
				if want == nil {
					require.Equal(t, -1, start, "%.60s on %q", pattern, s)
				} else {
					require.Equal(t, want, []int{start, end}, "%.60s on %q, longest %v", pattern, s, longest)
				}
			}
		}
	}
	require.Greater(t, lists, 80)
}

// FuzzWordLists holds lists of any length against the standard library, from all positions and with all anchorings.
func FuzzWordLists(f *testing.F) {
	for i := range listFrames {
		f.Add("foo,food,Fool,kiss,a,ab", i, "food KISS \u212aiſs\xff abc fool")
		f.Add("alphas,betamax,kappas,kappasia,ßabcdef", i, "alphas KAPPASIA \u212aappaſ ẞabcdef")
	}
	f.Fuzz(func(t *testing.T, list string, frame int, subject string) {
		if frame < 0 || frame >= len(listFrames) || len(list) > 200 || len(subject) > 60 || strings.ContainsRune(list, 0xFFFD) {
			t.Skip()
		}
		words := strings.Split(list, ",")
		for i, w := range words {
			words[i] = regexp.QuoteMeta(w)
		}
		pattern := fmt.Sprintf(listFrames[frame], strings.Join(words, "|"))
		std, err := regexp.Compile(pattern)
		if err != nil {
			t.Skip()
		}
		re, err := syntax.Parse(pattern, syntax.Perl)
		require.NoError(t, err)
		l := wordListOf(re, 1)
		if l == nil {
			t.Skip()
		}
		for _, longest := range []bool{false, true} {
			if longest {
				std.Longest()
			}
			w := newTrie(l, longest)
			// The standard library counts runs of matches from the beginning; a search from a position is one of them.
			got, want := [][]int(nil), std.FindAllStringIndex(subject, -1)
			for at := 0; at <= len(subject); {
				start, end := w.Find(subject, at, false, false)
				if start < 0 {
					break
				}
				got, at = append(got, []int{start, end}), end
			}
			require.Equal(t, want, got, "%q on %q, longest %v", pattern, subject, longest)
			full, err := regexp.Compile(`^(?:` + pattern + `)$`)
			require.NoError(t, err)
			_, end := w.Find(subject, 0, true, true)
			require.Equal(t, full.MatchString(subject) && !strings.Contains(listFrames[frame], "(?m)"), end >= 0 && !strings.Contains(listFrames[frame], "(?m)"), "%q on all of %q", pattern, subject)
		}
	})
}

// The parser factors prefixes out; the order of the words stays.
func TestTheWordsOfAListKeepTheirOrder(t *testing.T) {
	var words []string
	for i := range 400 {
		words = append(words, fmt.Sprintf("w%d", (i*7919)%400))
	}
	for pattern, fold := range map[string]bool{strings.Join(words, "|"): false, `(?i)\b(` + strings.Join(words, "|") + `)$`: true} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		require.NoError(t, err)
		l := wordListOf(re, listLeast)
		require.NotNil(t, l)
		require.Equal(t, words, l.words)
		require.Equal(t, fold, l.fold)
	}
}

func TestWhatIsNoListOfWordsIsNone(t *testing.T) {
	var words []string
	for i := range 200 {
		words = append(words, fmt.Sprintf("word%d", i))
	}
	list := strings.Join(words, "|")
	for _, pattern := range []string{
		`a|b|c`, `(?:` + list + `)+`, list + `|.x`, list + `|`, `(?:` + list + `)(a)`, `(?i:` + list + `)|foo`, list + "|\uFFFD", `[a-z]{3}`, list + `|a*`,
		list + `|` + strings.Repeat("x", 300), `[^a]` + list,
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		require.NoError(t, err)
		require.Nil(t, wordListOf(re, listLeast), "%.50s", pattern)
	}
}
