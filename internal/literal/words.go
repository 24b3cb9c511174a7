package literal

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// This file finds the words of thousands of patterns in one pass, and tells where each lies.
//
// Of each text a fragment of four bytes is looked for, the one that is rarest and that fewest others share; of shorter texts all of it. At
// each place of the subject a bitmap tells by a hash of the bytes there whether they may be a fragment. Few places pass. There the
// fragments with this hash are compared, and then the texts. The idea is that of Wu and Manber (1994) and of Hyperscan's FDR (Wang et
// al., NSDI 2019), without the shifts: fragments are short, and subjects, too.
//
// The scanner ignores the case of ASCII letters by setting a bit of each byte, on both sides. So it also takes some other bytes for one
// another, as '@' and '`'. What it finds is a candidate.

// Owner is a pattern that needs a word, Least to Most bytes behind the beginning of a match.
type Owner struct {
	Number      int32
	Least, Most int32 // Far stands for more than it can hold
}

// Far is a distance without a bound.
const Far = 1 << 30

// Words looks for texts. It is immutable.
type Words struct {
	sizes   [len(fragmentSizes)]fragments
	entries []wordEntry
	text    string  // all texts
	owners  []Owner // by entry
}

var fragmentSizes = [...]int{4, 3, 2}

// fragments are those of one size.
type fragments struct {
	filter  []uint64 // a bit for each hash
	shift   uint8    // of the hash of the filter
	narrow  uint8    // of the hash of the buckets
	buckets []uint32 // by hash: the first entry; the last bucket is empty
}

// wordEntry is a text with its fragment.
type wordEntry struct {
	fragment uint32
	before   uint32 // bytes of the text before the fragment
	text     uint32 // where it begins
	length   uint32
	owners   uint32 // the first; they go up to those of the next entry
}

const (
	foldMask  = 0x20202020
	mostTexts = 64 // of a word
	longWord  = 24 // bytes after which a text is cut
	multiply  = 0x9e3779b1
)

// WordTexts returns texts such that every match of the word begins with one of them, but for the case of ASCII letters. It returns nil if
// one would be too short.
func WordTexts(re *syntax.Regexp) []string {
	texts, _ := expand([]string{""}, re)
	for i, text := range texts {
		if len(text) < partLeast {
			return nil
		}
		texts[i] = foldText(text)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func foldText(text string) string {
	b := []byte(text)
	for i := range b {
		b[i] |= foldMask & 0xff
	}
	return string(b)
}

// expand appends what re matches to each of the texts. It reports false if the texts are not to be extended, because there are
// too many of them, they are long enough, or there is more to what they match than can be told.
func expand(texts []string, re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			runes := []rune{r}
			if re.Flags&syntax.FoldCase != 0 {
				runes = orbit(r)
			}
			var ok bool
			if texts, ok = extend(texts, runes); !ok {
				return texts, false
			}
		}
		return texts, true
	case syntax.OpCharClass:
		var runes []rune
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				runes = append(runes, r)
			}
		}
		return extend(texts, runes)
	case syntax.OpEmptyMatch:
		return texts, true
	case syntax.OpCapture:
		return expand(texts, re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			var ok bool
			if texts, ok = expand(texts, sub); !ok {
				return texts, false
			}
		}
		return texts, true
	case syntax.OpQuest, syntax.OpAlternate:
		var all []string
		if re.Op == syntax.OpQuest {
			all = slices.Clone(texts)
		}
		open := true
		for _, sub := range re.Sub {
			more, ok := expand(texts, sub)
			all, open = append(all, more...), open && ok
		}
		if len(all) > mostTexts {
			return texts, false
		}
		return all, open
	}
	return texts, false
}

// extend appends each of the runes to each of the texts.
func extend(texts []string, runes []rune) ([]string, bool) {
	var ends []string
	for _, r := range runes {
		if r == utf8.RuneError || !utf8.ValidRune(r) {
			return texts, false // a byte that is no UTF-8 matches it, too
		}
		end := foldText(string(r))
		if !slices.Contains(ends, end) {
			ends = append(ends, end)
		}
	}
	if len(texts)*len(ends) > mostTexts || slices.ContainsFunc(texts, func(t string) bool { return len(t) >= longWord }) {
		return texts, false
	}
	all := make([]string, 0, len(texts)*len(ends))
	for _, text := range texts {
		for _, end := range ends {
			all = append(all, text+end)
		}
	}
	return all, true
}

