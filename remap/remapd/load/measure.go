package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
)

// A contender is a proxy with a number of rules; the origin alone has none.
type contender struct {
	rules   int
	proxy   string
	server  *server
	samples []result
}

// measure starts all contenders and loads them in turn.
func (o options) measure() ([]*contender, error) {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	contenders, err := o.start(dir)
	for _, c := range contenders {
		defer c.server.stop()
	}
	if err != nil {
		return nil, err
	}
	// The first sample is not kept: connections are opened, and automata made.
	for i := range 1 + o.samples {
		for _, c := range contenders {
			r, err := o.load(dir, c.server.address, max(c.rules, 1))
			if err != nil {
				return nil, fmt.Errorf("%s, %d rules: %w", c.proxy, c.rules, err)
			}
			if i > 0 {
				c.samples = append(c.samples, r)
			}
		}
	}
	return contenders, nil
}

// start starts the origin and, for each number of rules, each proxy, and verifies what the proxies answer. With an error it
// returns those that it has started.
func (o options) start(dir string) (contenders []*contender, err error) {
	remapd, err := buildRemapd(dir)
	if err != nil {
		return nil, err
	}
	origin, err := startOrigin(dir, o.nginx)
	if err != nil {
		return nil, err
	}
	contenders = append(contenders, &contender{proxy: "none: the origin itself", server: origin})
	for _, n := range o.rules {
		for _, p := range []struct {
			name  string
			start func() (*server, error)
		}{
			{"remapd", func() (*server, error) { return startRemapd(dir, remapd, origin.address, n) }},
			{"nginx", func() (*server, error) { return startNginx(dir, o.nginx, origin.address, n) }},
		} {
			s, err := p.start()
			if err != nil {
				return contenders, err
			}
			contenders = append(contenders, &contender{rules: n, proxy: p.name, server: s})
			if err := verify(s.address, n); err != nil {
				return contenders, fmt.Errorf("%s, %d rules: %w", p.name, n, err)
			}
		}
	}
	return contenders, nil
}

// median returns the median of each of the figures.
func median(samples []result) result {
	of := func(figure func(result) float64) float64 {
		sorted := slices.SortedFunc(slices.Values(samples), func(a, b result) int { return cmp.Compare(figure(a), figure(b)) })
		return figure(sorted[len(sorted)/2])
	}
	return result{
		perSecond: of(func(r result) float64 { return r.perSecond }),
		p50:       of(func(r result) float64 { return r.p50 }),
		p99:       of(func(r result) float64 { return r.p99 }),
	}
}
