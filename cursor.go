package regexp

import "github.com/arenaregexp/regexp/engine"

// cursor returns what steps through the matches of s. Everything that wants more than the first match stands on it: the FindAll family with
// its append forms and iterators, Split and the replacements.
func (re *Regexp) cursor(s string) engine.Iter { return re.eng.Iterate(s) }

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
