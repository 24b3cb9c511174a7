package jitstack

import (
	"strings"

	"github.com/arenaregexp/regexp/arena"
)

// Replacements find their matches as [Pattern.FindAllString] does. A search that ends with an error leaves no half result: the methods
// return the error and "" or nil, and the append forms dst as it was.

// AppendReplaceAllString appends to dst src with all matches replaced by a template, which is expanded for each match as
// [arena.Matches.Expand] does: $1 and ${name} stand for groups, $$ for a dollar sign. It allocates only where dst has no room. dst must
// not overlap the other arguments.
func (p *Pattern) AppendReplaceAllString(dst []byte, src, template string) ([]byte, error) {
	variables := strings.IndexByte(template, '$') >= 0
	width := 2
	if variables {
		width = p.captures()
	}
	var local [inlineInts]int
	var x scratch
	caps := x.slots(local[:], width)
	held, copied := len(dst), 0
	var failure error
	for c := p.cursor(src); ; {
		ok, err := c.next(caps)
		if !ok {
			failure = err
			break
		}
		// With \K in a lookbehind a match can begin before the end of the one before.
		if caps[0] > copied {
			dst = append(dst, src[copied:caps[0]]...)
		}
		copied = max(copied, caps[1])
		if variables {
			dst = arena.AppendExpand(dst, template, src, caps, p.names)
		} else {
			dst = append(dst, template...)
		}
	}
	x.release()
	if failure != nil {
		return dst[:held], failure
	}
	return append(dst, src[copied:]...), nil
}

// AppendReplaceAll is [Pattern.AppendReplaceAllString] for []byte.
func (p *Pattern) AppendReplaceAll(dst, src, template []byte) ([]byte, error) {
	return p.AppendReplaceAllString(dst, arena.String(src), arena.String(template))
}

// ReplaceAllString returns src with all matches replaced by a template, in which $1 and ${name} stand for groups and $$ for a dollar sign,
// as in [arena.Matches.Expand].
func (p *Pattern) ReplaceAllString(src, template string) (string, error) {
	var local [512]byte
	out, err := p.AppendReplaceAllString(local[:0], src, template)
	if err != nil {
		return "", err
	}
	if string(out) == src {
		return src, nil
	}
	return string(out), nil
}

// ReplaceAll is [Pattern.ReplaceAllString] for []byte: it returns a copy of src, nil where the result is empty.
func (p *Pattern) ReplaceAll(src, template []byte) ([]byte, error) {
	var local [512]byte
	out, err := p.AppendReplaceAllString(local[:0], arena.String(src), arena.String(template))
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return append(make([]byte, 0, len(out)), out...), nil
}

// ReplaceAllLiteralString returns src with all matches replaced by text as it stands.
func (p *Pattern) ReplaceAllLiteralString(src, text string) (string, error) {
	return p.ReplaceAllStringFunc(src, func(string) string { return text })
}

// ReplaceAllStringFunc returns src with each match replaced by what repl returns for its text.
func (p *Pattern) ReplaceAllStringFunc(src string, repl func(match string) string) (string, error) {
	var out []byte
	copied := 0
	err := p.all(src, -1, 2, func(caps []int) {
		if caps[0] > copied {
			out = append(out, src[copied:caps[0]]...)
		}
		copied = max(copied, caps[1])
		out = append(out, repl(src[caps[0]:caps[1]])...)
	})
	if err != nil {
		return "", err
	}
	return string(append(out, src[copied:]...)), nil
}
