package backtrack

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// starts leads the search from one position where a match can begin to the next.
type starts struct {
	kind  startKind
	text  string       // startText, startBegin: every match begins with it
	bytes *literal.Set // startBytes: with one of these bytes
	ref   setRef       // the same, in the program's pages
	page  *page        // that page
	end   bool         // startBytes: or at the end of the subject
	word  bool         // startBytes: and where a word begins
	needs []need       // every match has one text of each
	least int          // bytes of the shortest match, or fewer
	tail  int          // bytes that there can be from where a match begins to the end of the subject; unbounded
}

type startKind uint8

const (
	startAnywhere startKind = iota
	startText               // with a text
	startBytes              // with a byte of a set
	startBegin              // at the beginning of the subject
	startSearch             // where the search begins
	startLine               // at the beginning, and behind a newline
	startDot                // where the search begins, and behind a newline: of .*
	startDotAll             // where the search begins: of (?s).*
)

// startsOf finds out where matches can begin.
func (c *compiler) startsOf(root *syntax.Node) starts {
	st := starts{kind: c.begins(root), tail: unbounded}
	if !c.accepts {
		st.least = c.factsOf(root).least
		if st.kind == startAnywhere || st.kind == startBegin {
			st.text = c.prefix(root)
		}
		if st.kind == startAnywhere && len(st.text) > 1 {
			st.kind = startText
		}
		st.needs = st.choose(c.needs(root))
		if !c.p.verbs {
			st.tail = c.tail(root)
			if c.p.flags&syntax.EndAnchored != 0 {
				st.tail = min(st.tail, c.factsOf(root).far)
			}
		}
	}
	if st.kind != startAnywhere {
		return st
	}
	f := c.lead(root, anything)
	if c.p.verbs && f.isAnything() && !c.conditions {
		f = c.behindVerbs(root)
	}
	if f.isAnything() || f.bytes.Len() > 220 {
		return st
	}
	st.kind, st.bytes, st.end, st.ref = startBytes, literal.NewSet(&f.bytes), f.end, c.set(f.bytes)
	st.word = !beyond(&f.bytes, &words) && !f.end && c.boundary(root)
	return st
}

// beyond reports whether there are bytes in a set that are not in another.
func beyond(a, b *program.ByteSet) bool {
	for i := range a {
		if a[i]&^b[i] != 0 {
			return true
		}
	}
	return false
}

// boundary reports whether matches of n begin at a \b.
func (c *compiler) boundary(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpAssert:
		return n.Assert == syntax.WordBoundary
	case syntax.OpGroup, syntax.OpAtomic:
		return c.boundary(n.Subs[0])
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if c.boundary(sub) {
				return true
			}
			if f := c.factsOf(sub); f.most > 0 || f.verbs {
				break
			}
		}
	}
	return false
}

// begins returns how matches of n are bound to a place.
func (c *compiler) begins(n *syntax.Node) startKind {
	switch n.Op {
	case syntax.OpAssert:
		switch n.Assert {
		case syntax.BeginText:
			return startBegin
		case syntax.BeginLine:
			return startLine
		case syntax.SearchStart:
			return startSearch
		}
	case syntax.OpGroup:
		kind := c.begins(n.Subs[0])
		if kind >= startDot && (c.referenced[n.Index] || c.called[n.Index]) {
			return startAnywhere
		}
		return kind
	case syntax.OpRepeat:
		// Where there is a match that begins with .* there is one from each place before it on the line. Verbs see more than that.
		free := n.Min == 0 && n.Max == syntax.Unbounded && n.Kind != syntax.Possessive
		if free && n.Subs[0].Op == syntax.OpClass && !c.p.verbs && !c.accepts {
			switch class := n.Subs[0].Class; {
			case slices.Equal(class, []rune{0, unicode.MaxRune}):
				return startDotAll
			case slices.Equal(class, []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}):
				return startDot
			}
		}
	case syntax.OpLook:
		if !n.Negative && !n.Behind && !c.factsOf(n.Subs[0]).verbs {
			// An anchor in a lookahead is one of the match. That there is .* in it says nothing.
			if kind := c.begins(n.Subs[0]); kind < startDot {
				return kind
			}
		}
	case syntax.OpConcat:
		for i, sub := range n.Subs {
			if kind := c.begins(sub); kind >= startDot && i > 0 {
				break // what is in front may hold at a later place only
			} else if kind != startAnywhere {
				return kind
			}
			if f := c.factsOf(sub); f.most > 0 || f.verbs {
				break
			}
		}
	case syntax.OpAlternate:
		kind := c.begins(n.Subs[0])
		for _, sub := range n.Subs[1:] {
			if c.begins(sub) != kind {
				return startAnywhere
			}
		}
		return kind
	}
	return startAnywhere
}

