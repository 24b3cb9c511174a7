package remap

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	ours "github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// hostRules are rules whose hosts are patterns, and requests of which each is for another rule.
func hostRules(n int) (config string, requests []*Request) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "regex_map http://([a-z0-9-]+)\\.host%d\\.example\\.com/ http://origin-$1.internal%d/app/\n", i, i)
	}
	for i := range 64 {
		host := fmt.Sprintf("cdn%d.host%d.example.com", i, i*7919%n)
		requests = append(requests, &Request{Scheme: "http", Host: host, Path: "/static/image.jpg", Query: "v=12"})
	}
	return b.String(), requests
}

func BenchmarkRewrite(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		config, requests := hostRules(n)
		b.Run(fmt.Sprintf("rules=%d", n), func(b *testing.B) {
			table := load(b, config, nil)
			dst := make([]byte, 0, 1024)
			for _, r := range requests {
				table.Rewrite(dst, r)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, result, err := table.Rewrite(dst, requests[i%len(requests)]); err != nil || result.Rule < 0 {
					b.Fatal(result, err)
				}
			}
		})
	}
}

// BenchmarkInOrder is the same with the standard library, rule by rule.
func BenchmarkInOrder(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		_, requests := hostRules(n)
		b.Run(fmt.Sprintf("rules=%d", n), func(b *testing.B) {
			rules, templates := make([]*regexp.Regexp, n), make([]string, n)
			for i := range rules {
				rules[i] = regexp.MustCompile(fmt.Sprintf(`(?i)\A(?:([a-z0-9-]+)\.host%d\.example\.com)\z`, i))
				templates[i] = fmt.Sprintf("http://origin-$1.internal%d/app", i)
			}
			dst := make([]byte, 0, 1024)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r := requests[i%len(requests)]
				for j, re := range rules {
					if m := re.FindStringSubmatchIndex(r.Host); m != nil {
						dst = re.ExpandString(dst[:0], templates[j], r.Host, m)
						dst = append(append(append(dst, r.Path...), '?'), r.Query...)
						break
					}
				}
			}
		})
	}
}

// BenchmarkCaseless is why lowerTree is there: the same set of hosts' patterns with (?i) and as it makes them.
func BenchmarkCaseless(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		_, requests := hostRules(n)
		var folded, lowered []string
		for i := range n {
			source := fmt.Sprintf(`([a-z0-9-]+)\.host%d\.example\.com`, i)
			p, err := parseHost(source)
			require.NoError(b, err)
			folded, lowered = append(folded, "(?i)"+source), append(lowered, p.standard)
		}
		for name, texts := range map[string][]string{"folded": folded, "lowered": lowered} {
			b.Run(fmt.Sprintf("rules=%d/%s", n, name), func(b *testing.B) {
				set, err := ours.CompileSetOptions(texts, ours.SetOptions{Anchoring: ours.Full})
				require.NoError(b, err)
				var m ours.Matches
				for i := 0; b.Loop(); i++ {
					if _, ok := set.Exec(requests[i%len(requests)].Host, &m); !ok {
						b.Fatal("no match")
					}
				}
			})
		}
	}
}

// BenchmarkLoad parses and compiles a table, as a reload does.
func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{1, 100, 10_000} {
		config, _ := hostRules(n)
		b.Run(fmt.Sprintf("rules=%d", n), func(b *testing.B) {
			for b.Loop() {
				load(b, config, nil)
			}
		})
	}
}

// BenchmarkEachLineInTurn asks for each line of a rule file in turn, in an order that repeats after all of them. Then most states, links of
// states and rules have left the processor's caches.
func BenchmarkEachLineInTurn(b *testing.B) {
	for _, shape := range []struct{ name, line, path string }{
		{"site", `^/site%d/([a-z]+)/(.*)$ http://origin-$1.internal%d/$2`, "/site%d/images/summer/header.jpg"},
		{"svc", `^/svc%d/(\d+)/item$ http://origin%d.internal/$1`, "/svc%d/4711/item"},
	} {
		for _, n := range []int{100, 10_000} {
			b.Run(fmt.Sprintf("%s/lines=%d", shape.name, n), func(b *testing.B) {
				var lines strings.Builder
				requests := make([]Request, n)
				for i := range n {
					fmt.Fprintf(&lines, shape.line+"\n", i, i)
					k := i * 7919 % n
					requests[i] = Request{Scheme: "http", Host: "a.example", Path: fmt.Sprintf(shape.path, k)}
				}
				files := map[string]string{"rules.txt": lines.String()}
				table := load(b, "map / http://b.example/ @plugin=regex_remap.so @pparam=rules.txt\n", files)
				dst := make([]byte, 0, 1024)
				for range 2 {
					for i := range requests {
						if _, result, err := table.Rewrite(dst, &requests[i]); err != nil || result.Rule == result.Map {
							b.Fatal(result, err)
						}
					}
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					table.Rewrite(dst, &requests[i%n])
				}
			})
		}
	}
}
