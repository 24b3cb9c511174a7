package main

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/arenaregexp/regexp/remap"
)

// requestQuery returns what the table is asked about a client's request.
//
// The scheme is that of the connection, not the one that a request line in absolute form may claim: a client could reach by
// it what is meant for others. As in Traffic Server, a request that wants to become a WebSocket is for the rules of ws.
func requestQuery(r *http.Request) remap.Request {
	scheme := "http"
	if wantsWebSocket(r) {
		scheme = "ws"
	}
	q := queryOf(r.Method, scheme, r.Host, r.URL)
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		q.RecvPort = uint16(a.Port)
	}
	if a, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		q.ClientIP = a.Addr().Unmap()
	}
	return q
}

// wantsWebSocket reports whether a request asks to become a WebSocket: by Upgrade, which counts where Connection names it.
func wantsWebSocket(r *http.Request) bool {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		return false
	}
	for _, value := range r.Header["Connection"] {
		for token := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(token), "upgrade") {
				return true
			}
		}
	}
	return false
}

// queryOf takes a URL apart. The path and the query are as on the wire, except that bytes that no path holds are
// percent-encoded, which is how they go to the origin: what the rules are asked about and what the origin gets are the same.
func queryOf(method, scheme, host string, u *url.URL) remap.Request {
	q := remap.Request{Method: method, Scheme: scheme, Path: u.EscapedPath(), Query: u.RawQuery}
	q.SetHost(host)
	return q
}
