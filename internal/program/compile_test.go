package program

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// printed writes a program as its instructions in the order in which a search that follows every choice's first
// branch before its second meets them, numbered in that order: how the compiler lays them out does not show.
func printed(p *Program) string {
	number := map[uint32]int{}
	var order []uint32
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if _, seen := number[pc]; seen {
			return
		}
		number[pc] = len(order)
		order = append(order, pc)
		switch i := &p.Insts[pc]; i.Op {
		case Fail, Match:
		case Alt:
			visit(i.Out)
			visit(i.Arg)
		default:
			visit(i.Out)
		}
	}
	visit(p.Start)
	var lines []string
	for n, pc := range order {
		i := &p.Insts[pc]
		what := ""
		switch i.Op {
		case Fail:
			what = "fail"
		case Match:
			what = "match"
		case Alt:
			what = fmt.Sprintf("alt %d %d", number[i.Out], number[i.Arg])
		case Byte, Rune:
			what = fmt.Sprintf("%q", rune(i.Arg))
		case InClass:
			what = class(&p.Classes[i.Arg])
		case Any:
			what = "any"
		case AnyNotNL:
			what = "any but \\n"
		case Capture:
			what = fmt.Sprintf("cap %d", i.Arg)
		case Assert:
			what = map[syntax.EmptyOp]string{
				syntax.EmptyBeginLine: "(?m)^", syntax.EmptyEndLine: "(?m)$", syntax.EmptyBeginText: `\A`,
				syntax.EmptyEndText: `\z`, syntax.EmptyWordBoundary: `\b`, syntax.EmptyNoWordBoundary: `\B`,
			}[syntax.EmptyOp(i.Arg)]
		}
		if i.Op != Alt && i.Op != Match && i.Op != Fail && number[i.Out] != n+1 {
			what += fmt.Sprintf(" > %d", number[i.Out])
		}
		lines = append(lines, what)
	}
	return strings.Join(lines, "; ")
}

// class writes a class as the ranges it holds.
func class(c *Class) string {
	var b strings.Builder
	write := func(lo, hi rune) {
		switch quoted := func(r rune) string { return strings.Trim(fmt.Sprintf("%+q", r), "'") }; hi {
		case lo:
			b.WriteString(quoted(lo))
		default:
			b.WriteString(quoted(lo) + "-" + quoted(hi))
		}
	}
	for lo := rune(0); lo < 0x80; lo++ {
		if !c.Contains(lo) {
			continue
		}
		hi := lo
		for hi+1 < 0x80 && c.Contains(hi+1) {
			hi++
		}
		write(lo, hi)
		lo = hi
	}
	if c.High == AllHigh {
		b.WriteString(" high")
	} else if c.High != nil {
		for i := 0; i < len(c.High.Pairs); i += 2 {
			write(c.High.Pairs[i], c.High.Pairs[i+1])
		}
	}
	return "[" + b.String() + "]"
}

