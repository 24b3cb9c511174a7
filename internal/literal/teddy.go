package literal

import (
	"math/bits"
	"slices"
)

// Teddy looks for some dozens of texts at once: the algorithm of Hyperscan (Wang et al., NSDI 2019; Langdale's), which Rust's aho-corasick
// crate describes well. The texts are dealt to eight buckets, a bit each. For a byte of a text's fingerprint, two tables of 16
// entries say which buckets have that byte's low nibble, and its high one, at that place; the byte shuffle of the processor looks
// 32 bytes up at once, and where the tables of all two to four bytes of the fingerprint agree on a bucket, a text of that
// bucket may begin. Most places drop out so, at a few instructions for 32 of them, and a comparison decides the rest.
//
// Here, differing from both: the bytes of the fingerprint need not be the first ones, nor neighbours. Each is loaded at its own
// offset, and the offsets are chosen where the texts have their rarest bytes (weight.go). In UTF-8 text beyond ASCII every second
// or third byte says only which script it is; a fingerprint of the first four bytes of a Cyrillic word is two letters, of
// which the leads are wasted. (BenchmarkTexts, with the first bytes in their stead: ru 232 for 115 us, noqa 1,433 for 226.) Buckets are made so that the chance of a false candidate, estimated likewise, is least: texts that
// share the low nibbles, as the upper and lower case of a letter do, go together first.
//
// False candidates are counted, and too many end the search, as in substring.go. So time is linear even where all texts are
// runs of one letter.
//
// The portable form evaluates the same tables one place at a time, so both find the same candidates.

const (
	teddyTexts   = 128 // at most
	teddyPrints  = 4   // bytes of a fingerprint, at most
	teddyBuckets = 8
	teddyReach   = 32 // fingerprints lie in the first bytes of the texts
)

// masks are the tables that the scan reads. The vector form knows this layout.
type masks struct {
	nibbles [2 * teddyPrints][16]uint8 // for each byte of the fingerprint: by low nibble, by high nibble
	offsets [teddyPrints]int           // where the bytes of the fingerprint are in the texts
	prints  int
}

// lanes are the buckets that are candidates at each of 32 places.
type lanes [32]uint8

type teddy struct {
	masks
	minLen  int
	texts   []teddyText              // by bucket, and within a bucket the one to prefer first
	buckets [teddyBuckets + 1]uint8  // where each begins in texts
	tables  *[teddyPrints][256]uint8 // by byte, for the portable form alone
	rate    float64                  // estimate of the candidates a byte
}

// teddyText is a text and its rank: the less, the more it is preferred.
type teddyText struct {
	headed
	rank int
}

// newTeddy returns nil where the texts are too many or too short. They are as distinct returns them, in order of preference.
func newTeddy(texts []string) *teddy {
	if len(texts) > teddyTexts {
		return nil
	}
	t := &teddy{minLen: len(texts[0])}
	for _, s := range texts {
		t.minLen = min(t.minLen, len(s))
	}
	if t.minLen < 2 {
		return nil
	}
	const good = 1.0 / 16384 // candidates a byte that are as good as none, even where neighbours make each other more probable
	var groups []group
	for n := 2; n <= min(teddyPrints, t.minLen); n++ {
		t.prints = n
		t.place(texts)
		groups = t.deal(texts)
		t.rate = 0
		for i := range groups {
			t.rate += groups[i].chance(n)
		}
		if t.rate <= good {
			break
		}
	}
	for b := range groups {
		g := &groups[b]
		slices.Sort(g.texts)
		for _, i := range g.texts {
			t.add(b, texts[i], int(i))
		}
		t.buckets[b+1] = uint8(len(t.texts))
	}
	for b := len(groups); b < teddyBuckets; b++ {
		t.buckets[b+1] = t.buckets[b]
	}
	if !haveVector {
		t.makeTables()
	}
	return t
}

func (t *teddy) add(bucket int, text string, rank int) {
	t.texts = append(t.texts, teddyText{newHeaded(text), rank})
	for i, off := range t.offsets[:t.prints] {
		t.nibbles[2*i][text[off]&15] |= 1 << bucket
		t.nibbles[2*i+1][text[off]>>4] |= 1 << bucket
	}
}

