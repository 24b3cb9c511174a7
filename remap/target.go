package remap

import (
	"net/url"
	"strings"
)

// SetTarget sets Path, Query and Fragment from the target of a request line, byte for byte as it came. Use it with
// [net/http.Request.RequestURI]: a [net/url.URL] decodes and encodes a path that holds a byte such as '|', which changes what the
// rules and the origin see.
//
// A target in absolute form begins with a scheme and a host; SetTarget skips them, since net/http puts that host in Request.Host.
// Its scheme must be that of the connection, which Scheme holds already. A byte above 0x7f is an error, too: Traffic Server refuses
// it, and origins disagree on what it means. Both errors are of class [ErrRequest].
func (r *Request) SetTarget(target string) error {
	if !strings.HasPrefix(target, "/") {
		if scheme, rest, ok := strings.Cut(target, "://"); ok {
			if !strings.EqualFold(scheme, overHTTP(r.Scheme)) {
				return errScheme
			}
			target = ""
			if i := strings.IndexAny(rest, "/?#"); i >= 0 {
				target = rest[i:]
			}
		}
	}
	target, r.Fragment, _ = strings.Cut(target, "#")
	r.Path, r.Query, _ = strings.Cut(target, "?")
	for i := range len(target) {
		if target[i] > 0x7f {
			return errTarget
		}
	}
	return nil
}

// overHTTP returns the scheme of HTTP with which a connection of a scheme begins.
func overHTTP(scheme string) string { return strings.Replace(scheme, "ws", "http", 1) }

// OriginURL returns the URL for a request of net/http that asks for a rewritten URL. net/http then sends the path and the query as
// they stand in it. A scheme of WebSocket becomes that of HTTP, with which a WebSocket begins.
func OriginURL(rewritten string) (*url.URL, error) {
	scheme, rest, _ := strings.Cut(rewritten, "://")
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	target, err := url.Parse(overHTTP(scheme) + "://" + rest[:end])
	if err != nil {
		return nil, err
	}
	path, query, _ := strings.Cut(rest[end:], "?")
	if path == "" {
		path = "/"
	}
	target.RawQuery = query
	if !strings.HasPrefix(path, "//") {
		target.Opaque = path
		return target, nil
	}
	// net/http would take an Opaque that begins with two slashes for a host.
	if target.Path, err = url.PathUnescape(path); err == nil {
		if target.RawPath = path; target.EscapedPath() == path {
			return target, nil
		}
	}
	target.Path, target.RawPath = "", ""
	target.Opaque = "//" + target.Host + path // sent as a target in absolute form
	return target, nil
}
