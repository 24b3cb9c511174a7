package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/arenaregexp/regexp/remap"
)

// settings are what the command line says.
type settings struct {
	config          string
	listen, metrics string
	metricsRules    int
	check           bool
	try             string

	onLimit           remap.LimitAction
	maxURL, maxHeader int // bytes
	watch             time.Duration
	logLevel          slog.Level

	headerTimeout, requestTimeout, idleTimeout time.Duration // of clients
	originTimeout, shutdownTimeout             time.Duration
}

// parseSettings reads the command line. What is wrong with it is told on stderr, too.
func parseSettings(args []string, stderr io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("remapd", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.config, "config", "", "the rules: a remap.config `file`; rule files that it names lie beside it")
	flags.StringVar(&s.listen, "listen", ":8080", "serve clients at this `address`")
	flags.StringVar(&s.metrics, "metrics", "", "serve /metrics at this `address`; none if empty")
	flags.IntVar(&s.metricsRules, "metrics-rules", 1000, "how many rules, the busiest, have series of their own; 0 is none")
	flags.BoolVar(&s.check, "check", false, "print what each rule compiles to, or all errors, and exit")
	flags.StringVar(&s.try, "try", "", "print which rule wins for this `URL`, and why, and exit")
	flags.Func("on-limit", "the `answer` where a limit leaves a rule undecided: next (rule), or 503 (default 503)", s.setOnLimit)
	flags.IntVar(&s.maxURL, "max-url", 16<<10, "longest URL, in `bytes`, of a request and rewritten; answered with 414")
	flags.IntVar(&s.maxHeader, "max-header", 64<<10, "longest request line and header fields, in `bytes`; answered with 431")
	flags.DurationVar(&s.watch, "watch", time.Second, "look for changed files this often; 0 leaves it to SIGHUP")
	flags.TextVar(&s.logLevel, "log-level", slog.LevelInfo, "least `level` that is logged: DEBUG (each request), INFO, WARN, ERROR")
	flags.DurationVar(&s.headerTimeout, "header-timeout", 10*time.Second, "how long a client may take to send a request's header")
	flags.DurationVar(&s.requestTimeout, "request-timeout", 5*time.Minute, "how long a request and its answer may take; 0 is no bound")
	flags.DurationVar(&s.idleTimeout, "idle-timeout", 2*time.Minute, "how long a connection may wait for its next request")
	flags.DurationVar(&s.originTimeout, "origin-timeout", 30*time.Second, "how long an origin may take to connect, and to begin its answer")
	flags.DurationVar(&s.shutdownTimeout, "shutdown-timeout", 30*time.Second, "how long requests under way may take after SIGTERM")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	err := s.validate(flags.Args())
	if err != nil {
		fmt.Fprintln(stderr, "remapd:", err)
	}
	return s, err
}

func (s *settings) setOnLimit(value string) error {
	switch value {
	case "next":
		s.onLimit = remap.LimitNextRule
	case "503":
		s.onLimit = remap.LimitUnavailable
	default:
		return errors.New("want next or 503")
	}
	return nil
}

// validate refuses settings that contradict each other.
func (s *settings) validate(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", rest[0])
	case s.config == "":
		return errors.New("-config is missing")
	case s.maxURL < 1 || s.maxHeader <= s.maxURL:
		return errors.New("-max-url must be at least 1, and less than -max-header, which counts the URL as well")
	case s.metricsRules < 0:
		return errors.New("-metrics-rules must be at least 0")
	case min(s.watch, s.headerTimeout, s.requestTimeout, s.idleTimeout, s.originTimeout, s.shutdownTimeout) < 0:
		return errors.New("a time must be at least 0")
	case s.check && s.try != "":
		return errors.New("-check and -try exclude each other")
	}
	return nil
}
