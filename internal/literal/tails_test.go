package literal

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTailsFindsEachTextThatASubjectEndsWithTheShortestFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2026))
	word := func(letters string, most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteByte(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	lower := func(s string) string { // of ASCII alone
		b := []byte(s)
		for i, c := range b {
			if 'A' <= c && c <= 'Z' {
				b[i] = c | 0x20
			}
		}
		return string(b)
	}
	every := make([]byte, 256) // more than there are bits in a word
	for i := range every {
		every[i] = byte(i)
	}
	for range 2000 {
		letters := []string{"a", "ab", "abcABC.", "\x00\x80\xff", string(every)}[random.IntN(5)]
		fold := random.IntN(4) == 0
		var texts []string
		var numbers []int
		for i := range random.IntN(40) {
			k := random.IntN(len(letters))
			texts, numbers = append(texts, word(letters, 6)+letters[k:k+1]), append(numbers, 3*i)
			if fold {
				texts[i] = lower(texts[i])
			}
		}
		tails := NewTails(texts, numbers, fold)
		for range 20 {
			s := word(letters, 12)
			if len(texts) > 0 {
				s += texts[random.IntN(len(texts))]
			}
			var want [][]uint32
			var before []string
			for i := len(s) - 1; i >= 0; i-- {
				var found []uint32
				for k, text := range texts {
					if text == s[i:] || fold && text == lower(s[i:]) {
						found = append(found, uint32(numbers[k]))
					}
				}
				if found != nil {
					want, before = append(want, found), append(before, s[:i])
				}
			}
			w := tails.Walk(s)
			var got [][]uint32
			var rests []string
			for n := tails.Next(&w); n != nil; n = tails.Next(&w) {
				got, rests = append(got, slices.Clone(n)), append(rests, w.Before)
			}
			require.Equal(t, want, got, "%q at the end of %q", texts, s)
			require.Equal(t, before, rests)
			require.Nil(t, tails.Next(&w), "after the last")
		}
	}
}

func TestTailSplitsWhatEndsWithAText(t *testing.T) {
	for pattern, want := range map[string]string{
		`(?i)^[a-z.]*HOST1\.Example\.com$`:       "t1.example.com",
		`(?i)x1$`:                                "x1",
		`(?i)É1$`:                                "1",
		`^(?:[a-z0-9-]+\.)*host1\.example\.com$`: "host1.example.com",
		`^a(b(cd))$`:                             "cd",
		`.*\.go`:                                 ".go",
		`x$$`:                                    "x",
		`\x{4e16}`:                               "世",
		`[^a](?i)\.1$`:                           ".1",
		`a(?i)b$`:                                "b",
		`a(?i)k$`:                                "",
		`a�$`:                                    "",
		`�a$`:                                    "a",
		`a+$`:                                    "",
		`(a|b)$`:                                 "",
		`^$`:                                     "",
		``:                                       "",
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		require.NoError(t, err)
		_, text, _ := Tail(re)
		require.Equal(t, want, text, pattern)
	}
}

func BenchmarkTails(b *testing.B) {
	var texts []string
	var numbers []int
	for i := range 10_000 {
		texts, numbers = append(texts, fmt.Sprintf("host%d.example.com", i)), append(numbers, i)
	}
	tails := NewTails(texts, numbers, false)
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(texts))
	for i := 0; b.Loop(); i++ {
		w := tails.Walk(texts[order[i%2000]])
		if tails.Next(&w) == nil {
			b.Fatal("missed")
		}
	}
}
