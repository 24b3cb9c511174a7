package literal

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/program"
)

// A Trie finds the words of a list of up to a million. The words are a trie: a node stands for a prefix, and the children of a node are consecutive. A
// node has a bitmap of the bytes that lead on; the count of lower bits in it gives the child. A node takes 16 bytes, or 40 if
// the words have more than 64 different bytes. A search walks down the trie at each position where a word can begin, and remembers the word to prefer.
// No walk is longer than listWord bytes, so the time is linear in the subject; an NFA simulation would visit at least as many states.
//
// Why no automaton of Aho and Corasick: whether a word counts can depend on what follows it (`\b`), and if case is folded, on how many bytes
// the subject has for a letter: `(?i)k` matches three bytes of U+212A. A walk that begins at a known position knows both ends.
//
// If all words have six bytes or more, most positions are never visited. Of each word only the first m bytes count, m being
// the length of the shortest. A bitmap tells by a hash which runs of four bytes occur there. A window of m bytes is read backwards; at the first
// run that is in no word, the window moves to behind that run's first byte. This is the filter of grams.go with longer runs, because
// in a hundred thousand words nearly all runs of three letters occur.
//
// If case is folded, bytes of ASCII are folded by the table of classes. Runes beyond ASCII are decoded and folded one by one, and
// no window is left because of them.

// A Trie is immutable.
type Trie struct {
	class  [256]uint8
	start  [256]bool // bytes that a word can begin with
	nodes  []trieNode
	more   []uint64 // bitmaps of classes 64 to 255, three a node, if there are so many classes
	count  int
	fold   bool
	first  bool // leftmost-first: of the words at a position the first of the list, not the longest
	before syntax.EmptyOp
	after  syntax.EmptyOp
	groups []int

	window int // bytes of a window; 0 without windows
	shift  uint8
	known  []uint64 // by hash: runs that occur in windows
	small  uint32   // sets the bit that makes letters small, if case is folded
	beyond uint32   // the bits that tell bytes beyond ASCII, if case is folded
}

type trieNode struct {
	bits  uint64 // the classes below 64 that lead to a child
	child uint32 // the first child
	order uint32 // the place in the list, from 1 on, of the word that ends here, or 0
}

const (
	runLen      = 4
	windowLeast = 6
	windowMost  = 24
)

// NewTrie returns the finder of the words that re matches, or nil if re is no word list, or one for which Finder is as good.
func NewTrie(re *syntax.Regexp, longest bool) *Trie {
	l := wordListOf(re, listLeast)
	if l == nil || l.plain() {
		return nil
	}
	return newTrie(l, longest)
}

// plain reports whether the list is one of those that wholeTexts takes.
func (l *wordList) plain() bool {
	if l.fold || l.before|l.after != 0 || len(l.words) > wholeMost {
		return false
	}
	most := 0
	for _, w := range l.words {
		most = max(most, len(w))
	}
	return most <= wholeBytes/len(l.words)
}

func newTrie(l *wordList, longest bool) *Trie {
	w := &Trie{count: len(l.words), fold: l.fold, first: !longest, before: l.before, after: l.after, groups: l.groups}
	sorted := make([]listed, len(l.words))
	for i, text := range l.words {
		sorted[i] = listed{text, uint32(i + 1)}
	}
	slices.SortFunc(sorted, func(a, b listed) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.order, b.order)) })
	w.grow(sorted, w.classify(sorted) > 64)
	w.filter(sorted)
	return w
}

// listed is a word and its place in the list, from 1 on.
type listed struct {
	text  string
	order uint32
}

// classify numbers the bytes that occur and returns their count.
func (w *Trie) classify(words []listed) int {
	var used program.ByteSet
	for i := range words {
		for k := range len(words[i].text) {
			used.Add(words[i].text[k])
		}
		w.start[words[i].text[0]] = true
	}
	all := used.Append(nil)
	for b := range w.class {
		w.class[b] = uint8(min(len(all), 255)) // in no word
	}
	for i, b := range all {
		w.class[b] = uint8(i)
	}
	if w.fold {
		copy(w.class['A':'Z'+1], w.class['a':'z'+1])
		copy(w.start['A':'Z'+1], w.start['a':'z'+1])
		for b := utf8.RuneSelf; b < 256; b++ {
			w.start[b] = true
		}
	}
	return len(all)
}

// grow makes the trie of sorted words, breadth first. A node stands for the words from lo to hi, which share their first depth bytes.
func (w *Trie) grow(words []listed, wide bool) {
	type span struct{ lo, hi, depth int32 }
	total := 1
	for i := range words {
		if total += len(words[i].text); i > 0 {
			total -= common(words[i].text, words[i-1].text)
		}
	}
	w.nodes = make([]trieNode, 1, total)
	if wide {
		w.more = make([]uint64, 3*total)
	}
	spans := make([]span, 1, total)
	spans[0].hi = int32(len(words))
	for n := 0; n < len(w.nodes); n++ {
		s := spans[n]
		i := s.lo
		for ; i < s.hi && len(words[i].text) == int(s.depth); i++ {
			if w.nodes[n].order == 0 {
				w.nodes[n].order = words[i].order
			}
		}
		w.nodes[n].child = uint32(len(w.nodes))
		for i < s.hi {
			b, lo := words[i].text[s.depth], i
			for i++; i < s.hi && words[i].text[s.depth] == b; i++ {
			}
			w.nodes = append(w.nodes, trieNode{})
			spans = append(spans, span{lo, i, s.depth + 1})
			if c := w.class[b]; c < 64 {
				w.nodes[n].bits |= 1 << c
			} else {
				w.more[3*n+int(c>>6)-1] |= 1 << (c & 63)
			}
		}
	}
}

