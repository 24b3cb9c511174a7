package main

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/arenaregexp/regexp/remap"
)

// A handler answers requests as the table in force says.
type handler struct {
	table   func() *remap.Table
	forward forwarder
	maxURL  int
	log     *slog.Logger
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
	h.logRequest(r, table, to, result, err)
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

func (h *handler) logRequest(r *http.Request, table *remap.Table, to string, result remap.Result, err error) {
	if !h.log.Enabled(r.Context(), slog.LevelDebug) {
		return
	}
	args := []any{"client", r.RemoteAddr, "method", r.Method, "host", r.Host, "url", r.RequestURI}
	if result.Rule >= 0 {
		rule := table.Rule(result.Rule)
		args = append(args, "file", rule.File, "line", rule.Line)
	}
	if result.Status != 0 {
		args = append(args, "status", result.Status)
	}
	if to != "" {
		args = append(args, "to", to)
	}
	if err != nil {
		args = append(args, "err", err)
	}
	h.log.Debug("request", args...)
}
