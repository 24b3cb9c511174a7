package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"
)

// A forwarder sends requests on to origins.
type forwarder struct {
	proxy httputil.ReverseProxy // but for Rewrite, which is each request's own
	name  string                // of this process in Via
}

// newForwarder returns a forwarder that gives an origin so long to accept a connection, and as long to begin its answer.
func newForwarder(timeout time.Duration, log *slog.Logger) forwarder {
	return forwarder{
		name: "remapd-" + rand.Text()[:8],
		proxy: httputil.ReverseProxy{
			Transport: &http.Transport{
				DialContext:           (&net.Dialer{Timeout: timeout}).DialContext,
				TLSHandshakeTimeout:   timeout,
				ResponseHeaderTimeout: timeout,
				IdleConnTimeout:       90 * time.Second,
				MaxIdleConnsPerHost:   256,  // the default of 2 has busy origins open a connection a request
				DisableCompression:    true, // answers pass as they are
			},
			BufferPool:   copyBuffers,
			ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
			ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) { originFailed(log, w, r, err) },
		},
	}
}

// serve forwards a request to a URL and copies the answer. The origin gets the URL's host, as Traffic Server has it unless
// told otherwise; what the client asked for is in X-Forwarded-Host.
func (f *forwarder) serve(w http.ResponseWriter, r *http.Request, target *url.URL) {
	proxy := f.proxy
	proxy.Rewrite = func(p *httputil.ProxyRequest) {
		p.Out.URL, p.Out.Host = target, target.Host
		p.SetXForwarded()
		p.Out.Header.Add("Via", strings.TrimPrefix(r.Proto, "HTTP/")+" "+f.name)
	}
	proxy.ServeHTTP(w, r)
}

// looped reports whether this process has forwarded a request before.
func (f *forwarder) looped(r *http.Request) bool {
	for _, via := range r.Header["Via"] {
		if strings.Contains(via, f.name) {
			return true
		}
	}
	return false
}

// originFailed answers where an origin did not.
func originFailed(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusBadGateway
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		status = http.StatusGatewayTimeout
	}
	if !errors.Is(err, context.Canceled) { // else the client has left
		log.Warn("origin failed", "origin", r.URL.Host, "status", status, "err", err)
	}
	http.Error(w, http.StatusText(status), status)
}
