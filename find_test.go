package regexp_test

import (
	"bytes"
	"reflect"
	stdlib "regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// finds is the table behind all Find methods, their append forms and iterators: for a pattern and a subject, the
// offsets of all groups of all matches. Whatever a method returns follows from them. The oracle of the
// table itself is the standard library.
var finds = []struct {
	pattern, subject string
	matches          [][]int
}{
	// what matches where
	{`a`, `abca`, [][]int{{0, 1}, {3, 4}}},
	{`x`, `abc`, nil},
	{`x`, ``, nil},
	{`a+`, `baaab`, [][]int{{1, 4}}},
	{`a|ab`, `abab`, [][]int{{0, 1}, {2, 3}}},
	{`^a`, `aaa`, [][]int{{0, 1}}},
	{`(?m)^a`, "aa\na", [][]int{{0, 1}, {3, 4}}},
	{`a$`, `aaa`, [][]int{{2, 3}}},
	{`\bfoo\b`, `foo food foo`, [][]int{{0, 3}, {9, 12}}},
	{`\Ba`, `aaa`, [][]int{{1, 2}, {2, 3}}},
	{`^/([^/]+)/([^/]+)/(.*)$`, `/a/bc/d/e`, [][]int{{0, 9, 1, 2, 3, 5, 6, 9}}},

	// empty matches: one at each rune boundary, none that touches the match before
	{``, ``, [][]int{{0, 0}}},
	{``, `ab`, [][]int{{0, 0}, {1, 1}, {2, 2}}},
	{``, `日x`, [][]int{{0, 0}, {3, 3}, {4, 4}}},
	{`a*`, `baaab`, [][]int{{0, 0}, {1, 4}, {5, 5}}},
	{`a*?`, `aa`, [][]int{{0, 0}, {1, 1}, {2, 2}}},
	{`a*|b`, `abba`, [][]int{{0, 1}, {2, 2}, {3, 4}}},
	{`$`, `ab`, [][]int{{2, 2}}},
	{`^`, `ab`, [][]int{{0, 0}}},
	{`\b`, `ab cd`, [][]int{{0, 0}, {2, 2}, {3, 3}, {5, 5}}},
	{`(?m)$`, "a\n\nb", [][]int{{1, 1}, {2, 2}, {4, 4}}},
	{`b|`, `abb`, [][]int{{0, 0}, {1, 2}, {2, 3}}},

	// groups: unset, empty, nested, repeated, named, never reachable
	{`()`, `a`, [][]int{{0, 0, 0, 0}, {1, 1, 1, 1}}},
	{`(a)|(b)`, `ab`, [][]int{{0, 1, 0, 1, -1, -1}, {1, 2, -1, -1, 1, 2}}},
	{`(a*)(b)?`, `aac`, [][]int{{0, 2, 0, 2, -1, -1}, {3, 3, 3, 3, -1, -1}}},
	{`((a|b)+)(c)`, `abc`, [][]int{{0, 3, 0, 2, 1, 2, 2, 3}}},
	{`(?P<key>\w+)=(?<value>\w*)`, `a=1,b=`, [][]int{{0, 3, 0, 1, 2, 3}, {4, 6, 4, 5, 6, 6}}},
	{`(x){0}a`, `aa`, [][]int{{0, 1, -1, -1}, {1, 2, -1, -1}}},
	{`(a)?b`, `bab`, [][]int{{0, 1, -1, -1}, {1, 3, 1, 2}}},

	// text that is not ASCII, or not UTF-8: each bad byte counts as one U+FFFD
	{`.`, `日a`, [][]int{{0, 3}, {3, 4}}},
	{`(?i)k`, "k\u212a", [][]int{{0, 1}, {1, 4}}},
	{`.`, "\xff\xe6\x97", [][]int{{0, 1}, {1, 2}, {2, 3}}},
	{``, "\xe6\x97", [][]int{{0, 0}, {1, 1}, {2, 2}}},
	{`[^a]+`, "a\xc3a\xa9", [][]int{{1, 2}, {3, 4}}},
	{`\x{fffd}`, "\ufffd\xff", [][]int{{0, 3}, {3, 4}}},

	// more groups than a Matches holds inline, and more matches than fit into a frame
	{strings.Repeat(`(.)`, 20), strings.Repeat(`x`, 20), [][]int{oneByOne(20)}},
	{`y`, strings.Repeat(`y`, 100), singles(100)},
}

// oneByOne is a match of n groups of one byte each.
func oneByOne(n int) []int {
	match := []int{0, n}
	for i := range n {
		match = append(match, i, i+1)
	}
	return match
}

// singles is n matches of one byte each.
func singles(n int) (matches [][]int) {
	for i := range n {
		matches = append(matches, []int{i, i + 1})
	}
	return matches
}

// found is what the table says of one pattern and subject, in the shape of each kind of method: for no
// match all are nil.
type found struct {
	index, submatchIndex [][]int
	text                 []string
	submatch             [][]string
	bytes                [][]byte
	submatchBytes        [][][]byte
	flatIndex            [][2]int
	flatSubmatchIndex    []int
	flatSubmatch         []string
	flatSubmatchBytes    [][]byte
}

func expected(b []byte, matches [][]int, n int) (f found) {
	if n >= 0 && n < len(matches) {
		matches = matches[:n]
	}
	for _, m := range matches {
		var texts []string
		var bytes [][]byte
		for i := 0; i < len(m); i += 2 {
			if m[i] < 0 {
				texts, bytes = append(texts, ""), append(bytes, nil)
				continue
			}
			texts, bytes = append(texts, string(b[m[i]:m[i+1]])), append(bytes, b[m[i]:m[i+1]])
		}
		f.index = append(f.index, m[:2])
		f.submatchIndex = append(f.submatchIndex, m)
		f.text = append(f.text, texts[0])
		f.submatch = append(f.submatch, texts)
		f.bytes = append(f.bytes, bytes[0])
		f.submatchBytes = append(f.submatchBytes, bytes)
		f.flatIndex = append(f.flatIndex, [2]int(m[:2]))
		f.flatSubmatchIndex = append(f.flatSubmatchIndex, m...)
		f.flatSubmatch = append(f.flatSubmatch, texts...)
		f.flatSubmatchBytes = append(f.flatSubmatchBytes, bytes...)
	}
	return f
}

// eachFind runs a test for each row of the table.
func eachFind(t *testing.T, run func(t *testing.T, re *regexp.Regexp, s string, matches [][]int)) {
	for _, row := range finds {
		t.Run(stdlib.QuoteMeta(row.pattern)+" in "+row.subject, func(t *testing.T) {
			run(t, regexp.MustCompile(row.pattern), row.subject, row.matches)
		})
	}
}

func TestTheFindTableIsThatOfTheStandardLibrary(t *testing.T) {
	for _, row := range finds {
		require.Equal(t, stdlib.MustCompile(row.pattern).FindAllStringSubmatchIndex(row.subject, -1), row.matches,
			"%q in %q", row.pattern, row.subject)
	}
}

func TestFindReturnsTheFirstMatch(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		b := []byte(s)
		f := expected(b, matches, -1)
		hit := len(matches) > 0
		require.Equal(t, hit, re.MatchString(s))
		require.Equal(t, hit, re.Match(b))
		require.Equal(t, hit, re.MatchReader(strings.NewReader(s)))
		require.Equal(t, firstOf(f.bytes), re.Find(b))
		require.Equal(t, firstOf(f.index), re.FindIndex(b))
		require.Equal(t, firstOf(f.text), re.FindString(s))
		require.Equal(t, firstOf(f.index), re.FindStringIndex(s))
		require.Equal(t, firstOf(f.index), re.FindReaderIndex(strings.NewReader(s)))
		require.Equal(t, firstOf(f.submatchBytes), re.FindSubmatch(b))
		require.Equal(t, firstOf(f.submatchIndex), re.FindSubmatchIndex(b))
		require.Equal(t, firstOf(f.submatch), re.FindStringSubmatch(s))
		require.Equal(t, firstOf(f.submatchIndex), re.FindStringSubmatchIndex(s))
		require.Equal(t, firstOf(f.submatchIndex), re.FindReaderSubmatchIndex(strings.NewReader(s)))
	})
}

