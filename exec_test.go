package regexp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

func TestExecFillsMatches(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		var m regexp.Matches
		require.Equal(t, len(matches) > 0, re.Exec(s, &m))
		require.Equal(t, firstOf(matches), spansOf(&m))
		require.Equal(t, len(matches) > 0, re.ExecBytes([]byte(s), &m))
		require.Equal(t, firstOf(matches), spansOf(&m))
	})
}

// spansOf returns the offsets of all groups of a match, nil after a miss.
func spansOf(m *regexp.Matches) (spans []int) {
	for i := range m.Len() {
		start, end := m.Span(i)
		spans = append(spans, start, end)
	}
	return spans
}

func TestExecAllFillsMatchesOneAfterTheOther(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		var m regexp.Matches
		var all, ofBytes [][]int
		for i := range re.ExecAll(s, &m) {
			require.Equal(t, len(all), i)
			all = append(all, spansOf(&m))
		}
		require.Equal(t, matches, all)
		require.Zero(t, m.Len())
		for i := range re.ExecAllBytes([]byte(s), &m) {
			require.Equal(t, len(ofBytes), i)
			ofBytes = append(ofBytes, spansOf(&m))
		}
		require.Equal(t, matches, ofBytes)
		require.Zero(t, m.Len())
	})
}

func TestExecAllLeftEarlyLeavesTheLastMatch(t *testing.T) {
	var m regexp.Matches
	for i := range regexp.MustCompile(`\w`).ExecAll("a b c", &m) {
		if i == 1 {
			break
		}
	}
	require.Equal(t, "b", m.Group(0))
	for range regexp.MustCompile(`\w`).ExecAllBytes([]byte("a b c"), &m) {
		break
	}
	require.Equal(t, "a", string(m.GroupBytes(0)))
}

func TestGroupsAreReadByNumberAndByName(t *testing.T) {
	re := regexp.MustCompile(`(?P<scheme>\w+)://(?P<host>[^/:]+)(?::(?P<port>\d+))?`)
	var m regexp.Matches
	require.True(t, re.Exec("see http://go.dev/", &m))
	require.Equal(t, 4, m.Len())
	require.Equal(t, "http", m.Group(1))
	require.Equal(t, "go.dev", m.Named("host"))
	require.Equal(t, "", m.Named("port"))
	require.Equal(t, "", m.Named("path"))
	require.Equal(t, 3, m.Index("port"))
	require.Equal(t, -1, m.Index("path"))
	start, end := m.Span(3)
	require.Equal(t, [2]int{-1, -1}, [2]int{start, end})
	require.Equal(t, "go.dev via http", string(m.Expand(nil, "$host via $scheme")))
}

func TestAMissEmptiesMatches(t *testing.T) {
	re := regexp.MustCompile(`(a)`)
	var m regexp.Matches
	for _, miss := range []func() bool{
		func() bool { return re.Exec("b", &m) },
		func() bool { return re.ExecBytes([]byte("b"), &m) },
		func() bool { return re.ExecAt("a", 1, regexp.Unanchored, &m) },
		func() bool { return re.ExecAt("a", 2, regexp.Unanchored, &m) },
		func() bool { return re.ExecBytesAt([]byte("a"), -1, regexp.Unanchored, &m) },
	} {
		require.True(t, re.Exec("a", &m))
		require.Equal(t, 2, m.Len())
		require.False(t, miss())
		require.Equal(t, 0, m.Len())
		require.Equal(t, "", m.Group(1))
	}
}

func TestOneMatchesServesManyPatterns(t *testing.T) {
	small, large := regexp.MustCompile(`(b)`), regexp.MustCompile(strings.Repeat(`(.)`, 30))
	var m regexp.Matches
	for range 3 {
		require.True(t, small.Exec("abc", &m))
		require.Equal(t, []int{1, 2, 1, 2}, spansOf(&m))
		require.True(t, large.Exec(strings.Repeat("x", 30), &m))
		require.Equal(t, oneByOne(30), spansOf(&m))
	}
}

