package syntax

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzParse holds whatever is parsed against what matchers rely on.
func FuzzParse(f *testing.F) {
	for _, table := range trees {
		for _, row := range table {
			f.Add(row[0], uint32(0))
			f.Add(row[0], uint32(Caseless|Extended|DupNames))
		}
	}
	for _, row := range refused {
		f.Add(row.pattern, uint32(0))
	}
	f.Fuzz(func(t *testing.T, pattern string, flags uint32) {
		if len(pattern) > 2000 {
			return
		}
		tree, err := Parse(pattern, Flags(flags)&(NoAutoCapture<<1-1))
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("pattern %q: an error of type %T", pattern, err)
			}
			if e.Pattern != pattern || e.Reason == "" || !strings.HasPrefix(pattern[e.Offset:], e.Construct) {
				t.Fatalf("pattern %q: %#v", pattern, e)
			}
			return
		}
		if len(tree.Names) != tree.Groups {
			t.Fatalf("pattern %q: %d names, %d groups", pattern, len(tree.Names), tree.Groups)
		}
		if wrong := malformed(tree, tree.Root, 0); wrong != "" {
			t.Fatalf("pattern %q: %s: %s", pattern, wrong, tree)
		}
	})
}

// malformed says what is wrong with a node or its parts, or nothing.
func malformed(t *Tree, n *Node, depth int) string {
	least, most := 0, 0 // parts
	switch n.Op {
	case OpConcat, OpAlternate:
		least, most = 2, len(n.Subs)
	case OpRepeat, OpGroup, OpAtomic, OpLook:
		least, most = 1, 1
	case OpConditional:
		least, most = 2, 2
	}
	group := func(g int) bool { return g < 1 || g >= t.Groups }
	switch {
	case depth > 5*maxDepth:
		return "too deep"
	case len(n.Subs) < least || len(n.Subs) > most:
		return "wrong number of parts"
	case (n.Op == OpLiteral) != (len(n.Runes) > 0):
		return "a literal without runes, or runes without a literal"
	case (n.Op == OpClass) != (len(n.Class) > 0):
		return "a class without runes, or runes without a class"
	case n.Op == OpLiteral && n.Fold != slices.ContainsFunc(n.Runes, folds) && n.Fold:
		return "a literal folds that can not"
	case n.Op == OpRepeat && (n.Min < 0 || n.Max != Unbounded && n.Max < n.Min):
		return "bounds out of order"
	case n.Op == OpGroup && group(n.Index), n.Op == OpCall && n.Index != 0 && group(n.Index):
		return "no such group"
	case n.Op == OpBackref && (len(n.Groups) == 0 || slices.ContainsFunc(n.Groups, group)):
		return "no such groups"
	}
	for i := range n.Runes {
		if !utf8.ValidRune(n.Runes[i]) {
			return "a rune that is none"
		}
	}
	if wrong := malformedClass(n.Class); wrong != "" {
		return wrong
	}
	if n.Op == OpLook && n.Behind {
		if least, most, bounded := Width(n.Subs[0]); !bounded || least > most || most > maxBehind {
			return "a lookbehind without a bound"
		}
	}
	if n.Op == OpConditional {
		if wrong := malformedCond(t, n.Cond, depth); wrong != "" {
			return wrong
		}
	}
	for _, sub := range n.Subs {
		if wrong := malformed(t, sub, depth+1); wrong != "" {
			return wrong
		}
	}
	return ""
}

func malformedClass(class []rune) string {
	last := rune(-2)
	for i := 0; i < len(class); i += 2 {
		if class[i] <= last+1 || class[i+1] < class[i] || class[i+1] > unicode.MaxRune {
			return "a class out of order"
		}
		last = class[i+1]
	}
	return ""
}

func malformedCond(t *Tree, c *Cond, depth int) string {
	group := func(g int) bool { return g < 1 || g >= t.Groups }
	switch {
	case c.Look != nil:
		if c.Look.Op != OpLook {
			return "a condition that is no lookaround"
		}
		return malformed(t, c.Look, depth+1)
	case c.Define, c.Call && c.Groups == nil && (c.Index == AnyCall || !group(c.Index)):
		return ""
	case len(c.Groups) == 0 || slices.ContainsFunc(c.Groups, group):
		return "a condition on no group"
	}
	return ""
}
