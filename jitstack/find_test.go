package jitstack_test

import (
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// finds are patterns with all their matches, as offsets of their groups.
var finds = []struct {
	pattern, subject string
	all              [][]int
}{
	{`a*`, "baaac", [][]int{{0, 0}, {1, 4}, {4, 4}, {5, 5}}},
	{`(|a)`, "a", [][]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {1, 1, 1, 1}}},
	{`(\w)\1`, "aabbc", [][]int{{0, 2, 0, 1}, {2, 4, 2, 3}}},
	{`x`, "aabbc", nil},
	{`(a)|(b)`, "ab", [][]int{{0, 1, 0, 1, -1, -1}, {1, 2, -1, -1, 1, 2}}},
	{`\Ga`, "aaba", [][]int{{0, 1}, {1, 2}}},
	{`a\Kb`, "abab", [][]int{{1, 2}, {3, 4}}},
	{`(?<=é)`, "éé", [][]int{{2, 2}, {4, 4}}},
	{`$`, "a\n", [][]int{{1, 1}, {2, 2}}},
	{``, "é", [][]int{{0, 0}, {2, 2}}},
	{``, "", [][]int{{0, 0}}},
}

func TestEveryMethodFindsTheSame(t *testing.T) {
	for _, c := range finds {
		p := jitstack.MustCompile(c.pattern, 0)
		s, b := c.subject, []byte(c.subject)
		var texts [][]string
		var whole []string
		var index [][]int
		for _, spans := range c.all {
			var groups []string
			for i := 0; i < len(spans); i += 2 {
				if spans[i] < 0 {
					groups = append(groups, "")
				} else {
					groups = append(groups, s[spans[i]:spans[i+1]])
				}
			}
			texts, whole, index = append(texts, groups), append(whole, groups[0]), append(index, spans[:2])
		}
		equal := func(want, got any, err error) {
			t.Helper()
			require.NoError(t, err)
			require.Equalf(t, want, got, "%q on %q", c.pattern, s)
		}
		ints, err := p.FindAllStringSubmatchIndex(s, -1)
		equal(c.all, ints, err)
		ints, err = p.FindAllSubmatchIndex(b, -1)
		equal(c.all, ints, err)
		ints, err = p.FindAllStringIndex(s, -1)
		equal(index, ints, err)
		ints, err = p.FindAllIndex(b, -1)
		equal(index, ints, err)
		strs, err := p.FindAllString(s, -1)
		equal(whole, strs, err)
		strs, err = p.AppendFindAllString(nil, s, -1)
		equal(whole, strs, err)
		rows, err := p.FindAllStringSubmatch(s, -1)
		equal(texts, rows, err)
		list, err := p.FindAll(b, -1)
		require.NoError(t, err)
		require.Len(t, list, len(whole))
		list, err = p.AppendFindAll(nil, b, -1)
		require.NoError(t, err)
		for i, text := range whole {
			require.Equal(t, text, string(list[i]))
		}
		byteRows, err := p.FindAllSubmatch(b, -1)
		require.NoError(t, err)
		require.Len(t, byteRows, len(texts))
		for i, row := range byteRows {
			for k, text := range row {
				require.Equal(t, texts[i][k], string(text))
				require.Equal(t, c.all[i][2*k] < 0, text == nil)
			}
		}
		var flat []int
		var pairs [][2]int
		for _, spans := range c.all {
			flat, pairs = append(flat, spans...), append(pairs, [2]int(spans))
		}
		ints1, err := p.AppendFindAllStringSubmatchIndex(nil, s, -1)
		equal(flat, ints1, err)
		ints1, err = p.AppendFindAllSubmatchIndex(nil, b, -1)
		equal(flat, ints1, err)
		pairs1, err := p.AppendFindAllStringIndex(nil, s, -1)
		equal(pairs, pairs1, err)
		pairs1, err = p.AppendFindAllIndex(nil, b, -1)
		equal(pairs, pairs1, err)

		var m arena.Matches
		ok, err := p.Exec(s, &m)
		equal(len(c.all) > 0, ok, err)
		ok, err = p.ExecBytes(b, &m)
		equal(len(c.all) > 0, ok, err)
		one, err := p.FindStringSubmatchIndex(s)
		if len(c.all) == 0 {
			equal([]int(nil), one, err)
			continue
		}
		equal(c.all[0], spansOf(&m), err)
		equal(c.all[0], one, err)
		one, err = p.FindSubmatchIndex(b)
		equal(c.all[0], one, err)
		one, err = p.FindStringIndex(s)
		equal(index[0], one, err)
		one, err = p.FindIndex(b)
		equal(index[0], one, err)
		text, err := p.FindString(s)
		equal(whole[0], text, err)
		groups, err := p.FindStringSubmatch(s)
		equal(texts[0], groups, err)
		found, err := p.Find(b)
		equal(whole[0], string(found), err)
		byteGroups, err := p.FindSubmatch(b)
		require.NoError(t, err)
		require.Len(t, byteGroups, len(texts[0]))
		some, err := p.FindAllString(s, 1)
		equal(whole[:1], some, err)
	}
}

