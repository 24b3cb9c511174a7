package remap

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// hostRules are rules whose hosts are patterns, and requests of which each is for another rule.
func hostRules(n int) (config string, requests []*Request) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "regex_map http://([a-z0-9-]+)\\.host%d\\.example\\.com/ http://origin-$1.internal%d/app/\n", i, i)
	}
	for i := range 64 {
		requests = append(requests, &Request{Scheme: "http", Host: fmt.Sprintf("cdn%d.host%d.example.com", i, i*7919%n), Path: "/static/image.jpg", Query: "v=12"})
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
			rules := make([]*regexp.Regexp, n)
			for i := range rules {
				rules[i] = regexp.MustCompile(fmt.Sprintf(`(?i)\A(?:([a-z0-9-]+)\.host%d\.example\.com)\z`, i))
			}
			dst := make([]byte, 0, 1024)
			for i := 0; b.Loop(); i++ {
				r := requests[i%len(requests)]
				for j, re := range rules {
					if m := re.FindStringSubmatchIndex(r.Host); m != nil {
						dst = re.ExpandString(append(dst[:0], "http://origin-"...), "$1", r.Host, m)
						dst = fmt.Appendf(dst, ".internal%d/app%s?%s", j, r.Path, r.Query)
						break
					}
				}
			}
		})
	}
}
