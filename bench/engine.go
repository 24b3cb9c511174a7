package main

// An engine is one of the packages under measurement.
//
// The loops over n lie inside the engines, written out for each: a call through an interface or a type
// parameter would add its own nanoseconds to every operation, and would force a Matches to the heap.
type engine interface {
	name() string

	// compile returns the compiled patterns. It retains nothing else.
	compile(patterns ...string) (program, error)

	// recompile compiles a pattern n times and returns the last result.
	recompile(pattern string, n int) program
}

// A program is a list of compiled patterns. Each method repeats its operation n times and returns the
// last answer; all but first use the first pattern alone.
type program interface {
	// verdict asks whether s matches.
	verdict(s string, n int) bool

	// fresh asks for the captures, each time into a new result.
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

// A finder is what a grep needs of a pattern.
type finder interface {
	FindStringIndex(s string) []int
	MatchString(s string) bool
}

// engines lists what is measured; ratios are the first to the second.
var engines = []engine{oursEngine{}, stdEngine{}, grafanaEngine{}}

func names(engines []engine) []string {
	var all []string
	for _, e := range engines {
		all = append(all, e.name())
	}
	return all
}
