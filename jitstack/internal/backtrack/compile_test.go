package backtrack

import (
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
	"github.com/stretchr/testify/require"
)

func compile(t *testing.T, pattern string) *Program {
	t.Helper()
	tree, err := syntax.Parse(pattern, 0)
	require.NoError(t, err, pattern)
	p, err := Compile(tree)
	require.NoError(t, err, pattern)
	return p
}

// ops returns the operations of a program, one after the other.
func ops(p *Program) (list []op) {
	for _, in := range p.insts {
		list = append(list, in.op)
	}
	return list
}

func TestWhatCannotFailDifferentlyLeavesNoChoice(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    []op
	}{
		{`(\w+)\s+\1`, []op{opRunBytes, opRunBytes, opBackref, opMatch}},         // what follows begins with other bytes
		{`(\w+)\w\1`, []op{opOpen, opRun, opClose, opClass, opBackref, opMatch}}, // what follows may want some back
		{`a+b*\z`, []op{opRunBytes, opRunBytes, opAssert, opMatch}},
		{`a*`, []op{opRunBytes, opMatch}}, // nothing follows
		{`a*(?!b)`, []op{opRun, opPeek, opMatch}},
		{`a*?b`, []op{opRunBytes, opByte, opMatch}}, // lazy or not comes to the same
		{`.*?b`, []op{opRunLazy, opByte, opMatch}},
		{`a{3}`, []op{opRunAtomic, opMatch}},
		{`(?:a|[b-d])`, []op{opClass, opMatch}},
		{`(?<=a)(?!\d)`, []op{opPeek, opPeek, opMatch}},
		{`(?:(?!ab).)*c`, []op{opStep, opSplit, opLookNot, opString, opLookNotEnd, opClass, opJump, opByte, opMatch}},
		{`(?>a*)a`, []op{opAtomic, opRunBytes, opCut, opByte, opMatch}},
		{`(?i)ab1`, []op{opFold, opByte, opMatch}},
	} {
		require.Equal(t, c.want, ops(compile(t, c.pattern)), c.pattern)
	}
}

func TestTheSearchKnowsWhereMatchesCanBegin(t *testing.T) {
	for _, c := range []struct {
		pattern string
		kind    startKind
	}{
		{`^a`, startBegin},
		{`(?:^a|\Ab)`, startBegin},
		{`(?m)^a`, startLine},
		{`\Ga`, startSearch},
		{`.*a(b)\1`, startDot},
		{`(?s).*a(b)\1`, startDotAll},
		{`(.*)a\1`, startAnywhere},
		{`\b.*a(b)\1`, startAnywhere},
		{`(?:abc)+(d)\1`, startText},
		{`[ab]c(d)\1`, startBytes},
		{`(*PRUNE).*a`, startAnywhere},
		{`(*COMMIT)abc`, startBytes},
		{`(a)?\W*`, startAnywhere},
		{`(?=^.{6,10}$)(.)\1`, startBegin},
		{`(?=.*a)(.)\1`, startAnywhere},
		{`(?!^a)(.)\1`, startAnywhere},
	} {
		p := compile(t, c.pattern)
		require.Equal(t, c.kind, p.starts.kind, "%s: %s", c.pattern, p)
	}
}

// Rounds are counted when they are matched: counts make a program no larger.
func TestAProgramIsAsLargeAsItsPattern(t *testing.T) {
	require.Len(t, compile(t, `((a{0,9}b){0,9}c){0,9}`).insts, len(compile(t, `((a{0,999}b){0,999}c){0,999}`).insts))
	one, many := compile(t, `([a-z]+\d)\1`), compile(t, strings.Repeat(`([a-z]+\d)\1`, 100))
	require.LessOrEqual(t, len(many.insts), 100*len(one.insts))
	require.Len(t, many.classes, len(one.classes))
}

func TestFramesAreReadFromTheTop(t *testing.T) {
	p := compile(t, `(a)(?1)`)
	w := make([]uint32, 64)
	w[2], w[3] = 7, 8
	sp := p.regs
	w[sp] = tag(kindBottom, 0)
	sp++
	for _, frame := range [][]uint32{
		{5, tag(kindChoice, 1)},
		{1, 2, tag(kindCapture, 1)},
		{1, 4, tag(kindRun, 0)},
		{9, tag(kindRegister, uint32(p.regs-1))},
	} {
		sp += copy(w[sp:], frame)
		require.Equal(t, len(frame), p.frameLen(w[sp-1]))
	}
	p.unwind(w, sp, p.regs+1)
	require.Equal(t, []uint32{1, 2}, w[2:4])
	require.Equal(t, uint32(9), w[p.regs-1])
}