func firstOf[T any](all []T) (first T) {
	if len(all) > 0 {
		first = all[0]
	}
	return first
}

// counts are values of n: none, too few, about enough, more than there are, and all, in two spellings.
var counts = []int{0, 1, 2, 3, 1000, -1, -7}

func TestFindAllReturnsTheFirstNMatches(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		b := []byte(s)
		for _, n := range counts {
			f := expected(b, matches, n)
			require.Equal(t, f.bytes, re.FindAll(b, n))
			require.Equal(t, f.index, re.FindAllIndex(b, n))
			require.Equal(t, f.text, re.FindAllString(s, n))
			require.Equal(t, f.index, re.FindAllStringIndex(s, n))
			require.Equal(t, f.submatchBytes, re.FindAllSubmatch(b, n))
			require.Equal(t, f.submatchIndex, re.FindAllSubmatchIndex(b, n))
			require.Equal(t, f.submatch, re.FindAllStringSubmatch(s, n))
			require.Equal(t, f.submatchIndex, re.FindAllStringSubmatchIndex(s, n))
		}
	})
}

func TestAppendFindAllKeepsWhatWasThereAndAddsTheFirstNMatches(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		b := []byte(s)
		for _, n := range counts {
			f := expected(b, matches, n)
			texts, bytes, ints := []string{"kept"}, [][]byte{[]byte("kept")}, []int{7}
			pairs := [][2]int{{7, 8}}
			require.Equal(t, slices.Concat(bytes, f.bytes), re.AppendFindAll(bytes, b, n))
			require.Equal(t, slices.Concat(pairs, f.flatIndex), re.AppendFindAllIndex(pairs, b, n))
			require.Equal(t, slices.Concat(texts, f.text), re.AppendFindAllString(texts, s, n))
			require.Equal(t, slices.Concat(pairs, f.flatIndex), re.AppendFindAllStringIndex(pairs, s, n))
			require.Equal(t, slices.Concat(bytes, f.flatSubmatchBytes), re.AppendFindAllSubmatch(bytes, b, n))
			require.Equal(t, slices.Concat(ints, f.flatSubmatchIndex), re.AppendFindAllSubmatchIndex(ints, b, n))
			require.Equal(t, slices.Concat(texts, f.flatSubmatch), re.AppendFindAllStringSubmatch(texts, s, n))
			require.Equal(t, slices.Concat(ints, f.flatSubmatchIndex),
				re.AppendFindAllStringSubmatchIndex(ints, s, n))
		}
	})
}

