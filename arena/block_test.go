package arena

import (
	"math/bits"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// bound is how many bytes the free lists keep at most.
func bound() (n int) {
	for class := range classes {
		n += classes[class].slots * 8 * classes[class].words
	}
	return n
}

// empty takes all that is kept and leaves it to the collector.
func empty() {
	for class := range classes {
		for i := range classes[class].slot {
			classes[class].slot[i].Store(nil)
		}
	}
}

func TestTheFreeListsAreWhatTheirUseAssumes(t *testing.T) {
	last := 0
	for class := range classes {
		list := &classes[class]
		require.Greater(t, list.words, last, "sizes ascend")
		require.LessOrEqual(t, list.slots, maxSlots)
		require.Equal(t, 1, bits.OnesCount(uint(list.slots)), "a mask of slots-1 reaches each slot")
		last = list.words
	}
	require.Equal(t, MaxBlock, 8*last)
	require.Less(t, bound(), 16<<20)
	require.EqualValues(t, 64, unsafe.Sizeof(slot{}), "a slot is a cache line")
}

func TestGetReturnsABlockOfAtLeastThatSize(t *testing.T) {
	for _, row := range []struct{ bytes, words int }{
		{0, 512}, {1, 512}, {4096, 512},
		{4097, 4096}, {32 << 10, 4096},
		{32<<10 + 1, 32768}, {256 << 10, 32768},
		{256<<10 + 1, 262144}, {MaxBlock, 262144},
		{MaxBlock + 1, 262145}, {3*MaxBlock + 8, 3*262144 + 1},
	} {
		b := Get(row.bytes)
		require.Equal(t, row.words, b.Len(), "for %d bytes", row.bytes)
		b.Release()
	}
}

func TestABlockIsTakenAgainAfterItsRelease(t *testing.T) {
	empty()
	first := Get(100)
	second := Get(100)
	require.NotSame(t, first, second)
	second.Uint64s(7)
	second.Release()
	third := Get(4096)
	require.Same(t, second, third)
	require.Equal(t, 512, third.Len(), "nothing is carved off")
	first.Release()
	third.Release()
	require.Equal(t, 2*4096, Kept())
	require.Zero(t, testing.AllocsPerRun(100, func() {
		a, b := Get(1), Get(4096)
		a.Release()
		b.Release()
	}))
}

func TestABlockLargerThanTheLargestIsNotKept(t *testing.T) {
	empty()
	b := Get(MaxBlock + 1)
	require.Len(t, b.Bytes(MaxBlock+1), MaxBlock+1)
	b.Release()
	require.Zero(t, Kept())
	Get(MaxBlock).Release()
	require.Equal(t, MaxBlock, Kept())
	empty()
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	empty()
	for class := range classes {
		list := &classes[class]
		before := Kept()
		blocks := make([]*Block, list.slots+3)
		for i := range blocks {
			blocks[i] = Get(8 * list.words)
		}
		require.Equal(t, before, Kept())
		for _, b := range blocks {
			b.Release()
		}
		require.Equal(t, before+list.slots*8*list.words, Kept(), "each slot holds one, and three have none")
	}
	require.Equal(t, bound(), Kept())
	empty()
}

// Each goroutine fills its blocks with its own mark and looks whether another has written there.
func TestNoTwoGoroutinesHoldABlockAtOnce(t *testing.T) {
	const goroutines, rounds = 32, 300
	empty()
	var all sync.WaitGroup
	var taken [goroutines]int
	for g := range goroutines {
		all.Go(func() {
			mark := uint64(g + 1)
			for round := range rounds {
				size := []int{8, 4 << 10, 20 << 10, 32 << 10}[round%4]
				a, b := Get(size), Get(512)
				words, more := a.Uint64s(size/8), b.Uint64s(64)
				for i := range words {
					words[i] = mark
				}
				for i := range more {
					more[i] = mark
				}
				for _, held := range [][]uint64{words, more} {
					for _, w := range held {
						if w != mark {
							taken[g]++
						}
					}
				}
				b.Release()
				a.Release()
			}
		})
	}
	all.Wait()
	require.Equal(t, [goroutines]int{}, taken, "words that another goroutine wrote")
	require.LessOrEqual(t, Kept(), goroutines*(32<<10+2*4<<10), "no more than was in use at once")
	empty()
}

func TestCarvedSlicesAreDisjointAndEndWhereTheirPartEnds(t *testing.T) {
	b := Get(4096)
	defer b.Release()
	words := b.Uint64s(3)
	require.Equal(t, 509, b.Len())
	halves := b.Uint32s(5) // three words
	require.Equal(t, 506, b.Len())
	ints := b.Ints(4)
	require.Equal(t, 502, b.Len())
	bytes := b.Bytes(17) // three words
	require.Equal(t, 499, b.Len())
	last := b.Bytes(8 * b.Len())
	require.Zero(t, b.Len())

	require.Equal(t, []int{3, 5, 4, 17, 3992}, []int{len(words), len(halves), len(ints), len(bytes), len(last)})
	require.Equal(t, []int{3, 5, 4, 17, 3992}, []int{cap(words), cap(halves), cap(ints), cap(bytes), cap(last)})

	// Each is filled with its own value; afterwards each still holds it.
	fill(words, 1)
	fill(halves, 2)
	fill(ints, 3)
	fill(bytes, 4)
	fill(last, 5)
	require.True(t, holds(words, 1) && holds(halves, 2) && holds(ints, 3) && holds(bytes, 4) && holds(last, 5))
	_ = append(bytes, 9)
	require.True(t, holds(last, 5), "append copies")
}

func fill[T comparable](s []T, value T) {
	for i := range s {
		s[i] = value
	}
}

func holds[T comparable](s []T, value T) bool {
	for _, v := range s {
		if v != value {
			return false
		}
	}
	return len(s) > 0
}

func TestNothingCanBeCarvedFromABlockThatIsUsedUp(t *testing.T) {
	b := Get(4096)
	defer b.Release()
	b.Uint64s(511)
	require.Panics(t, func() { b.Uint64s(2) })
	require.Panics(t, func() { b.Uint32s(3) })
	require.Panics(t, func() { b.Ints(2) })
	require.Panics(t, func() { b.Bytes(9) })
	require.Len(t, b.Bytes(8), 8)
	require.Empty(t, b.Uint64s(0))
	require.Empty(t, b.Uint32s(0))
	require.Empty(t, b.Ints(0))
	require.Empty(t, b.Bytes(0))
	require.Panics(t, func() { b.Bytes(1) })
}
