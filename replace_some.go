package regexp

import "github.com/arenaregexp/regexp/arena"

// The methods of this file replace the first n matches, as [strings.Replace] does for texts: all where n is negative, none where it
// is 0. The Go proposal golang/go#40198 asks for them.

// Replace returns a copy of src with the first n matches replaced by a template, which is expanded for each match as
// [Regexp.Expand] does. It is nil where the result is empty. It allocates the copy and nothing else.
func (re *Regexp) Replace(src, repl []byte, n int) []byte {
	if n == 0 {
		return append([]byte(nil), src...)
	}
	var local [inlineInts]int
	var x scratch
	with := template(arena.String(repl))
	with.most = max(n, 0)
	out := re.replaceBytes(&x, src, x.slots(local[:], with.captures(re)), with)
	x.release()
	return out
}

// ReplaceString returns src with the first n matches replaced by a template, which is expanded for each match as
// [Regexp.Expand] does. Where nothing changes it returns src itself and allocates nothing.
func (re *Regexp) ReplaceString(src, repl string, n int) string {
	if n == 0 {
		return src
	}
	var local [inlineInts]int
	var x scratch
	with := template(repl)
	with.most = max(n, 0)
	out := re.replaceString(&x, src, x.slots(local[:], with.captures(re)), with)
	x.release()
	return out
}

// AppendReplace appends to dst what [Regexp.Replace] returns. It allocates only where dst has no room. dst must not overlap the
// other arguments.
func (re *Regexp) AppendReplace(dst, src, repl []byte, n int) []byte {
	return re.AppendReplaceString(dst, arena.String(src), arena.String(repl), n)
}

// AppendReplaceString appends to dst what [Regexp.ReplaceString] returns. It allocates only where dst has no room. dst must not
// overlap the other arguments.
func (re *Regexp) AppendReplaceString(dst []byte, src, repl string, n int) []byte {
	if n == 0 {
		return append(dst, src...)
	}
	var local [inlineInts]int
	var x scratch
	with := template(repl)
	with.most = max(n, 0)
	dst = re.replaceAppend(dst, src, x.slots(local[:], with.captures(re)), with)
	x.release()
	return dst
}
