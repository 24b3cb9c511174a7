package program

import (
	"math"
	"regexp/syntax"
)

// Count returns how many instructions the program of a tree takes, within a few of them, without making it: what a limit on patterns
// of strangers is held against. It multiplies where the tree repeats, so it takes time in proportion to the tree. Beyond the
// greatest int it returns that.
func Count(re *syntax.Regexp) int {
	n := 0
	for _, sub := range re.Sub {
		n = add(n, Count(sub))
	}
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpConcat, syntax.OpEmptyMatch, syntax.OpNoMatch:
		return n
	case syntax.OpAlternate:
		return add(n, len(re.Sub)-1)
	case syntax.OpCapture:
		return add(n, 2)
	case syntax.OpRepeat:
		choices := re.Max - re.Min
		if re.Max < 0 {
			choices = 1
		}
		return add(multiply(n, max(re.Min, re.Max, 1)), choices)
	}
	return add(n, 1)
}

// add and multiply stop at the greatest int.
func add(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

func multiply(a, b int) int {
	if a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}
