package engine

import (
	"math"
	"math/bits"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// runs is a pattern that repeats one class, such as `[a-z]`, `\w+`, `\pL{3,5}`, `.*`, `\b\w+\b` or `(?m)^.*$`. Its matches follow from the
// class of each rune alone. An iteration therefore needs no automaton: it asks for blocks of 64 bytes which bytes are in the class
// (literal.Block), and reads where runs begin and end off the bits. A match costs some nanoseconds, where a search costs 25 to 100.
//
// Bytes are taken for runes if the class holds no rune beyond ASCII, or all of them and only the ends of its runs matter. If it
// holds some, the runes beyond ASCII are decoded.
type runs struct {
	class  program.Class
	in     *literal.Set // the bytes that are in the class whatever follows
	maybe  *literal.Set // these and, if the class has some of the runes beyond ASCII, all bytes from 0x80 on
	decode uint64       // all ones if those bytes must be decoded
	bytes  bool         // a byte may be taken for a rune
	least  int          // runes
	most   int          // math.MaxInt if there is no bound
	groups int          // groups that have the span of the match
	kind   runKind
	two    []uint64 // by rune, those of two bytes that are in the class, if bytes beyond ASCII are decoded
}

type runKind uint8

const (
	anyRuns  runKind = iota // least to most runes of a run; a longer run has several matches
	allWords                // whole runs of word characters, between word boundaries
	allLines                // whole lines
)

// newRuns returns nil if the tree is no repetition of one class.
func newRuns(re *syntax.Regexp, longest bool) *runs {
	r := &runs{groups: 1, least: 1, most: 1}
	re = r.group(re)
	if re.Op == syntax.OpConcat {
		n := len(re.Sub)
		switch first, last := re.Sub[0].Op, re.Sub[n-1].Op; {
		case n == 3 && first == syntax.OpWordBoundary && last == syntax.OpWordBoundary:
			r.kind = allWords
		case n == 3 && first == syntax.OpBeginLine && last == syntax.OpEndLine:
			r.kind = allLines
		default:
			return nil
		}
		re = re.Sub[1]
	}
	lazy := false
	switch re.Op {
	case syntax.OpStar:
		r.least, r.most = 0, math.MaxInt
	case syntax.OpPlus:
		r.most = math.MaxInt
	case syntax.OpQuest:
		r.least = 0
	case syntax.OpRepeat:
		r.least, r.most = re.Min, re.Max
		if r.most < 0 {
			r.most = math.MaxInt
		}
	}
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		lazy = re.Flags&syntax.NonGreedy != 0 && !longest
		re = re.Sub[0]
	}
	if !r.take(re) {
		return nil
	}
	switch r.kind {
	case anyRuns:
		if lazy {
			r.most = r.least
		}
		if r.most == 0 {
			return nil
		}
	case allWords:
		if r.class != wordClass || r.least == 0 {
			return nil
		}
	case allLines:
		if r.class != lineClass || r.least > 1 || r.most < math.MaxInt {
			return nil
		}
	}
	r.makeSets()
	return r
}

// group returns what is inside the groups around re.
func (r *runs) group(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		r.groups++
		re = re.Sub[0]
	}
	return re
}

var (
	wordClass = program.NewClass([]rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'})
	lineClass = program.NewClass([]rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune})
)

// take sets the class from a tree that stands for one rune, and reports whether it does.
func (r *runs) take(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar:
		r.class = program.NewClass([]rune{0, utf8.MaxRune})
	case syntax.OpAnyCharNotNL:
		r.class = lineClass
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return false
		}
		r.class = program.NewClass(re.Rune)
	case syntax.OpLiteral:
		if len(re.Rune) != 1 {
			return false
		}
		if re.Flags&syntax.FoldCase != 0 {
			r.class = program.FoldClass(re.Rune[0])
		} else {
			r.class = program.NewClass([]rune{re.Rune[0], re.Rune[0]})
		}
	default:
		return false
	}
	return true
}

