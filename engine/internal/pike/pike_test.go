package pike

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, expr string) (p *program.Program, begin bool) {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return program.Compile(re), literal.Analyze(re).Begin
}

// counting counts the runes that are read from it, and what is asked for beyond the end.
type counting struct {
	r     io.RuneReader
	runes int
	ends  int
}

func (c *counting) ReadRune() (rune, int, error) {
	r, w, err := c.r.ReadRune()
	if err != nil {
		c.ends++
		return r, w, err
	}
	c.runes++
	return r, w, nil
}

// A reader is read as far as the answer depends on it and no further: the next rune is asked for only where a path could take it, or an
// assertion asks what follows. The counts are worked out by hand; the standard library, which looks one rune ahead, never reads fewer.
func TestAReaderIsReadNoFurtherThanTheAnswerNeeds(t *testing.T) {
	const end = -1 // all of it, and once beyond
	for _, test := range []struct {
		expr, text  string
		first       int // runes read for the leftmost-first match
		longest     int // for the leftmost-longest
		verdictOnly int // for the verdict alone
	}{
		{`a`, "abc", 1, 1, 1}, {`abc`, "abcdef", 3, 3, 3}, {`^abc`, "abxdef", 3, 3, 3}, {`^b`, "abc", 1, 1, 1}, {`b`, "abc", 2, 2, 2}, {`x`, "abc", end, end, end},
		{``, "abc", 0, 0, 0}, {`^`, "abc", 0, 0, 0}, {`a*?`, "aaa", 0, end, 0}, {`a+?`, "aaa", 1, end, 1}, {`a*`, "b", 1, 1, 0}, {`a+`, "aab", 3, 3, 1}, {`a+`, "aa", end, end, 1}, {`a?`, "aab", 1, 1, 0}, {`a{2,3}`, "aaaaa", 3, 3, 2},
		{`a|ab`, "abc", 1, 2, 1}, {`ab|a`, "abc", 2, 2, 1}, {`ab|a`, "acb", 2, 2, 1}, {`a|b|`, "x", 1, 1, 0}, {`(?:a|b)+?c`, "abcabc", 3, 3, 3},
		{`a$`, "ab", end, end, end}, {`^a$`, "ab", 2, 2, 2}, {`a$`, "a", end, end, end}, {`a\b`, "ab", end, end, end}, {`^a\b`, "ab", 2, 2, 2}, {`a\b`, "a b", 2, 2, 2}, {`a\B`, "ab", 2, 2, 2}, {`(?m)a$`, "a\nb", 2, 2, 2}, {`^$`, "a", 1, 1, 1}, {`$`, "", end, end, end}, {`\b`, "ab", 1, 1, 1},
		{`.`, "日本", 1, 1, 1}, {`日本`, "日本語", 2, 2, 2}, {`[^a]`, "\xffa", 1, 1, 1}, {`\x{fffd}b`, "\xffbc", 2, 2, 2},
	} {
		p, begin := parse(t, test.expr)
		caps := make([]int, p.Slots)
		all := utf8.RuneCountInString(test.text)
		for _, ask := range []struct {
			what    string
			longest bool
			caps    []int
			want    int
		}{{"first", false, caps, test.first}, {"longest", true, caps, test.longest}, {"verdict", false, nil, test.verdictOnly}, {"verdict of longest", true, nil, test.verdictOnly}} {
			in := &counting{r: strings.NewReader(test.text)}
			searchReader(p, ask.longest, begin, in, ask.caps)
			want, wantEnds := ask.want, 0
			if want == end {
				want, wantEnds = all, 1
			}
			assert.Equal(t, []int{want, wantEnds}, []int{in.runes, in.ends}, "%q on %q, %s: runes read, and ends", test.expr, test.text, ask.what)

			std := regexp.MustCompile(test.expr)
			if ask.longest {
				std.Longest()
			}
			theirs := &counting{r: strings.NewReader(test.text)}
			if ask.caps == nil {
				std.MatchReader(theirs)
			} else {
				std.FindReaderSubmatchIndex(theirs)
			}
			require.LessOrEqual(t, in.runes, theirs.runes, "%q on %q, %s: runes read, and by the standard library", test.expr, test.text, ask.what)
		}
	}
}

// The first error, whichever it is, is the end of the text, and is not asked for twice.
func TestAnErrorOfTheReaderEndsTheText(t *testing.T) {
	for _, expr := range []string{`a+$`, `(a*)b?`, `aa\b`, `(?:a|aa)$`} {
		p, begin := parse(t, expr)
		caps := make([]int, p.Slots)
		in := &counting{r: bufio.NewReader(io.MultiReader(strings.NewReader("aa"), failing{}))}
		require.True(t, searchReader(p, false, begin, in, caps), expr)
		require.Equal(t, 2, caps[1], expr)
		require.Equal(t, 1, in.ends, expr)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

// A string is searched between two positions, with the rest as context, and from a reader the same answers come.
func TestPikeAnswersAsTheStandardLibrary(t *testing.T) {
	texts := []string{"", "a", "ab", "aab", "abab", "ba", "a b", "a\nb", "é", "aéb", "\xff", "a\xe4\xb8", "日本", "xaby", "aaaa", strings.Repeat("ab", 40)}
	for _, expr := range []string{``, `a`, `a|ab`, `(a|ab)(b?)`, `(a*)(b*)`, `(a*)*`, `(a|b)*?b`, `(|a)+`, `(|a)*`, `^a`, `a$`, `\b(.)`, `\B`, `(?m)^(.*)$`, `[^a]+`, `(.)(.)?`, `\x{fffd}`, `(a+)+b`, `.bb|b`, `((a)|(b))*`} {
		p, begin := parse(t, expr)
		for _, longest := range []bool{false, true} {
			std := regexp.MustCompile(expr)
			if longest {
				std.Longest()
			}
			for _, s := range texts {
				want := std.FindStringSubmatchIndex(s)
				got := make([]int, p.Slots)
				for _, starts := range []*literal.Starts{nil, literal.NewStarts(literal.Seq{}, &p.Firsts()[p.Start])} {
					require.Equal(t, want != nil, Search(p, starts, longest, s, 0, len(s), begin, false, got), "%q on %q", expr, s)
					if want != nil {
						require.Equal(t, want, got, "%q on %q, longest %v", expr, s, longest)
					}
				}
				require.Equal(t, want != nil, searchReader(p, longest, begin, strings.NewReader(s), got), "%q on %q", expr, s)
				if want != nil {
					require.Equal(t, want, got, "%q on %q, from a reader, longest %v", expr, s, longest)
				}
			}
		}
	}
}

// Work is bounded by instructions times runes whatever the pattern: these would take a backtracker longer than the universe has.
func TestPikeIsLinear(t *testing.T) {
	s := strings.Repeat("x", 2000)
	for _, expr := range []string{`(x+x+)+y`, `(x*)*y`, `(x|xx)+y`, `(?:x?){30}x{30}y`, `(((x*)*)*)*y`} {
		p, _ := parse(t, expr)
		require.False(t, Search(p, nil, false, s, 0, len(s), false, false, make([]int, p.Slots)), expr)
		require.True(t, Search(p, nil, false, s+"y", 0, len(s)+1, false, false, make([]int, p.Slots)), expr)
	}
}

func searchReader(p *program.Program, longest, anchored bool, r io.RuneReader, caps []int) bool {
	var t Stream
	t.Reset(r, -1)
	return SearchStream(p, longest, anchored, &t, caps)
}
