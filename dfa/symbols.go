package dfa

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/program"
)

// A symbol is a class of bytes that the automaton need not tell apart. With classes, a node has ten or twenty pointers and not 256. Four
// more symbols stand for the end of the search. They differ in what follows it, which `$` and `\b` can see.
//
// Below 0x80 a byte is a rune. Two such bytes share a class if every instruction takes both or neither. From 0x80 on, the automaton
// itself assembles bytes into runes (runes.go). There a class is a range of bytes that neither UTF-8 nor any rune class of the program
// tells apart.

// Symbols that end the search, added to the number of byte classes.
const (
	stopText  = iota // the text ends
	stopLine         // '\n' follows
	stopWord         // a word character follows
	stopOther        // anything else follows
	stops
)

// Symbols is the alphabet of a program, shared by its automata.
type Symbols struct {
	offsets [256]uint16 // by byte: offset of its class in a node
	bytes   int         // number of byte classes
	ascii   int         // of these, how many are below 0x80; they are the first
	cuts    []rune      // where ranges of runes beyond ASCII begin of which no instruction takes only a part, ascending from 0x80
	classes []uint32    // and the class of each range: equal where no instruction tells them apart
	reps    []rune      // by class: the first rune of it
}

// alphabet is the set of symbols that one automaton steps on. Backward automata, and those for tables of shifts, use rune classes in place
// of the bytes from 0x80 on.
type alphabet struct {
	*Symbols
	runes bool
}

// count returns the number of symbols.
func (t alphabet) count() int {
	if t.runes {
		return t.ascii + len(t.reps) + stops
	}
	return t.bytes + stops
}

// offset returns where a node holds its link for a step.
func (t alphabet) offset(next int) uintptr {
	bytes := t.bytes
	if t.runes {
		bytes = t.ascii
	}
	switch {
	case next < firstStop:
		return uintptr(t.offsets[next])
	case next < firstClass:
		return offset(bytes + next - firstStop)
	}
	return offset(bytes + stops + next - firstClass)
}

// runeOf returns a rune of a class.
func (t *Symbols) runeOf(class int) rune {
	return t.reps[class]
}

// span is a range of non-ASCII runes with the offset of its class. A search remembers the last span, because text in one script stays
// within few spans.
type span struct {
	first, last rune
	offset      uintptr
}

// spanOf returns the range that r, which is not ASCII, lies in.
func (t alphabet) spanOf(r rune) span {
	i := t.rangeOf(r)
	last := rune(unicode.MaxRune)
	if i+1 < len(t.cuts) {
		last = t.cuts[i+1] - 1
	}
	return span{first: t.cuts[i], last: last, offset: t.offset(firstClass + int(t.classes[i]))}
}

// NewSymbols finds the alphabet of the consuming instructions of p. Automata of the reverse program have the same.
func NewSymbols(p *program.Program) *Symbols {
	t := &Symbols{}
	kinds := make([]program.Inst, 0, 16)
	var asserts syntax.EmptyOp
	known := map[program.Inst]bool{}
	var bytes program.ByteSet // of which there is an instruction in kinds
	for i := range p.Insts {
		in := program.Inst{Op: p.Insts[i].Op, Arg: p.Insts[i].Arg}
		switch {
		case in.Op == program.Assert:
			asserts |= syntax.EmptyOp(in.Arg)
		case in.Op == program.Byte && bytes.Contains(byte(in.Arg)):
		case in.Consumes():
			if in.Op == program.Byte {
				bytes.Add(byte(in.Arg))
			}
			if !known[in] {
				known[in] = true
				kinds = append(kinds, in)
			}
		}
	}
	t.cutRunes(p, kinds)

	// ASCII: split the one class by each set in turn.
	var class [256]uint16
	n := uint16(1)
	split := func(in func(b byte) bool) {
		var moved [256]uint16 // by class: the class of those of its bytes that are in the set
		var kept [256]bool    // by class: it has bytes that are not
		for b := range utf8.RuneSelf {
			if !in(byte(b)) {
				kept[class[b]] = true
			}
		}
		for b := range utf8.RuneSelf {
			if c := class[b]; in(byte(b)) && kept[c] {
				if moved[c] == 0 {
					moved[c] = n
					n++
				}
				class[b] = moved[c]
			}
		}
	}
	for k := range kinds {
		split(func(b byte) bool { return p.MatchRune(&kinds[k], rune(b)) })
	}
	if asserts&(syntax.EmptyBeginLine|syntax.EmptyEndLine) != 0 {
		split(func(b byte) bool { return b == '\n' })
	}
	if asserts&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
		split(func(b byte) bool { return syntax.IsWordChar(rune(b)) })
	}

	// Beyond: a class begins where UTF-8 makes a difference, and where a byte of the form of a cut does.
	var begins [257]bool
	for _, b := range []int{0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5} {
		begins[b] = true
	}
	for _, r := range t.cuts[1:] { // the first is where ASCII ends
		if 0xD800 <= r && r < 0xE000 {
			r = 0xE000 // surrogates have no form
		}
		var form [utf8.UTFMax]byte
		for _, b := range form[:utf8.EncodeRune(form[:], r)] {
			begins[b], begins[int(b)+1] = true, true
		}
	}
	t.ascii = int(n)
	for b := utf8.RuneSelf; b < 256; b++ {
		if begins[b] {
			n++
		}
		class[b] = n - 1
	}
	t.bytes = int(n)
	for b := range 256 {
		t.offsets[b] = uint16(offset(int(class[b])))
	}
	return t
}

