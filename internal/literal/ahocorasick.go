package literal

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/arenaregexp/regexp/internal/program"
)

// The automaton of Aho and Corasick ("Efficient string matching", CACM 1975) finds the texts of a set, however many, in one pass. Its
// states are the prefixes of the texts; where the next byte does not extend the prefix, the failure link leads to the longest
// proper suffix of it that is also a prefix of some text.
//
// The plain automaton reports every occurrence. A regular expression wants the leftmost one, and of those that begin there the first in
// order or the longest. Two changes do that (they are those of Rust's aho-corasick crate). First, once a text has been
// found, only texts that begin where it does matter: the failure link of a state that is a text, and so of each state below it,
// leads to a dead state, in which the search ends and gives the last text it found. A state whose suffix is a text takes over its
// length, and goes on: what it is itself a prefix of would begin further left. Second, for the first in order, a text that
// has an earlier one as prefix is dropped, as it can never win; then the deeper of two texts on a path is the one to prefer, as it is
// for the longest.
//
// States are numbered breadth first, over the sorted texts, so that the children of a state are consecutive: a state keeps a bitmap
// of the bytes that lead on, by byte class (the bytes that occur, numbered), and the number of its first child; the
// child for a class is the count of lower bits in the bitmap. 24 bytes a state, for up to 64 classes. The first states, which
// are the shallow ones where a search spends most of its time, have in addition a row that gives the next state for each class with failure
// links resolved; as many as a budget allows, often all. No state's failure links lead to a later state, so the rows can be
// filled in that order, and a walk down failure links always ends at a row.
//
// A step is a load of the row, or some comparisons and a bit count. The number of failure links followed is at most the number
// of bytes read, so the whole is linear.

// automaton is immutable.
type automaton struct {
	class [256]uint8 // by byte; bytes that are in no text have the class after the last
	shift uint8      // rows are 1<<shift wide
	skip  bool       // first is worth a scan
	first *Set       // bytes that texts begin with
	limit uint32     // states from here on, times the width, have no row
	rows  []uint32   // next state, times the width; with the bit special where it needs a look
	nodes []node
	more  []uint64 // bitmaps of classes 64 to 255, three a state, where there are so many classes
}

type node struct {
	bits  uint64 // the classes below 64 that lead to a child
	child uint32 // the first child
	fail  uint32 // the state to go on from, times the width of a row
	match uint32 // length of the text that ends here, or 0
}

const (
	special  = 1 << 31 // the state is dead, the root of a set worth skipping to, or the end of a text
	dead     = 0
	root     = 1
	maxNodes = 1<<22 - 2 // times the widest row, 256, they fit below special
)

// rowBudget bounds the rows of an automaton, in bytes. Over prose, a dictionary of 2,149 words is searched at 125 MB/s without
// rows, 241 with 32 KB of them, 314 with 256 KB, 437 with 1 MB and 454 with all of 5.5 MB (BenchmarkDictionary).
const rowBudget = 256 << 10

// distinct returns the texts that can be a result, sorted, each once. There is no empty text among them.
func distinct(texts []string, longest bool) []string {
	order := make([]int32, len(texts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(strings.Compare(texts[a], texts[b]), cmp.Compare(a, b))
	})
	kept := make([]string, 0, len(texts))
	var open []int32 // the texts that are prefixes of the one at hand
	for _, i := range order {
		for len(open) > 0 && !strings.HasPrefix(texts[i], texts[open[len(open)-1]]) {
			open = open[:len(open)-1]
		}
		drop := false
		for _, p := range open {
			// With the same text before it, or a prefix that comes first in order, a text is no result.
			if texts[p] == texts[i] || !longest && p < i {
				drop = true
				break
			}
		}
		if !drop {
			open = append(open, i)
			kept = append(kept, texts[i])
		}
	}
	return kept
}

