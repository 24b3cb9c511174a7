package regexp

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine"
)

// DefaultStreamLimit is how much text a [Scanner] keeps at most, in bytes, unless [Scanner.Limit] sets another bound.
const DefaultStreamLimit = 1 << 20

// minStreamLimit holds a character of context and a few undecided ones.
const minStreamLimit = 16

// ErrStreamLimit is returned, wrapped, where a limit is negative, below 16 bytes, or too small for the shortest match.
var ErrStreamLimit = errors.New("regexp: stream limit too small")

// StreamLimitError is the error of a search that could not decide a match within the limit of its [Scanner].
type StreamLimitError struct {
	Offset int64 // where the undecided match may begin, in bytes from the start of the stream
	Limit  int   // the limit, in bytes
}

func (e *StreamLimitError) Error() string {
	return fmt.Sprintf("regexp: match at offset %d undecided within %d bytes", e.Offset, e.Limit)
}

// Scanner finds all matches in what a reader delivers, one after another, without holding the whole text. The matches are those
// that [Regexp.FindAll] finds in the whole text. It is not safe for concurrent use.
//
// It holds a window of the text. The window keeps what an undecided match needs, up to a limit; its buffer takes at most twice the limit.
// A match that cannot be decided within the limit ends the scan with a [StreamLimitError]. No match is missed silently, and none is
// wrong. A scan allocates for the buffer only, not for matches.
//
// An error of the reader ends the text, as the end of the stream does: `$` matches there. [Scanner.Err] then returns it.
type Scanner struct {
	eng     *engine.Engine
	names   []string // of the groups that are wanted
	r       io.Reader
	buf     []byte // the window
	base    int64  // offset of buf[0] in the stream
	pos     int    // where the next search starts, in buf; beyond it once there is no further match
	read    int    // in buf: what a search by runes has read
	origin  int64  // where that search began, in the stream
	lastEnd int64  // where the match before ended; -1 at first
	step    bool   // the match before was empty: the next search starts one character further
	horizon int    // see engine.Horizon; 0 if there is none
	decided int    // in buf: before it, answers are final
	seen    int    // in buf: how much was seen when that was found out
	rest    int    // how many calls of decide are skipped after one that decides little
	skip    int    // how many of these are left
	limit   int
	started bool
	done    bool
	out     *output // of a Replacer; else nil
	ended   error   // what ended the text: io.EOF or an error of the reader
	err     error   // what Err returns
	offset  int64
	m       Matches
	stream  engine.Stream
}

// NewScanner returns a Scanner for the text of r.
func (re *Regexp) NewScanner(r io.Reader) *Scanner {
	return &Scanner{eng: re.eng, names: re.names, r: r, lastEnd: -1, limit: DefaultStreamLimit}
}

// Limit bounds the text that the Scanner keeps, in bytes. It is at least 16 and at least the length of the shortest match; otherwise the
// scan ends at once with [ErrStreamLimit]. It panics after the first [Scanner.Scan].
func (s *Scanner) Limit(bytes int) {
	if s.started {
		panic("regexp: Scanner.Limit called after Scan")
	}
	s.limit = bytes
}

// Scan looks for the next match and reports whether there is one. After false, [Scanner.Err] tells whether the text was searched to its
// end. It reads ahead: a match is reported when the text read behind it decides it.
func (s *Scanner) Scan() bool {
	if !s.started && !s.start() || s.done {
		return false
	}
	for {
		caps := s.m.Slots(len(s.names))
		found := false
		if s.pos < s.decided && !s.step { // answers are final, and nothing but the search is needed
			if found = s.eng.Search(view(s.buf), s.pos, Unanchored, caps) && caps[0] < s.decided; !found {
				s.pos = s.decided
			}
		}
		if !found && (!s.advance() || !s.search(caps)) {
			if s.paused() {
				return false
			}
			break
		}
		start, end := caps[0], caps[1]
		last := s.base + int64(end)
		touches := s.lastEnd == last && start == end
		s.pos, s.lastEnd, s.step = end, last, start == end
		if touches {
			continue
		}
		s.offset = s.base + int64(start)
		caps[0], caps[1] = 0, end-start
		for i := 2; i < len(caps); i++ {
			if caps[i] >= 0 {
				caps[i] -= start
			}
		}
		s.m.CommitBytes(view(s.buf[start:end]), len(s.names), s.names)
		return true
	}
	s.done = true
	s.m.Slots(len(s.names))
	if s.err == nil && s.ended != io.EOF {
		s.err = s.ended
	}
	return false
}

// Matches returns the groups of the match that Scan found. Their offsets count from [Scanner.Offset]. They are valid until the next
// Scan.
func (s *Scanner) Matches() *Matches { return &s.m }

// Bytes returns the text of the match, valid until the next Scan.
func (s *Scanner) Bytes() []byte { return s.m.GroupBytes(0) }

// Text returns a copy of the text of the match.
func (s *Scanner) Text() string { return string(s.m.GroupBytes(0)) }

// Offset returns where the match begins, in bytes from the start of the stream.
func (s *Scanner) Offset() int64 { return s.offset }

// Err returns the error that ended the scan, or nil where it came to the end of the stream.
func (s *Scanner) Err() error { return s.err }

// All iterates over the remaining matches. It yields the offset and the groups of each, which are valid until the next. Afterwards
// [Scanner.Err] tells whether the text was searched to its end.
func (s *Scanner) All() iter.Seq2[int64, *Matches] {
	return func(yield func(int64, *Matches) bool) {
		for s.Scan() {
			if !yield(s.offset, &s.m) {
				return
			}
		}
	}
}

