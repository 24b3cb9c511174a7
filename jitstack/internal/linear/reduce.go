package linear

import (
	"slices"
	"unicode"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// What can be matched in linear time is written in a part of the tree's language: texts, classes, sequences, alternatives,
// repetitions, groups, assertions and lookaround. The rest is rewritten into that part here where that can be done, and
// refused where it cannot:
//
//	\R                  \r\n, or one newline rune other than \r, or \r that no \n follows: what being atomic comes to
//	(?(?=a)b|c)         (?=a)b|(?!a)c
//	(?(DEFINE)...)      nothing, as nobody calls it
//	(*napla:...)        (?=...) where it has no groups: being entered again changes groups only
//	(?>...) and a++     their bodies, where relax can tell that they would never be entered again
//
// Trees are shared with other matchers, so nodes are copied, never changed.

// maxNesting bounds how deep lookaround and atomic groups lie in each other: a match of one runs inside that of the other.
const maxNesting = 8

var (
	empty  = &syntax.Node{Op: syntax.OpEmpty}
	never  = &syntax.Node{Op: syntax.OpFail}
	theEnd = &syntax.Node{Op: syntax.OpAssert, Assert: syntax.EndText}

	// newline is \R. All share it, and the assertion in it is one.
	newline = alternate(
		literal('\r', '\n'),
		&syntax.Node{Op: syntax.OpClass, Class: []rune{'\n', '\f', 0x85, 0x85, 0x2028, 0x2029}},
		concat(literal('\r'), &syntax.Node{Op: syntax.OpLook, Negative: true, Subs: []*syntax.Node{literal('\n')}}),
	)
)

func concat(subs ...*syntax.Node) *syntax.Node {
	return &syntax.Node{Op: syntax.OpConcat, Subs: subs}
}

func alternate(subs ...*syntax.Node) *syntax.Node {
	return &syntax.Node{Op: syntax.OpAlternate, Subs: subs}
}

func literal(text ...rune) *syntax.Node { return &syntax.Node{Op: syntax.OpLiteral, Runes: text} }

// reduce rewrites n, which lies in so many assertions and atomic groups. It reports false where n is beyond what can be matched
// in linear time.
func reduce(n *syntax.Node, nesting int) (*syntax.Node, bool) {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpFail, syntax.OpLiteral, syntax.OpAssert:
		return n, true
	case syntax.OpClass:
		if len(n.Class) == 0 {
			return never, true
		}
		return n, true
	case syntax.OpKeep:
		return n, nesting == 0
	case syntax.OpNewline:
		return newline, nesting < maxNesting
	case syntax.OpConditional:
		switch cond := n.Cond; {
		case cond.Define:
			return reduce(n.Subs[1], nesting)
		case cond.Look == nil || hasGroups(cond.Look):
			return nil, false
		default:
			not := *cond.Look
			not.Negative = !not.Negative
			return reduce(alternate(concat(cond.Look, n.Subs[0]), concat(&not, n.Subs[1])), nesting)
		}
	case syntax.OpRepeat:
		if n.Max == 0 {
			return empty, true
		}
		if n.Kind == syntax.Possessive {
			greedy := *n
			greedy.Kind = syntax.Greedy
			return reduce(&syntax.Node{Op: syntax.OpAtomic, Subs: []*syntax.Node{&greedy}}, nesting)
		}
	case syntax.OpAtomic:
		nesting++
	case syntax.OpLook:
		if n.NonAtomic && hasGroups(n) {
			return nil, false
		}
		nesting++
	case syntax.OpConcat, syntax.OpAlternate, syntax.OpGroup:
	default: // \C, \X, backreferences, calls, verbs
		return nil, false
	}
	if nesting > maxNesting {
		return nil, false
	}
	subs := make([]*syntax.Node, len(n.Subs))
	for i, sub := range n.Subs {
		var ok bool
		if subs[i], ok = reduce(sub, nesting); !ok {
			return nil, false
		}
	}
	if slices.Equal(subs, n.Subs) {
		return n, true
	}
	c := *n
	c.Subs = subs
	return &c, true
}

// hasGroups reports whether n has a capturing group.
func hasGroups(n *syntax.Node) bool {
	if n.Cond != nil && n.Cond.Look != nil && hasGroups(n.Cond.Look) {
		return true
	}
	return n.Op == syntax.OpGroup || slices.ContainsFunc(n.Subs, hasGroups)
}

// nullable reports whether n can match the empty text somewhere.
func nullable(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpFail, syntax.OpClass:
		return false
	case syntax.OpLiteral:
		return len(n.Runes) == 0
	case syntax.OpRepeat:
		return n.Min == 0 || nullable(n.Subs[0])
	case syntax.OpAlternate:
		return slices.ContainsFunc(n.Subs, nullable)
	case syntax.OpConcat:
		return !slices.ContainsFunc(n.Subs, func(sub *syntax.Node) bool { return !nullable(sub) })
	case syntax.OpGroup, syntax.OpAtomic:
		return nullable(n.Subs[0])
	}
	return true // assertions
}

// appendOrbit appends r and the runes that equal it when case is folded, as pairs in ascending order.
func appendOrbit(pairs []rune, r rune) []rune {
	orbit := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		orbit = append(orbit, f)
	}
	slices.Sort(orbit)
	for _, f := range orbit {
		pairs = append(pairs, f, f)
	}
	return pairs
}