// Shares counts fragments of texts. Fragments of one hash count as one.
type Shares struct {
	counts []uint16
}

// Add counts the fragments of a text as WordTexts returns it.
func (x *Shares) Add(text string) {
	if x.counts == nil {
		x.counts = make([]uint16, 1<<16)
	}
	size := min(len(text), fragmentSizes[0])
	for i := 0; i+size <= len(text); i++ {
		if n := x.of(text, i, size); *n < 1<<16-1 {
			*n++
		}
	}
}

func (x *Shares) of(text string, i, size int) *uint16 {
	return &x.counts[load(text, i, size)*multiply>>16]
}

// Of returns how often the rarest fragment of a text that was added was counted.
func (x *Shares) Of(text string) int {
	size := min(len(text), fragmentSizes[0])
	least := uint16(1<<16 - 1)
	for i := 0; i+size <= len(text); i++ {
		least = min(least, *x.of(text, i, size))
	}
	return int(least)
}

// WordsBuilder collects what a Words looks for.
type WordsBuilder struct {
	texts  map[string][]Owner
	order  []string
	shares Shares
}

// Add adds a text as WordTexts returns it.
func (b *WordsBuilder) Add(text string, owner Owner) {
	if b.texts == nil {
		b.texts = make(map[string][]Owner)
	}
	owners, ok := b.texts[text]
	if !ok {
		b.order = append(b.order, text)
	}
	if n := len(owners); n > 0 && owners[n-1].Number == owner.Number { // the same word elsewhere in the pattern
		owners[n-1].Least, owners[n-1].Most = min(owners[n-1].Least, owner.Least), max(owners[n-1].Most, owner.Most)
		return
	}
	b.texts[text] = append(owners, owner)
}

// Words returns the scanner, or nil if nothing was added.
func (b *WordsBuilder) Words() *Words {
	if len(b.order) == 0 {
		return nil
	}
	for _, text := range b.order {
		b.shares.Add(text)
	}
	type item struct {
		entry wordEntry
		size  int
		hash  uint32
	}
	var items [len(fragmentSizes)][]item
	w := &Words{}
	var all []byte
	for _, text := range b.order {
		it := item{entry: wordEntry{text: uint32(len(all)), length: uint32(len(text))}}
		all = append(all, text...)
		size := min(len(text), fragmentSizes[0])
		it.entry.before = uint32(b.rarest(text, size))
		it.entry.fragment = load(text, int(it.entry.before), size)
		k := slices.Index(fragmentSizes[:], size)
		items[k] = append(items[k], it)
	}
	w.text = string(all)
	for k := range items {
		list := items[k]
		if len(list) == 0 {
			continue
		}
		f := &w.sizes[k]
		width := bits.Len(uint(len(list)))
		f.narrow = uint8(32 - width)
		wide := min(max(width+4, 10), 20)
		f.shift = uint8(32 - wide)
		f.filter = make([]uint64, 1<<wide/64)
		f.buckets = make([]uint32, 1<<width+1)
		for i := range list {
			list[i].hash = list[i].entry.fragment * multiply
		}
		slices.SortFunc(list, func(a, b item) int {
			return cmp.Or(cmp.Compare(a.hash>>f.narrow, b.hash>>f.narrow), cmp.Compare(a.entry.text, b.entry.text))
		})
		at := uint32(0)
		for _, it := range list {
			bit := it.hash >> f.shift
			f.filter[bit/64] |= 1 << (bit % 64)
			for ; at <= it.hash>>f.narrow; at++ {
				f.buckets[at] = uint32(len(w.entries))
			}
			e := it.entry
			e.owners = uint32(len(w.owners))
			w.owners = append(w.owners, b.texts[w.text[e.text:e.text+e.length]]...)
			w.entries = append(w.entries, e)
		}
		for ; int(at) < len(f.buckets); at++ {
			f.buckets[at] = uint32(len(w.entries))
		}
	}
	w.entries = append(w.entries, wordEntry{owners: uint32(len(w.owners))})
	w.owners, w.entries = slices.Clip(w.owners), slices.Clip(w.entries)
	return w
}

