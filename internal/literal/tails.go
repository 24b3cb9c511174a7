package literal

import (
	"cmp"
	"math/bits"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/program"
)

// Many rules differ in what they end with and in nothing else: hosts below a domain, files with an extension. Which of ten thousand
// such texts a subject ends with is told by a tree of the texts read backwards, in which a run of bytes without a choice is one
// edge (Morrison's PATRICIA, JACM 1968): a node is 16 bytes, and a look-up visits one for each byte that decides. An automaton that
// reads forwards has a state for each byte of each text, some hundred times the memory, and misses the cache at each of them.

// Tail splits a pattern that has to match up to the end of the text: text is a literal that every match ends with, small letters if its
// case is folded, and parts are what precedes it. Without text the pattern cannot be split. That a text is there can be told by
// its bytes: no subject reads a part of it as anything else, and none whose case is folded has letters that are the case of one beyond ASCII,
// as k and s are; what precedes them stays in the parts.
func Tail(re *syntax.Regexp) (parts []*syntax.Regexp, text string, fold bool) {
	parts = flatten(nil, re)
	for len(parts) > 0 && parts[len(parts)-1].Op == syntax.OpEndText {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return nil, "", false
	}
	last := bare(parts[len(parts)-1])
	if last.Op != syntax.OpLiteral {
		return nil, "", false
	}
	fold = last.Flags&syntax.FoldCase != 0
	cut := len(last.Rune)
	for cut > 0 && isText(last.Rune[cut-1]) && !(fold && foldsBeyondASCII(last.Rune[cut-1])) {
		cut--
	}
	parts = parts[:len(parts)-1]
	if cut > 0 {
		parts = append(parts[:len(parts):len(parts)], &syntax.Regexp{Op: syntax.OpLiteral, Flags: last.Flags, Rune: last.Rune[:cut]})
	}
	text = string(last.Rune[cut:])
	if fold {
		text = strings.ToLower(text)
	}
	return parts, text, fold
}

func foldsBeyondASCII(r rune) bool {
	return slices.ContainsFunc(orbit(r), func(r rune) bool { return r >= utf8.RuneSelf })
}

// LooksAhead reports whether what re asserts may depend on what follows it.
func LooksAhead(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEndText, syntax.OpEndLine, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, LooksAhead)
}

// Tails is a set of texts, each with numbers, to be found at the end of a subject. It is immutable.
type Tails struct {
	fold    bool       // texts are of small letters, and found in either case
	class   [256]uint8 // by byte; those on which no edge begins have the last
	width   uint32     // words of a bitmap
	bits    []uint64   // by node: the classes that lead on
	nodes   []tailNode // breadth first, so that the children of a node are consecutive; then one that bounds the last
	edges   string
	numbers []uint32 // in the order of the nodes
}

// tailNode is a text that others end with.
type tailNode struct {
	edge   uint32 // where edges has what this text has before that of its parent
	length uint32 // of that, with hasNumber
	child  uint32 // the first child
	number uint32 // the first of its numbers; they go up to those of the next node
}

const hasNumber = 1 << 31

// NewTails makes the tree of texts that are not empty. The numbers that texts have are ascending; the same text may have several. With
// fold the texts are as Tail returns them, and ASCII in either case is found.
func NewTails(texts []string, numbers []int, fold bool) *Tails {
	order := make([]int32, len(texts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(compareTails(texts[a], texts[b]), cmp.Compare(a, b))
	})
	type span struct{ lo, hi, depth int } // the texts below a node, and how many bytes they end with together
	t := &Tails{fold: fold, nodes: make([]tailNode, 1, len(texts)+1), numbers: make([]uint32, 0, len(texts))}
	spans := []span{{0, len(order), 0}}
	var edges strings.Builder
	known := map[string]uint32{} // where edges are
	var keys program.ByteSet
	for n := 0; n < len(spans); n++ {
		s, node := spans[n], &t.nodes[n]
		node.child, node.number = uint32(len(t.nodes)), uint32(len(t.numbers))
		for ; s.lo < s.hi && len(texts[order[s.lo]]) == s.depth; s.lo++ {
			node.length |= hasNumber
			t.numbers = append(t.numbers, uint32(numbers[order[s.lo]]))
		}
		for s.lo < s.hi {
			first, lo := texts[order[s.lo]], s.lo
			key := fromEnd(first, s.depth)
			for s.lo < s.hi && fromEnd(texts[order[s.lo]], s.depth) == key {
				s.lo++
			}
			depth := commonTail(first, texts[order[s.lo-1]])
			edge := first[len(first)-depth : len(first)-s.depth]
			at, ok := known[edge]
			if !ok {
				at = uint32(edges.Len())
				edges.WriteString(edge)
				known[edge] = at
			}
			keys.Add(key)
			t.nodes = append(t.nodes, tailNode{edge: at, length: uint32(len(edge))})
			spans = append(spans, span{lo, s.lo, depth})
		}
	}
	t.nodes = append(t.nodes, tailNode{child: uint32(len(t.nodes)), number: uint32(len(t.numbers))})
	t.edges = edges.String()
	t.mark(&keys)
	return t
}

