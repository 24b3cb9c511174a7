package main

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/arenaregexp/regexp/remap"
)

// requestQuery returns what the table is asked about a client's request.
//
// The scheme is that of the connection, not the one that a request line in absolute form may claim: a client could reach by
// it what is meant for others. As in Traffic Server, a request that wants to become a WebSocket is for the rules of ws.
func requestQuery(r *http.Request) (remap.Request, error) {
	scheme := "http"
	if wantsWebSocket(r) {
		scheme = "ws"
	}
	q := remap.Request{Method: r.Method, Scheme: scheme}
	err := q.SetTarget(r.RequestURI)
	q.SetHost(r.Host)
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		q.RecvPort = uint16(a.Port)
	}
	if a, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		q.ClientIP = a.Addr().Unmap()
	}
	return q, err
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
