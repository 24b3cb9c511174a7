package remap

import (
	"log/slog"
	"os"
	"path/filepath"
)

// LimitAction says what becomes of a request that a rule could not be decided for.
type LimitAction int

const (
	// LimitUnavailable answers the request with status 503.
	LimitUnavailable LimitAction = iota
	// LimitNextRule goes on with the next rule, as if this one did not match. Behind a rule that keeps requests out that would let
	// them in.
	LimitNextRule
)

// DefaultMaxURL bounds a rewritten URL, in bytes, where [Options] do not.
const DefaultMaxURL = 128 << 10

// Options say how a table is loaded and how it answers. The zero value is ready.
type Options struct {
	// OnLimit is the answer where a rule meets a limit of package jitstack before it is decided.
	OnLimit LimitAction

	// MaxURL bounds a rewritten URL, in bytes. 0 stands for DefaultMaxURL.
	MaxURL int

	// Logger gets a warning where a rule meets a limit, at most once a rule and minute. nil stands for slog.Default().
	Logger *slog.Logger

	// ReadFile reads the configuration and the files that it names. nil stands for os.ReadFile.
	ReadFile func(name string) ([]byte, error)
}

// withDefaults fills in what is not set.
func (o Options) withDefaults() Options {
	if o.MaxURL <= 0 {
		o.MaxURL = DefaultMaxURL
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.ReadFile == nil {
		o.ReadFile = os.ReadFile
	}
	return o
}

// beside returns the name of a file that a configuration names: relative to the configuration's directory.
func beside(config, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(config), name)
}
