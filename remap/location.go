package remap

import (
	"fmt"
	"strconv"
	"strings"
)

// A location is the URL of a rule: what it is for, or what it maps to.
type location struct {
	scheme  scheme // noScheme for a path alone, which stands for any scheme, host and port
	host    string // in lower case, or a pattern or a template as written
	hostAt  int    // where in the field the host begins
	port    uint16 // 0 where none is written
	path    string // begins with a slash
	written string // the host as written, where it is a name: a redirect shows it so
	literal bool   // the host is a name, not a pattern or a template
}

// effectivePort returns the port that requests come to.
func (l location) effectivePort() uint16 {
	if l.port == 0 {
		return l.scheme.port()
	}
	return l.port
}

// A misplaced error is one at some byte of a field.
type misplaced struct {
	offset int
	reason string
}

func misplacedf(offset int, format string, args ...any) *misplaced {
	return &misplaced{offset, fmt.Sprintf(format, args...)}
}

// parseLocation reads scheme://host[:port][/path]. A host that is a pattern or a template is not literal: it ends at the first
// slash all the same, and at a colon that only digits follow up to there.
func parseLocation(text string, literal bool) (location, *misplaced) {
	name, rest, ok := strings.Cut(text, "://")
	l := location{scheme: schemeOf(strings.ToLower(name)), hostAt: len(name) + len("://"), literal: literal}
	switch {
	case !ok:
		return l, misplacedf(0, "%q is no URL: want scheme://host[:port][/path]", text)
	case l.scheme == noScheme:
		return l, misplacedf(0, "scheme %q: only http, https, ws and wss are mapped", name)
	}
	authority, path := rest, "/"
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		authority, path = rest[:i], rest[i:]
	}
	if err := l.setAuthority(authority); err != nil {
		return l, err
	}
	return l, l.setPath(path, l.hostAt+len(authority))
}

func (l *location) setAuthority(authority string) *misplaced {
	l.host = authority
	if i := strings.LastIndexByte(authority, ':'); i >= 0 && digits(authority[i+1:]) {
		port, err := strconv.ParseUint(authority[i+1:], 10, 16)
		if err != nil || port == 0 {
			return misplacedf(l.hostAt+i+1, "port %q is not between 1 and 65535", authority[i+1:])
		}
		l.host, l.port = authority[:i], uint16(port)
	}
	if l.host == "" {
		return misplacedf(l.hostAt, "the host is missing")
	}
	if !l.literal {
		return nil
	}
	return l.checkName()
}

func (l *location) checkName() *misplaced {
	l.written, l.host = l.host, strings.ToLower(l.host)
	switch i := strayByte(l.host, inName); {
	case isHost(l.host):
		return nil
	case i == len(l.host):
		return misplacedf(l.hostAt, "a host of %d bytes, more than the %d that a name can have", len(l.host), maxHost)
	case l.host[i] == ':' || l.host[i] == '[':
		return misplacedf(l.hostAt, "%q is no host name; an IPv6 address stands in brackets", l.host)
	default:
		return misplacedf(l.hostAt+i, "%q is no host name: it holds %q; a pattern needs a type that begins with regex_", l.host, l.host[i])
	}
}

// setPath sets the path, which is text and no pattern in any rule.
func (l *location) setPath(path string, at int) *misplaced {
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		return misplacedf(at+i, "a rule's URL ends with the path: queries are passed on as they come")
	}
	if i := strayByte(path, inPath); i < len(path) {
		return misplacedf(at+i, "no path holds the byte %q", path[i])
	}
	const meta = `\^[]{}|(*`
	if i := strings.IndexAny(path, meta); i >= 0 && !l.literal {
		return misplacedf(at+i, "%q: only the host of a regex_ rule is a pattern; for paths there is regex_remap.so", path)
	}
	if i := strings.IndexByte(path, '$'); i >= 0 && !l.literal {
		return misplacedf(at+i, "%q: only the host takes $0 to $9; for paths there is regex_remap.so", path)
	}
	if strings.HasSuffix(path, "//") {
		return misplacedf(at+len(path)-2, "%q: a path that ends in two slashes, for an exact match, is not supported", path)
	}
	l.path = path
	return nil
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