func (r *runs) makeSets() {
	set := program.ByteSet{r.class.ASCII[0], r.class.ASCII[1]}
	switch r.class.High {
	case nil:
		r.bytes = true
	case program.AllHigh:
		r.bytes = r.least <= 1 && r.most == math.MaxInt
	}
	if r.class.High != nil {
		if r.bytes {
			set[2], set[3] = ^uint64(0), ^uint64(0)
		} else {
			r.decode = ^uint64(0)
			r.two = make([]uint64, twoBytes/64)
			for c := rune(utf8.RuneSelf); c < twoBytes; c++ {
				if r.class.Contains(c) {
					r.two[c/64] |= 1 << (c % 64)
				}
			}
		}
	}
	r.in = literal.NewSet(&set)
	r.maybe = r.in
	if r.decode != 0 {
		set[2], set[3] = ^uint64(0), ^uint64(0)
		r.maybe = literal.NewSet(&set)
	}
}

// twoBytes is the first rune whose UTF-8 form has more than two bytes.
const twoBytes = 0x800

// high returns how many bytes the first rune of s has, which is not ASCII, and whether it is in the class.
func (r *runs) high(s string) (width int, in bool) {
	if len(s) > 1 && 0xC2 <= s[0] && s[0] < 0xE0 && s[1]&0xC0 == 0x80 {
		c := int(s[0]&0x1F)<<6 | int(s[1]&0x3F)
		return 2, r.two[c/64]>>(c%64)&1 != 0
	}
	c, width := utf8.DecodeRuneInString(s)
	return width, r.class.Contains(c)
}

// memory returns how many bytes r holds.
func (r *runs) memory() int {
	if r == nil {
		return 0
	}
	return 128 + 2*40 + 8*len(r.two)
}

// block is what is known of 64 bytes of a subject from base on.
type block struct {
	base     int
	in, high uint64
}

// none makes b a block that no position is in.
func (b *block) none() { b.base = -literal.BlockBytes }

// first returns the first position from p on at which a rune of the class may begin, or len(s). Only bytes beyond ASCII, in a class
// that decodes them, may turn out to be another.
func (b *block) first(r *runs, s string, p int) int {
	for p < len(s) {
		k := p - b.base
		if k >= literal.BlockBytes {
			b.base, k = p, 0
			if b.in, b.high = literal.Block(s[p:], r.in); b.in|b.high&r.decode == 0 {
				i := literal.IndexSet(s[p:], r.maybe)
				if i < 0 {
					return len(s)
				}
				p += i
				b.base = p
				b.in, b.high = literal.Block(s[p:], r.in)
			}
		}
		if m := (b.in | b.high&r.decode) >> (k & 63); m != 0 {
			return p + bits.TrailingZeros64(m)
		}
		p = b.base + literal.BlockBytes
	}
	return len(s)
}

// end returns the first position from p on at which a byte is not in the class whatever follows, or limit.
func (b *block) end(r *runs, s string, p, limit int) int {
	if r.in.Len() == 256 {
		return limit
	}
	for p < limit {
		k := p - b.base
		if k >= literal.BlockBytes {
			b.base, k = p, 0
			if b.in, b.high = literal.Block(s[p:], r.in); b.in == ^uint64(0) {
				if p += literal.SpanSet(s[p:limit], r.in); p == limit {
					return p
				}
				b.base = p
				b.in, b.high = literal.Block(s[p:], r.in)
			}
		}
		if m := ^b.in >> (k & 63); m != 0 {
			return min(p+bits.TrailingZeros64(m), limit)
		}
		p = b.base + literal.BlockBytes
	}
	return limit
}

// firstLong is first for runs of at least r.least runes: it leaves out runs of fewer bytes that it can see whole.
//
// A bit of long stays set if the bits behind it are set as well, of the block's end as many as there are. Each step doubles how many
// (Warren, Hacker's Delight, 6-2).
func (b *block) firstLong(r *runs, s string, p int) int {
	for {
		if p = b.first(r, s, p); r.least == 1 || p >= len(s) {
			return p
		}
		k := p - b.base
		unseen := ^uint64(0)
		if len(s)-b.base <= literal.BlockBytes {
			unseen = 0
		}
		long := (b.in|b.high&r.decode)>>(k&63) | unseen&^(^uint64(0)>>(k&63))
		for n, most := 1, min(r.least, literal.BlockBytes); n < most; {
			step := min(n, most-n)
			long &= long>>step | unseen&^(^uint64(0)>>step)
			n += step
		}
		if i := bits.TrailingZeros64(long); i < literal.BlockBytes-k {
			return p + i
		}
		p = b.base + literal.BlockBytes
	}
}

