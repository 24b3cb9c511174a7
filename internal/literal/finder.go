package literal

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/arenaregexp/regexp/internal/program"
)

// What this room offers for literals, in short:
//
//	Prefixes(re), Suffixes(re)   sets of texts that every match begins or ends with     extract.go
//	InnerOf(re)                  a set that every match contains, and what precedes it  inner.go
//	Needed(re)                   the words that no match can do without, as trees       needed.go
//	Tail(re), NewTails(texts)    the text that a match ends with, and a tree of such    tails.go
//	NewFinder(texts, longest)    finds the leftmost text of a set, the one to prefer    here
//	IndexAny2, IndexAny3         the first of two or three bytes                        index.go
//	NewSet, IndexSet, SpanSet    the first byte in a set, the length of a run in it     index.go
//
// A Finder is one of these, by the set:
//
//	texts                               found by                                          file
//	one, of one byte                    strings.IndexByte
//	one                                 its two rarest bytes                              substring.go
//	all of one byte                     IndexSet                                          index.go
//	up to 128, of two bytes or more      Teddy, where false candidates will be few         teddy.go
//	more, of six bytes or more          windows of q-grams                                grams.go
//	anything else                       the automaton of Aho and Corasick                 ahocorasick.go
//
// Those that guess and compare count their wrong guesses. When they are too many, the automaton takes over for the rest of the
// search; it is made when that first happens. So any search takes time linear in the distance to what it finds, whatever the texts
// and the subject.

// Kind is the way a Finder searches.
type Kind uint8

const (
	Never  Kind = iota // there are no texts
	Always             // one of the texts is empty
	Byte               // one byte
	Bytes              // a set of bytes
	Text               // one text
	Few                // Teddy
	Grams              // windows of q-grams
	Many               // Aho and Corasick's automaton
)

// String names the way to search.
func (k Kind) String() string {
	return [...]string{"never", "always", "byte", "byte set", "substring", "teddy", "q-grams", "aho-corasick"}[k]
}

// A Finder finds the leftmost of a set of texts. It is safe for concurrent use.
type Finder struct {
	kind    Kind
	longest bool
	set     Set // Byte, Bytes
	pair    pair
	teddy   *teddy
	grams   *grams
	texts   []string                  // distinct, sorted; all there were with Always
	auto    atomic.Pointer[automaton] // made at first need, but for Many
}

// NewFinder makes the finder of a set of texts. Of those that begin at one place it prefers the longest, or, if longest is not
// set, the first in the order given. It returns nil for sets of more than four million bytes. It keeps the texts
// but not the slice.
func NewFinder(texts []string, longest bool) *Finder {
	f := &Finder{longest: longest}
	for _, t := range texts {
		if t == "" {
			f.kind = Always
			f.texts = append([]string(nil), texts...)
			return f
		}
	}
	f.texts = distinct(texts, longest)
	var first program.ByteSet
	total, most := 0, 0
	for _, t := range f.texts {
		first.Add(t[0])
		total, most = total+len(t), max(most, len(t))
	}
	switch {
	case total > maxNodes:
		return nil
	case len(f.texts) == 0:
		f.kind = Never
	case most == 1:
		f.set = *NewSet(&first)
		f.kind = Bytes
		if len(f.texts) == 1 {
			f.kind = Byte
		}
	case len(f.texts) == 1:
		f.kind = Text
		f.pair = newPair(f.texts[0])
	case f.few(texts):
		f.kind = Few
	default:
		if f.grams = newGrams(f.texts); f.grams != nil {
			f.kind = Grams
			break
		}
		f.kind = Many
		f.auto.Store(newAutomaton(f.texts, rowBudget))
	}
	return f
}

// few makes the Teddy of the texts, unless it would stop at every turn.
func (f *Finder) few(texts []string) bool {
	const most = 1.0 / 24 // candidates a byte, from which on the automaton is faster
	if len(f.texts) > teddyTexts {
		return false
	}
	t := newTeddy(f.prefer(texts))
	if t == nil || t.rate > most {
		return false
	}
	f.teddy = t
	return true
}

