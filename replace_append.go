package regexp

import "github.com/arenaregexp/regexp/arena"

// The methods of this file are the replacements with a slice of the caller to append to. They allocate only
// where dst has no room; what dst held stays in front. dst must not overlap the other arguments.

// AppendReplaceAll appends to dst what [Regexp.ReplaceAll] returns. It allocates only where dst has no room.
func (re *Regexp) AppendReplaceAll(dst, src, repl []byte) []byte {
	return re.AppendReplaceAllString(dst, arena.String(src), arena.String(repl))
}

// AppendReplaceAllString appends to dst what [Regexp.ReplaceAllString] returns.
func (re *Regexp) AppendReplaceAllString(dst []byte, src, repl string) []byte {
	var local [inlineInts]int
	var x scratch
	with := template(repl)
	dst = re.replaceAppend(dst, src, x.slots(local[:], with.captures(re)), with)
	x.release()
	return dst
}

// AppendReplaceAllLiteral appends to dst what [Regexp.ReplaceAllLiteral] returns. It allocates only where dst has no room.
func (re *Regexp) AppendReplaceAllLiteral(dst, src, repl []byte) []byte {
	return re.AppendReplaceAllLiteralString(dst, arena.String(src), arena.String(repl))
}

// AppendReplaceAllLiteralString appends to dst what [Regexp.ReplaceAllLiteralString] returns. It allocates only where dst has no room.
func (re *Regexp) AppendReplaceAllLiteralString(dst []byte, src, repl string) []byte {
	var caps [2]int
	return re.replaceAppend(dst, src, caps[:], literal(repl))
}

// AppendReplaceAllFunc appends to dst what [Regexp.ReplaceAllFunc] returns. It allocates only where dst has no room, and what repl does.
func (re *Regexp) AppendReplaceAllFunc(dst, src []byte, repl func([]byte) []byte) []byte {
	var caps [2]int
	return re.replaceAppend(dst, arena.String(src), caps[:], replacement{call: func() string {
		return arena.String(repl(src[caps[0]:caps[1]]))
	}})
}

// AppendReplaceAllStringFunc appends to dst what [Regexp.ReplaceAllStringFunc] returns. It allocates only where dst has no room, and what
// repl does.
func (re *Regexp) AppendReplaceAllStringFunc(dst []byte, src string, repl func(string) string) []byte {
	var caps [2]int
	return re.replaceAppend(dst, src, caps[:], replacement{call: func() string {
		return repl(src[caps[0]:caps[1]])
	}})
}

// AppendReplaceAllStringSubmatchFunc appends src to dst with each match replaced by what repl appends: it is
// called with the text so far, while m holds the match, and returns the text with the replacement at its
// end. m is not an argument of repl, so that a local variable of the caller stays on the stack. Afterwards
// m.Len() is 0.
//
//	var m regexp.Matches
//	out = re.AppendReplaceAllStringSubmatchFunc(out[:0], src, &m, func(dst []byte) []byte {
//		return append(dst, m.Named("host")...)
//	})
func (re *Regexp) AppendReplaceAllStringSubmatchFunc(dst []byte, src string, m *Matches, repl func(dst []byte) []byte) []byte {
	copied := 0
	for range re.ExecAll(src, m) {
		start, end := m.Span(0)
		dst = repl(append(dst, src[copied:start]...))
		copied = end
	}
	return append(dst, src[copied:]...)
}

// AppendReplaceAllSubmatchFunc is [Regexp.AppendReplaceAllStringSubmatchFunc] for a []byte; in repl,
// [Matches.GroupBytes] gives slices of src. It allocates only where dst has no room, and what repl does.
func (re *Regexp) AppendReplaceAllSubmatchFunc(dst, src []byte, m *Matches, repl func(dst []byte) []byte) []byte {
	copied := 0
	for range re.ExecAllBytes(src, m) {
		start, end := m.Span(0)
		dst = repl(append(dst, src[copied:start]...))
		copied = end
	}
	return append(dst, src[copied:]...)
}
