package remap

import (
	"fmt"
	"slices"
	"strings"
)

// A kind is what a type of rule means.
type kind struct {
	group   int  // of precedence, the first being asked first
	pattern bool // the host is a pattern
	status  int  // of a redirect, else 0
}

// kinds are the types of rules, in the groups that Traffic Server's manual has.
var kinds = map[string]kind{
	"map_with_recv_port":       {0, false, 0},
	"regex_map_with_recv_port": {0, true, 0},
	"map":                      {1, false, 0},
	"regex_map":                {1, true, 0},
	"redirect":                 {2, false, 301},
	"redirect_temporary":       {2, false, 307},
	"regex_redirect":           {3, true, 301},
	"regex_redirect_temporary": {3, true, 307},
}

// recvPort is the group whose rules are for the port that a request came in at.
const recvPort = 0

// unsupported are the types and directives of Traffic Server that are refused, and why.
var unsupported = map[string]string{
	"map_with_referer":       "the Referer header is the proxy's to check",
	"regex_map_with_referer": "the Referer header is the proxy's to check",
	"reverse_map":            "answers of the origins are the proxy's to rewrite",
	"regex_reverse_map":      "answers of the origins are the proxy's to rewrite",
	".definefilter":          "access is the proxy's to control",
	".deletefilter":          "access is the proxy's to control",
	".activatefilter":        "access is the proxy's to control",
	".deactivatefilter":      "access is the proxy's to control",
	".useflt":                "access is the proxy's to control",
	".unuseflt":              "access is the proxy's to control",
	".include":               "a table is one file and the rule files that it names",
}

// A parser collects the rules and the errors of a configuration.
type parser struct {
	options Options
	name    string
	rules   []rule
	files   map[string]*ruleFile
	order   []*ruleFile
	errs    []error
}

// fail notes an error at a byte of a field of the configuration.
func (p *parser) fail(f field, offset int, format string, args ...any) {
	p.failIn(p.name, f, offset, fmt.Errorf(format, args...))
}

func (p *parser) failIn(file string, f field, offset int, err error) {
	line, column := f.at(offset)
	p.errs = append(p.errs, &ConfigError{file, line, column, err})
}

// parse reads the configuration. A line with an error is left out, and the rest is read for more errors.
func (p *parser) parse(config string) {
	for _, fields := range fieldsOf(config, true) {
		before := len(p.errs)
		if r := p.parseLine(fields); len(p.errs) == before {
			p.rules = append(p.rules, r)
		}
	}
}

func (p *parser) parseLine(fields []field) rule {
	first := fields[0]
	r := rule{Rule: Rule{File: p.name, Line: first.line, Kind: strings.ToLower(first.text), Matcher: "name"}, at: first}
	k, ok := kinds[r.Kind]
	if !ok {
		p.refuseKind(first, r.Kind)
		return r
	}
	options := len(fields)
	if i := slices.IndexFunc(fields, func(f field) bool { return f.text[0] == '@' }); i >= 0 {
		options = i
	}
	if options != 3 {
		p.fail(fields[min(options, 3, len(fields)-1)], 0, "%s takes two URLs, and options that begin with @, got %d", r.Kind, options-1)
		return r
	}
	r.From, r.To, r.Status = fields[1].text, fields[2].text, k.status
	p.parseFrom(&r, k, fields[1])
	p.parseTo(&r, k, fields[2])
	p.parseOptions(&r, k, fields[3:])
	return r
}

func (p *parser) refuseKind(f field, kind string) {
	reason, known := unsupported[kind]
	switch {
	case known:
		p.fail(f, 0, "%s is not supported: %s", kind, reason)
	case kind[0] == '.':
		p.fail(f, 0, "%s is no directive that is known", kind)
	default:
		p.fail(f, 0, "%q is no type of rule", f.text)
	}
}

// parseFrom reads what a rule is for.
func (p *parser) parseFrom(r *rule, k kind, f field) {
	if f.text[0] == '/' && !k.pattern {
		if k.status != 0 {
			p.fail(f, 0, "a %s is for a host", r.Kind)
			return
		}
		r.from = location{literal: true}
		if err := r.from.setPath(f.text, 0); err != nil {
			p.fail(f, err.offset, "%s", err.reason)
		}
		return
	}
	var bad *misplaced
	if r.from, bad = parseLocation(f.text, !k.pattern); bad != nil {
		p.fail(f, bad.offset, "%s", bad.reason)
		return
	}
	if !k.pattern {
		return
	}
	r.at = field{r.from.host, f.line, f.column + r.from.hostAt}
	var err error
	if r.pattern, err = parseHost(r.from.host); err != nil {
		p.failIn(p.name, r.at, 0, err)
		return
	}
	r.Matcher = r.pattern.matcher()
}

// parseTo reads what a rule maps to.
func (p *parser) parseTo(r *rule, k kind, f field) {
	to, bad := parseLocation(f.text, !k.pattern)
	if bad == nil && k.pattern {
		if r.host, bad = parseTemplate(to.host, r.pattern.groups, false); bad != nil {
			bad.offset += to.hostAt
		} else if text := r.host.text(); !holdsOnly(text, inName) && (len(r.host.pieces) > 0 || !isHost(text)) {
			bad = misplacedf(to.hostAt, "%q holds what no host name does, beside its groups", to.host)
		}
	}
	if bad == nil && r.from.webSocket() && !to.webSocket() {
		bad = misplacedf(0, "%s is mapped to ws or wss only", r.from.scheme)
	}
	if bad != nil {
		p.fail(f, bad.offset, "%s", bad.reason)
	}
	r.to = to
}

func (l location) webSocket() bool { return l.scheme == ws || l.scheme == wss }

// parseOptions reads what follows the URLs of a rule.
func (p *parser) parseOptions(r *rule, k kind, fields []field) {
	var params []field
	var at field
	plugin, before := false, len(p.errs)
	for _, f := range fields {
		name, value, _ := strings.Cut(f.text, "=")
		switch {
		case (name == "@pparam" || name == "@plugin") && value == "":
			p.fail(f, 0, "%s is an option without its value: want %s=VALUE", f.text, name)
		case name == "@pparam" && plugin:
			params = append(params, field{value, f.line, f.column + len(name) + 1})
		case name == "@pparam":
			p.fail(f, 0, "%s: there is no plugin before it", f.text)
		case name != "@plugin":
			p.fail(f, 0, "%s is not supported: there is @plugin=regex_remap.so with its @pparam", f.text)
		case value[strings.LastIndexByte(value, '/')+1:] != "regex_remap.so":
			p.fail(f, 0, "plugin %q is not supported, regex_remap.so is", value)
		case plugin:
			p.fail(f, 0, "one regex_remap.so a rule is all that is supported")
		case k.status != 0:
			p.fail(f, 0, "a %s has no plugins", r.Kind)
		default:
			plugin, at = true, f
		}
	}
	if !plugin || len(p.errs) > before {
		return
	}
	if len(params) == 0 {
		p.fail(at, 0, "regex_remap.so needs a file: @pparam=FILE")
		return
	}
	r.options = p.parseFileOptions(params[1:])
	r.file = p.ruleFile(params[0])
	if use := r.file.fromUse; use.line != 0 && k.pattern {
		p.failIn(r.file.name, use, 0, fmt.Errorf("$f is the host that a rule is for, which of %s:%d is a pattern", p.name, r.Line))
	}
}
