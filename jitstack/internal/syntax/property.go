package syntax

import (
	"strings"
	"sync"
	"unicode"
)

// property is a class with a name: POSIX's, or Unicode's as far as package unicode has its table. It is put together when a pattern
// first names it, and exists once a process, as its complement does. All of them take some 220 KB.
type property struct {
	tables []*unicode.RangeTable // of which it is the union
	once   sync.Once
	class  []rune
	others []rune
}

// unionOf returns the property of all that is in one of the tables.
func unionOf(tables ...*unicode.RangeTable) *property { return &property{tables: tables} }

// runes returns the class, or its complement. A property that does not exist has none.
func (p *property) runes(negated bool) []rune {
	if p == nil {
		return nil
	}
	p.once.Do(func() {
		var s set
		for _, t := range p.tables {
			s.addTable(t)
		}
		p.class = s.class()
		p.others = negate(p.class)
	})
	if negated {
		return p.others
	}
	return p.class
}

// table is a table of ranges in pairs of first and last.
func table(pairs ...rune) *unicode.RangeTable {
	t := new(unicode.RangeTable)
	for i := 0; i < len(pairs); i += 2 {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(pairs[i]), Hi: uint32(pairs[i+1]), Stride: 1})
	}
	return t
}

// property parses what follows \p or \P.
func (p *parser) property(negated bool, at int) ([]rune, error) {
	if p.pos == len(p.pattern) {
		return nil, p.fail(at, "property without a name")
	}
	name := p.rest()[:1]
	p.pos++
	if name == "{" {
		var closed bool
		name, _, closed = strings.Cut(p.rest(), "}")
		p.through('}')
		if !closed {
			return nil, p.fail(at, "property without a closing brace")
		}
		if inner, ok := strings.CutPrefix(strings.TrimLeft(name, " \t"), "^"); ok {
			name, negated = inner, !negated
		}
	} else if !isLetter(name[0]) {
		return nil, p.fail(at, "property without a name")
	}
	name = canonical(name)
	if p.has(Caseless) && (name == "lu" || name == "ll" || name == "lt") {
		// Letters with a case, whichever: so Perl, and PCRE2 since 10.43.
		name = "l&"
	}
	class := properties()[name].runes(negated)
	if class == nil {
		return nil, p.fail(at, "unknown property, or one without a table")
	}
	return class, nil
}

// canonical drops what does not tell the names of properties apart.
func canonical(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '=':
			return ':'
		case r == '_', r == '-', r == ' ', '\t' <= r && r <= '\r':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}
