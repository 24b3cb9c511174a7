// Package chain matches patterns that are a chain of literals and runs in which nothing is ever taken back,
// such as `^/([^/]+)/([^/]+)/(.*)$`: most rules of a proxy, most validations.
//
// A link is a literal, one literal of a few that exclude each other, or a run: bytes of a set, as many as
// there are. A pattern is a chain if each run is ended by a byte outside its set (what follows cannot begin
// with one of them) and each alternative is settled by the text itself. Then there is one way to match from a
// given start, and it takes no state, no table and no stack: scan to the end of each link, record, go on.
//
// An anchored chain is linear as it stands. From a position that fails, an unanchored one goes on to the
// next place where a match can begin, and could scan the same run again and again: `a[^b]*b` in a text of
// a's. So failed attempts have a budget; when it is spent, [Undecided] hands the rest of the search over to a
// matcher that is linear by construction.
package chain

import (
	"strings"
	"unsafe"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// Verdict is how a search ended.
type Verdict uint8

const (
	Miss      Verdict = iota
	Hit               // the slots hold the match
	Undecided         // no match starts before the position returned; the budget is spent
)

type kind uint8

const (
	kindLiteral kind = iota // the text
	kindRun                 // least to most bytes of set
	kindUntil               // at least least bytes, up to the next stop
	kindAll                 // at least least bytes, any
	kindOneOf               // one of the words, none of which another begins with, or nothing if optional
	kindSlot                // only the slot before
	kindEnd                 // the end of the text
)

// link is one part of a chain, with a byte that comes before it, if there is one: separators come between most. 96 bytes. A
// slot of 0 records nothing: those of the whole match are set apart.
type link struct {
	kind     kind
	stop     byte
	led      bool // lead comes first, and the link begins behind it
	lead     byte
	optional bool
	before   uint16 // slot to set to where the link begins
	after    uint16 // slot to set to where it ends
	least    int32
	most     int32 // -1 for no bound
	text     string
	words    []string
	set      program.ByteSet
}

// Matcher is a chain. It is immutable.
type Matcher struct {
	links  []link
	slots  int             // a match sets them all
	runs   bool            // the first link is a run of no least or most length
	starts *literal.Starts // the bytes that a match can begin with
	ends   []ending        // all matches, where they are a few short texts that end the subject; longest first
}

// budget is what failed attempts may scan: so many bytes for each byte of progress, and at least least.
const (
	budgetPerByte = 8
	budgetLeast   = 512
)

// Match reports whether a match starts at pos. With full, it must end at the end of s. If there is one, caps holds the slots.
func (m *Matcher) Match(s string, pos int, full bool, caps []int) bool {
	end, _ := m.attempt(s, pos, caps)
	if end < 0 || full && end != len(s) {
		return false
	}
	m.finish(pos, end, caps)
	return true
}

// Search looks for a match that starts at the first position from pos on that has one. starts finds where that can be; it may
// be nil. On a Hit caps holds the slots; on Undecided, from is where another matcher has to go on.
func (m *Matcher) Search(s string, pos int, starts *literal.Starts, caps []int) (from int, v Verdict) {
	if starts == nil {
		starts = m.starts
	}
	spent := 0
	for start := pos; ; start++ {
		if start = starts.Next(s, pos, start, len(s)); start < 0 {
			return 0, Miss
		}
		end, reached := m.attempt(s, start, caps)
		if end >= 0 {
			m.finish(start, end, caps)
			return 0, Hit
		}
		spent += reached - start
		if spent > budgetLeast+budgetPerByte*(start-pos) {
			return start, Undecided
		}
		if start == len(s) {
			return 0, Miss
		}
		if m.runs {
			// From within the run that the match began with, the run ends where it did, and so does the attempt.
			for run := &m.links[0].set; start+1 < len(s) && run.Contains(s[start]) && run.Contains(s[start+1]); {
				start++
			}
		}
	}
}

// First tries the first place from pos on where a match can begin, and no other. On a Hit caps holds the slots; on Undecided no match
// starts before the position returned, nor at it.
func (m *Matcher) First(s string, pos int, caps []int) (from int, v Verdict) {
	start := m.starts.Next(s, pos, pos, len(s))
	if start < 0 {
		return 0, Miss
	}
	end, _ := m.attempt(s, start, caps)
	if end < 0 {
		return start, Undecided
	}
	m.finish(start, end, caps)
	return 0, Hit
}

// finish fills the slots that no link sets.
func (m *Matcher) finish(start, end int, caps []int) {
	if len(caps) >= 2 {
		caps[0], caps[1] = start, end
	}
	for i := m.slots; i < len(caps); i++ {
		caps[i] = -1
	}
}

// attempt follows the chain from pos and returns where it ends, or -1 and how far it came. After a miss, the
// slots that the attempt wrote hold positions of no match: an attempt that succeeds writes them all anew.
func (m *Matcher) attempt(s string, pos int, caps []int) (end, reached int) {
	p := pos
	for k := range m.links {
		l := &m.links[k]
		if l.led {
			if p >= len(s) || s[p] != l.lead {
				return -1, p
			}
			p++
		}
		if slot := int(l.before); slot != 0 && slot < len(caps) {
			caps[slot] = p
		}
		switch l.kind {
		case kindLiteral:
			if len(s)-p < len(l.text) || s[p] != l.text[0] || s[p:p+len(l.text)] != l.text {
				return -1, p
			}
			p += len(l.text)
		case kindRun:
			q, stop := p, len(s)
			if l.most >= 0 && int(l.most) < stop-p {
				stop = p + int(l.most)
			}
			for q < stop && l.set.Contains(s[q]) {
				q++
			}
			if q-p < int(l.least) {
				return -1, q
			}
			p = q
		case kindUntil:
			q := until(s, p, l.stop)
			if q-p < int(l.least) {
				return -1, q
			}
			p = q
		case kindAll:
			if len(s)-p < int(l.least) {
				return -1, p
			}
			p = len(s)
		case kindOneOf:
			n := l.match(s[p:])
			if n < 0 {
				return -1, p
			}
			p += n
		case kindEnd:
			if p != len(s) {
				return -1, p
			}
		}
		if slot := int(l.after); slot != 0 && slot < len(caps) {
			caps[slot] = p
		}
	}
	return p, p
}

// match returns the length of the word that s begins with, or -1.
func (l *link) match(s string) int {
	if len(s) > 0 {
		for _, w := range l.words {
			if s[0] == w[0] && strings.HasPrefix(s, w) {
				return len(w)
			}
		}
	}
	if l.optional {
		return 0
	}
	return -1
}

// MemoryUsage returns how many bytes the chain holds.
func (m *Matcher) MemoryUsage() int {
	n := int(unsafe.Sizeof(*m)) + m.starts.MemoryUsage() + cap(m.ends)*int(unsafe.Sizeof(ending{}))
	for i := range m.links {
		n += int(unsafe.Sizeof(link{})) + len(m.links[i].text)
		for _, w := range m.links[i].words {
			n += 16 + len(w)
		}
	}
	return n
}
