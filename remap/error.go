package remap

import (
	"errors"
	"fmt"
)

// ConfigError is one error of a configuration. [Load] and [Parse] report all that they find, joined by [errors.Join].
type ConfigError struct {
	File   string
	Line   int // from 1; 0 where the file could not be read
	Column int // in bytes, from 1; one behind the line where something is missing there
	Err    error
}

// Error names file, line and column, in the form that editors jump to, and the reason.
func (e *ConfigError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap returns the reason.
func (e *ConfigError) Unwrap() error { return e.Err }

// Errors of [Table.Rewrite]. They are values that exist once, so that a flood of bad requests allocates nothing; [Result] names the
// rule.
var (
	// ErrRequest is the class of errors that the request is to blame for. Its status is 400.
	ErrRequest = errors.New("remap: bad request")

	// ErrTooLong says that a URL would be longer than Options.MaxURL. Its status is 414.
	ErrTooLong = errors.New("remap: rewritten URL is too long")

	// ErrNoURL says that a rule's template gave, for this request, something without a scheme and a host. Its status is 500.
	ErrNoURL = errors.New("remap: rewritten URL has no scheme or no host")

	errHost   = fmt.Errorf("%w: host is empty, longer than %d bytes, or holds a byte that no host name has", ErrRequest, maxHost)
	errPath   = fmt.Errorf("%w: path does not begin with a slash, or holds a byte that no path has", ErrRequest)
	errQuery  = fmt.Errorf("%w: query holds a byte that no query has", ErrRequest)
	errScheme = fmt.Errorf("%w: request target has another scheme than the connection", ErrRequest)
	errTarget = fmt.Errorf("%w: request target holds a byte above 0x7f", ErrRequest)
	errMethod = fmt.Errorf("%w: method holds a byte that no method has", ErrRequest)
)
