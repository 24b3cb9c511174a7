package program_test

import (
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/internal/program"
)

func TestCountIsTheSizeOfTheProgram(t *testing.T) {
	for _, expr := range []string{
		``, `a`, `abc`, `a|b|cd`, `[a-z]+\d*x?`, `(a)(?:b)`, `(?i)k`, `a{3}`, `a{2,5}`, `a{3,}`, `(?:a{30}){30}`, `((a|b)*c){2,4}`, `^\b$`, `(?:(?:a{10}b){10}c){10}`,
		`[^\x00-\x{10FFFF}]`, `a{0}`, strings.Repeat("(a|b)", 50), `(?:a*)*`,
	} {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		made := len(program.Compile(re).Insts) - 2 // without Fail and Match
		assert.InDelta(t, made, program.Count(re), 2+float64(made)/20, expr)
	}
}
