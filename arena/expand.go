package arena

import (
	"strings"
	"unicode"
)

// Expand appends a template to dst with its variables replaced by groups of m, and returns the result.
//
// A variable is $name or ${name}; a name is letters, digits and underscores, and $name takes as many of
// them as follow: $1x is ${1x}. A decimal number names a group by its index. A variable for which no
// group stands, or whose group took no part, is replaced by nothing. $$ is a dollar sign, and so is a $
// that starts no variable. Expand allocates only where dst has no room.
func (m *Matches) Expand(dst []byte, template string) []byte {
	match := m.spill
	if 2*m.n <= len(m.inline) {
		match = m.inline[:]
	}
	return AppendExpand(dst, template, m.subject, match[:2*m.n], m.names)
}

// AppendExpand is [Matches.Expand] for a match that is given as offsets in src, a pair a group, -1 where
// it took no part; names holds the name of each group by its index.
func AppendExpand(dst []byte, template, src string, match []int, names []string) []byte {
	for template != "" {
		var piece string
		piece, template = ExpandPiece(template, src, match, names)
		dst = append(dst, piece...)
	}
	return dst
}

// ExpandPiece is one step of [AppendExpand], for callers that must know how much room a piece takes: it
// returns what the start of a template, up to the next variable or over one, expands to, and the rest of
// the template.
func ExpandPiece(template, src string, match []int, names []string) (piece, rest string) {
	if dollar := strings.IndexByte(template, '$'); dollar < 0 {
		return template, ""
	} else if dollar > 0 {
		return template[:dollar], template[dollar:]
	}
	rest = template[1:]
	if strings.HasPrefix(rest, "$") {
		return "$", rest[1:]
	}
	name, size := variable(rest)
	if size == 0 {
		return "$", rest
	}
	if i := lookup(name, match, names); i >= 0 {
		piece = src[match[2*i]:match[2*i+1]]
	}
	return piece, rest[size:]
}

// variable returns the name with which s starts, in braces or not, and the size of the whole in
// bytes: 0 where s starts with none.
func variable(s string) (name string, size int) {
	braces := 0
	if strings.HasPrefix(s, "{") {
		s, braces = s[1:], 2
	}
	end := len(s)
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end = i
			break
		}
	}
	if end == 0 || braces > 0 && !strings.HasPrefix(s[end:], "}") {
		return "", 0
	}
	return s[:end], end + braces
}

// lookup returns the group for which a name stands, if it took part in the match, and -1 otherwise.
func lookup(name string, match []int, names []string) int {
	set := func(i int) bool { return 2*i+1 < len(match) && match[2*i] >= 0 }
	if i, ok := number(name); ok {
		if set(i) {
			return i
		}
		return -1
	}
	for i, s := range names {
		if s == name && set(i) {
			return i
		}
	}
	return -1
}

// number reads a name as the index of a group. A leading zero or more than nine digits make it a name
// like any other, since groups may be named so.
func number(name string) (n int, ok bool) {
	const maxDigits = 9
	if len(name) > maxDigits || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	for i := 0; i < len(name); i++ {
		digit := name[i] - '0'
		if digit > 9 {
			return 0, false
		}
		n = 10*n + int(digit)
	}
	return n, true
}
