package rebar

import (
	"bytes"
	"fmt"
)

// Regexp is what the models ask of a compiled pattern. The standard library's type has these methods, and so have those
// of the packages that stand in for it.
type Regexp interface {
	Match(b []byte) bool
	FindAllIndex(b []byte, n int) [][]int
	FindAllSubmatchIndex(b []byte, n int) [][]int
}

// A Workload is a model made ready on an engine: it is run again and again, and each run is timed.
type Workload struct {
	// Run does the work once. It is what is timed.
	Run func()

	// Count returns the number that tells whether the last run was right. It is not timed.
	Count func() int
}

// Models lists the models that NewWorkload knows.
var Models = []string{"compile", "count", "count-spans", "count-captures", "grep", "grep-captures"}

// Expression returns the pattern that is compiled where a benchmark asks for a pattern of either case. There is no
// mode without Unicode in Go to turn off.
func Expression(pattern string, caseInsensitive bool) string {
	if caseInsensitive {
		return "(?i:" + pattern + ")"
	}
	return pattern
}

// NewWorkload makes a model ready: it compiles the pattern and searches nothing yet. These are rebar's models, as its
// own program for Go's package does them:
//
//	compile          compiles the pattern; counts its matches, untimed
//	count            counts the matches
//	count-spans      sums the bytes of the matches
//	count-captures   counts the groups that took part in the matches, the whole match among them
//	grep             counts the lines that match
//	grep-captures    counts the groups as count-captures does, line by line
func NewWorkload(model, pattern string, haystack []byte, compile func(pattern string) (Regexp, error)) (Workload, error) {
	re, err := compile(pattern)
	if err != nil {
		return Workload{}, err
	}
	var n int
	counted := func() int { return n }
	switch model {
	case "compile":
		return Workload{func() { re, _ = compile(pattern) }, func() int { return len(re.FindAllIndex(haystack, -1)) }}, nil
	case "count":
		return Workload{func() { n = len(re.FindAllIndex(haystack, -1)) }, counted}, nil
	case "count-spans":
		return Workload{func() {
			n = 0
			for _, span := range re.FindAllIndex(haystack, -1) {
				n += span[1] - span[0]
			}
		}, counted}, nil
	case "count-captures":
		return Workload{func() { n = groups(re, haystack) }, counted}, nil
	case "grep":
		return Workload{func() {
			n = 0
			for line := range bytes.Lines(haystack) {
				if re.Match(trimEnd(line)) {
					n++
				}
			}
		}, counted}, nil
	case "grep-captures":
		return Workload{func() {
			n = 0
			for line := range bytes.Lines(haystack) {
				n += groups(re, trimEnd(line))
			}
		}, counted}, nil
	}
	return Workload{}, fmt.Errorf("the model %q is not one of %q", model, Models)
}

// groups counts the groups that took part in the matches.
func groups(re Regexp, b []byte) (n int) {
	for _, match := range re.FindAllSubmatchIndex(b, -1) {
		for i := 0; i < len(match); i += 2 {
			if match[i] >= 0 {
				n++
			}
		}
	}
	return n
}

// trimEnd removes the end of a line: a line feed, and a carriage return before it. rebar removes the carriage return
// from a last line that has no line feed too.
func trimEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}