// prefix returns a text that all matches of n begin with.
func (c *compiler) prefix(n *syntax.Node) string {
	switch n.Op {
	case syntax.OpLiteral:
		if text, whole := plain(n); whole {
			return text
		}
	case syntax.OpGroup, syntax.OpAtomic:
		return c.prefix(n.Subs[0])
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if text := c.prefix(sub); text != "" {
				return text
			}
			if f := c.factsOf(sub); f.most > 0 || f.verbs {
				break
			}
		}
	case syntax.OpRepeat:
		if n.Min > 0 {
			return c.prefix(n.Subs[0])
		}
	}
	return ""
}

// plain returns the text of a literal as it stands in every match, and whether that is all of it.
func plain(n *syntax.Node) (string, bool) {
	for i, r := range n.Runes {
		if n.Fold && hasFold(r) || r == 0xFFFD {
			return string(n.Runes[:i]), false
		}
	}
	return string(n.Runes), true
}

// behindVerbs returns what matches begin with if verbs are looked through and that is one letter. PCRE2 searches for that first,
// so that (*COMMIT)abc commits to where there is an a.
func (c *compiler) behindVerbs(n *syntax.Node) first {
	through := *c
	through.facts = make(map[*syntax.Node]*facts)
	through.through = true
	f := through.lead(n, anything)
	if letters := f.bytes.Append(nil); !f.end && (len(letters) == 1 || len(letters) == 2 && letters[0]|0x20 == letters[1]) {
		return f
	}
	return anything
}

// Scan leads one search from one place where a match can begin to the next. [Program.Begin] makes it, before anything is made ready
// for the search: many subjects have no such place.
type Scan struct {
	*starts
	s     string
	from  int
	start int           // the first place, or -1
	last  int           // up to here quick tells as much as next
	limit int           // where the last match can begin, for its length
	least int           // where the first one can, for what is left of the subject
	at    [maxNeeds]int // where the next text of each need is
}

// never is before all positions and all distances from them.
const never = math.MinInt32

// Begin finds the first place where a match of s can begin, at from or behind it. It reports whether there is one.
func (x *Scan) Begin(p *Program, s string, from int, how How) bool {
	st := &p.starts
	if st.kind == startBegin && (from > 0 || !strings.HasPrefix(s, st.text)) {
		return false
	}
	x.starts = st
	x.s, x.from, x.start = s, from, from
	if int64(len(s)) > maxLen {
		return true // which SearchFrom refuses
	}
	x.last, x.limit, x.least = never, len(s)-st.least, never
	if st.tail != unbounded {
		x.least = len(s) - st.tail
	}
	for k := range st.needs {
		x.at[k] = never
	}
	x.start = x.next(from, how&Anchored != 0 || p.flags&syntax.Anchored != 0)
	return x.start >= 0
}

// quick returns a set of bytes, and its bit: where a byte of it is, up to the last place, a match can begin as far as next could
// tell.
func (x *Scan) quick(p *Program, anchored bool) (*page, uint8) {
	if anchored || x.kind != startBytes || x.word {
		return &p.pages[0], 0
	}
	return x.page, 1 << (x.ref.bit & 7)
}

// next returns the first position from start on at which a match can begin, or -1.
func (x *Scan) next(start int, anchored bool) int {
	if x.kind == startBytes && start <= x.last && !x.word && !anchored {
		if start = x.candidate(start); start <= x.last && start < len(x.s) {
			return start
		}
	}
	for {
		if start < x.least {
			if anchored {
				return -1
			}
			start = x.align(start, x.least)
		}
		if start > x.limit {
			return -1
		}
		x.last = x.limit
		if len(x.needs) > 0 {
			if start = x.needed(start, anchored); start < 0 || start > x.limit {
				return -1
			}
		}
		if anchored {
			return start
		}
		begin := x.begin(start)
		if begin < 0 || begin == start {
			return begin
		}
		start = begin
	}
}

