// Package advice says what in a pattern of Go's syntax costs time, or is likely not meant, and what to write instead.
package advice

import (
	"fmt"
	"regexp/syntax"
)

// Finding is one piece of advice.
type Finding struct {
	Code    string // short and stable, for tools
	Message string
}

// Pattern returns what there is to say of a pattern. A pattern that does not compile gives none: the compiler says more.
func Pattern(expr string) []Finding {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	var found []Finding
	add := func(code, format string, args ...any) {
		found = append(found, Finding{code, fmt.Sprintf(format, args...)})
	}
	if first := edge(re, 0); first != nil && anyLoop(first) {
		add("leading-any", "begins with %s: a search may begin anywhere, so drop it where only whether there is a match counts", first)
	}
	if last := edge(re, -1); last != nil && anyLoop(last) {
		add("trailing-any", "ends with %s: drop it where only whether there is a match counts", last)
	}
	if part := looksFar(re); part != nil {
		add("quadratic", "%s: to find all matches can take time that grows with the square of the text, since after a match the search reads on for a longer or preferred one, and does so again for the next", part)
	}
	if whole(re) {
		add("whole-group", "group 1 is the whole match: drop the group and read group 0")
	}
	if min, empty := shortest(re), emptyOnly(re); min == 0 && !empty {
		add("matches-empty", "matches the empty text, so it matches everywhere")
	}
	return found
}

// edge returns the first part of a concatenation, for i 0, or the last, for i -1; nil where re is none or has an anchor there.
func edge(re *syntax.Regexp, i int) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	if re.Op != syntax.OpConcat {
		return nil
	}
	if i < 0 {
		i = len(re.Sub) - 1
	}
	return re.Sub[i]
}

// anyLoop reports whether re is .* or .*?.
func anyLoop(re *syntax.Regexp) bool {
	return re.Op == syntax.OpStar && (re.Sub[0].Op == syntax.OpAnyChar || re.Sub[0].Op == syntax.OpAnyCharNotNL)
}

// looksFar returns a part of re by which a search can read far beyond the end of the match that it finds: an unbounded loop with something
// behind it, all of which is optional or is preferred to another alternative.
func looksFar(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpAlternate:
		for _, sub := range re.Sub[:len(re.Sub)-1] {
			if openEnded(sub) {
				return re
			}
		}
	case syntax.OpQuest, syntax.OpStar, syntax.OpPlus:
		if re.Flags&syntax.NonGreedy == 0 && openEnded(re.Sub[0]) {
			return re
		}
	}
	for _, sub := range re.Sub {
		if part := looksFar(sub); part != nil {
			return part
		}
	}
	return nil
}

// openEnded reports whether re has an unbounded loop and something behind it that must match.
func openEnded(re *syntax.Regexp) bool {
	if re.Op == syntax.OpConcat {
		loop := false
		for _, sub := range re.Sub {
			if loop && shortest(sub) > 0 {
				return true
			}
			loop = loop || unbounded(sub)
		}
	}
	for _, sub := range re.Sub {
		if openEnded(sub) {
			return true
		}
	}
	return false
}

func unbounded(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus:
		return true
	case syntax.OpRepeat:
		if re.Max < 0 {
			return true
		}
	}
	for _, sub := range re.Sub {
		if unbounded(sub) {
			return true
		}
	}
	return false
}

// whole reports whether all that re consumes lies in one group, anchors left aside.
func whole(re *syntax.Regexp) bool {
	if re.Op != syntax.OpConcat {
		return re.Op == syntax.OpCapture && re.Name == ""
	}
	groups := 0
	for _, sub := range re.Sub {
		switch {
		case anchor(sub):
		case sub.Op == syntax.OpCapture && sub.Name == "":
			groups++
		default:
			return false
		}
	}
	return groups == 1
}

func anchor(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return false
}

// emptyOnly reports whether an assertion keeps re from matching everywhere, or re is empty as written.
func emptyOnly(re *syntax.Regexp) bool {
	if anchor(re) || re.Op == syntax.OpEmptyMatch {
		return true
	}
	for _, sub := range re.Sub {
		if emptyOnly(sub) {
			return true
		}
	}
	return false
}

// shortest returns how many runes the shortest match of re has, as far as it matters: 0, or 1 and more.
func shortest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpNoMatch, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(re.Sub[0])
	case syntax.OpRepeat:
		return min(re.Min, 1) * shortest(re.Sub[0])
	case syntax.OpConcat:
		n := 0
		for _, sub := range re.Sub {
			n += shortest(sub)
		}
		return n
	case syntax.OpAlternate:
		n := shortest(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			n = min(n, shortest(sub))
		}
		return n
	}
	return 0
}
