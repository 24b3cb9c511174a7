package jitstack_test

import (
	"regexp"
	"testing"

	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// Package regexp adds to a named class what equals its letters but for case. PCRE2 does not.
func TestNamedClassesWithoutCaseDifferFromGo(t *testing.T) {
	for _, c := range []struct{ pattern, subject string }{
		{`(?i)\w`, "\u017f"}, {`(?i)\w`, "\u212a"},
		{`(?i)[[:alpha:]]`, "\u017f"}, {`(?i)[[:alpha:]]`, "\u212a"},
		{`(?i)\p{Greek}`, "\u00b5"},
		{`(?i)\p{Lu}`, "\u0345"},
	} {
		match, err := jitstack.MustCompile(c.pattern, 0).FindString(c.subject)
		require.NoError(t, err)
		require.Empty(t, match, c.pattern)
		require.True(t, regexp.MustCompile(c.pattern).MatchString(c.subject), c.pattern)
	}
}
