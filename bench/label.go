package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"
)

// A labelReport tells what it costs to label all paths of a tree with the rules of Android's file contexts, as
// SELinux's tools do when a file system is relabelled: compile the rules, look up each path once.
type labelReport struct {
	Machine machine    `json:"machine"`
	Tree    string     `json:"tree"`
	Paths   int        `json:"paths"`
	Rules   int        `json:"rules"`
	Rows    []labelRow `json:"rows"`
}

// A labelRow is one engine. Bytes are those of the heap beyond what it held before the rules were compiled.
type labelRow struct {
	Engine             string  `json:"engine"`
	Placed             string  `json:"placed"`  // where the tree is taken to lie
	Labeled            int     `json:"labeled"` // paths that a rule matches
	CompileNanoseconds float64 `json:"compile_ns"`
	LabelNanoseconds   float64 `json:"label_ns"` // all paths, the first time they are seen
	AgainNanoseconds   float64 `json:"again_ns"` // all paths once more
	PeakBytes          int64   `json:"peak_bytes"`
	KeptBytes          int64   `json:"kept_bytes"` // after a collection, the rules still held
}

// labelChunk is how many paths are looked up between two readings of the heap.
const labelChunk = 500

// measureLabels labels the paths below dir. An engine that gives a path another rule than the standard library does is not
// reported.
func measureLabels(dir string, engines []engine) (labelReport, error) {
	r := labelReport{Machine: thisMachine(), Tree: dir}
	rules, known, err := aosp()
	if err != nil {
		return r, fmt.Errorf("the rules, in testdata/aosp of the module: %w", err)
	}
	r.Rules = len(rules)
	paths, err := treePaths(dir)
	if errors.Is(err, fs.ErrNotExist) {
		r.Tree, paths, err = "made up, since "+dir+" is absent", madeUpPaths(known, 50_000), nil
	}
	if err != nil {
		return r, err
	}
	r.Paths = len(paths)
	places := []struct {
		name  string
		paths []string
	}{{"as it is", paths}}
	if r.Tree == dir {
		// Android has next to no rule for what lies in other systems' trees: nearly all paths are misses that end
		// after some bytes. Below /system there are rules for all of them.
		places = append(places, struct {
			name  string
			paths []string
		}{"as /system", below("/system", paths)})
	}
	var refused []error
	progress := newProgress(len(places) * len(engines))
	defer progress.clear()
	for _, place := range places {
		oracle, err := labelsBy(engines[reference], rules, place.paths)
		if err != nil {
			return r, err
		}
		for _, e := range engines {
			progress.begin(e.name() + ", " + place.name)
			row, found, err := weighLabels(e, rules, place.paths)
			if err == nil && !slices.Equal(found, oracle) {
				err = errors.New("its rules are not the standard library's")
			}
			if err != nil {
				refused = append(refused, fmt.Errorf("%s: %w", e.name(), err))
				continue
			}
			row.Placed = place.name
			for _, i := range found {
				if i >= 0 {
					row.Labeled++
				}
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r, errors.Join(refused...)
}

// treePaths lists a tree; what cannot be read is left out.
func treePaths(dir string) (paths []string, err error) {
	if _, err = os.Stat(dir); err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}

// below moves a tree, whose root is the first of its paths, to another place.
func below(root string, paths []string) []string {
	moved := make([]string, len(paths))
	for i, p := range paths {
		moved[i] = root + strings.TrimPrefix(p, paths[0])
	}
	return moved
}

// madeUpPaths makes n paths below known ones; they are always the same.
func madeUpPaths(known []string, n int) []string {
	random := rand.New(rand.NewPCG(11, 2026))
	words := []string{"lib", "share", "include", "x86_64-linux-gnu", "python3", "site-packages", "locale", "LC_MESSAGES", "doc", "src", "internal", "testdata"}
	paths := slices.Clone(known[:min(n, len(known))])
	for len(paths) < n {
		var b strings.Builder
		b.WriteString(strings.TrimSuffix(known[random.IntN(len(known))], "/"))
		for range 1 + random.IntN(5) {
			b.WriteString("/" + words[random.IntN(len(words))])
		}
		fmt.Fprintf(&b, "/file%d.%s", random.IntN(n), []string{"so", "go", "h", "py", "mo"}[random.IntN(5)])
		paths = append(paths, b.String())
	}
	return paths
}

func labelsBy(e engine, rules, paths []string) ([]int, error) {
	set, err := e.compileSet(true, rules...)
	if err != nil {
		return nil, err
	}
	return set.firsts(paths, 1, nil), nil
}

func weighLabels(e engine, rules, paths []string) (row labelRow, found []int, err error) {
	row.Engine = e.name()
	found = make([]int, 0, len(paths))
	chunk := make([]int, 0, labelChunk)
	before := int64(heapInUse())
	peak := func() { row.PeakBytes = max(row.PeakBytes, heapObjects()-before) }

	start := time.Now()
	set, err := e.compileSet(true, rules...)
	row.CompileNanoseconds = float64(time.Since(start))
	if err != nil {
		return row, nil, err
	}
	peak()
	label := func() (ns float64) {
		found = found[:0]
		for some := range slices.Chunk(paths, labelChunk) {
			start := time.Now()
			chunk = set.firsts(some, 1, chunk[:0])
			ns += float64(time.Since(start))
			found = append(found, chunk...)
			peak()
		}
		return ns
	}
	row.LabelNanoseconds = label()
	row.AgainNanoseconds = label()
	row.KeptBytes = int64(heapInUse()) - before
	runtime.KeepAlive(set)
	return row, found, nil
}

// heapObjects returns the bytes of the heap that hold objects, dead ones that no collection has found yet among them.
func heapObjects() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// writeJSON writes the report for programs.
func (r labelReport) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// writeMarkdown writes the report as a table that is aligned for a terminal as well.
func (r labelReport) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on: %s.\nTree: %s, %d paths, %d rules.\n"+
		"Bytes are beyond those held before. The peak is read each %d paths and counts garbage; kept is after a collection.\n",
		r.Machine, r.Tree, r.Paths, r.Rules, labelChunk)
	table := [][]string{{"tree placed", "engine", "paths labelled", "compile, ms", "label, ms", "a path, ns", "again, a path, ns", "peak heap, KB", "heap kept, KB"}}
	n := float64(max(1, r.Paths))
	for _, row := range r.Rows {
		table = append(table, []string{row.Placed, row.Engine, fmt.Sprint(row.Labeled), short(row.CompileNanoseconds / 1e6), short(row.LabelNanoseconds / 1e6),
			short(row.LabelNanoseconds / n), short(row.AgainNanoseconds / n), kilobytes(row.PeakBytes), kilobytes(row.KeptBytes)})
	}
	writeTable(&b, "Labelling a tree", table)
	_, err := io.WriteString(w, b.String())
	return err
}