// take returns where a run that begins at p ends, at most r.most runes further, and how many runes it has.
func (b *block) take(r *runs, s string, p int) (end, count int) {
	for count < r.most && p < len(s) {
		if s[p] < utf8.RuneSelf || r.decode == 0 {
			limit := len(s)
			if r.most-count < limit-p {
				limit = p + r.most - count
			}
			q := b.end(r, s, p, limit)
			if q == p {
				break
			}
			count += q - p
			p = q
			continue
		}
		w, in := r.high(s[p:])
		if !in {
			break
		}
		p += w
		count++
	}
	return p, count
}

// next returns the first match at or behind pos. The last match ended at lastEnd.
func (r *runs) next(b *block, s string, pos, lastEnd int) (start, end int, ok bool) {
	switch {
	case r.kind == allLines:
		return r.nextLine(b, s, pos)
	case r.kind == allWords:
		for p := pos; ; p = end {
			if p = b.firstLong(r, s, p); p >= len(s) {
				return 0, 0, false
			}
			end = b.end(r, s, p, len(s))
			if r.least <= end-p && end-p <= r.most {
				return p, end, true
			}
		}
	case r.bytes && r.least == 1 && r.most == 1:
		p := b.first(r, s, pos)
		return p, p + 1, p < len(s)
	case r.least == 1 && r.most == 1:
		for p := pos; ; p = end {
			if p = b.first(r, s, p); p >= len(s) {
				return 0, 0, false
			}
			if s[p] < utf8.RuneSelf {
				return p, p + 1, true
			}
			w, in := r.high(s[p:])
			if end = p + w; in {
				return p, end, true
			}
		}
	case r.bytes && r.least == 1 && r.most == math.MaxInt:
		p := b.first(r, s, pos)
		if p >= len(s) {
			return 0, 0, false
		}
		return p, b.end(r, s, p, len(s)), true
	}
	for p := pos; ; {
		if r.least > 0 {
			p = b.firstLong(r, s, p)
		}
		if p > len(s) || r.least > 0 && p == len(s) {
			return 0, 0, false
		}
		end, count := b.take(r, s, p)
		if count >= r.least && (count > 0 || p != lastEnd) {
			return p, end, true
		}
		if p = end; count == 0 {
			p = behind(s, p)
		}
	}
}

// nextLine is next for lines. Where pos is within a line, all of that line has been matched.
func (r *runs) nextLine(b *block, s string, p int) (start, end int, ok bool) {
	if p > 0 && p <= len(s) && s[p-1] != '\n' {
		p = b.end(r, s, p, len(s)) + 1
	}
	for ; p <= len(s); p = end + 1 {
		if end = b.end(r, s, p, len(s)); end-p >= r.least {
			return p, end, true
		}
	}
	return 0, 0, false
}

// nextRun is Next for runs.
func (it *Iter) nextRun(caps []int) bool {
	start, end, ok := it.runs.next(&it.block, it.subject, it.pos, it.lastEnd)
	if !ok {
		return it.stop()
	}
	it.pos, it.lastEnd = end, end
	if start == end {
		it.pos = behind(it.subject, end)
	}
	caps[0], caps[1] = start, end
	for i := 2; i < len(caps); i++ {
		caps[i] = -1
		if i < 2*it.runs.groups {
			caps[i] = caps[i&1]
		}
	}
	return true
}

// behind returns where the rune at p ends, or p+1 at the end of the text.
func behind(s string, p int) int {
	_, width := utf8.DecodeRuneInString(s[p:])
	return p + max(width, 1)
}
