package regexp_test

import (
	"errors"
	"io"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// stubborn is a reader of runes that counts what was read and fails at the end with an error that is not io.EOF.
type stubborn struct {
	*strings.Reader
	runes int
}

func (r *stubborn) ReadRune() (rune, int, error) {
	c, size, err := r.Reader.ReadRune()
	if err != nil {
		return 0, 0, errors.New("broken pipe")
	}
	r.runes++
	return c, size, err
}

func TestAnErrorOfTheReaderEndsTheText(t *testing.T) {
	read := func(s string) io.RuneReader { return &stubborn{Reader: strings.NewReader(s)} }
	require.True(t, regexp.MustCompile(`b$`).MatchReader(read("ab")))
	require.Equal(t, []int{1, 2}, regexp.MustCompile(`b$`).FindReaderIndex(read("ab")))
	require.Equal(t, []int{1, 2, 1, 2}, regexp.MustCompile(`(b)$`).FindReaderSubmatchIndex(read("ab")))
	require.Nil(t, regexp.MustCompile(`c`).FindReaderIndex(read("ab")))
	require.Nil(t, regexp.MustCompile(`c`).FindReaderSubmatchIndex(read("ab")))
}

func TestReadersAreReadNoFurtherThanTheStandardLibraryDoes(t *testing.T) {
	const text = "xxabcabcabc\n日本語 and more"
	for _, pattern := range []string{
		`ab`, `abc`, `^x`, `^y`, `a.*?c`, `(abc)+`, `x*`, `[^\n]+`, `\bmore\b`, `nowhere`, `a|abcab`, ``, `^`, `日.`,
	} {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		theirs, ours := &stubborn{Reader: strings.NewReader(text)}, &stubborn{Reader: strings.NewReader(text)}
		require.Equal(t, std.FindReaderIndex(theirs), re.FindReaderIndex(ours), "%q", pattern)
		require.LessOrEqual(t, ours.runes, theirs.runes, "runes read to find %q", pattern)

		theirs, ours = &stubborn{Reader: strings.NewReader(text)}, &stubborn{Reader: strings.NewReader(text)}
		require.Equal(t, std.MatchReader(theirs), re.MatchReader(ours), "%q", pattern)
		require.LessOrEqual(t, ours.runes, theirs.runes, "runes read to match %q", pattern)
	}
}

func TestOffsetsInAReaderCountFromWhereItStands(t *testing.T) {
	r := strings.NewReader("日本語 ab ab")
	_, _, err := r.ReadRune()
	require.NoError(t, err)
	require.Equal(t, []int{7, 9}, regexp.MustCompile(`ab`).FindReaderIndex(r))
}

func TestTheReaderIsNotReadForAWrongPattern(t *testing.T) {
	r := &stubborn{Reader: strings.NewReader("text")}
	matched, err := regexp.MatchReader(`(`, r)
	require.False(t, matched)
	require.EqualError(t, err, "error parsing regexp: missing closing ): `(`")
	require.Zero(t, r.runes)

	matched, err = regexp.MatchReader(`e`, r)
	require.True(t, matched)
	require.NoError(t, err)
}
