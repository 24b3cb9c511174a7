package pattern

import (
	"regexp/syntax"

	"github.com/arenaregexp/regexp"
)

// Lines returns a form of a Go pattern that is searched for in a text of many lines and finds what the pattern finds in each line by
// itself, or nil where there is none. In that form ^ and $ match at each line, and nothing matches a newline: so a match never
// leaves its line, and a search need not stop at each. ripgrep does the same (grep-regex, strip.rs).
func Lines(expr string, o Options) (*regexp.Regexp, error) {
	if o.Perl {
		return nil, nil
	}
	flags := syntax.Perl &^ syntax.OneLine
	if o.Fold {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(o.wrap(expr), flags)
	if err != nil {
		return nil, GoError(expr, err)
	}
	if !withinLine(tree) {
		return nil, nil
	}
	re, err := regexp.Compile(tree.String())
	if err != nil {
		return nil, nil // it became too large: the lines are searched one by one
	}
	if o.Longest {
		re.Longest()
	}
	return re, nil
}

// withinLine takes the newline out of all that matches one. It returns false for a pattern that asks for the beginning or the end of
// the text, which for a line by itself is that of the line.
func withinLine(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpEndText:
		return false
	case syntax.OpAnyChar:
		re.Op = syntax.OpAnyCharNotNL
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r == '\n' {
				*re = syntax.Regexp{Op: syntax.OpNoMatch}
				break
			}
		}
	case syntax.OpCharClass:
		var kept []rune
		for i := 0; i < len(re.Rune); i += 2 {
			lo, hi := re.Rune[i], re.Rune[i+1]
			if lo > '\n' || hi < '\n' {
				kept = append(kept, lo, hi)
				continue
			}
			if lo < '\n' {
				kept = append(kept, lo, '\n'-1)
			}
			if hi > '\n' {
				kept = append(kept, '\n'+1, hi)
			}
		}
		if re.Rune = kept; len(kept) == 0 {
			*re = syntax.Regexp{Op: syntax.OpNoMatch}
		}
	}
	for _, sub := range re.Sub {
		if !withinLine(sub) {
			return false
		}
	}
	return true
}
