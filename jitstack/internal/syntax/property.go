package syntax

import (
	"strings"
	"sync"
)

// Classes with a name are those of POSIX, and the properties of \p as far as package unicode has their tables. A class is built
// when a pattern first names it, and exists once a process, as its complement does: there are some 600 of them, with 200 KB.

// built holds a []rune for each name, and for "^" with the name its complement.
var built sync.Map

// named returns the class of a name that ranges takes, or nil where it knows none.
func named(name string, negated bool) []rune {
	key := name
	if negated {
		key = "^" + name
	}
	if class, ok := built.Load(key); ok {
		return class.([]rune)
	}
	var class []rune
	if negated {
		if class = named(name, false); class != nil {
			class = negate(class)
		}
	} else if tables := tablesOf(name); tables != nil {
		var s set
		for _, t := range tables {
			s.addTable(t)
		}
		class = s.class()
	}
	if class == nil {
		return nil
	}
	kept, _ := built.LoadOrStore(key, class)
	return kept.([]rune)
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
	class := named(`\p`+name, negated)
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
