package literal

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
)

// Shapes find where matches can begin by the classes of bytes at fixed distances. No text begins every match of
// `\d{4}-\d\d-\d\dT`, but each has '-' at 4 and 7 and 'T' at 10. Of `(?i)(bot|crawl|spider)` each match begins with one of three
// sequences of classes: [Bb][Oo][Tt] and so on.
//
// A shape is a sequence of sets of bytes, which every match, or every match of one alternative, has at its first bytes. Shapes are read
// off the program: the instructions that can be reached with one byte, with two, and so on. Alternatives are told apart for the
// first bytes, as long as they are few. A rune beyond ASCII takes several bytes; from then on the sets hold what can follow it
// after any of its lengths.
//
// The scan is that of Teddy (teddy.go): shapes are dealt to eight buckets, and the nibble tables of the two to four distances where the sets are
// rarest give candidates, 32 places at a time. The tables take the high and the low nibble apart, so they hold more than the sets. Whole tables
// of bytes for up to eight distances settle a candidate.
type Shapes struct {
	masks
	reach  int                     // bytes from a place to behind the last distance
	at     [shapeTables]int        // distances, those of masks first
	count  int                     // distances
	tables [shapeTables][256]uint8 // by distance and byte: the buckets whose sets have it
	shapes int                     // how many there were
	rate   float64                 // estimate of the places a byte that stay when all tables are asked
	scan   float64                 // of the candidates a byte of the nibble tables
}

const (
	shapeTables = 8
	shapeReach  = teddyReach // bytes of a shape
	shapesMost  = 16         // shapes before they are dealt
	shapeInsts  = 4096       // instructions of a program that is read
)

// NewShapes reads the shapes of the matches of p, which have minLen bytes or more. It returns nil where the bytes of matches are not rare
// enough at any distances.
func NewShapes(p *program.Program, minLen int) *Shapes {
	x := newShapes(p, minLen)
	if x == nil || x.rate > shapeChance || x.scan > shapeScan {
		return nil
	}
	return x
}

// newShapes is NewShapes however frequent the bytes are.
func newShapes(p *program.Program, minLen int) *Shapes {
	if minLen < 2 || len(p.Insts) > shapeInsts {
		return nil
	}
	r := shapeReader{p: p, reach: min(minLen, shapeReach), seen: make([]uint32, len(p.Insts))}
	shapes := r.read()
	if shapes == nil {
		return nil
	}
	x := &Shapes{shapes: len(shapes)}
	x.place(shapes, r.reach)
	x.deal(shapes)
	return x
}

const (
	shapeChance = 1.0 / 48 // above this, a search stops too often
	shapeScan   = 1.0 / 24 // the same for candidates of the nibble tables
)

// A shape is what is known of the first bytes of a match.
type shape struct {
	sets [shapeReach]program.ByteSet
	next []uint32 // consuming instructions that may take the byte at size; sets before are known
	size int
}

type shapeReader struct {
	p     *program.Program
	reach int
	seen  []uint32 // by instruction: the round in which it was last visited
	round uint32
	ends  bool // the last closure reaches the end of the pattern
}

// read returns nil if nothing is known of some match.
func (r *shapeReader) read() []shape {
	next := r.closure(nil, r.p.Start)
	if r.ends || len(next) == 0 {
		return nil
	}
	open := []shape{{next: next}}
	var done []shape
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		if s.size < r.reach && len(s.next) > 1 && len(s.next)+len(open)+len(done) <= shapesMost && r.parts(s.next) {
			for _, pc := range s.next {
				t := s
				t.next = []uint32{pc}
				open = append(open, t)
			}
			continue
		}
		if s.size < r.reach && len(s.next) == 1 {
			in := &r.p.Insts[s.next[0]]
			set := r.p.FirstBytes(in)
			if set[2]|set[3] == 0 {
				s.sets[s.size] = set
				s.size++
				s.next = r.closure(nil, in.Out)
				if r.ends {
					r.rest(&s, s.size)
					done = append(done, s)
				} else if len(s.next) > 0 {
					open = append(open, s)
				}
				continue
			}
			if set[0]|set[1] != 0 && len(open)+len(done)+2 <= shapesMost && in.Op == program.InClass && set.Len() <= 4 {
				// A letter whose case is folded, as [sSſ]: its ASCII forms apart.
				t := s
				t.sets[t.size] = program.ByteSet{set[0], set[1]}
				t.size++
				t.next = r.closure(nil, in.Out)
				if r.ends {
					r.rest(&t, t.size)
					done = append(done, t)
				} else if len(t.next) > 0 {
					open = append(open, t)
				}
				r.follow(&s, true)
				done = append(done, s)
				continue
			}
		}
		r.follow(&s, false)
		done = append(done, s)
	}
	return done
}

