package main

import (
	"bytes"
	"fmt"
	"strconv"
	"time"
)

// A request is what rebar asks for: one benchmark, and how long to run it.
type request struct {
	name            string
	model           string
	pattern         string
	caseInsensitive bool
	haystack        []byte
	measured, warm  limit
}

// A limit ends a series of runs: whichever comes first, but the time only after a run.
type limit struct {
	runs int
	time time.Duration
}

// parse reads a request in rebar's KLV format (KLV.md there). It is a sequence of items, each a key, a colon, the
// length of the value in bytes as a decimal number, a colon, the value and a line feed.
//
// An error names the key and the offset in the message at which its item starts.
func parse(message []byte) (request, error) {
	var r request
	seen := map[string]bool{}
	for offset := 0; offset < len(message); {
		key, value, size, err := item(message[offset:])
		if err != nil {
			return r, fmt.Errorf("offset %d: %w", offset, err)
		}
		if seen[key] {
			return r, fmt.Errorf("offset %d: key %q: given a second time, and only one is supported", offset, key)
		}
		seen[key] = true
		if err := r.set(key, value); err != nil {
			return r, fmt.Errorf("offset %d: key %q: %w", offset, key, err)
		}
		offset += size
	}
	for _, key := range []string{"model", "pattern", "haystack", "max-iters", "max-time"} {
		if !seen[key] {
			return r, fmt.Errorf("offset %d: key %q: missing", len(message), key)
		}
	}
	return r, nil
}

// item splits off the first item of a message and returns its size too.
func item(message []byte) (key string, value []byte, size int, err error) {
	before, rest, ok := bytes.Cut(message, []byte(":"))
	if !ok {
		return "", nil, 0, fmt.Errorf("key %s: no colon behind it", abridged(message))
	}
	key = string(before)
	if key == "" {
		return "", nil, 0, fmt.Errorf("key \"\": it is empty")
	}
	digits, rest, ok := bytes.Cut(rest, []byte(":"))
	if !ok {
		return "", nil, 0, fmt.Errorf("key %s: no colon behind the length", abridged(before))
	}
	n, err := strconv.ParseUint(string(digits), 10, 62)
	if err != nil {
		return "", nil, 0, fmt.Errorf("key %s: the length %s is no decimal number", abridged(before), abridged(digits))
	}
	if n >= uint64(len(rest)) {
		return "", nil, 0, fmt.Errorf("key %s: %d bytes of value and a line feed announced, %d bytes left", abridged(before), n, len(rest))
	}
	if rest[n] != '\n' {
		return "", nil, 0, fmt.Errorf("key %s: no line feed behind the %d bytes of the value", abridged(before), n)
	}
	return key, rest[:n], len(message) - len(rest) + int(n) + 1, nil
}

// abridged quotes the beginning of a text for an error.
func abridged(text []byte) string {
	if len(text) > 40 {
		return strconv.Quote(string(text[:40])) + "..."
	}
	return strconv.Quote(string(text))
}

func (r *request) set(key string, value []byte) (err error) {
	switch key {
	case "name":
		r.name = string(value)
	case "model":
		r.model = string(value)
	case "pattern":
		r.pattern = string(value)
	case "case-insensitive":
		r.caseInsensitive, err = boolean(value)
	case "unicode":
		_, err = boolean(value) // Go's syntax has no mode without Unicode
	case "haystack":
		r.haystack = value
	case "max-iters":
		r.measured.runs, err = number(value)
	case "max-warmup-iters":
		r.warm.runs, err = number(value)
	case "max-time":
		r.measured.time, err = nanoseconds(value)
	case "max-warmup-time":
		r.warm.time, err = nanoseconds(value)
	default:
		err = fmt.Errorf("not one that rebar's format has")
	}
	return err
}

func boolean(value []byte) (bool, error) {
	switch string(value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("want true or false, got %s", abridged(value))
}

func number(value []byte) (int, error) {
	n, err := strconv.ParseUint(string(value), 10, strconv.IntSize-1)
	if err != nil {
		return 0, fmt.Errorf("want a decimal number, got %s", abridged(value))
	}
	return int(n), nil
}

func nanoseconds(value []byte) (time.Duration, error) {
	n, err := strconv.ParseUint(string(value), 10, 63)
	if err != nil {
		return 0, fmt.Errorf("want nanoseconds as a decimal number, got %s", abridged(value))
	}
	return time.Duration(n), nil
}
