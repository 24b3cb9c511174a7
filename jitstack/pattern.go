package jitstack

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
	"github.com/arenaregexp/regexp/jitstack/internal/linear"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// Flags are the options of a pattern.
type Flags uint32

const (
	Caseless      = Flags(syntax.Caseless)      // letters match whatever their case: (?i)
	Multiline     = Flags(syntax.Multiline)     // ^ and $ match at each line: (?m)
	DotAll        = Flags(syntax.DotAll)        // . matches a newline: (?s)
	Extended      = Flags(syntax.Extended)      // white space and comments in the pattern are skipped: (?x)
	Anchored      = Flags(syntax.Anchored)      // matches begin where the search begins, only
	EndAnchored   = Flags(syntax.EndAnchored)   // matches end at the end of the subject, only
	Ungreedy      = Flags(syntax.Ungreedy)      // quantifiers are lazy, and greedy with a ? behind: (?U)
	DollarEndOnly = Flags(syntax.DollarEndOnly) // $ does not match before a last newline
	NotEmpty      = Flags(syntax.NotEmpty)      // no match is empty; [Pattern.ExecAt] takes it, too
	DupNames      = Flags(syntax.DupNames)      // groups may share a name: (?J)
	NoAutoCapture = Flags(syntax.NoAutoCapture) // plain ( ) do not capture: (?n)
)

const allFlags = Caseless | Multiline | DotAll | Extended | Anchored | EndAnchored | Ungreedy | DollarEndOnly | NotEmpty | DupNames |
	NoAutoCapture

// Pattern is a compiled pattern. It is immutable to its users: any number of goroutines match on it at once.
type Pattern struct {
	source  string
	names   []string // by group number, "" without one
	flags   Flags    // those given, and those that the pattern begins with
	limits  Limits   // with the defaults
	prog    *backtrack.Program
	direct  bool                           // the pattern is regular, without lookaround: nothing is tried before regular
	regular *linear.Matcher                // nil where the pattern can not be matched in linear time
	again   atomic.Pointer[linear.Matcher] // for matches that are not empty; made when there is a first empty one to go on behind

	limitErrors limitErrors
}

// SyntaxError tells which construct of a pattern is refused, at which offset, and why. It is what errors.As finds in the error of
// [Compile].
type SyntaxError = syntax.Error

// Compile parses a pattern and prepares it for matching. An error names what is refused, where in the pattern it is, and why: it
// wraps a *[SyntaxError], but for a pattern that is taken and would be too large a program.
func Compile(pattern string, flags Flags) (*Pattern, error) {
	return CompileOptions(pattern, Options{Flags: flags})
}

// CompileOptions is [Compile] with all its options.
func CompileOptions(pattern string, options Options) (*Pattern, error) {
	flags := options.Flags
	if flags&^allFlags != 0 {
		return nil, fmt.Errorf("jitstack: unknown flags %#x", uint32(flags&^allFlags))
	}
	tree, err := syntax.Parse(pattern, syntax.Flags(flags))
	if err != nil {
		return nil, fmt.Errorf("jitstack: %w", err)
	}
	prog, err := backtrack.Compile(tree)
	if err != nil {
		return nil, fmt.Errorf("jitstack: pattern %q: %w", shorten(pattern), err)
	}
	p := &Pattern{source: pattern, names: tree.Names, flags: Flags(tree.Flags), limits: options.Limits.withDefaults(), prog: prog}
	if p.flags&NotEmpty == 0 {
		p.regular = linear.New(tree)
		p.direct = p.regular != nil && !prog.HasLooks()
	}
	return p, nil
}

// MustCompile is [Compile] for patterns that are known to be right: it panics where that is an error.
func MustCompile(pattern string, flags Flags) *Pattern {
	p, err := Compile(pattern, flags)
	if err != nil {
		panic(err.Error())
	}
	return p
}

// linear returns the matcher for searches that ask for how, or nil where there is none that answers in linear time.
func (p *Pattern) linear(how backtrack.How) *linear.Matcher {
	switch {
	case p.regular == nil:
	case how&^backtrack.Anchored == 0:
		return p.regular
	case how == backtrack.Anchored|backtrack.NotEmptyAtStart:
		if m := p.again.Load(); m != nil {
			return m
		}
		return p.notEmpty()
	}
	return nil
}

// notEmpty makes the matcher for matches that are not empty and begin where the search does: they end elsewhere, X(?!\G). It
// parses the pattern again, for the few that ever need it.
func (p *Pattern) notEmpty() *linear.Matcher {
	tree, err := syntax.Parse(p.source, syntax.Flags(p.flags))
	if err != nil {
		return nil
	}
	here := &syntax.Node{Op: syntax.OpAssert, Assert: syntax.SearchStart}
	elsewhere := &syntax.Node{Op: syntax.OpLook, Negative: true, Subs: []*syntax.Node{here}}
	tree.Root = &syntax.Node{Op: syntax.OpConcat, Subs: []*syntax.Node{tree.Root, elsewhere}}
	m := linear.New(tree)
	if m != nil {
		p.again.Store(m)
	}
	return m
}

// String returns the text of the pattern.
func (p *Pattern) String() string { return p.source }

// Flags returns the options of the pattern: those given to [Compile] and those that the pattern itself begins with.
func (p *Pattern) Flags() Flags { return p.flags }

// NumSubexp returns the number of capturing groups, the whole match not counted.
func (p *Pattern) NumSubexp() int { return len(p.names) - 1 }

// SubexpNames returns the names of the groups by their number, "" for those without one and for number 0, the whole match. The
// slice is the pattern's own: it must not be changed.
func (p *Pattern) SubexpNames() []string { return p.names }

// SubexpIndex returns the number of the first group with a name, or -1 where there is none.
func (p *Pattern) SubexpIndex(name string) int {
	if name != "" {
		for i, s := range p.names {
			if s == name {
				return i
			}
		}
	}
	return -1
}

// MemoryUsage returns how many bytes the pattern holds, what searches have built since included.
func (p *Pattern) MemoryUsage() int {
	n := int(unsafe.Sizeof(*p)) + len(p.source) + p.prog.MemoryUsage()
	for _, name := range p.names {
		n += int(unsafe.Sizeof(name)) + len(name)
	}
	n += p.limitErrors.memoryUsage()
	if p.regular != nil {
		n += p.regular.MemoryUsage()
	}
	if m := p.again.Load(); m != nil {
		n += m.MemoryUsage()
	}
	return n
}

// shorten cuts what a message quotes.
func shorten(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return s[:most] + "..."
}
