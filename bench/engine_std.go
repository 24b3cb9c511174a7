package main

import "regexp"

// stdEngine is the standard library.
type stdEngine struct{}

type stdProgram []*regexp.Regexp

func (stdEngine) name() string { return "std" }

func (stdEngine) compile(patterns ...string) (program, error) {
	p := make(stdProgram, len(patterns))
	for i, s := range patterns {
		re, err := regexp.Compile(s)
		if err != nil {
			return nil, err
		}
		p[i] = re
	}
	return p, nil
}

func (stdEngine) recompile(pattern string, n int) program {
	var re *regexp.Regexp
	for range n {
		re = regexp.MustCompile(pattern)
	}
	return stdProgram{re}
}

func (p stdProgram) verdict(s string, n int) (ok bool) {
	re := p[0]
	for range n {
		ok = re.MatchString(s)
	}
	return ok
}

func (p stdProgram) fresh(s string, n int, spans []int) []int {
	re := p[0]
	for range n {
		spans = re.FindStringSubmatchIndex(s)
	}
	return spans
}

// reused is the same as fresh: the package has no form that uses a result again.
func (p stdProgram) reused(s string, n int, spans []int) []int { return p.fresh(s, n, spans) }

func (p stdProgram) first(s string, n int) (index int) {
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

func (p stdProgram) copies(n int) program {
	re := p[0]
	for range n {
		re = p[0].Copy()
	}
	return stdProgram{re}
}

func (p stdProgram) finder() finder { return p[0] }
