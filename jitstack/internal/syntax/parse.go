package syntax

import (
	"strings"
	"unicode/utf8"
)

// The parser is a recursive descent over the bytes of the pattern: alternatives, then branches of items, each with its
// quantifier. One pass builds the tree; what refers to a group is written down on the way and resolved behind the last
// item, because a reference may look forward. Lookbehinds are measured last, when calls and backreferences have their groups.
//
// The syntax is that of PCRE2 in UTF mode, as its manual page pcre2pattern describes it. Where that leaves a detail open, the
// verdict of the library, version 10.42, decided: the tests hold the two against each other. What later versions read otherwise is
// read as they do, which is Perl's way too: {,n} is a quantifier, \p{Lu} without regard to case takes any letter that has one,
// and \w has Unicode's marks and connectors under (*UCP).

// Bounds on what a pattern may ask for. PCRE2's are 250 brackets and 64 KiB of compiled code in its usual build, and the same
// repetitions, groups, names and lookbehinds.
const (
	maxPattern = 1 << 20 // bytes of a pattern
	maxDepth   = 1000    // brackets in brackets
	maxNodes   = 1 << 18 // nodes of a tree
	maxRanges  = 1 << 20 // ranges added to classes, all together
	maxRepeat  = 65535   // in braces
	maxGroups  = 65535
	maxName    = 32 // bytes of a group's name
	maxVerb    = 255
	maxBehind  = 65535 // runes that a lookbehind looks back
)

// more is (?xx): blanks are skipped in classes too. No option sets it from outside.
const more Flags = 1 << 31

type parser struct {
	pattern string
	pos     int
	flags   Flags // of the place where the parser is: brackets end the change of a flag
	given   Flags // from outside, and set by items at the start
	ucp     bool  // (*UCP): \d \s \w \b and POSIX classes are Unicode's
	anyCRLF bool  // (*BSR_ANYCRLF): \R is \r\n, \r or \n
	depth   int
	looks   int // lookarounds around the place
	nodes   int
	ranges  int

	groups  int              // number of the last group
	names   []string         // by group
	byName  map[string][]int // groups of a name, in the order of the pattern
	bodies  [][]*Node        // by group: the OpGroup nodes with its number, several in a branch reset
	refs    []reference
	behinds []lookbehind
}

// Parse parses the pattern. The error is an *[Error]: it tells what PCRE2 refuses as well, and what this package does not take or
// bounds. The tree and its slices must not be changed; classes are shared between patterns.
func Parse(pattern string, flags Flags) (*Tree, error) {
	p := &parser{pattern: pattern, flags: flags, given: flags, names: make([]string, 1), bodies: make([][]*Node, 1)}
	if len(pattern) > maxPattern {
		return nil, p.fail(0, "longer than %d bytes", maxPattern)
	}
	if at := invalid(pattern); at >= 0 {
		p.pos = at + 1
		return nil, p.fail(at, "invalid UTF-8")
	}
	if err := p.startItems(); err != nil {
		return nil, err
	}
	root, err := p.alternation(false)
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.pattern) {
		p.pos++
		return nil, p.fail(p.pos-1, "closing bracket without an opening one")
	}
	if err := p.resolve(); err != nil {
		return nil, err
	}
	if err := p.measure(); err != nil {
		return nil, err
	}
	return &Tree{Root: root, Groups: len(p.names), Names: p.names, Flags: p.given}, nil
}

