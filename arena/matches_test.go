package arena_test

import (
	"math"
	"regexp"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/arena"
)

// hold puts a match of these offsets into m, as a matcher does.
func hold(m *arena.Matches, subject string, names []string, offsets ...int) {
	copy(m.Slots(len(offsets)/2), offsets)
	m.Commit(subject, len(offsets)/2, names)
}

// oneByte gives n groups offsets of a byte each: 0 1, 1 2, ...
func oneByte(n int) (offsets []int) {
	for i := range n {
		offsets = append(offsets, i, i+1)
	}
	return offsets
}

func TestTheZeroValueHoldsNoMatch(t *testing.T) {
	var m arena.Matches
	require.Zero(t, m.Len())
	requireSpan(t, &m, 0, -1, -1)
	require.Equal(t, "", m.Group(0))
	require.Nil(t, m.GroupBytes(0))
	require.Equal(t, -1, m.Index("name"))
	require.Equal(t, "", m.Named("name"))
	require.Equal(t, "<>", string(m.Expand(nil, "<$0$name>")))
}

func requireSpan(t *testing.T, m *arena.Matches, i, start, end int) {
	t.Helper()
	s, e := m.Span(i)
	require.Equal(t, [2]int{start, end}, [2]int{s, e}, "span of group %d", i)
}

func TestAGroupThatIsUnsetOrAbsentHasNoSpan(t *testing.T) {
	var m arena.Matches
	hold(&m, "abc", nil, 0, 3, -1, -1, 3, 3)
	require.Equal(t, 3, m.Len())
	requireSpan(t, &m, 0, 0, 3)
	requireSpan(t, &m, 2, 3, 3)
	require.Equal(t, "abc", m.Group(0))
	require.NotNil(t, m.GroupBytes(2), "an empty group took part")
	for _, i := range []int{1, 3, 15, 1000, -1, math.MinInt} {
		requireSpan(t, &m, i, -1, -1)
		require.Equal(t, "", m.Group(i))
		require.Nil(t, m.GroupBytes(i))
	}
}

// A match puts its slots where an earlier one was: that one must be gone as soon as the slots are given out.
func TestAfterAMissThereIsNoMatch(t *testing.T) {
	var m arena.Matches
	for _, groups := range []int{2, 16, 17, 40} {
		hold(&m, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", nil, oneByte(groups)...)
		require.Equal(t, groups, m.Len())
		m.Slots(groups)
		require.Zero(t, m.Len())
		requireSpan(t, &m, 0, -1, -1)
		require.Equal(t, "", m.Group(groups-1))
	}
}

func TestSixteenGroupsLieInlineAndMoreSpillOnce(t *testing.T) {
	var m arena.Matches
	within := func(s []int) bool {
		begin := uintptr(unsafe.Pointer(&m))
		at := uintptr(unsafe.Pointer(&s[0]))
		return begin <= at && at < begin+unsafe.Sizeof(m)
	}
	require.True(t, within(m.Slots(1)))
	require.True(t, within(m.Slots(arena.InlineGroups)))
	require.Len(t, m.Slots(arena.InlineGroups), 32)

	spill := m.Slots(17)
	require.False(t, within(spill))
	require.Len(t, spill, 34)
	require.True(t, within(m.Slots(16)), "a smaller pattern is inline again")
	require.Same(t, &spill[0], &m.Slots(17)[0], "the spill is kept")

	larger := m.Slots(100)
	require.Len(t, larger, 200)
	require.Same(t, &larger[0], &m.Slots(20)[0], "so is a larger one")
	require.Len(t, m.Slots(20), 40)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		m.Slots(17)
		m.Slots(3)
		m.Slots(100)
	}))
}

func TestNoGroupIsTruncated(t *testing.T) {
	const subject = "abcdefghijklmnopqrstuvwxyz"
	var m arena.Matches
	for _, groups := range []int{1, 15, 16, 17, 18, 26, 16, 17} {
		hold(&m, subject, nil, oneByte(groups)...)
		require.Equal(t, groups, m.Len())
		for i := range groups {
			require.Equal(t, subject[i:i+1], m.Group(i))
			require.Equal(t, subject[i:i+1], string(m.GroupBytes(i)))
		}
		require.Equal(t, "", m.Group(groups))
	}
}

func TestAStringSubjectIsSharedByGroupAndCopiedByGroupBytes(t *testing.T) {
	subject := string([]byte("key=value"))
	var m arena.Matches
	hold(&m, subject, nil, 0, 9, 4, 9)
	require.Same(t, unsafe.StringData(subject[4:]), unsafe.StringData(m.Group(1)))
	group := m.GroupBytes(1)
	require.Equal(t, len(group), cap(group))
	copy(group, "VALUE")
	require.Equal(t, "key=value", subject, "nobody can change a string")
	require.Equal(t, "value", m.Group(1))
	require.Equal(t, "value", string(m.GroupBytes(1)))
}

