package remap

import (
	"fmt"
	"strings"

	"github.com/arenaregexp/regexp"
)

// Trial is a look-up with its reasons.
type Trial struct {
	URL    string
	Result Result
	Err    error
	Steps  []Step // rules in the order of their precedence, up to the one that decided
}

// Step says why a rule did or did not decide.
type Step struct {
	Rule   int
	File   string // where the rule stands
	Line   int
	Host   bool // the rule is for the request's host, if for any
	Reason string
}

// String tells the outcome and the steps, but for rules of other hosts, which it counts.
func (t Trial) String() string {
	var b strings.Builder
	others := 0
	for _, s := range t.Steps {
		if s.Host {
			fmt.Fprintf(&b, "rule %d, %s:%d, %s\n", s.Rule, s.File, s.Line, s.Reason)
		} else {
			others++
		}
	}
	switch others {
	case 0:
	case 1:
		b.WriteString("one rule for another host was passed over\n")
	default:
		fmt.Fprintf(&b, "%d rules for other hosts were passed over\n", others)
	}
	switch {
	case t.Err != nil:
		fmt.Fprintf(&b, "answer %d: %v\n", t.Result.Status, t.Err)
	case t.Result.Status == 0:
		fmt.Fprintf(&b, "forwarded to %s\n", t.URL)
	case t.Result.Redirect():
		fmt.Fprintf(&b, "answer %d, Location %s\n", t.Result.Status, t.URL)
	case t.Result.Rule < 0:
		fmt.Fprintf(&b, "answer %d: no rule is for the request\n", t.Result.Status)
	default:
		fmt.Fprintf(&b, "answer %d\n", t.Result.Status)
	}
	return b.String()
}

// Try is [Table.Rewrite] for people: it tells of each rule that is asked before the one that decides why it does not. It asks the
// rules one by one, which takes time that grows with their number, and counts only limits.
func (t *Table) Try(r *Request) Trial {
	var trial Trial
	url, result, err := t.rewrite(nil, r)
	trial.URL, trial.Result, trial.Err = string(url), result, err
	l, out, err := newLookup(nil, r)
	if err != nil {
		return trial
	}
	for i := range t.groups {
		port := l.portFor(i)
		for _, hostless := range []bool{false, true} {
			for j := range t.rules {
				rule := &t.rules[j]
				k, ok := kinds[rule.Kind]
				if !ok || k.group != i || (rule.from.scheme == noScheme) != hostless {
					continue
				}
				s, matches := rule.ask(&l, port)
				s.Rule, s.File, s.Line = j, rule.File, rule.Line
				if j == result.Map {
					trial.decide(s, matches && rule.file != nil)
					if rule.file != nil && matches {
						t.tryFile(&trial, &l, out)
					}
					return trial
				}
				trial.Steps = append(trial.Steps, s)
			}
		}
	}
	return trial
}

// decide notes the step of a rule that decided, or whose file did.
func (t *Trial) decide(s Step, hasFile bool) {
	switch {
	case t.Result.Rule != s.Rule:
		s.Reason = "is for the request, and has a rule file"
	case t.Err != nil:
		s.Reason = "ends the look-up with an error"
	case hasFile:
		s.Reason = "wins, as no line of its rule file matches"
	default:
		s.Reason = "wins"
	}
	t.Steps = append(t.Steps, s)
}

// ask asks one rule of the configuration whether it is for a request.
func (r *rule) ask(l *lookup, port uint16) (s Step, matches bool) {
	s.Host = true
	switch {
	case r.from.scheme == noScheme && kinds[r.Kind].group == recvPort:
		s.Reason = "has no host, and so never wins"
		return s, false
	case l.host == "" && r.from.scheme != noScheme:
		return Step{Reason: "is for another host"}, false
	case r.from.scheme != noScheme:
		ok, err := r.asksFor(l.host)
		switch {
		case err != nil:
			s.Reason = fmt.Sprintf("is undecided: %v", err)
			return s, false
		case !ok:
			return Step{Reason: "is for another host"}, false
		case r.from.scheme != l.scheme:
			s.Reason = fmt.Sprintf("is for %s", r.from.scheme)
			return s, false
		case r.from.effectivePort() != port:
			s.Reason = fmt.Sprintf("is for port %d", r.from.effectivePort())
			return s, false
		}
	}
	if !strings.HasPrefix(l.path, r.from.path) {
		s.Reason = fmt.Sprintf("is for paths that begin with %s", r.from.path)
		return s, false
	}
	s.Reason = "is for the request"
	return s, true
}

// asksFor reports whether a rule is for a host.
func (r *rule) asksFor(host string) (bool, error) {
	if r.from.literal {
		return r.from.host == host, nil
	}
	return r.pattern.match(host, regexp.Full)
}

// tryFile asks the lines of the deciding rule's file.
func (t *Table) tryFile(trial *Trial, l *lookup, out []byte) {
	var m regexp.Matches
	t.find(l, &m)
	out, u, err := t.expand(out, l, &m)
	if err != nil {
		return
	}
	_, subject, _ := t.subject(out, u, l)
	all := &t.rules[l.rule].file.patterns
	for i := int(all.lowest); i < int(all.lowest)+all.len(); i++ {
		line := &t.rules[i]
		s := Step{Rule: i, File: line.File, Line: line.Line, Host: true, Reason: fmt.Sprintf("does not match %.80q", subject)}
		if i == trial.Result.Rule {
			trial.decide(s, false)
			return
		}
		if _, err := line.pattern.match(subject, regexp.Unanchored); err != nil {
			s.Reason = fmt.Sprintf("is undecided: %v", err)
		}
		trial.Steps = append(trial.Steps, s)
	}
}

// match matches the pattern by itself.
func (p *pattern) match(subject string, how regexp.Anchoring) (bool, error) {
	var m regexp.Matches
	if p.perl != nil {
		return p.perl.Exec(subject, &m)
	}
	return regexp.MustCompile(p.standard).ExecAt(subject, 0, how, &m), nil
}