// filter makes the bitmap of runs, unless words are too short or too many for it.
func (w *Trie) filter(words []listed) {
	m := windowMost
	for i := range words {
		m = min(m, len(words[i].text))
	}
	if m < windowLeast {
		return
	}
	if w.fold {
		w.small, w.beyond = 0x20202020, 0x80808080
	}
	size := min(max(bits.Len(uint(len(words)*m)), 16), 20) // bits of the hash
	w.shift = uint8(32 - size)
	known := make([]uint64, 1<<size/64)
	count := 0
	for i := range words {
		text := words[i].text
		for k := 0; k+runLen <= m; k++ {
			h := w.hash(runAt(text[k : k+runLen]))
			if bit := uint64(1) << (h & 63); known[h>>6]&bit == 0 {
				known[h>>6] |= bit
				count++
			}
		}
	}
	if count <= 1<<size/4 {
		w.window, w.known = m, known
	}
}

// runAt reads four bytes. The compiler makes it one load.
func runAt(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func (w *Trie) hash(run uint32) uint32 { return (run | w.small) * 0x9E3779B1 >> w.shift }

// Find returns the span of the leftmost word at or after from, or -1, -1. With anchored only a word at from counts, with full only one that
// ends where s ends.
func (w *Trie) Find(s string, from int, anchored, full bool) (start, end int) {
	if anchored {
		if from < len(s) && w.start[s[from]] && (w.before == 0 || program.Holds(w.before, s, from)) {
			if end = w.at(s, from, full); end >= 0 {
				return from, end
			}
		}
		return -1, -1
	}
	for i := from; i < len(s); i++ {
		if w.window > 0 {
			if i = w.next(s, i); i < 0 {
				return -1, -1
			}
		}
		if !w.start[s[i]] {
			continue
		}
		if w.before != 0 {
			if w.before == syntax.EmptyWordBoundary && i > 0 && wordByte[s[i]] && wordByte[s[i-1]] {
				continue
			}
			if !program.Holds(w.before, s, i) {
				continue
			}
		}
		if end = w.at(s, i, full); end >= 0 {
			return i, end
		}
	}
	return -1, -1
}

// wordByte tells which bytes are of a word, as `\b` sees it.
var wordByte = func() (is [256]bool) {
	for b := range is {
		is[b] = syntax.IsWordChar(rune(b))
	}
	return is
}()

// next returns the first position from i on whose window has runs of words alone, or -1.
func (w *Trie) next(s string, i int) int {
	m := w.window
windows:
	for i+m <= len(s) {
		for k := i + m - runLen; k >= i; k -= 2 {
			run := runAt(s[k : k+runLen])
			if run&w.beyond != 0 {
				continue
			}
			h := w.hash(run)
			if w.known[h>>6]>>(h&63)&1 == 0 {
				i = k + 1
				continue windows
			}
		}
		return i
	}
	return -1
}

// at returns the end of the word to prefer of those that begin at i, or -1.
func (w *Trie) at(s string, i int, full bool) int {
	end, order, n := -1, ^uint32(0), uint32(0)
	for i < len(s) {
		if b := s[i]; b < utf8.RuneSelf || !w.fold {
			if n = w.child(n, w.class[b]); n == 0 {
				break
			}
			i++
		} else {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError {
				break // no word has U+FFFD
			}
			if n = w.childOn(n, canonical(r)); n == 0 {
				break
			}
			i += size
		}
		o := w.nodes[n].order
		if o == 0 || w.first && o > order || full && i < len(s) {
			continue
		}
		if w.after == 0 || program.Holds(w.after, s, i) {
			end, order = i, o
		}
	}
	return end
}

// child returns the child of n for the class c, or 0.
func (w *Trie) child(n uint32, c uint8) uint32 {
	d := &w.nodes[n]
	if c < 64 || w.more == nil {
		bit := uint64(1) << c // a class of 64, which no word has, makes this 0
		if d.bits&bit == 0 {
			return 0
		}
		return d.child + uint32(bits.OnesCount64(d.bits&(bit-1)))
	}
	row := w.more[3*n:][:3]
	k, bit := c>>6-1, uint64(1)<<(c&63)
	if row[k]&bit == 0 {
		return 0
	}
	rank := bits.OnesCount64(d.bits) + bits.OnesCount64(row[k]&(bit-1))
	for _, below := range row[:k] {
		rank += bits.OnesCount64(below)
	}
	return d.child + uint32(rank)
}

// childOn follows the bytes of r.
func (w *Trie) childOn(n uint32, r rune) uint32 {
	var room [utf8.UTFMax]byte
	for _, b := range utf8.AppendRune(room[:0], r) {
		if n = w.child(n, w.class[b]); n == 0 {
			return 0
		}
	}
	return n
}

// Groups returns the numbers of the groups that have the span of the match. No other group exists.
func (w *Trie) Groups() []int { return w.groups }

// MemoryUsage returns how many bytes the finder holds.
func (w *Trie) MemoryUsage() int {
	if w == nil {
		return 0
	}
	return int(unsafe.Sizeof(*w)) + 16*cap(w.nodes) + 8*cap(w.more) + 8*cap(w.known) + 8*cap(w.groups)
}

// String tells what is looked for and how.
func (w *Trie) String() string {
	how := "at each position"
	if w.window > 0 {
		how = fmt.Sprintf("by windows of %d bytes", w.window)
	}
	fold := ""
	if w.fold {
		fold = ", case folded"
	}
	return fmt.Sprintf("%d words%s, a trie of %d nodes, %s", w.count, fold, len(w.nodes), how)
}
