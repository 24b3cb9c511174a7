package regexp

import (
	"io"

	"github.com/arenaregexp/regexp/arena"
)

// Find returns the text of the first match in b, as a slice of b, or nil where there is none.
// It does not allocate.
func (re *Regexp) Find(b []byte) []byte {
	var caps [2]int
	if !re.eng.Search(arena.String(b), 0, Unanchored, caps[:]) {
		return nil
	}
	return b[caps[0]:caps[1]:caps[1]]
}

// FindIndex returns the offsets of the first match in b, its start and its end, or nil where there is none.
// [Regexp.ExecBytes] does not allocate the two.
func (re *Regexp) FindIndex(b []byte) (loc []int) {
	return re.FindStringIndex(arena.String(b))
}

// FindString returns the text of the first match in s. It is "" where there is none and where the
// match is empty; [Regexp.FindStringIndex] and [Regexp.Exec] tell these apart. It does not allocate.
func (re *Regexp) FindString(s string) string {
	var caps [2]int
	if !re.eng.Search(s, 0, Unanchored, caps[:]) {
		return ""
	}
	return s[caps[0]:caps[1]]
}

// FindStringIndex returns the offsets of the first match in s, its start and its end, or nil where there is
// none. [Regexp.Exec] does not allocate the two.
func (re *Regexp) FindStringIndex(s string) (loc []int) {
	var caps [2]int
	if !re.eng.Search(s, 0, Unanchored, caps[:]) {
		return nil
	}
	return offsets(caps[:])
}

// FindReaderIndex returns the offsets of the first match in the text of r, counted in bytes from
// where r stood, or nil where there is none. It reads no further than the choice of the match
// demands, which may be beyond its end. It is fast where r is a *bufio.Reader, *strings.Reader, *bytes.Reader or *bytes.Buffer. An error of
// r, whichever it is, ends the text.
func (re *Regexp) FindReaderIndex(r io.RuneReader) (loc []int) {
	var caps [2]int
	if !re.eng.SearchReader(r, caps[:]) {
		return nil
	}
	return offsets(caps[:])
}

// FindSubmatch returns the texts of the groups of the first match in b, as slices of b, entry 0 being the
// whole match and nil standing for a group that took no part. It is nil where there is no match.
// [Regexp.ExecBytes] does not allocate the slice.
func (re *Regexp) FindSubmatch(b []byte) [][]byte {
	var local [inlineInts]int
	var x scratch
	var groups [][]byte
	if caps := x.slots(local[:], re.captures()); re.eng.Search(arena.String(b), 0, Unanchored, caps) {
		groups = byteTexts(b, caps)
	}
	x.release()
	return groups
}

// FindSubmatchIndex returns the offsets of the groups of the first match in b: those of group i are
// the entries 2*i and 2*i+1, and -1 where it took no part. It is nil where there is no match.
// [Regexp.ExecBytes] does not allocate the slice.
func (re *Regexp) FindSubmatchIndex(b []byte) []int {
	return re.FindStringSubmatchIndex(arena.String(b))
}

// FindStringSubmatch returns the texts of the groups of the first match in s, entry 0 being the whole match
// and "" standing for a group that took no part. It is nil where there is no match.
// [Regexp.Exec] does not allocate the slice.
func (re *Regexp) FindStringSubmatch(s string) []string {
	var local [inlineInts]int
	var x scratch
	var groups []string
	if caps := x.slots(local[:], re.captures()); re.eng.Search(s, 0, Unanchored, caps) {
		groups = texts(s, caps)
	}
	x.release()
	return groups
}

// FindStringSubmatchIndex returns the offsets of the groups of the first match in s: those of group i are
// the entries 2*i and 2*i+1, and -1 where it took no part. It is nil where there is no match.
// [Regexp.Exec] does not allocate the slice.
func (re *Regexp) FindStringSubmatchIndex(s string) []int {
	var local [inlineInts]int
	var x scratch
	var groups []int
	if caps := x.slots(local[:], re.captures()); re.eng.Search(s, 0, Unanchored, caps) {
		groups = offsets(caps)
	}
	x.release()
	return groups
}

// FindReaderSubmatchIndex returns the offsets of the groups of the first match in the text of r, laid out as
// [Regexp.FindStringSubmatchIndex] does, and reads r as [Regexp.FindReaderIndex] does.
func (re *Regexp) FindReaderSubmatchIndex(r io.RuneReader) []int {
	var local [inlineInts]int
	var x scratch
	defer x.release()
	caps := x.slots(local[:], re.captures())
	if !re.eng.SearchReader(r, caps) {
		return nil
	}
	return offsets(caps)
}
