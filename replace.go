package regexp

import (
	"strings"

	"github.com/arenaregexp/regexp/arena"
)

// replacement is what takes the place of a match: the result of call, or else a text, which is
// a template if it holds a dollar sign that means something.
type replacement struct {
	text     string
	template bool
	call     func() string
	most     int // matches that are replaced; 0 for all
}

func literal(text string) replacement { return replacement{text: text} }

// template looks for the dollar sign once, so that a text without one needs no groups.
func template(text string) replacement {
	return replacement{text: text, template: strings.IndexByte(text, '$') >= 0}
}

// captures is how many offsets the search must deliver for this replacement.
func (with *replacement) captures(re *Regexp) int {
	if with.template {
		return re.captures()
	}
	return 2
}

// replaced appends s to dst with all matches replaced, or, where there is no match, reports that and
// appends nothing: then a caller can do without a copy. dst grows in x, or on the heap where x is nil.
// The offsets of each match are in caps when with.call is called.
//
// The calls take no argument and return text, so that neither dst nor caps escapes to them.
func (re *Regexp) replaced(x *scratch, dst []byte, s string, caps []int, with replacement) (_ []byte, found bool) {
	copied, count := 0, 0
	for c := re.cursor(s); (with.most == 0 || count < with.most) && c.Next(caps); count++ {
		dst = x.write(dst, s[copied:caps[0]])
		copied = caps[1]
		switch {
		case with.call != nil:
			dst = x.write(dst, with.call())
		case with.template:
			for piece, rest := "", with.text; rest != ""; {
				piece, rest = arena.ExpandPiece(rest, s, caps, re.names)
				dst = x.write(dst, piece)
			}
		default:
			dst = x.write(dst, with.text)
		}
	}
	if count > 0 {
		dst = x.write(dst, s[copied:])
	}
	return dst, count > 0
}

// replaceString is the string form of a replacement whose offsets go to caps. It leaves x for the caller to release.
func (re *Regexp) replaceString(x *scratch, src string, caps []int, with replacement) string {
	var local [scratchBytes]byte
	out, found := re.replaced(x, local[:0], src, caps, with)
	if !found || string(out) == src {
		return src
	}
	return string(out)
}

// replaceBytes is the []byte form: always a copy, and nil for an empty result, as the standard library has it.
func (re *Regexp) replaceBytes(x *scratch, src []byte, caps []int, with replacement) []byte {
	var local [scratchBytes]byte
	out, found := re.replaced(x, local[:0], arena.String(src), caps, with)
	if !found {
		out = src
	}
	if len(out) == 0 {
		return nil
	}
	exact := make([]byte, len(out))
	copy(exact, out)
	return exact
}

// replaceAppend is the append form.
func (re *Regexp) replaceAppend(dst []byte, src string, caps []int, with replacement) []byte {
	out, found := re.replaced(nil, dst, src, caps, with)
	if !found {
		return append(dst, src...)
	}
	return out
}

// ReplaceAllString returns src with all matches replaced by a template, which is expanded for each match as
// [Regexp.Expand] does. Where nothing changes it returns src itself and does not copy it.
func (re *Regexp) ReplaceAllString(src, repl string) string {
	var local [inlineInts]int
	var x scratch
	with := template(repl)
	out := re.replaceString(&x, src, x.slots(local[:], with.captures(re)), with)
	x.release()
	return out
}

// ReplaceAllLiteralString returns src with all matches replaced by repl as it stands. Where nothing
// changes it returns src itself and does not copy it.
func (re *Regexp) ReplaceAllLiteralString(src, repl string) string {
	var caps [2]int
	var x scratch
	out := re.replaceString(&x, src, caps[:], literal(repl))
	x.release()
	return out
}

