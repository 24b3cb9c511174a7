package syntax

import (
	"strings"
)

// startItems parses what may stand before all else. The items that steer PCRE2's optimizations, or limit a matcher that is not
// this one, change no answer and are accepted; what would change answers in a way this package does not support is not.
func (p *parser) startItems() error {
	for strings.HasPrefix(p.pattern[p.pos:], "(*") {
		at := p.pos
		item, _, closed := strings.Cut(p.rest()[2:], ")")
		if !closed {
			return nil
		}
		name, digits, limit := strings.Cut(item, "=")
		if limit && (digits == "" || strings.Trim(digits, "0123456789") != "") {
			return nil
		}
		switch name {
		case "LIMIT_HEAP", "LIMIT_MATCH", "LIMIT_DEPTH", "LIMIT_RECURSION":
			if !limit {
				return nil
			}
		case "UTF", "NO_START_OPT", "NO_AUTO_POSSESS", "NO_DOTSTAR_ANCHOR", "NO_JIT", "LF", "BSR_UNICODE":
		case "UCP":
			p.ucp = true
		case "BSR_ANYCRLF":
			p.anyCRLF = true
		case "NOTEMPTY":
			p.given |= NotEmpty
		case "CR", "CRLF", "ANYCRLF", "ANY", "NUL":
			p.through(')')
			return p.fail(at, "newline other than \\n")
		case "NOTEMPTY_ATSTART":
			p.through(')')
			return p.fail(at, "option that is not supported")
		default:
			return nil
		}
		p.through(')')
	}
	return nil
}

// star parses a verb, or a group that begins with (*name:, from the star on.
func (p *parser) star(s *sequence, at int) error {
	p.pos++
	from := p.pos
	for isLetter(p.peek(0)) || isDigit(p.peek(0)) || p.peek(0) == '_' {
		p.pos++
	}
	name := p.pattern[from:p.pos]
	if name != "" && name[0] >= 'a' {
		if !p.accept(":") {
			return p.fail(at, "unknown group")
		}
		return p.namedGroup(s, name, at)
	}
	var label string
	labelled := p.accept(":")
	if labelled {
		label, _, _ = strings.Cut(p.rest(), ")")
		p.pos += len(label)
	}
	if !p.accept(")") {
		return p.fail(at, "verb without a closing bracket")
	}
	if len(label) > maxVerb {
		return p.fail(at, "verb's name of more than %d bytes", maxVerb)
	}
	return p.verb(s, name, label, at)
}

// namedGroup parses a lookaround or an atomic group with its kind in words, which is read.
func (p *parser) namedGroup(s *sequence, name string, at int) error {
	switch name {
	case "atomic":
		return p.atomic(s, at)
	case "pla", "positive_lookahead":
		return p.look(s, Node{}, at)
	case "nla", "negative_lookahead":
		return p.look(s, Node{Negative: true}, at)
	case "napla", "non_atomic_positive_lookahead":
		return p.look(s, Node{NonAtomic: true}, at)
	case "plb", "positive_lookbehind":
		return p.look(s, Node{Behind: true}, at)
	case "nlb", "negative_lookbehind":
		return p.look(s, Node{Behind: true, Negative: true}, at)
	case "naplb", "non_atomic_positive_lookbehind":
		return p.look(s, Node{Behind: true, NonAtomic: true}, at)
	case "sr", "script_run", "asr", "atomic_script_run":
		return p.fail(at, "script run")
	}
	return p.fail(at, "unknown kind of group")
}

// verb adds a verb. Those that end something set their label as a mark first.
func (p *parser) verb(s *sequence, name, label string, at int) error {
	n := p.node(OpVerb, at)
	n.Name = label
	switch name {
	case "", "MARK":
		if label == "" {
			return p.fail(at, "mark without a name")
		}
		n.Verb = Mark
	case "COMMIT":
		n.Verb = Commit
	case "PRUNE":
		n.Verb = Prune
	case "SKIP":
		n.Verb = Skip
	case "THEN":
		n.Verb = Then
	case "ACCEPT", "FAIL", "F":
		end := p.node(OpFail, at)
		if name == "ACCEPT" {
			end.Op, end.Verb = OpVerb, Accept
		}
		if n.Verb = Mark; label != "" {
			end = p.node(OpConcat, at, n, end)
		}
		s.add(end, name == "ACCEPT")
		return nil
	default:
		return p.fail(at, "unknown verb, or an item that may only stand at the start")
	}
	s.add(n, false)
	return nil
}