// newAutomaton takes sorted texts, as distinct returns them, of at most maxNodes bytes, and a budget of bytes for its rows.
func newAutomaton(texts []string, budget int) *automaton {
	a := new(automaton)
	classes := a.classify(texts)
	a.shift = uint8(bits.Len(uint(classes - 1 + b2i(classes < 256))))
	a.grow(texts, classes > 64)
	a.link()
	a.resolve(classes, budget)
	return a
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// classify numbers the bytes that occur in the texts and returns their count.
func (a *automaton) classify(texts []string) int {
	var used, first program.ByteSet
	for _, t := range texts {
		first.Add(t[0])
		for i := range len(t) {
			used.Add(t[i])
		}
	}
	all := used.Append(nil)
	for i := range a.class {
		a.class[i] = uint8(min(len(all), 255))
	}
	for i, b := range all {
		a.class[b] = uint8(i)
	}
	a.first = NewSet(&first)
	var p float64
	for _, b := range first.Append(nil) {
		p += chance(b)
	}
	a.skip = p < 1.0/16
	return len(all)
}

// grow makes the trie, breadth first. A state stands for the texts from lo to hi, which share their first depth bytes.
func (a *automaton) grow(texts []string, wide bool) {
	type span struct{ lo, hi, depth int32 }
	total := root + 1
	for i, t := range texts {
		if total += len(t); i > 0 {
			total -= common(t, texts[i-1])
		}
	}
	a.nodes = make([]node, root+1, total)
	spans := make([]span, root+1, total)
	spans[root].hi = int32(len(texts))
	for n := root; n < len(a.nodes); n++ {
		s := spans[n]
		if wide {
			a.more = append(a.more, 0, 0, 0)
		}
		i := s.lo
		if i < s.hi && len(texts[i]) == int(s.depth) {
			a.nodes[n].match = uint32(s.depth)
			i++
		}
		a.nodes[n].child = uint32(len(a.nodes))
		for i < s.hi {
			b, lo := texts[i][s.depth], i
			for i++; i < s.hi && texts[i][s.depth] == b; i++ {
			}
			a.nodes = append(a.nodes, node{})
			spans = append(spans, span{lo, i, s.depth + 1})
			if c := a.class[b]; c < 64 {
				a.nodes[n].bits |= 1 << c
			} else {
				a.more[3*(n-root)+int(c>>6)-1] |= 1 << (c & 63)
			}
		}
	}
}

// common returns how many bytes a and b share at the beginning.
func common(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// next returns the child of the state n for the class c, or 0.
func (a *automaton) next(n uint32, c uint8) uint32 {
	d := &a.nodes[n]
	if a.more == nil || c < 64 {
		if bit := uint64(1) << c; d.bits&bit != 0 { // a class of 64, which no text has, makes the bit 0
			return d.child + uint32(bits.OnesCount64(d.bits&(bit-1)))
		}
		return 0
	}
	return a.nextWide(n, c)
}

func (a *automaton) nextWide(n uint32, c uint8) uint32 {
	d := &a.nodes[n]
	words := a.more[3*(n-root):][:3]
	w, bit := c>>6-1, uint64(1)<<(c&63)
	if words[w]&bit == 0 {
		return 0
	}
	rank := bits.OnesCount64(d.bits) + bits.OnesCount64(words[w]&(bit-1))
	for _, below := range words[:w] {
		rank += bits.OnesCount64(below)
	}
	return d.child + uint32(rank)
}

// children calls f for each class that leads from n to a child.
func (a *automaton) children(n uint32, f func(c uint8, child uint32)) {
	child := a.nodes[n].child
	walk := func(w uint64, base int) {
		for ; w != 0; w &= w - 1 {
			f(uint8(base+bits.TrailingZeros64(w)), child)
			child++
		}
	}
	walk(a.nodes[n].bits, 0)
	if a.more != nil {
		for i, w := range a.more[3*(n-root):][:3] {
			walk(w, 64*(i+1))
		}
	}
}

// link sets the failure links, and what states take over by them. They are state numbers until resolve.
func (a *automaton) link() {
	a.nodes[root].fail = root
	for n := uint32(root); n < uint32(len(a.nodes)); n++ {
		fail := a.nodes[n].fail
		a.children(n, func(c uint8, child uint32) {
			d := &a.nodes[child]
			if d.match != 0 {
				d.fail = dead
				return
			}
			d.fail = root
			if n != root {
				d.fail = a.step(fail, c)
			}
			d.match = a.nodes[d.fail].match
		})
	}
}

// step is where the state n goes with c, by failure links where it must.
func (a *automaton) step(n uint32, c uint8) uint32 {
	for n != dead {
		if child := a.next(n, c); child != 0 {
			return child
		}
		if n == root {
			return root
		}
		n = a.nodes[n].fail
	}
	return dead
}

// resolve fills as many rows as the budget allows, and turns state numbers into offsets of rows.
func (a *automaton) resolve(classes, budget int) {
	width := 1 << a.shift
	n := min(len(a.nodes), max(budget/4/width, root+1))
	a.limit = uint32(n) << a.shift
	a.rows = make([]uint32, n*width)
	for i := range width {
		a.rows[i] = special // dead stays dead
	}
	for s := uint32(root); s < uint32(n); s++ {
		row := a.rows[int(s)*width:][:width]
		if s == root {
			for c := range row {
				row[c] = a.entry(root)
			}
		} else {
			fail := a.nodes[s].fail
			copy(row, a.rows[int(fail)*width:][:width])
		}
		a.children(s, func(c uint8, child uint32) { row[c] = a.entry(child) })
	}
	for i := range a.nodes {
		a.nodes[i].fail <<= a.shift
	}
}

func (a *automaton) entry(n uint32) uint32 {
	e := n << a.shift
	if n == dead || n == root && a.skip || a.nodes[n].match != 0 {
		e |= special
	}
	return e
}

// find returns the occurrence to prefer, or -1, -1.
func (a *automaton) find(s string, from int) (start, end int) {
	start, end = -1, -1
	state := uint32(root) << a.shift
	i := from
	if a.skip {
		if i = a.seek(s, i); i < 0 {
			return -1, -1
		}
	}
	for ; i < len(s); i++ {
		c := a.class[s[i]]
		for state >= a.limit {
			n := state >> a.shift
			if child := a.next(n, c); child != 0 {
				state = a.entry(child)
				goto stepped
			}
			state = a.nodes[n].fail
		}
		state = a.rows[state|uint32(c)]
	stepped:
		if state&special == 0 {
			continue
		}
		state &^= special
		switch n := state >> a.shift; {
		case n == dead:
			return start, end
		case a.nodes[n].match != 0:
			start, end = i+1-int(a.nodes[n].match), i+1
		default:
			if i = a.seek(s, i+1); i < 0 {
				return -1, -1
			}
			i--
		}
	}
	return start, end
}

// seek returns the next place where a text can begin.
func (a *automaton) seek(s string, i int) int {
	k := IndexSet(s[i:], a.first)
	if k < 0 {
		return -1
	}
	return i + k
}

func (a *automaton) memory() int {
	return len(a.class) + 4*len(a.rows) + 24*len(a.nodes) + 8*len(a.more) + 160
}
