package main

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what the process counts. What the table in force counts is added by a [tableCollector].
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	inFlight prometheus.Gauge
	reloads  *prometheus.CounterVec
	loadedAt prometheus.Gauge
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "remapd_requests_total", Help: "Requests answered, by method and status."}, []string{"method", "code"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "remapd_requests_in_flight", Help: "Requests under way."}),
		reloads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "remapd_reloads_total",
			Help: "Configurations loaded, the first one too, by result: ok, or error, which leaves the old one in force."}, []string{"result"}),
		loadedAt: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "remapd_table_loaded_timestamp_seconds", Help: "When the table in force was loaded."}),
	}
	m.reloads.WithLabelValues("ok")
	m.reloads.WithLabelValues("error")
	m.registry.MustRegister(m.requests, m.inFlight, m.reloads, m.loadedAt,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// loaded counts a load.
func (m *metrics) loaded(err error) {
	if err != nil {
		m.reloads.WithLabelValues("error").Inc()
		return
	}
	m.reloads.WithLabelValues("ok").Inc()
	m.loadedAt.SetToCurrentTime()
}

// instrument counts the requests that a handler answers.
func (m *metrics) instrument(h http.Handler) http.Handler {
	return promhttp.InstrumentHandlerInFlight(m.inFlight, promhttp.InstrumentHandlerCounter(m.requests, h))
}

// handler serves /metrics.
func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}
