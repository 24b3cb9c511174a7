package dfa

import (
	"math/rand/v2"
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
	t.classify(p, kinds)
}

// A signature stands for the set of instructions that take a range of runes: the sum, bit by bit, of a random number for each.
type signature [2]uint64

func (s signature) with(t signature) signature { return signature{s[0] ^ t[0], s[1] ^ t[1]} }

// classify gives two ranges one class if the same instructions take both. It notes a signature only where it changes, which is where a range of
// an instruction begins or ends. So it takes time in proportion to how many ranges all instructions have. To compare sets of instructions, or to
// split classes by one instruction after the other, would take the square of that. Two sets that differ have equal signatures with a
// probability of 2^-128, and nobody who writes a pattern knows the numbers.
func (t *Symbols) classify(p *program.Program, kinds []program.Inst) {
	changes := make([]signature, len(t.cuts)+1)
	for i := range kinds {
		in := &kinds[i]
		own := signature{rand.Uint64(), rand.Uint64()}
		at := 0
		add := func(first, last rune) {
			at = t.rangeFrom(at, first)
			changes[at] = changes[at].with(own)
			at = t.rangeFrom(at, last)
			changes[at+1] = changes[at+1].with(own)
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
	}
	// Most alphabets have a handful of classes, which are faster looked through than looked up.
	const few = 8
	var (
		seen  []signature
		known map[signature]uint32
		now   signature
	)
	for i := range t.cuts {
		now = now.with(changes[i])
		class := uint32(len(seen))
		if k := slices.Index(seen[:min(few, len(seen))], now); k >= 0 {
			class = uint32(k)
		} else if k, ok := known[now]; ok {
			class = k
		} else {
			if len(seen) >= few {
				if known == nil {
					known = make(map[signature]uint32)
				}
				known[now] = class
			}
			seen = append(seen, now)
			t.reps = append(t.reps, t.cuts[i])
		}
		t.classes[i] = class
	}
	t.reps = slices.Clip(t.reps)
}

// rangeFrom is rangeOf for a rune in the range at or behind it, which is mostly near.
func (t *Symbols) rangeFrom(at int, r rune) int {
	step := 1
	for at+step < len(t.cuts) && t.cuts[at+step] <= r {
		at += step
		step *= 2
	}
	end := min(at+step, len(t.cuts))
	return at + rangeIn(t.cuts[at:end], r)
}

// rangeOf returns the index of the range that holds r, which is not ASCII.
func (t *Symbols) rangeOf(r rune) int { return rangeIn(t.cuts, r) }

// rangeIn returns the index of the last cut up to r. The first is one.
func rangeIn(cuts []rune, r rune) int {
	lo, hi := 0, len(cuts)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); cuts[mid] <= r {
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