// parts reports whether it is of use to tell instructions apart: they are alternatives, and none is a round of a loop.
func (r *shapeReader) parts(next []uint32) bool {
	var room [64]uint32
	return !slices.ContainsFunc(next, func(pc uint32) bool {
		return slices.Contains(r.closure(room[:0], r.p.Insts[pc].Out), pc)
	})
}

// rest lets a shape have any byte from a distance on.
func (r *shapeReader) rest(s *shape, from int) {
	for o := from; o < r.reach; o++ {
		s.sets[o] = program.AllBytes
	}
	s.size = r.reach
}

// follow completes a shape by stepping through the instructions side by side. With high, the byte at the first distance is beyond ASCII.
func (r *shapeReader) follow(s *shape, high bool) {
	var (
		ready [shapeReach + utf8.UTFMax][]uint32 // instructions that may take a rune here
		tails [shapeReach + utf8.UTFMax]bool     // continuation bytes may stand here
	)
	ready[s.size] = s.next
	for o := s.size; o < r.reach; o++ {
		set := &s.sets[o]
		if tails[o] {
			set.AddRange(0x80, 0xBF)
		}
		r.round++
		round := r.round
		for _, pc := range ready[o] {
			if r.seen[pc] == round {
				continue
			}
			r.seen[pc] = round
			in := &r.p.Insts[pc]
			bytes := r.p.FirstBytes(in)
			if high {
				bytes[0], bytes[1] = 0, 0
			}
			set.Union(&bytes)
			least, most := 1, 1
			if bytes[2]|bytes[3] != 0 {
				least, most = widths(&bytes)
			}
			if bytes[0]|bytes[1] != 0 {
				least = 1
			}
			for w := 1; w <= most; w++ {
				if w > 1 {
					tails[o+w-1] = true
				}
				if w >= least {
					ready[o+w] = append(ready[o+w], in.Out)
				}
			}
		}
		high = false
		// What has been taken leads to the instructions that can take the next rune.
		var next []uint32
		r.round++
		r.ends = false
		for _, pc := range ready[o+1] {
			next = r.close(next, pc)
		}
		ready[o+1] = next
		if r.ends {
			r.rest(s, o+1)
			return
		}
	}
	s.size = r.reach
}

// widths returns the least and the greatest length of a rune beyond ASCII of which the first byte is in the set.
func widths(set *program.ByteSet) (least, most int) {
	least = utf8.UTFMax
	for b := 0x80; b < 256; b++ {
		if !set.Contains(byte(b)) {
			continue
		}
		w := 1 // a continuation byte alone is no UTF-8
		switch {
		case b >= 0xF0:
			w = 4
		case b >= 0xE0:
			w = 3
		case b >= 0xC0:
			w = 2
		}
		least, most = min(least, w), max(most, w)
	}
	return least, most
}

// closure appends the consuming instructions that can be reached from pc without a byte, and sets ends.
func (r *shapeReader) closure(dst []uint32, pc uint32) []uint32 {
	r.round++
	r.ends = false
	return r.close(dst, pc)
}

// close is closure within a round.
func (r *shapeReader) close(dst []uint32, pc uint32) []uint32 {
	for {
		if r.seen[pc] == r.round {
			return dst
		}
		r.seen[pc] = r.round
		in := &r.p.Insts[pc]
		switch {
		case in.Op == program.Match:
			r.ends = true
			return dst
		case in.Op == program.Fail:
			return dst
		case in.Consumes():
			return append(dst, pc)
		case in.Op == program.Alt:
			dst = r.close(dst, in.Out)
			pc = in.Arg
		default:
			pc = in.Out
		}
	}
}

// place chooses the distances. The next is always the one that leaves the fewest candidates: at rare bytes, where shapes differ from text.
func (x *Shapes) place(shapes []shape, reach int) {
	chances := make([][shapeReach]float64, len(shapes))
	left := make([]float64, len(shapes)) // of each shape: the chance of a candidate
	for i := range shapes {
		left[i] = 1
		for o := range reach {
			for _, b := range shapes[i].sets[o].Append(nil) {
				chances[i][o] += chance(b)
			}
			chances[i][o] = min(chances[i][o], 1)
		}
	}
	// Classes of more than a few bytes, such as letters and digits, come in runs. One more of them tells less than the first did, and
	// frequent ones tell nothing.
	const (
		few      = 3
		frequent = 1.0 / 4
	)
	classes := make([]program.ByteSet, len(shapes))
	const good = 1.0 / 16384 // candidates a byte that are as good as none; further distances settle those
	effect := func(i, o int) float64 {
		c, set := chances[i][o], &shapes[i].sets[o]
		switch {
		case c > frequent:
			return 1
		case set.Len() > few && set.Intersects(&classes[i]):
			return max(c, frequent)
		}
		return c
	}
	x.rate = 1
	for x.count < shapeTables {
		best, rate := -1, x.rate/2
		if x.count < 2 {
			rate = 2 * float64(len(shapes))
		}
		for o := range reach {
			if slices.Contains(x.at[:x.count], o) {
				continue
			}
			sum := 0.0
			for i := range shapes {
				sum += left[i] * effect(i, o)
			}
			if sum < rate {
				best, rate = o, sum
			}
		}
		if best < 0 {
			break
		}
		if x.count < 2 || x.rate > good && x.prints < teddyPrints {
			x.prints++
		}
		x.at[x.count] = best
		x.count++
		x.reach = max(x.reach, best+1)
		x.rate = rate
		for i := range shapes {
			left[i] *= effect(i, best)
		}
		for i := range shapes {
			if set := &shapes[i].sets[best]; set.Len() > few {
				classes[i].Union(set)
			}
		}
	}
	copy(x.offsets[:], x.at[:x.prints])
}

