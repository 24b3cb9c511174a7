package syntax

import "strings"

// conditional parses (?(condition)yes|no), from behind the second bracket on.
func (p *parser) conditional(s *sequence, at int) error {
	n := p.node(OpConditional, at)
	n.Cond = new(Cond)
	if err := p.condition(n.Cond, at); err != nil {
		return err
	}
	flags := p.flags
	branches, err := p.branches(false)
	if err != nil {
		return err
	}
	p.flags = flags
	if err := p.closing(at); err != nil {
		return err
	}
	switch {
	case len(branches) > 2:
		return p.fail(at, "conditional with more than two alternatives")
	case len(branches) == 2 && n.Cond.Define:
		return p.fail(at, "definition with alternatives")
	case len(branches) == 1:
		branches = append(branches, p.node(OpEmpty, p.pos-1))
	}
	n.Subs = branches
	s.add(n, true)
	return nil
}

// condition parses the condition and its closing bracket.
func (p *parser) condition(c *Cond, at int) error {
	if next := p.peek(0); next == '?' || next == '*' {
		p.pos--
		return p.lookCondition(c)
	}
	number, ok, err := p.signed(at)
	if err != nil {
		return err
	}
	switch {
	case ok:
		if err := p.closing(at); err != nil {
			return err
		}
		p.refer(reference{cond: c, number: number, at: at})
		return nil
	case strings.HasPrefix(p.rest(), "VERSION") && p.peek(len("VERSION")) != ')':
		return p.versionCondition(c, at)
	case p.accept("R&"):
		c.Call = true
		return p.namedCondition(c, ')', at)
	case p.accept("<"):
		if err := p.namedCondition(c, '>', at); err != nil {
			return err
		}
		return p.closing(at)
	case p.accept("'"):
		if err := p.namedCondition(c, '\'', at); err != nil {
			return err
		}
		return p.closing(at)
	}
	return p.wordCondition(c, at)
}

// lookCondition parses a lookaround as a condition, from its bracket on.
func (p *parser) lookCondition(c *Cond) error {
	at := p.pos
	var s sequence
	if err := p.group(&s); err != nil {
		return err
	}
	if len(s.items) != 1 || s.items[0].Op != OpLook || s.items[0].Offset != at || s.items[0].NonAtomic {
		return p.fail(at, "conditional without an atomic lookaround as its condition")
	}
	c.Look = s.items[0]
	return nil
}

func (p *parser) namedCondition(c *Cond, end byte, at int) error {
	name, err := p.name(end, at)
	if err != nil {
		return err
	}
	p.refer(reference{cond: c, name: name, at: at})
	return nil
}

// wordCondition parses DEFINE, R, R with a number, or a name.
func (p *parser) wordCondition(c *Cond, at int) error {
	name, err := p.name(')', at)
	if err != nil {
		return err
	}
	r := reference{cond: c, name: name, at: at}
	if number, ok := strings.CutPrefix(name, "R"); ok && strings.Trim(number, "0123456789") == "" {
		r.inCall, r.number = true, AnyCall
		if number != "" {
			r.number = 0
			for _, d := range []byte(number) {
				r.number = min(r.number*10+int(d-'0'), tooLarge)
			}
		}
	}
	if name == "DEFINE" {
		c.Define = true
		return nil
	}
	p.refer(r)
	return nil
}

// version is the PCRE2 whose syntax this is, in hundredths.
const version = 1045

// versionCondition parses VERSION>=n.m or VERSION=n.m. What it asks for is known, so it becomes a lookaround that holds or does
// not.
func (p *parser) versionCondition(c *Cond, at int) error {
	p.accept("VERSION")
	least := p.accept(">")
	if !p.accept("=") || !isDigit(p.peek(0)) {
		return p.fail(at, "VERSION without = or >= and a number")
	}
	number, end := p.decimal(0)
	p.pos += end
	if number > 1000 {
		return p.fail(at, "VERSION with a number over 1000")
	}
	number *= 100
	if p.accept(".") {
		minor, end := p.decimal(0)
		if end == 0 || end > 2 {
			return p.fail(at, "VERSION with a number that is none")
		}
		if end == 1 {
			minor *= 10
		}
		number += minor
		p.pos += end
	}
	c.Look = p.node(OpLook, at, p.node(OpEmpty, at))
	c.Look.Negative = !(version == number || least && version > number)
	return p.closing(at)
}
