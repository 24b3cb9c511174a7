package railroad

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// canvas collects the elements of the drawing.
type canvas struct{ b strings.Builder }

// path draws a rail through points, in the notation of SVG.
func (c *canvas) path(format string, args ...any) {
	fmt.Fprintf(&c.b, "<path d=\""+format+"\"/>\n", args...)
}

func (c *canvas) rail(x1, x2, y float64) {
	if x2 > x1 {
		c.path("M%.1f %.1fH%.1f", x1, y, x2)
	}
}

// turn leads a rail from (x1, y1) to (x2, y2) by a curve that begins and ends level.
func (c *canvas) turn(x1, y1, x2, y2 float64) {
	mid := (x1 + x2) / 2
	c.path("M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, mid, y1, mid, y2, x2, y2)
}

func (c *canvas) note(x, y float64, text string) {
	if text != "" {
		fmt.Fprintf(&c.b, "<text class=\"note\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y, html.EscapeString(visible(text)))
	}
}

// noteWidth is the width of a note, whose letters are smaller.
func noteWidth(text string) float64 { return 7 * float64(utf8.RuneCountInString(text)) }

// end is where the diagram begins and ends.
type end struct{}

func (end) size() size { return size{8, 4, 4} }

func (end) draw(c *canvas, x, y float64) {
	fmt.Fprintf(&c.b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", x+4, y)
}

// box is a text, a class or an assertion.
type box struct{ label, class string }

func (b *box) shown() string {
	label := visible(b.label)
	if utf8.RuneCountInString(label) > mostRunes {
		label = string([]rune(label)[:mostRunes-1]) + "…"
	}
	return label
}

func (b *box) size() size {
	return size{charWidth*float64(utf8.RuneCountInString(b.shown())) + 16, boxHeight / 2, boxHeight / 2}
}

func (b *box) draw(c *canvas, x, y float64) {
	s := b.size()
	radius := 4.0
	if b.class == "assert" {
		radius = boxHeight / 2
	}
	fmt.Fprintf(&c.b, "<g><title>%s</title><rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\" rx=\"%.0f\"/><text x=\"%.1f\" y=\"%.1f\" dy=\"0.35em\">%s</text></g>\n",
		html.EscapeString(visible(b.label)), b.class, x, y-s.up, s.w, boxHeight, radius, x+s.w/2, y, html.EscapeString(b.shown()))
}

// sequence is one part behind the other. Without parts it is a piece of rail.
type sequence struct{ parts []node }

func (q *sequence) size() size {
	if len(q.parts) == 0 {
		return size{gap, 1, 1}
	}
	s := size{w: gap * float64(len(q.parts)-1)}
	for _, p := range q.parts {
		t := p.size()
		s.w += t.w
		s.up, s.down = max(s.up, t.up), max(s.down, t.down)
	}
	return s
}

func (q *sequence) draw(c *canvas, x, y float64) {
	if len(q.parts) == 0 {
		c.rail(x, x+gap, y)
	}
	for i, p := range q.parts {
		if i > 0 {
			c.rail(x, x+gap, y)
			x += gap
		}
		p.draw(c, x, y)
		x += p.size().w
	}
}

// choice is several ways, the preferred one on the rail and the others below it.
type choice struct{ ways []node }

func (h *choice) size() size {
	s := h.ways[0].size()
	for _, w := range h.ways[1:] {
		t := w.size()
		s.w = max(s.w, t.w)
		s.down += gap/2 + t.up + t.down
	}
	s.w += 4 * curve
	return s
}

func (h *choice) draw(c *canvas, x, y float64) {
	whole := h.size().w
	left, right := x+2*curve, x+whole-2*curve
	at, below := y, 0.0
	for i, w := range h.ways {
		t := w.size()
		if i == 0 {
			c.rail(x, left, y)
			c.rail(left+t.w, x+whole, y)
		} else {
			at += below + gap/2 + t.up
			c.turn(x, y, left, at)
			c.rail(left+t.w, right, at)
			c.turn(right, at, x+whole, y)
		}
		w.draw(c, left, at)
		below = t.down
	}
}

// loop is a part that can be passed again, by a rail above it that leads back.
type loop struct {
	part node
	note string
}

func (l *loop) size() size {
	s := l.part.size()
	s.w = max(s.w, noteWidth(l.note)) + 4*curve
	s.up += gap
	if l.note != "" {
		s.up += 14
	}
	return s
}

func (l *loop) draw(c *canvas, x, y float64) {
	s, t := l.size(), l.part.size()
	left, right := x+2*curve, x+s.w-2*curve
	top := y - t.up - gap + 2
	c.rail(x, left, y)
	l.part.draw(c, left, y)
	c.rail(left+t.w, x+s.w, y)
	c.path("M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fH%.1fC%.1f %.1f %.1f %.1f %.1f %.1f",
		right, y, right+2*curve, y, right+2*curve, top, right, top, left, left-2*curve, top, left-2*curve, y, left, y)
	mid := (left + right) / 2
	c.path("M%.1f %.1fl6 -4m-6 4l6 4", mid-3, top) // the way back goes left
	c.note(left, top-8, l.note)
}

// frame is a capture group.
type frame struct {
	label string
	part  node
}

func (f *frame) size() size {
	s := f.part.size()
	return size{max(s.w, noteWidth(f.label)) + 2*gap, s.up + gap + 16, s.down + gap/2}
}

func (f *frame) draw(c *canvas, x, y float64) {
	s, t := f.size(), f.part.size()
	fmt.Fprintf(&c.b, "<rect class=\"group\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\"/>\n", x, y-s.up+2, s.w, s.up+s.down-4)
	c.note(x+6, y-s.up+11, f.label)
	c.rail(x, x+gap, y)
	f.part.draw(c, x+gap, y)
	c.rail(x+gap+t.w, x+s.w, y)
}
