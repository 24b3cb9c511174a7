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
	b := bracket{parser: p, at: at}
	class, err := b.class()
	if err != nil {
		return err
	}
	if b.members == 1 && b.ends == 1 && !b.negated {
		p.literal(s, b.lo, at)
		return nil
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
	from    int  // its offset
	negated bool
	quoted  bool // between \Q and \E
}

// class reads the class, from its bracket on.
func (b *bracket) class() ([]rune, error) {
	b.accept("[")
	b.skip()
	b.negated = !b.quoted && b.accept("^")
	err := b.read()
	if err != nil {
		return nil, err
	}
	b.ranges += b.set.added
	class := b.set.class()
	if b.negated {
		class = negate(class)
	}
	return class, nil
}

// read reads the members and the closing bracket, which is a member where it comes first.
func (b *bracket) read() error {
	for {
		b.skip()
		switch {
		case b.pos == len(b.pattern):
			return b.fail(b.at, "class without a closing bracket")
		case b.set.added+b.ranges > maxRanges:
			return b.fail(b.at, "classes of more than %d ranges", maxRanges)
		case b.quoted:
			at := b.pos
			if err := b.addRune(b.rune(), at); err != nil {
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
		case b.blanksIfSkipped(0) > 0:
			b.pos += b.blanksIfSkipped(0)
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
		return b.addClass(class, at)
	}
	if b.accept(`\`) {
		return b.escape(at)
	}
	return b.addRune(b.rune(), at)
}

// escape parses what follows the backslash.
func (b *bracket) escape(at int) error {
	if b.pos == len(b.pattern) {
		return b.fail(at, "backslash at the end")
	}
	c := b.peek(0)
	b.pos++
	switch c {
	case 'b':
		return b.addRune('\b', at)
	case 'g':
		return b.addRune('g', at)
	case 'A', 'B', 'C', 'G', 'K', 'R', 'X', 'Z', 'k', 'z':
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
		return b.addClass(class, at)
	}
	r, err := b.runeEscape(c, at)
	if err != nil {
		return err
	}
	return b.addRune(r, at)
}

// blanksIfSkipped returns how far the blanks from i places ahead on reach, where (?xx) makes nothing of them.
func (b *bracket) blanksIfSkipped(i int) int {
	if b.has(more) {
		return b.blanks(i)
	}
	return i
}

// addClass adds a class, which is no end of a range.
func (b *bracket) addClass(class []rune, at int) error {
	hyphen := b.peek(0) == '-' && b.pos+1 < len(b.pattern)
	if b.ends == 2 {
		return b.fail(b.from, "class as the end of a range")
	}
	if hyphen && b.peek(b.blanksIfSkipped(1)) != ']' {
		return b.fail(at, "class as the beginning of a range")
	}
	b.set.addClass(class)
	b.members, b.ends = b.members+1, 0
	return nil
}

// addRune adds a rune, or the range that it ends.
func (b *bracket) addRune(r rune, at int) error {
	if b.ends == 2 {
		if r < b.lo {
			return b.fail(b.from, "range with its ends out of order")
		}
		b.add(b.lo, r)
		b.ends = 0
		return nil
	}
	b.add(r, r)
	b.members, b.ends, b.lo, b.from = b.members+1, 1, r, at
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
		if p.ucp {
			return properties()["l&"].runes(negated), nil
		}
		name = "alpha"
	}
	class := p.posix(name, negated)
	if class == nil {
		return nil, p.fail(at, "unknown POSIX class")
	}
	return class, nil
}
