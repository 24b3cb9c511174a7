package syntax

import (
	"fmt"
	"unicode/utf8"
)

// Error tells why a pattern is refused, and where.
type Error struct {
	Pattern   string // the whole pattern
	Offset    int    // in Pattern, bytes, where the construct begins
	Construct string // the text of the construct as far as it was read; empty at the end of the pattern
	Reason    string
}

// Error shortens the pattern and the construct where they are long: a pattern of a megabyte makes no message of a megabyte.
func (e *Error) Error() string {
	construct := ""
	if e.Construct != "" {
		construct = fmt.Sprintf(" at %q", shorten(e.Construct))
	}
	return fmt.Sprintf("pattern %q, offset %d%s: %s", shorten(e.Pattern), e.Offset, construct, e.Reason)
}

// shorten cuts s where it is longer than a message should be, between two runes.
func shorten(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}

// fail is the error of the construct that reaches from at to where the parser stands.
func (p *parser) fail(at int, format string, args ...any) error {
	end := max(at, min(p.pos, len(p.pattern)))
	return &Error{Pattern: p.pattern, Offset: at, Construct: p.pattern[at:end], Reason: fmt.Sprintf(format, args...)}
}
