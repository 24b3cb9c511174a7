package main

import (
	"io"
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what the process counts. What the table in force counts is added by a [tableCollector].
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	inFlight prometheus.Gauge
	duration *prometheus.HistogramVec
	reloads  *prometheus.CounterVec
	loadedAt prometheus.Gauge
	ending   atomic.Bool // the program has been told to end
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "remapd_requests_total", Help: "Requests answered, by method and status."}, []string{"method", "code"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "remapd_requests_in_flight", Help: "Requests under way."}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "remapd_request_duration_seconds", Help: "Time from a request's header to the end of its answer, by status.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}}, []string{"code"}),
		reloads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "remapd_reloads_total",
			Help: "Configurations loaded, the first one too, by result: ok, or error, which leaves the old one in force."}, []string{"result"}),
		loadedAt: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "remapd_table_loaded_timestamp_seconds", Help: "When the table in force was loaded."}),
	}
	m.reloads.WithLabelValues("ok")
	m.reloads.WithLabelValues("error")
	m.registry.MustRegister(m.requests, m.inFlight, m.duration, m.reloads, m.loadedAt,
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

// instrument counts and times the requests that a handler answers.
func (m *metrics) instrument(h http.Handler) http.Handler {
	return promhttp.InstrumentHandlerInFlight(m.inFlight,
		promhttp.InstrumentHandlerDuration(m.duration, promhttp.InstrumentHandlerCounter(m.requests, h)))
}

// handler serves /metrics, and /healthz, which is 503 once the program has been told to end: then a load balancer should send no more.
func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if m.ending.Load() {
			http.Error(w, "shutting down", http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, "ok\n")
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}
