package regexp_test

import (
	"errors"
	"fmt"
	"math/rand"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// Patterns whose matches may have any length: they are carried from read to read.
var openPatterns = []string{
	`\w+`, `[a-z]+@[a-z]+`, `"[^"]*"`, `(?m)^.*error.*$`, `(?m)^(\w+)=(.*)$`, `(?s)/\*.*?\*/`, `(?s)a.*?b`, `a.*b`, `\b\w+\b`, `\B\w+\B`, `\s+$`, `(?m)\s+$`, `(a|ab)(c|bcd)*`,
	`(?:a|b)*c`, `[^\n]*`, `x*`, `(?m)^`, `(?m)$`, `é+|\x{fffd}+`, `[^a-z]+`, `(\w+)\s+(\w+)`, `<a\s+href="([^"]*)"[^>]*>`, `(?i)error\b.*`, `(?:foo|bar).*?;`, `.*`, `.*?\n`, `\pL+`, `(?m)^\S+.*k$`,
	`"(?:[^"\\]|\\.)*"|/\*(?s:.*?)\*/|\w+`, `(\w+)@|(\w+)=|a(?s:.{900,})z`, `^\w+`, `^.*`, `(?s)^.*=.{100}`, `\z`, `a*?$`,
}

// streamText makes text with all that the patterns look for, cut anywhere.
func streamText(random *rand.Rand, size int) string {
	parts := []string{
		"error", "a", "b", "ab", "c", "k=v", " ", "  ", "\n", "\n", "\"", "\"", "/*", "*/", "*", "me@home", "é", "日本", "\xff", "\xe4\xb8", "\xf0\x9f\x98\x80", "foo", "bar;", "x", "<a href=\"u\">", "Error",
		"the quick brown fox", "jumps over the lazy dog", "\\", "\r\n", "0123456789", "\x80\x80\x80\x80",
	}
	parts = parts[:1+random.Intn(len(parts))]
	var text strings.Builder
	for text.Len() < size {
		text.WriteString(parts[random.Intn(len(parts))])
	}
	return text.String()
}

func TestALongStreamHasTheMatchesOfTheWholeText(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	limited, all := 0, 0
	for _, pattern := range openPatterns {
		for round := range 3 * rounds {
			std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
			if round%3 == 2 {
				std.Longest()
				re.Longest()
			}
			text := streamText(random, 1000+random.Intn(10000))
			want := std.FindAllStringSubmatchIndex(text, -1)
			sizes := []int{1 + random.Intn(2000), 1 + random.Intn(3), 1 + random.Intn(700), 1 + random.Intn(5000)}
			for _, limit := range []int{1 << 20, 100 + random.Intn(4000)} {
				s := re.NewScanner(&pieces{text, sizes})
				s.Limit(limit)
				got, err := streamed(s)
				what := fmt.Sprintf("%q on %q in reads of %v, limit %d", pattern, text, sizes, limit)
				all++
				if err == nil {
					require.Equal(t, want, got, what)
					continue
				}
				limited++
				var undecided *regexp.StreamLimitError
				if !errors.As(err, &undecided) {
					require.ErrorIs(t, err, regexp.ErrStreamLimit)
					continue
				}
				require.Less(t, limit, 1<<20)
				if len(got) > 0 {
					require.Equal(t, want[:len(got)], got, what)
				}
				if len(got) < len(want) {
					require.LessOrEqual(t, undecided.Offset, int64(want[len(got)][0]), what)
				}
			}
		}
	}
	require.Less(t, limited, all/3)
}
