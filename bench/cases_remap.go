package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/arenaregexp/regexp/remap"
)

// A rewriter is the rules of a proxy: a table where the engine has such a thing, else patterns that are tried in order.
type rewriter interface {
	// rewrite rewrites each request, n times, into dst, and returns the last URL. It is empty where no rule matches.
	rewrite(dst []byte, requests []remap.Request, n int) []byte
}

// proxyRules are the rules of a case. Each has a pattern and what it makes.
type proxyRules struct {
	patterns  []string
	templates []string
	paths     bool // the patterns are searched for in the path, else they must match the host in full, whatever its case
}

// remapCases returns the cases of a proxy's rules: of which the host is a pattern, or the path.
func remapCases() []benchCase {
	var table []benchCase
	for _, n := range []int{1, 100, 10_000} {
		hosts := benchCase{name: fmt.Sprintf("rewrite_hosts%d", n), op: opRewrite, every: max(1, n/500)}
		paths := benchCase{name: fmt.Sprintf("rewrite_paths%d", n), op: opRewrite, every: max(1, n/500), paths: true}
		for i := range n {
			hosts.patterns = append(hosts.patterns, fmt.Sprintf(`([a-z0-9-]+)\.host%d\.example\.com`, i))
			hosts.templates = append(hosts.templates, fmt.Sprintf("http://origin-$1.internal%d", i))
			paths.patterns = append(paths.patterns, fmt.Sprintf(`^/site%d/([a-z]+)/(.*)$`, i))
			paths.templates = append(paths.templates, fmt.Sprintf("http://origin-$1.internal%d/$2", i))
		}
		for i := range 60 {
			k := i * 7919 % n
			hosts.subjects = append(hosts.subjects, fmt.Sprintf("cdn%d.host%d.example.com", i, k))
			paths.subjects = append(paths.subjects, fmt.Sprintf("/site%d/images/summer/header.jpg", k))
			hosts.want.spans = append(hosts.want.spans, sum(fmt.Appendf(nil, "http://origin-cdn%d.internal%d%s", i, k, hostsPath)))
			paths.want.spans = append(paths.want.spans, sum(fmt.Appendf(nil, "http://origin-images.internal%d/summer/header.jpg", k)))
		}
		table = append(table, hosts, paths)
	}
	return table
}

// hostsPath is the path of all requests that are found by their host.
const hostsPath = "/images/header.jpg"

// sum stands for a URL in an answer.
func sum(url []byte) int { return int(crc32.ChecksumIEEE(url)) }

// prepareRewrite makes a case of a proxy's rules ready. As for sets, an engine that tries patterns in order gets some of the
// requests.
func (c benchCase) prepareRewrite(e engine) (job, error) {
	every := 1
	if _, ok := e.(oursEngine); !ok {
		every = c.every
	}
	rules, err := e.compileRules(proxyRules{c.patterns, c.templates, c.paths})
	if err != nil {
		return job{}, err
	}
	var requests []remap.Request
	for _, s := range everyNth(c.subjects, every) {
		r := remap.Request{Scheme: "http", Host: s, Path: hostsPath}
		if c.paths {
			r.Host, r.Path = "example.com", s
		}
		requests = append(requests, r)
	}
	dst := make([]byte, 0, 1024)
	return job{run: func(n int) { rules.rewrite(dst, requests, n) }, answer: func() (a answer) {
		for i := range requests {
			a.spans = append(a.spans, sum(rules.rewrite(dst, requests[i:i+1], 1)))
		}
		return a
	}, parts: len(requests), every: every}, nil
}

// oursTable is the rules as a table of package remap.
type oursTable struct{ *remap.Table }

func (oursEngine) compileRules(rules proxyRules) (rewriter, error) {
	var lines strings.Builder
	for i, p := range rules.patterns {
		if rules.paths {
			fmt.Fprintln(&lines, p, rules.templates[i])
		} else {
			fmt.Fprintf(&lines, "regex_map http://%s/ %s/\n", p, rules.templates[i])
		}
	}
	config := lines.String()
	if rules.paths {
		config = "map http://example.com/ http://example.org/ @plugin=regex_remap.so @pparam=rules"
	}
	table, err := remap.Parse("remap.config", []byte(config), remap.Options{ReadFile: func(name string) ([]byte, error) {
		if name != "rules" {
			return nil, errors.New("no such file")
		}
		return []byte(lines.String()), nil
	}})
	return oursTable{table}, err
}

func (t oursTable) rewrite(dst []byte, requests []remap.Request, n int) (url []byte) {
	for range n {
		for i := range requests {
			url, _, _ = t.Rewrite(dst[:0], &requests[i])
		}
	}
	return url
}

// inOrder returns the patterns as an engine without tables takes them, and the subject of a request.
func (r proxyRules) inOrder() []string {
	if r.paths {
		return r.patterns
	}
	var patterns []string
	for _, p := range asFull(r.patterns) {
		patterns = append(patterns, "(?i)"+p)
	}
	return patterns
}

// subject returns what the patterns are tried on, and what follows what they make.
func (r proxyRules) subject(request *remap.Request) (subject, rest string) {
	if r.paths {
		return request.Path, ""
	}
	return request.Host, request.Path
}

// stdRules are the rules, tried in order.
type stdRules struct {
	proxyRules
	program stdProgram
}

func (e stdEngine) compileRules(rules proxyRules) (rewriter, error) {
	p, err := e.compile(rules.inOrder()...)
	if err != nil {
		return nil, err
	}
	return stdRules{rules, p.(stdProgram)}, nil
}

func (r stdRules) rewrite(dst []byte, requests []remap.Request, n int) (url []byte) {
	for range n {
		for i := range requests {
			url = dst[:0]
			subject, rest := r.subject(&requests[i])
			for k, re := range r.program {
				if m := re.FindStringSubmatchIndex(subject); m != nil {
					url = append(re.ExpandString(url, r.templates[k], subject, m), rest...)
					break
				}
			}
		}
	}
	return url
}

// grafanaRules are the rules, tried in order.
type grafanaRules struct {
	proxyRules
	program grafanaProgram
}

func (e grafanaEngine) compileRules(rules proxyRules) (rewriter, error) {
	p, err := e.compile(rules.inOrder()...)
	if err != nil {
		return nil, err
	}
	return grafanaRules{rules, p.(grafanaProgram)}, nil
}

func (r grafanaRules) rewrite(dst []byte, requests []remap.Request, n int) (url []byte) {
	for range n {
		for i := range requests {
			url = dst[:0]
			subject, rest := r.subject(&requests[i])
			for k, re := range r.program {
				if m := re.FindStringSubmatchIndex(subject); m != nil {
					url = append(re.ExpandString(url, r.templates[k], subject, m), rest...)
					break
				}
			}
		}
	}
	return url
}
