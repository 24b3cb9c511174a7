package answer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlacesCountUTF16(t *testing.T) {
	a := For(Request{Pattern: `(b)(x)?|(é)`, Text: "𝄞b é"})
	require.Nil(t, a.Error)
	assert.Equal(t, [][]int{{2, 3, 2, 3, -1, -1, -1, -1}, {4, 5, -1, -1, -1, -1, 4, 5}}, a.Matches)
	assert.Contains(t, a.Diagram, "<svg")
	assert.NotEmpty(t, a.Explain)
}

func TestFlagsChangeTheMatch(t *testing.T) {
	assert.Equal(t, 1, For(Request{Pattern: "a", Text: "A", Fold: true}).Total)
	assert.Equal(t, 2, For(Request{Pattern: "^a", Text: "a\na", Multiline: true}).Total)
	assert.Equal(t, 1, For(Request{Pattern: "a.b", Text: "a\nb", DotAll: true}).Total)
	assert.Equal(t, [][]int{{0, 2}}, For(Request{Pattern: "a|ab", Text: "ab", Longest: true}).Matches)
	assert.Equal(t, 1, For(Request{Kind: "perl", Pattern: "a(?=B)", Text: "ab", Fold: true}).Total)
}

func TestAnErrorHasItsPlace(t *testing.T) {
	a := For(Request{Pattern: `é(`, Fold: true})
	assert.Equal(t, &Error{"error parsing regexp: missing closing ): `é(`", 2}, a.Error)
	a = For(Request{Kind: "perl", Pattern: `é(?=a`})
	require.NotNil(t, a.Error)
	assert.Equal(t, 1, a.Error.Offset)
	a = For(Request{Kind: "set", Pattern: "ab\ncd\ne(", Fold: true})
	assert.Equal(t, &Error{"pattern 2: error parsing regexp: missing closing ): `e(`", 8}, a.Error)
}

func TestALimitIsAnErrorWithoutAPlace(t *testing.T) {
	a := For(Request{Kind: "perl", Pattern: `(a+)+\1[b-z]`, Text: strings.Repeat("a", 10000)})
	require.NotNil(t, a.Error)
	assert.Equal(t, -1, a.Error.Offset)
}

func TestASetTellsWhichPatternsMatch(t *testing.T) {
	a := For(Request{Kind: "set", Pattern: "a\nb\nc", Text: "cab"})
	assert.Equal(t, []int{0, 1, 2}, a.Set)
	assert.Equal(t, []int{}, For(Request{Kind: "set", Pattern: "a", Text: "x"}).Set)
}

func TestAReplacementIsShown(t *testing.T) {
	a := For(Request{Pattern: `(\w+)@(\w+)`, Text: "joe@x, ann@y", Replaces: true, Replace: "$2:$1"})
	assert.Equal(t, "x:joe, y:ann", a.Replaced)
	a = For(Request{Pattern: `a`, Text: strings.Repeat("aé", 100_000), Replaces: true, Replace: "b"})
	assert.LessOrEqual(t, len(a.Replaced), mostReplaced+8)
}

func TestALargeTextSendsBackSomeMatchesAndTheirNumber(t *testing.T) {
	a := For(Request{Pattern: `a`, Text: strings.Repeat("a ", 10_000), Comparison: true})
	assert.Len(t, a.Matches, mostMatches)
	assert.Equal(t, 10_000, a.Total)
	assert.True(t, a.Std.Same)
}
