package syntax

import (
	"unicode"
	"unicode/utf8"
)

// reference is a use of a group, by its name or else its number. It is resolved when all groups are known.
type reference struct {
	node    *Node // OpBackref or OpCall, or nil
	cond    *Cond // of a conditional, or nil
	number  int   // 0 is the whole pattern, AnyCall any call
	name    string
	inCall  bool // (?(R)...), (?(R1)...): the name if a group has it, else a call of the number
	at, end int  // in the pattern
}

// refer writes a reference down, which ends where the parser is.
func (p *parser) refer(r reference) {
	r.end = p.pos
	p.refs = append(p.refs, r)
}

func (p *parser) backref(s *sequence, r reference) error {
	r.node = p.node(OpBackref, r.at)
	r.node.Fold = p.has(Caseless)
	p.refer(r)
	s.add(r.node, true)
	return nil
}

func (p *parser) call(s *sequence, r reference) error {
	r.node = p.node(OpCall, r.at)
	p.refer(r)
	s.add(r.node, true)
	return nil
}

// escapeG parses what follows \g: a call where angle brackets or quotes follow, else a backreference.
func (p *parser) escapeG(s *sequence, at int) error {
	switch {
	case p.accept("<"):
		r, err := p.target('>', at)
		if err != nil {
			return err
		}
		return p.call(s, r)
	case p.accept("'"):
		r, err := p.target('\'', at)
		if err != nil {
			return err
		}
		return p.call(s, r)
	case p.accept("{"):
		p.pos += p.blanks(0)
		r, err := p.target('}', at)
		if err != nil {
			return err
		}
		return p.backref(s, r)
	}
	number, ok, err := p.signed(at)
	switch {
	case err != nil:
		return err
	case !ok:
		return p.fail(at, `\g without a group`)
	}
	return p.backref(s, reference{number: number, at: at})
}

// escapeK parses what follows \k.
func (p *parser) escapeK(s *sequence, at int) error {
	switch {
	case p.accept("<"):
		return p.namedBackref(s, '>', at)
	case p.accept("'"):
		return p.namedBackref(s, '\'', at)
	case p.accept("{"):
		p.pos += p.blanks(0)
		return p.namedBackref(s, '}', at)
	}
	return p.fail(at, `\k without a name`)
}

func (p *parser) namedBackref(s *sequence, end byte, at int) error {
	name, err := p.name(end, at)
	if err != nil {
		return err
	}
	return p.backref(s, reference{name: name, at: at})
}

func (p *parser) namedCall(s *sequence, end byte, at int) error {
	name, err := p.name(end, at)
	if err != nil {
		return err
	}
	return p.call(s, reference{name: name, at: at})
}

// numberedCall parses (?R), (?1), (?+1) and (?-1).
func (p *parser) numberedCall(s *sequence, at int) error {
	number := 0
	if !p.accept("R") {
		var err error
		if number, _, err = p.signed(at); err != nil {
			return err
		}
	}
	if err := p.closing(at); err != nil {
		return err
	}
	return p.call(s, reference{number: number, at: at})
}

// target parses a number or a name up to a closing character.
func (p *parser) target(end byte, at int) (reference, error) {
	number, ok, err := p.signed(at)
	if err != nil {
		return reference{}, err
	}
	if !ok {
		name, err := p.name(end, at)
		return reference{name: name, at: at}, err
	}
	if !p.ends(end) {
		return reference{}, p.fail(at, "number without %q behind", end)
	}
	return reference{number: number, at: at}, nil
}

// ends steps over the character that closes a name or a number, and over blanks before a brace.
func (p *parser) ends(end byte) bool {
	if end == '}' {
		p.pos += p.blanks(0)
	}
	if p.pos == len(p.pattern) || p.peek(0) != end {
		return false
	}
	p.pos++
	return true
}

// signed reads the number of a group: with a sign, it counts groups back from here or ahead. ok tells that there is one.
func (p *parser) signed(at int) (number int, ok bool, err error) {
	sign := p.peek(0)
	relative := sign == '+' || sign == '-'
	i := 0
	if relative {
		i = 1
	}
	number, end := p.decimal(i)
	if end == i {
		return 0, false, nil
	}
	p.pos += end
	switch {
	case !relative:
	case number == 0:
		return 0, false, p.fail(at, "relative reference by zero")
	case sign == '+':
		number += p.groups
	case number > p.groups:
		return 0, false, p.fail(at, "reference to a group that does not exist")
	default:
		number = p.groups + 1 - number
	}
	return number, true, nil
}

// name reads the name of a group up to a closing character.
func (p *parser) name(end byte, at int) (string, error) {
	from := p.pos
	for p.pos < len(p.pattern) {
		r, size := utf8.DecodeRuneInString(p.rest())
		if r != '_' && !unicode.Is(unicode.L, r) && !unicode.Is(unicode.Nd, r) {
			break
		}
		if p.pos == from && unicode.Is(unicode.Nd, r) {
			return "", p.fail(at, "group's name that begins with a digit")
		}
		p.pos += size
	}
	name := p.pattern[from:p.pos]
	switch {
	case name == "":
		return "", p.fail(at, "group's name expected")
	case len(name) > maxName:
		return "", p.fail(at, "group's name of more than %d bytes", maxName)
	case !p.ends(end):
		return "", p.fail(at, "group's name without %q behind", end)
	}
	return name, nil
}

// declare enters a group under its number and its name, if it has one.
func (p *parser) declare(n *Node, name string, at int) error {
	if n.Index == len(p.names) {
		p.names = append(p.names, "")
		p.bodies = append(p.bodies, nil)
	}
	p.bodies[n.Index] = append(p.bodies[n.Index], n)
	if name == "" || name == p.names[n.Index] {
		return nil
	}
	if p.names[n.Index] != "" {
		return p.fail(at, "second name for the group of one number")
	}
	if len(p.byName[name]) > 0 && !p.has(DupNames) {
		return p.fail(at, "second group of the same name, without (?J)")
	}
	p.names[n.Index] = name
	if p.byName == nil {
		p.byName = make(map[string][]int)
	}
	p.byName[name] = append(p.byName[name], n.Index)
	return nil
}

// resolve finds the groups that references mean.
func (p *parser) resolve() error {
	for _, r := range p.refs {
		groups := p.byName[r.name]
		if groups == nil && r.inCall {
			r.cond.Call = true
		}
		if r.name == "" || groups == nil && r.inCall {
			groups = []int{r.number}
		}
		if !p.exists(r, groups) {
			p.pos = r.end
			return p.fail(r.at, "reference to a group that does not exist")
		}
		switch {
		case r.node == nil && r.cond.Call && len(groups) == 1:
			r.cond.Index = groups[0]
		case r.node == nil:
			r.cond.Groups = groups
		case r.node.Op == OpCall:
			r.node.Index, r.node.bodies = groups[0], p.bodies
		default:
			r.node.Groups, r.node.bodies = groups, p.bodies
		}
	}
	return nil
}

// exists tells whether a reference to groups can be meant: the whole pattern can only be called, any call only asked for.
func (p *parser) exists(r reference, groups []int) bool {
	if len(groups) == 0 {
		return false
	}
	switch number := groups[0]; number {
	case 0:
		return r.node != nil && r.node.Op == OpCall
	case AnyCall:
		return r.inCall
	default:
		return number < len(p.names)
	}
}
