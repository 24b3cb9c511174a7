// Package regexp is a drop-in replacement for the standard library's package of the same name, with
// the same syntax, the same errors and the same answers, whose matching does not touch the heap.
//
// A program swaps one line,
//
//	import "github.com/arenaregexp/regexp" // was: import "regexp"
//
// and keeps the rest: every exported name of the standard package is here with its signature and its
// behaviour, on valid and invalid UTF-8 alike. The syntax is that of [regexp/syntax]. Matching takes
// time linear in the length of the subject, whatever the pattern.
//
// # Matching without the heap
//
// [Regexp.MatchString] and its sisters allocate nothing once an expression is in use: its first searches build the tables
// that make the later ones fast, and an automaton allocates a state the first time that a subject leads to it. What matching itself
// needs lies in frames, or in blocks that all expressions share and that a garbage collection leaves alone. A method such as
// [Regexp.FindStringSubmatch] allocates the slice that it must return: once, with a capacity equal
// to its length. Where even that is too much, [Regexp.Exec] puts the result into a [Matches], a fixed
// buffer that lives on the caller's stack and holds sixteen groups inline:
//
//	var path = regexp.MustCompile(`^/([^/]+)/(?P<rest>.*)$`)
//
//	func route(url string) string {
//		var m regexp.Matches
//		if !path.Exec(url, &m) {
//			return ""
//		}
//		return m.Named("rest")
//	}
//
// Every method that returns a list has two companions: one named Append... that appends to a slice of
// the caller, and one that returns an iterator.
//
//	FindAllString      AppendFindAllString     AllString
//	FindAllIndex       AppendFindAllIndex      AllIndex
//	ReplaceAllString   AppendReplaceAllString
//	Split              AppendSplit             SplitSeq
//
// # Names of the Find methods
//
// Find returns the first match, FindAll a list of matches that do not overlap, from left to right, and
// All an iterator over them. Three words can follow, in this order:
//
//   - String: the subject is a string; without it, a []byte.
//   - Submatch: the answer has an entry for each group, entry 0 being the whole match, in the order
//     of their opening parentheses; without it, for the whole match only.
//   - Index: the answer is byte offsets in the subject, a start and an end for each entry, -1 and -1
//     for a group that took no part; without it, text, nil or empty for such a group.
//
// An empty match that touches the end of the match before it does not count. Where a method takes
// a count n, it returns at most n matches, or all of them if n is negative.
//
// # Units and sharing
//
// All offsets and lengths count bytes. A [Regexp] may be used by any number of goroutines at once,
// but for the methods that change it, [Regexp.Longest], [Regexp.LimitMemory] and [Regexp.UnmarshalText]. A []byte subject is
// read only while the method runs, and must not be changed meanwhile by anyone else.
package regexp
