package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// A job is a case made ready on an engine: run repeats the operation n times and answer tells what
// the last repetition found. They are apart so that reading the answer is neither timed nor counted.
type job struct {
	run    func(n int)
	answer func() answer
	parts  int // operations in a repetition, where that is not one
	every  int // of the answers, which this job gives; 0 for all
}

// prepare compiles the patterns of a case on an engine. A grep runs over text.
func (c benchCase) prepare(e engine, text string) (job, error) {
	switch {
	case c.op == opRewrite:
		return c.prepareRewrite(e)
	case c.subjects != nil:
		return c.prepareSet(e)
	}
	p, err := e.compile(c.patterns...)
	if err != nil {
		return job{}, err
	}
	buffer := make([]int, 0, 64)
	spans, found := buffer, -1
	captures := func() answer {
		if len(spans) == 0 {
			return answer{found: -1}
		}
		return answer{spans: spans}
	}
	index := func() answer { return answer{found: found} }
	switch c.op {
	case opCompile:
		run := func(n int) { p = e.recompile(c.patterns[0], n) }
		return job{run: run, answer: func() answer { spans = p.fresh(c.subject, 1, buffer); return captures() }}, nil
	case opCopy:
		var copied program
		run := func(n int) { copied = p.copies(n) }
		return job{run: run, answer: func() answer { spans = copied.fresh(c.subject, 1, buffer); return captures() }}, nil
	case opOnce:
		return job{run: func(n int) { found = asIndex(e.once(c.patterns[0], c.subject, n)) }, answer: index}, nil
	case opVerdict:
		return job{run: func(n int) { found = asIndex(p.verdict(c.subject, n)) }, answer: index}, nil
	case opSpan:
		return job{run: func(n int) { spans = p.span(c.subject, n) }, answer: captures}, nil
	case opSubmatch:
		return job{run: func(n int) { spans = p.submatch(c.subject, n) }, answer: captures}, nil
	case opFresh:
		return job{run: func(n int) { spans = p.fresh(c.subject, n, buffer) }, answer: captures}, nil
	case opReused:
		return job{run: func(n int) { spans = p.reused(c.subject, n, buffer) }, answer: captures}, nil
	case opFirst:
		return job{run: func(n int) { found = p.first(c.subject, n) }, answer: index}, nil
	case opGrep:
		f := p.finder()
		run := func(n int) {
			for range n {
				found = grep(f, text)
			}
		}
		return job{run: run, answer: index}, nil
	}
	if j, ok := c.prepareAll(p.finder()); ok {
		return j, nil
	}
	return job{}, fmt.Errorf("unknown operation %q", c.op)
}

// asIndex says of a verdict on one pattern which pattern matched: the first, or none.
func asIndex(ok bool) int {
	if ok {
		return 0
	}
	return -1
}

// verify runs a case once on each engine and returns its jobs. The error names each engine whose
// answer is not want; such a case must not be timed.
func (c benchCase) verify(want answer, engines []engine, text string) ([]job, error) {
	var jobs []job
	var wrong []error
	for _, e := range engines {
		j, err := c.prepare(e, text)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %s: %w", c.name, e.name(), err))
			continue
		}
		j.run(1)
		want := want.thinned(j.every)
		if got := j.answer(); !got.equal(want) {
			wrong = append(wrong, fmt.Errorf("%s: %s: want %s, got %s", c.name, e.name(), want.describe(c.op), got.describe(c.op)))
		}
		jobs = append(jobs, j)
	}
	return jobs, errors.Join(wrong...)
}

// figures is what is measured of one case on one engine.
type figures struct {
	Engine        string    `json:"engine"`
	Nanoseconds   float64   `json:"ns_per_op"`  // median of the samples
	Samples       []float64 `json:"samples_ns"` // in order
	Allocations   int64     `json:"allocs_per_op"`
	Bytes         int64     `json:"bytes_per_op"`
	FirstAfterGC  *int64    `json:"allocs_first_after_gc,omitempty"` // of a match
	KeptBytes     *int64    `json:"kept_bytes,omitempty"`            // of a compilation
	MegabytesASec *float64  `json:"mb_per_s,omitempty"`              // of a grep
}

// A plan says how long to measure.
type plan struct {
	samples     int           // of each engine
	grepSamples int           // the same, for a grep
	sample      time.Duration // the least time that one sample takes
	textBytes   int           // the size of the text of a grep
}

