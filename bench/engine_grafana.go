package main

import "github.com/grafana/regexp"

// grafanaEngine is a fork of the standard library that is tuned for speed.
type grafanaEngine struct{}

type grafanaProgram []*regexp.Regexp

func (grafanaEngine) name() string { return "grafana" }

func (grafanaEngine) compile(patterns ...string) (program, error) {
	p := make(grafanaProgram, len(patterns))
	for i, s := range patterns {
		re, err := regexp.Compile(s)
		if err != nil {
			return nil, err
		}
		p[i] = re
	}
	return p, nil
}

func (grafanaEngine) recompile(pattern string, n int) program {
	var re *regexp.Regexp
	for range n {
		re = regexp.MustCompile(pattern)
	}
	return grafanaProgram{re}
}

func (grafanaEngine) once(pattern, s string, n int) (ok bool) {
	for range n {
		ok, _ = regexp.MatchString(pattern, s)
	}
	return ok
}

func (p grafanaProgram) verdict(s string, n int) (ok bool) {
	re := p[0]
	for range n {
		ok = re.MatchString(s)
	}
	return ok
}

func (p grafanaProgram) span(s string, n int) (span []int) {
	re := p[0]
	for range n {
		span = re.FindStringIndex(s)
	}
	return span
}

func (p grafanaProgram) submatch(s string, n int) (spans []int) {
	re := p[0]
	for range n {
		spans = re.FindStringSubmatchIndex(s)
	}
	return spans
}

// fresh is the same as submatch: the package has no other result than a slice.
func (p grafanaProgram) fresh(s string, n int, spans []int) []int { return p.submatch(s, n) }

// reused is the same too: the package has no form that uses a result again.
func (p grafanaProgram) reused(s string, n int, spans []int) []int { return p.submatch(s, n) }

func (p grafanaProgram) first(s string, n int) (index int) {
	for range n {
		index = -1
		for i, re := range p {
			if re.MatchString(s) {
				index = i
				break
			}
		}
	}
	return index
}

func (p grafanaProgram) copies(n int) program {
	re := p[0]
	for range n {
		re = p[0].Copy()
	}
	return grafanaProgram{re}
}

func (p grafanaProgram) finder() finder { return p[0] }

func (e grafanaEngine) compileSet(full bool, patterns ...string) (ruleSet, error) {
	if full {
		patterns = asFull(patterns)
	}
	p, err := e.compile(patterns...)
	if err != nil {
		return nil, err
	}
	return p.(grafanaProgram), nil
}

func (p grafanaProgram) firsts(subjects []string, n int, found []int) []int {
	for range n {
		found = found[:0]
		for _, s := range subjects {
			found = append(found, p.first(s, 1))
		}
	}
	return found
}
