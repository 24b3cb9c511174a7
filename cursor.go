package regexp

import (
	"unicode/utf8"

	"github.com/arenaregexp/regexp/engine"
)

// cursor steps through the matches of a subject. Everything that wants more than the first match
// stands on it: the FindAll family with its append forms and iterators, Split and the replacements.
type cursor struct {
	eng     *engine.Engine
	subject string
	pos     int // where the next search starts; beyond the subject once there is no further match
	lastEnd int // where the match before ended; -1 at first
}

func (re *Regexp) cursor(s string) cursor {
	return cursor{eng: re.eng, subject: s, lastEnd: -1}
}

// next finds the next match and fills caps, which has at least two entries.
//
// An empty match at the end of the match before does not count. After an empty match the search
// goes on behind the next rune, since from the same place it would find the same again.
func (c *cursor) next(caps []int) bool {
	for c.pos <= len(c.subject) && c.eng.Search(c.subject, c.pos, Unanchored, caps) {
		start, end := caps[0], caps[1]
		touches := c.lastEnd == end && start == end
		c.pos, c.lastEnd = end, end
		if start == end {
			_, width := utf8.DecodeRuneInString(c.subject[end:])
			c.pos += max(width, 1)
		}
		if !touches {
			return true
		}
	}
	c.pos = len(c.subject) + 1
	return false
}

// captures is how many offsets a match with all its groups has.
func (re *Regexp) captures() int { return 2 * len(re.names) }

// texts returns the texts at pairs of offsets, "" for an unset pair, in a slice of exactly that
// length; nil where there are none.
func texts(s string, spans []int) []string {
	if len(spans) == 0 {
		return nil
	}
	return appendTexts(make([]string, 0, len(spans)/2), s, spans)
}

func appendTexts(dst []string, s string, spans []int) []string {
	for i := 0; i < len(spans); i += 2 {
		text := ""
		if spans[i] >= 0 {
			text = s[spans[i]:spans[i+1]]
		}
		dst = append(dst, text)
	}
	return dst
}

// byteTexts is texts for a []byte: unset pairs give nil, and no text can be appended to into the next.
func byteTexts(b []byte, spans []int) [][]byte {
	if len(spans) == 0 {
		return nil
	}
	return appendByteTexts(make([][]byte, 0, len(spans)/2), b, spans)
}

func appendByteTexts(dst [][]byte, b []byte, spans []int) [][]byte {
	for i := 0; i < len(spans); i += 2 {
		var text []byte
		if start, end := spans[i], spans[i+1]; start >= 0 {
			text = b[start:end:end]
		}
		dst = append(dst, text)
	}
	return dst
}

// offsets returns a copy of spans of exactly that length, on the heap; nil where there are none.
func offsets(spans []int) []int {
	if len(spans) == 0 {
		return nil
	}
	return append([]int(nil), spans...)[:len(spans):len(spans)] // append does not clear what it will fill
}

// grid cuts a flat list into rows of one width; nil where there are none.
func grid[T any](flat []T, width int) [][]T {
	if len(flat) == 0 {
		return nil
	}
	return rows(make([][]T, 0, len(flat)/width), flat, width)
}

// rows appends to table the rows of one width that make up a flat list.
func rows[T any](table [][]T, flat []T, width int) [][]T {
	for i := 0; i < len(flat); i += width {
		table = append(table, flat[i:i+width:i+width])
	}
	return table
}