// ReplaceAllStringFunc returns src with each match replaced by what repl returns for its text. Where
// nothing changes it returns src itself and does not copy it.
func (re *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string {
	var caps [2]int
	var x scratch
	defer x.release()
	return re.replaceString(&x, src, caps[:], replacement{call: func() string {
		return repl(src[caps[0]:caps[1]])
	}})
}

// ReplaceAllStringSubmatchFunc returns src with each match replaced by what repl returns for the texts of
// its groups, entry 0 being the whole match and "" standing for a group that took no part. The slice is
// fresh for each match. Where nothing changes it returns src itself and does not copy it.
//
// The name and the meaning are those of the Go proposal golang/go#79405.
func (re *Regexp) ReplaceAllStringSubmatchFunc(src string, repl func(groups []string) string) string {
	var local [inlineInts]int
	var x scratch
	defer x.release()
	caps := x.slots(local[:], re.captures())
	return re.replaceString(&x, src, caps, replacement{call: func() string {
		return repl(texts(src, caps))
	}})
}

// ReplaceAll returns a copy of src with all matches replaced by a template, which is expanded for each
// match as [Regexp.Expand] does. It is nil where the result is empty.
func (re *Regexp) ReplaceAll(src, repl []byte) []byte {
	var local [inlineInts]int
	var x scratch
	with := template(arena.String(repl))
	out := re.replaceBytes(&x, src, x.slots(local[:], with.captures(re)), with)
	x.release()
	return out
}

// ReplaceAllLiteral returns a copy of src with all matches replaced by repl as it stands. It is nil where
// the result is empty.
func (re *Regexp) ReplaceAllLiteral(src, repl []byte) []byte {
	var caps [2]int
	var x scratch
	out := re.replaceBytes(&x, src, caps[:], literal(arena.String(repl)))
	x.release()
	return out
}

// ReplaceAllFunc returns a copy of src with each match replaced by what repl returns for its text, a slice
// of src that repl must not change. It is nil where the result is empty.
func (re *Regexp) ReplaceAllFunc(src []byte, repl func([]byte) []byte) []byte {
	var caps [2]int
	var x scratch
	defer x.release()
	return re.replaceBytes(&x, src, caps[:], replacement{call: func() string {
		return arena.String(repl(src[caps[0]:caps[1]]))
	}})
}

// ReplaceAllSubmatchFunc returns a copy of src with each match replaced by what repl returns for the texts of
// its groups, slices of src that repl must not change, entry 0 being the whole match and nil
// standing for a group that took no part. It allocates the outer slice for each match, and the result, which is
// nil where it is empty.
//
// The name and the meaning are those of the Go proposal golang/go#79405.
func (re *Regexp) ReplaceAllSubmatchFunc(src []byte, repl func(groups [][]byte) []byte) []byte {
	var local [inlineInts]int
	var x scratch
	defer x.release()
	caps := x.slots(local[:], re.captures())
	return re.replaceBytes(&x, src, caps, replacement{call: func() string {
		return arena.String(repl(byteTexts(src, caps)))
	}})
}

// Expand appends a template to dst with its variables replaced by groups of a match in src, and returns
// the result. match is what [Regexp.FindSubmatchIndex] returned for src. It allocates only where dst has
// no room, and dst must not overlap the other arguments.
//
// A variable is $name or ${name}; a name is letters, digits and underscores, and $name takes as many of
// them as follow: $1x is ${1x}. A decimal number names a group by its index. A variable for which no
// group stands, or whose group took no part, is replaced by nothing. $$ is a dollar sign, and so is a $
// that starts no variable.
func (re *Regexp) Expand(dst []byte, template []byte, src []byte, match []int) []byte {
	return arena.AppendExpand(dst, arena.String(template), arena.String(src), match, re.names)
}

// ExpandString is [Regexp.Expand] for a template and a subject that are strings. [Matches.Expand] does
// the same for the result of [Regexp.Exec].
func (re *Regexp) ExpandString(dst []byte, template string, src string, match []int) []byte {
	return arena.AppendExpand(dst, template, src, match, re.names)
}
