package literal

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// What a pattern cannot do without, for an automaton that looks for what many patterns need: to it, a letter whose case is folded or a
// class of a few runes is no more work than a letter. So what is needed is not written out as texts, of which (?i)spider
// would be 64, but kept as the words that it is: trees that match nothing but texts of a few letters a place.

// A Part is in every match of a pattern: one of its words.
type Part struct {
	Words  []*syntax.Regexp
	Chance float64 // estimate of how probable it is that one of them matches at a place of ordinary text
}

const (
	partRunes = 4 // of a class that is as good as a letter
	partLeast = 2 // bytes of the shortest text that is worth it
)

// Needed returns the parts of re that can be told from ordinary text.
func Needed(re *syntax.Regexp) (found []Part) {
	parts := flatten(nil, re)
	for i := 0; i < len(parts); i++ {
		n := 0
		for i+n < len(parts) && isWord(parts[i+n]) {
			n++
		}
		if n > 0 {
			if p := word(parts[i : i+n]); p.worth() {
				found = append(found, p)
			}
			i += n - 1
			continue
		}
		part := bare(parts[i])
		switch {
		case part.Op == syntax.OpAlternate:
			if p := ofEach(part.Sub); p.worth() {
				found = append(found, p)
			}
		case part.Op == syntax.OpPlus, part.Op == syntax.OpRepeat && part.Min > 0:
			found = append(found, Needed(part.Sub[0])...)
		}
	}
	return found
}

func (p *Part) worth() bool {
	const often = 1.0 / 500
	return len(p.Words) > 0 && p.Chance <= often && !slices.ContainsFunc(p.Words, func(re *syntax.Regexp) bool {
		least, _ := lengths(re)
		return least < partLeast
	})
}

// bare is re without captures around it.
func bare(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	return re
}

// isWord reports whether re is a word.
func isWord(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpEmptyMatch:
		return true
	case syntax.OpCharClass:
		n, ok := count(re)
		return ok && n <= partRunes
	case syntax.OpCapture, syntax.OpQuest, syntax.OpConcat, syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !isWord(sub) })
	}
	return false
}

// word joins neighbours. Where they begin with a choice there is a word for each, so that those of many patterns share beginnings.
func word(parts []*syntax.Regexp) Part {
	optional := func(re *syntax.Regexp) bool { return chanceOf(re) >= 1 }
	for len(parts) > 0 && optional(parts[0]) {
		parts = parts[1:]
	}
	for len(parts) > 0 && optional(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return Part{}
	}
	p := Part{Chance: 1}
	for _, part := range parts {
		p.Chance *= chanceOf(part)
	}
	first := bare(parts[0])
	heads := []*syntax.Regexp{first}
	if first.Op == syntax.OpAlternate {
		heads = first.Sub
	}
	if len(parts) == 1 {
		p.Words = heads
		return p
	}
	for _, head := range heads {
		p.Words = append(p.Words, &syntax.Regexp{Op: syntax.OpConcat, Sub: slices.Concat([]*syntax.Regexp{head}, parts[1:])})
	}
	return p
}

// ofEach is what one of several alternatives needs: of each the rarest.
func ofEach(alternatives []*syntax.Regexp) (all Part) {
	for _, re := range alternatives {
		found := Needed(re)
		if len(found) == 0 {
			return Part{}
		}
		rarest := slices.MinFunc(found, func(p, q Part) int { return cmp.Compare(p.Chance, q.Chance) })
		all.Words, all.Chance = append(all.Words, rarest.Words...), all.Chance+rarest.Chance
	}
	return all
}

// chanceOf is the Chance of a word.
func chanceOf(re *syntax.Regexp) float64 {
	p := 1.0
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			c := textChance(string(r))
			if re.Flags&syntax.FoldCase != 0 {
				for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
					c += textChance(string(f))
				}
			}
			p *= c
		}
	case syntax.OpCharClass:
		p = 0
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				p += textChance(string(r))
			}
		}
	case syntax.OpCapture:
		return chanceOf(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			p *= chanceOf(sub)
		}
	case syntax.OpAlternate:
		p = 0
		for _, sub := range re.Sub {
			p += chanceOf(sub)
		}
	}
	return min(p, 1)
}

// Subject is what a word is about: the first letters of the longest literal in it, small.
func Subject(re *syntax.Regexp) string {
	const letters = 5
	var longest []rune
	var look func(re *syntax.Regexp)
	look = func(re *syntax.Regexp) {
		if re.Op == syntax.OpLiteral && len(re.Rune) > len(longest) {
			longest = re.Rune
		}
		for _, sub := range re.Sub {
			look(sub)
		}
	}
	look(re)
	return strings.ToLower(string(longest[:min(len(longest), letters)]))
}
