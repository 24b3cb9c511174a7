package remap

import (
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
	if r.from.literal {
		out = append(out, r.to.host...)
	} else {
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
	if l.request.Query != "" {
		out = append(append(out, '?'), l.request.Query...)
	}
	if len(out)-u.url > t.options.MaxURL {
		return out, u, ErrTooLong
	}
	return out, u, nil
}

// appendPath appends the path with the rule's prefix replaced. Between what the rule maps to and what is left of the path stands
// one slash, where the prefix ended at one.
func (r *rule) appendPath(out []byte, path string) []byte {
	prefix, to := r.from.path, r.to.path
	rest := path[len(prefix):]
	atSlash, toSlash := prefix[len(prefix)-1] == '/', to[len(to)-1] == '/'
	out = append(out, to...)
	switch {
	case rest == "":
	case atSlash && !toSlash:
		out = append(out, '/')
	case !atSlash && toSlash && rest[0] == '/':
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
	v := values{
		match: m, host: l.request.Host, from: t.rules[l.rule].from.host, to: arena.String(out[u.host:u.hostEnd]), port: l.port,
		scheme: l.scheme.String(), path: path[1:], query: l.request.Query, ip: l.request.ClientIP, lower: r.lower,
	}
	out, fits := r.template.append(out, &v, t.options.MaxURL)
	switch {
	case !fits:
		return out, url, ErrTooLong
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
	if !o.method && !o.host && !o.pristine {
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
