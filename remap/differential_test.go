package remap

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A plainRule is a rule of the configurations that this test makes up, as a proxy without any of this project would have it.
type plainRule struct {
	kind, scheme, host string
	port               int // 0 where none is written
	path, to, toPath   string
	re                 *regexp.Regexp // of the host, where it is a pattern
	lines              []plainLine    // of its rule file
}

type plainLine struct {
	re       *regexp.Regexp
	template string
	status   int
}

// plainTable answers by asking the rules in order, with the standard library.
type plainTable []plainRule

func (t plainTable) rewrite(r *Request) string {
	for group := range 4 {
		for _, hostless := range []bool{false, true} {
			for _, rule := range t {
				if rule.scheme == "" && group == recvPort {
					continue
				}
				if k := kinds[rule.kind]; k.group == group && (rule.scheme == "") == hostless {
					if url, ok := rule.rewrite(r, k.status, group == recvPort); ok {
						return url
					}
				}
			}
		}
	}
	return "404"
}

func defaultPort(scheme string) int {
	if scheme == "https" {
		return 443
	}
	return 80
}

func (p plainRule) rewrite(r *Request, status int, recv bool) (string, bool) {
	host := p.to
	requestPort := int(r.Port)
	if requestPort == 0 {
		requestPort = defaultPort(r.Scheme)
	}
	port := requestPort
	if recv && r.RecvPort != 0 {
		port = int(r.RecvPort)
	}
	requestPath := "/" + strings.TrimLeft(r.Path, "/")
	if !strings.HasPrefix(requestPath, p.path) {
		return "", false
	}
	if p.scheme != "" {
		rulePort := p.port
		if rulePort == 0 {
			rulePort = defaultPort(p.scheme)
		}
		if p.scheme != r.Scheme || rulePort != port {
			return "", false
		}
		lower := strings.ToLower(r.Host)
		if p.re == nil {
			if p.host != lower {
				return "", false
			}
		} else {
			m := p.re.FindStringSubmatchIndex(lower)
			if m == nil {
				return "", false
			}
			host = string(p.re.ExpandString(nil, braced(p.to), lower, m))
			if host == "" {
				return "500", true
			}
		}
	}
	rest := requestPath[len(p.path):]
	path := p.toPath + rest
	if strings.HasSuffix(p.path, "/") && rest != "" && rest[0] != '/' && !strings.HasSuffix(p.toPath, "/") {
		path = p.toPath + "/" + rest
	} else if strings.HasSuffix(p.toPath, "/") {
		path = p.toPath + strings.TrimPrefix(rest, "/")
	}
	if r.Query != "" {
		path += "?" + r.Query
	}
	for _, line := range p.lines {
		if m := line.re.FindStringSubmatchIndex(path); m != nil {
			switch {
			case line.status == 404:
				return "404", true
			case line.status != 0:
				status = line.status
			}
			parts := strings.NewReplacer("$h", host, "$t", host, "$p", "80", "$s", "http", "$q", r.Query)
			template := parts.Replace(line.template)
			return withStatus(status, printed(string(line.re.ExpandString(nil, braced(template), path, m)))), true
		}
	}
	return withStatus(status, "http://"+host+path), true
}

func withStatus(status int, url string) string {
	if status == 0 {
		return url
	}
	return fmt.Sprint(status, " ", url)
}

// printed writes a URL with one slash before its path, and no question mark before an empty query.
func printed(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, path, _ := strings.Cut(rest, "/")
	path = "/" + strings.TrimLeft(path, "/")
	if strings.Index(path, "?") == len(path)-1 {
		path = path[:len(path)-1]
	}
	return scheme + "://" + host + path
}

// braced writes $1x as ${1}x, which is what it means in a rule.
func braced(template string) string {
	return regexp.MustCompile(`\$([0-9])`).ReplaceAllString(template, "${$1}")
}

// pick returns one of some.
func pick[T any](r *rand.Rand, some ...T) T { return some[r.IntN(len(some))] }

