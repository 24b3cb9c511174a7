package regexp

import (
	"io"
	"regexp/syntax"
	"strconv"
	"strings"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/dfa"
	"github.com/arenaregexp/regexp/engine"
)

// Regexp is a compiled regular expression. Any number of goroutines may match with one at once;
// [Regexp.Longest] and [Regexp.UnmarshalText] change it and must run alone.
//
// It is small and may be copied; copies share what was compiled, which never changes.
type Regexp struct {
	expr  string
	eng   *engine.Engine
	names []string // one a group, "" for the whole match and where a group has none
}

// Compile compiles an expression in the syntax of [regexp/syntax] with its Perl flags.
//
// Of the matches that start leftmost, a search chooses the one that a backtracking engine would find
// first: earlier alternatives before later ones, greedy repetitions longest. An error is a
// [*syntax.Error], the very one that the standard library returns.
func Compile(expr string) (*Regexp, error) {
	return compile(expr, syntax.Perl, false)
}

// CompilePOSIX compiles an expression in the syntax of POSIX egrep, which knows neither \d nor
// non-greedy repetition.
//
// Of the matches that start leftmost, a search chooses the longest; where several ways lead to
// it, the groups are those of the way that a backtracking engine would find first, which differs from
// the rule of POSIX.
func CompilePOSIX(expr string) (*Regexp, error) {
	return compile(expr, syntax.POSIX, true)
}

func compile(expr string, flags syntax.Flags, longest bool) (*Regexp, error) {
	eng, err := engine.Compile(expr, flags, longest)
	if err != nil {
		return nil, err
	}
	return &Regexp{expr: expr, eng: eng, names: eng.Names()}, nil
}

// MustCompile is [Compile] for expressions that are known to be right, such as those of package
// variables: it panics where Compile returns an error, with a text that names both.
func MustCompile(str string) *Regexp {
	re, err := Compile(str)
	if err != nil {
		panic("regexp: Compile(" + quote(str) + "): " + err.Error())
	}
	return re
}

// MustCompilePOSIX is [CompilePOSIX] with a panic in place of an error, as [MustCompile] is [Compile].
func MustCompilePOSIX(str string) *Regexp {
	re, err := CompilePOSIX(str)
	if err != nil {
		panic("regexp: CompilePOSIX(" + quote(str) + "): " + err.Error())
	}
	return re
}