// deal puts the shapes into the buckets. In the order of their nibbles, the two neighbours are
// merged that make the fewest false candidates, until eight are left.
func (x *Shapes) deal(shapes []shape) {
	type bucket struct {
		group
		shapes []int
	}
	buckets := make([]bucket, len(shapes))
	for i := range shapes {
		b := &buckets[i]
		b.shapes = []int{i}
		for k, o := range x.offsets[:x.prints] {
			for _, c := range shapes[i].sets[o].Append(nil) {
				b.lo[k] |= 1 << (c & 15)
				b.hi[k] |= 1 << (c >> 4)
			}
			b.key = b.key<<4 | uint32(bits.TrailingZeros16(b.lo[k])&15)
		}
	}
	slices.SortStableFunc(buckets, func(a, b bucket) int { return int(a.key) - int(b.key) })
	for len(buckets) > teddyBuckets {
		best, least := 0, 2.0*shapesMost
		for i := range len(buckets) - 1 {
			m := buckets[i].merge(&buckets[i+1].group)
			if c := m.chance(x.prints) - buckets[i].chance(x.prints) - buckets[i+1].chance(x.prints); c < least {
				best, least = i, c
			}
		}
		buckets[best].group = buckets[best].merge(&buckets[best+1].group)
		buckets[best].shapes = append(buckets[best].shapes, buckets[best+1].shapes...)
		buckets = slices.Delete(buckets, best+1, best+2)
	}
	for i := range buckets {
		b := &buckets[i]
		x.scan += b.chance(x.prints)
		for k := range x.prints {
			for n := range 16 {
				x.nibbles[2*k][n] |= uint8(b.lo[k]>>n&1) << i
				x.nibbles[2*k+1][n] |= uint8(b.hi[k]>>n&1) << i
			}
		}
		for _, j := range b.shapes {
			for k, o := range x.at[:x.count] {
				for _, c := range shapes[j].sets[o].Append(nil) {
					x.tables[k][c] |= 1 << i
				}
			}
		}
	}
}

// next returns the first place from from on where a shape may stand, or -1. Where candidates are too many to be worth a look each, it returns
// how far it came.
func (x *Shapes) next(s string, from int) int {
	var at lanes
	work := 0
	for i := from; ; {
		n := len(s) - i - x.reach + 1 // places that are left
		if n <= 0 {
			return -1
		}
		if !haveVector || n < vectorLeast {
			if n = x.portable(s[i:], n); n < 0 {
				return -1
			}
			return i + n
		}
		block, hits := teddyVector(&x.masks, s[i:], n, &at)
		if hits == 0 {
			return -1
		}
		i += block
		for ; hits != 0; hits &= hits - 1 {
			k := bits.TrailingZeros32(hits)
			if x.fits(s, i+k) {
				return i + k
			}
			work += 8
		}
		i += len(at)
		if spent(work, i-from) {
			return min(i, len(s))
		}
	}
}

// fits reports whether a shape stands at i.
func (x *Shapes) fits(s string, i int) bool {
	m := uint8(0xFF)
	for k, o := range x.at[:x.count] {
		m &= x.tables[k&(shapeTables-1)][s[i+o]]
	}
	return m != 0
}

// portable returns the first of n places at which a shape may stand, or -1.
func (x *Shapes) portable(s string, n int) int {
	t0, t1 := &x.tables[0], &x.tables[1]
	s0, s1 := s[x.at[0]:][:n], s[x.at[1]:][:n]
	for k := range n {
		if t0[s0[k]]&t1[s1[k]] != 0 && x.fits(s, k) {
			return k
		}
	}
	return -1
}

// memory returns how many bytes the tables take.
func (x *Shapes) memory() int { return 256 + shapeTables*256 }

// String tells the distances.
func (x *Shapes) String() string {
	distances := make([]string, x.count)
	order := slices.Clone(x.at[:x.count])
	slices.Sort(order)
	for i, o := range order {
		distances[i] = fmt.Sprint(o)
	}
	return fmt.Sprintf("classes of bytes at %s, of %d shapes", strings.Join(distances, ", "), x.shapes)
}
