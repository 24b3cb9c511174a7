package regexp

import (
	"fmt"
	"regexp/syntax"

	"github.com/arenaregexp/regexp/internal/program"
)

// Options say how [CompileOptions] reads an expression and what it may take. The zero value is what [Compile] does.
type Options struct {
	CaseInsensitive bool // letters match in either case: (?i)
	Multiline       bool // ^ and $ match at each line: (?m)
	DotAll          bool // . matches a newline: (?s)
	Ungreedy        bool // repetitions are lazy, and greedy with a ? behind: (?U)
	Literal         bool // the expression is a text, and none of its characters has a meaning
	Longest         bool // matches are leftmost-longest, as after [Regexp.Longest]

	// MemoryLimit bounds the automata, in bytes, as [Regexp.LimitMemory] does. 0 stands for the default.
	MemoryLimit int

	// ProgramLimit bounds the size of the program, in instructions of about 12 bytes; 0 is no bound but that of the syntax, which
	// lets an expression of a few bytes make a program of megabytes: (?:a{1000}){3}. An expression that would take more is
	// not compiled: the error is a *[ProgramLimitError]. It is for expressions of strangers; 10,000 is enough for all
	// but lists of words. RE2 has max_mem for this, and Rust's regex has size_limit.
	ProgramLimit int
}

// A ProgramLimitError is the error of [CompileOptions] for an expression whose program would be larger than the caller allows.
type ProgramLimitError struct {
	Expr         string
	Instructions int // about how many it would take
	Limit        int
}

// Error names the expression, its size and the limit.
func (e *ProgramLimitError) Error() string {
	return fmt.Sprintf("regexp: %s takes about %d instructions, the limit is %d", quote(e.Expr), e.Instructions, e.Limit)
}

// CompileOptions is [Compile] with options.
//
// [Regexp.String] returns the expression with those options that belong to the syntax written into it, as in (?is)a.b, or quoted if it
// is Literal: compiled by [Compile], or by the standard library, it matches the same, but for Longest and the limits.
//
// An error is the [*syntax.Error] that Compile gives for the expression as the caller wrote it, or a *[ProgramLimitError]. It
// panics if a limit is negative.
func CompileOptions(expr string, o Options) (*Regexp, error) {
	if o.MemoryLimit < 0 || o.ProgramLimit < 0 {
		panic("regexp: CompileOptions: a limit is negative")
	}
	if o.Literal {
		expr = QuoteMeta(expr)
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if size := program.Count(tree); o.ProgramLimit > 0 && size > o.ProgramLimit {
		return nil, &ProgramLimitError{Expr: expr, Instructions: size, Limit: o.ProgramLimit}
	}
	re, err := compile(o.flags()+expr, syntax.Perl, o.Longest)
	if err != nil {
		return nil, err
	}
	if o.MemoryLimit > 0 {
		re.LimitMemory(o.MemoryLimit)
	}
	return re, nil
}

// flags writes the options that belong to the syntax as the beginning of an expression.
func (o Options) flags() string {
	flags := "(?"
	for _, f := range []struct {
		on   bool
		name string
	}{{o.CaseInsensitive, "i"}, {o.Multiline, "m"}, {o.DotAll, "s"}, {o.Ungreedy, "U"}} {
		if f.on {
			flags += f.name
		}
	}
	if flags == "(?" {
		return ""
	}
	return flags + ")"
}

// MustCompileSet is [CompileSet] for expressions that are known to be right: it panics where CompileSet returns an error.
func MustCompileSet(patterns []string) *Set {
	set, err := CompileSet(patterns)
	if err != nil {
		panic("regexp: CompileSet: " + err.Error())
	}
	return set
}

// Regexp returns expression i by itself. It shares what the set has compiled, and its automata are within the budget of the set. It panics if
// there is no expression i.
func (s *Set) Regexp(i int) *Regexp {
	eng := s.set.Engine(i)
	return &Regexp{expr: s.patterns[i], eng: eng, names: eng.Names()}
}