// place chooses the offsets of the fingerprint: those where the bytes that the texts have there are least probable.
func (t *teddy) place(texts []string) {
	reach := min(t.minLen, teddyReach)
	var cover [teddyReach]float64
	for o := range reach {
		var seen [256]bool
		for _, s := range texts {
			if b := s[o]; !seen[b] {
				seen[b] = true
				cover[o] += chance(b)
			}
		}
	}
	var order [teddyReach]int
	for o := range reach {
		order[o] = o
	}
	slices.SortStableFunc(order[:reach], func(a, b int) int {
		switch {
		case cover[a] < cover[b]:
			return -1
		case cover[a] > cover[b]:
			return 1
		}
		return a - b
	})
	copy(t.offsets[:t.prints], order[:reach])
	slices.Sort(t.offsets[:t.prints])
}

// group is a bucket in the making.
type group struct {
	key    uint32              // low nibbles, in order
	lo, hi [teddyPrints]uint16 // the nibbles that occur, a bit each
	texts  []int32
}

// chance is the probability that a place of random text passes for the bucket.
func (g *group) chance(n int) float64 {
	p := 1.0
	for i := range n {
		var sum float64
		for h := g.hi[i]; h != 0; h &= h - 1 {
			for l := g.lo[i]; l != 0; l &= l - 1 {
				sum += chance(byte(bits.TrailingZeros16(h)<<4 | bits.TrailingZeros16(l)))
			}
		}
		p *= sum
	}
	return p
}

func (g *group) merge(h *group) (m group) {
	m.key = g.key
	for i := range m.lo {
		m.lo[i], m.hi[i] = g.lo[i]|h.lo[i], g.hi[i]|h.hi[i]
	}
	return m
}

// deal puts the texts into at most eight groups. Texts whose fingerprints have the same low nibbles start as one; then, in the order of
// their nibbles, the two neighbours are merged that make the least of false candidates, until eight are left.
func (t *teddy) deal(texts []string) []group {
	groups := make([]group, 0, len(texts))
	for i, s := range texts {
		var g group
		g.put(t, s, int32(i))
		for _, off := range t.offsets[:t.prints] {
			g.key = g.key<<4 | uint32(s[off]&15)
		}
		groups = append(groups, g)
	}
	slices.SortStableFunc(groups, func(a, b group) int { return int(a.key) - int(b.key) })
	n := 0
	for _, g := range groups {
		if n > 0 && groups[n-1].key == g.key {
			m := groups[n-1].merge(&g)
			m.texts = append(groups[n-1].texts, g.texts...)
			groups[n-1] = m
			continue
		}
		groups[n] = g
		n++
	}
	groups = groups[:n]
	cost := func(i int) float64 { // of merging i with its neighbour
		m := groups[i].merge(&groups[i+1])
		return m.chance(t.prints) - groups[i].chance(t.prints) - groups[i+1].chance(t.prints)
	}
	costs := make([]float64, max(len(groups)-1, 0))
	for i := range costs {
		costs[i] = cost(i)
	}
	for len(groups) > teddyBuckets {
		best := 0
		for i := range costs {
			if costs[i] < costs[best] {
				best = i
			}
		}
		m := groups[best].merge(&groups[best+1])
		m.texts = append(groups[best].texts, groups[best+1].texts...)
		groups[best] = m
		groups = slices.Delete(groups, best+1, best+2)
		costs = slices.Delete(costs, best, best+1)
		if best > 0 {
			costs[best-1] = cost(best - 1)
		}
		if best < len(costs) {
			costs[best] = cost(best)
		}
	}
	for len(groups) < teddyBuckets {
		most := 0
		for i := range groups {
			if len(groups[i].texts) > len(groups[most].texts) {
				most = i
			}
		}
		h, ok := t.split(&groups[most], texts)
		if !ok {
			break
		}
		groups = append(groups, h)
	}
	return groups
}

// split takes some texts out of a group of many, by a high nibble, and returns them as a group. With buckets to spare this leaves
// fewer texts to compare at a candidate: the upper and lower case of letters are told apart.
func (t *teddy) split(g *group, texts []string) (h group, ok bool) {
	const few = 4
	if len(g.texts) <= few {
		return h, false
	}
	for k, off := range t.offsets[:t.prints] {
		if g.hi[k]&(g.hi[k]-1) == 0 {
			continue // they share it
		}
		nibble := bits.TrailingZeros16(g.hi[k])
		old := *g
		*g = group{key: old.key}
		h.key = old.key
		for _, i := range old.texts {
			if int(texts[i][off]>>4) == nibble {
				h.put(t, texts[i], i)
			} else {
				g.put(t, texts[i], i)
			}
		}
		return h, true
	}
	return h, false
}

