package dfa

import (
	"strings"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
)

// A waiting state, as in `[^/]*` or `.*`, leads back to itself on all bytes except up to three. Once that is known, a search that reaches
// the state scans for those bytes (memchr) instead of walking.

// maxSkip is the greatest number of bytes on which a state that is skipped through may leave.
const maxSkip = 3

type skip struct {
	bytes [maxSkip]byte
	n     int
}

// findSkip decides whether n can be skipped through. If so, it tags the links that lead back to n. All non-ASCII runes and all invalid
// bytes must lead back: then it does not matter how the skipped bytes form runes.
func (d *DFA) findSkip(c *cache, b *builder, n node, s *state) bool {
	if s.tried || d.symbols.runes || s.pending.n > 0 || s.open || s.dead {
		return false
	}
	s.tried = true
	var room [256]byte
	for _, r := range d.symbols.reps {
		b.take(s)
		b.boundary(utf8.RuneSelf, 0)
		b.step(r)
		if d.longest {
			b.sortGroups()
		}
		if b.open || string(b.appendSet(room[:0])) != s.key[s.set:] {
			return false
		}
	}
	var leaves skip
	for next := range utf8.RuneSelf {
		to := follow(n, d.symbols.offset(next))
		if to == unbuilt {
			if to = d.build(c, b, n, next, true); to == nil {
				return false
			}
		}
		if bare(to) == n {
			continue
		}
		if leaves.n == maxSkip {
			return false
		}
		leaves.bytes[leaves.n] = byte(next)
		leaves.n++
	}
	s.skip.Store(&leaves)
	for next := range utf8.RuneSelf {
		if at := d.symbols.offset(next); bare(follow(n, at)) == n {
			link(n, at, tag(n))
		}
	}
	return true
}

// next returns the first position in s[i:end] whose byte leaves the state, or end.
func (k *skip) next(s string, i, end int) int {
	at := -1
	switch a, b, c, text := k.bytes[0], k.bytes[1], k.bytes[2], s[i:end]; k.n {
	case 1:
		at = strings.IndexByte(text, a)
	case 2:
		at = literal.IndexAny2(text, a, b)
	case 3:
		at = literal.IndexAny3(text, a, b, c)
	}
	if at < 0 {
		return end
	}
	return i + at
}
