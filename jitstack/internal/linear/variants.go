package linear

import (
	"slices"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/engine"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// Most subjects of a rule with lookaround never come near what the assertion is about: there is no `action=` in them, or no double
// slash. One search for its body tells, at the speed of the engine: where the body matches nowhere, a negative assertion holds
// everywhere and a positive one nowhere. An assertion at the beginning of a pattern that is anchored there is asked in one place only,
// and one anchored search tells what it comes to. With each assertion replaced by that, the pattern is mostly regular; such
// variants are compiled when they are first needed.
//
// Only patterns that are anchored at the beginning of the subject get variants: others are searched again and again in one
// subject, each time from a later position, and each time the whole rest would have to be looked at.

// maxVariants bounds how many variants a pattern keeps. Patterns with two or three assertions have no more.
const maxVariants = 8

// fact is what is known of an assertion.
type fact struct {
	body     *engine.Engine // matches where its body does
	leading  bool           // it is asked at the beginning of the subject only, and looks ahead
	negative bool
}

// variant is the pattern with its assertions replaced by what they come to.
type variant struct {
	values uint64         // of the assertions, by number
	engine *engine.Engine // nil where the variant is not regular
	slots  int            // how many slots it tells
	runs   []int          // see cut
}

// opening finds what a match begins with, as far as that is no matter of choice: whether it begins where the subject does, the
// assertions there, and a text.
func opening(root *syntax.Node) (begin bool, looks []*syntax.Node, prefix string) {
	for items := []*syntax.Node{root}; len(items) > 0; {
		n := items[0]
		items = items[1:]
		switch n.Op {
		case syntax.OpConcat:
			items = append(slices.Clone(n.Subs), items...)
		case syntax.OpAssert:
			begin = begin || n.Assert == syntax.BeginText
		case syntax.OpLook:
			looks = append(looks, n)
		case syntax.OpEmpty:
		case syntax.OpLiteral:
			if !n.Fold && !slices.Contains(n.Runes, utf8.RuneError) { // which a bad byte reads as, too
				prefix = string(n.Runes)
			}
			return begin, looks, prefix
		default:
			return begin, looks, ""
		}
	}
	return begin, looks, ""
}

// appendLooks appends the assertions of n that lie in no other one.
func appendLooks(looks []*syntax.Node, n *syntax.Node) []*syntax.Node {
	if n.Op == syntax.OpLook {
		if !slices.Contains(looks, n) {
			looks = append(looks, n)
		}
		return looks
	}
	for _, sub := range n.Subs {
		looks = appendLooks(looks, sub)
	}
	return looks
}

// examine finds the facts that variants are made from. There are none where a body is not regular.
func (m *Matcher) examine() {
	begin, leading, prefix := opening(m.root)
	m.begin, m.prefix = begin, prefix
	looks := appendLooks(nil, m.root)
	if !begin || m.notEmpty || len(looks) == 0 || len(looks) > maxLooks {
		return
	}
	facts := make([]fact, len(looks))
	numbers := make(map[*syntax.Node]int, len(looks))
	for i, n := range looks {
		p := printer{bare: true}
		expr := p.print(n.Subs[0])
		if !p.verdict {
			return
		}
		body, err := compileEngine(expr)
		if err != nil {
			return
		}
		facts[i] = fact{body: body, leading: !n.Behind && slices.Contains(leading, n), negative: n.Negative}
		numbers[n] = i
	}
	m.facts, m.numbers = facts, numbers
}

// variant returns the variant that answers for s, or nil where s does not settle all assertions.
func (m *Matcher) variant(s string) *variant {
	if len(m.facts) == 0 || m.newline != alike && endsInNewline(s) {
		return nil
	}
	values := uint64(0)
	for i := range m.facts {
		f := &m.facts[i]
		how := engine.Unanchored
		if f.leading {
			how = engine.Anchored
		}
		matches := f.body.Search(s, 0, how, nil)
		if matches && !f.leading {
			return nil
		}
		if matches != f.negative {
			values |= 1 << i
		}
	}
	for i := range m.variants {
		v := m.variants[i].Load()
		if v == nil {
			v = m.makeVariant(i, values)
		}
		if v.values == values {
			return v
		}
	}
	return nil
}

// makeVariant makes the variant for such values and puts it in a place, or returns what has been put there meanwhile.
func (m *Matcher) makeVariant(place int, values uint64) *variant {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v := m.variants[place].Load(); v != nil {
		return v
	}
	v := &variant{values: values}
	p := printer{numbers: m.numbers, values: values}
	if expr := p.print(m.root); p.same {
		v.engine, _ = compileEngine(expr)
		v.slots, v.runs = p.slots, p.runs
	}
	m.variants[place].Store(v)
	return v
}
