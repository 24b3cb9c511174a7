package dfa

// A cache allocates its states in blocks that grow with it, so the states lie together on few pages and not scattered over the heap. This
// matters in a large process: matching one path of the AOSP benchmark (bench, aosp691_each) took 200 to 500 ns with the states scattered
// among the objects of 20,000 other patterns, and 80 to 140 ns with blocks.

type blocks struct {
	nodes   slab[node]
	states  slab[state]
	accepts slab[uint32]
}

// slab hands out memory that is freed all at once.
type slab[T any] struct {
	free []T
	made int
}

// slabMost is the greatest number of elements in a block, unless one call asks for more.
const slabMost = 8 << 10

// take returns n zeroed elements. A new block has an eighth of the elements made so far, so little is unused.
func (s *slab[T]) take(n int) []T {
	if len(s.free) < n {
		size := max(n, min(s.made/8, slabMost))
		s.free = make([]T, size)
		s.made += size
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

func (s *slab[T]) clone(list []T) []T {
	taken := s.take(len(list))
	copy(taken, list)
	return taken
}
