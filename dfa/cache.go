package dfa

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// cache holds the states that an automaton has built, up to its budget. It only grows: what is published stays where it is, so
// that searches need no lock to read it. A search that finds no room for the next state puts an empty cache in the place of
// the full one and goes on in that; the full one lives until the last search that stands in it has left, and then is
// the garbage collector's.
type cache struct {
	born   time.Time
	starts [2][8]atomic.Pointer[byte] // by anchoring and context: the node where a search begins, or nil

	mu       sync.Mutex // guards what follows, and writing to nodes
	states   map[string]node
	pendings map[pendingKey]pending
	bytes    int
	first    []uint32 // the set in which no match has begun, for searches that are not anchored
}

// The size in bytes of what a state takes beside its node, its instructions and its key: the state itself, its entry in the map,
// and what the allocator rounds up.
const stateOverhead = 160

func newCache() *cache { return &cache{born: time.Now(), states: make(map[string]node)} }

// intern returns the node of the state at hand, a new one if there is none. It returns nil where there is no room.
func (c *cache) intern(b *builder, p pending) node {
	d := b.d
	if d.longest && !b.open {
		b.sortGroups()
	}
	if !b.open {
		b.context = 0 // nobody asks
	}
	if len(b.list) == 0 {
		p = pending{}
	}
	var room [256]byte
	key := b.key(room[:0], p)
	if n, ok := c.states[string(key)]; ok {
		return n
	}
	size := int(wordBytes)*(1+d.symbols.count()) + 5*len(b.list) + len(key) + stateOverhead
	if c.bytes+size > d.budget {
		return nil
	}
	c.bytes += size
	d.bytes.Store(int64(c.bytes))
	s := &state{
		insts:   slices.Clone(b.list),
		open:    b.open,
		pending: p,
		context: b.context,
		match:   b.match,
		delay:   uint8(b.delay),
		dead:    len(b.list) == 0,
		start:   d.led && p.n == 0 && !b.match && c.first != nil && slices.Equal(b.list, c.first),
	}
	n := newNode(s, d.symbols.count())
	if s.match || s.dead || s.start {
		n = tag(n)
	}
	c.states[string(key)] = n
	return n
}

// start returns the node where a search begins, or nil where there is no room for it.
func (d *DFA) start(c *cache, context uint8, anchored bool) node {
	at := &c.starts[0][context]
	if anchored {
		at = &c.starts[1][context]
	}
	if n := at.Load(); n != nil {
		return node(n)
	}
	b, block := newBuilder(d)
	defer block.Release()
	c.mu.Lock()
	defer c.mu.Unlock()
	b.begin()
	b.enter(d.prog.Start, 0)
	if !anchored {
		b.loop()
	}
	b.settle()
	if !anchored && c.first == nil {
		c.first = slices.Clone(b.list)
	}
	b.context = context
	n := c.intern(b, pending{})
	if n != nil {
		n = bare(n)
		at.Store((*byte)(n))
	}
	return n
}

// bare is a node without its tag.
func bare(n node) node {
	if tagged(n) {
		return untag(n)
	}
	return n
}

// extend builds what follows a node on a byte or a stop, links it and returns it. Where the cache has no room it is replaced, and
// the search goes on in the one returned. The node is nil where even an empty cache is too small.
func (d *DFA) extend(c *cache, n node, next int) (*cache, node) {
	b, block := newBuilder(d)
	defer block.Release()
	home := c
	for range 4 { // other searches may fill a cache that has just been laid
		c.mu.Lock()
		to := d.build(c, b, n, next, c == home)
		c.mu.Unlock()
		if to != nil {
			return c, to
		}
		c = d.replace(c)
	}
	return c, nil
}

// replace puts an empty cache in the place of a full one, unless another search has done so.
func (d *DFA) replace(full *cache) *cache {
	fresh := newCache()
	if d.cache.CompareAndSwap(full, fresh) {
		d.replaced.Add(1)
		return fresh
	}
	return d.cache.Load()
}

// build makes the node that follows n on next. It links the two only if both are at home in c: a link from a cache to the one that
// replaced it would keep the old one alive. The caller holds the lock.
func (d *DFA) build(c *cache, b *builder, n node, next int, home bool) node {
	s := stateOf(n)
	at := d.symbols.offset(next)
	if to := follow(n, at); to != unbuilt {
		return to // another search was faster
	}
	b.take(s)
	p := pending{}
	if d.symbols.runes {
		b.byRune(next)
	} else {
		p = b.byByte(c, s.pending, next)
	}
	to := c.intern(b, p)
	if to == nil {
		return nil
	}
	if !home {
		return to
	}
	if bare(to) == n && (s.skip.Load() != nil || d.findSkip(c, b, n, s)) {
		to = tag(n)
	}
	link(n, at, to)
	return to
}
