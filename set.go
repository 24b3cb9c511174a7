package regexp

import (
	"regexp/syntax"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/engine"
)

// Set is many expressions that are matched at once: it tells which of them match a subject, and which is the first, in time that
// does not grow with their number. The order of the expressions is their priority.
//
// Each expression matches just as [Compile] would have it. A Set is safe for concurrent use.
type Set struct {
	set      *engine.Set
	patterns []string
}

// SetOptions are the options of [CompileSetOptions]. The zero value is what [CompileSet] uses.
type SetOptions struct {
	Anchoring Anchoring // where the expressions may match; Unanchored leaves it to how each is written
	Budget    int       // bytes for the states of all automata; 0 stands for 64 MB
}

// SetError is the error of [CompileSet]: the first expression that does not compile.
type SetError struct {
	Index   int    // which expression, counted from 0
	Pattern string // its text
	Err     error  // the *syntax.Error that [Compile] returns for it
}

// Error names the expression by its index and its text, and gives the reason.
func (e *SetError) Error() string { return (*engine.SetError)(e).Error() }

// Unwrap returns the *syntax.Error of the expression.
func (e *SetError) Unwrap() error { return e.Err }

// CompileSet compiles the expressions of a set, which match as written. If one does not compile, none is left out: the error is a
// *[SetError] with its index.
func CompileSet(patterns []string) (*Set, error) { return CompileSetOptions(patterns, SetOptions{}) }

// CompileSetOptions is [CompileSet] with options: whether the expressions are [Anchored] at the beginning of the subject or must match
// it in [Full], and how many bytes the set's automata may take. Answers do not depend on the budget.
func CompileSetOptions(patterns []string, options SetOptions) (*Set, error) {
	set, err := engine.CompileSet(patterns, syntax.Perl, engine.SetOptions(options))
	if wrong, ok := err.(*engine.SetError); ok {
		return nil, (*SetError)(wrong)
	}
	if err != nil {
		return nil, err
	}
	return &Set{set: set, patterns: append([]string(nil), patterns...)}, nil
}

// Len returns the number of expressions.
func (s *Set) Len() int { return len(s.patterns) }

// Pattern returns the source text of expression i.
func (s *Set) Pattern(i int) string { return s.patterns[i] }

// First returns the lowest index of an expression that matches, wherever its match lies. It does not allocate.
func (s *Set) First(subject string) (index int, ok bool) {
	index = s.set.First(subject)
	return index, index >= 0
}

// FirstBytes is [Set.First] for a []byte. It does not allocate.
func (s *Set) FirstBytes(subject []byte) (index int, ok bool) { return s.First(arena.String(subject)) }

// Exec returns the lowest index of an expression that matches and puts that expression's match, with its groups, into m; after a
// miss m.Len() is 0. It does not allocate for expressions of up to sixteen groups.
func (s *Set) Exec(subject string, m *Matches) (index int, ok bool) {
	if index = s.set.First(subject); index < 0 {
		m.Slots(0)
		return index, false
	}
	names := s.set.Engine(index).Names()
	s.set.Captures(index, subject, m.Slots(len(names)))
	m.Commit(subject, len(names), names)
	return index, true
}

// ExecBytes is [Set.Exec] for a []byte, which must stay unchanged for as long as m is read. It does not
// allocate for expressions of up to sixteen groups.
func (s *Set) ExecBytes(subject []byte, m *Matches) (index int, ok bool) {
	text := arena.String(subject)
	if index = s.set.First(text); index < 0 {
		m.Slots(0)
		return index, false
	}
	names := s.set.Engine(index).Names()
	s.set.Captures(index, text, m.Slots(len(names)))
	m.CommitBytes(text, len(names), names)
	return index, true
}

// AppendAll appends to dst the index of every expression that matches, in ascending order. It does not allocate if dst has room.
func (s *Set) AppendAll(dst []int, subject string) []int { return s.set.AppendAll(dst, subject) }

// AppendAllBytes is [Set.AppendAll] for a []byte. It does not allocate if dst has room.
func (s *Set) AppendAllBytes(dst []int, subject []byte) []int {
	return s.set.AppendAll(dst, arena.String(subject))
}

// MemoryUsage returns how many bytes the set holds, with the automata that searches have built since.
func (s *Set) MemoryUsage() int { return s.set.MemoryUsage() }

// Explain returns in words how the set is searched. The text may change from version to version.
func (s *Set) Explain() string { return s.set.Explain() }