func TestIteratorsYieldAllMatches(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		b := []byte(s)
		f := expected(b, matches, -1)
		require.Equal(t, f.bytes, slices.Collect(re.All(b)))
		require.Equal(t, f.index, slices.Collect(re.AllIndex(b)))
		require.Equal(t, f.text, slices.Collect(re.AllString(s)))
		require.Equal(t, f.index, slices.Collect(re.AllStringIndex(s)))
		require.Equal(t, f.submatchBytes, slices.Collect(re.AllSubmatch(b)))
		require.Equal(t, f.submatchIndex, slices.Collect(re.AllSubmatchIndex(b)))
		require.Equal(t, f.submatch, slices.Collect(re.AllStringSubmatch(s)))
		require.Equal(t, f.submatchIndex, slices.Collect(re.AllStringSubmatchIndex(s)))
	})
}

func TestIteratorsCanBeLeftEarlyAndStartedAgain(t *testing.T) {
	re := regexp.MustCompile(`(.)`)
	s, b := "abc", []byte("abc")
	require.Equal(t, []string{"a", "a"}, leaveTwice(re.AllString(s)))
	require.Equal(t, [][]byte{b[:1], b[:1]}, leaveTwice(re.All(b)))
	require.Equal(t, [][]int{{0, 1}, {0, 1}}, leaveTwice(re.AllIndex(b)))
	require.Equal(t, [][]int{{0, 1}, {0, 1}}, leaveTwice(re.AllStringIndex(s)))
	require.Equal(t, [][][]byte{{b[:1], b[:1]}, {b[:1], b[:1]}}, leaveTwice(re.AllSubmatch(b)))
	require.Equal(t, [][]int{{0, 1, 0, 1}, {0, 1, 0, 1}}, leaveTwice(re.AllSubmatchIndex(b)))
	require.Equal(t, [][]string{{"a", "a"}, {"a", "a"}}, leaveTwice(re.AllStringSubmatch(s)))
	require.Equal(t, [][]int{{0, 1, 0, 1}, {0, 1, 0, 1}}, leaveTwice(re.AllStringSubmatchIndex(s)))
}

