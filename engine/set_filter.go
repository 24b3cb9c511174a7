package engine

import (
	"cmp"
	"math/bits"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
)

// filtered are patterns that cannot match without one of a few words. One scan of the subject finds the words of all of them and tells
// where each lies. A word that begins the matches of its pattern leaves one place where a match can begin. A word at a bounded distance
// leaves a window. Each pattern whose words were seen is then searched for once, from the first of these places to the last. So the time for
// a pattern is linear in the subject however often its words are there.
type filtered struct {
	patterns []int // ascending
	words    *literal.Words
}

// window is where a match of a pattern can begin: the first place, and above it the last.
type window uint64

func newWindow(first, last int32) window { return window(uint32(first)) | window(uint32(last))<<32 }

func (w window) first() int32 { return int32(uint32(w)) }
func (w window) last() int32  { return int32(w >> 32) }

// We cannot know how often subjects will hold what a pattern needs, but the patterns tell something themselves: what many of them ask
// for, as those for user agents ask for Mozilla, is what their subjects are about. So we look for each pattern by the part of which a
// fragment is rarest among all. That a part is of rare letters makes a chance meeting improbable. Below this probability, it does not count.
const improbable = 1.0 / 1000000

// needed is a part of a pattern with the texts of each word.
type needed struct {
	literal.Part
	texts [][]string
	cost  float64 // about in how many subjects it will be seen in vain
}

// filter takes those of the patterns for which there are words of which one is in every match.
func (s *Set) filter(trees []*syntax.Regexp, patterns []int) {
	parts := make([][]needed, len(patterns))
	var shares literal.Shares
	for k, i := range patterns {
		for _, part := range literal.Needed(trees[i]) {
			n := needed{Part: part}
			for _, w := range part.Words {
				texts := literal.WordTexts(w.Tree)
				if len(texts) == 0 {
					n.texts = nil
					break
				}
				n.texts = append(n.texts, texts)
			}
			if len(n.texts) == 0 {
				continue
			}
			for _, texts := range n.texts {
				for _, text := range texts {
					shares.Add(text)
				}
			}
			parts[k] = append(parts[k], n)
		}
	}
	var builder literal.WordsBuilder
	for k, i := range patterns {
		if len(parts[k]) == 0 {
			continue
		}
		for p := range parts[k] {
			n, most := &parts[k][p], 0
			for _, texts := range n.texts {
				for _, text := range texts {
					most = max(most, shares.Of(text))
				}
			}
			n.cost = float64(most*len(n.texts)) * max(n.Chance, improbable)
		}
		best := slices.MinFunc(parts[k], func(a, b needed) int { return cmp.Compare(a.cost, b.cost) })
		for w, texts := range best.texts {
			word := &best.Words[w]
			for _, text := range texts {
				builder.Add(text, literal.Owner{Number: int32(i), Least: int32(min(word.Least, literal.Far)), Most: int32(min(word.Most, literal.Far))})
			}
		}
		s.filtered.patterns = append(s.filtered.patterns, i)
	}
	s.filtered.words = builder.Words()
}

// candidates sets the bits of the filtered patterns that may match, and for each of them the window in which a match can begin.
func (s *Set) candidates(text string, seen []uint64, windows []uint64) {
	if len(text) > literal.Far {
		for _, i := range s.filtered.patterns {
			seen[i/64] |= 1 << (i % 64)
			windows[i] = uint64(newWindow(0, literal.Far))
		}
		return
	}
	var scan literal.WordScan
	for {
		at, owners := s.filtered.words.Next(&scan, text)
		if owners == nil {
			return
		}
		for k := range owners {
			o := &owners[k]
			first, last := max(int32(at)-o.Most, 0), int32(at)-o.Least
			if last < 0 {
				continue
			}
			i := int(o.Number)
			if bit := uint64(1) << (i % 64); seen[i/64]&bit == 0 {
				seen[i/64] |= bit
				windows[i] = uint64(newWindow(first, last))
			} else {
				w := window(windows[i])
				windows[i] = uint64(newWindow(min(w.first(), first), max(w.last(), last)))
			}
		}
	}
}

// rareSearch is how long a window may be for the pattern to be searched for without states.
const rareSearch = 1 << 10

// verify reports whether pattern i matches, with the beginning of the match in w.
func (s *Set) verify(i int, text string, w window) bool {
	e := s.engines[i]
	first, last := int(w.first()), int(w.last())
	if s.anchors(i) {
		if first > 0 {
			return false
		}
		last = 0
	} else {
		for first > 0 && !utf8.RuneStart(text[first]) {
			first-- // a match does not begin within a rune
		}
		last = min(last, len(text))
	}
	if f := &e.facts; len(text)-first < e.minLen || f.End && f.Suffix != "" && !strings.HasSuffix(text, f.Suffix) {
		return false
	} else if f.Prefix != "" {
		if last == 0 {
			if !strings.HasPrefix(text, f.Prefix) {
				return false
			}
		} else if k := strings.Index(text[first:min(last+len(f.Prefix), len(text))], f.Prefix); k < 0 {
			return false
		} else {
			first += k
		}
	}
	if last-first < rareSearch {
		if m := e.positions(); m != nil {
			return m.Match(text, first, last, s.how == Full)
		}
	}
	return e.Search(text, first, s.how, nil)
}

// firstFiltered returns the lowest number of a filtered pattern that matches and is lower than best, or None.
func (s *Set) firstFiltered(text string, best int) int {
	var frame [frameBits / 64]uint64
	seen, windows, block := s.scratch(frame[:])
	s.candidates(text, seen, windows)
	found := dfa.None
search:
	for w := range seen {
		for m := seen[w]; m != 0; m &= m - 1 {
			i := 64*w + bits.TrailingZeros64(m)
			if i >= best {
				break search
			}
			if s.verify(i, text, window(windows[i])) {
				found = i
				break search
			}
		}
	}
	block.Release()
	return found
}

// allFiltered sets the bits of the filtered patterns that match. No other bit is set before.
func (s *Set) allFiltered(text string, hits []uint64, windows []uint64) {
	s.candidates(text, hits, windows)
	for w := range hits {
		for m := hits[w]; m != 0; m &= m - 1 {
			if b := bits.TrailingZeros64(m); !s.verify(64*w+b, text, window(windows[64*w+b])) {
				hits[w] &^= 1 << b
			}
		}
	}
}

// scratch returns a clear bit and a window for each pattern. The bits lie in the frame if there is room, else in the block, which is to
// be released.
func (s *Set) scratch(frame []uint64) (seen []uint64, windows []uint64, block *arena.Block) {
	n := len(s.engines)
	words := (n + 63) / 64
	block = arena.Get(8*n + 8*words)
	windows = block.Uint64s(n)
	if words <= len(frame) {
		return frame[:words], windows, block
	}
	seen = block.Uint64s(words)
	clear(seen)
	return seen, windows, block
}
