package main

import (
	"fmt"
	"strings"
	"unicode"
)

// accessLog is the text whose matches are all found or replaced: an access log of some ten kilobytes, made up. It
// remembers where each field lies, so that the declared answers come from the writer of the text and not from an
// engine.
var accessLog = writeLog()

const logLines = 70

// A logText is an access log and the offsets of its fields, line by line.
type logText struct {
	text                            string
	addresses, methods, paths, code [][2]int
	tokens                          [][2]int // of a name=value, where the path has one
}

func writeLog() logText {
	var (
		methods = []string{"GET", "GET", "POST", "GET", "PUT"}
		paths   = []string{
			"/", "/static/app.js?v=%d", "/api/v2/orders/%d?token=5f3c%dab", "/img/%d/thumb.jpg",
			"/search?q=lookaround&page=%d", "/account?session=%dz9&lang=en", "/índice/%d",
		}
		codes  = []int{200, 200, 304, 200, 503, 200, 404, 200, 200, 301, 500}
		agents = []string{
			"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "curl/8.5.0",
			"Mozilla/5.0 (compatible; Examplebot/2.1)",
		}
		l logText
		b strings.Builder
	)
	field := func(fields *[][2]int, s string) {
		*fields = append(*fields, [2]int{b.Len(), b.Len() + len(s)})
		b.WriteString(s)
	}
	for i := range logLines {
		field(&l.addresses, fmt.Sprintf("%d.%d.%d.%d", 10+i%90, i*37%256, i*i%256, 1+i%250))
		fmt.Fprintf(&b, " - - [10/Oct/2025:13:%02d:%02d +0000] \"", i/60, i%60)
		field(&l.methods, methods[i%len(methods)])
		b.WriteByte(' ')
		path := strings.ReplaceAll(paths[i%len(paths)], "%d", fmt.Sprint(1000+i*7))
		for _, name := range []string{"token=", "session="} {
			if at := strings.Index(path, name); at >= 0 {
				value, _, _ := strings.Cut(path[at:], "&")
				l.tokens = append(l.tokens, [2]int{b.Len() + at, b.Len() + at + len(value)})
			}
		}
		field(&l.paths, path)
		b.WriteString(" HTTP/1.1\" ")
		field(&l.code, fmt.Sprint(codes[i%len(codes)]))
		fmt.Fprintf(&b, " %d \"-\" \"%s\"\n", i*i*31%9000, agents[i%len(agents)])
	}
	l.text = b.String()
	return l
}

// words returns the runs of ASCII letters, digits and underscores.
func (l logText) words() [][2]int {
	var all [][2]int
	start := -1
	for i, r := range l.text + " " {
		word := r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
		switch {
		case word && start < 0:
			start = i
		case !word && start >= 0:
			all = append(all, [2]int{start, i})
			start = -1
		}
	}
	return all
}

// serverErrors returns the status codes from 500 on, with the blanks around them and the quote before.
func (l logText) serverErrors() [][2]int {
	var all [][2]int
	for _, c := range l.code {
		if l.text[c[0]] == '5' {
			all = append(all, [2]int{c[0] - 2, c[1] + 1})
		}
	}
	return all
}

// requests returns for each line the match from the quote to the status code, and method, path and status code as its
// groups.
func (l logText) requests() (spans []int) {
	for i, m := range l.methods {
		p, c := l.paths[i], l.code[i]
		spans = append(spans, m[0]-1, c[1], m[0], m[1], p[0], p[1], c[0], c[1])
	}
	return spans
}

// replaced returns the text with each of the given parts replaced.
func (l logText) replaced(parts [][2]int, with func(part string) string) string {
	var b strings.Builder
	end := 0
	for _, p := range parts {
		b.WriteString(l.text[end:p[0]] + with(l.text[p[0]:p[1]]))
		end = p[1]
	}
	return b.String() + l.text[end:]
}

