package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A result is what wrk found. Latencies are in milliseconds.
type result struct{ perSecond, p50, p99 float64 }

// load has wrk send requests for all rules.
func (o options) load(dir, address string, rules int) (r result, err error) {
	name := filepath.Join(dir, "wrk.lua")
	if err := os.WriteFile(name, []byte(script(rules)), 0o644); err != nil {
		return r, err
	}
	cmd := exec.Command(o.wrk, "-t1", "-c", fmt.Sprint(o.connections), "-d", fmt.Sprint(int(o.time.Seconds())), "-s", name, "http://"+address)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("%s: %w", o.wrk, err)
	}
	_, line, ok := strings.Cut(string(out), "\nresult ")
	if !ok {
		return r, fmt.Errorf("%s printed no result:\n%s", o.wrk, out)
	}
	var requests, micros, p50, p99 float64
	var failed int
	if _, err := fmt.Sscan(line, &requests, &micros, &p50, &p99, &failed); err != nil {
		return r, fmt.Errorf("result of %s: %w", o.wrk, err)
	}
	if failed > 0 {
		return r, fmt.Errorf("%d of %.0f requests failed", failed, requests)
	}
	return result{requests / micros * 1e6, p50 / 1e3, p99 / 1e3}, nil
}
