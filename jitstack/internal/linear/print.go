package linear

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// A pattern is handed to the engine in the syntax of the standard library, spelled so that no flag, escape or abbreviation can be
// read differently: classes as ranges of numbers, letters that ignore case in (?i: ) of their own, groups without names.
//
// What differs between the two languages beyond spelling:
//
//   - `$` and \Z match before a newline that ends the subject, and (?m)^ does not match behind one. With a subject that does not
//     end in a newline these are \z and (?m)^ of the standard syntax; with one that does, see newline.go.
//   - A repetition without a bound of something that can be empty ends with the first empty iteration here, with
//     what the automaton does there. They agree on what matches and on where it can begin, not on where it ends or on groups.
//   - A group that is repeated and is one rune, as in `(.)*`, captures the last of them. It is searched as `(.*)`, which is
//     quick, and cut to the last rune then.
//   - The engine has no \K, \G, lookaround and atomic groups, and numbers groups as they come.

// printer prints a reduced tree.
type printer struct {
	strings.Builder
	bare    bool                 // print no groups
	loose   bool                 // print something that matches at least where the tree does: without assertions
	numbers map[*syntax.Node]int // of the assertions that have a value ...
	values  uint64               // ... and the values
	group   int                  // the next group
	looping bool                 // printing what may be gone through more than once
	tail    *syntax.Node         // the last part of the tree

	same    bool  // matches have the same spans and groups
	slots   int   // but for groups from this slot on
	runs    []int // groups that are to be cut to their last rune
	verdict bool  // matches begin in the same places
}

// nothing matches nothing.
const nothing = `[^\x00-\x{10FFFF}]`

// print prints n. Groups have their numbers.
func (p *printer) print(n *syntax.Node) string {
	p.same, p.verdict, p.slots = !p.loose && !p.bare, true, noSlot
	p.group = 1
	if n.Op == syntax.OpConcat && len(n.Subs) > 0 {
		p.tail = n.Subs[len(n.Subs)-1]
	}
	p.node(n)
	return p.String()
}

// skipTo prints groups that take part in no match, up to one of the given number.
func (p *printer) skipTo(group int) {
	for ; p.group < group; p.group++ {
		p.WriteString("(){0}")
	}
	p.same = p.same && p.group == group
}

func (p *printer) node(n *syntax.Node) {
	switch n.Op {
	case syntax.OpFail:
		p.WriteString(nothing)
	case syntax.OpLiteral:
		p.literal(n)
	case syntax.OpClass:
		p.WriteByte('[')
		for i := 0; i < len(n.Class); i += 2 {
			fmt.Fprintf(p, `\x{%X}-\x{%X}`, n.Class[i], n.Class[i+1])
		}
		p.WriteByte(']')
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			p.node(sub)
		}
	case syntax.OpAlternate:
		p.WriteString("(?:")
		for i, sub := range n.Subs {
			if i > 0 {
				p.WriteByte('|')
			}
			p.node(sub)
		}
		p.WriteByte(')')
	case syntax.OpRepeat:
		p.repeat(n)
	case syntax.OpGroup:
		if p.bare {
			p.WriteString("(?:")
		} else {
			p.skipTo(n.Index)
			p.group++
			p.WriteByte('(')
		}
		p.node(n.Subs[0])
		p.WriteByte(')')
	case syntax.OpAssert:
		p.assertion(n.Assert)
	case syntax.OpLook:
		number, known := p.numbers[n]
		switch {
		case !known && n == p.tail && !n.Negative && !n.Behind:
			// Nothing comes behind it: a match begins where one begins that takes what the assertion asks for.
			p.same = false
			p.node(n.Subs[0])
		case !known:
			p.same, p.verdict = false, false
		case p.values>>number&1 == 0:
			p.WriteString(nothing)
		case !n.Negative:
			p.slots = min(p.slots, lowestSlot(n))
		}
	case syntax.OpAtomic:
		p.same, p.verdict = false, false
		p.WriteString("(?:")
		p.node(n.Subs[0])
		p.WriteByte(')')
	case syntax.OpKeep:
		p.same = false
	}
}

func (p *printer) literal(n *syntax.Node) {
	if n.Fold {
		p.WriteString("(?i:")
		defer p.WriteByte(')')
	}
	for _, r := range n.Runes {
		if '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			p.WriteByte(byte(r))
		} else {
			fmt.Fprintf(p, `\x{%X}`, r)
		}
	}
}

func (p *printer) repeat(n *syntax.Node) {
	body := n.Subs[0]
	p.same = p.same && (n.Max != syntax.Unbounded || !nullable(body))
	run := body.Op == syntax.OpGroup && !p.bare && !p.looping && p.single(body.Subs[0])
	looping := p.looping
	p.looping = looping || n.Max != 1
	if run {
		p.skipTo(body.Index)
		p.group++
		p.runs = append(p.runs, body.Index)
		p.WriteByte('(')
		body = body.Subs[0]
	}
	p.WriteString("(?:")
	p.node(body)
	p.WriteByte(')')
	p.quantifier(n)
	if run {
		p.WriteByte(')')
	}
	p.looping = looping
}

func (p *printer) quantifier(n *syntax.Node) {
	switch {
	case n.Min == 0 && n.Max == syntax.Unbounded:
		p.WriteByte('*')
	case n.Min == 1 && n.Max == syntax.Unbounded:
		p.WriteByte('+')
	case n.Min == 0 && n.Max == 1:
		p.WriteByte('?')
	case n.Max == syntax.Unbounded:
		fmt.Fprintf(p, "{%d,}", n.Min)
	default:
		fmt.Fprintf(p, "{%d,%d}", n.Min, n.Max)
	}
	if n.Kind == syntax.Lazy {
		p.WriteByte('?')
	}
}

// single reports whether n is one rune, assertions with a value aside.
func (p *printer) single(n *syntax.Node) bool {
	if n.Op != syntax.OpConcat {
		return n.Op == syntax.OpClass || n.Op == syntax.OpLiteral && len(n.Runes) == 1
	}
	runes := 0
	for _, sub := range n.Subs {
		_, known := p.numbers[sub]
		switch {
		case p.single(sub):
			runes++
		case !known || hasGroups(sub) && !sub.Negative:
			return false
		}
	}
	return runes == 1
}

// cut gives groups that hold a run of runes the last of them, which is what `(.)*` captures. Like that, `(.*)` is searched.
func cut(s string, caps []int, runs []int) {
	for _, g := range runs {
		if 2*g >= len(caps) || caps[2*g] < 0 {
			continue
		}
		start, end := caps[2*g], caps[2*g+1]
		if start == end {
			caps[2*g], caps[2*g+1] = -1, -1
		} else {
			_, w := utf8.DecodeLastRuneInString(s[start:end])
			caps[2*g] = end - w
		}
	}
}

func (p *printer) assertion(a syntax.Assert) {
	switch a {
	case syntax.BeginText:
		p.WriteString(`\A`)
	case syntax.BeginLine:
		p.verdict = p.verdict && !p.loose
		p.WriteString(`(?m:^)`)
	case syntax.EndText:
		p.WriteString(`\z`)
	case syntax.EndTextNewline:
		if p.loose {
			p.verdict = false
			p.WriteString(`(?m:$)`)
		} else {
			p.WriteString(`\z`)
		}
	case syntax.EndLine:
		p.WriteString(`(?m:$)`)
	case syntax.WordBoundary:
		p.WriteString(`\b`)
	case syntax.NotWordBoundary:
		p.WriteString(`\B`)
	case syntax.SearchStart:
		p.same, p.verdict = false, false
	}
}