// madeUp returns a configuration of up to so many rules, its rule files, and the same as a plain table.
//
// A pattern behind (?=) is one for jitstack that matches what it would without: there is no such thing in the standard syntax.
func madeUp(r *rand.Rand, most int) (config string, files map[string]string, plain plainTable) {
	var b strings.Builder
	files = make(map[string]string)
	seen := make(map[string]bool)
	for range 1 + r.IntN(most) {
		p := plainRule{kind: pick(r, "map", "map", "regex_map", "regex_map", "regex_map", "map_with_recv_port", "regex_map_with_recv_port",
			"redirect", "redirect_temporary", "regex_redirect", "regex_redirect_temporary")}
		k := kinds[p.kind]
		p.path = pick(r, "/", "/", "/", "/a/", "/a", "/a/b", "/b/")
		p.to, p.toPath = pick(r, "b.example", "c"), pick(r, "/", "/", "/t", "/t/")
		from := p.path
		if k.pattern || k.status != 0 || r.IntN(8) > 0 {
			p.scheme, p.port = pick(r, "http", "http", "http", "https"), pick(r, 0, 0, 0, 80, 443, 8080)
			p.host = pick(r, "a.com", "b.com", "x1.a.com", "a.b.com")
			pattern := p.host
			if k.pattern {
				p.host = pick(r, `x([0-9]+)\.a\.com`, `(.*)\.com`, `([a-z]\.)+com`, `a|A.com`,
					`(a|ab)(\.b)?\.com`, `([^.]+).*`, `(x)?[^A-Z]+`, `\w\.(COM)`, `([a-z0-9]*?)1.*`, fmt.Sprintf(`(x%d)\.a\.com`, r.IntN(3)))
				p.re = regexp.MustCompile(`(?i)\A(?:` + p.host + `)\z`)
				p.to = pick(r, "b.example", "c-$0", "$1", "o$1x")
				if p.re.NumSubexp() == 0 {
					p.to = pick(r, "b.example", "c-$0")
				}
				pattern = pick(r, "", "", "(?=)") + p.host
			}
			from = p.scheme + "://" + pattern
			if p.port != 0 {
				from += fmt.Sprintf(":%d", p.port)
			}
			from += p.path
		}
		port := p.port
		if port == 0 {
			port = defaultPort(p.scheme)
		}
		if key := fmt.Sprint(k.group, p.scheme, p.host, port, p.path); !k.pattern && seen[key] {
			continue
		} else {
			seen[key] = true
		}
		options := ""
		if k.status == 0 && r.IntN(3) == 0 {
			name := fmt.Sprintf("rules%d", len(files))
			options = " @plugin=regex_remap.so @pparam=" + name
			files[name], p.lines = madeUpLines(r)
		}
		fmt.Fprintf(&b, "%s %s http://%s%s%s\n", p.kind, from, p.to, p.toPath, options)
		plain = append(plain, p)
	}
	return b.String(), files, plain
}

func madeUpLines(r *rand.Rand) (text string, lines []plainLine) {
	for range 1 + r.IntN(6) {
		pattern := pick(r, `^/a/(.*)$`, `(b)`, `^/t?/?([^/?]*)`, `q=([0-9]+)`, `^/((a|b)/)*x`, `X(.)?`, `\?(.+)$`, `^/(a+?)(b*)$`)
		template := pick(r, "http://f/$1", "https://$h/$0", "http://$t:81/$1$1", "$s://g/$p?$q")
		line := plainLine{regexp.MustCompile(pattern), template, pick(r, 0, 0, 301, 302, 404)}
		prefix, options := pick(r, "", "", "(?=)"), ""
		if r.IntN(4) == 0 {
			line.re, options = regexp.MustCompile("(?i)"+pattern), " @caseless"
		}
		if line.status != 0 {
			options += fmt.Sprintf(" @status=%d", line.status)
		}
		text += prefix + pattern + " " + line.template + options + "\n"
		lines = append(lines, line)
	}
	return text, lines
}

func madeUpRequest(r *rand.Rand) *Request {
	return &Request{
		Scheme: pick(r, "http", "http", "http", "https"),
		Host:   pick(r, "a.com", "b.com", "x1.a.com", "x2.A.com", "A.B.COM", "a", "ab.b.com", "1", "x", "none", "-.com"),
		Port:   pick[uint16](r, 0, 0, 0, 80, 443, 8080), RecvPort: pick[uint16](r, 0, 80, 443, 8080),
		Path:  pick(r, "/", "/a", "/a/", "/a/b", "/a/b/x", "/b/x", "/ab", "/aab", "/A/B/X", "//", "/a//x", "/\xff/x", "/éx"),
		Query: pick(r, "", "", "q=1", "q=1&x", "Q=22", "b", "%zz"),
	}
}

// TestATableAnswersAsItsRulesDoOneByOne makes up rules and requests, and asks the table, its trial, and a plain table of the
// standard library.
func TestATableAnswersAsItsRulesDoOneByOne(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 150
	}
	random := rand.New(rand.NewPCG(6, 2026))
	rules, answers := 0, make(map[string]int)
	for i := range rounds {
		config, files, plain := madeUp(random, pick(random, 3, 12, 40))
		table, err := parse(config, files, Options{})
		require.NoError(t, err, config)
		rules += table.Len()
		dst := make([]byte, 0, 64)
		for range 20 {
			r := madeUpRequest(random)
			want := plain.rewrite(r)
			url, result, err := table.Rewrite(dst, r)
			got := string(url)
			if result.Status != 0 {
				got = strings.TrimSpace(fmt.Sprint(result.Status, " ", got))
			}
			require.Equal(t, want, got, "round %d, %+v, %v\n%s%v", i, *r, err, config, files)
			checkTrial(t, table, r)
			answers[got[:3]]++
		}
	}
	t.Logf("%d rules, answers %v", rules, answers)
	for _, kind := range []string{"htt", "301", "302", "307", "404", "500"} {
		require.NotZero(t, answers[kind], kind)
	}
}
