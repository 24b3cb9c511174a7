package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
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
	proxy   httputil.ReverseProxy // but for Rewrite, which is each request's own
	name    string                // of this process in Via
	timeout time.Duration         // of a request and its answer; 0 is no bound
}

// newForwarder returns a forwarder that gives an origin so long to accept a connection, and as long to begin its answer, and a whole
// request so long as well.
func newForwarder(timeout, requestTimeout time.Duration, log *slog.Logger) forwarder {
	return forwarder{
		name:    "remapd-" + rand.Text()[:8],
		timeout: requestTimeout,
		proxy: httputil.ReverseProxy{
			Transport: &http.Transport{
				DialContext:           (&net.Dialer{Timeout: timeout}).DialContext,
				TLSHandshakeTimeout:   timeout,
				ResponseHeaderTimeout: timeout,
				IdleConnTimeout:       90 * time.Second,
				MaxIdleConns:          4096, // rules may lead to any number of origins
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
//
// A client may switch to WebSocket and to nothing else. Behind a switch to h2c it could ask the origin for what it likes, past the
// rules.
//
// The server's deadlines do not end a request whose origin stalls: it sees them only while it reads from the client or writes to it,
// and a client that sends the first byte of another request has it do neither. So the request has an end of its own, which comes a
// little later, since those deadlines tell whose fault it was. A WebSocket, once it is one, has no bound.
func (f *forwarder) serve(w http.ResponseWriter, r *http.Request, target *url.URL) {
	proxy := f.proxy
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	r = r.WithContext(ctx)
	r.Body = clientBody{r.Body}
	if f.timeout > 0 {
		timer := time.AfterFunc(f.timeout+f.timeout/10, func() { cancel(context.DeadlineExceeded) })
		defer timer.Stop()
		proxy.ModifyResponse = func(answer *http.Response) error {
			if answer.StatusCode == http.StatusSwitchingProtocols {
				timer.Stop()
			}
			return nil
		}
	}
	proxy.Rewrite = func(p *httputil.ProxyRequest) {
		p.Out.URL, p.Out.Host = target, target.Host
		p.SetXForwarded()
		if !wantsWebSocket(r) {
			p.Out.Header.Del("Connection")
			p.Out.Header.Del("Upgrade")
		}
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

// A clientBody is the body of a request, whose errors are the client's and not the origin's that it is sent to.
type clientBody struct{ io.ReadCloser }

// A bodyError is an error of reading a client's body.
type bodyError struct{ error }

func (e *bodyError) Unwrap() error { return e.error }

func (b clientBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = &bodyError{err}
	}
	return n, err
}

// originFailed answers where an origin did not, or where the client did not let it.
func originFailed(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[net.Error](err)
	late := ok && e.Timeout()
	_, clients := errors.AsType[*bodyError](err)
	status := http.StatusBadGateway
	switch {
	case clients && late:
		status = http.StatusRequestTimeout
	case clients:
		status = http.StatusBadRequest
	case late:
		status = http.StatusGatewayTimeout
	}
	switch {
	case errors.Is(err, context.Canceled): // the client has left
	case clients:
		log.Debug("request body broken", "client", r.RemoteAddr, "origin", r.URL.Host, "status", status, "err", err)
	default:
		log.Warn("origin failed", "origin", r.URL.Host, "status", status, "err", err)
	}
	http.Error(w, http.StatusText(status), status)
}
