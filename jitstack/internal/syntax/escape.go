package syntax

import (
	"strings"
	"unicode"
)

// escape parses what begins with a backslash outside of a class.
func (p *parser) escape(s *sequence) error {
	at := p.pos
	p.pos++
	if p.pos == len(p.pattern) {
		return p.fail(at, "backslash at the end")
	}
	c := p.peek(0)
	p.pos++
	switch c {
	case 'Q':
		p.quoted(s)
		return nil
	case 'A':
		p.assert(s, BeginText, at)
		return nil
	case 'z':
		p.assert(s, EndText, at)
		return nil
	case 'Z':
		p.assert(s, EndTextNewline, at)
		return nil
	case 'G':
		p.assert(s, SearchStart, at)
		return nil
	case 'b', 'B':
		s.add(p.wordBoundary(c == 'B', at), false)
		return nil
	case 'K':
		if p.looks > 0 {
			return p.fail(at, "the match cannot begin inside of a lookaround")
		}
		s.add(p.node(OpKeep, at), false)
		return nil
	case 'C':
		s.add(p.node(OpByte, at), true)
		return nil
	case 'R':
		s.add(p.newline(at), true)
		return nil
	case 'X':
		s.add(p.node(OpGrapheme, at), true)
		return nil
	case 'g':
		return p.escapeG(s, at)
	case 'k':
		return p.escapeK(s, at)
	case 'N':
		// \N{2} is \N twice, \N{U+2} a code point.
		if _, _, ok := p.braces(); ok || p.peek(0) != '{' {
			p.class(s, notNewline, at)
			return nil
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		// A code point in octal has two digits or more, the first of them octal, and is the number of no group so far. A
		// number that no group can have is one as well.
		n, end := p.decimal(-1)
		if n < 10 || n <= p.groups || c >= '8' && n < tooLarge {
			p.pos += end
			return p.backref(s, reference{number: n, at: at})
		}
	}
	class, ok, err := p.classEscape(c, at)
	if err != nil {
		return err
	}
	if ok {
		p.class(s, class, at)
		return nil
	}
	r, err := p.runeEscape(c, at)
	if err != nil {
		return err
	}
	p.literal(s, r, at)
	return nil
}

// quoted parses \Q...\E: everything is literal, and the end of the pattern closes it as well.
func (p *parser) quoted(s *sequence) {
	text, _, closed := strings.Cut(p.rest(), `\E`)
	end := p.pos + len(text)
	for p.pos < end {
		at := p.pos
		p.literal(s, p.rune(), at)
	}
	if closed {
		p.pos += len(`\E`)
	}
}

// newline is \R, which (*BSR_ANYCRLF) narrows.
func (p *parser) newline(at int) *Node {
	if !p.anyCRLF {
		return p.node(OpNewline, at)
	}
	both, one := p.node(OpLiteral, at), p.node(OpClass, at)
	both.Runes = []rune{'\r', '\n'}
	one.Class = []rune{'\n', '\n', '\r', '\r'}
	return p.node(OpAtomic, at, p.node(OpAlternate, at, both, one))
}

// wordBoundary is \b or \B. Under (*UCP) it is spelled out in lookarounds, so that matchers know one kind of word only.
func (p *parser) wordBoundary(not bool, at int) *Node {
	if !p.ucp {
		n := p.node(OpAssert, at)
		n.Assert = WordBoundary
		if not {
			n.Assert = NotWordBoundary
		}
		return n
	}
	side := func(before, after bool) *Node {
		return p.node(OpConcat, at, p.word(true, !before, at), p.word(false, !after, at))
	}
	return p.node(OpAlternate, at, side(true, not), side(false, !not))
}

// word looks at the rune before or after: it is, or is not, of a word.
func (p *parser) word(behind, negative bool, at int) *Node {
	class := p.node(OpClass, at)
	class.Class = p.posix("word", false)
	n := p.node(OpLook, at, class)
	n.Behind, n.Negative = behind, negative
	if behind {
		p.behind(n)
	}
	return n
}

// classEscape parses the escapes that stand for one rune of a class, in brackets and outside. ok tells that c is one of them.
func (p *parser) classEscape(c byte, at int) (class []rune, ok bool, err error) {
	negated := 'A' <= c && c <= 'Z'
	switch c {
	case 'd', 'D':
		return p.posix("digit", negated), true, nil
	case 's', 'S':
		return p.posix("space", negated), true, nil
	case 'w', 'W':
		return p.posix("word", negated), true, nil
	case 'h', 'H':
		return horizontal.runes(negated), true, nil
	case 'v', 'V':
		return vertical.runes(negated), true, nil
	case 'p', 'P':
		class, err = p.property(negated, at)
		return class, true, err
	}
	return nil, false, nil
}

// runeEscape parses the escapes that stand for one rune, in brackets and outside: c is behind the backslash, and read.
func (p *parser) runeEscape(c byte, at int) (rune, error) {
	switch c {
	case 'a':
		return '\a', nil
	case 'e':
		return 0x1B, nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'c':
		return p.control(at)
	case 'x':
		if p.accept("{") {
			return p.number(16, at)
		}
		return p.digits(16, 2), nil
	case 'o':
		if p.accept("{") {
			return p.number(8, at)
		}
		return 0, p.fail(at, `\o without braces`)
	case 'N':
		if p.pos += p.blanks(1); p.accept("U+") {
			return p.number(16, at)
		}
		p.through('}')
		return 0, p.fail(at, "character by its name")
	case '0', '1', '2', '3', '4', '5', '6', '7':
		p.pos--
		return p.digits(8, 3), nil
	case '8', '9':
		return rune(c), nil
	case 'F', 'l', 'L', 'u', 'U':
		return 0, p.fail(at, "escape of Perl's strings, not of its patterns")
	}
	if isLetter(c) {
		return 0, p.fail(at, "unknown escape")
	}
	p.pos--
	return p.rune(), nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// control parses what follows \c.
func (p *parser) control(at int) (rune, error) {
	c := p.peek(0)
	if c < ' ' || c > '~' {
		return 0, p.fail(at, `\c without a printable ASCII character behind`)
	}
	p.pos++
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return rune(c ^ 0x40), nil
}

// digits reads at most so many digits.
func (p *parser) digits(base rune, most int) (value rune) {
	for range most {
		d := digit(p.peek(0))
		if d >= base {
			break
		}
		value = value*base + d
		p.pos++
	}
	return value
}

// number reads the digits of a code point up to a closing brace. As in all braces behind a backslash, blanks may stand beside them.
func (p *parser) number(base rune, at int) (rune, error) {
	value, digits := rune(0), 0
	p.pos += p.blanks(0)
	for ; digit(p.peek(0)) < base; p.pos++ {
		value = min(value*base+digit(p.peek(0)), unicode.MaxRune+1)
		digits++
	}
	p.pos += p.blanks(0)
	switch {
	case !p.accept("}"):
		return 0, p.fail(at, "code point with a character that is no digit, or without a closing brace")
	case digits == 0:
		return 0, p.fail(at, "code point without digits")
	case value > unicode.MaxRune:
		return 0, p.fail(at, "code point over U+10FFFF")
	case 0xD800 <= value && value < 0xE000:
		return 0, p.fail(at, "code point of a surrogate")
	}
	return value, nil
}

// digit returns the value of a hexadecimal digit, or 16.
func digit(c byte) rune {
	switch {
	case isDigit(c):
		return rune(c - '0')
	case isLetter(c) && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 16
}

// through steps behind the next c, or to the end of the pattern, for an error to show the whole construct.
func (p *parser) through(c byte) {
	if i := strings.IndexByte(p.rest(), c); i >= 0 {
		p.pos += i + 1
	} else {
		p.pos = len(p.pattern)
	}
}
