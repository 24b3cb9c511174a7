package main

import (
	"context"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// A textHandler is a [slog.Handler] that writes key=value lines, as slog's own does. The difference is the backslash: slog quotes
// like Go, which doubles each backslash, and logs of a regular expression engine are full of them. See [appendValue].
type textHandler struct {
	level  slog.Leveler
	prefix string // of the groups that are open: "a.b."
	attrs  string // of With, written already
	out    *lockedWriter
}

// A lockedWriter writes whole lines.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func newTextHandler(w io.Writer, level slog.Leveler) *textHandler {
	return &textHandler{level: level, out: &lockedWriter{w: w}}
}

// Enabled is part of [slog.Handler].
func (h *textHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.level.Level()
}

// Handle is part of [slog.Handler].
func (h *textHandler) Handle(_ context.Context, r slog.Record) error {
	line := make([]byte, 0, 256)
	if !r.Time.IsZero() {
		line = append(appendTime(append(line, "time="...), r.Time), ' ')
	}
	line = append(append(line, "level="...), r.Level.String()...)
	line = appendValue(append(line, " msg="...), r.Message)
	line = append(line, h.attrs...)
	r.Attrs(func(a slog.Attr) bool {
		line = appendAttr(line, h.prefix, a)
		return true
	})
	_, err := h.out.Write(append(line, '\n'))
	return err
}

// WithAttrs is part of [slog.Handler].
func (h *textHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	var line []byte
	for _, a := range attrs {
		line = appendAttr(line, h.prefix, a)
	}
	with.attrs += string(line)
	return &with
}

// WithGroup is part of [slog.Handler].
func (h *textHandler) WithGroup(name string) slog.Handler {
	with := *h
	if name != "" {
		with.prefix += name + "."
	}
	return &with
}

func appendAttr(line []byte, prefix string, a slog.Attr) []byte {
	value := a.Value.Resolve()
	if value.Kind() == slog.KindGroup {
		if a.Key != "" {
			prefix += a.Key + "."
		}
		for _, member := range value.Group() {
			line = appendAttr(line, prefix, member)
		}
		return line
	}
	if a.Key == "" {
		return line
	}
	line = append(append(append(line, ' '), prefix...), a.Key...)
	line = append(line, '=')
	if value.Kind() == slog.KindTime {
		return appendTime(line, value.Time())
	}
	return appendValue(line, value.String())
}

// appendTime appends a time to the millisecond.
func appendTime(line []byte, t time.Time) []byte {
	return t.AppendFormat(line, "2006-01-02T15:04:05.000Z07:00")
}

// appendValue appends a value. It stands in quotes where it is empty or holds a blank, a quote, an equals sign or a byte that is no
// printable character. In quotes, \" stands for a quote and \x0a for such a byte. Any other backslash stands for itself, and is
// doubled only before a quote, an x, another backslash, or the end.
func appendValue(line []byte, s string) []byte {
	if plain(s) {
		return append(line, s...)
	}
	line = append(line, '"')
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"':
			line = append(line, `\"`...)
		case r == '\\' && (i+1 == len(s) || strings.IndexByte(`"x\`, s[i+1]) >= 0 || !printable(s[i+1:])):
			line = append(line, `\\`...)
		case !printable(s[i:]):
			for _, b := range []byte(s[i : i+size]) {
				line = append(append(line, `\x`...), "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
			}
		default:
			line = append(line, s[i:i+size]...)
		}
		i += size
	}
	return append(line, '"')
}

// plain reports whether a value needs no quotes.
func plain(s string) bool {
	for i := range s {
		if s[i] == ' ' || s[i] == '"' || s[i] == '=' || !printable(s[i:]) {
			return false
		}
	}
	return s != ""
}

// printable reports whether a text begins with a character that can be printed.
func printable(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return strconv.IsPrint(r) && !(r == utf8.RuneError && size <= 1)
}
