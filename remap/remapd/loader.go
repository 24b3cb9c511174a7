package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/arenaregexp/regexp/remap"
)

// A loader keeps the table in force and replaces it.
//
// The table is one pointer. A request reads it once and keeps what it got, so that a reload disturbs no request, waits for
// none, and is seen by each that begins after it. One goroutine at a time loads.
type loader struct {
	config  string
	options remap.Options
	log     *slog.Logger
	loaded  func(error) // is told of each load, for the metrics

	table atomic.Pointer[remap.Table]
	files snapshot // what the last load read, whether or not it gave a table
	moved snapshot // the files as they were found changed, until they hold still
}

// load puts another table in force, or returns the errors of the configuration and leaves the old one.
func (l *loader) load() error {
	files := make(snapshot)
	options := l.options
	options.ReadFile = func(name string) ([]byte, error) {
		files[name] = stat(name) // before it is read: a change in between is found later
		return os.ReadFile(name)
	}
	t, err := remap.Load(l.config, options)
	l.files, l.moved = files, nil
	if err == nil {
		l.table.Store(t)
	}
	l.loaded(err)
	return err
}

// reload is load, logged.
func (l *loader) reload(why string) {
	start := time.Now()
	if err := l.load(); err != nil {
		logErrors(l.log, err)
		l.log.Error("not reloaded, the old rules stay in force", "config", l.config, "why", why)
		return
	}
	l.log.Info("reloaded", "config", l.config, "why", why, "rules", l.table.Load().Len(), "took", time.Since(start))
}

// poll looks at the files that the last load read, and reloads where they have changed and hold still.
func (l *loader) poll() {
	now := l.files.again()
	switch {
	case now.equal(l.files):
		l.moved = nil
	case l.moved != nil && now.equal(l.moved):
		l.reload("files changed")
	default:
		l.moved = now
	}
}

// run reloads until the context ends: at each signal, and where files have changed, for which it looks so often.
func (l *loader) run(ctx context.Context, signals <-chan os.Signal, every time.Duration) {
	var tick <-chan time.Time
	if every > 0 {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-signals:
			l.reload(s.String())
		case <-tick:
			l.poll()
		}
	}
}

// logErrors logs each of some joined errors by itself, and where those of a configuration are.
func logErrors(log *slog.Logger, err error) {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			logErrors(log, err)
		}
		return
	}
	e, ok := errors.AsType[*remap.ConfigError](err)
	switch {
	case !ok:
		log.Error("remapd", "err", err)
	case e.Line == 0: // the file could not be read
		log.Error("configuration", "file", e.File, "err", e.Err)
	default:
		log.Error("configuration", "file", e.File, "line", e.Line, "column", e.Column, "err", e.Err)
	}
}
