package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// String prints the tree on one line, for tests and for people. A node is its name, with its parts in braces.
func (t *Tree) String() string {
	var b strings.Builder
	t.Root.dump(&b)
	return b.String()
}

var opNames = [...]string{
	OpEmpty: "empty", OpFail: "fail", OpLiteral: "", OpClass: "", OpByte: "byte", OpNewline: "newline", OpGrapheme: "grapheme",
	OpConcat: "cat", OpAlternate: "alt", OpRepeat: "rep", OpGroup: "cap", OpAtomic: "atomic", OpLook: "look", OpAssert: "",
	OpKeep: "keep", OpBackref: "ref", OpCall: "call", OpConditional: "if", OpVerb: "",
}

var assertNames = [...]string{
	BeginText: "begin-text", BeginLine: "begin-line", EndText: "end-text", EndTextNewline: "end-text-newline", EndLine: "end-line",
	WordBoundary: "word-boundary", NotWordBoundary: "not-word-boundary", SearchStart: "search-start",
}

var verbNames = [...]string{Accept: "accept", Commit: "commit", Prune: "prune", Skip: "skip", Then: "then", Mark: "mark"}

// String returns the name of an assertion as [Tree.String] prints it.
func (a Assert) String() string { return assertNames[a] }

// String returns the name of a verb as [Tree.String] prints it.
func (v Verb) String() string { return verbNames[v] }

func (n *Node) dump(b *strings.Builder) {
	b.WriteString(opNames[n.Op])
	switch n.Op {
	case OpLiteral:
		if n.Fold {
			b.WriteByte('i')
		}
		b.WriteString(strconv.QuoteToASCII(string(n.Runes)))
	case OpClass:
		dumpClass(b, n.Class)
	case OpAssert:
		b.WriteString(n.Assert.String())
	case OpVerb:
		b.WriteString(n.Verb.String())
		if n.Name != "" {
			b.WriteString(":" + strconv.QuoteToASCII(n.Name))
		}
	case OpGroup, OpCall:
		fmt.Fprint(b, n.Index)
	case OpBackref:
		if n.Fold {
			b.WriteByte('i')
		}
		fmt.Fprint(b, n.Groups)
	case OpRepeat:
		n.dumpTimes(b)
	case OpLook:
		for _, word := range []struct {
			is   bool
			text string
		}{{n.Negative, " not"}, {n.NonAtomic, " nonatomic"}, {n.Behind, " behind"}} {
			if word.is {
				b.WriteString(word.text)
			}
		}
	case OpConditional:
		b.WriteByte(' ')
		n.Cond.dump(b)
	}
	if len(n.Subs) == 0 {
		return
	}
	b.WriteByte('{')
	for i, sub := range n.Subs {
		if i > 0 {
			b.WriteByte(' ')
		}
		sub.dump(b)
	}
	b.WriteByte('}')
}

func (n *Node) dumpTimes(b *strings.Builder) {
	switch {
	case n.Max == Unbounded:
		fmt.Fprintf(b, " %d+", n.Min)
	case n.Min == n.Max:
		fmt.Fprintf(b, " %d", n.Min)
	default:
		fmt.Fprintf(b, " %d-%d", n.Min, n.Max)
	}
	switch n.Kind {
	case Lazy:
		b.WriteString(" lazy")
	case Possessive:
		b.WriteString(" possessive")
	}
}

func (c *Cond) dump(b *strings.Builder) {
	switch {
	case c.Define:
		b.WriteString("never")
	case c.Look != nil:
		c.Look.dump(b)
	case c.Call && c.Index == AnyCall:
		b.WriteString("called")
	case c.Call && c.Groups == nil:
		fmt.Fprintf(b, "called %d", c.Index)
	case c.Call:
		fmt.Fprintf(b, "called %d", c.Groups)
	default:
		fmt.Fprintf(b, "set %d", c.Groups)
	}
}

// dumpClass prints the members of a class, beyond ASCII and unprintable ones by their code points.
func dumpClass(b *strings.Builder, class []rune) {
	b.WriteByte('[')
	for i := 0; i < len(class); i += 2 {
		dumpRune(b, class[i])
		if class[i] != class[i+1] {
			b.WriteByte('-')
			dumpRune(b, class[i+1])
		}
	}
	b.WriteByte(']')
}

func dumpRune(b *strings.Builder, r rune) {
	if r > ' ' && r <= '~' {
		if strings.ContainsRune(`\-[]^`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		return
	}
	fmt.Fprintf(b, "\\x{%x}", r)
}