// measure verifies a case on all engines and then measures it. step is told what comes next.
func (p plan) measure(c benchCase, engines []engine, text string, step func(what string)) (row, error) {
	step("verifying")
	want, err := c.expect(text)
	if err != nil {
		return row{}, err
	}
	jobs, err := c.verify(want, engines, text)
	if err != nil {
		return row{}, err
	}
	all := make([]figures, len(engines))
	samples, repetitions := p.samples, 100
	switch c.op {
	case opGrep, opSetCompile, opSetCompileAlone:
		samples, repetitions = p.grepSamples, 1
	case opSetFirst, opRewrite:
		repetitions = 1
		if len(c.patterns)*len(c.subjects) > 10_000 {
			samples = p.grepSamples
		}
		step("warming")
		for _, j := range jobs {
			calibrate(j.run, 25*p.sample) // an engine builds its automata in the first searches
		}
	}
	times := samplesOf(jobs, samples, p.sample, step)
	// Allocations are counted last: by now each engine has built what it builds for a pattern that is used often.
	for i, e := range engines {
		step("counting allocations, " + e.name())
		f := &all[i]
		f.Engine, f.Nanoseconds, f.Samples = e.name(), median(times[i]), times[i]
		f.Allocations, f.Bytes = allocations(jobs[i].run, repetitions)
		if parts := int64(jobs[i].parts); parts > 1 {
			f.Nanoseconds /= float64(parts)
			for i := range f.Samples {
				f.Samples[i] /= float64(parts)
			}
			f.Allocations /= parts
			f.Bytes /= parts
		}
		switch c.op {
		case opCompile:
			f.KeptBytes = kept(e, c.patterns[0])
		case opSetCompile, opSetCompileAlone:
			f.KeptBytes = c.keptBySet(e)
		case opVerdict, opSpan, opSubmatch, opFresh, opReused, opFirst, opSetFirst, opRewrite:
			f.FirstAfterGC = firstAfterGC(jobs[i].run)
		case opGrep:
			rate := float64(len(text)) / f.Nanoseconds * 1e3
			f.MegabytesASec = &rate
		}
	}
	return row{c.name, c.op, c.pattern(), want.describe(c.op), all[0].Nanoseconds / all[reference].Nanoseconds, all}, nil
}

// samplesOf times jobs in turn, so that what disturbs the machine for a while disturbs all of them, and
// returns the nanoseconds of one repetition in each sample of each.
func samplesOf(jobs []job, samples int, sample time.Duration, step func(string)) [][]float64 {
	repetitions := make([]int, len(jobs))
	step("calibrating")
	for i, j := range jobs {
		repetitions[i] = calibrate(j.run, sample)
	}
	times := make([][]float64, len(jobs))
	for k := range samples {
		step(fmt.Sprintf("sample %d of %d", k+1, samples))
		for i, j := range jobs {
			times[i] = append(times[i], float64(clock(j.run, repetitions[i]))/float64(repetitions[i]))
		}
	}
	return times
}

// median returns the middle of a list that is not empty.
func median(t []float64) float64 {
	t = slices.Sorted(slices.Values(t))
	return (t[(len(t)-1)/2] + t[len(t)/2]) / 2
}

// spread returns the distance of the quartiles as a share of the median.
func spread(t []float64) float64 {
	t = slices.Sorted(slices.Values(t))
	return (t[len(t)*3/4] - t[len(t)/4]) / median(t)
}

// calibrate returns how many repetitions take at least the time of a sample.
func calibrate(run func(n int), sample time.Duration) int {
	for n := 1; ; n *= 2 {
		if clock(run, n) >= sample {
			return n
		}
	}
}

func clock(run func(n int), n int) time.Duration {
	start := time.Now()
	run(n)
	return time.Since(start)
}

// allocations counts the heap objects and bytes that a repetition allocates, while nothing is timed and nothing else
// runs. As in package testing, fractions are cut off: a collection during the count allocates a little.
func allocations(run func(n int), repetitions int) (objects, bytes int64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	run(1) // fills the pools of the one processor
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(repetitions)
	runtime.ReadMemStats(&after)
	n := uint64(repetitions)
	return int64((after.Mallocs - before.Mallocs) / n), int64((after.TotalAlloc - before.TotalAlloc) / n)
}

// firstAfterGC counts the heap objects that the first operation after a garbage collection allocates.
// Two collections empty a sync.Pool. The median of several rounds leaves out what the runtime itself
// allocates now and then.
func firstAfterGC(run func(n int)) *int64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var rounds [5]int64
	var before, after runtime.MemStats
	for i := range rounds {
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&before)
		run(1)
		runtime.ReadMemStats(&after)
		rounds[i] = int64(after.Mallocs - before.Mallocs)
	}
	slices.Sort(rounds[:])
	return &rounds[len(rounds)/2]
}

// kept returns the heap bytes that a compiled pattern retains, from many that are held at once.
func kept(e engine, pattern string) *int64 {
	const copies = 200
	patterns := slices.Repeat([]string{pattern}, copies)
	before := heapInUse()
	p, err := e.compile(patterns...)
	after := heapInUse()
	runtime.KeepAlive(p)
	if err != nil {
		return nil
	}
	each := (int64(after) - int64(before)) / copies
	return &each
}

// keptBySet returns the heap bytes that the patterns of the case retain once compiled.
func (c benchCase) keptBySet(e engine) *int64 {
	var held any
	var err error
	before := heapInUse()
	if c.op == opSetCompile {
		held, err = e.compileSet(c.full, c.patterns...)
	} else {
		held, err = e.compile(c.patterns...)
	}
	n := int64(heapInUse()) - int64(before)
	runtime.KeepAlive(held)
	if err != nil {
		return nil
	}
	return &n
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