// prefer returns the distinct texts in order of preference: as given, or by length.
func (f *Finder) prefer(texts []string) []string {
	kept := make(map[string]bool, len(f.texts))
	for _, t := range f.texts {
		kept[t] = true
	}
	order := make([]string, 0, len(f.texts))
	for _, t := range texts {
		if kept[t] {
			kept[t] = false
			order = append(order, t)
		}
	}
	if f.longest {
		sortByLength(order)
	}
	return order
}

// Fast reports whether the finder is faster than the lazy DFA of a pattern that its texts are all of, or begin. The automaton of Aho
// and Corasick is another such automaton, which for few texts is of no use beside the first: `[a-f]\d[x-z]`, 180 texts, is searched
// at 2.1 GB/s by a table of shifts, at 0.9 by the lazy DFA, and took 0.6 by that automaton.
func (f *Finder) Fast() bool { return f.kind != Many || len(f.texts) > 512 }

// Find returns where the leftmost text at or after from begins and ends, or -1, -1. Among texts that begin at one place it is the
// one that NewFinder's longest says. It allocates nothing, unless the texts and the subject are such that the automaton
// is needed for the first time.
func (f *Finder) Find(s string, from int) (start, end int) {
	next := -1
	switch f.kind {
	case Never:
		return -1, -1
	case Byte:
		if start = strings.IndexByte(s[from:], f.set.some[0]); start < 0 {
			return -1, -1
		}
		return from + start, from + start + 1
	case Bytes:
		if start = IndexSet(s[from:], &f.set); start < 0 {
			return -1, -1
		}
		return from + start, from + start + 1
	case Text:
		if len(s)-from <= shortText {
			if start = strings.Index(s[from:], f.pair.text); start < 0 {
				return -1, -1
			}
			return from + start, from + start + len(f.pair.text)
		}
		if haveVector {
			start, next = f.pair.findVector(s, from)
		} else {
			start, next = f.pair.findPortable(s, from)
		}
		switch {
		case start >= 0:
			return start, start + len(f.pair.text)
		case next < 0:
			return -1, -1
		}
	case Few:
		if start, end, next = f.teddy.find(s, from); next < 0 {
			return start, end
		}
	case Grams:
		if start, end, next = f.grams.find(s, from); next < 0 {
			return start, end
		}
	case Many:
		return f.auto.Load().find(s, from)
	case Always:
		return f.here(s, from)
	}
	return f.automaton().find(s, next)
}

// automaton returns the automaton of the texts; goroutines that need it at the same moment may each make it.
func (f *Finder) automaton() *automaton {
	if a := f.auto.Load(); a != nil {
		return a
	}
	const budget = 32 << 10 // of rows: it is a last resort
	f.auto.CompareAndSwap(nil, newAutomaton(f.texts, budget))
	return f.auto.Load()
}

// here is Find where one of the texts is empty, so that there is one at from.
func (f *Finder) here(s string, from int) (start, end int) {
	end = -1
	for _, t := range f.texts {
		if strings.HasPrefix(s[from:], t) && from+len(t) > end {
			end = from + len(t)
			if !f.longest {
				break
			}
		}
	}
	return from, end
}

// Kind returns how the finder searches.
func (f *Finder) Kind() Kind { return f.kind }

// Len returns how many texts are looked for, without those that can never be the result.
func (f *Finder) Len() int { return len(f.texts) }

// MemoryUsage returns how many bytes the finder holds, the texts themselves included.
func (f *Finder) MemoryUsage() int {
	n := 256
	for _, t := range f.texts {
		n += 16 + len(t)
	}
	if f.teddy != nil {
		n += f.teddy.memory()
	}
	if f.grams != nil {
		n += 56 + 4*len(f.grams.prefix) + 8*len(f.grams.known)
	}
	if a := f.auto.Load(); a != nil {
		n += a.memory()
	}
	return n
}

// String tells how the finder searches, in words.
func (f *Finder) String() string {
	switch f.kind {
	case Byte, Text:
		return fmt.Sprintf("%s %q", f.kind, f.texts[0])
	case Few:
		return fmt.Sprintf("%s of %d texts, fingerprint %v", f.kind, len(f.texts), f.teddy.offsets[:f.teddy.prints])
	case Bytes, Grams, Many, Always:
		return fmt.Sprintf("%s of %d texts", f.kind, len(f.texts))
	}
	return f.kind.String()
}

func sortByLength(texts []string) {
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
}
