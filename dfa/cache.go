package dfa

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// cache holds the states that an automaton has built, up to its budget. It only grows, and a published state never moves, so searches
// read it without a lock. A search that finds no room for the next state replaces the full cache by an empty one and goes on there. The
// garbage collector frees the full cache when the last search has left it.
type cache struct {
	born   time.Time
	starts [2][8]atomic.Pointer[byte] // the node where a search begins, by anchoring and context; nil if not built

	mu       sync.Mutex // guards what follows, and writing to nodes
	states   map[string]node
	pendings map[pendingKey]pending
	bytes    atomic.Int64
	made     atomic.Int64 // states
	visits   atomic.Int64 // instructions that building the states visited
	first    []uint32     // the set of an unanchored search in which no match has begun
	blocks   *blocks      // made with the first state
}

// stateOverhead is what a state takes in bytes beside its node, its key and its list of patterns: the state struct, its map entry, and the
// unused part of blocks. Most of it is pointers, so a 32-bit machine needs half.
const stateOverhead = 20 * int(wordBytes)

func newCache() *cache { return &cache{born: time.Now(), states: make(map[string]node)} }

// What building takes, roughly measured. A cache itself costs as much as some states: its map, and the blocks that states lie in.
const (
	cacheCost    = 16 // in states
	timePerState = 500 * time.Nanosecond
	timePerVisit = 10 * time.Nanosecond
)

// cost estimates what it took to make the cache and its states: how many states of usual size, and how long.
func (c *cache) cost() (states int, building time.Duration) {
	building = time.Duration(cacheCost+c.made.Load())*timePerState + time.Duration(c.visits.Load())*timePerVisit
	return int(building / timePerState), building
}

// intern returns the node of the builder's current state, and makes it if it does not exist. It returns nil if there is no room.
func (c *cache) intern(b *builder, p pending) node {
	d := b.d
	if (d.longest || d.set) && !b.open {
		b.sortGroups()
	}
	slices.Sort(b.accepts)
	b.accepts = slices.Compact(b.accepts)
	if !b.open {
		b.context = 0 // no assertion reads it
	}
	if len(b.list) == 0 {
		p = pending{}
	}
	c.visits.Add(int64(b.visits))
	b.visits = 0
	var room [256]byte
	key, set := b.key(room[:0], p)
	if n, ok := c.states[string(key)]; ok {
		return n
	}
	size := int(wordBytes)*d.words() + 4*len(b.accepts) + len(key) + stateOverhead
	if int(c.bytes.Load())+size > d.budget {
		return nil
	}
	c.bytes.Add(int64(size))
	c.made.Add(1)
	if d.cache.Load() == c {
		d.account.take(size)
	}
	if c.blocks == nil {
		c.blocks = new(blocks)
	}
	s := &c.blocks.states.take(1)[0]
	*s = state{
		key:     string(key),
		set:     int32(set),
		open:    b.open,
		pending: p,
		context: b.context,
		match:   b.match,
		accepts: c.blocks.accepts.clone(b.accepts),
		delay:   uint8(b.delay),
		dead:    len(b.list) == 0,
		start:   d.led && p.n == 0 && !b.match && c.first != nil && slices.Equal(b.list, c.first),
	}
	n := newNode(c.blocks.nodes.take(d.words()), s)
	if s.match || s.dead || s.start {
		n = tag(n)
	}
	c.states[s.key] = n
	return n
}

// start returns the node where a search begins, and its cache: c, or the one that replaced c because it was full. The node is nil if even
// an empty cache is too small.
func (d *DFA) start(c *cache, context uint8, anchored bool) (*cache, node) {
	way := 0
	if anchored {
		way = 1
	}
	d.touch()
	if n := c.starts[way][context].Load(); n != nil {
		return c, node(n)
	}
	d.join()
	defer d.account.limit.keep()
	b := d.builder()
	defer b.done()
	for range 4 { // other searches may fill the new cache first
		c.mu.Lock()
		n := c.begin(b, context, anchored)
		if n != nil {
			c.starts[way][context].Store((*byte)(n))
		}
		c.mu.Unlock()
		if n != nil {
			return c, n
		}
		if _, cost := c.cost(); time.Since(c.born) < 2*cost {
			d.giveUp() // searches spend most of their time on building states, even if each of them needs few
		}
		c = d.replace(c)
	}
	return c, nil
}

// begin builds the state in which a search begins. The caller holds the lock.
func (c *cache) begin(b *builder, context uint8, anchored bool) node {
	b.begin()
	if b.d.viable {
		b.enterInside()
	} else {
		b.enter(b.d.prog.Start, 0)
	}
	if !anchored {
		b.loop()
	}
	b.settle()
	if !anchored && c.first == nil {
		c.first = slices.Clone(b.list)
	}
	b.context, b.match, b.delay = context, false, 0
	b.accepts = b.accepts[:0]
	n := c.intern(b, pending{})
	if n == nil {
		return nil
	}
	return bare(n)
}

// bare returns a node without its tag.
func bare(n node) node {
	if tagged(n) {
		return untag(n)
	}
	return n
}

// extend builds the node that follows n on a byte or a stop, links it and returns it. If the cache is full, extend replaces it, and the
// search goes on in the cache returned. The node is nil if even an empty cache is too small.
func (d *DFA) extend(c *cache, n node, next int) (*cache, node) {
	defer d.account.limit.keep()
	b := d.builder()
	defer b.done()
	home := c
	for range 4 { // other searches may fill the new cache first
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

// replace replaces a full cache by an empty one, unless another search has done so, and returns the present cache.
func (d *DFA) replace(full *cache) *cache {
	fresh := newCache()
	if d.cache.CompareAndSwap(full, fresh) {
		d.account.release()
		d.replaced.Add(1)
		return fresh
	}
	return d.cache.Load()
}

// build makes the node that follows n on next. It links the two only if n belongs to c, too: a link from an old cache into the cache that
// replaced it would keep the new one alive as long as a search is in the old. The caller holds the lock of c.
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
