package backtrack

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// What can come next decides most choices before they are made: a branch that cannot begin with the next byte is not entered, and
// a run that what follows can never want a part of gives nothing back. All that is said here is a superset: a byte outside it
// proves that the match fails.

// first is what text can begin with.
type first struct {
	bytes program.ByteSet
	end   bool // or the subject may end here
}

var anything = first{program.AllBytes, true}

func (f *first) add(g first) {
	f.bytes.Union(&g.bytes)
	f.end = f.end || g.end
}

func (f *first) isAnything() bool { return *f == anything }

// facts are what is known of all the matches of a node.
type facts struct {
	first   first // what a match that is not empty begins with
	empty   bool  // a match may be empty
	fails   bool  // there may be no match
	least   int   // runes of the shortest match, or fewer
	most    int   // runes of the longest match, or more; unbounded
	far     int   // bytes of the longest match, or more; unbounded
	lo, hi  int   // the captures that the node may set: registers lo to hi, hi excluded
	choices bool  // a match may leave choices behind
	verbs   bool  // there are verbs inside
}

const unbounded = math.MaxInt32

func plus(a, b int) int { return min(a+b, unbounded) }

func times(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	if a > unbounded/b {
		return unbounded
	}
	return a * b
}

// unknown are the facts of what nothing is known of.
var unknown = facts{first: anything, empty: true, fails: true, most: unbounded, far: unbounded, choices: true, verbs: true}

func (f *facts) sets(lo, hi int) {
	if lo == hi {
		return
	}
	if f.lo == f.hi {
		f.lo, f.hi = lo, hi
		return
	}
	f.lo, f.hi = min(f.lo, lo), max(f.hi, hi)
}

// factsOf returns the facts of a node. Those of a node that is inside itself, by way of a call or a reference, are unknown.
func (c *compiler) factsOf(n *syntax.Node) *facts {
	if f, ok := c.facts[n]; ok {
		return f
	}
	c.facts[n] = &unknown
	f := new(facts)
	c.learn(n, f)
	c.facts[n] = f
	return f
}

func (c *compiler) learn(n *syntax.Node, f *facts) {
	f.fails = true
	for _, sub := range n.Subs {
		f.verbs = f.verbs || c.factsOf(sub).verbs
	}
	verbs := f.verbs
	defer func() { f.verbs = f.verbs || verbs }()
	switch n.Op {
	case syntax.OpEmpty:
		f.empty, f.fails = true, false
	case syntax.OpAssert:
		f.empty = true
	case syntax.OpFail:
	case syntax.OpLiteral:
		f.least, f.most = len(n.Runes), len(n.Runes)
		for _, r := range n.Runes {
			f.far += widest(runeClass(r, n.Fold))
		}
		f.empty = len(n.Runes) == 0
		if !f.empty {
			f.first.bytes = firstBytes(runeClass(n.Runes[0], n.Fold))
		}
	case syntax.OpClass:
		f.least, f.most, f.far = 1, 1, widest(n.Class)
		f.first.bytes = firstBytes(n.Class)
	case syntax.OpByte:
		f.least, f.most, f.far = 0, 1, 1
		f.first.bytes = program.AllBytes
	case syntax.OpNewline:
		f.least, f.most, f.far = 1, 2, 3
		f.first.bytes = firstBytes(newlines)
	case syntax.OpGrapheme:
		f.least, f.most, f.far = 1, unbounded, unbounded
		f.first.bytes = program.AllBytes
	case syntax.OpConcat:
		f.empty, f.fails = true, false
		ended := false // by an (*ACCEPT)
		for _, sub := range n.Subs {
			g := c.factsOf(sub)
			if f.empty {
				f.first.add(g.first)
				if c.through && g.empty && g.most > 0 {
					f.first = anything // so far PCRE2 does not look
				}
			}
			f.empty = f.empty && g.empty
			f.fails = f.fails || g.fails
			if ended = ended || sub.Op == syntax.OpVerb && sub.Verb == syntax.Accept; !ended {
				f.least, f.most, f.far = plus(f.least, g.least), plus(f.most, g.most), plus(f.far, g.far)
			}
			f.sets(g.lo, g.hi)
			f.choices = f.choices || g.choices
		}
	case syntax.OpAlternate:
		f.choices = true
		f.least = unbounded
		for _, sub := range n.Subs {
			g := c.factsOf(sub)
			f.first.add(g.first)
			f.empty = f.empty || g.empty
			f.fails = f.fails && g.fails
			f.least, f.most, f.far = min(f.least, g.least), max(f.most, g.most), max(f.far, g.far)
			f.sets(g.lo, g.hi)
		}
	case syntax.OpRepeat:
		g := c.factsOf(n.Subs[0])
		*f = *g
		f.empty = g.empty || n.Min == 0
		f.fails = g.fails && n.Min > 0
		f.least = times(g.least, n.Min)
		f.most, f.far = unbounded, unbounded
		if n.Max != syntax.Unbounded {
			f.most, f.far = times(g.most, n.Max), times(g.far, n.Max)
		} else if g.most == 0 {
			f.most, f.far = 0, 0
		}
		f.choices = n.Kind != syntax.Possessive && (g.choices || n.Min != n.Max)
	case syntax.OpGroup:
		*f = *c.factsOf(n.Subs[0])
		f.sets(2*n.Index, 2*n.Index+2)
	case syntax.OpAtomic:
		*f = *c.factsOf(n.Subs[0])
		f.choices = false
	case syntax.OpLook:
		g := c.factsOf(n.Subs[0])
		f.empty = true
		f.choices = n.NonAtomic && g.choices
		if !n.Negative {
			f.sets(g.lo, g.hi)
			if g.verbs && !c.through {
				f.first = anything
			}
		}
	case syntax.OpKeep:
		f.empty, f.fails = true, false
		f.sets(0, 1)
	case syntax.OpBackref:
		*f = facts{least: unbounded, fails: true}
		for _, index := range n.Groups {
			for _, group := range c.groups[index] {
				g := c.factsOf(group)
				f.first.add(g.first)
				f.empty = f.empty || g.empty
				f.least, f.most, f.far = min(f.least, g.least), max(f.most, g.most), max(f.far, g.far)
			}
		}
		if c.accepts {
			*f = unknown
		}
		if n.Fold {
			f.first = anything
			f.far = times(f.most, utf8.UTFMax)
		}
		if f.least == unbounded {
			f.least = 0 // there is no such group
		}
		f.choices = false
	case syntax.OpCall:
		*f = unknown
		f.lo, f.hi = 0, c.keeps
		if !c.accepts && n.Index > 0 && len(c.groups[n.Index]) > 0 {
			g := *c.factsOf(c.groups[n.Index][0])
			f.first, f.empty, f.least, f.most, f.far = g.first, g.empty, g.least, g.most, g.far
		}
	case syntax.OpConditional:
		f.choices = true
		if look := n.Cond.Look; look != nil {
			g := c.factsOf(look.Subs[0])
			f.sets(g.lo, g.hi)
		}
		f.least = unbounded
		for _, sub := range n.Subs {
			g := c.factsOf(sub)
			f.first.add(g.first)
			f.empty = f.empty || g.empty
			f.least, f.most, f.far = min(f.least, g.least), max(f.most, g.most), max(f.far, g.far)
			f.sets(g.lo, g.hi)
		}
	case syntax.OpVerb:
		// Nothing may be foreseen across a verb, which does something where the match fails behind it.
		f.empty, f.verbs, f.choices = true, true, true
		if !c.through || n.Verb == syntax.Accept {
			f.first = anything
		}
	}
}

