package syntax

// Holds reports whether the assertion holds at pos, in a search that began at from. What it means is said here and nowhere else: the
// matchers ask.
func (a Assert) Holds(s string, from, pos int) bool {
	switch a {
	case BeginText:
		return pos == 0
	case BeginLine:
		return pos == 0 || pos < len(s) && s[pos-1] == '\n'
	case EndText:
		return pos == len(s)
	case EndTextNewline:
		return pos == len(s) || pos == len(s)-1 && s[pos] == '\n'
	case EndLine:
		return pos == len(s) || s[pos] == '\n'
	case WordBoundary:
		return wordAt(s, pos-1) != wordAt(s, pos)
	case NotWordBoundary:
		return wordAt(s, pos-1) == wordAt(s, pos)
	case SearchStart:
		return pos == from
	}
	return false
}

// wordAt reports whether there is an ASCII word character at i.
func wordAt(s string, i int) bool {
	if uint(i) >= uint(len(s)) {
		return false
	}
	b := s[i]
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}
