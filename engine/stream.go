package engine

import "github.com/arenaregexp/regexp/engine/internal/pike"

// Search of a text that arrives in parts. There are two ways.
//
// A pattern whose matches have a bounded length is searched window by window with [Engine.Search]. What a search decides at a
// position depends on no byte further than [Engine.Horizon] behind it, so its answers are final for all positions but the last ones
// of the window, which are searched again when more text is there.
//
// Any other pattern is searched by [Engine.SearchStream], which asks for runes as it needs them and tells from where on the text must
// be kept.

// Source is a text that keeps what a search may still need.
type Source = pike.Source

// Stream is the reading end of a Source. The zero value is ready. It is reused from search to search.
type Stream = pike.Stream

// SearchStream looks for the first match from where src stands, and reads no further than the answer needs. last is the character
// before, or -1 where the text begins. Offsets in caps count from where src stood. The first error of src ends the text.
func (e *Engine) SearchStream(t *Stream, src Source, last rune, caps []int) bool {
	if e.begin && last != -1 {
		return false
	}
	t.Reset(src, last)
	return pike.SearchStream(e.prog, e.longest, e.begin, t, caps)
}

// MinLen returns the number of bytes of the shortest match.
func (e *Engine) MinLen() int { return e.minLen }

// AtBegin reports whether matches begin only where the text begins.
func (e *Engine) AtBegin() bool { return e.begin }

// Horizon returns how many bytes behind a position decide whether a match begins there and which. It is 0 where there is no bound
// up to limit.
func (e *Engine) Horizon(limit int) int {
	// Behind the longest match an assertion sees one character, which takes up to four bytes.
	const ahead = 4
	if e.facts.MaxLen > limit-ahead {
		return 0
	}
	return e.facts.MaxLen + ahead
}