// lead returns what the text of n can begin with where what comes behind n can begin with next.
func (c *compiler) lead(n *syntax.Node, next first) first { return c.leadTo(n, next, 4) }

// leadBack returns what the text of n can begin with where a run in front of it may be asked to give back. Where nothing behind n
// can fail that is nothing but what n itself begins with; but if n can fail, its failure is to be foreseen for all that follows.
func (c *compiler) leadBack(n *syntax.Node, f *flow) first {
	if c.factsOf(n).fails {
		return c.lead(n, f.next)
	}
	return c.lead(n, f.back)
}

// leadTo looks into nodes that may be empty only so deep, which bounds its time by the size of the pattern.
func (c *compiler) leadTo(n *syntax.Node, next first, depth int) first {
	f := c.factsOf(n)
	if !f.empty {
		return f.first
	}
	if depth > 0 {
		switch n.Op {
		case syntax.OpAssert:
			return assertLead(n.Assert, next)
		case syntax.OpLook:
			if n.Negative || n.Behind || f.verbs {
				break
			}
			here := c.leadTo(n.Subs[0], anything, depth-1)
			for i := range here.bytes {
				here.bytes[i] &= next.bytes[i]
			}
			here.end = here.end && next.end
			return here
		case syntax.OpConcat:
			for i := len(n.Subs) - 1; i >= 0; i-- {
				next = c.leadTo(n.Subs[i], next, depth-1)
			}
			return next
		case syntax.OpAlternate:
			var all first
			for _, sub := range n.Subs {
				all.add(c.leadTo(sub, next, depth-1))
			}
			return all
		case syntax.OpGroup, syntax.OpAtomic:
			return c.leadTo(n.Subs[0], next, depth-1)
		}
	}
	next.add(f.first)
	return next
}

// assertLead returns what of next is left where an assertion holds.
func assertLead(a syntax.Assert, next first) first {
	switch a {
	case syntax.EndText:
		return first{end: true}
	case syntax.EndTextNewline, syntax.EndLine:
		newline := first{end: true}
		newline.bytes.Add('\n')
		return newline
	}
	return next
}

// runeClass returns the class of one rune, or with fold of all the runes that equal it but for case.
func runeClass(r rune, fold bool) []rune {
	if !fold {
		return []rune{r, r}
	}
	low := canonical(r)
	pairs := []rune{low, low}
	for f := unicode.SimpleFold(low); f != low; f = unicode.SimpleFold(f) {
		pairs = append(pairs, f, f)
	}
	return pairs
}

// newlines are the runes that \R matches.
var newlines = []rune{'\n', '\r', 0x85, 0x85, 0x2028, 0x2029}

// firstBytes returns the bytes that a rune of a class can begin with. One that is U+FFFD may be any byte from 0x80 on: so a byte
// is read that is no UTF-8.
func firstBytes(pairs []rune) (set program.ByteSet) {
	for i := 0; i+1 < len(pairs); i += 2 {
		lo, hi := pairs[i], pairs[i+1]
		if lo < utf8.RuneSelf {
			set.AddRange(byte(lo), byte(min(hi, utf8.RuneSelf-1)))
		}
		if hi < utf8.RuneSelf {
			continue
		}
		if lo <= utf8.RuneError && hi >= utf8.RuneError {
			set.AddRange(utf8.RuneSelf, 0xff)
			continue
		}
		lo, hi = max(lo, utf8.RuneSelf), min(hi, unicode.MaxRune)
		if 0xd800 <= lo && lo < 0xe000 {
			lo = 0xe000 // no text holds surrogates
		}
		if 0xd800 <= hi && hi < 0xe000 {
			hi = 0xd7ff
		}
		if lo > hi {
			continue
		}
		var a, b [utf8.UTFMax]byte
		utf8.EncodeRune(a[:], lo)
		utf8.EncodeRune(b[:], hi)
		set.AddRange(a[0], b[0])
	}
	return set
}
