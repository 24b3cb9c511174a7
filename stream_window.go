package regexp

import (
	"errors"
	"io"

	"github.com/arenaregexp/regexp/arena"
)

const (
	firstWindow = 4 << 10 // bytes of the first buffer, unless the limit is smaller
	readSize    = 64 << 10
	maxEmpty    = 100 // reads in a row that may return nothing, as in package bufio
)

var (
	errCount   = errors.New("regexp: reader returned an impossible count")
	errStopped = errors.New("regexp: search stopped") // ends a search by runes
)

func view(b []byte) string { return arena.String(b) }

// fill reads more text into the window. It keeps the text from pos on and one byte before it, which assertions look back at. It returns
// false where the text has ended, where the limit is reached, which sets err, and where a Replacer has to give out text first.
//
// The buffer has twice the size of what is kept at least. So what is moved is at most what was read since the move before.
func (s *Scanner) fill() bool {
	if s.ended != nil || s.err != nil {
		return false
	}
	full := len(s.buf) == cap(s.buf)
	if full && s.stream.Waiting() {
		s.settle()
	}
	if s.out != nil && s.mustPause() {
		s.out.paused = true
		return false
	}
	if full {
		kept := min(s.pos, 1) + len(s.buf) - s.pos
		if kept > s.limit {
			s.err = &StreamLimitError{Offset: s.base + int64(s.pos), Limit: s.limit}
			return false
		}
		s.makeRoom(kept)
	}
	for range maxEmpty {
		room := s.buf[len(s.buf):cap(s.buf)]
		n, err := s.r.Read(room)
		if n < 0 || n > len(room) {
			n, err = 0, errCount
		}
		if err == errLater { // of a WriteReplacer
			s.out.paused = true
			return false
		}
		s.buf = s.buf[:len(s.buf)+n]
		s.ended = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.ended = io.ErrNoProgress
	return false
}

// settle drops text that a waiting search no longer needs: it has found no match that begins there.
func (s *Scanner) settle() {
	s.pos = s.eng.Decided(view(s.buf), s.pos)
	s.decided, s.seen = s.pos, len(s.buf)
}

// makeRoom moves what is kept to the beginning of the buffer, or of a larger one.
func (s *Scanner) makeRoom(kept int) {
	from := len(s.buf) - kept
	to := s.buf[:0]
	if 2*kept >= cap(s.buf) || cap(s.buf) < min(readSize, 2*s.limit+2) {
		size := max(2*cap(s.buf), firstWindow)
		to = make([]byte, 0, min(size, 2*s.limit+2))
	}
	s.buf = append(to, s.buf[from:]...)
	s.base += int64(from)
	s.pos -= from
	s.read -= from
	s.decided -= from
	s.seen -= from
	if s.out != nil {
		s.out.copied -= from
	}
	s.stream.Move(from)
}
