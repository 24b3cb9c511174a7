package linear

import (
	"slices"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// An atomic group is its body where entering the body again could never help: in `[^/]++/` a slash cannot follow where the
// repetition gives back something else than a slash. PCRE2 uses the same facts the other way around, to make repetitions possessive
// that were not written so ("auto-possessification"). What counts is all that follows, up to the end of the pattern or of the
// assertion, through the repetitions around:
//
//   - All ways through the body have the same length in runes. Then every way ends in the same place, where what follows has just
//     failed.
//   - Or each choice of the body is settled: of a greedy repetition, if what follows cannot begin with a rune that an iteration
//     can begin with; of alternatives, if no two can begin with the same rune.
//   - Or what follows can match the empty text unconditionally: then it matches wherever the body ends first, and nobody comes back.
//
// What can begin with what is a superset: assertions may hold anywhere, but that the end of the text has no next rune and the
// end of a line only a newline.

// maxRelaxing bounds the work of relax in a pattern, in nodes looked at.
const maxRelaxing = 1 << 16

// rest is what follows, one node after the other: nil is the end.
type rest struct {
	node *syntax.Node
	next *rest
	loop bool // the node is a repetition that has begun: it may also end
}

type relaxer struct {
	work     int
	notEmpty bool // the end of the pattern is conditional
}

// relax replaces the atomic groups in n that can be replaced by their bodies.
func (r *relaxer) relax(n *syntax.Node, after *rest) *syntax.Node {
	switch n.Op {
	case syntax.OpAtomic:
		if body := n.Subs[0]; r.settled(body, after) && r.work < maxRelaxing {
			return r.relax(body, after)
		}
		return r.with(n, nil) // the end of an atomic group is an end of its own: nothing comes back
	case syntax.OpLook:
		return r.with(n, nil)
	case syntax.OpConcat:
		subs := slices.Clone(n.Subs)
		for i := len(subs) - 1; i >= 0; i-- {
			subs[i] = r.relax(n.Subs[i], after)
			after = &rest{node: n.Subs[i], next: after}
		}
		c := *n
		c.Subs = subs
		return &c
	case syntax.OpRepeat:
		if n.Max != 1 {
			after = &rest{node: n, next: after, loop: true}
		}
	}
	return r.with(n, after)
}

// with returns n with its parts relaxed, each followed by the same.
func (r *relaxer) with(n *syntax.Node, after *rest) *syntax.Node {
	if len(n.Subs) == 0 {
		return n
	}
	c := *n
	c.Subs = slices.Clone(n.Subs)
	for i, sub := range c.Subs {
		c.Subs[i] = r.relax(sub, after)
	}
	return &c
}

// settled reports whether it is useless to enter n again after it has matched once, if that is what follows.
func (r *relaxer) settled(n *syntax.Node, after *rest) bool {
	if _, ok := length(n); ok {
		return true
	}
	switch n.Op {
	case syntax.OpGroup:
		return r.settled(n.Subs[0], after)
	case syntax.OpAtomic, syntax.OpLook, syntax.OpAssert:
		return true
	case syntax.OpConcat:
		for i := len(n.Subs) - 1; i >= 0; i-- {
			if !r.settled(n.Subs[i], after) {
				return false
			}
			after = &rest{node: n.Subs[i], next: after}
		}
		return true
	case syntax.OpAlternate:
		for i, sub := range n.Subs {
			var f beginning
			if r.begins(sub, &f); f.empty || !r.settled(sub, after) {
				return false
			}
			for _, other := range n.Subs[:i] {
				var g beginning
				if r.begins(other, &g); r.meet(&f, &g) {
					return false
				}
			}
		}
		return true
	case syntax.OpRepeat:
		var body, follows beginning
		r.begins(n.Subs[0], &body)
		if body.empty {
			return false
		}
		inner := after
		if n.Max != 1 {
			inner = &rest{node: n, next: after, loop: true}
		}
		if !r.settled(n.Subs[0], inner) {
			return false
		}
		if n.Min == n.Max {
			return true
		}
		r.follow(after, &follows)
		if follows.empty {
			return !follows.guarded
		}
		return n.Kind == syntax.Greedy && !r.meet(&body, &follows)
	}
	return false
}

// beginning tells how a match can begin.
type beginning struct {
	classes [][]rune // with a rune of one of these
	empty   bool     // it can be empty
	guarded bool     // but only if some assertion holds
}

// follow collects how what follows can begin. It is empty where the end can be reached without a rune.
func (r *relaxer) follow(after *rest, f *beginning) {
	guarded := r.notEmpty
	for ; after != nil; after = after.next {
		f.empty, f.guarded = false, false
		r.begins(after.node, f)
		if after.loop {
			f.empty, f.guarded = true, after.node.Min > 1 // it may have to go on
		}
		if !f.empty {
			return
		}
		guarded = guarded || f.guarded
	}
	f.empty, f.guarded = true, guarded
}

// begins adds to f how n can begin.
func (r *relaxer) begins(n *syntax.Node, f *beginning) {
	if r.work++; r.work >= maxRelaxing {
		f.empty, f.guarded = true, true
		return
	}
	f.empty, f.guarded = false, false
	switch n.Op {
	case syntax.OpFail:
	case syntax.OpEmpty:
		f.empty = true
	case syntax.OpLiteral:
		switch {
		case len(n.Runes) == 0:
			f.empty = true
		case n.Fold:
			f.classes = append(f.classes, appendOrbit(nil, n.Runes[0]))
		default:
			f.classes = append(f.classes, []rune{n.Runes[0], n.Runes[0]})
		}
	case syntax.OpClass:
		f.classes = append(f.classes, n.Class)
	case syntax.OpAssert:
		switch n.Assert {
		case syntax.EndText:
		case syntax.EndTextNewline, syntax.EndLine:
			f.classes = append(f.classes, []rune{'\n', '\n'})
		default:
			f.empty, f.guarded = true, true
		}
	case syntax.OpGroup, syntax.OpAtomic:
		r.begins(n.Subs[0], f)
	case syntax.OpRepeat:
		r.begins(n.Subs[0], f)
		if n.Min == 0 {
			f.empty, f.guarded = true, false
		}
	case syntax.OpConcat:
		guarded := false
		for _, sub := range n.Subs {
			if r.begins(sub, f); !f.empty {
				return
			}
			guarded = guarded || f.guarded
		}
		f.empty, f.guarded = true, guarded
	case syntax.OpAlternate:
		empty, guarded := false, true
		for _, sub := range n.Subs {
			r.begins(sub, f)
			guarded = guarded && (!f.empty || f.guarded)
			empty = empty || f.empty
		}
		f.empty, f.guarded = empty, empty && guarded
	default: // \K and lookaround
		f.empty, f.guarded = true, true
	}
}

// meet reports whether two matches can begin with the same rune.
func (r *relaxer) meet(f, g *beginning) bool {
	for _, a := range f.classes {
		for _, b := range g.classes {
			if r.work += len(a) + len(b); intersect(a, b) {
				return true
			}
		}
	}
	return false
}

// intersect reports whether two classes have a rune in common.
func intersect(a, b []rune) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[1] < b[0]:
			a = a[2:]
		case b[1] < a[0]:
			b = b[2:]
		default:
			return true
		}
	}
	return false
}

// length returns how many runes each match of n has, if all have the same number.
func length(n *syntax.Node) (int, bool) {
	switch n.Op {
	case syntax.OpEmpty, syntax.OpFail, syntax.OpAssert, syntax.OpLook, syntax.OpKeep:
		return 0, true
	case syntax.OpLiteral:
		return len(n.Runes), true
	case syntax.OpClass:
		return 1, true
	case syntax.OpGroup, syntax.OpAtomic:
		return length(n.Subs[0])
	case syntax.OpConcat:
		sum := 0
		for _, sub := range n.Subs {
			l, ok := length(sub)
			if !ok || l > maxRelaxing || sum > maxRelaxing {
				return 0, false
			}
			sum += l
		}
		return sum, true
	case syntax.OpAlternate:
		l, ok := length(n.Subs[0])
		for _, sub := range n.Subs[1:] {
			m, same := length(sub)
			ok = ok && same && l == m
		}
		return l, ok
	case syntax.OpRepeat:
		l, ok := length(n.Subs[0])
		return l * n.Min, ok && n.Min == n.Max && l <= maxRelaxing && n.Min <= maxRelaxing
	}
	return 0, false
}