// mark fills the bitmaps.
func (t *Tails) mark(keys *program.ByteSet) {
	all := keys.Append(nil)
	for b := range t.class {
		t.class[b] = uint8(min(len(all), 255))
	}
	for i, b := range all {
		t.class[b] = uint8(i)
	}
	if t.fold {
		copy(t.class['A':'Z'+1], t.class['a':'z'+1])
	}
	t.width = uint32(len(all)/64 + 1)
	t.bits = make([]uint64, uint32(len(t.nodes))*t.width)
	for n := range uint32(len(t.nodes) - 1) {
		for child := t.nodes[n].child; child < t.nodes[n+1].child; child++ {
			c := t.class[t.edge(child)[t.nodes[child].length&^hasNumber-1]]
			t.bits[n*t.width+uint32(c/64)] |= 1 << (c % 64)
		}
	}
}

func (t *Tails) edge(n uint32) string {
	d := &t.nodes[n]
	return t.edges[d.edge : d.edge+d.length&^hasNumber]
}

// fromEnd returns the byte of s behind which there are n.
func fromEnd(s string, n int) byte { return s[len(s)-1-n] }

// compareTails compares the texts read backwards.
func compareTails(a, b string) int {
	n := commonTail(a, b)
	if n == len(a) || n == len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return cmp.Compare(fromEnd(a, n), fromEnd(b, n))
}

// commonTail returns how many bytes a and b share at the end.
func commonTail(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if fromEnd(a, i) != fromEnd(b, i) {
			return i
		}
	}
	return n
}

// TailWalk goes through the texts that a subject ends with.
type TailWalk struct {
	Before string // what precedes the text at hand
	node   uint32
}

// Walk begins at the end of s.
func (t *Tails) Walk(s string) TailWalk { return TailWalk{Before: s} }

// Next goes on to the next longer text that the subject ends with and returns its numbers, none if there is no more.
func (t *Tails) Next(w *TailWalk) (numbers []uint32) {
	*w, numbers = t.next(*w)
	return numbers
}

// next is Next for a walk that is a value, so that the subject may lie on the caller's stack.
func (t *Tails) next(w TailWalk) (to TailWalk, numbers []uint32) {
	s, n := w.Before, w.node
	for s != "" {
		c := uint32(t.class[s[len(s)-1]])
		row := t.bits[n*t.width:]
		word, bit := row[c/64], uint64(1)<<(c%64)
		if word&bit == 0 {
			break
		}
		n = t.nodes[n].child + uint32(bits.OnesCount64(word&(bit-1)))
		for _, below := range row[:c/64] {
			n += uint32(bits.OnesCount64(below))
		}
		d := &t.nodes[n]
		length := int(d.length &^ hasNumber)
		if length > 1 && !t.ends(s, t.edges[d.edge:][:length]) {
			break
		}
		s = s[:len(s)-length]
		if d.length&hasNumber != 0 {
			return TailWalk{s, n}, t.numbers[d.number:t.nodes[n+1].number]
		}
	}
	return TailWalk{}, nil
}

// ends reports whether s ends with an edge.
func (t *Tails) ends(s, edge string) bool {
	if !t.fold {
		return strings.HasSuffix(s, edge)
	}
	if len(s) < len(edge) {
		return false
	}
	for i, c := range []byte(s[len(s)-len(edge):]) {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != edge[i] {
			return false
		}
	}
	return true
}

// MemoryUsage returns how many bytes the tree holds.
func (t *Tails) MemoryUsage() int {
	return int(unsafe.Sizeof(*t)) + 8*cap(t.bits) + 16*cap(t.nodes) + len(t.edges) + 4*cap(t.numbers)
}
