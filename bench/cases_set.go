package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A ruleSet is patterns of which the first that matches is asked for: a set where the engine has such a thing, else a
// list that is tried in order.
type ruleSet interface {
	// firsts asks for each subject which is the first pattern that matches, n times, and returns the last answers
	// in found.
	firsts(subjects []string, n int, found []int) []int
}

//go:embed testdata/agents/patterns.txt
var agentPatterns string

//go:embed testdata/agents/agents.txt
var agentTexts string

func lines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

// setCases returns the cases of sets. The host patterns are those of Apache Traffic Server's benchmark, twenty and ten
// thousand of them.
func setCases() []benchCase {
	var table []benchCase
	for _, c := range hostSet() {
		c.name, c.op = strings.Replace(c.name, "set20_", "hosts20_", 1), opSetFirst
		c.subjects, c.want = []string{c.subject}, answer{spans: []int{c.want.found}}
		table = append(table, c)
	}
	const many = 10_000
	var hosts []string
	for i := range many {
		hosts = append(hosts, fmt.Sprintf(`^(?:[a-z0-9-]+\.)*host%d\.example\.com$`, i))
	}
	for _, s := range []struct {
		name, subject string
		want          int
	}{{"first", "cdn.host0.example.com", 0}, {"last", "cdn.host9999.example.com", many - 1}, {"none", "cdn.nothing.example.org", -1}} {
		table = append(table, benchCase{name: "hosts10000_" + s.name, op: opSetFirst, patterns: hosts,
			subjects: []string{s.subject}, want: answer{spans: []int{s.want}}})
	}
	mixed := benchCase{name: "hosts10000_mixed", op: opSetFirst, patterns: hosts, every: 100}
	random := rand.New(rand.NewPCG(7, 2026))
	for i := range 2000 {
		n, domain := random.IntN(many), "com"
		found := n
		if i%4 == 3 {
			found, domain = -1, "org"
		}
		mixed.subjects = append(mixed.subjects, fmt.Sprintf("%shost%d.example.%s", []string{"", "cdn.", "a.b."}[i%3], n, domain))
		mixed.want.spans = append(mixed.want.spans, found)
	}
	agents := benchCase{name: "agents1257_each", op: opSetFirst, patterns: lines(agentPatterns), subjects: lines(agentTexts)}
	table = append(table, mixed, agents)
	if rules, paths, err := aosp(); err == nil {
		table = append(table, benchCase{name: "aosp691_each", op: opSetFirst, patterns: rules, full: true, subjects: paths, every: 10})
		table = append(table, setCompiles("aosp691", rules, true)...)
	}
	table = append(table, setCompiles("agents1257", lines(agentPatterns), false)...)
	return append(table, setCompiles("hosts10000", hosts, false)...)
}

// setCompiles returns the cases of compiling patterns: as a set, where the engine has sets, and one by one.
func setCompiles(name string, patterns []string, full bool) []benchCase {
	c := benchCase{name: "compile_" + name, op: opSetCompile, patterns: patterns, full: full,
		subjects: []string{"no/such.thing"}}
	alone := c
	alone.name, alone.op = c.name+"_alone", opSetCompileAlone
	return []benchCase{c, alone}
}

// aosp reads the rules that label Android's files, in the order of their priority, and paths. They lie with the tests of
// the module; the error tells that this is no checkout of it.
var aosp = func() func() (rules, paths []string, err error) {
	type data struct{ rules, paths []string }
	read := sync.OnceValues(func() (d data, err error) {
		out, err := exec.Command("go", "env", "GOMOD").Output()
		if err != nil {
			return d, fmt.Errorf("go env GOMOD: %w", err)
		}
		dir := filepath.Join(filepath.Dir(strings.TrimSpace(string(out))), "testdata", "aosp")
		first := func(name string) (words []string, err error) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			for line := range bytes.Lines(text) {
				if f := strings.Fields(string(line)); len(f) > 0 && f[0][0] != '#' {
					words = append(words, f[0])
				}
			}
			return words, err
		}
		if d.rules, err = first("file_contexts.txt"); err != nil {
			return d, err
		}
		// The last rule wins, after those without a metacharacter have been moved to the end.
		meta := regexp.MustCompile(`^(?:\\.|[^\\])*?[.^$?*+|\[({]`)
		plain := func(rule string) int {
			if meta.MatchString(regexp.MustCompile(`\\.`).ReplaceAllString(rule, "")) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(d.rules, func(a, b string) int { return plain(a) - plain(b) })
		slices.Reverse(d.rules)
		d.paths, err = first("file_contexts_test.txt")
		return d, err
	})
	return func() ([]string, []string, error) {
		d, err := read()
		return d.rules, d.paths, err
	}
}()

// firstsByStd is the oracle of a set case that declares no answers: the standard library's, in order.
func (c benchCase) firstsByStd() (answer, error) {
	set, err := stdEngine{}.compileSet(c.full, c.patterns...)
	if err != nil {
		return answer{}, err
	}
	return answer{spans: set.firsts(c.subjects, 1, nil)}, nil
}

// thinned returns every n-th answer.
func (a answer) thinned(every int) answer {
	if every > 1 {
		a.spans = everyNth(a.spans, every)
	}
	return a
}

func everyNth[T any](all []T, n int) (some []T) {
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// prepareSet makes a case of a set ready. An engine that tries patterns in order gets every n-th of many subjects:
// it would take seconds for all of them.
func (c benchCase) prepareSet(e engine) (job, error) {
	every := 1
	if _, ok := e.(oursEngine); !ok {
		every = max(c.every, 1)
	}
	subjects := everyNth(c.subjects, every)
	var set ruleSet
	var err error
	found := make([]int, 0, len(subjects))
	answered := func() answer { return answer{spans: set.firsts(subjects, 1, found[:0])} }
	switch c.op {
	case opSetFirst:
		if set, err = e.compileSet(c.full, c.patterns...); err != nil {
			return job{}, err
		}
		return job{run: func(n int) { found = set.firsts(subjects, n, found[:0]) }, answer: func() answer { return answer{spans: found} },
			parts: len(subjects), every: every}, nil
	case opSetCompile:
		return job{run: func(n int) {
			for range n {
				if set, err = e.compileSet(c.full, c.patterns...); err != nil {
					panic(err)
				}
			}
		}, answer: answered, every: every}, nil
	}
	var all program
	return job{run: func(n int) {
		for range n {
			if all, err = e.compile(c.patterns...); err != nil {
				panic(err)
			}
		}
	}, answer: func() answer {
		if set, err = e.compileSet(c.full, c.patterns...); err != nil || all == nil {
			return answer{}
		}
		return answered()
	}, every: every}, nil
}
