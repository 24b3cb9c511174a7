package regexp

import (
	"iter"

	"github.com/arenaregexp/regexp/arena"
)

// The methods of this file are the FindAll family as iterators, with the names and the meaning that the
// Go proposal golang/go#61902 gives them. Each finds a match when the loop asks for it, so a loop
// that is left early has not searched the rest. What an iterator yields is fresh for each match and
// the loop may keep it; an iterator may be used more than once and by several goroutines.

// All iterates over the texts of all matches in b, as slices of b. A range loop over it allocates nothing.
func (re *Regexp) All(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var caps [2]int
		for c := re.cursor(arena.String(b)); c.Next(caps[:]); {
			if !yield(b[caps[0]:caps[1]:caps[1]]) {
				c.Close()
				return
			}
		}
	}
}

// AllIndex iterates over the offsets of all matches in b, a start and an end each. A range loop over it
// allocates nothing, unless it keeps a pair; then it allocates once for sixteen.
func (re *Regexp) AllIndex(b []byte) iter.Seq[[]int] {
	return re.AllStringIndex(arena.String(b))
}

// AllString iterates over the texts of all matches in s. A range loop over it allocates nothing.
func (re *Regexp) AllString(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var caps [2]int
		for c := re.cursor(s); c.Next(caps[:]); {
			if !yield(s[caps[0]:caps[1]]) {
				c.Close()
				return
			}
		}
	}
}

// AllStringIndex iterates over the offsets of all matches in s, a start and an end each. A range loop over it
// allocates nothing, unless it keeps a pair; then it allocates once for sixteen.
func (re *Regexp) AllStringIndex(s string) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var caps [2]int
		for c := re.cursor(s); c.Next(caps[:]); {
			var pairs [pairsAtOnce][2]int // on the heap if the loop keeps a pair or is hidden behind a func value
			for i := range pairs {
				if i > 0 && !c.Next(caps[:]) {
					return
				}
				pairs[i] = caps
				if !yield(pairs[i][:]) {
					c.Close()
					return
				}
			}
		}
	}
}

// pairsAtOnce is how many pairs AllIndex allocates at once if they have to live on the heap. To allocate each on its own takes longer than to
// find most matches.
const pairsAtOnce = 16

// AllSubmatch iterates over all matches in b and yields for each what [Regexp.FindSubmatch] returns for one.
// It allocates one slice a match; [Regexp.ExecAllBytes] allocates none.
func (re *Regexp) AllSubmatch(b []byte) iter.Seq[[][]byte] {
	return func(yield func([][]byte) bool) {
		var local [inlineInts]int
		var x scratch
		defer x.release()
		caps := x.slots(local[:], re.captures())
		for c := re.cursor(arena.String(b)); c.Next(caps); {
			if !yield(byteTexts(b, caps)) {
				c.Close()
				return
			}
		}
	}
}

// AllSubmatchIndex iterates over all matches in b and yields for each what [Regexp.FindSubmatchIndex] returns
// for one. It allocates one slice a match; [Regexp.ExecAllBytes] allocates none.
func (re *Regexp) AllSubmatchIndex(b []byte) iter.Seq[[]int] {
	return re.AllStringSubmatchIndex(arena.String(b))
}

// AllStringSubmatch iterates over all matches in s and yields for each what [Regexp.FindStringSubmatch] returns
// for one. It allocates one slice a match; [Regexp.ExecAll] allocates none.
func (re *Regexp) AllStringSubmatch(s string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		var local [inlineInts]int
		var x scratch
		defer x.release()
		caps := x.slots(local[:], re.captures())
		for c := re.cursor(s); c.Next(caps); {
			if !yield(texts(s, caps)) {
				c.Close()
				return
			}
		}
	}
}

// AllStringSubmatchIndex iterates over all matches in s and yields for each what
// [Regexp.FindStringSubmatchIndex] returns for one. It allocates one slice a match; [Regexp.ExecAll]
// allocates none.
func (re *Regexp) AllStringSubmatchIndex(s string) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var local [inlineInts]int
		var x scratch
		defer x.release()
		caps := x.slots(local[:], re.captures())
		for c := re.cursor(s); c.Next(caps); {
			if !yield(offsets(caps)) {
				c.Close()
				return
			}
		}
	}
}