// quote writes an expression as a Go literal, with back quotes where they can hold it.
func quote(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// String returns the text that was compiled.
func (re *Regexp) String() string { return re.expr }

// Copy returns a second Regexp for the same expression; a later [Regexp.Longest] of one does not change
// the other. It allocates only the small struct.
//
// Deprecated: goroutines can share one Regexp. Copy serves only to have both preferences of one expression.
func (re *Regexp) Copy() *Regexp {
	second := *re
	return &second
}

// Longest makes later searches choose the longest of the matches that start leftmost, as those of
// [CompilePOSIX] do. It changes re, so no other method may run at the same time.
func (re *Regexp) Longest() { re.eng = re.eng.Longest() }

// NumSubexp returns the number of groups, the whole match not counted.
func (re *Regexp) NumSubexp() int { return max(len(re.names)-1, 0) }

// SubexpNames returns the name of each group by its number, "" for one that has no name and for
// the whole match, number 0. The slice belongs to the Regexp and must not be changed.
func (re *Regexp) SubexpNames() []string { return re.names }

// SubexpIndex returns the number of the group that bears a name, or -1 where none does.
func (re *Regexp) SubexpIndex(name string) int {
	if name != "" {
		for i, s := range re.names {
			if s == name {
				return i
			}
		}
	}
	return -1
}

// LiteralPrefix returns a text with which every match begins, perhaps "", and whether that text is
// the whole expression.
func (re *Regexp) LiteralPrefix() (prefix string, complete bool) { return re.eng.LiteralPrefix() }

// MemoryUsage returns how many bytes the compiled expression holds, with what searches have built since: tables and
// automata, which grow up to their bounds. What it shares with other expressions is not counted, nor is what a
// search takes for its own time. Copies share what they hold. It may be called while others match.
func (re *Regexp) MemoryUsage() int { return re.eng.MemoryUsage() }

// Explain returns in words, for people to read, how the expression is searched: the literals that are looked for, the
// matcher, its states and limits. It builds what searches would build. The text may change from
// version to version. It may be called while others match.
func (re *Regexp) Explain() string { return re.eng.Explain() }

// LimitMemory bounds the memory of the automata that searches build for re, in bytes, and drops what was built; the default is 4 MB,
// of which most expressions use a small part. Answers do not depend on it, nor do they ever fail for it: where it is too small, other
// matchers take over, which need no such memory and are slower. [LimitTotalMemory] bounds all
// expressions together. Like [Regexp.Longest], it must not be called while others use re.
func (re *Regexp) LimitMemory(bytes int) { re.eng = re.eng.WithBudget(bytes) }

// MatchString reports whether s holds a match. It does not allocate.
func (re *Regexp) MatchString(s string) bool {
	return re.eng.Search(s, 0, Unanchored, nil)
}

// Match reports whether b holds a match. It does not allocate.
func (re *Regexp) Match(b []byte) bool {
	return re.eng.Search(arena.String(b), 0, Unanchored, nil)
}

// MatchReader reports whether the text of r holds a match. It stops reading as soon as the answer is
// certain. It is fast where r is a *bufio.Reader, *strings.Reader, *bytes.Reader or *bytes.Buffer. An error of r, whichever it is, ends the text.
func (re *Regexp) MatchReader(r io.RuneReader) bool {
	return re.eng.SearchReader(r, nil)
}

// MatchString compiles pattern and reports whether s holds a match of it. A program that asks
// more than once compiles once, with [Compile], and keeps the result.
func MatchString(pattern string, s string) (matched bool, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchString(s), nil
}

// LimitTotalMemory bounds, in bytes, the memory of the automata that searches build for all patterns of the process together, beside the
// bound of each, and returns the bound before; at first it is 64 MB. Where it is passed, what was not searched with for longest is
// dropped, and built anew if it is searched with again. The sets, each with a budget of its own, are not counted. It is safe to call at
// any time.
func LimitTotalMemory(bytes int) (before int) { return dfa.SetTotal(bytes) }

// Match compiles pattern and reports whether b holds a match of it, as the function [MatchString] does.
func Match(pattern string, b []byte) (matched bool, err error) {
	return MatchString(pattern, arena.String(b))
}

// MatchReader compiles pattern and reports whether the text of r holds a match of it. r is not
// read where the pattern is wrong.
func MatchReader(pattern string, r io.RuneReader) (matched bool, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchReader(r), nil
}

// QuoteMeta returns an expression that matches exactly s: s with a backslash before each character
// that has a meaning in the syntax. Where there is none it is s itself, and nothing is allocated.
func QuoteMeta(s string) string {
	count := 0
	for i := 0; i < len(s); i++ {
		if isMeta(s[i]) {
			count++
		}
	}
	if count == 0 {
		return s
	}
	var quoted strings.Builder
	quoted.Grow(len(s) + count)
	for i := 0; i < len(s); i++ {
		if isMeta(s[i]) {
			quoted.WriteByte('\\')
		}
		quoted.WriteByte(s[i])
	}
	return quoted.String()
}

// isMeta needs no runes: all such characters are ASCII, and no byte of a longer rune is.
func isMeta(c byte) bool {
	switch c {
	case '\\', '.', '+', '*', '?', '(', ')', '|', '[', ']', '{', '}', '^', '$':
		return true
	}
	return false
}

// AppendText appends the text that was compiled, as [encoding.TextAppender] asks; the error is always nil.
// The text does not say whether it was [CompilePOSIX] that compiled it, nor whether [Regexp.Longest] was called.
func (re *Regexp) AppendText(b []byte) ([]byte, error) {
	return append(b, re.expr...), nil
}

// MarshalText returns the text that was compiled, as [encoding.TextMarshaler] asks, with
// the loss that [Regexp.AppendText] names; the error is always nil.
func (re *Regexp) MarshalText() ([]byte, error) {
	return re.AppendText(nil)
}

// UnmarshalText compiles a text with [Compile], as [encoding.TextUnmarshaler] asks, and keeps re
// as it was where that fails. It changes re, so no other method may run at the same time.
func (re *Regexp) UnmarshalText(text []byte) error {
	compiled, err := Compile(string(text))
	if err != nil {
		return err
	}
	*re = *compiled
	return nil
}
