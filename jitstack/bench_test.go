package jitstack_test

import (
	"os"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
)

// The guard on a request that exhausts a stack of 1 MiB, and on one of ordinary size.
func BenchmarkGuard(b *testing.B) {
	p := jitstack.MustCompile(guard, 0)
	stack := jitstack.NewStack(1 << 20)
	for _, c := range []struct{ name, subject string }{
		{"64K", "/alpha/bravo/?" + strings.Repeat("x", 65536)},
		{"short", "/alpha/bravo/?action=newsfed;param0001=00003E;param0002=00004E;param0003=00005E"},
	} {
		var m arena.Matches
		b.Run(c.name+"/Exec", func(b *testing.B) {
			if ok, err := p.Exec(c.subject, &m); !ok || err != nil {
				b.Fatal(ok, err)
			}
			for b.Loop() {
				p.Exec(c.subject, &m)
			}
		})
		b.Run(c.name+"/ExecStack", func(b *testing.B) {
			if ok, err := p.ExecStack(stack, c.subject, &m); ok == (err != nil) {
				b.Fatal(ok, err)
			}
			for b.Loop() {
				p.ExecStack(stack, c.subject, &m)
			}
		})
	}
}

// Backtracking proper, over a novel, which is beside the repository where it is at all. The counts are those of PCRE2.
func BenchmarkText(b *testing.B) {
	data, err := os.ReadFile("../../shared/data/rebar/haystacks/sherlock.txt")
	if err != nil {
		b.Skip("the text is not here:", err)
	}
	text := string(data)
	for _, c := range []struct {
		pattern string
		matches int
	}{
		{`(\w+)\s+\1`, 4199},
		{`\b(\w+)\s+\1\b`, 15},
		{`(?i)(\w+)\s+\1`, 4343},
		{`(['"])(?:(?!\1).)*\1`, 1672},
		{`(\w)(\w)\2\1`, 867},
		{`(?<=\s)\w+(?=\.)`, 6088},
		{`(\w+) (?:\w+ )*?\1`, 9975},
	} {
		p := jitstack.MustCompile(c.pattern, 0)
		b.Run(c.pattern, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var dst [][2]int
			for b.Loop() {
				if dst, err = p.AppendFindAllStringIndex(dst[:0], text, -1); err != nil || len(dst) != c.matches {
					b.Fatal(len(dst), err)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, pattern := range []string{guard, `(\w+)\s+\1`, `^/([^/]+)/([^/]+)/(.*)$`} {
		b.Run(pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				jitstack.MustCompile(pattern, 0)
			}
		})
	}
}