// stopped reports whether fill has ended the search, for good or until its Replacer has given out what it holds.
func (s *Scanner) stopped() bool { return s.err != nil || s.paused() }

func (s *Scanner) paused() bool { return s.out != nil && s.out.paused }

func (s *Scanner) start() bool {
	s.started = true
	if s.limit < minStreamLimit || s.limit < s.eng.MinLen() {
		s.done = true
		s.err = fmt.Errorf("%w: %d bytes, need %d", ErrStreamLimit, s.limit, max(minStreamLimit, s.eng.MinLen()))
		return false
	}
	s.horizon = s.eng.Horizon(s.limit / 4)
	return true
}

// advance moves pos to where the next search starts, which after an empty match is behind the next character. It returns false where
// there is nothing left to search.
func (s *Scanner) advance() bool {
	if s.step {
		for !utf8.FullRune(s.buf[s.pos:]) && s.fill() {
		}
		if s.stopped() || s.pos == len(s.buf) {
			return false
		}
		_, width := utf8.DecodeRune(s.buf[s.pos:])
		s.pos += width
		s.step = false
	}
	return !s.eng.AtBegin() || s.base == 0 && s.pos == 0
}

// search looks for the first match from pos on. Offsets in caps count from the beginning of the window as it is afterwards.
func (s *Scanner) search(caps []int) bool {
	if s.horizon == 0 {
		return s.searchOpen(caps)
	}
	for s.ended == nil {
		if s.pos < s.decided {
			if s.eng.Search(view(s.buf), s.pos, Unanchored, caps) && caps[0] < s.decided {
				return true
			}
			s.pos = s.decided
		}
		s.fill()
		if s.stopped() {
			return false
		}
		// A search covers a horizon of text again. So it waits for a part of that.
		if 4*(len(s.buf)-s.seen) >= s.horizon {
			s.seen = len(s.buf)
			s.decided = s.pos
			if final := len(s.buf) - s.horizon; final > s.pos {
				s.decided = engine.RuneStart(view(s.buf), s.pos, final)
			}
			s.decided = s.eng.Decided(view(s.buf), s.decided)
		}
	}
	return s.eng.Search(view(s.buf), s.pos, Unanchored, caps)
}

// searchOpen is search for a pattern whose matches may have any length. While there is text for which the answers are final, it searches as in
// a text in memory. What is left at the end of the window goes through an automaton that is kept from window to window.
func (s *Scanner) searchOpen(caps []int) bool {
	for {
		if s.ended != nil {
			s.stream.Stop()
			return s.eng.Search(view(s.buf), s.pos, Unanchored, caps)
		}
		if s.pos < s.decided {
			if s.eng.Search(view(s.buf), s.pos, Unanchored, caps) && caps[0] < s.decided {
				return true
			}
			s.pos = s.decided
		}
		switch s.eng.SearchMore(&s.stream, view(s.buf), s.pos, caps) {
		case dfa.Hit:
			return true
		case dfa.Miss:
			return false
		case dfa.GaveUp:
			return s.searchRunes(caps)
		}
		s.fill()
		if s.stopped() {
			return false
		}
		if unseen := len(s.buf) - s.seen; unseen >= leastUnseen && unseen >= (len(s.buf)-s.pos)/2 {
			s.decide(unseen)
		}
	}
}

// leastUnseen is how much new text is worth looking for what it decides, in bytes.
const leastUnseen = 512

// maxRest is how many windows go by at most without a look for what they decide.
const maxRest = 31

// decide finds out for which positions the answers are final. A search that waits for more text is given up if it was about such positions.
//
// The look reads the text backwards up to the first position that is not decided. With `(?s)<!--.*?-->` that is nearly all of the text, and for
// nothing. So after a look that decides little, there is none for 1, 3, 7 ... windows.
func (s *Scanner) decide(unseen int) {
	s.seen = len(s.buf)
	if s.skip > 0 {
		s.skip--
		return
	}
	s.decided = s.eng.Decided(view(s.buf), s.pos)
	if s.decided > s.pos {
		s.stream.Stop()
	}
	if s.decided-s.pos >= unseen/2 {
		s.rest = 0
	} else {
		s.rest = min(2*s.rest+1, maxRest)
	}
	s.skip = s.rest
}

func (s *Scanner) searchRunes(caps []int) bool {
	last := rune(-1)
	if s.pos > 0 {
		last = rune(s.buf[s.pos-1]) // assertions tell ASCII characters apart, which are single bytes
		if last >= utf8.RuneSelf {
			last = utf8.RuneError
		}
	}
	s.read = s.pos
	s.origin = s.base + int64(s.pos)
	hit := s.eng.SearchStream(&s.stream, (*source)(s), last, caps)
	if s.stopped() || !hit {
		return false
	}
	move := int(s.origin - s.base)
	for i := range caps {
		if caps[i] >= 0 {
			caps[i] += move
		}
	}
	return true
}

// source is a Scanner as a search by runes sees it.
type source Scanner

func (x *source) ReadRune() (rune, int, error) {
	s := (*Scanner)(x)
	for !utf8.FullRune(s.buf[s.read:]) && s.fill() {
	}
	if s.stopped() {
		return 0, 0, errStopped
	}
	if s.read == len(s.buf) {
		return 0, 0, io.EOF
	}
	r, width := utf8.DecodeRune(s.buf[s.read:])
	s.read += width
	return r, width, nil
}

func (x *source) Settled(pos int) (skipped int, last rune) {
	x.pos = int(x.origin + int64(pos) - x.base)
	return 0, 0
}
