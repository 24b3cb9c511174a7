package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
)

// compare prints how the first engine's times changed. To leave out what the machine does, it divides by the time of the second
// engine, the standard library, in the same run; the test for chance is of the times themselves so divided.
func compare(w io.Writer, before, now *report) error {
	old := map[string]row{}
	for _, r := range before.Rows {
		old[r.Case] = r
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "case\tbefore\tnow\tnow/before\tby %s's time\tp\t\n", now.Engines[min(1, len(now.Engines)-1)])
	var sum float64
	var n int
	for _, r := range now.Rows {
		was, ok := old[r.Case]
		if !ok || len(was.Engines) < 1 {
			continue
		}
		a, b := scaled(was), scaled(r)
		if len(a) == 0 || len(b) == 0 {
			return fmt.Errorf("%s: no samples: measure both runs with a bench that writes them", r.Case)
		}
		limits := benchmath.DefaultThresholds
		compared := benchmath.AssumeNothing.Compare(benchmath.NewSample(a, &limits), benchmath.NewSample(b, &limits))
		change := median(b) / median(a)
		sum += math.Log(change)
		n++
		shown := fmt.Sprintf("%.3f", change)
		if compared.P > compared.Alpha {
			shown = "~"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%.3f\t%s\t%.3f\t\n", r.Case, duration(was.Engines[0].Nanoseconds), duration(r.Engines[0].Nanoseconds),
			r.Engines[0].Nanoseconds/was.Engines[0].Nanoseconds, shown, compared.P)
	}
	if n == 0 {
		return fmt.Errorf("the two runs have no case in common")
	}
	fmt.Fprintf(table, "geometric mean\t\t\t\t%.3f\t\t\n", math.Exp(sum/float64(n)))
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "~: the difference may be chance (p > 0.05, Mann-Whitney U test)")
	return err
}

// scaled are the samples of the first engine, as shares of the median of the second.
func scaled(r row) []float64 {
	by := 1.0
	if len(r.Engines) > 1 {
		by = r.Engines[1].Nanoseconds
	}
	var s []float64
	for _, x := range r.Engines[0].Samples {
		s = append(s, x/by)
	}
	return s
}

// median returns the middle of a list that is not empty.
func median(t []float64) float64 {
	t = slices.Sorted(slices.Values(t))
	return (t[(len(t)-1)/2] + t[len(t)/2]) / 2
}