func leaveTwice[T any](seq func(yield func(T) bool)) (got []T) {
	for range 2 {
		for v := range seq {
			got = append(got, v)
			break
		}
	}
	return got
}

func TestReturnedSlicesHaveNoSpareCapacity(t *testing.T) {
	eachFind(t, func(t *testing.T, re *regexp.Regexp, s string, matches [][]int) {
		b := append(make([]byte, 0, len(s)+8), s...)
		for _, list := range []any{
			re.Find(b), re.FindIndex(b), re.FindStringIndex(s), re.FindReaderIndex(strings.NewReader(s)),
			re.FindSubmatch(b), re.FindSubmatchIndex(b), re.FindStringSubmatch(s), re.FindStringSubmatchIndex(s),
			re.FindReaderSubmatchIndex(strings.NewReader(s)),
			re.FindAll(b, -1), re.FindAllIndex(b, -1), re.FindAllString(s, -1), re.FindAllStringIndex(s, -1),
			re.FindAllSubmatch(b, -1), re.FindAllSubmatchIndex(b, -1), re.FindAllStringSubmatch(s, -1),
			re.FindAllStringSubmatchIndex(s, -1), re.Split(s, -1), re.ReplaceAll(b, b),
		} {
			requireExact(t, reflect.ValueOf(list))
		}
	})
}

// requireExact looks into slices of slices too: no append to one may write into its neighbour.
func requireExact(t *testing.T, list reflect.Value) {
	t.Helper()
	require.Equal(t, list.Len(), list.Cap(), "%v", list)
	if list.Type().Elem().Kind() == reflect.Slice {
		for i := range list.Len() {
			requireExact(t, list.Index(i))
		}
	}
}

func TestFoundBytesAreSlicesOfTheSubject(t *testing.T) {
	b := []byte("key=value")
	re := regexp.MustCompile(`(\w+)=(\w+)`)
	for _, groups := range [][][]byte{
		re.FindSubmatch(b), re.FindAllSubmatch(b, -1)[0], re.AppendFindAllSubmatch(nil, b, -1),
		firstOf(slices.Collect(re.AllSubmatch(b))),
	} {
		require.Same(t, &b[0], &groups[0][0])
		require.Same(t, &b[4], &groups[2][0])
	}
	require.Same(t, &b[0], &re.Find(b)[0])
	require.Same(t, &b[0], &re.FindAll(b, 1)[0][0])
}

func TestAnEmptyMatchIsNilInANilSubjectAndNotNilInAnEmptyOne(t *testing.T) {
	re, std := regexp.MustCompile(`(x*)`), stdlib.MustCompile(`(x*)`)
	for _, b := range [][]byte{nil, {}} {
		require.Equal(t, std.Find(b), re.Find(b))
		require.Equal(t, std.FindSubmatch(b), re.FindSubmatch(b))
		require.Equal(t, std.FindAll(b, -1), re.FindAll(b, -1))
		require.Equal(t, std.FindAllSubmatch(b, -1), re.FindAllSubmatch(b, -1))
		require.Equal(t, std.FindAllIndex(b, -1), re.FindAllIndex(b, -1))
	}
}

func TestAppendFindAllUsesTheRoomThatIsThere(t *testing.T) {
	re := regexp.MustCompile(`a`)
	room := make([]string, 1, 8)
	got := re.AppendFindAllString(room, "banana", -1)
	require.Equal(t, []string{"", "a", "a", "a"}, got)
	require.Same(t, &room[0], &got[0])

	require.Nil(t, re.AppendFindAllStringSubmatchIndex(nil, "none", 0))
	require.Nil(t, re.AppendFindAllStringSubmatchIndex(nil, "pine", -1))

	ints := make([]int, 0, 8)
	require.Same(t, &ints[:1][0], &re.AppendFindAllStringSubmatchIndex(ints, "banana", -1)[0])
}

func TestLongestMatchesAreFoundOneAfterTheOther(t *testing.T) {
	re := regexp.MustCompile(`a|ab|abc`)
	require.Equal(t, []string{"a", "a"}, re.FindAllString("abcab", -1))
	re.Longest()
	require.Equal(t, []string{"abc", "ab"}, re.FindAllString("abcab", -1))
	require.True(t, bytes.Equal([]byte("abc"), re.Find([]byte("xabc"))))
}