// Instructions stand in the order of priority; each continues at the next one or where > says.
func TestCompilePrintsAs(t *testing.T) {
	for _, row := range []struct{ expr, program string }{
		{``, `match`},
		{`[^\x00-\x{10FFFF}]`, `fail`},
		{`ab`, `'a'; 'b'; match`},
		{`aé`, `'a'; 'é'; match`},
		{`(?i)ak`, `[Aa]; [Kk\u212a]; match`},
		{`(?i)1`, `'1'; match`},
		{`[a-c]`, `[a-c]; match`},
		{`[a]`, `'a'; match`},
		{`[^/]`, `[\x00-.0-\x7f high]; match`},
		{`[a-cé]`, `[a-c\u00e9]; match`},
		{`.`, `any but \n; match`},
		{`(?s).`, `any; match`},
		{`[^\n]`, `any but \n; match`},
		{`^a$`, `\A; 'a'; \z; match`},
		{`(?m)^\b\B$`, `(?m)^; \b; \B; (?m)$; match`},

		// choices
		{`a|b`, `[a-b]; match`}, // the parser's doing
		{`ab|cd`, `alt 1 4; 'a'; 'b'; match; 'c'; 'd' > 3`},
		{`ab|cd|`, `alt 1 4; 'a'; 'b'; match; alt 5 3; 'c'; 'd' > 3`},
		{`(?:|a)b`, `alt 1 3; 'b'; match; 'a' > 1`},

		// repetitions
		{`a*`, `alt 1 2; 'a' > 0; match`},
		{`a*?`, `alt 1 2; match; 'a' > 0`},
		{`a+`, `'a'; alt 0 2; match`},
		{`a+?`, `'a'; alt 2 0; match`},
		{`a?b`, `alt 1 2; 'a'; 'b'; match`},
		{`a??b`, `alt 1 3; 'b'; match; 'a' > 1`},
		{`(?:ab)*c`, `alt 1 3; 'a'; 'b' > 0; 'c'; match`},
		{`a{0}`, `match`},
		{`a{2}`, `'a'; 'a'; match`},
		{`a{2,}`, `'a'; 'a'; alt 1 3; match`},
		{`a{1,3}`, `'a'; alt 2 5; 'a'; alt 4 5; 'a'; match`},
		{`a{0,2}?`, `alt 1 2; match; 'a'; alt 1 4; 'a' > 1`},

		// x* is (x+)? where x can match nothing, and x+ is then x with a way back
		{`(?:a|b??)*`, `alt 1 4; alt 2 5; 'a'; alt 1 4; match; alt 3 6; 'b' > 3`},
		{`(?:^)*`, `alt 1 3; \A; alt 1 3; match`},

		// groups
		{`(a)`, `cap 2; 'a'; cap 3; match`},
		{`(a)|(b)`, `alt 1 5; cap 2; 'a'; cap 3; match; cap 4; 'b'; cap 5 > 4`},
		{`(?P<n>a*)`, `cap 2; alt 2 3; 'a' > 1; cap 3; match`},
		{`(a){2}`, `cap 2; 'a'; cap 3; cap 2; 'a'; cap 3; match`},
		{`((a)|b)+`, `cap 2; alt 2 8; cap 4; 'a'; cap 5; cap 3; alt 0 7; match; 'b' > 5`},
	} {
		require.Equal(t, row.program, printed(compiled(t, row.expr)), row.expr)
	}
}

func TestSlotsCountTheGroupsThatAreWritten(t *testing.T) {
	for expr, slots := range map[string]int{
		``: 2, `a`: 2, `(a)`: 4, `(a)(b)`: 6, `((a))`: 6, `(?:a)`: 2,
		`(a){0}`:    2, // its instructions are gone
		`(a){0}(b)`: 6,
	} {
		require.Equal(t, slots, compiled(t, expr).Slots, expr)
	}
}

func TestEqualClassesOfAPatternAreOne(t *testing.T) {
	require.Len(t, compiled(t, `[a-c]x[a-c]{9}(?:[a-c]|xy)*`).Classes, 1)
	require.Len(t, compiled(t, `[a-c][a-d][a-c]`).Classes, 2)
	require.Len(t, compiled(t, `(?i)k[kK\x{212a}]`).Classes, 1)
}

func TestTheOnlyFailIsTheFirstInstruction(t *testing.T) {
	for _, expr := range []string{``, `a|b|cd`, `[^\x00-\x{10FFFF}]|a`, `(a*)*`, `x{0,9}`} {
		for pc, i := range compiled(t, expr).Insts {
			require.Equal(t, pc == 0, i.Op == Fail, "%s at %d", expr, pc)
		}
	}
}

// The oracle is the definition in the documentation of syntax.EmptyOp, by way of syntax.EmptyOpContext.
func TestAssertionsHoldWhereTheStandardLibrarySays(t *testing.T) {
	const alphabet = "a_ \n-\xff\xc3"
	for _, s := range texts(alphabet, 3) {
		for pos := 0; pos <= len(s); pos++ {
			before, after := rune(-1), rune(-1)
			if pos > 0 {
				before = rune(s[pos-1])
			}
			if pos < len(s) {
				after = rune(s[pos])
			}
			want := syntax.EmptyOpContext(before, after)
			for op := syntax.EmptyBeginLine; op <= syntax.EmptyNoWordBoundary; op <<= 1 {
				require.Equal(t, want&op != 0, Holds(op, s, pos), "%b in %q at %d", op, s, pos)
			}
			require.True(t, Holds(want, s, pos))
			require.True(t, Holds(0, s, pos))
		}
	}
}

// texts returns all strings of at most n bytes of an alphabet.
func texts(alphabet string, n int) []string {
	all := []string{""}
	for from := 0; n > 0; n-- {
		to := len(all)
		for _, s := range all[from:to] {
			for i := range len(alphabet) {
				all = append(all, s+alphabet[i:i+1])
			}
		}
		from = to
	}
	return all
}
