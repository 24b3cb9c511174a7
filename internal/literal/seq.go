package literal

import (
	"slices"
	"strings"
)

// Seq is a set of texts one of which every match begins with, or ends with, or contains. Without texts it says that nothing is known
// that is worth looking for.
type Seq struct {
	Texts []string // in the order in which leftmost-first matching prefers them, if Exact; else in no order

	// Exact tells that the matches are these texts and no others, and that no assertion is made about what is around them: a Finder
	// of them finds what the pattern matches, leftmost-first and leftmost-longest alike.
	Exact bool
}

// MinLen returns the length of the shortest text, 0 for none.
func (s *Seq) MinLen() int {
	if len(s.Texts) == 0 {
		return 0
	}
	least := len(s.Texts[0])
	for _, t := range s.Texts {
		least = min(least, len(t))
	}
	return least
}

// Chance estimates how probable it is that one of the texts stands at a given place of ordinary text, from 0 to 1 and, for sets
// that hold nearly everything, beyond. Below 1/1000 a search for the texts passes most of its time in the scan; above some
// 1/50 what follows at each of them costs more.
func (s *Seq) Chance() float64 {
	var p float64
	for _, t := range s.Texts {
		p += textChance(t)
	}
	return p
}

// CommonPrefix returns what all the texts begin with.
func (s *Seq) CommonPrefix() string {
	if len(s.Texts) == 0 {
		return ""
	}
	common := s.Texts[0]
	for _, t := range s.Texts {
		for !strings.HasPrefix(t, common) {
			common = common[:len(common)-1]
		}
	}
	return common
}

// CommonSuffix returns what all the texts end with.
func (s *Seq) CommonSuffix() string {
	if len(s.Texts) == 0 {
		return ""
	}
	common := s.Texts[0]
	for _, t := range s.Texts {
		for !strings.HasSuffix(t, common) {
			common = common[1:]
		}
	}
	return common
}

// item is a text of a set in the making. With open it is all of what has been read so far, so that what follows goes on from it.
type item struct {
	text string
	open bool
}

// seq is a set in the making. The one that may hold any text has no items.
type seq struct {
	items []item
	any   bool
}

func single(text string) seq { return seq{items: []item{{text, true}}} }

// close marks that nothing follows.
func (s seq) close() seq {
	for i := range s.items {
		s.items[i].open = false
	}
	return s
}

// grows reports whether what follows matters.
func (s *seq) grows() bool {
	for i := range s.items {
		if s.items[i].open {
			return true
		}
	}
	return false
}

func (s seq) clone() seq {
	s.items = slices.Clone(s.items)
	return s
}

// dedupe drops what has been there before. Of two equal texts of which one is all and the other is not, what is left is not.
func (s seq) dedupe() seq {
	seen := make(map[string]int, len(s.items))
	kept := s.items[:0]
	for _, l := range s.items {
		if i, ok := seen[l.text]; ok {
			kept[i].open = kept[i].open && l.open
			continue
		}
		seen[l.text] = len(kept)
		kept = append(kept, l)
	}
	s.items = kept
	return s
}
