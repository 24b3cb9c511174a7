package engine_test

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/require"
)

// What a filter looks for is words of runes. (It was texts, which are cut to a few bytes where there are many; of q[é-ñ][0-9]. that left
// the q and half of an é, which an automaton that reads runes does not find.)
func TestAFilterFindsWordsBeyondASCII(t *testing.T) {
	var patterns []string
	for i := range 17 { // as many as it takes for a set to have a filter
		patterns = append(patterns, fmt.Sprintf("zzq%02d", i))
	}
	for pattern, subject := range map[string]string{`q[é-ñ][0-9].`: "qé1x", `[a-z]*q[é-ñ][0-9].`: "aqñ7x", `qx[世-丟][a-f]+`: "qx世ab", `[😀-😉][a-j]+q`: "😀aq", `(?i)(?:straße|maß)[^ ]*`: "STRAße"} {
		require.True(t, regexp.MustCompile(pattern).MatchString(subject), "%q on %q", pattern, subject)
		set, err := engine.CompileSet(append(patterns[:17:17], pattern), syntax.Perl, engine.SetOptions{})
		require.NoError(t, err)
		require.Equal(t, 17, set.First(subject), "%q on %q", pattern, subject)
		require.Equal(t, []int{17}, set.AppendAll(nil, subject), "%q on %q", pattern, subject)
	}
}
