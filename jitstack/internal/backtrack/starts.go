package backtrack

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// starts leads the search from one position where a match can begin to the next.
type starts struct {
	kind   startKind
	text   string       // startText: every match begins with it
	bytes  *literal.Set // startBytes: with one of these bytes
	ref    setRef       // the same, in the program's pages
	end    bool         // startBytes: or at the end of the subject
	word   bool         // startBytes: and where a word begins
	needed string       // every match contains it
	also   []string     // and each of these, at most maxAlso
	least  int          // bytes of the shortest match, or fewer
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
	var st starts
	if !c.accepts {
		st.needed, st.also = choose(c.needed(nil, root))
		st.least = c.factsOf(root).least
	}
	if st.kind = c.begins(root); st.kind != startAnywhere {
		return st
	}
	if !c.accepts {
		if st.text = c.prefix(root); len(st.text) > 1 {
			st.kind = startText
			return st
		}
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

// needed appends the texts that are known to be in every match of n, or in the text behind its start. What a lookahead asks for is
// there, too; what a lookbehind asks for lies before the start.
func (c *compiler) needed(texts []string, n *syntax.Node) []string {
	switch n.Op {
	case syntax.OpLiteral:
		if text, whole := plain(n); whole && text != "" {
			return append(texts, text)
		}
	case syntax.OpGroup, syntax.OpAtomic:
		return c.needed(texts, n.Subs[0])
	case syntax.OpLook:
		if !n.Negative && !n.Behind && !c.factsOf(n.Subs[0]).verbs {
			return c.needed(texts, n.Subs[0])
		}
	case syntax.OpRepeat:
		if n.Min > 0 {
			return c.needed(texts, n.Subs[0])
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			texts = c.needed(texts, sub)
		}
	}
	return texts
}

// maxAlso is how many texts are looked for beside the longest one. Few patterns need more, and each costs a scan.
const maxAlso = 3

// choose returns the longest text, the first of several, and the next longest ones that are no part of those before them.
func choose(texts []string) (longest string, also []string) {
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for i, text := range texts {
		part := func(of string) bool { return strings.Contains(of, text) }
		switch {
		case i == 0:
			longest = text
		case len(also) < maxAlso && !part(longest) && !slices.ContainsFunc(also, part):
			also = append(also, text)
		}
	}
	return longest, also
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

// scanner leads one search.
type scanner struct {
	*starts
	page   *page
	s      string
	from   int
	last   int // where the last match can begin, for its length
	needed int // where the needed text is, at or behind the start of the attempt; -1 before the first
	also   [maxAlso]int
}

func (p *Program) scanner(s string, from int) scanner {
	return scanner{&p.starts, &p.pages[p.starts.ref.page], s, from, len(s) - p.starts.least, -1, [maxAlso]int{-1, -1, -1}}
}

// quick returns a set of bytes, and its bit: where a byte of it is, up to the last place, a match can begin as far as next could
// tell.
func (x *scanner) quick(anchored bool) (*page, uint8) {
	if anchored || x.kind != startBytes || x.word || x.starts.needed != "" {
		return x.page, 0
	}
	return x.page, 1 << (x.ref.bit & 7)
}

// next returns the first position from start on at which a match can begin, or -1.
func (x *scanner) next(start int, anchored bool) int {
	if start > x.last {
		return -1
	}
	if !anchored {
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
	}
	if x.starts.needed != "" && x.needed < start {
		i := strings.Index(x.s[start:], x.starts.needed)
		if i < 0 {
			return -1
		}
		x.needed = start + i
	}
	for k, text := range x.starts.also {
		if x.also[k] < start {
			i := strings.Index(x.s[start:], text)
			if i < 0 {
				return -1
			}
			x.also[k] = start + i
		}
	}
	return start
}

// candidate returns the next position from start on with a byte of the set, or the end of the subject.
func (x *scanner) candidate(start int) int {
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
	if st.needed != "" {
		begin += fmt.Sprintf(" and contain %q", append([]string{st.needed}, st.also...))
	}
	return begin
}
