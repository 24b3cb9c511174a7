package syntax

import "math"

// quantifier parses * + ? or {n,m}, with a ? or + behind, and repeats the last item.
func (p *parser) quantifier(s *sequence) error {
	at := p.pos
	least, most, inBraces := p.braces()
	switch {
	case inBraces:
		for p.peek(0) != '}' {
			p.pos++
		}
	case p.peek(0) == '*':
		least, most = 0, Unbounded
	case p.peek(0) == '+':
		least, most = 1, Unbounded
	default:
		least, most = 0, 1
	}
	p.pos++
	// Layout and comments may stand before the second character too.
	if err := p.skip(); err != nil {
		return err
	}
	kind := Greedy
	if p.has(Ungreedy) {
		kind = Lazy
	}
	switch {
	case p.accept("+"):
		kind = Possessive
	case p.accept("?"):
		kind = Greedy + Lazy - kind
	}
	switch {
	case least > maxRepeat || most > maxRepeat:
		return p.fail(at, "quantifier over %d", maxRepeat)
	case most != Unbounded && most < least:
		return p.fail(at, "quantifier with its bounds out of order")
	case !s.repeatable:
		return p.fail(at, "quantifier with nothing to repeat")
	}
	p.repeat(s, least, most, kind)
	return nil
}

// repeat replaces the last item by its repetition.
func (p *parser) repeat(s *sequence, least, most int, kind Kind) {
	last := len(s.items) - 1
	sub := s.items[last]
	if s.growing && len(sub.Runes) > 1 {
		sub = p.splitLiteral(s)
		last++
	}
	s.growing, s.repeatable = false, false
	if sub.Op == OpLook && most == Unbounded {
		// A lookaround takes nothing: once more than needed is as often as it can make a difference.
		most = least + 1
	}
	if least == 1 && most == 1 && kind != Possessive {
		return
	}
	n := p.node(OpRepeat, sub.Offset, sub)
	n.Min, n.Max, n.Kind = least, most, kind
	s.items[last] = n
}

// splitLiteral makes the last rune of the last literal an item of its own, which it returns: a quantifier takes one rune.
func (p *parser) splitLiteral(s *sequence) *Node {
	rest := s.items[len(s.items)-1]
	cut := len(rest.Runes) - 1
	n := p.node(OpLiteral, s.lastRune)
	n.Runes = rest.Runes[cut:]
	rest.Runes = rest.Runes[:cut:cut]
	if rest.Fold {
		n.Fold = folds(n.Runes[0])
		rest.Fold = false
		for _, r := range rest.Runes {
			rest.Fold = rest.Fold || folds(r)
		}
	}
	s.items = append(s.items, n)
	return n
}

// braces reads {n}, {n,}, {,m} or {n,m} without stepping over it. Anything else in braces is literal. Blanks may stand beside the
// numbers, and the lower bound may be left out: PCRE2 reads both so since 10.43, as Perl does since 5.34.
func (p *parser) braces() (least, most int, ok bool) {
	if p.peek(0) != '{' {
		return 0, 0, false
	}
	from := p.blanks(1)
	least, i := p.decimal(from)
	given := i > from
	if i = p.blanks(i); p.peek(i) != ',' {
		return least, least, given && p.peek(i) == '}'
	}
	from = p.blanks(i + 1)
	if most, i = p.decimal(from); i == from {
		most = Unbounded
	}
	i = p.blanks(i)
	return least, most, (given || most != Unbounded) && p.peek(i) == '}'
}

// blanks returns how far the blanks from i places ahead on reach.
func (p *parser) blanks(i int) int {
	for p.peek(i) == ' ' || p.peek(i) == '\t' {
		i++
	}
	return i
}

// decimal reads digits from i places ahead on and returns their value and how far they reach. What is too large for any use
// is tooLarge.
func (p *parser) decimal(i int) (value, end int) {
	for isDigit(p.peek(i)) {
		value = min(value*10+int(p.peek(i)-'0'), tooLarge)
		i++
	}
	return value, i
}

// tooLarge is over every bound on a number in a pattern, and can be read one digit further without overflow.
const tooLarge = math.MaxInt32/10 - 1

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
