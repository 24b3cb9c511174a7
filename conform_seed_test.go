package regexp_test

import (
	stdlib "regexp"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/bench/corpus"
	"github.com/stretchr/testify/require"
)

// The rows of the seed corpus on which PCRE2 and the standard library agree state the answer; it is ours too. The
// standard library is asked again, so that the flags are known to be read as the corpus means them.
func TestSeedCorpusRowsThatTheStandardLibraryAgreesWithHold(t *testing.T) {
	rows := 0
	for _, row := range corpus.Rows() {
		if row.GoStdlib != "same" {
			continue
		}
		rows++
		holds := func(caps []int) bool {
			hit := caps != nil
			switch {
			case row.Has("fullmatch"): // ATS looks at the length of the first match.
				hit = hit && caps[0] == 0 && caps[1] == len(row.Subject)
			case row.Has("notempty"):
				hit = hit && caps[0] < caps[1]
			}
			if hit != row.Expect.Match {
				return false
			}
			for g, span := range row.Expect.Groups {
				if [2]int(caps[2*g:]) != span {
					return false
				}
			}
			return true
		}
		pattern := row.GoPattern()
		want := stdlib.MustCompile(pattern).FindStringSubmatchIndex(row.Subject)
		require.Truef(t, holds(want), "%s %q: %q on %q: the standard library gives %v, the row %v", row.Group, row.Name, pattern, row.Subject, want, row.Expect)

		var m regexp.Matches
		re := regexp.MustCompile(pattern)
		got := held(re.Exec(row.Subject, &m), &m)
		require.Equalf(t, want, got, "%s %q: %q on %q", row.Group, row.Name, pattern, row.Subject)
		if row.Has("fullmatch") && row.Expect.Match {
			require.Truef(t, re.ExecAt(row.Subject, 0, regexp.Full, &m), "%s %q: %q in full on %q", row.Group, row.Name, pattern, row.Subject)
		}
		if both, ok := compileBoth(t, pattern); ok && len(row.Subject) < 1000 {
			both.check(t, row.Subject)
		}
	}
	require.GreaterOrEqual(t, rows, 200)
}