// put adds the text numbered i to the group.
func (g *group) put(t *teddy, text string, i int32) {
	for k, off := range t.offsets[:t.prints] {
		g.lo[k] |= 1 << (text[off] & 15)
		g.hi[k] |= 1 << (text[off] >> 4)
	}
	g.texts = append(g.texts, i)
}

func (t *teddy) makeTables() {
	t.tables = new([teddyPrints][256]uint8)
	for i := range t.prints {
		for b := range 256 {
			t.tables[i][b] = t.nibbles[2*i][b&15] & t.nibbles[2*i+1][b>>4]
		}
	}
}

// find returns the occurrence to prefer, or -1, -1; next as in pair.findVector.
func (t *teddy) find(s string, from int) (start, end, next int) {
	var at lanes
	work, step := 0, len(at)
	for i := from; ; i += step {
		n := len(s) - i - t.minLen + 1 // places that are left
		if n <= 0 {
			return -1, -1, -1
		}
		var block int
		var hits uint32
		if haveVector && n >= vectorLeast {
			block, hits = teddyVector(&t.masks, s[i:], n, &at)
		} else {
			block, at[0] = t.scan(s[i:], n)
			hits, step = 1, 1
			if at[0] == 0 {
				hits = 0
			}
		}
		if hits == 0 {
			return -1, -1, -1
		}
		i += block
		for ; hits != 0; hits &= hits - 1 {
			k := bits.TrailingZeros32(hits)
			if end, work = t.verify(s, i+k, at[k&31], work); end >= 0 {
				return i + k, end, -1
			}
		}
		if spent(work, i-from) {
			return -1, -1, min(i+step, len(s))
		}
	}
}

// verify returns the end of the text to prefer among those of the buckets that stand at i, or -1, and adds to the work.
func (t *teddy) verify(s string, i int, buckets uint8, work int) (end, spent int) {
	var head uint64
	if len(s)-i >= 8 {
		head = load64(s, i)
	} else {
		for k := len(s) - 1; k >= i; k-- {
			head = head<<8 | uint64(s[k])
		}
	}
	end = -1
	best := len(t.texts)
	for ; buckets != 0; buckets &= buckets - 1 {
		b := bits.TrailingZeros8(buckets)
		work += 6
		for j := t.buckets[b]; j < t.buckets[b+1]; j++ {
			e := &t.texts[j]
			work += 2
			if head&e.mask != e.head || len(s)-i < len(e.text) {
				continue
			}
			if n := len(e.text); n > 8 {
				work += 6 + n/16
				if s[i+8:i+n] != e.text[8:] {
					continue
				}
			}
			if e.rank < best {
				best, end = e.rank, i+len(e.text)
			}
			break
		}
	}
	return end, work
}

// scan is the portable twin of teddyVector: it returns the first place, of the n that s has, that is a candidate, and its
// buckets, which are 0 where there is none.
func (t *teddy) scan(s string, n int) (place int, buckets uint8) {
	if t.tables == nil {
		return t.few(s, n)
	}
	t0, t1 := &t.tables[0], &t.tables[1]
	s0, s1 := s[t.offsets[0]:][:n], s[t.offsets[1]:][:n]
	for k := range n {
		m := t0[s0[k]] & t1[s1[k]]
		if m == 0 {
			continue
		}
		for i := 2; i < t.prints; i++ {
			m &= t.tables[i][s[k+t.offsets[i]]]
		}
		if m != 0 {
			return k, m
		}
	}
	return 0, 0
}

// few is scan without the tables, for the last places: fewer than the vector form takes.
func (t *teddy) few(s string, n int) (place int, buckets uint8) {
	for k := range n {
		m := uint8(0xFF)
		for i, off := range t.offsets[:t.prints] {
			b := s[k+off]
			m &= t.nibbles[2*i][b&15] & t.nibbles[2*i+1][b>>4]
		}
		if m != 0 {
			return k, m
		}
	}
	return 0, 0
}

func (t *teddy) memory() int {
	m := 256 + 40*len(t.texts)
	if t.tables != nil {
		m += len(t.tables) * 256
	}
	return m
}
