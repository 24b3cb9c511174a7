package literal

import (
	"regexp/syntax"
	"strings"
	"unsafe"
)

// Many rules differ in what they begin with and in nothing else: ^/svc17/(\d+)/item$. The tree of tails.go finds which of thousands of such
// texts a subject begins with. It holds them reversed, and reads a reversed copy of the subject's beginning. A copy of some dozen bytes
// costs less than a miss of the cache, which a second kind of tree would not save.

// LongestHead is how many bytes of a literal a head has at most.
const LongestHead = 64

// Head splits a pattern that matches only at the beginning of a text: text is a literal that every match begins with, small letters if its
// case is folded, and parts are what follows it. Without text the pattern cannot be split. The literal's bytes tell that it is there, as for
// [Tail].
func Head(re *syntax.Regexp) (text string, fold bool, parts []*syntax.Regexp) {
	parts = flatten(nil, re)
	for len(parts) > 0 && parts[0].Op == syntax.OpBeginText {
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return "", false, nil
	}
	first := bare(parts[0])
	if first.Op != syntax.OpLiteral {
		return "", false, nil
	}
	fold = first.Flags&syntax.FoldCase != 0
	cut, size := 0, 0
	for cut < len(first.Rune) && isText(first.Rune[cut]) && !(fold && foldsBeyondASCII(first.Rune[cut])) {
		if size += len(string(first.Rune[cut])); size > LongestHead {
			break
		}
		cut++
	}
	parts = parts[1:]
	if cut < len(first.Rune) {
		rest := &syntax.Regexp{Op: syntax.OpLiteral, Flags: first.Flags, Rune: first.Rune[cut:]}
		parts = append([]*syntax.Regexp{rest}, parts...)
	}
	text = string(first.Rune[:cut])
	if fold {
		text = strings.ToLower(text)
	}
	return text, fold, parts
}

// Heads is a set of texts, each with numbers, to be found at the beginning of a subject. It is immutable.
type Heads struct {
	tails   *Tails // of the texts reversed
	longest int
}

// NewHeads makes the set. The texts are as [Head] returns them, the numbers as for [NewTails].
func NewHeads(texts []string, numbers []int, fold bool) *Heads {
	h := &Heads{}
	reversed := make([]string, len(texts))
	for i, text := range texts {
		h.longest = max(h.longest, len(text))
		b := make([]byte, len(text))
		reverse(b, text)
		reversed[i] = string(b)
	}
	h.tails = NewTails(reversed, numbers, fold)
	return h
}

// reverse writes s into b, from its end on.
func reverse(b []byte, s string) {
	for i := range len(s) {
		b[len(b)-1-i] = s[i]
	}
}

// HeadWalk goes through the texts that a subject begins with.
type HeadWalk struct {
	walk   TailWalk
	length int
}

// Walk begins at the beginning of s. It copies into room, which must not change until the walk is over.
func (h *Heads) Walk(room *[LongestHead]byte, s string) HeadWalk {
	n := min(len(s), h.longest)
	b := room[:n]
	reverse(b, s[:n])
	return HeadWalk{h.tails.Walk(unsafe.String(unsafe.SliceData(b), n)), n}
}

// Next goes on to the next longer text that the subject begins with. It returns its numbers and where it ends, or no numbers if there is
// no more.
func (h *Heads) Next(w HeadWalk) (to HeadWalk, numbers []uint32, end int) {
	w.walk, numbers = h.tails.next(w.walk)
	return w, numbers, w.length - len(w.walk.Before)
}

// MemoryUsage returns how many bytes the set holds.
func (h *Heads) MemoryUsage() int { return int(unsafe.Sizeof(*h)) + h.tails.MemoryUsage() }