// cutRunes splits the runes beyond ASCII into ranges that no instruction tells apart.
func (t *Symbols) cutRunes(p *program.Program, kinds []program.Inst) {
	cuts := []rune{utf8.RuneSelf}
	for _, in := range kinds {
		switch in.Op {
		case program.Rune:
			cuts = append(cuts, rune(in.Arg), rune(in.Arg)+1)
		case program.InClass:
			if high := p.Classes[in.Arg].High; high != nil && high != program.AllHigh {
				for k := 0; k < len(high.Pairs); k += 2 {
					cuts = append(cuts, high.Pairs[k], high.Pairs[k+1]+1)
				}
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if cuts[len(cuts)-1] > unicode.MaxRune {
		cuts = cuts[:len(cuts)-1]
	}
	t.cuts = cuts
	t.classes = make([]uint32, len(cuts))
	sizes := []int{len(cuts)} // by class: how many ranges it has
	for i := range kinds {
		sizes = t.part(sizes, t.rangesOf(p, &kinds[i]))
	}
	t.reps = make([]rune, len(sizes))
	for i := len(cuts) - 1; i >= 0; i-- {
		t.reps[t.classes[i]] = cuts[i]
	}
}

// rangesOf returns the ranges that an instruction takes, as pairs of where some that lie side by side begin and end; or, where these are
// more than half of all, those that it does not take: they part the classes in the same way.
func (t *Symbols) rangesOf(p *program.Program, in *program.Inst) (pairs []int) {
	n := 0
	add := func(first, last rune) {
		lo, hi := t.rangeOf(first), t.rangeOf(last)+1
		pairs = append(pairs, lo, hi)
		n += hi - lo
	}
	switch in.Op {
	case program.Rune:
		add(rune(in.Arg), rune(in.Arg))
	case program.InClass:
		if high := p.Classes[in.Arg].High; high != nil && high != program.AllHigh {
			for k := 0; k < len(high.Pairs); k += 2 {
				add(high.Pairs[k], high.Pairs[k+1])
			}
		}
	}
	if 2*n <= len(t.cuts) {
		return pairs
	}
	return append(slices.Insert(pairs, 0, 0), len(t.cuts))
}

// part splits each class of which some ranges lie in pairs and others do not, and returns the sizes of all classes.
func (t *Symbols) part(sizes, pairs []int) []int {
	if len(pairs) == 0 {
		return sizes
	}
	inside := map[uint32]int{} // by class: how many of its ranges lie in pairs
	for k := 0; k < len(pairs); k += 2 {
		for _, class := range t.classes[pairs[k]:pairs[k+1]] {
			inside[class]++
		}
	}
	moved := map[uint32]uint32{} // by class: the new one of those ranges
	for class, n := range inside {
		if n < sizes[class] {
			moved[class] = uint32(len(sizes))
			sizes = append(sizes, n)
			sizes[class] -= n
		}
	}
	for k := 0; k < len(pairs); k += 2 {
		for i := pairs[k]; i < pairs[k+1]; i++ {
			if to, ok := moved[t.classes[i]]; ok {
				t.classes[i] = to
			}
		}
	}
	return sizes
}

// rangeOf returns the index of the range that holds r, which is not ASCII.
func (t *Symbols) rangeOf(r rune) int {
	lo, hi := 0, len(t.cuts)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); t.cuts[mid] <= r {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// MemoryUsage returns how many bytes the alphabet holds.
func (t *Symbols) MemoryUsage() int {
	return int(unsafe.Sizeof(*t)) + 4*(cap(t.cuts)+cap(t.classes)+cap(t.reps))
}
