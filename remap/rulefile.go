package remap

import (
	"fmt"
	"strconv"
	"strings"
)

// A ruleFile holds the rules of a file for regex_remap.so. Rules that name the same file share it.
type ruleFile struct {
	name     string
	rules    []rule // until the table has them
	patterns patterns
	fromUse  field // where $f stands, if it does
}

// fileOptions are the parameters of regex_remap.so, which say what the patterns of its file are matched against.
type fileOptions struct {
	method   bool // the method stands in front
	host     bool // // and the host stand before the path
	noQuery  bool // the query is left out
	pristine bool // the URL is that of the request, not the mapped one
}

// parseFileOptions reads the parameters behind the name of the file.
func (p *parser) parseFileOptions(params []field) (o fileOptions) {
	for _, f := range params {
		name, off := strings.CutPrefix(f.text, "no-")
		switch name {
		case "method":
			o.method = !off
		case "host":
			o.host = !off
		case "query-string":
			o.noQuery = off
		case "pristine":
			o.pristine = !off
		case "profile": // hits and times are always counted
		case "matrix-parameters":
			p.fail(f, 0, "%s is not supported: parameters are part of the path here", f.text)
		default:
			p.fail(f, 0, "%q is no parameter of regex_remap.so", f.text)
		}
	}
	return o
}

// ruleFile returns a rule file, which it reads where it is named first.
func (p *parser) ruleFile(f field) *ruleFile {
	name := beside(p.name, f.text)
	if file := p.files[name]; file != nil {
		return file
	}
	file := &ruleFile{name: name}
	p.files[name] = file
	text, err := p.options.ReadFile(name)
	if err != nil {
		p.fail(f, 0, "rule file: %w", err)
		return file
	}
	before := len(p.errs)
	for _, fields := range fieldsOf(string(text), false) {
		file.rules = append(file.rules, p.parseFileLine(file, fields))
	}
	if len(file.rules) == 0 {
		p.fail(f, 0, "rule file %s has no rules", name)
	}
	if len(p.errs) == before {
		p.order = append(p.order, file)
	}
	return file
}

// parseFileLine reads a pattern, a template, and options.
func (p *parser) parseFileLine(file *ruleFile, fields []field) rule {
	first := fields[0]
	r := rule{Rule: Rule{File: file.name, Line: first.line, Kind: "regex_remap", From: first.text}, at: first}
	fail := func(f field, offset int, format string, args ...any) {
		p.failIn(file.name, f, offset, fmt.Errorf(format, args...))
	}
	template, rest := field{}, fields[1:]
	if len(rest) > 0 && rest[0].text[0] != '@' {
		template, rest = rest[0], rest[1:]
	}
	caseless := false
	for _, f := range rest {
		name, value, valued := strings.Cut(f.text, "=")
		switch {
		case name == "@caseless" && !valued:
			caseless = true
		case name == "@lowercase_substitutions" && !valued:
			r.lower = true
		case name == "@status" && value == "":
			fail(f, 0, "%s is an option without its value: want @status=N", f.text)
		case name == "@status":
			status, err := strconv.Atoi(value)
			if err != nil || status < 200 || status > 599 {
				fail(f, 0, "%s: want a status between 200 and 599", f.text)
			}
			r.Status = status
		default:
			fail(f, 0, "%s is not supported: there are @status=, @caseless and @lowercase_substitutions", f.text)
		}
	}
	var err error
	if r.pattern, err = parsePath(first.text, caseless); err != nil {
		p.failIn(file.name, first, 0, err)
		return r
	}
	r.To, r.Matcher = template.text, r.pattern.matcher()
	if answersAlone(r.Status) {
		return r
	}
	var bad *misplaced
	if r.template, bad = parseTemplate(template.text, r.pattern.groups, true); bad == nil {
		bad = r.template.checkURL(template.text)
	}
	switch {
	case template.text == "":
		fail(first, 0, "the URL to map to is missing")
	case bad != nil:
		fail(template, bad.offset, "%s", bad.reason)
	}
	if r.template.uses(varFrom) {
		file.fromUse = template
	}
	return r
}

// checkURL refuses a template that could not make a URL, as far as its text up to the first variable shows.
func (t *template) checkURL(text string) *misplaced {
	if i := strayByte(text, inPath|inQuery); i < len(text) {
		return misplacedf(i, "no URL holds the byte %q", text[i])
	}
	start := t.tail
	if len(t.pieces) > 0 {
		start = t.pieces[0].text
		if start == "" {
			return nil
		}
	}
	name, rest, ok := strings.Cut(start, ":")
	switch {
	case !ok || schemeOf(name) == noScheme:
		return misplacedf(0, "%q is no URL: want scheme://host/path, the scheme being http, https, ws or wss", text)
	case len(t.pieces) == 0 && !startsURL(start), !strings.HasPrefix(rest, "//"[:min(len(rest), 2)]):
		return misplacedf(len(name), "%q has no host", text)
	}
	return nil
}

// startsURL reports whether s begins with a scheme and a host.
func startsURL(s string) bool {
	i := strings.IndexByte(s, ':')
	if i < 0 || schemeOf(s[:i]) == noScheme || !strings.HasPrefix(s[i:], "://") {
		return false
	}
	host := s[i+len("://"):]
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	if i := strings.LastIndexByte(host, ':'); i >= 0 && digits(host[i+1:]) {
		host = host[:i]
	}
	return isHost(host)
}

// hostless reports whether s is a URL whose host is empty, such as "https:///www.example.com/".
func hostless(s string) bool {
	name, rest, _ := strings.Cut(s, "://")
	return schemeOf(name) != noScheme && strings.HasPrefix(rest, "/")
}

// answersAlone reports whether a status is the whole answer: neither a redirect nor a URL to forward to goes with it.
func answersAlone(status int) bool { return status != 0 && !redirects(status) }

// redirects reports whether a status goes with a Location.
func redirects(status int) bool {
	switch status {
	case 301, 302, 307, 308: // and not 303, to which Traffic Server adds no Location
		return true
	}
	return false
}
