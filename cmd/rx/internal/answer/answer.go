// Package answer answers what the page of rx asks: one request with a pattern and a text, one response with all that the page shows.
package answer

import (
	"errors"
	"fmt"
	std "regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/cmd/rx/internal/advice"
	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
	"github.com/arenaregexp/regexp/cmd/rx/internal/railroad"
)

// Request is a question of the page.
type Request struct {
	Pattern    string `json:"pattern"` // of a set: a pattern a line
	Text       string `json:"text"`
	Kind       string `json:"kind"` // go, perl or set
	Fold       bool   `json:"fold"`
	Multiline  bool   `json:"multiline"`
	DotAll     bool   `json:"dotall"`
	Longest    bool   `json:"longest"`
	Replace    string `json:"replace"`
	Replaces   bool   `json:"replaces"`
	Comparison bool   `json:"comparison"` // the standard library is timed, too
}

// Response is the answer. Places count UTF-16 units, as strings of a browser do.
type Response struct {
	Error    *Error    `json:"error,omitempty"`
	Names    []string  `json:"names,omitempty"`
	Matches  [][]int   `json:"matches"` // a start and an end for each group, -1 for one that took no part
	Total    int       `json:"total"`   // matches; more than there are in Matches where the text has many
	Set      []int     `json:"set"`     // numbers of the patterns of a set that match
	Replaced string    `json:"replaced"`
	Explain  string    `json:"explain"`
	Advice   []string  `json:"advice"`
	Diagram  string    `json:"diagram"`
	Millis   float64   `json:"millis"` // of all matches in the whole text
	Std      *Standard `json:"std,omitempty"`
}

// Standard is how the standard library did.
type Standard struct {
	Millis float64 `json:"millis"`
	Same   bool    `json:"same"` // whether it found as many matches
}

// Error is what is wrong with a pattern, or the limit that a search met.
type Error struct {
	Message string `json:"message"`
	Offset  int    `json:"offset"` // in the pattern; -1 where it is not known
}

// mostMatches is how many matches are sent back, and mostReplaced how many bytes of the replaced text.
const (
	mostMatches  = 2000
	mostReplaced = 64 << 10
)

// For answers a request.
func For(r Request) *Response {
	a := &Response{Matches: [][]int{}, Set: []int{}, Advice: []string{}}
	var err error
	if r.Kind == "set" {
		err = a.set(r)
	} else {
		err = a.one(r)
	}
	if err != nil {
		a.fail(r.Pattern, err)
	}
	return a
}

func (a *Response) fail(expr string, err error) {
	a.Error = &Error{err.Error(), -1}
	var bad *pattern.Error
	if errors.As(err, &bad) && bad.Offset >= 0 && bad.Offset <= len(expr) {
		a.Error.Offset = units(expr[:bad.Offset])
	}
}

// flags writes the flags of a request into a pattern.
func (r Request) flags() string {
	flags := ""
	for _, f := range []struct {
		on   bool
		name string
	}{{r.Fold, "i"}, {r.Multiline, "m"}, {r.DotAll, "s"}} {
		if f.on {
			flags += f.name
		}
	}
	if flags == "" {
		return ""
	}
	return "(?" + flags + ")"
}

// one answers for a pattern in Go's syntax or Perl's.
func (a *Response) one(r Request) error {
	o := pattern.Options{Perl: r.Kind == "perl", Longest: r.Longest}
	if _, err := pattern.Compile(r.Pattern, o); err != nil {
		return err // it names places in what the user wrote
	}
	expr := r.flags() + r.Pattern
	p, err := pattern.Compile(expr, o)
	if err != nil {
		return err
	}
	a.Names = p.Names()
	if !o.Perl {
		if a.Diagram, err = railroad.SVG(expr); err != nil {
			return pattern.GoError(expr, err)
		}
		for _, f := range advice.Pattern(expr) {
			a.Advice = append(a.Advice, f.Message)
		}
	}
	if err := a.search(r, p); err != nil {
		return err
	}
	a.Explain = p.Explain()
	if r.Comparison && !o.Perl {
		a.compare(r, expr)
	}
	return nil
}