// logCases returns the cases of the log.
func logCases() []benchCase {
	const (
		address = `\b\d{1,3}(?:\.\d{1,3}){3}\b`
		token   = `(token|session)=[^&" ]+`
	)
	l := accessLog
	found := func(name string, o op, pattern string, matches int, spans []int) benchCase {
		return benchCase{name: name, op: o, patterns: []string{pattern}, subject: l.text, want: answer{found: matches, spans: spans}}
	}
	flat := func(name string, o op, pattern string, pairs [][2]int) benchCase {
		var spans []int
		for _, p := range pairs {
			spans = append(spans, p[0], p[1])
		}
		return found(name, o, pattern, len(pairs), spans)
	}
	replaced := func(name string, o op, pattern, replacement, want string) benchCase {
		return benchCase{name: name, op: o, patterns: []string{pattern}, subject: l.text, replacement: replacement, want: answer{text: want}}
	}
	masked := l.replaced(l.addresses, func(string) string { return "x.x.x.x" })
	hidden := l.replaced(l.tokens, func(part string) string {
		name, _, _ := strings.Cut(part, "=")
		return name + "=***"
	})
	return []benchCase{
		flat("findall_addresses", opFindAll, address, l.addresses),
		flat("findall_addresses_append", opFindAllAppend, address, l.addresses),
		flat("findall_errors", opFindAll, `" 5\d\d `, l.serverErrors()),
		flat("findall_words", opFindAll, `\w+`, l.words()),
		flat("findall_words_append", opFindAllAppend, `\w+`, l.words()),
		flat("findall_none", opFindAll, `"(?:TRACE|CONNECT) `, nil),
		found("findall_requests_captures", opFindAllSubmatch, `"(GET|POST|PUT) ([^ "]+) HTTP/1\.[01]" (\d+)`, logLines, l.requests()),
		replaced("replace_addresses", opReplace, address, "x.x.x.x", masked),
		replaced("replace_addresses_append", opReplaceAppend, address, "x.x.x.x", masked),
		replaced("replace_tokens", opReplace, token, "$1=***", hidden),
		replaced("replace_tokens_append", opReplaceAppend, token, "$1=***", hidden),
		replaced("replace_none", opReplace, `(?i)password=[^&" ]+`, "", l.text),
	}
}

// prepareAll makes a case ready that finds or replaces all matches of its subject; ok is false for other operations. An
// engine that has no form that appends does without.
func (c benchCase) prepareAll(f finder) (j job, ok bool) {
	appends, _ := f.(appender)
	var list [][]int
	lists := func() answer {
		a := answer{found: len(list)}
		for _, spans := range list {
			a.spans = append(a.spans, spans...)
		}
		return a
	}
	var result string
	switch {
	case c.op == opFindAllAppend && appends != nil:
		var pairs [][2]int
		return job{run: func(n int) {
			for range n {
				pairs = appends.AppendFindAllStringIndex(pairs[:0], c.subject, -1)
			}
		}, answer: func() answer {
			a := answer{found: len(pairs)}
			for _, p := range pairs {
				a.spans = append(a.spans, p[0], p[1])
			}
			return a
		}}, true
	case c.op == opFindAll || c.op == opFindAllAppend:
		return job{run: func(n int) {
			for range n {
				list = f.FindAllStringIndex(c.subject, -1)
			}
		}, answer: lists}, true
	case c.op == opFindAllSubmatch:
		return job{run: func(n int) {
			for range n {
				list = f.FindAllStringSubmatchIndex(c.subject, -1)
			}
		}, answer: lists}, true
	case c.op == opReplaceAppend && appends != nil:
		var text []byte
		return job{run: func(n int) {
			for range n {
				text = appends.AppendReplaceAllString(text[:0], c.subject, c.replacement)
			}
		}, answer: func() answer { return answer{text: string(text)} }}, true
	case c.op == opReplace || c.op == opReplaceAppend:
		return job{run: func(n int) {
			for range n {
				result = f.ReplaceAllString(c.subject, c.replacement)
			}
		}, answer: func() answer { return answer{text: result} }}, true
	}
	return job{}, false
}
