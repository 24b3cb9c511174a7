package program_test

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/internal/program"
)

func compileForTest(t *testing.T, expr string) *program.Program {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err, "%q", expr)
	return program.Compile(re)
}

// A class takes memory once a program, and so does what is needed to find it again.
func TestAClassIsMadeOnceAPattern(t *testing.T) {
	for _, test := range []struct {
		expr    string
		classes int
	}{
		{`\pL{1000}`, 1},
		{strings.Repeat(`\pL{900}`, 8), 1},
		{strings.Repeat(`\pL\pN`, 100), 2},
		{`(?:\pL\pN\pM\pP\pS\pZ\pC\p{Greek}\p{Han}\p{Latin}){50}`, 10},
	} {
		p := compileForTest(t, test.expr)
		require.Len(t, p.Classes, test.classes, "%.40q", test.expr)
		re, _ := syntax.Parse(test.expr, syntax.Perl)
		bytes := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				program.Compile(re)
			}
		}).AllocedBytesPerOp()
		require.Less(t, int(bytes), 4*12*len(p.Insts)+8<<10, "%.40q: bytes allocated", test.expr)
	}
}

func TestAClassHasTheRunesOfItsPairs(t *testing.T) {
	edges := []rune{0, 1, '\n', 62, 63, 64, 65, 'a', 126, 127, 128, 129, 0x7FF, 0xFFFD, 0xFFFE, unicode.MaxRune}
	for i, lo := range edges {
		for _, hi := range edges[i:] {
			for _, more := range [][]rune{nil, {hi + 2, hi + 3}} {
				pairs := append([]rune{lo, hi}, more...)
				if pairs[len(pairs)-1] > unicode.MaxRune {
					continue
				}
				c := program.NewClass(pairs)
				n := 0
				for k := 0; k < len(pairs); k += 2 {
					n += int(pairs[k+1]-pairs[k]) + 1
				}
				require.Equal(t, n, c.Len(1<<30), "%x", pairs)
				require.Equal(t, min(n, 10), c.Len(10), "%x", pairs)
				for _, r := range edges {
					in := r >= lo && r <= hi || more != nil && r >= more[0] && r <= more[1]
					require.Equal(t, in, c.Contains(r), fmt.Sprintf("%x in %x", r, pairs))
				}
			}
		}
	}
}
