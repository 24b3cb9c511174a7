package engine

import (
	"strings"

	"github.com/arenaregexp/regexp/engine/internal/bitstate"
	"github.com/arenaregexp/regexp/engine/internal/pike"
	"github.com/arenaregexp/regexp/internal/program"
)

// Programs often compile a pattern, search once and drop it, so what makes searches fast must not be made before it pays. This is the
// problem of renting or buying skis: to rent until the rent comes to the price and then to buy costs at most twice what the best
// choice would have cost, however the season goes on.
//
// The rent is a search by bit-state, which is made in about a microsecond and takes no longer than the standard library. The price is an
// estimate of what scanners and automata cost to make. Both are counted in bytes of bit-state search, called heat. A pattern is cold until
// its searches have paid the price, and hot from then on. A cold search of a long subject pays as it goes: bit-state reads what is left of
// the price, and if the answer is still open, the pattern becomes hot and its scanners go on from where bit-state stopped.
//
// The very first searches of short subjects are by pike, which needs nothing made. Benchmarks: once_*, first_match_*.

const (
	searchHeat   = 32      // what a search pays besides its bytes
	veryFirst    = 128     // up to this heat, pike searches
	leastPrice   = 1 << 10 // bounds of the price
	mostPrice    = 64 << 10
	textPrice    = 8 << 10 // of a pattern that is one text
	textSpeed    = 8       // bytes that strings.Index reads in the time of one by bit-state, at least
	shortText    = 64      // how long a subject must be for a finder to be worth its entry
	largeProgram = 2000    // instructions from which bit-state costs too much to make for one search of a long subject
	longText     = 1 << 10 // bytes of a long subject
)

// heatLeft returns how many bytes a pattern has to search until it is hot, or 0 if it is hot.
func (e *Engine) heatLeft() int {
	b := e.lazy()
	price := b.hotAt.Load()
	if price == 0 {
		price = e.price()
		b.hotAt.Store(price)
	}
	return max(0, int(price-b.heat.Load()))
}

// pay counts a search of so many bytes. A search of a large program costs more, as of a list of many thousands of words.
func (e *Engine) pay(bytes int) {
	weight := 1 + len(e.prog.Insts)/largeProgram
	e.lazy().heat.Add(int32(min((min(bytes, mostPrice)+searchHeat)*weight, mostPrice+searchHeat)))
}

// makeHot pays all that is left.
func (e *Engine) makeHot() {
	if left := e.heatLeft(); left > 0 {
		e.lazy().heat.Add(int32(left))
	}
}

// price estimates what the tools of a pattern cost to make, in bytes of bit-state search. The factors are nanoseconds, measured over a
// dozen patterns.
func (e *Engine) price() int32 {
	if e.plan == planText {
		return textPrice
	}
	const (
		perProgram = 5000  // a parse, three empty automata and their first states
		perInst    = 150   //
		perRange   = 50    // of runes beyond ASCII, to find the rune classes
		perText    = 500   // of the texts that a match can begin with or has inside
		shiftTable = 20000 // or the attempt at one
		smallClass = 10    // runes of a class that multiplies texts
		mostTexts  = 250   // no set of texts is larger
		perByte    = 12    // bit-state
		perAlt     = 2     // and for each alternative at the start
	)
	p := e.prog
	build := perProgram + perInst*len(p.Insts)
	classes := make([]uint8, len(p.Classes)) // by class: its size, 0 if it is large
	for k := range p.Classes {
		c := &p.Classes[k]
		n := c.Len(smallClass + 1)
		if c.High != nil {
			build += perRange * len(c.High.Pairs) / 2
		}
		if n <= smallClass {
			classes[k] = uint8(n)
		}
	}
	if len(p.Insts) <= 24 {
		build += shiftTable
	}
	texts, product := 0, 1
	for k := range p.Insts {
		switch in := &p.Insts[k]; {
		case in.Op == program.Byte || in.Op == program.Rune:
			continue
		case in.Op == program.InClass && classes[in.Arg] > 0:
			product = min(product*int(classes[in.Arg]), mostTexts)
			continue
		}
		if product > 1 {
			texts += product
		}
		product = 1
	}
	if product > 1 {
		texts += product
	}
	build += perText * min(texts, 2*mostTexts)
	alts := 0
	for in := &p.Insts[p.Start]; alts < 1000; in = &p.Insts[in.Arg] {
		for in.Op == program.Capture {
			in = &p.Insts[in.Out]
		}
		if in.Op != program.Alt {
			break
		}
		alts++
	}
	return int32(min(max(build/(perByte+perAlt*alts), leastPrice), mostPrice))
}

// searchFirst is Search for a pattern that is cold, or of which it is not known whether it is a chain.
func (e *Engine) searchFirst(s string, pos int, how Anchoring, caps []int) bool {
	left := e.heatLeft()
	if left == 0 || len(s)-pos >= longText && len(e.prog.Insts) > largeProgram {
		return e.searchHot(s, pos, how, caps)
	}
	anchored := how != Unanchored || e.begin
	if !e.possible(s[pos:], anchored) {
		e.pay(0)
		return false
	}
	if !anchored {
		if e.atEnd && len(s)-pos > e.facts.MaxLen {
			pos = e.tail(s, pos)
		}
		i := strings.Index(s[pos:], e.facts.Prefix)
		if i < 0 {
			e.pay(0)
			return false
		}
		pos += i
	}
	if heat := int(e.lazy().heat.Load()); heat < veryFirst {
		reach := min(pos+veryFirst-heat, len(s)+1)
		if matched, known := pike.SearchWithin(e.prog, e.longest, s, pos, reach, anchored, how == Full, caps); known {
			e.pay(min(len(s)-pos, searchHeat))
			return matched
		}
	}
	m := e.bitState()
	if m == nil {
		return e.searchHot(s, pos, how, caps)
	}
	at, v := m.SearchWithin(s, pos, len(s), pos+left, anchored, how == Full, caps)
	if v != bitstate.Overrun {
		e.pay(at - pos)
		return v == bitstate.Hit
	}
	return e.searchHot(s, at, how, caps)
}

// searchHot makes a pattern hot and searches.
func (e *Engine) searchHot(s string, pos int, how Anchoring, caps []int) bool {
	e.makeHot()
	c := e.asChain()
	switch {
	case len(s)-pos < e.minLen:
		return false
	case c == nil:
		return e.searchProgram(s, pos, how, caps)
	case how != Unanchored || e.begin:
		return c.Match(s, pos, how == Full, caps)
	}
	return e.searchChain(c, s, pos, caps)
}

// findText returns where the text of a pattern that is one text first stands from pos on, or -1. What is not paid for yet is looked through
// by strings.Index.
func (e *Engine) findText(s string, pos int) int {
	text := e.facts.Prefix
	t := e.lazy().tools.Load()
	if t == nil {
		end := len(s)
		if left := max(textSpeed*e.heatLeft(), len(text)); left < end-pos {
			end = pos + left
		}
		at := strings.Index(s[pos:end], text)
		if at >= 0 {
			e.pay(at / textSpeed)
			return pos + at
		}
		e.pay((end - pos) / textSpeed)
		if end == len(s) {
			return -1
		}
		pos = end - len(text) + 1
		t = e.textTools()
	}
	if t.texts != nil && len(s)-pos >= shortText {
		at, _ := t.texts.Find(s, pos)
		return at
	}
	if at := strings.Index(s[pos:], text); at >= 0 {
		return pos + at
	}
	return -1
}
