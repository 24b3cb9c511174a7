package literal

import (
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/arenaregexp/regexp/internal/program"
)

// lineEnds finds where matches can end that end where a line ends, as `(?m)[ \t]+$` does: the next line is looked for whose last byte a match
// can end with. It is what Inside goes back from, in place of a text.
type lineEnds struct {
	last   *Set
	chance float64
}

// newLineEnds returns nil if not all matches of re end lines, or if it is no use to look for lines: nearly all end so, or a match
// may be empty or go over lines.
func newLineEnds(re *syntax.Regexp, p *program.Program) *lineEnds {
	if !ends(re, true) {
		return nil
	}
	in := p.Bytes()
	if in.Contains('\n') {
		return nil
	}
	reverse := program.CompileReverse(re)
	r := shapeReader{p: reverse, seen: make([]uint32, len(reverse.Insts))}
	var last program.ByteSet
	for _, pc := range r.closure(nil, reverse.Start) {
		set := reverse.FirstBytes(&reverse.Insts[pc])
		last.Union(&set)
	}
	if r.ends {
		return nil
	}
	if last[2]|last[3] != 0 {
		last[2], last[3] = ^uint64(0), ^uint64(0)
	}
	x := &lineEnds{last: NewSet(&last)}
	for _, b := range last.Append(nil) {
		x.chance += chance(b)
	}
	if x.chance > lastChance {
		return nil
	}
	x.chance *= chance('\n')
	return x
}

// lastChance is how probable the last bytes may be.
const lastChance = 1.0 / 3

// next returns the first position behind start where a match can end, or -1.
func (x *lineEnds) next(s string, start int) int {
	for i := start; ; {
		k := strings.IndexByte(s[i:], '\n')
		if k < 0 {
			break
		}
		if i += k; i > start && x.last.Contains(s[i-1]) {
			return i
		}
		i++
	}
	if n := len(s); n > start && x.last.Contains(s[n-1]) {
		return n
	}
	return -1
}

// String tells what is looked for.
func (x *lineEnds) String() string {
	return fmt.Sprintf("the end of a line, a byte of %d", x.last.Len())
}
