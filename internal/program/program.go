// Package program turns a syntax tree into the instructions that every matcher reads.
//
// A [Program] is a graph of small instructions over runes, in the manner of Thompson and Pike: an
// instruction either consumes one rune or is a step that consumes nothing (a choice, a capture, an
// assertion). Priorities are those of the standard library, instruction by instruction, so that every
// matcher which follows them gives the same answers.
//
// A program is immutable once compiled and holds no match state. Character classes that need a
// table beyond ASCII share it with every other pattern of the process (class.go).
//
// The rooms engine and dfa read programs, and internal/literal its sets of bytes.
package program

import (
	"regexp/syntax"
	"unsafe"
)

// Op is what an instruction does.
type Op uint8

const (
	Fail     Op = iota // no match on this path
	Match              // the end of the pattern
	Byte               // consumes the ASCII rune Arg
	Rune               // consumes the rune Arg, which is not ASCII
	InClass            // consumes a rune of Classes[Arg]
	Any                // consumes any rune
	AnyNotNL           // consumes any rune but '\n'
	Alt                // continues at Out, or, with less priority, at Arg
	Capture            // records the position in slot Arg
	Assert             // continues if the assertions Arg (a syntax.EmptyOp) hold here
)

// Inst is one instruction. Out is where it continues; Arg depends on Op. 12 bytes.
type Inst struct {
	Op  Op
	Out uint32
	Arg uint32
}

// Consumes reports whether the instruction consumes a rune.
func (i *Inst) Consumes() bool { return Byte <= i.Op && i.Op <= AnyNotNL }

// Program is a compiled pattern. Insts[0] is the only Fail.
type Program struct {
	Insts   []Inst
	Classes []Class
	Start   uint32
	Slots   int // capture slots that instructions write, two a group, the whole match's two included
}

// MatchRune reports whether a consuming instruction takes the rune r.
func (p *Program) MatchRune(i *Inst, r rune) bool {
	switch i.Op {
	case Byte, Rune:
		return r == rune(i.Arg)
	case InClass:
		return p.Classes[i.Arg].Contains(r)
	case Any:
		return true
	case AnyNotNL:
		return r != '\n'
	}
	return false
}

// Holds reports whether the assertions in ops hold at s[pos]. Only bytes matter: line ends and word
// characters are ASCII in Go, so a neighbour that is part of a longer sequence counts as neither.
func Holds(ops syntax.EmptyOp, s string, pos int) bool {
	if ops&syntax.EmptyBeginText != 0 && pos != 0 ||
		ops&syntax.EmptyEndText != 0 && pos != len(s) {
		return false
	}
	if ops&syntax.EmptyBeginLine != 0 && pos != 0 && s[pos-1] != '\n' ||
		ops&syntax.EmptyEndLine != 0 && pos != len(s) && s[pos] != '\n' {
		return false
	}
	if ops&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
		boundary := (pos > 0 && isWord(s[pos-1])) != (pos < len(s) && isWord(s[pos]))
		if boundary && ops&syntax.EmptyNoWordBoundary != 0 || !boundary && ops&syntax.EmptyWordBoundary != 0 {
			return false
		}
	}
	return true
}

func isWord(b byte) bool { return syntax.IsWordChar(rune(b)) }

// MemoryUsage returns how many bytes the program holds. Tables that it shares with other patterns are not counted.
func (p *Program) MemoryUsage() int {
	return int(unsafe.Sizeof(*p)) + cap(p.Insts)*int(unsafe.Sizeof(Inst{})) + cap(p.Classes)*int(unsafe.Sizeof(Class{}))
}
