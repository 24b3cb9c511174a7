package remap

import (
	"bytes"
	"strconv"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/arena"
)

// mapped holds the offsets of the parts of a URL in a buffer that ends with the URL.
type mapped struct{ url, host, hostEnd, path, pathEnd int }

// expand appends the URL that the rule of a look-up maps to. m holds the match of its host.
func (t *Table) expand(out []byte, l *lookup, m *regexp.Matches) ([]byte, mapped, error) {
	r := &t.rules[l.rule]
	u := mapped{url: len(out)}
	out = append(append(out, r.to.scheme.String()...), "://"...)
	u.host = len(out)
	switch {
	case r.from.literal && r.Status != 0:
		out = append(out, r.to.written...)
	case r.from.literal:
		out = append(out, r.to.host...)
	default:
		v := values{match: m}
		var fits bool
		out, fits = r.host.append(out, &v, maxHost)
		if !fits || !isHost(arena.String(out[u.host:])) {
			return out, u, ErrNoURL
		}
	}
	u.hostEnd = len(out)
	if r.to.port != 0 {
		out = strconv.AppendUint(append(out, ':'), uint64(r.to.port), 10)
	}
	u.path = len(out)
	out = r.appendPath(out, l.path)
	u.pathEnd = len(out)
	out = append(out, l.params...)
	if l.request.Query != "" {
		out = append(append(out, '?'), l.request.Query...)
	}
	if l.request.Fragment != "" && r.Status != 0 {
		out = append(append(out, '#'), l.request.Fragment...)
	}
	if len(out)-u.url > t.options.MaxURL {
		return out, u, ErrTooLong
	}
	return out, u, nil
}

// appendPath appends the path with the rule's prefix replaced. Where the rest of the path and the path that the rule maps to both
// have a slash at the joint, one of them is dropped. Where neither has, but the prefix ends in one, a slash is added; Traffic Server
// adds it only if the prefix is "/".
func (r *rule) appendPath(out []byte, path string) []byte {
	prefix, to := r.from.path, r.to.path
	rest := path[len(prefix):]
	atSlash, toSlash := prefix[len(prefix)-1] == '/', to[len(to)-1] == '/'
	out = append(out, to...)
	switch {
	case rest == "":
	case atSlash && !toSlash && rest[0] != '/':
		out = append(out, '/')
	case toSlash && rest[0] == '/':
		rest = rest[1:]
	}
	return append(out, rest...)
}

// applyFile looks for the first line of the rule's file that matches, and appends the URL that it makes, which begins at url. Where
// no line matches that is the mapped one.
func (t *Table) applyFile(out []byte, u mapped, l *lookup, result *Result, m *regexp.Matches) (_ []byte, url int, _ error) {
	file := t.rules[l.rule].file
	end := len(out)
	out, subject, path := t.subject(out, u, l)
	rule, limit := t.first(&file.patterns, subject, none, m)
	if rule == none {
		return out[:end], u.url, nil
	}
	r := &t.rules[rule]
	result.Rule, result.Status = int(rule), r.Status
	if limit != nil || answersAlone(r.Status) {
		return out, 0, limit
	}
	url = len(out)
	to := &t.rules[l.rule].to
	v := values{
		match: m, from: t.rules[l.rule].from.host, to: arena.String(out[u.host:u.hostEnd]), scheme: to.scheme.String(), port: to.effectivePort(),
		host: arena.String(out[u.host:u.hostEnd]), path: path[1:], query: l.request.Query, ip: l.request.ClientIP, lower: r.lower,
	}
	if t.rules[l.rule].options.pristine {
		v.host, v.port, v.scheme = l.host, l.port, l.scheme.String()
	}
	out, fits := r.template.append(out, &v, t.options.MaxURL)
	if !fits {
		return out, url, ErrTooLong
	}
	out = tidy(out, url)
	switch {
	case redirects(r.Status) && hostless(arena.String(out[url:])): // a Location, which a browser may understand
	case !startsURL(arena.String(out[url:])):
		return out, url, ErrNoURL
	}
	return out, url, nil
}

// subject returns what the lines of the rule's file are matched against, and the path in it: a part of the mapped URL, at the end
// of out, or else a text behind it.
func (t *Table) subject(out []byte, u mapped, l *lookup) (_ []byte, subject, path string) {
	o := t.rules[l.rule].options
	host, path := arena.String(out[u.host:u.hostEnd]), arena.String(out[u.path:u.pathEnd])
	if !o.method && !o.host && !o.pristine && (o.noQuery || l.params == "") {
		if o.noQuery {
			return out, path, path
		}
		return out, arena.String(out[u.path:]), path
	}
	if o.pristine {
		host, path = l.host, l.path
	}
	start := len(out)
	if o.method {
		out = append(out, l.request.Method...)
	}
	if o.host {
		out = append(append(out, "//"...), host...)
	}
	out = append(out, path...)
	if !o.noQuery && l.request.Query != "" {
		out = append(append(out, '?'), l.request.Query...)
	}
	return out, arena.String(out[start:]), path
}

// tidy rewrites the URL at the end of out as Traffic Server prints it: a run of slashes that begins the path is one slash, and
// parameters and a query that are empty lose their ';' and '?'.
func tidy(out []byte, url int) []byte {
	authority := bytes.Index(out[url:], []byte("://"))
	if authority < 0 {
		return out
	}
	path := url + authority + len("://")
	for path < len(out) && out[path] != '/' && out[path] != '?' && out[path] != '#' {
		path++
	}
	for path+1 < len(out) && out[path] == '/' && out[path+1] == '/' {
		out = append(out[:path], out[path+1:]...)
	}
	end := path
	for end < len(out) && out[end] != '?' && out[end] != '#' {
		end++
	}
	if i := bytes.IndexByte(out[path:end], ';'); i >= 0 && path+i == end-1 {
		out = append(out[:end-1], out[end:]...)
		end--
	}
	if end < len(out) && out[end] == '?' && (end+1 == len(out) || out[end+1] == '#') {
		out = append(out[:end], out[end+1:]...)
	}
	return out
}
