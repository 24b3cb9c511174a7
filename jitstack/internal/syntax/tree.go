// Package syntax parses the pattern syntax of Perl and PCRE2 into a tree.
//
// The tree is what the pattern means, not how it is spelled: inline flags, extended layout, comments, quoting, names and
// relative numbers are resolved, classes are sets of runes closed under case folding where the pattern ignores case, `.` is a
// class, and `$` is one of the assertions it stands for.
package syntax

// Flags are the options of a pattern. The values are those of package jitstack.
type Flags uint32

const (
	Caseless      Flags = 1 << iota // letters match whatever their case: (?i)
	Multiline                       // ^ and $ match at each line: (?m)
	DotAll                          // . matches a newline: (?s)
	Extended                        // white space and comments are skipped: (?x)
	Anchored                        // matches begin at the position only
	EndAnchored                     // matches end at the end of the subject only
	Ungreedy                        // quantifiers are lazy, and greedy with a ? behind: (?U)
	DollarEndOnly                   // $ does not match before a last newline
	NotEmpty                        // a match is not empty (at match time)
	DupNames                        // groups may share a name: (?J)
	NoAutoCapture                   // plain ( ) do not capture: (?n)
)

// Op says what a node is.
type Op uint8

const (
	OpEmpty       Op = iota // matches the empty text
	OpFail                  // matches nothing: (*FAIL), an empty class
	OpLiteral               // Runes, one after the other; with Fold, in any case
	OpClass                 // one rune of Class
	OpByte                  // \C: one byte (one rune's byte, whatever it is)
	OpNewline               // \R: \r\n or one newline rune, atomically
	OpGrapheme              // \X: an extended grapheme cluster, atomically
	OpConcat                // Subs, one after the other
	OpAlternate             // the first of Subs that lets the match go on
	OpRepeat                // Subs[0] from Min to Max times, as Kind says
	OpGroup                 // Subs[0], captured as group Index
	OpAtomic                // Subs[0], never entered again: (?>...)
	OpLook                  // Subs[0] matches here, or with Negative does not; with Behind, it ends here. NonAtomic: (?*...) (?<*...)
	OpAssert                // Assert holds here
	OpKeep                  // \K: the match begins here
	OpBackref               // the text of the first set group of Groups; with Fold, in any case
	OpCall                  // group Index as a subroutine, 0 for the whole pattern
	OpConditional           // Subs[0] if Cond holds, else Subs[1] (always two; OpEmpty where the pattern has none)
	OpVerb                  // Verb, with Name
)

// Node is a part of a pattern.
type Node struct {
	Op        Op
	Kind      Kind   // of OpRepeat
	Fold      bool   // of OpLiteral and OpBackref
	Negative  bool   // of OpLook
	Behind    bool   // of OpLook
	NonAtomic bool   // of OpLook
	Assert    Assert // of OpAssert
	Verb      Verb   // of OpVerb
	Min, Max  int    // of OpRepeat; Max is Unbounded where nothing bounds it
	Index     int    // of OpGroup and OpCall. Groups of a branch reset share theirs
	Groups    []int  // of OpBackref
	Name      string // of OpVerb: (*MARK:n) (*SKIP:n) ...
	Cond      *Cond  // of OpConditional
	Runes     []rune // of OpLiteral
	Class     []rune // of OpClass: pairs of first and last, ascending, apart from each other
	Subs      []*Node
	Offset    int       // in the pattern, bytes, where the construct begins
	bodies    [][]*Node // of OpBackref and OpCall: by number, the groups of the pattern, for Width
}

// Unbounded is the Max of a repetition that nothing bounds.
const Unbounded = -1

// Kind says how a repetition chooses.
type Kind uint8

const (
	Greedy     Kind = iota // as many times as it can, fewer where the rest asks for it
	Lazy                   // as few times as it can
	Possessive             // as many times as it can, for good
)

// Assert is a simple assertion.
type Assert uint8

const (
	BeginText       Assert = iota // \A, and ^ without (?m)
	BeginLine                     // ^ with (?m): at the beginning, and behind a newline that is not the last byte
	EndText                       // \z, and $ with DollarEndOnly
	EndTextNewline                // \Z, and $ without (?m): at the end, and before a newline there
	EndLine                       // $ with (?m)
	WordBoundary                  // \b
	NotWordBoundary               // \B
	SearchStart                   // \G: where the search began
)

// Verb is a verb that steers backtracking.
type Verb uint8

const (
	Accept Verb = iota // (*ACCEPT)
	Commit             // (*COMMIT)
	Prune              // (*PRUNE)
	Skip               // (*SKIP)
	Then               // (*THEN)
	Mark               // (*MARK:name), (*:name)
)

// Cond is what a conditional asks for: one of its fields.
type Cond struct {
	Look   *Node // an OpLook
	Groups []int // one of these groups is set
	Call   bool  // the match is inside a call: of Index, or of one of Groups' groups; of any where Index is AnyCall
	Index  int
	Define bool // never: (?(DEFINE)...)
}

// AnyCall is the Index of a condition that any recursion fulfils: (?(R)...).
const AnyCall = -1

// Tree is a parsed pattern.
type Tree struct {
	Root   *Node
	Groups int      // highest group number + 1: the whole match counts
	Names  []string // by group number, "" without one
	Flags  Flags    // those given, and those set at the start of the pattern by (*...) items
}
