package syntax

import (
	"sync"
	"unicode"
)

// posix returns the class of a POSIX name, which is Unicode's under (*UCP), or nil. \d \s \w are three of them.
func (p *parser) posix(name string, negated bool) []rune {
	if p.ucp {
		if class := named("ucp [:"+name+":]", negated); class != nil {
			return class
		}
	}
	return named("[:"+name+":]", negated)
}

// table is a table of ranges in pairs of first and last.
func table(pairs ...rune) *unicode.RangeTable {
	t := new(unicode.RangeTable)
	for i := 0; i < len(pairs); i += 2 {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(pairs[i]), Hi: uint32(pairs[i+1]), Stride: 1})
	}
	return t
}

// tables are those that a class is the union of.
type tables []*unicode.RangeTable

// visible returns the format characters that [:graph:] has under (*UCP): all but the marks and isolates of direction, and a separator
// that has no glyph.
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

// posixTables has the classes that are not Unicode's own: those of POSIX, \h and \v, and PCRE2's own properties, which POSIX's names
// mean under (*UCP).
var posixTables = sync.OnceValue(func() map[string]tables {
	horizontal := table('\t', '\t', ' ', ' ', 0xA0, 0xA0, 0x1680, 0x1680, 0x180E, 0x180E, 0x2000, 0x200A, 0x202F, 0x202F,
		0x205F, 0x205F, 0x3000, 0x3000)
	vertical := table('\n', '\r', 0x85, 0x85, 0x2028, 0x2029)
	space := tables{unicode.Z, horizontal, vertical}
	word := tables{unicode.L, unicode.N, unicode.Mn, unicode.Pc}
	graph := tables{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, visible()}
	return map[string]tables{
		"[:alnum:]":  {table('0', '9', 'A', 'Z', 'a', 'z')},
		"[:alpha:]":  {table('A', 'Z', 'a', 'z')},
		"[:ascii:]":  {table(0, unicode.MaxASCII)},
		"[:blank:]":  {table('\t', '\t', ' ', ' ')},
		"[:cntrl:]":  {table(0, 0x1F, 0x7F, 0x7F)},
		"[:digit:]":  {table('0', '9')},
		"[:graph:]":  {table('!', '~')},
		"[:lower:]":  {table('a', 'z')},
		"[:print:]":  {table(' ', '~')},
		"[:punct:]":  {table('!', '/', ':', '@', '[', '`', '{', '~')},
		"[:space:]":  {table('\t', '\r', ' ', ' ')},
		"[:upper:]":  {table('A', 'Z')},
		"[:word:]":   {table('0', '9', 'A', 'Z', '_', '_', 'a', 'z')},
		"[:xdigit:]": {table('0', '9', 'A', 'F', 'a', 'f')},

		"ucp [:alnum:]":  {unicode.L, unicode.N},
		"ucp [:alpha:]":  {unicode.L},
		"ucp [:blank:]":  {horizontal},
		"ucp [:cntrl:]":  {unicode.Cc},
		"ucp [:digit:]":  {unicode.Nd},
		"ucp [:graph:]":  graph,
		"ucp [:lower:]":  {unicode.Ll},
		"ucp [:print:]":  append(graph[:len(graph):len(graph)], unicode.Zs, table(0x180E, 0x180E)),
		"ucp [:punct:]":  {unicode.P, table('$', '$', '+', '+', '<', '>', '^', '^', '`', '`', '|', '|', '~', '~')},
		"ucp [:space:]":  space,
		"ucp [:upper:]":  {unicode.Lu},
		"ucp [:word:]":   word,
		"ucp [:xdigit:]": {unicode.Hex_Digit},

		`\h`: {horizontal},
		`\v`: {vertical},

		`\pany`: {table(0, unicode.MaxRune)},
		`\pxan`: {unicode.L, unicode.N},
		`\pxps`: space,
		`\pxsp`: space,
		`\pxuc`: {table('$', '$', '@', '@', '`', '`', 0xA0, 0xD7FF, 0xE000, unicode.MaxRune)},
		`\pxwd`: word,
	}
})
