package literal

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"unicode"
)

// This file finds what a pattern cannot do without, for a scanner that looks for what many patterns need (words.go). The scanner
// ignores the case of ASCII letters. So what is needed is kept as words, trees that match nothing but texts of a few letters a place, and
// not written out as texts, of which (?i)spider would be 64.

// A Part is in every match of a pattern: one of its words.
type Part struct {
	Words  []Word
	Chance float64 // estimate of how probable it is that one of them matches at a place of ordinary text
}

// A Word is found Least to Most bytes behind the beginning of a match. Most is Unbounded if there is no bound.
type Word struct {
	Tree        *syntax.Regexp
	Least, Most int
}

const (
	partRunes = 4 // of a class that is as good as a letter
	partLeast = 2 // bytes of the shortest text that is worth it
)

// Needed returns the parts of re that can be told from ordinary text.
func Needed(re *syntax.Regexp) (found []Part) {
	parts := flatten(nil, re)
	least, most := 0, 0 // bytes before the part
	for i := 0; i < len(parts); {
		n := 0
		for i+n < len(parts) && isWord(parts[i+n]) {
			n++
		}
		before := len(found)
		if n > 0 {
			if p := word(parts[i : i+n]); p.worth() {
				found = append(found, p)
			}
		} else {
			n = 1
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
		for _, p := range found[before:] {
			p.behind(least, most)
		}
		for _, part := range parts[i : i+n] {
			lo, hi := lengths(part)
			least, most = plus(least, lo), plus(most, hi)
		}
		i += n
	}
	return found
}

// behind adds what lies before the part to the distances of its words.
func (p *Part) behind(least, most int) {
	for i := range p.Words {
		w := &p.Words[i]
		w.Least, w.Most = plus(w.Least, least), plus(w.Most, most)
	}
}

func (p *Part) worth() bool {
	const often = 1.0 / 500
	return len(p.Words) > 0 && p.Chance <= often && !slices.ContainsFunc(p.Words, func(w Word) bool {
		least, _ := lengths(w.Tree)
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
	least, most := 0, 0
	for len(parts) > 0 && optional(parts[0]) {
		lo, hi := lengths(parts[0])
		least, most = plus(least, lo), plus(most, hi)
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
	for _, head := range heads {
		if len(parts) > 1 {
			head = &syntax.Regexp{Op: syntax.OpConcat, Sub: slices.Concat([]*syntax.Regexp{head}, parts[1:])}
		}
		p.Words = append(p.Words, Word{head, least, most})
	}
	return p
}

// ofEach returns what one of several alternatives needs: of each the rarest part.
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
