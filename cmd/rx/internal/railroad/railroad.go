// Package railroad draws a pattern of Go's syntax as a railroad diagram, in SVG: each way along the rails from left to right is a text that
// the pattern matches. Niklaus Wirth's Pascal report (1973) made such diagrams known.
//
// The tree of the pattern becomes a tree of nodes. A node first says how much room it needs to the right, above its rail and below
// it; then it is drawn at a place.
package railroad

import (
	"fmt"
	"html"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// The measures of the drawing, in pixels.
const (
	charWidth = 8.0 // of the monospaced font at 13 pixels
	boxHeight = 24.0
	gap       = 12.0 // between neighbours
	curve     = 10.0 // radius where rails bend
	margin    = 16.0
)

// mostRunes is how much of a label is shown. The whole of it is the tooltip.
const mostRunes = 48

// size is the room that a node needs: its width, and its heights above and below the rail.
type size struct{ w, up, down float64 }

// node is a part of the diagram. Its rail enters at the left and leaves at the right, at one height.
type node interface {
	size() size
	draw(c *canvas, x, y float64)
}

// SVG returns the diagram of a pattern. The error is the *syntax.Error of the standard library.
func SVG(expr string) (string, error) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return "", err
	}
	n := &sequence{parts: []node{end{}, build(re), end{}}}
	s := n.size()
	c := &canvas{}
	n.draw(c, margin, margin+s.up)
	w, h := s.w+2*margin, s.up+s.down+2*margin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">
<title>%s</title>
<style>
  svg { background: #fff }
  path { fill: none; stroke: #57606a; stroke-width: 2 }
  rect { fill: #ddf4ff; stroke: #0969da; stroke-width: 1.5 }
  rect.class { fill: #dafbe1; stroke: #1a7f37 }
  rect.assert { fill: #fff8c5; stroke: #9a6700 }
  rect.group { fill: none; stroke: #8c959f; stroke-dasharray: 4 3 }
  circle { fill: #57606a }
  text { font: 13px ui-monospace, monospace; fill: #1f2328; text-anchor: middle }
  text.note { font-size: 11px; fill: #57606a; text-anchor: start }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117 }
    path { stroke: #8b949e } circle { fill: #8b949e }
    rect { fill: #0c2d6b; stroke: #58a6ff }
    rect.class { fill: #033a16; stroke: #3fb950 }
    rect.assert { fill: #341a00; stroke: #d29922 }
    text { fill: #e6edf3 } text.note { fill: #8b949e }
  }
</style>
%s</svg>
`, w, h, w, h, html.EscapeString("Railroad diagram of "+visible(expr)), html.EscapeString(visible(expr)), c.b.String()), nil
}

// visible makes control characters readable.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return '\uFFFD'
		}
		return r
	}, s)
}

// build turns a tree into a node.
func build(re *syntax.Regexp) node {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return &sequence{}
	case syntax.OpLiteral:
		label := fmt.Sprintf("%q", string(re.Rune))
		if text := string(re.Rune); re.Flags&syntax.FoldCase != 0 && strings.ToLower(text) != strings.ToUpper(text) {
			label += " any case"
		}
		return &box{label: label}
	case syntax.OpConcat:
		s := &sequence{}
		for _, sub := range re.Sub {
			s.parts = append(s.parts, build(sub))
		}
		return s
	case syntax.OpAlternate:
		c := &choice{}
		for _, sub := range re.Sub {
			c.ways = append(c.ways, build(sub))
		}
		return c
	case syntax.OpCapture:
		label := fmt.Sprintf("group %d", re.Cap)
		if re.Name != "" {
			label += " " + re.Name
		}
		return &frame{label, build(re.Sub[0])}
	case syntax.OpQuest:
		return optional(re, build(re.Sub[0]))
	case syntax.OpPlus:
		return &loop{build(re.Sub[0]), repeated("", re)}
	case syntax.OpStar:
		return optional(re, &loop{build(re.Sub[0]), repeated("", re)})
	case syntax.OpRepeat:
		return repeat(re)
	}
	if label, ok := assertions[re.Op]; ok {
		return &box{label: label, class: "assert"}
	}
	return &box{label: class(re), class: "class"}
}

var assertions = map[syntax.Op]string{
	syntax.OpBeginLine:      "begin of line",
	syntax.OpEndLine:        "end of line",
	syntax.OpBeginText:      "begin of text",
	syntax.OpEndText:        "end of text",
	syntax.OpWordBoundary:   "word boundary",
	syntax.OpNoWordBoundary: "no word boundary",
}

// class names what one character may be.
func class(re *syntax.Regexp) string {
	switch {
	case re.Op == syntax.OpAnyChar:
		return "any character"
	case re.Op == syntax.OpAnyCharNotNL:
		return "any but newline"
	case re.Op == syntax.OpNoMatch || len(re.Rune) == 0:
		return "nothing"
	}
	return re.String()
}

func lazy(re *syntax.Regexp) bool { return re.Flags&syntax.NonGreedy != 0 }

// repeated is the note at a loop.
func repeated(times string, re *syntax.Regexp) string {
	if lazy(re) {
		return strings.TrimSpace(times + " as few as possible")
	}
	return times
}

func optional(re *syntax.Regexp, n node) node {
	c := &choice{ways: []node{n, &sequence{}}}
	if lazy(re) {
		c.ways[0], c.ways[1] = c.ways[1], c.ways[0]
	}
	return c
}

func repeat(re *syntax.Regexp) node {
	n := build(re.Sub[0])
	switch {
	case re.Max == 0:
		return &sequence{}
	case re.Max == 1 && re.Min == 1:
		return n
	case re.Max == 1:
		return optional(re, n)
	}
	times := fmt.Sprintf("%d to %d times", max(re.Min, 1), re.Max)
	switch {
	case re.Max < 0:
		times = fmt.Sprintf("%d times or more", max(re.Min, 1))
	case re.Min == re.Max:
		times = fmt.Sprintf("%d times", re.Min)
	}
	n = &loop{n, repeated(times, re)}
	if re.Min == 0 {
		return optional(re, n)
	}
	return n
}
