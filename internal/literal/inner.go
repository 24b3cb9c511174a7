package literal

import "regexp/syntax"

// Where no text begins every match, one may still be in the middle of every match: `\w+\s+Holmes`. A search finds the text, an automaton
// run backwards from it over the parts that precede it finds where the match could begin, and one run forwards where it ends
// (Rust's regex-automata calls this reverse inner). This file finds the place to cut: of all parts of the outermost
// concatenation it takes the one from which on the tree begins with the rarest texts.

// Inner is a set of texts one of which is in every match, behind what Before matches.
type Inner struct {
	Seq    Seq
	Before *syntax.Regexp // what precedes the text; shares its parts with the tree, captures around the concatenation left out
}

const (
	innerParts = 32       // parts of a concatenation that are looked at
	innerMost  = 1.0 / 64 // the chance of a set that is worth it
)

// InnerOf returns the inner set of re to look for, whose Seq has no texts where there is none.
func InnerOf(re *syntax.Regexp) Inner {
	parts := flatten(nil, re)
	best, at := Seq{}, 0
	chance := innerMost
	x := &extractor{}
	for i := 1; i < len(parts) && i < innerParts; i++ {
		s := x.finish(x.concat(parts[i:]), false)
		if s.Texts == nil {
			continue
		}
		// A later set must be much rarer: the more precedes it, the more there is to run backwards.
		c := s.Chance()
		if at > 0 {
			c *= 4
		}
		if c < chance {
			best, at, chance = s, i, s.Chance()
		}
	}
	if at == 0 {
		return Inner{}
	}
	before := &syntax.Regexp{Op: syntax.OpConcat, Sub: parts[:at:at]}
	if at == 1 {
		before = parts[0]
	}
	return Inner{Seq: best, Before: before}
}

// flatten appends the parts of the outermost concatenation. Captures are looked into where they hold a concatenation.
func flatten(parts []*syntax.Regexp, re *syntax.Regexp) []*syntax.Regexp {
	inside := re
	for inside.Op == syntax.OpCapture {
		inside = inside.Sub[0]
	}
	if inside.Op != syntax.OpConcat {
		return append(parts, re)
	}
	for _, sub := range inside.Sub {
		parts = flatten(parts, sub)
	}
	return parts
}