// invalid returns where s stops being UTF-8, or -1.
func invalid(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

func (p *parser) node(op Op, at int, subs ...*Node) *Node {
	p.nodes++
	return &Node{Op: op, Offset: at, Subs: subs}
}

func (p *parser) has(f Flags) bool { return p.flags&f != 0 }

// rest is the pattern from where the parser is.
func (p *parser) rest() string { return p.pattern[p.pos:] }

// peek returns the byte i places ahead, or 0 behind the end.
func (p *parser) peek(i int) byte {
	if p.pos+i < len(p.pattern) {
		return p.pattern[p.pos+i]
	}
	return 0
}

// accept steps over s if it comes next.
func (p *parser) accept(s string) bool {
	if strings.HasPrefix(p.rest(), s) {
		p.pos += len(s)
		return true
	}
	return false
}

// rune reads the next rune. The caller has seen that there is one.
func (p *parser) rune() rune {
	r, size := utf8.DecodeRuneInString(p.rest())
	p.pos += size
	return r
}

// alternation parses branches up to a closing bracket or the end, neither of which it takes.
func (p *parser) alternation(reset bool) (*Node, error) {
	at := p.pos
	branches, err := p.branches(reset)
	if err != nil {
		return nil, err
	}
	if len(branches) == 1 {
		return branches[0], nil
	}
	return p.node(OpAlternate, at, branches...), nil
}

// branches parses what alternation joins. With reset, each branch numbers its groups from the same number on.
func (p *parser) branches(reset bool) (branches []*Node, err error) {
	first, last := p.groups, p.groups
	for {
		branch, err := p.branch()
		if err != nil {
			return nil, err
		}
		branches = append(branches, branch)
		last = max(last, p.groups)
		if p.peek(0) != '|' {
			p.groups = last
			return branches, nil
		}
		p.pos++
		if reset {
			p.groups = first
		}
	}
}

// sequence collects the items of a branch.
type sequence struct {
	items      []*Node
	growing    bool // the last item is a literal that the next rune may join
	caseless   bool // ... if it is to be matched as its runes are
	lastRune   int  // offset of that literal's last rune
	repeatable bool // a quantifier may follow
}

func (s *sequence) add(n *Node, repeatable bool) {
	s.items = append(s.items, n)
	s.growing, s.repeatable = false, repeatable
}

// literal adds one rune, to the literal before it if there is one.
func (p *parser) literal(s *sequence, r rune, at int) {
	caseless := p.has(Caseless)
	if !s.growing || s.caseless != caseless {
		s.add(p.node(OpLiteral, at), true)
		s.growing, s.caseless = true, caseless
	}
	n := s.items[len(s.items)-1]
	n.Runes = append(n.Runes, r)
	n.Fold = n.Fold || caseless && folds(r)
	s.lastRune, s.repeatable = at, true
}

// class adds a class: a set of one rune is a literal, and one of none never matches.
func (p *parser) class(s *sequence, class []rune, at int) {
	n := p.node(OpClass, at)
	n.Class = class
	switch {
	case len(class) == 0:
		n.Op = OpFail
	case len(class) == 2 && class[0] == class[1]:
		n.Op, n.Class, n.Runes = OpLiteral, nil, class[:1:1]
	}
	s.add(n, true)
}

// branch parses items up to a bar, a closing bracket or the end.
func (p *parser) branch() (*Node, error) {
	at := p.pos
	var s sequence
	for {
		if err := p.skip(); err != nil {
			return nil, err
		}
		if p.pos == len(p.pattern) || p.peek(0) == '|' || p.peek(0) == ')' {
			break
		}
		if p.nodes > maxNodes {
			return nil, p.fail(p.pos, "more than %d items", maxNodes)
		}
		if err := p.item(&s); err != nil {
			return nil, err
		}
	}
	switch len(s.items) {
	case 0:
		return p.node(OpEmpty, at), nil
	case 1:
		return s.items[0], nil
	}
	return p.node(OpConcat, at, s.items...), nil
}

// skip steps over what is no item: comments, an \E that ends no quotation, a quotation of nothing, and under (?x) the layout.
func (p *parser) skip() error {
	for p.pos < len(p.pattern) {
		switch {
		case p.accept(`\E`), p.accept(`\Q\E`):
		case strings.HasPrefix(p.rest(), "(?#"):
			end := strings.IndexByte(p.rest(), ')')
			if end < 0 {
				at := p.pos
				p.pos = len(p.pattern)
				return p.fail(at, "comment without an end")
			}
			p.pos += end + 1
		case p.has(Extended) && p.peek(0) == '#':
			end := strings.IndexByte(p.rest(), '\n')
			if end < 0 {
				end = len(p.rest()) - 1
			}
			p.pos += end + 1
		default:
			r, size := utf8.DecodeRuneInString(p.rest())
			if !p.has(Extended) || !isLayout(r) {
				return nil
			}
			p.pos += size
		}
	}
	return nil
}

// isLayout tells whether r is Pattern_White_Space.
func isLayout(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0x200E, 0x200F, 0x2028, 0x2029:
		return true
	}
	return false
}

// item parses one item, or the quantifier of the one before.
func (p *parser) item(s *sequence) error {
	at := p.pos
	switch p.peek(0) {
	case '(':
		return p.group(s)
	case '[':
		return p.bracketed(s)
	case '\\':
		return p.escape(s)
	case '*', '+', '?':
		return p.quantifier(s)
	case '{':
		if _, _, ok := p.braces(); ok {
			return p.quantifier(s)
		}
	case '^':
		p.pos++
		p.assert(s, p.choose(Multiline, BeginLine, BeginText), at)
		return nil
	case '$':
		p.pos++
		p.assert(s, p.choose(Multiline, EndLine, p.choose(DollarEndOnly, EndText, EndTextNewline)), at)
		return nil
	case '.':
		p.pos++
		p.class(s, p.dot(), at)
		return nil
	}
	p.literal(s, p.rune(), at)
	return nil
}

func (p *parser) dot() []rune {
	if p.has(DotAll) {
		return anyRune
	}
	return notNewline
}

// choose returns one of two assertions by a flag.
func (p *parser) choose(f Flags, set, unset Assert) Assert {
	if p.has(f) {
		return set
	}
	return unset
}

func (p *parser) assert(s *sequence, a Assert, at int) {
	n := p.node(OpAssert, at)
	n.Assert = a
	s.add(n, false)
}