// rarest returns where the fragment of a text begins.
func (b *WordsBuilder) rarest(text string, size int) (at int) {
	const improbable = 1e-6
	least := 0.0
	for i := 0; i+size <= len(text); i++ {
		cost := max(textChance(text[i:i+size]), improbable) * float64(*b.shares.of(text, i, size))
		if i == 0 || cost < least {
			least, at = cost, i
		}
	}
	return at
}

func load4(s string, i int) uint32 {
	return binary.LittleEndian.Uint32(unsafe.Slice(unsafe.StringData(s), len(s))[i:]) | foldMask
}

// load returns size bytes of s from i on, folded.
func load(s string, i, size int) uint32 {
	switch size {
	case 4:
		return load4(s, i)
	case 3:
		return (uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16) | foldMask&0xffffff
	}
	return (uint32(s[i]) | uint32(s[i+1])<<8) | foldMask&0xffff
}

// Len returns the number of texts.
func (w *Words) Len() int { return len(w.entries) - 1 }

// MemoryUsage returns how many bytes the scanner holds.
func (w *Words) MemoryUsage() int {
	n := int(unsafe.Sizeof(*w)) + len(w.entries)*int(unsafe.Sizeof(wordEntry{})) + len(w.owners)*int(unsafe.Sizeof(Owner{})) + len(w.text)
	for k := range w.sizes {
		n += 8*len(w.sizes[k].filter) + 4*len(w.sizes[k].buckets)
	}
	return n
}

// WordScan is a scan of a subject in progress. Its zero value is the beginning.
type WordScan struct {
	size       int    // index of fragmentSizes
	next       int    // the next place to look at
	value      uint32 // the fragment before it
	entry, end uint32 // entries that are left to compare with it
}

// Next returns where the next text lies and who needs it, or no owners if there is none. Texts of one fragment size come in the order of
// their places.
func (w *Words) Next(x *WordScan, s string) (at int, owners []Owner) {
	for {
		for x.entry < x.end {
			e := &w.entries[x.entry]
			x.entry++
			if e.fragment == x.value {
				if at = x.next - 1 - int(e.before); at >= 0 && w.is(e, s[at:]) {
					return at, w.owners[e.owners:w.entries[x.entry].owners]
				}
			}
		}
		f := &w.sizes[x.size]
		if f.filter == nil || !f.find(x, s) {
			if x.size++; x.size == len(fragmentSizes) {
				return 0, nil
			}
			x.next = 0
		}
	}
}

// is reports whether s begins with the text of e.
func (w *Words) is(e *wordEntry, s string) bool {
	if len(s) < int(e.length) {
		return false
	}
	for i, c := range []byte(w.text[e.text : e.text+e.length]) {
		if s[i]|0x20 != c {
			return false
		}
	}
	return true
}

// find goes to the next place that passes the filter.
func (f *fragments) find(x *WordScan, s string) bool {
	size := fragmentSizes[x.size]
	filter, shift, i := f.filter, f.shift&31, x.next
	if size == 4 {
		for ; i+4 <= len(s); i++ {
			h := load4(s, i) * multiply >> shift
			if filter[h/64]>>(h%64)&1 != 0 {
				break
			}
		}
	} else {
		for ; i+size <= len(s); i++ {
			h := load(s, i, size) * multiply >> shift
			if filter[h/64]>>(h%64)&1 != 0 {
				break
			}
		}
	}
	if i+size > len(s) {
		return false
	}
	x.next, x.value = i+1, load(s, i, size)
	bucket := x.value * multiply >> (f.narrow & 31)
	x.entry, x.end = f.buckets[bucket], f.buckets[bucket+1]
	return true
}
