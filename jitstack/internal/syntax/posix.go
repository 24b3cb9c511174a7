package syntax

import (
	"sync"
	"unicode"
)

// posix returns the class of a POSIX name, which is Unicode's under (*UCP), or nil. \d \s \w are three of them.
func (p *parser) posix(name string, negated bool) []rune {
	if p.ucp {
		if class, ok := ucpClasses()[name]; ok {
			return class.runes(negated)
		}
	}
	return posixClasses()[name].runes(negated)
}

// The blanks of \h and \v, which are Unicode's with and without (*UCP).
var (
	horizontal = unionOf(table('\t', '\t', ' ', ' ', 0xA0, 0xA0, 0x1680, 0x1680, 0x180E, 0x180E, 0x2000, 0x200A, 0x202F, 0x202F,
		0x205F, 0x205F, 0x3000, 0x3000))
	vertical = unionOf(table('\n', '\r', 0x85, 0x85, 0x2028, 0x2029))
)

var posixClasses = sync.OnceValue(func() map[string]*property {
	return map[string]*property{
		"alnum":  unionOf(table('0', '9', 'A', 'Z', 'a', 'z')),
		"alpha":  unionOf(table('A', 'Z', 'a', 'z')),
		"ascii":  unionOf(table(0, unicode.MaxASCII)),
		"blank":  unionOf(table('\t', '\t', ' ', ' ')),
		"cntrl":  unionOf(table(0, 0x1F, 0x7F, 0x7F)),
		"digit":  unionOf(table('0', '9')),
		"graph":  unionOf(table('!', '~')),
		"lower":  unionOf(table('a', 'z')),
		"print":  unionOf(table(' ', '~')),
		"punct":  unionOf(table('!', '/', ':', '@', '[', '`', '{', '~')),
		"space":  unionOf(table('\t', '\r', ' ', ' ')),
		"upper":  unionOf(table('A', 'Z')),
		"word":   unionOf(table('0', '9', 'A', 'Z', '_', '_', 'a', 'z')),
		"xdigit": unionOf(table('0', '9', 'A', 'F', 'a', 'f')),
	}
})

// ucpClasses are those that (*UCP) changes.
var ucpClasses = sync.OnceValue(func() map[string]*property {
	return map[string]*property{
		"alnum":  unionOf(unicode.L, unicode.N),
		"alpha":  unionOf(unicode.L),
		"blank":  horizontal,
		"cntrl":  unionOf(unicode.Cc),
		"digit":  unionOf(unicode.Nd),
		"graph":  unionOf(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, visible()),
		"lower":  unionOf(unicode.Ll),
		"print":  unionOf(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs, visible(), table(0x180E, 0x180E)),
		"punct":  unionOf(unicode.P, table('$', '$', '+', '+', '<', '>', '^', '^', '`', '`', '|', '|', '~', '~')),
		"space":  unionOf(unicode.Z, horizontal.tables[0], vertical.tables[0]),
		"upper":  unionOf(unicode.Lu),
		"word":   unionOf(unicode.L, unicode.N, unicode.Mn, unicode.Pc),
		"xdigit": unionOf(unicode.Hex_Digit),
	}
})

// visible returns the format characters that [:graph:] has under (*UCP): all but the marks and isolates of direction, and a
// separator that has no glyph.
func visible() *unicode.RangeTable {
	var s set
	s.addTable(unicode.Cf)
	var pairs []rune
	class := s.class()
	for i := 0; i < len(class); i += 2 {
		for r := class[i]; r <= class[i+1]; r++ {
			if r != 0x61C && r != 0x180E && (r < 0x2066 || r > 0x2069) {
				pairs = append(pairs, r, r)
			}
		}
	}
	return table(pairs...)
}
