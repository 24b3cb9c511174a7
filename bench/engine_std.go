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

func (stdEngine) once(pattern, s string, n int) (ok bool) {
	for range n {
		ok, _ = regexp.MatchString(pattern, s)
	}
	return ok
}

func (p stdProgram) verdict(s string, n int) (ok bool) {
	re := p[0]
	for range n {
		ok = re.MatchString(s)
	}
	return ok
}

func (p stdProgram) span(s string, n int) (span []int) {
	re := p[0]
	for range n {
		span = re.FindStringIndex(s)
	}
	return span
}

func (p stdProgram) submatch(s string, n int) (spans []int) {
	re := p[0]
	for range n {
		spans = re.FindStringSubmatchIndex(s)
	}
	return spans
}

// fresh is the same as submatch: the package has no other result than a slice.
func (p stdProgram) fresh(s string, n int, spans []int) []int { return p.submatch(s, n) }

// reused is the same too: the package has no form that uses a result again.
func (p stdProgram) reused(s string, n int, spans []int) []int { return p.submatch(s, n) }

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

func (e stdEngine) compileSet(full bool, patterns ...string) (ruleSet, error) {
	if full {
		patterns = asFull(patterns)
	}
	p, err := e.compile(patterns...)
	if err != nil {
		return nil, err
	}
	return p.(stdProgram), nil
}

func (p stdProgram) firsts(subjects []string, n int, found []int) []int {
	for range n {
		found = found[:0]
		for _, s := range subjects {
			found = append(found, p.first(s, 1))
		}
	}
	return found
}

// asFull makes patterns that match all of a subject, for engines that have no option for that.
func asFull(patterns []string) []string {
	full := make([]string, len(patterns))
	for i, p := range patterns {
		full[i] = `\A(?:` + p + `)\z`
	}
	return full
}
