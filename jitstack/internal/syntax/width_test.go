package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWidthIsTheLeastAndTheMostRunes(t *testing.T) {
	for _, row := range []struct {
		pattern  string
		min, max int
	}{
		{``, 0, 0},
		{`aé€`, 3, 3},
		{`[a-z]\d\R`, 3, 4},
		{`a|bcd|`, 0, 3},
		{`a{2,5}?b?`, 2, 6},
		{`(a{0}){9}`, 0, 0},
		{`(?:)*`, 0, 0},
		{`a*`, 0, Unbounded},
		{`\X`, 0, Unbounded},
		{`\C`, 0, Unbounded},
		{`^\bab$(?=cd)(?<!e)`, 2, 2},
		{`(ab?)\1`, 2, 4},
		{`\1(ab?)`, 2, 4},
		{`(a\1)`, 2, Unbounded},
		{`(?J)(?<n>a)(?<n>bcd)\k<n>`, 5, 7},
		{`(?|(a)|(bcd))\1`, 2, 6},
		{`(ab)(?1){2}`, 6, 6},
		{`(?|(a)|(bcd))(?1)`, 2, 4},
		{`(a(?1)?)`, 1, Unbounded},
		{`a(?R)?`, 1, Unbounded},
		{`(a)?(?(1)bc|d)`, 1, 3},
		{`(?(DEFINE)(a*))b`, 1, 1},
		{`ab(*ACCEPT)cd`, 0, 2},
		{`ab(*F:x)c*|d`, 1, 2},
		{`(?:a(*ACCEPT)|b)c`, 0, 2},
		{`(a(*ACCEPT)?b)(?1)`, 0, 4},
		{`(?>a|bc)++d`, 2, Unbounded},
		{`((((a{65535}){65535}){65535}){65535}){65535}`, 1 << 30, Unbounded},
	} {
		tree, err := Parse(row.pattern, 0)
		require.NoError(t, err)
		least, most, bounded := Width(tree.Root)
		assert.Equal(t, row.min, least, "least of %s", row.pattern)
		assert.Equal(t, row.max, most, "most of %s", row.pattern)
		assert.Equal(t, row.max != Unbounded, bounded, "pattern %s", row.pattern)
	}
}

func TestALookbehindIsTakenWhereItsLengthIsBounded(t *testing.T) {
	for _, pattern := range []string{
		`(?<=a|bc|def)`, `(?<!a{1,100}b?)`, `(?<=(?1))(ab|c)`, `(?<=\1)(ab?)`, `(?<=\R)`, `(?<=a(*ACCEPT)b)`, `(?<=(?=a+)b)`,
		`(?<=a(?<=b?))`, `(?<=(?(?=a)b|cd))`, `(?<=.{65535})`, `(?<=(?(DEFINE)(a+))b)`,
	} {
		_, err := Parse(pattern, 0)
		assert.NoError(t, err)
	}
}
