package syntax

// group parses what begins with a round bracket: verbs, the forms with a question mark, and captures.
func (p *parser) group(s *sequence) error {
	at := p.pos
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.pos++
		return p.fail(at, "brackets nested deeper than %d", maxDepth)
	}
	p.pos++
	switch {
	case p.peek(0) == '*' && (isLetter(p.peek(1)) || p.peek(1) == ':'):
		return p.star(s, at)
	case p.accept("?"):
		return p.special(s, at)
	case p.has(NoAutoCapture):
		return p.plain(s, at)
	}
	return p.capture(s, "", at)
}

// special parses the forms with a question mark, which is read.
func (p *parser) special(s *sequence, at int) error {
	switch {
	case p.accept(":"):
		return p.plain(s, at)
	case p.accept("|"):
		sub, err := p.inner(true, at)
		s.add(sub, true)
		return err
	case p.accept(">"):
		return p.atomic(s, at)
	case p.accept("="):
		return p.look(s, Node{}, at)
	case p.accept("!"):
		return p.look(s, Node{Negative: true}, at)
	case p.accept("*"):
		return p.look(s, Node{NonAtomic: true}, at)
	case p.accept("<="):
		return p.look(s, Node{Behind: true}, at)
	case p.accept("<!"):
		return p.look(s, Node{Behind: true, Negative: true}, at)
	case p.accept("<*"):
		return p.look(s, Node{Behind: true, NonAtomic: true}, at)
	case p.accept("("):
		return p.conditional(s, at)
	case p.accept("["):
		return p.extendedClass(s, at)
	case p.accept("P<"), p.accept("<"):
		return p.namedCapture(s, '>', at)
	case p.accept("'"):
		return p.namedCapture(s, '\'', at)
	case p.accept("P="):
		return p.namedBackref(s, ')', at)
	case p.accept("P>"), p.accept("&"):
		return p.namedCall(s, ')', at)
	case p.peek(0) == 'R', isDigit(p.peek(0)), (p.peek(0) == '+' || p.peek(0) == '-') && isDigit(p.peek(1)):
		return p.numberedCall(s, at)
	case p.peek(0) == 'C':
		p.through(')')
		return p.fail(at, "callout")
	}
	return p.options(s, at)
}

// inner parses the alternatives of a group and its closing bracket. Flags that they set end there.
func (p *parser) inner(reset bool, at int) (*Node, error) {
	flags := p.flags
	sub, err := p.alternation(reset)
	if err != nil {
		return nil, err
	}
	p.flags = flags
	return sub, p.closing(at)
}

// closing steps over the closing bracket of a group.
func (p *parser) closing(at int) error {
	if !p.accept(")") {
		return p.fail(at, "group without a closing bracket")
	}
	return nil
}

// plain parses a group that does not capture. It is an item of its own even where it has one item only.
func (p *parser) plain(s *sequence, at int) error {
	sub, err := p.inner(false, at)
	if err != nil {
		return err
	}
	s.add(sub, true)
	return nil
}

func (p *parser) atomic(s *sequence, at int) error {
	sub, err := p.inner(false, at)
	if err != nil {
		return err
	}
	s.add(p.node(OpAtomic, at, sub), true)
	return nil
}

// look parses a lookaround of a kind.
func (p *parser) look(s *sequence, kind Node, at int) error {
	p.looks++
	sub, err := p.inner(false, at)
	p.looks--
	if err != nil {
		return err
	}
	n := p.node(OpLook, at, sub)
	n.Behind, n.Negative, n.NonAtomic = kind.Behind, kind.Negative, kind.NonAtomic
	if n.Behind {
		p.behind(n)
	}
	s.add(n, true)
	return nil
}

func (p *parser) namedCapture(s *sequence, end byte, at int) error {
	name, err := p.name(end, at)
	if err != nil {
		return err
	}
	return p.capture(s, name, at)
}

// capture parses a group that captures, behind its bracket and name.
func (p *parser) capture(s *sequence, name string, at int) error {
	if p.groups == maxGroups {
		return p.fail(at, "more than %d groups", maxGroups)
	}
	p.groups++
	n := p.node(OpGroup, at)
	n.Index = p.groups
	if err := p.declare(n, name, at); err != nil {
		return err
	}
	sub, err := p.inner(false, at)
	if err != nil {
		return err
	}
	n.Subs = []*Node{sub}
	s.add(n, true)
	return nil
}

// options parses (?i-s) and (?i-s:...), from behind the question mark on. The first holds up to the end of the group around it, in
// the alternatives that follow as well.
func (p *parser) options(s *sequence, at int) error {
	outer := p.flags
	hyphen := true // may come
	if p.accept("^") {
		p.flags &^= Caseless | Multiline | DotAll | Extended | more | NoAutoCapture
		hyphen = false
	}
	var set, unset Flags
	to := &set
	for p.pos < len(p.pattern) {
		c := p.peek(0)
		p.pos++
		switch c {
		case 'i':
			*to |= Caseless
		case 'm':
			*to |= Multiline
		case 's':
			*to |= DotAll
		case 'n':
			*to |= NoAutoCapture
		case 'J':
			*to |= DupNames
		case 'U':
			*to |= Ungreedy
		case 'x':
			*to |= Extended
			if p.accept("x") {
				*to |= more
			}
		case '-':
			if !hyphen {
				return p.fail(at, "hyphen among the options, behind another or behind ^")
			}
			hyphen, to = false, &unset
		case ')', ':':
			p.setFlags(set, unset)
			if c == ')' {
				s.repeatable = false
				return nil
			}
			err := p.plain(s, at)
			p.flags = outer
			return err
		default:
			p.pos--
			p.rune()
			return p.fail(at, "unknown kind of group, or unknown option")
		}
	}
	return p.fail(at, "group without a closing bracket")
}

// setFlags changes the flags. Of (?x) and (?xx), the later holds, and (?-x) ends both.
func (p *parser) setFlags(set, unset Flags) {
	if set&(Extended|more) == Extended || unset&Extended != 0 {
		unset |= more
	}
	p.flags = (p.flags | set) &^ unset
}
