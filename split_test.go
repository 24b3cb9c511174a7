package regexp_test

import (
	stdlib "regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// splits are the pieces for a count. The oracle of the table itself is the standard library.
var splits = []struct {
	pattern, subject string
	n                int
	pieces           []string
}{
	{`,`, `a,b,c`, -1, []string{"a", "b", "c"}},
	{`,`, `a,b,c`, 0, nil},
	{`,`, `a,b,c`, 1, []string{"a,b,c"}},
	{`,`, `a,b,c`, 2, []string{"a", "b,c"}},
	{`,`, `a,b,c`, 9, []string{"a", "b", "c"}},
	{`,`, `,a,`, -1, []string{"", "a", ""}},
	{`,`, `,`, -1, []string{"", ""}},
	{`,`, ``, -1, []string{""}},
	{`,`, ``, 1, []string{""}},
	{`,`, ``, 0, nil},
	{``, ``, -1, []string{}},
	{``, ``, 1, []string{}},
	{``, `abc`, -1, []string{"a", "b", "c"}},
	{``, `abc`, 2, []string{"a", "bc"}},
	{``, `日x`, -1, []string{"日", "x"}},
	{`a*`, `baac`, -1, []string{"b", "c"}},
	{`a*`, `abaabaccadaaae`, 5, []string{"", "b", "b", "c", "cadaaae"}},
	{`$`, `ab`, -1, []string{"ab"}},
	{`x$`, `abx`, -1, []string{"ab", ""}},
	{`^`, `ab`, -1, []string{"ab"}},
	{`^`, `ab`, 1, []string{"ab"}},
	{`\b`, `ab cd`, -1, []string{"ab", " ", "cd"}},
	{`z`, `ab`, -1, []string{"ab"}},
	{`ab`, `ab`, -1, []string{"", ""}},
}

func TestTheSplitTableIsThatOfTheStandardLibrary(t *testing.T) {
	for _, row := range splits {
		require.Equal(t, stdlib.MustCompile(row.pattern).Split(row.subject, row.n), row.pieces, "%v", row)
	}
}

func TestSplitCutsBetweenMatches(t *testing.T) {
	for _, row := range splits {
		re := regexp.MustCompile(row.pattern)
		got := re.Split(row.subject, row.n)
		require.Equal(t, row.pieces, got, "%v", row)
		require.Equal(t, len(got), cap(got), "%v", row)

		dst := []string{"kept"}
		require.Equal(t, slices.Concat(dst, row.pieces), re.AppendSplit(dst, row.subject, row.n), "%v", row)
		if row.n < 0 {
			require.Equal(t, len(row.pieces), len(slices.Collect(re.SplitSeq(row.subject))), "%v", row)
			require.Equal(t, row.pieces, append([]string{}, slices.Collect(re.SplitSeq(row.subject))...), "%v", row)
		}
	}
}

func TestSplitSeqCanBeLeftEarlyAndStartedAgain(t *testing.T) {
	require.Equal(t, []string{"a", "a"}, leaveTwice(regexp.MustCompile(`,`).SplitSeq("a,b")))
}
