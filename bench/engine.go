package main

import "github.com/arenaregexp/regexp/bench/rebar"

// An engine is one of the packages under measurement.
//
// The loops over n lie inside the engines, written out for each: a call through an interface or a type
// parameter would add its own nanoseconds to every operation, and would force a Matches to the heap.
type engine interface {
	name() string

	// compile returns the compiled patterns. It retains nothing else.
	compile(patterns ...string) (program, error)

	// compileSet returns the patterns as one set, or to be tried in order. If full, they must match all of a subject.
	compileSet(full bool, patterns ...string) (ruleSet, error)

	// compileRules returns the rules of a proxy.
	compileRules(rules proxyRules) (rewriter, error)

	// recompile compiles a pattern n times and returns the last result.
	recompile(pattern string, n int) program

	// once compiles a pattern to match s and forgets it, n times: what a program does that matches once.
	once(pattern, s string, n int) bool
}

// A program is a list of compiled patterns. Each method repeats its operation n times and returns the
// last answer; all but first use the first pattern alone.
type program interface {
	// verdict asks whether s matches.
	verdict(s string, n int) bool

	// span asks for the offsets of the whole match, and returns nil where there is none.
	span(s string, n int) []int

	// submatch asks for the captures through the method that every engine has, which returns a slice.
	submatch(s string, n int) []int

	// fresh asks for the captures, each time into a new result that need not be a slice.
	// It returns the offsets of the last, built in spans where the engine does not return a slice.
	fresh(s string, n int, spans []int) []int

	// reused asks for the captures into one result that is used again, where the engine has such a form.
	reused(s string, n int, spans []int) []int

	// first tries the patterns in order and returns the index of the first that matches, or -1.
	first(s string, n int) int

	// copies returns the last of n copies.
	copies(n int) program

	// finder returns the first pattern for searches that are long enough for an interface call.
	finder() finder
}

// A finder is a pattern for work that is long enough for an interface call: a grep, or all matches of a text.
type finder interface {
	rebar.Regexp
	FindStringIndex(s string) []int
	FindStringSubmatchIndex(s string) []int
	FindAllStringIndex(s string, n int) [][]int
	FindAllStringSubmatchIndex(s string, n int) [][]int
	MatchString(s string) bool
	ReplaceAllString(src, repl string) string
}

// An appender is a finder that appends what it finds to a slice of its caller, and then allocates nothing.
type appender interface {
	AppendFindAllStringIndex(dst [][2]int, s string, n int) [][2]int
	AppendReplaceAllString(dst []byte, src, repl string) []byte
}

// engines lists what is measured; ratios are the first to the reference.
var engines = []engine{oursEngine{}, stdEngine{}, grafanaEngine{}}

// reference is the index in engines of the standard library, whose answers are right by definition.
const reference = 1

func names(engines []engine) []string {
	var all []string
	for _, e := range engines {
		all = append(all, e.name())
	}
	return all
}
