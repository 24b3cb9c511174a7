package syntax

import (
	"strings"
	"unicode"
)

// Classes without a name.
var (
	anyRune    = []rune{0, unicode.MaxRune}
	notNewline = []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
)

// bracketed parses what begins with a bracket: a class.
func (p *parser) bracketed(s *sequence) error {
	at := p.pos
	// The marks of words of 4.4BSD look like classes.
	if p.accept("[[:<:]]") {
		s.add(p.wordBoundary(false, at), false)
		s.add(p.word(false, false, at), true)
		return nil
	}
	if p.accept("[[:>:]]") {
		s.add(p.wordBoundary(false, at), false)
		s.add(p.word(true, false, at), true)
		return nil
	}
	if name := p.posixName(); name != "" {
		p.pos += len(name)
		return p.fail(at, "POSIX class outside of a class in brackets")
	}
	p.pos++
	b := bracket{parser: p, at: at}
	negated := p.accept("^")
	if err := b.parse(); err != nil {
		return err
	}
	p.ranges += b.set.added
	if b.members == 1 && b.ends == 1 && !negated {
		p.literal(s, b.lo, at)
		return nil
	}
	class := b.set.class()
	if negated {
		class = negate(class)
	}
	p.class(s, class, at)
	return nil
}

// bracket is a class that is being read.
type bracket struct {
	*parser
	at      int // where it begins
	set     set
	members int  // runes, ranges and classes so far
	ends    int  // 1 behind a rune that may begin a range, 2 behind the hyphen
	lo      rune // that rune
	quoted  bool // between \Q and \E
}

// parse reads the members and the closing bracket, which is a member where it comes first.
func (b *bracket) parse() error {
	for {
		b.skip()
		switch {
		case b.pos == len(b.pattern):
			return b.fail(b.at, "class without a closing bracket")
		case b.set.added+b.ranges > maxRanges:
			return b.fail(b.at, "classes of more than %d ranges", maxRanges)
		case b.quoted:
			if err := b.rune(b.parser.rune(), b.pos); err != nil {
				return err
			}
		case b.members > 0 && b.accept("]"):
			if b.ends == 2 {
				b.add('-', '-')
			}
			return nil
		case b.ends == 1 && b.accept("-"):
			b.ends = 2
		default:
			if err := b.member(); err != nil {
				return err
			}
		}
	}
}

// skip steps over quotation marks, and over blanks where (?xx) says so.
func (b *bracket) skip() {
	for {
		switch {
		case b.accept(`\E`):
			b.quoted = false
		case b.quoted:
			return
		case b.accept(`\Q`):
			b.quoted = true
		case b.has(more) && (b.peek(0) == ' ' || b.peek(0) == '\t'):
			b.pos++
		default:
			return
		}
	}
}

// member reads a rune or a class.
func (b *bracket) member() error {
	at := b.pos
	if name := b.posixName(); name != "" {
		b.pos += len(name)
		class, err := b.posixClass(name, at)
		if err != nil {
			return err
		}
		return b.class(class, at)
	}
	if !b.accept(`\`) {
		return b.rune(b.parser.rune(), at)
	}
	if b.pos == len(b.pattern) {
		return b.fail(at, "backslash at the end")
	}
	c := b.peek(0)
	b.pos++
	switch c {
	case 'b':
		return b.rune('\b', at)
	case '8', '9':
		return b.rune(rune(c), at)
	case 'A', 'B', 'C', 'G', 'K', 'R', 'X', 'Z', 'g', 'k', 'z':
		return b.fail(at, "escape that has no meaning in a class")
	case 'N':
		if b.peek(0) != '{' {
			return b.fail(at, "escape that has no meaning in a class")
		}
	}
	class, ok, err := b.classEscape(c, at)
	if err != nil {
		return err
	}
	if ok {
		return b.class(class, at)
	}
	r, err := b.runeEscape(c, at)
	if err != nil {
		return err
	}
	return b.rune(r, at)
}

// class adds a class, which is no end of a range.
func (b *bracket) class(class []rune, at int) error {
	if b.ends == 2 || b.peek(0) == '-' && b.pos+1 < len(b.pattern) && b.peek(1) != ']' {
		return b.fail(at, "class as an end of a range")
	}
	b.set.addClass(class)
	b.members, b.ends = b.members+1, 0
	return nil
}

// rune adds a rune, or the range that it ends.
func (b *bracket) rune(r rune, at int) error {
	if b.ends == 2 {
		if r < b.lo {
			return b.fail(at, "range with its ends out of order")
		}
		b.add(b.lo, r)
		b.ends = 0
		return nil
	}
	b.add(r, r)
	b.members, b.ends, b.lo = b.members+1, 1, r
	return nil
}

// add adds a range, in every case where case is ignored.
func (b *bracket) add(lo, hi rune) {
	if b.has(Caseless) {
		b.set.addFolded(lo, hi)
	} else {
		b.set.add(lo, hi)
	}
}

// posixName returns [:name:], [.name.] or [=name=] if it comes next, else "".
func (p *parser) posixName() string {
	mark := p.peek(1)
	if p.peek(0) != '[' || strings.IndexByte(":.=", mark) < 0 {
		return ""
	}
	text := p.rest()
	for i := 2; i+1 < len(text); i++ {
		switch {
		case text[i] == '\\' && (text[i+1] == ']' || text[i+1] == '\\'):
			i++
		case text[i] == '[' && text[i+1] == mark, text[i] == ']':
			return ""
		case text[i] == mark && text[i+1] == ']':
			return text[:i+2]
		}
	}
	return ""
}

// posixClass returns the class of a [:name:].
func (p *parser) posixClass(text string, at int) ([]rune, error) {
	if text[1] != ':' {
		return nil, p.fail(at, "collating element")
	}
	name, negated := strings.CutPrefix(text[2:len(text)-2], "^")
	if p.has(Caseless) && (name == "lower" || name == "upper") {
		name = "alpha"
	}
	class := p.posix(name, negated)
	if class == nil {
		return nil, p.fail(at, "unknown POSIX class")
	}
	return class, nil
}
