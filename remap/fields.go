package remap

import "strings"

// A field is a word of a configuration, and where it stands.
type field struct {
	text         string
	line, column int // from 1, in bytes
}

// at returns the place of a byte of the field.
func (f field) at(offset int) (line, column int) { return f.line, f.column + offset }

// fieldsOf divides a configuration into its lines' fields, which blanks separate. Empty lines are left out, and comments: from a #
// that begins a field to the end of the line. With continued, a backslash that ends a line makes the next one part of it.
func fieldsOf(text string, continued bool) [][]field {
	var all [][]field
	var fields []field
	number := 0
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		number++
		line = strings.TrimSuffix(line, "\r")
		more := false
		if continued {
			line, more = strings.CutSuffix(line, `\`)
		}
		comment := false
		fields, comment = appendFields(fields, line, number)
		if more && !comment && text != "" {
			continue
		}
		if len(fields) > 0 {
			all = append(all, fields)
			fields = nil
		}
	}
	return all
}

// appendFields appends the fields of one line, and reports whether a comment ended it.
func appendFields(fields []field, line string, number int) (_ []field, comment bool) {
	for i := 0; i < len(line); {
		if blank(line[i]) {
			i++
			continue
		}
		if line[i] == '#' {
			return fields, true
		}
		start := i
		for i < len(line) && !blank(line[i]) {
			i++
		}
		fields = append(fields, field{line[start:i], number, start + 1})
	}
	return fields, false
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }
