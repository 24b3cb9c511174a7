package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/arenaregexp/regexp/remap"
)

// serve loads the rules and serves until SIGTERM or SIGINT.
func serve(s settings, options remap.Options, log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)

	p := newProxy(s, options, log)
	if err := p.rules.load(); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.listen)
	if err != nil {
		return err
	}
	failed := make(chan error, 2)
	if s.metrics != "" {
		metrics, err := net.Listen("tcp", s.metrics)
		if err != nil {
			return err
		}
		log.Info("metrics", "address", metrics.Addr().String())
		server := p.metricsServer(s)
		defer server.Close() // after the requests under way, which can be watched until then
		go func() { failed <- server.Serve(metrics) }()
	}
	log.Info("serving", "address", listener.Addr().String(), "config", s.config, "rules", p.rules.table.Load().Len())
	server := p.server(s)
	go func() { failed <- server.Serve(listener) }()
	go p.rules.run(ctx, hangup, s.watch)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop() // a second signal ends the program at once
	return shutDown(server, s, log)
}

// shutDown takes no more requests, and waits for those under way.
func shutDown(server *http.Server, s settings, log *slog.Logger) error {
	log.Info("shutting down", "timeout", s.shutdownTimeout)
	ctx, cancel := context.WithTimeout(context.Background(), s.shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return errors.Join(errors.New("requests were cut off"), err, server.Close())
	}
	log.Info("all requests answered")
	return nil
}

// A proxy is the parts of a running remapd.
type proxy struct {
	rules   *loader
	metrics *metrics
	handler http.Handler
	log     *slog.Logger
}

func newProxy(s settings, options remap.Options, log *slog.Logger) *proxy {
	m := newMetrics()
	rules := &loader{config: s.config, options: options, log: log, loaded: m.loaded}
	m.registry.MustRegister(tableCollector{rules.table.Load, s.metricsRules})
	h := &handler{table: rules.table.Load, forward: newForwarder(s.originTimeout, s.requestTimeout, log), maxURL: s.maxURL, log: log}
	return &proxy{rules: rules, metrics: m, handler: m.instrument(h), log: log}
}

// metricsServer returns the server for Prometheus, which gets no more time than a client.
func (p *proxy) metricsServer(s settings) *http.Server {
	return &http.Server{
		Handler:           p.metrics.handler(),
		ReadHeaderTimeout: s.headerTimeout,
		ReadTimeout:       s.requestTimeout,
		WriteTimeout:      s.requestTimeout,
		IdleTimeout:       s.idleTimeout,
		ErrorLog:          slog.NewLogLogger(p.log.Handler(), slog.LevelWarn),
	}
}

// server returns the server for clients. It answers a header that is too long with 431, be it for its request line; a long
// URL that the header has room for reaches the handler.
func (p *proxy) server(s settings) *http.Server {
	return &http.Server{
		Handler:        p.handler,
		MaxHeaderBytes: s.maxHeader,

		DisableGeneralOptionsHandler: true, // OPTIONS * is for no rule

		ReadHeaderTimeout: s.headerTimeout,
		ReadTimeout:       s.requestTimeout,
		WriteTimeout:      s.requestTimeout,
		IdleTimeout:       s.idleTimeout,
		ErrorLog:          slog.NewLogLogger(p.log.Handler(), slog.LevelWarn),
	}
}