func (a *Response) search(r Request, p *pattern.Pattern) error {
	var m regexp.Matches
	var replaced []byte
	at := place{text: r.Text}
	last := 0
	err := p.Each(r.Text, &m, func() bool {
		a.Total++
		if a.Total <= mostMatches {
			spans := make([]int, 0, 2*m.Len())
			for i := range m.Len() {
				start, end := m.Span(i)
				spans = append(spans, start, end)
			}
			a.Matches = append(a.Matches, spans)
		}
		if r.Replaces && len(replaced) < mostReplaced {
			start, end := m.Span(0)
			replaced = append(replaced, r.Text[last:start]...)
			replaced = m.Expand(replaced, r.Replace)
			last = end
		}
		return true
	})
	if err == nil {
		a.Millis = timed(func() { p.Each(r.Text, &m, func() bool { return true }) })
	}
	for _, spans := range a.Matches {
		at.units(spans)
	}
	if r.Replaces {
		a.Replaced = valid(append(replaced, r.Text[last:]...), mostReplaced)
	}
	return err
}

// compare times the standard library on the same search.
func (a *Response) compare(r Request, expr string) {
	re, err := std.Compile(expr)
	if err != nil {
		return
	}
	if r.Longest {
		re.Longest()
	}
	n := 0
	took := timed(func() { n = len(re.FindAllStringIndex(r.Text, -1)) })
	a.Std = &Standard{took, n == a.Total}
}

// set answers for a set: which of its patterns match.
func (a *Response) set(r Request) error {
	var exprs []string
	begins := 0 // where the line begins
	for i, line := range strings.Split(r.Pattern, "\n") {
		if _, err := pattern.Compile(line, pattern.Options{}); err != nil {
			var bad *pattern.Error
			if errors.As(err, &bad) {
				bad.Err = fmt.Errorf("pattern %d: %w", i, bad.Err)
				if bad.Offset >= 0 {
					bad.Offset += begins
				}
			}
			return err
		}
		exprs = append(exprs, r.flags()+line)
		begins += len(line) + 1
	}
	set, err := regexp.CompileSet(exprs)
	if err != nil {
		return err
	}
	a.Millis = timed(func() { a.Set = set.AppendAll(a.Set[:0], r.Text) })
	a.Total = len(a.Set)
	a.Explain = set.Explain()
	return nil
}

// leastTimed is how long something is timed at least: the clock of a browser is coarse.
const leastTimed = 5 * time.Millisecond

// timed returns how many milliseconds f takes, on average of as many calls as fit.
func timed(f func()) float64 {
	begin := time.Now()
	for n := 1; ; n++ {
		f()
		if took := time.Since(begin); took >= leastTimed {
			return float64(took.Nanoseconds()) / 1e6 / float64(n)
		}
	}
}

// place turns offsets in bytes into offsets in UTF-16 units. It goes forward, and back only to where a match begins.
type place struct {
	text        string
	bytes, unit int // where it stands
}

func (p *place) units(spans []int) {
	for i := range spans {
		if spans[i] >= 0 {
			spans[i] = p.unitsAt(spans[i])
		}
	}
}

func (p *place) unitsAt(offset int) int {
	if offset < p.bytes {
		return p.unit - units(p.text[offset:p.bytes])
	}
	p.unit += units(p.text[p.bytes:offset])
	p.bytes = offset
	return p.unit
}

// units is how many UTF-16 units a text has.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// valid cuts a text after so many bytes, at the beginning of a rune.
func valid(b []byte, most int) string {
	if len(b) <= most {
		return string(b)
	}
	for !utf8.RuneStart(b[most]) {
		most--
	}
	return string(b[:most]) + "…"
}
