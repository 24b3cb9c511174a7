package main

import (
	"context"
	"errors"
	"fmt"
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
	maxLoss int         // percent of the rules that a load may lose, or lossless
	access  *accessLog  // is opened again at each signal

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
		err = l.guard(t)
	}
	if err == nil {
		l.table.Store(t)
	}
	l.loaded(err)
	return err
}

// lossless is the maxLoss of a loader that takes any table.
const lossless = -1

// guard refuses a table that has lost so many rules that the file was more likely cut off or emptied by mistake. Requests would find
// no rule and be answered with 404.
func (l *loader) guard(t *remap.Table) error {
	old, most := l.table.Load(), l.maxLoss
	switch {
	case most == lossless:
		return nil
	case t.Len() == 0:
		return fmt.Errorf("%s has no rules; -force takes it all the same", l.config)
	case old != nil && (old.Len()-t.Len())*100 > most*old.Len():
		return fmt.Errorf("%s has %d rules where %d are in force, and -max-loss is %d percent; a restart or -force takes it all the same",
			l.config, t.Len(), old.Len(), most)
	}
	return nil
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
			if err := l.access.reopen(); err != nil {
				l.log.Error("access log not opened again, the old file is written to", "err", err)
			}
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