// positions are searches that start inside a subject. The text before counts as context: that is what tells
// them from a search in the rest of the subject alone.
var positions = []struct {
	pattern, subject string
	pos              int
	how              regexp.Anchoring
	want             []int
}{
	{`a`, `aba`, 0, regexp.Unanchored, []int{0, 1}},
	{`a`, `aba`, 1, regexp.Unanchored, []int{2, 3}},
	{`a`, `aba`, 3, regexp.Unanchored, nil},
	{``, `aba`, 3, regexp.Unanchored, []int{3, 3}},
	{``, `aba`, 4, regexp.Unanchored, nil},
	{``, `aba`, -1, regexp.Unanchored, nil},
	{`(b)|(c)`, `abc`, 2, regexp.Unanchored, []int{2, 3, -1, -1, 2, 3}},

	{`^a`, `aa`, 1, regexp.Unanchored, nil},
	{`\Aa`, `aa`, 1, regexp.Anchored, nil},
	{`(?m)^a`, "b\na", 2, regexp.Anchored, []int{2, 3}},
	{`(?m)^a`, "bba", 2, regexp.Anchored, nil},
	{`\ba`, `xa a`, 1, regexp.Unanchored, []int{3, 4}},
	{`\ba`, `xa`, 1, regexp.Anchored, nil},
	{`\Ba`, `xa`, 1, regexp.Anchored, []int{1, 2}},
	{`\b`, `ab`, 1, regexp.Unanchored, []int{2, 2}},
	{`a$`, `aa`, 1, regexp.Unanchored, []int{1, 2}},

	{`a`, `ba`, 0, regexp.Anchored, nil},
	{`a`, `ba`, 1, regexp.Anchored, []int{1, 2}},
	{`a|b`, `cab`, 1, regexp.Anchored, []int{1, 2}},
	{`(a|ab)(c|bcd)?`, `xabcd`, 1, regexp.Anchored, []int{1, 5, 1, 2, 2, 5}},

	{`a`, `aa`, 0, regexp.Full, nil},
	{`a`, `aa`, 1, regexp.Full, []int{1, 2}},
	{`a|ab`, `ab`, 0, regexp.Full, []int{0, 2}},
	{`a|ab`, `xab`, 1, regexp.Full, []int{1, 3}},
	{`a*?`, `aaa`, 0, regexp.Full, []int{0, 3}},
	{`(a*?)(a*)`, `aa`, 0, regexp.Full, []int{0, 2, 0, 0, 0, 2}},
	{`(a|ab)(c|bcd)`, `abcd`, 0, regexp.Full, []int{0, 4, 0, 1, 1, 4}},
	{`(a|ab)(c|bcd)`, `abc`, 0, regexp.Full, []int{0, 3, 0, 2, 2, 3}},
	{``, `a`, 0, regexp.Full, nil},
	{``, `a`, 1, regexp.Full, []int{1, 1}},
	{`(?m)a$`, "a\n", 0, regexp.Full, nil},
	{`^a`, `aa`, 1, regexp.Full, nil},

	// a position inside a rune: its remaining bytes are bad ones
	{`.`, `日a`, 1, regexp.Unanchored, []int{1, 2}},
	{`\x{fffd}{2}a`, `日a`, 1, regexp.Full, []int{1, 4}},
}

func TestExecAtSearchesFromAPositionWithTheTextBeforeAsContext(t *testing.T) {
	for _, row := range positions {
		re := regexp.MustCompile(row.pattern)
		var m regexp.Matches
		require.Equal(t, row.want != nil, re.ExecAt(row.subject, row.pos, row.how, &m), "%v", row)
		require.Equal(t, row.want, spansOf(&m), "%v", row)
		require.Equal(t, row.want != nil, re.ExecBytesAt([]byte(row.subject), row.pos, row.how, &m), "%v", row)
		require.Equal(t, row.want, spansOf(&m), "%v", row)
	}
}

func TestALongestSearchFromAPositionChoosesTheLongest(t *testing.T) {
	re := regexp.MustCompile(`a|ab|abc`)
	re.Longest()
	var m regexp.Matches
	require.True(t, re.ExecAt("xabcd", 1, regexp.Anchored, &m))
	require.Equal(t, "abc", m.Group(0))
	require.True(t, re.ExecAt("xab", 1, regexp.Full, &m))
	require.Equal(t, "ab", m.Group(0))
	require.False(t, re.ExecAt("xabcd", 1, regexp.Full, &m))
}

func TestExecBytesRefersToItsSubject(t *testing.T) {
	subject := []byte("key=value")
	var m regexp.Matches
	require.True(t, regexp.MustCompile(`=(.*)`).ExecBytes(subject, &m))
	require.Same(t, &subject[4], &m.GroupBytes(1)[0])
	require.Equal(t, 5, cap(m.GroupBytes(1)))

	group := m.Group(1)
	copy(subject[4:], "VALUE")
	require.Equal(t, "value", group, "a string stays as it was")
	require.Equal(t, "VALUE", string(m.GroupBytes(1)))
}

func TestExecBytesOfNilFindsTheEmptyMatch(t *testing.T) {
	var m regexp.Matches
	require.True(t, regexp.MustCompile(`a*`).ExecBytes(nil, &m))
	require.Equal(t, []int{0, 0}, spansOf(&m))
	require.Empty(t, slices.Concat(m.GroupBytes(0)))
}