func TestABytesSubjectIsSharedByGroupBytesAndCopiedByGroup(t *testing.T) {
	subject := []byte("key=value;")
	var m arena.Matches
	copy(m.Slots(2), []int{0, 9, 4, 9})
	m.CommitBytes(arena.String(subject), 2, nil)
	text, group := m.Group(1), m.GroupBytes(1)
	require.Same(t, &subject[4], &group[0])
	require.Equal(t, len(group), cap(group), "append does not write on in the subject")
	copy(group, "VALUE")
	require.Equal(t, "key=VALUE;", string(subject))
	require.Equal(t, "value", text, "a string stays as it was")

	hold(&m, string([]byte("another")), nil, 0, 7)
	copy(m.GroupBytes(0), "changed")
	require.Equal(t, "another", m.Group(0), "the subject of the next match is a string again")
}

func TestOfSeveralGroupsOfOneNameTheFirstThatTookPartIsMeant(t *testing.T) {
	names := []string{"", "n", "m", "n", "n"}
	var m arena.Matches
	for _, row := range []struct {
		offsets []int
		index   int
		text    string
	}{
		{[]int{0, 2, 0, 1, 0, 0, 1, 2, -1, -1}, 1, "a"},
		{[]int{0, 2, -1, -1, 0, 0, 1, 2, 0, 2}, 3, "b"},
		{[]int{0, 2, -1, -1, 0, 0, -1, -1, 0, 2}, 4, "ab"},
		{[]int{0, 2, 2, 2, 0, 0, 0, 2, -1, -1}, 1, ""}, // empty, but it took part
		{[]int{0, 2, -1, -1, 0, 0, -1, -1, -1, -1}, 1, ""},
	} {
		hold(&m, "ab", names, row.offsets...)
		require.Equal(t, row.index, m.Index("n"), "%v", row)
		require.Equal(t, row.text, m.Named("n"), "%v", row)
		require.Equal(t, row.text, string(m.Expand(nil, "$n")), "%v", row)
		require.Equal(t, -1, m.Index("x"))
		require.Equal(t, -1, m.Index(""), "no name is not a name")
		require.Equal(t, "", m.Named(""))
	}
}

// expansions are templates and what the match of expandPattern in expandSubject makes of them. The oracle of the
// table itself is the standard library.
const (
	expandPattern = `(?P<k>\w+)=(?P<v>\w+)(?P<unset>!)?`
	expandSubject = "(key=value)"
)

var expansions = []struct{ template, text string }{
	{"", ""},
	{"plain", "plain"},
	{"$0", "key=value"},
	{"$1:$2", "key:value"},
	{"${1}x", "keyx"},
	{"$1x", ""}, // the name is 1x
	{"$k-$v", "key-value"},
	{"${k}s", "keys"},
	{"$9 $none", " "},
	{"$unset|$3", "|"},
	{"$$1", "$1"},
	{"$", "$"},
	{"a$", "a$"},
	{"$$$", "$$"},
	{"${", "${"},
	{"${k", "${k"},
	{"${k-}", "${k-}"},
	{"$-$ ", "$-$ "},
	{"$01", ""}, // a name, since numbers have no leading zero
	{"${1}${2}", "keyvalue"},
	{"é$1é", "é"}, // é is a letter, so the name is 1é
	{"$1-é", "key-é"},
	{"$99999999999999999999", ""},
}

// expandMatch is the match, with the names of its groups.
func expandMatch(t *testing.T) (match []int, names []string) {
	re := regexp.MustCompile(expandPattern)
	match = re.FindStringSubmatchIndex(expandSubject)
	require.Equal(t, []int{1, 10, 1, 4, 5, 10, -1, -1}, match)
	return match, re.SubexpNames()
}

func TestTheExpansionTableIsThatOfTheStandardLibrary(t *testing.T) {
	match, _ := expandMatch(t)
	for _, row := range expansions {
		text := regexp.MustCompile(expandPattern).ExpandString(nil, row.template, expandSubject, match)
		require.Equal(t, row.text, string(text), "%q", row.template)
	}
}

func TestExpandReplacesVariablesByGroups(t *testing.T) {
	match, names := expandMatch(t)
	var m arena.Matches
	hold(&m, expandSubject, names, match...)
	for _, row := range expansions {
		require.Equal(t, "kept "+row.text, string(m.Expand([]byte("kept "), row.template)), "%q", row.template)
	}

	room := make([]byte, 0, 64)
	require.Zero(t, testing.AllocsPerRun(10, func() { room = m.Expand(room[:0], "$v is the value of ${k}.") }))

	hold(&m, "abcdefghijklmnopqrstuvwxyz", nil, oneByte(26)...)
	require.Equal(t, "zab", string(m.Expand(nil, "$25$0$1")), "of the spilled groups too")
}

// ExpandPiece takes at least a byte of the template at each step, and the pieces together are what AppendExpand gives.
func TestPiecesOfAnExpansionMakeTheWhole(t *testing.T) {
	match, names := expandMatch(t)
	for _, row := range expansions {
		text := ""
		for rest := row.template; rest != ""; {
			piece, shorter := arena.ExpandPiece(rest, expandSubject, match, names)
			require.Less(t, len(shorter), len(rest), "%q", rest)
			text, rest = text+piece, shorter
		}
		require.Equal(t, row.text, text, "%q", row.template)
	}
}

func TestTheStringOfBytesSharesThem(t *testing.T) {
	b := []byte("abc")
	require.Equal(t, "abc", arena.String(b))
	require.Same(t, &b[0], unsafe.StringData(arena.String(b)))
	require.Equal(t, "", arena.String(nil))
	require.Equal(t, "", arena.String([]byte{}))
}
