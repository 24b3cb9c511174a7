package syntax

// Extended classes are expressions over classes, (?[ \w - [aeiou] ]). They came from Perl to PCRE2 with version 10.45. Operands are
// classes in brackets, POSIX classes and escapes; ! is the complement, & the intersection, + and | the union, - the difference
// and ^ what only one of two has. & binds tighter than the other four, which bind alike and from the left. Layout between them
// is skipped, blanks in a class as with (?xx).

// extendedClass parses an extended class, from behind its bracket on.
func (p *parser) extendedClass(s *sequence, at int) error {
	flags := p.flags
	p.flags |= Extended | more
	class, err := p.sum(at)
	p.flags = flags
	if err != nil {
		return err
	}
	if !p.accept("])") {
		return p.fail(at, "extended class without an operator or ]) where it should be")
	}
	p.class(s, class, at)
	return nil
}

// sum parses operands that are joined by + | - and ^.
func (p *parser) sum(at int) ([]rune, error) {
	left, err := p.product(at)
	for err == nil {
		op := p.peek(0)
		if op != '+' && op != '|' && op != '-' && op != '^' {
			break
		}
		p.pos++
		var right []rune
		if right, err = p.product(at); err != nil {
			break
		}
		switch op {
		case '-':
			left = intersect(left, negate(right))
		case '^':
			left = union(intersect(left, negate(right)), intersect(right, negate(left)))
		default:
			left = union(left, right)
		}
		err = p.spend(len(left)+len(right), at)
	}
	return left, err
}

// product parses operands that are joined by &.
func (p *parser) product(at int) ([]rune, error) {
	left, err := p.operand(at)
	for err == nil && p.accept("&") {
		var right []rune
		if right, err = p.operand(at); err != nil {
			break
		}
		left = intersect(left, right)
		err = p.spend(len(left)+len(right), at)
	}
	return left, err
}

// operand parses one operand, and the layout around it.
func (p *parser) operand(at int) (class []rune, err error) {
	negated := false
	if err := p.skip(); err != nil {
		return nil, err
	}
	for p.accept("!") {
		negated = !negated
		if err := p.skip(); err != nil {
			return nil, err
		}
	}
	from := p.pos
	switch name := p.posixName(); {
	case name != "":
		p.pos += len(name)
		class, err = p.posixClass(name, from)
	case p.peek(0) == '[':
		b := bracket{parser: p, at: from}
		class, err = b.class()
	case p.accept(`\`):
		class, err = p.escapeOperand(from)
	case p.accept("("):
		class, err = p.parenthesized(from)
	default:
		return nil, p.fail(at, "extended class without an operand where it should be")
	}
	if err == nil && negated {
		class = negate(class)
		err = p.spend(len(class), at)
	}
	if err == nil {
		err = p.skip()
	}
	return class, err
}

func (p *parser) parenthesized(at int) ([]rune, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, p.fail(at, "brackets nested deeper than %d", maxDepth)
	}
	class, err := p.sum(at)
	if err != nil {
		return nil, err
	}
	return class, p.closing(at)
}

// escapeOperand parses what follows the backslash.
func (p *parser) escapeOperand(at int) ([]rune, error) {
	b := bracket{parser: p, at: at}
	if err := b.escape(at); err != nil {
		return nil, err
	}
	return b.set.class(), nil
}

// spend counts ranges that were made, against the bound on all classes of a pattern.
func (p *parser) spend(runes, at int) error {
	if p.ranges += runes / 2; p.ranges > maxRanges {
		return p.fail(at, "classes of more than %d ranges", maxRanges)
	}
	return nil
}

func union(a, b []rune) []rune {
	var s set
	s.addClass(a)
	s.addClass(b)
	return s.class()
}

func intersect(a, b []rune) []rune { return negate(union(negate(a), negate(b))) }
