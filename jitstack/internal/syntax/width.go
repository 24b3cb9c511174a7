package syntax

// Width returns how many runes a match of n takes, at least and at most. Where nothing bounds it, or nothing up to 2^30, bounded is
// false and max is [Unbounded]. \X has no bound, nor has \C, a byte, any width in runes, nor a group that calls or repeats itself.
// (*ACCEPT) may end a match before it takes anything.
//
// The cost is that of one walk over n and over the groups that it refers to.
func Width(n *Node) (min, max int, bounded bool) {
	w := widths{known: make(map[*Node]width)}
	r := w.whole(n)
	if r.max > maxWidth {
		return int(r.min), Unbounded, false
	}
	return int(r.min), int(r.max), true
}

// width is a least and a greatest number of runes; over maxWidth, it is unbounded.
type width struct{ min, max int64 }

const (
	maxWidth  = 1 << 30
	unbounded = maxWidth + 1
)

func (a width) plus(b width) width {
	return width{min(a.min+b.min, maxWidth), min(a.max+b.max, unbounded)}
}

func (a width) or(b width) width { return width{min(a.min, b.min), max(a.max, b.max)} }

func (a width) times(least, most int) width {
	n := int64(most)
	if most == Unbounded {
		n = unbounded
	}
	return width{min(a.min*int64(least), maxWidth), min(a.max*n, unbounded)}
}

// maxSteps bounds the nodes that are looked at: a pattern can refer to thousands of groups from thousands of places.
const maxSteps = 1 << 22

// widths measures nodes, each group that is referred to once.
type widths struct {
	known   map[*Node]width // of groups; unbounded while they are measured
	accepts bool            // an (*ACCEPT) was seen
	steps   int
	cause   *Node // the first node without a bound, for an error
}

// whole measures what an (*ACCEPT) in it ends: a lookaround, or a group that is called.
func (w *widths) whole(n *Node) width {
	outer := w.accepts
	w.accepts = false
	r := w.of(n)
	if w.accepts {
		r.min = 0
	}
	w.accepts = outer
	return r
}

func (w *widths) of(n *Node) width {
	if w.steps++; w.steps > maxSteps {
		return w.without(n)
	}
	switch n.Op {
	case OpLiteral:
		length := int64(len(n.Runes))
		return width{length, length}
	case OpClass:
		return width{1, 1}
	case OpNewline:
		return width{1, 2}
	case OpGrapheme, OpByte:
		return w.without(n)
	case OpGroup, OpAtomic:
		return w.of(n.Subs[0])
	case OpConcat:
		var all width
		for _, sub := range n.Subs {
			all = all.plus(w.of(sub))
			if ends(sub) {
				break
			}
		}
		return all
	case OpConditional:
		if n.Cond.Define {
			return w.of(n.Subs[1])
		}
		return w.any(n.Subs)
	case OpAlternate:
		return w.any(n.Subs)
	case OpRepeat:
		r := w.of(n.Subs[0]).times(n.Min, n.Max)
		if r.max > maxWidth {
			w.without(n)
		}
		return r
	case OpVerb:
		w.accepts = w.accepts || n.Verb == Accept
	case OpBackref:
		return w.backref(n)
	case OpCall:
		if n.Index == 0 || n.bodies == nil {
			return w.without(n)
		}
		return w.group(n.bodies[n.Index][0])
	}
	return width{}
}

// ends tells that nothing behind n is ever reached.
func ends(n *Node) bool {
	switch n.Op {
	case OpFail:
		return true
	case OpVerb:
		return n.Verb == Accept
	case OpConcat: // of a mark and one of the above
		return ends(n.Subs[len(n.Subs)-1])
	}
	return false
}

// without is the width of a node that has no bound.
func (w *widths) without(n *Node) width {
	if w.cause == nil {
		w.cause = n
	}
	return width{0, unbounded}
}

// any measures alternatives.
func (w *widths) any(subs []*Node) width {
	all := w.of(subs[0])
	for _, sub := range subs[1:] {
		all = all.or(w.of(sub))
	}
	return all
}

// backref measures the text that one of some groups took.
func (w *widths) backref(n *Node) width {
	if n.bodies == nil {
		return w.without(n)
	}
	var all width
	first := true
	for _, g := range n.Groups {
		for _, body := range n.bodies[g] {
			if r := w.group(body); first {
				all, first = r, false
			} else {
				all = all.or(r)
			}
		}
	}
	return all
}

// group measures a group that is referred to. One that leads back to itself has no bound.
func (w *widths) group(body *Node) width {
	r, ok := w.known[body]
	if w.steps++; w.steps > maxSteps || ok && r.max > maxWidth {
		return w.without(body)
	}
	if !ok {
		w.known[body] = width{0, unbounded}
		r = w.whole(body.Subs[0])
		w.known[body] = r
	}
	return r
}

// lookbehind is one that is to be measured.
type lookbehind struct {
	node *Node
	end  int // in the pattern
}

// behind writes a lookbehind down, which ends where the parser is.
func (p *parser) behind(n *Node) { p.behinds = append(p.behinds, lookbehind{n, p.pos}) }

// measure refuses lookbehinds that may look back without a bound, or farther than one.
func (p *parser) measure() error {
	w := widths{known: make(map[*Node]width)}
	for _, b := range p.behinds {
		r := w.whole(b.node.Subs[0])
		if r.max <= maxBehind {
			continue
		}
		p.pos = b.end
		if r.max > maxWidth {
			return p.fail(b.node.Offset, "lookbehind without a bound on its length: see offset %d", w.cause.Offset)
		}
		return p.fail(b.node.Offset, "lookbehind of more than %d characters", maxBehind)
	}
	return nil
}