// needed returns the first position from start on from which all that a match needs is within reach, or -1.
func (x *Scan) needed(start int, anchored bool) int {
	for k := 0; k < len(x.needs); k++ {
		n := &x.needs[k]
		if anchored && n.bounded() {
			continue // the one attempt is as quick to tell
		}
		if x.at[k] < start+n.lo {
			from := max(start+n.lo, 0)
			if from > len(x.s) {
				return -1
			}
			if x.at[k], _ = n.finder.Find(x.s, from); x.at[k] < 0 {
				return -1
			}
		}
		if n.bounded() && x.at[k]-n.hi > start {
			start = x.align(start, x.at[k]-n.hi)
			x.last = x.limit
			k = -1 // from there others may be out of reach
			continue
		}
		x.last = min(x.last, x.at[k]-n.lo)
	}
	return start
}

// align returns to, or where the rune ends that to is inside of. Positions from start on are those of attempts.
func (x *Scan) align(start, to int) int {
	if to >= len(x.s) || utf8.RuneStart(x.s[to]) {
		return to
	}
	for lead := to - 1; lead >= start && lead > to-utf8.UTFMax; lead-- {
		if utf8.RuneStart(x.s[lead]) {
			return max(to, lead+runeWidth(x.s, lead))
		}
	}
	return to
}

// begin returns the first position from start on at which matches begin as the kind says, or -1.
func (x *Scan) begin(start int) int {
	switch x.kind {
	case startBegin:
		if start > 0 {
			return -1
		}
	case startSearch, startDotAll:
		if start > x.from {
			return -1
		}
	case startLine, startDot:
		if start > 0 && x.s[start-1] != '\n' && (x.kind == startLine || start > x.from) {
			i := strings.IndexByte(x.s[start:], '\n')
			if i < 0 {
				return -1
			}
			start += i + 1
		}
	case startText:
		i := strings.Index(x.s[start:], x.text)
		if i < 0 {
			return -1
		}
		start += i
	case startBytes:
		for start = x.candidate(start); x.word && start < len(x.s) && wordAt(x.s, start-1); {
			for start++; wordAt(x.s, start); start++ {
			}
			start = x.candidate(start)
		}
		if start == len(x.s) && !x.end {
			return -1
		}
	}
	return start
}

// candidate returns the next position from start on with a byte of the set, or the end of the subject.
func (x *Scan) candidate(start int) int {
	mask := uint8(1) << (x.ref.bit & 7)
	near := min(len(x.s), start+8)
	for start < near && x.page[x.s[start]]&mask == 0 {
		start++
	}
	if start == near && start < len(x.s) {
		if i := literal.IndexSet(x.s[start:], x.bytes); i >= 0 {
			return start + i
		}
		return len(x.s)
	}
	return start
}

// String tells where matches can begin, in words.
func (st *starts) String() string {
	begin := "matches begin anywhere"
	switch st.kind {
	case startBegin:
		begin = "matches begin at the beginning of the subject"
	case startSearch, startDotAll:
		begin = "matches begin where the search begins"
	case startDot:
		begin = "matches begin where the search begins and at the beginnings of lines"
	case startLine:
		begin = "matches begin at the beginnings of lines"
	case startText:
		begin = fmt.Sprintf("matches begin with %q", st.text)
	case startBytes:
		begin = fmt.Sprintf("matches begin with one of %d bytes", st.bytes.Len())
		if st.word {
			begin += " that begins a word"
		}
	}
	if st.kind == startBegin && st.text != "" {
		begin += fmt.Sprintf(" and with %q", st.text)
	}
	for i := range st.needs {
		word := " and contain "
		if st.needs[i].hi <= 0 {
			word = " behind "
		}
		begin += word + st.needs[i].String()
	}
	if st.tail != unbounded {
		begin += fmt.Sprintf(", at most %d bytes before the end", st.tail)
	}
	return begin
}