func TestReplacements(t *testing.T) {
	for _, c := range []struct{ pattern, subject, template, want string }{
		{`(?<first>\w+) (?<second>\w+)`, "hello world", "$2 ${first}", "world hello"},
		{`(\w)\1`, "aabbc", "<$1>", "<a><b>c"},
		{`a*`, "baac", "-", "-b--c-"},
		{`x`, "abc", "-", "abc"},
		{`(?=b)`, "abab", "|", "a|ba|b"},
		{`b`, "abc", "$$", "a$c"},
		{`a\Kb`, "abab", "x", "axax"},
	} {
		p := jitstack.MustCompile(c.pattern, 0)
		text, err := p.ReplaceAllString(c.subject, c.template)
		require.NoError(t, err)
		require.Equal(t, c.want, text, c.pattern)
		b, err := p.ReplaceAll([]byte(c.subject), []byte(c.template))
		require.NoError(t, err)
		require.Equal(t, c.want, string(b), c.pattern)
		b, err = p.AppendReplaceAll([]byte("> "), []byte(c.subject), []byte(c.template))
		require.NoError(t, err)
		require.Equal(t, "> "+c.want, string(b), c.pattern)
	}
	p := jitstack.MustCompile(`(\w)\1`, 0)
	text, err := p.ReplaceAllLiteralString("aab", "$1")
	require.NoError(t, err)
	require.Equal(t, "$1b", text)
	text, err = p.ReplaceAllStringFunc("aab", func(match string) string { return "[" + match + "]" })
	require.NoError(t, err)
	require.Equal(t, "[aa]b", text)
}

func TestAPatternTellsAboutItself(t *testing.T) {
	p := jitstack.MustCompile(`(?<a>x)(y)(?<b>\1)`, jitstack.Caseless)
	require.Equal(t, `(?<a>x)(y)(?<b>\1)`, p.String())
	require.Equal(t, jitstack.Caseless, p.Flags())
	require.Equal(t, 3, p.NumSubexp())
	require.Equal(t, []string{"", "a", "", "b"}, p.SubexpNames())
	require.Equal(t, 3, p.SubexpIndex("b"))
	require.Equal(t, -1, p.SubexpIndex("c"))
	require.Equal(t, -1, p.SubexpIndex(""))
	require.Positive(t, p.MemoryUsage())
	require.NotEmpty(t, p.Explain())
}

func TestFlagsAreThoseOfPCRE2(t *testing.T) {
	for _, c := range []struct {
		pattern string
		flags   jitstack.Flags
		subject string
		want    []int
	}{
		{`k`, jitstack.Caseless, "\u212a", []int{0, 3}},
		{`^b$`, jitstack.Multiline, "a\nb\nc", []int{2, 3}},
		{`a.b`, jitstack.DotAll, "a\nb", []int{0, 3}},
		{`a b # c`, jitstack.Extended, "ab", []int{0, 2}},
		{`b`, jitstack.Anchored, "ab", nil},
		{`a|ab`, jitstack.EndAnchored, "ab", []int{0, 2}},
		{`a+`, jitstack.Ungreedy, "aa", []int{0, 1}},
		{`a$`, jitstack.DollarEndOnly, "a\n", nil},
		{`a$`, 0, "a\n", []int{0, 1}},
		{`a*`, jitstack.NotEmpty, "baa", []int{1, 3}},
		{`(?<n>a)|(?<n>b)`, jitstack.DupNames, "b", []int{0, 1, -1, -1, 0, 1}},
		{`(a)(?<n>b)`, jitstack.NoAutoCapture, "ab", []int{0, 2, 1, 2}},
	} {
		p := jitstack.MustCompile(c.pattern, c.flags)
		got, err := p.FindStringSubmatchIndex(c.subject)
		require.NoError(t, err)
		require.Equalf(t, c.want, got, "%q, flags %#x, on %q", c.pattern, c.flags, c.subject)
	}
	_, err := jitstack.Compile("a", 1<<30)
	require.ErrorContains(t, err, "unknown flags")
}

func TestASearchMayBeginInsideTheSubject(t *testing.T) {
	p := jitstack.MustCompile(`(?<=(a))b|^c`, 0)
	var m arena.Matches
	ok, err := p.ExecAt("cab", 2, 0, &m)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, []int{2, 3, 1, 2}, spansOf(&m))
	stack := jitstack.NewStack(1 << 20)
	for _, pos := range []int{-1, 4, 1 << 40} {
		ok, err = p.ExecAt("cab", pos, 0, &m)
		require.NoError(t, err)
		require.False(t, ok)
		ok, err = p.ExecStackAt(stack, "cab", pos, 0, &m)
		require.NoError(t, err)
		require.False(t, ok)
		require.Zero(t, m.Len())
	}
	ok, err = p.ExecStackAt(stack, "cab", 1, jitstack.Anchored, &m)
	require.NoError(t, err)
	require.False(t, ok)
}
