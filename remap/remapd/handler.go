package main

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/arenaregexp/regexp/remap"
)

// A handler answers requests as the table in force says.
type handler struct {
	table   func() *remap.Table
	forward forwarder
	maxURL  int
	log     *slog.Logger
	access  *accessLog
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.access == nil {
		h.answer(w, r, new(decision))
		return
	}
	answer, start := &recorder{ResponseWriter: w}, time.Now()
	var d decision
	defer func() { h.access.write(r, start, answer, &d) }() // also where an origin breaks off and ReverseProxy panics
	h.answer(answer, r, &d)
}

// A decision is what was decided for a request, for the access log.
type decision struct {
	file string // of the rule, "" where none decided
	line int
	to   string // the URL that the rule made
}

func (h *handler) answer(w http.ResponseWriter, r *http.Request, d *decision) {
	switch {
	case r.Method == http.MethodConnect:
		http.Error(w, "this is a reverse proxy: it opens no tunnels", http.StatusForbidden)
		return
	case len(r.RequestURI) > h.maxURL:
		http.Error(w, "the URL is too long", http.StatusRequestURITooLong)
		return
	case r.Host == "" && r.ProtoAtLeast(1, 1):
		http.Error(w, "the host is missing", http.StatusBadRequest)
		return
	case h.forward.looped(r):
		http.Error(w, "this request has been here before: a rule leads back to this proxy", http.StatusLoopDetected)
		return
	}
	table := h.table()
	to, result, err := rewrite(table, r)
	d.to = to
	if result.Rule >= 0 {
		rule := table.Rule(result.Rule)
		d.file, d.line = rule.File, rule.Line
	}
	h.logRequest(r, d, result, err)
	switch {
	case errors.Is(err, remap.ErrRequest), errors.Is(err, remap.ErrTooLong):
		http.Error(w, err.Error(), result.Status)
	case err != nil, result.Status != 0 && !result.Redirect():
		http.Error(w, http.StatusText(result.Status), result.Status)
	case result.Redirect():
		http.Redirect(w, r, to, result.Status)
	default:
		h.forwardTo(w, r, to)
	}
}

// rewrite looks a request up. The URL is made in a buffer of those that answers are copied through, which has room for all
// but the longest.
func rewrite(table *remap.Table, r *http.Request) (to string, result remap.Result, err error) {
	q, err := requestQuery(r)
	if err != nil {
		return "", remap.Result{Rule: -1, Map: -1, Status: http.StatusBadRequest}, err
	}
	buffer := copyBuffers.Get()
	defer copyBuffers.Put(buffer)
	out, result, err := table.Rewrite(buffer[:0], &q)
	return string(out), result, err
}

// forwardTo forwards a request to a URL that a rule made. Made from a request's own bytes, it may be broken in ways that the
// table lets pass, such as half a percent-encoding.
func (h *handler) forwardTo(w http.ResponseWriter, r *http.Request, to string) {
	target, err := remap.OriginURL(to)
	if err != nil {
		h.log.Debug("rewritten URL is none", "err", err)
		http.Error(w, "the rule that this request is for makes no URL of it", http.StatusInternalServerError)
		return
	}
	h.forward.serve(w, r, target)
}

func (h *handler) logRequest(r *http.Request, d *decision, result remap.Result, err error) {
	if !h.log.Enabled(r.Context(), slog.LevelDebug) {
		return
	}
	args := []any{"client", r.RemoteAddr, "method", r.Method, "host", r.Host, "url", r.RequestURI}
	if d.file != "" {
		args = append(args, "file", d.file, "line", d.line)
	}
	if result.Status != 0 {
		args = append(args, "status", result.Status)
	}
	if d.to != "" {
		args = append(args, "to", d.to)
	}
	if err != nil {
		args = append(args, "err", err)
	}
	h.log.Debug("request", args...)
}
