package engine

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"testing"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/require"
)

// exploding returns patterns whose common automaton builds a state of thousands of instructions at each byte of random letters, and
// such a subject.
func exploding(patterns, length int) ([]string, string) {
	random := rand.New(rand.NewPCG(10, 2026))
	list := make([]string, patterns)
	for i := range list {
		list[i] = fmt.Sprintf(`[%c-z][a-%c].{17}[0-5][x-%c]`, 'c'+i%20, 'k'+i/20%10, 'x'+i%3)
	}
	text := make([]byte, length)
	for i := range text {
		text[i] = byte('a' + random.IntN(26))
	}
	return list, string(text)
}

func TestASetGivesUpEarlyWhereEachByteBuildsALargeState(t *testing.T) {
	patterns, text := exploding(1000, 8<<10)
	set, err := CompileSet(patterns, syntax.Perl, SetOptions{})
	require.NoError(t, err)
	require.Len(t, set.loose.patterns, len(patterns))
	require.Equal(t, -1, set.First(text))
	g := set.group(set.loose.plan.Load().alone)
	set.firstGroup(g, text, dfa.None, &program.AllBytes)
	require.Less(t, g.dfa.States(), 1000)
	require.Less(t, g.dfa.MemoryUsage(), 4<<20)
}

func TestASetThatGaveUpEarlyAnswersAsTheStandardLibraryDoes(t *testing.T) {
	patterns, text := exploding(200, 4<<10)
	text = text[:3000] + "zb" + text[:17] + "3x" + text[3000:]
	set, err := CompileSet(patterns, syntax.Perl, SetOptions{})
	require.NoError(t, err)
	var want []int
	for i, p := range patterns {
		if regexp.MustCompile(p).MatchString(text) {
			want = append(want, i)
		}
	}
	require.NotEmpty(t, want)
	for range 12 { // until the automaton is left alone
		require.Equal(t, want, set.AppendAll(nil, text))
		require.Equal(t, want[0], set.First(text))
	}
}
