// Package engine compiles a pattern into a plan and answers searches with the cheapest matcher that can.
//
// There is one door: [Engine.Search]. Every public method of the root package comes through it with a subject, a position, an
// anchoring and the place for the result, whose length says what is wanted: a verdict, a span or captures. Behind it the plan
// chooses among matchers that know nothing of each other:
//
//	literal    the whole pattern is one text, or a set of texts
//	chain      literals and runs in which nothing is taken back
//	shift      whether there is a match, for automata of up to ten states
//	lazy DFA   where a match ends, and backwards where it begins, one load a byte
//	one-pass   captures of an anchored match in which each rune settles the path, by a table
//	bit-state  captures of any match, by backtracking with a bitmap of what was tried
//	pike       the NFA simulation: any pattern, any subject, and readers
//
// All are linear in the subject and give the same answers. What a search needs beyond the program is built when it is first
// needed, once, and kept; matching itself keeps nothing. [Engine.Force] pins a matcher, for tests that hold each against the
// others.
//
// The root package uses this one. It can be imported by others but promises less than that one does: names may change between
// minor versions.
package engine

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
)

// Anchoring says where a match may lie.
type Anchoring uint8

const (
	Unanchored Anchoring = iota // anywhere from the position on
	Anchored                    // beginning at the position
	Full                        // beginning at the position and ending at the end of the subject
)

// Engine is a compiled pattern. It is immutable to its users and safe for concurrent use.
type Engine struct {
	plan    plan
	begin   bool         // matches begin only where the text begins
	atEnd   bool         // matches end where the text ends and are not longer than facts.MaxLen
	longest bool         // matches are leftmost-longest, else leftmost-first
	forced  Matcher      // with planForced
	flags   syntax.Flags // of the syntax
	minLen  int          // bytes of the shortest match
	budget  int          // bytes that the automata may take
	within  *dfa.Limit   // and, with those of other patterns of a set; nil for the limit of all
	prog    *program.Program
	facts   literal.Facts
	expr    string
	names   []string
	hidden  []built // see built
}

// Compile compiles a pattern. The error is the *syntax.Error of the standard library. With longest, matches are
// leftmost-longest, else leftmost-first.
func Compile(expr string, flags syntax.Flags, longest bool) (*Engine, error) {
	e, _, err := compile(expr, flags, longest)
	return e, err
}

// compile returns the syntax tree as well, which an engine does not keep.
func compile(expr string, flags syntax.Flags, longest bool) (*Engine, *syntax.Regexp, error) {
	re, err := syntax.Parse(expr, flags)
	if err != nil {
		return nil, nil, err
	}
	e := newEngine(Engine{
		longest: longest,
		budget:  DefaultBudget,
		flags:   flags,
		prog:    program.Compile(re),
		facts:   literal.Analyze(re),
		expr:    expr,
		names:   re.CapNames(),
	})
	e.begin, e.minLen = e.facts.Begin, e.facts.MinLen
	e.atEnd = e.facts.End && !e.begin && e.facts.MaxLen < literal.Unbounded
	if !e.begin && e.facts.HasRequired && strings.IndexByte(e.facts.Prefix, e.facts.Required) >= 0 {
		e.facts.HasRequired = false // the search for the prefix finds it
	}
	if e.isText() {
		e.plan = planText
	}
	return e, re, nil
}

// newEngine allocates an engine together with what it hides.
func newEngine(e Engine) *Engine {
	x := new(struct {
		engine Engine
		hidden [1]built
	})
	x.engine = e
	x.engine.hidden = x.hidden[:0]
	return &x.engine
}

// twin returns an engine for the same pattern that has built nothing yet.
func (e *Engine) twin() *Engine { return newEngine(*e) }

// Longest returns an engine for the same pattern whose matches are leftmost-longest. It shares what the two have in common.
func (e *Engine) Longest() *Engine {
	if e.longest {
		return e
	}
	l := e.twin()
	l.longest = true
	return l
}

// Groups returns the number of groups of the pattern, the whole match included.
func (e *Engine) Groups() int { return len(e.names) }

// Names returns the names of the groups by number, "" where a group has none. It must not be modified.
func (e *Engine) Names() []string { return e.names }

// LiteralPrefix returns what the method of that name of the standard library returns. There it depends on whether the pattern
// happens to be one-pass by that library's own, stricter, rules and on how its parser spelled a class, so it is asked: the price
// is a compilation, and the answer is the same by construction.
func (e *Engine) LiteralPrefix() (prefix string, complete bool) {
	compile := regexp.Compile
	if e.flags == syntax.POSIX {
		compile = regexp.CompilePOSIX
	}
	std, err := compile(e.expr)
	if err != nil {
		return "", false // it compiled before
	}
	return std.LiteralPrefix()
}

// Search looks for a match in s that lies, from pos on, as how says. The text before pos is context: `^` and `\b` see it. pos
// must be within 0 and len(s).
//
// len(caps) says what is wanted: 0 the verdict alone, 2 the span of the match, 2*k the spans of its first k groups. After a match
// all of caps is filled, with -1 for groups that took no part; after a miss its contents are unspecified. Nothing is allocated,
// but for what the first searches build.
func (e *Engine) Search(s string, pos int, how Anchoring, caps []int) bool {
	if len(s)-pos < e.minLen || e.begin && pos != 0 {
		return false
	}
	if e.plan != planPattern {
		return e.searchOther(s, pos, how, caps)
	}
	c := e.lazy().chain.Load()
	if c == noChain {
		return e.searchProgram(s, pos, how, caps)
	}
	if c == nil {
		return e.searchFirst(s, pos, how, caps)
	}
	if how != Unanchored || e.begin {
		return c.Match(s, pos, how == Full, caps)
	}
	return e.searchChain(c, s, pos, caps)
}
