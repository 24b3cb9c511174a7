package engine

import (
	"fmt"
	"math/bits"
	"regexp/syntax"
	"testing"

	"github.com/stretchr/testify/require"
)

// Thousands of patterns once were looked for by their beginnings, which a few hundred share, and all of these were tried.
func TestAPatternIsLookedForByTheWordOfWhichAFragmentIsRarest(t *testing.T) {
	var patterns []string
	for i := range 2000 {
		patterns = append(patterns, fmt.Sprintf(`^.*%s-%d\.\d+-Prod%d_([\w.]+)`, []string{"SSH", "FTP", "SMTP"}[i%3], i%4, i), fmt.Sprintf(`^220[- ].*sd%d (?:ready|v\d)`, i))
	}
	s, err := CompileSet(patterns, syntax.Perl, SetOptions{})
	require.NoError(t, err)
	require.Len(t, s.filtered.patterns, len(patterns))
	seen, windows := make([]uint64, len(patterns)/64+1), make([]uint64, len(patterns))
	s.candidates("220-sd77 ready, FTP-1.9-Prod1777_4.3", seen, windows)
	n := 0
	for _, w := range seen {
		n += bits.OnesCount64(w)
	}
	require.Less(t, n, 5)
	require.Equal(t, 155, s.First("220-sd77 ready, FTP-1.9-Prod1777_4.3"))
	require.Equal(t, 2*1777, s.First("x FTP-1.9-Prod1777_4.3"))
}
