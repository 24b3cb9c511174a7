package main

import "github.com/arenaregexp/regexp"

// oursEngine is this project.
type oursEngine struct{}

type oursProgram []*regexp.Regexp

func (oursEngine) name() string { return "ours" }

func (oursEngine) compile(patterns ...string) (program, error) {
	p := make(oursProgram, len(patterns))
	for i, s := range patterns {
		re, err := regexp.Compile(s)
		if err != nil {
			return nil, err
		}
		p[i] = re
	}
	return p, nil
}

func (oursEngine) recompile(pattern string, n int) program {
	var re *regexp.Regexp
	for range n {
		re = regexp.MustCompile(pattern)
	}
	return oursProgram{re}
}

func (oursEngine) once(pattern, s string, n int) (ok bool) {
	for range n {
		ok, _ = regexp.MatchString(pattern, s)
	}
	return ok
}

func (p oursProgram) verdict(s string, n int) (ok bool) {
	re := p[0]
	for range n {
		ok = re.MatchString(s)
	}
	return ok
}

func (p oursProgram) span(s string, n int) (span []int) {
	re := p[0]
	for range n {
		span = re.FindStringIndex(s)
	}
	return span
}

func (p oursProgram) submatch(s string, n int) (spans []int) {
	re := p[0]
	for range n {
		spans = re.FindStringSubmatchIndex(s)
	}
	return spans
}

func (p oursProgram) fresh(s string, n int, spans []int) []int {
	re := p[0]
	for i := range n {
		var m regexp.Matches
		if re.Exec(s, &m); i == n-1 {
			spans = appendSpans(spans[:0], &m)
		}
	}
	return spans
}

func (p oursProgram) reused(s string, n int, spans []int) []int {
	re := p[0]
	var m regexp.Matches
	for range n {
		re.Exec(s, &m)
	}
	return appendSpans(spans[:0], &m)
}

// appendSpans appends the offsets of all groups, none after a miss.
func appendSpans(dst []int, m *regexp.Matches) []int {
	for i := range m.Len() {
		start, end := m.Span(i)
		dst = append(dst, start, end)
	}
	return dst
}

func (p oursProgram) first(s string, n int) (index int) {
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

func (p oursProgram) copies(n int) program {
	re := p[0]
	for range n {
		re = p[0].Copy()
	}
	return oursProgram{re}
}

func (p oursProgram) finder() finder { return p[0] }

// oursSet is a set, which is one thing with its patterns.
type oursSet struct{ *regexp.Set }

func (oursEngine) compileSet(full bool, patterns ...string) (ruleSet, error) {
	var options regexp.SetOptions
	if full {
		options.Anchoring = regexp.Full
	}
	set, err := regexp.CompileSetOptions(patterns, options)
	return oursSet{set}, err
}

func (s oursSet) firsts(subjects []string, n int, found []int) []int {
	for range n {
		found = found[:0]
		for _, subject := range subjects {
			i, _ := s.First(subject)
			found = append(found, i)
		}
	}
	return found
}
