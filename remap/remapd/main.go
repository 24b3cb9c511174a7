// Command remapd is a reverse proxy whose rules are a remap.config of Apache Traffic Server: package remap at work.
//
//	go run -C remap/remapd . -config remap.config -listen :8080 -metrics localhost:9100
//	go run -C remap/remapd . -config remap.config -check                          # what each rule compiles to, or all errors
//	go run -C remap/remapd . -config remap.config -try http://www.example.com/a   # which rule wins, and why
//
// Each request is looked up in the [remap.Table] in force and forwarded, redirected or answered as the rule says. SIGHUP or
// a change of the files loads another table; one with errors is logged and the old one stays. SIGTERM and SIGINT end the
// program when the requests under way are answered. README.md beside this file has the flags, the metrics, and an example.
//
// It speaks plain HTTP to its clients, and to origins HTTP or HTTPS as the rules say. What it is not: a cache, a TLS
// terminator, an access control.
//
// What it takes from others, such as Prometheus's client library, does not reach programs that import the table: a test asks
// go list.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/arenaregexp/regexp/remap"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program. It returns the exit status: 1 for what went wrong, 2 for a wrong command line.
func run(args []string, stdout, stderr io.Writer) int {
	s, err := parseSettings(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: s.logLevel}))
	options := remap.Options{OnLimit: s.onLimit, MaxURL: s.maxURL, Logger: logger}
	switch {
	case s.check:
		err = check(s.config, options, stdout)
	case s.try != "":
		err = try(s.config, options, s.try, stdout)
	default:
		if err := serve(s, options, logger); err != nil {
			logErrors(logger, err)
			return 1
		}
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}
