package regexp

import "github.com/arenaregexp/regexp/arena"

// A method that cannot know beforehand how much it will return begins to collect in its frame. What
// outgrows the frame moves to ever larger blocks of the arena, and the result is then allocated once, exactly
// sized: append would leave behind, on its way to n entries, some n more for the collector. What
// outgrows the largest block that the arena keeps lies on the heap, as long as the method runs.

const (
	// inlineInts is how many offsets of one match lie in a frame: those of a common pattern.
	inlineInts = 2 * arena.InlineGroups
	// scratchInts is how many offsets of all matches lie in a frame. A frame is cleared at each call, for 64 of them in half the
	// time that a miss in a short line takes; a block is not.
	scratchInts = 16
	// scratchBytes is how much of a replaced text lies in a frame.
	scratchBytes = 512
)

// scratch is what a call holds of the arena: nothing at first, and nothing ever in most calls.
//
// A block ends with the call that took it, and no function of a user sees one: such a function gets
// parts of the subject or fresh slices, and what it returns is copied. It may panic, though, so methods that
// call one release in a defer. The others release before they return, which costs less.
type scratch struct {
	caps *arena.Block // the offsets of the match at hand
	list *arena.Block // what is collected
}

// slots returns n ints for the offsets of a match: of local, where they fit.
func (x *scratch) slots(local []int, n int) []int {
	if n <= len(local) {
		return local[:n]
	}
	return x.moreSlots(n)
}

func (x *scratch) moreSlots(n int) []int {
	x.caps = arena.Get(8 * n)
	return x.caps.Ints(n)
}

// ints returns list with room for n more.
func (x *scratch) ints(list []int, n int) []int {
	if n <= cap(list)-len(list) {
		return list
	}
	return x.moreInts(list, n)
}

func (x *scratch) moreInts(list []int, n int) []int {
	larger := arena.Get(8 * max(2*cap(list), len(list)+n))
	list = append(larger.Ints(larger.Len())[:0], list...)
	x.hold(larger)
	return list
}

// write appends s to text. Where x is nil the text is one to return, and grows as append has it.
func (x *scratch) write(text []byte, s string) []byte {
	if len(s) > cap(text)-len(text) {
		text = x.moreBytes(text, len(s))
	}
	return append(text, s...)
}

func (x *scratch) moreBytes(text []byte, n int) []byte {
	if x == nil {
		return text
	}
	larger := arena.Get(max(2*cap(text), len(text)+n))
	text = append(larger.Bytes(8 * larger.Len())[:0], text...)
	x.hold(larger)
	return text
}

// hold gives back the block whose contents have moved to a larger one.
func (x *scratch) hold(larger *arena.Block) {
	if x.list != nil {
		x.list.Release()
	}
	x.list = larger
}

// release gives everything back. What lies in x must have been copied.
func (x *scratch) release() {
	if x.caps != nil || x.list != nil {
		x.giveBack()
	}
}

func (x *scratch) giveBack() {
	if x.caps != nil {
		x.caps.Release()
	}
	if x.list != nil {
		x.list.Release()
	}
	*x = scratch{}
}
