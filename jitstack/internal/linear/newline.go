package linear

import "github.com/arenaregexp/regexp/jitstack/internal/syntax"

// Subjects that end in a newline. `$` matches before that newline as well as behind it, and (?m)^ does not match behind it; the
// engine is given \z, which matches behind it only, and its own (?m)^, which does match there. All else is alike, so two searches
// mostly tell what one of the real pattern would:
//
//   - With `$` at the ends of the pattern only, a match ends before the newline or behind it. One that ends before it is a match
//     of the subject without the newline: \b, for one, does not tell the end of the subject from a newline. So there is a
//     match if there is one in the subject with or without its newline, and the one that begins first is the one. Where two
//     begin in one place, the pattern would have to tell which it prefers, which is left to the backtracker.
//   - With (?m)^ and without `$`, the engine may go ways that lead to the end of the subject and that should be closed. Where its
//     match ends before, it has gone none, and no way that should be preferred is missing.

// lastNewline says what a newline at the end of the subject changes.
type lastNewline uint8

const (
	alike  lastNewline = iota // nothing
	ends                      // `$` matches before it, too, and is followed by nothing
	begins                    // (?m)^ does not match behind it
	other                     // more than these two
)

func endsInNewline(s string) bool { return len(s) > 0 && s[len(s)-1] == '\n' }

// aboutLastNewline finds what a newline at the end of the subject changes for n.
func aboutLastNewline(n *syntax.Node) lastNewline {
	dollar, caret := hasAssert(n, syntax.EndTextNewline), hasAssert(n, syntax.BeginLine)
	switch {
	case !dollar && !caret:
		return alike
	case !dollar:
		return begins
	case !caret && !hasAssert(n, syntax.EndText) && endsOnly(n):
		return ends
	}
	return other
}

func hasAssert(n *syntax.Node, a syntax.Assert) bool {
	if n.Op == syntax.OpAssert {
		return n.Assert == a
	}
	for _, sub := range n.Subs {
		if hasAssert(sub, a) {
			return true
		}
	}
	return false
}

// endsOnly reports whether `$` is followed by nothing, wherever it is in n.
func endsOnly(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpConcat:
		for i, sub := range n.Subs {
			if i < len(n.Subs)-1 && hasAssert(sub, syntax.EndTextNewline) || i == len(n.Subs)-1 && !endsOnly(sub) {
				return false
			}
		}
		return true
	case syntax.OpAlternate, syntax.OpGroup:
		for _, sub := range n.Subs {
			if !endsOnly(sub) {
				return false
			}
		}
		return true
	case syntax.OpAssert:
		return true
	}
	return !hasAssert(n, syntax.EndTextNewline)
}

// searchLine is Search by the engine for a subject that ends in a newline, where that decides.
func (m *Matcher) searchLine(s string, pos int, anchored bool, caps []int) (matched, decided bool) {
	switch m.newline {
	case ends:
		var behind [2]int
		matched = m.searchWhole(s, pos, anchored, behind[:min(2, len(caps))])
		if pos == len(s) || matched && len(caps) == 0 {
			break
		}
		if !m.searchWhole(s[:len(s)-1], pos, anchored, caps) {
			break
		}
		if matched && behind[0] <= caps[0] {
			if behind[0] == caps[0] && (behind[1] != caps[1] || len(caps) > 2) {
				return false, false
			}
			break
		}
		return true, true
	case begins:
		var span [2]int
		if matched = m.searchWhole(s, pos, anchored, span[:]); matched && span[1] == len(s) {
			return false, false
		}
	default:
		return false, false
	}
	if matched && len(caps) > 0 {
		m.searchWhole(s, pos, anchored, caps)
	}
	return matched, true
}
