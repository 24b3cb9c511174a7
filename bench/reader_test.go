package main

import (
	"bufio"
	"io"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// BenchmarkReader compares MatchReader and FindReaderSubmatchIndex on a *bufio.Reader and on a *strings.Reader with the standard library's. The match is at the
// end of 1 MB.
func BenchmarkReader(b *testing.B) {
	const line = "2026-12-07T10:11:12Z host-7 nginx[812]: GET \"/static/app.js?id=1234\" 200 \"Mozilla/5.0 (X11)\" took 12 ms\n"
	text := strings.Repeat(line, (1<<20)/len(line)) + "error: upstream timed out, client bob@example\n"
	plain, buffered := strings.NewReader(text), bufio.NewReader(nil)
	readers := map[string]func() io.RuneReader{
		"strings": func() io.RuneReader { plain.Reset(text); return plain },
		"bufio":   func() io.RuneReader { plain.Reset(text); buffered.Reset(plain); return buffered },
	}
	for _, pattern := range []string{`error: upstream`, `[a-z]+@[a-z]+`, `(?m)^.*error.*$`, `(?i)(error|fatal): (\w+)`, `(\w+)@(\w+)\n`} {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		for name, open := range readers {
			require.Equal(b, std.FindReaderSubmatchIndex(open()), re.FindReaderSubmatchIndex(open()))
			for engine, x := range map[string]interface {
				MatchReader(io.RuneReader) bool
				FindReaderSubmatchIndex(io.RuneReader) []int
			}{"std": std, "ours": re} {
				b.Run(pattern+"/match/"+name+"/"+engine, func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						x.MatchReader(open())
					}
				})
				b.Run(pattern+"/submatch/"+name+"/"+engine, func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						x.FindReaderSubmatchIndex(open())
					}
				})
			}
		}
	}
}
