package engine_test

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/require"
)

// A long list of words is searched by its trie, and answers as pike does, with all anchorings, from all positions and with all groups.
func TestALongListOfWordsIsATrie(t *testing.T) {
	var words []string
	for i := range 300 {
		words = append(words, fmt.Sprintf("%c%ck%d", 'a'+i%26, 'a'+i*7%26, i))
	}
	list := strings.Join(words, "|")
	subjects := []string{
		words[5], "x " + words[7] + " " + strings.ToUpper(words[9]), words[3] + words[4] + "\n" + words[10], "aa\u212a0", "\xffaak0 b", words[200] + "0 " + words[20], "",
		strings.Repeat("no word of it; ", 100) + words[17],
	}
	for _, pattern := range []string{
		`(?i)` + list, `\b(?:` + list + `)\b`, `(?i)\b(` + list + `)\b`, `^(?:` + list + `)$`, `(?P<all>^(` + list + `))`, `(?m)(` + list + `)$`, `(?i)^(` + list + `)\z`,
	} {
		for _, longest := range []bool{false, true} {
			e, err := engine.Compile(pattern, syntax.Perl, longest)
			require.NoError(t, err)
			pike, _ := e.Force(engine.Pike)
			list, ok := e.Force(engine.Words)
			require.True(t, ok, "%.20s", pattern)
			require.Contains(t, explained(t, e)["plan"], "words: 300 words", "%.20s", pattern)
			for _, s := range subjects {
				require.Equal(t, allSpans(pike, s), allSpans(e, s), "all of %.20s in %q", pattern, s)
				for pos := 0; pos <= len(s); pos += 1 + pos/20 {
					for _, how := range []engine.Anchoring{engine.Unanchored, engine.Anchored, engine.Full} {
						want, got := make([]int, 2*e.Groups()), make([]int, 2*e.Groups())
						found := pike.Search(s, pos, how, want)
						for _, x := range []*engine.Engine{e, list} {
							require.Equal(t, found, x.Search(s, pos, how, got), "%.20s on %q from %d", pattern, s, pos)
							if found {
								require.Equal(t, want, got, "%.20s on %q from %d", pattern, s, pos)
							}
							require.Equal(t, found, x.Search(s, pos, how, nil))
						}
					}
				}
			}
		}
	}
}

// allSpans are the spans of all matches.
func allSpans(e *engine.Engine, s string) (all [][2]int) {
	var caps [2]int
	for it := e.Iterate(s); it.Next(caps[:]); {
		all = append(all, caps)
	}
	return all
}
