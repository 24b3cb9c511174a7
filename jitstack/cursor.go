package jitstack

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
)

// cursor steps through the matches of a subject, as Perl's //g does: each search begins where the match before ended. Behind an
// empty match the same place is tried once more, for a match that begins there and is not empty, before the search moves on by a
// rune. So (|a) has three matches in "a": the empty one, the letter, and the empty one at the end.
type cursor struct {
	p       *Pattern
	s       string
	account account
	pos     int  // where the next search begins; beyond the subject when there is no further match
	again   bool // a match ended at pos without having moved on: only one that begins here and is not empty counts
}

func (p *Pattern) cursor(s string) cursor { return cursor{p: p, s: s, account: p.open(len(s))} }

// next finds the next match and fills caps, which has at least two entries. After an error there is no further match.
func (c *cursor) next(caps []int) (bool, error) {
	for c.pos <= len(c.s) {
		how := backtrack.How(0)
		if c.again {
			how = backtrack.Anchored | backtrack.NotEmptyAtStart
		}
		ok, err := c.p.searchWithin(&c.account, c.s, c.pos, how, caps)
		if err == nil && c.account.left < 0 {
			// The linear matcher answers a search whatever is left, and there may be one search for each byte.
			err = c.p.stepLimit(c.p.limits.Steps, c.pos)
		}
		if err != nil {
			c.pos = len(c.s) + 1
			return false, err
		}
		if ok {
			c.account.advance(max(caps[1]-c.pos, 0))
			// A match need not have moved on although it is not empty: \K can stand in a lookbehind.
			stays := caps[1] == c.pos
			if stays && c.again {
				c.move()
			} else {
				c.again = stays || caps[0] == caps[1]
				c.pos = caps[1]
			}
			return true, nil
		}
		if !c.again {
			break
		}
		c.move()
	}
	c.pos = len(c.s) + 1
	return false, nil
}

// move goes on behind the next rune.
func (c *cursor) move() {
	c.again = false
	_, width := utf8.DecodeRuneInString(c.s[c.pos:])
	c.pos += max(width, 1)
}
