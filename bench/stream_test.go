package main

import (
	"io"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// reads delivers a text in reads of 64 KB.
type reads struct{ text string }

func (r *reads) Read(b []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), 64<<10)], r.text)
	r.text = r.text[n:]
	return n, nil
}

// BenchmarkStream compares a Scanner over 64 MB, in reads of 64 KB, with ExecAll on the whole text.
func BenchmarkStream(b *testing.B) {
	const line = "2026-12-07T10:11:12Z host-7 nginx[812]: GET \"/static/app.js?id=1234\" 200 from ann@example \"Mozilla/5.0 (X11)\" took 12 ms\n"
	const trouble = "2026-12-07T10:11:13Z host-7 nginx[812]: error: upstream timed out, client bob@example, request \"/api\"\n"
	text := strings.Repeat(strings.Repeat(line, 50)+trouble, (64<<20)/(50*len(line)+len(trouble)))
	for _, pattern := range []string{`error: upstream`, `\w+`, `[a-z]+@[a-z]+`, `"[^"]*"`, `(?m)^.*error.*$`, `(?m)^(\S+) (\S+) (\w+)\[(\d+)\]`, `(?s)host.*?ms`} {
		re := regexp.MustCompile(pattern)
		var m regexp.Matches
		want, found := 0, 0
		for range re.ExecAll(text, &m) {
			want++
		}
		for range re.NewScanner(&reads{text}).All() {
			found++
		}
		require.Equal(b, want, found, pattern)
		b.Run(pattern+"/whole", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for range re.ExecAll(text, &m) {
				}
			}
		})
		b.Run(pattern+"/stream", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s := re.NewScanner(&reads{text})
				for s.Scan() {
				}
				require.NoError(b, s.Err())
			}
		})
	}
}

// BenchmarkStreamReplace compares a Replacer over 64 MB with reading all and ReplaceAll of the standard library.
func BenchmarkStreamReplace(b *testing.B) {
	const line = "2026-12-07T10:11:12Z host-7 nginx[812]: GET \"/static/app.js?id=1234\" 200 from ann@example \"Mozilla/5.0 (X11)\" took 12 ms\n"
	text := strings.Repeat(line, (64<<20)/len(line))
	for _, c := range []struct{ pattern, template string }{
		{`[a-z]+@[a-z]+`, `***`}, {`id=(\d+)`, `id=<$1>`}, {`(?m)^(\S+) (\S+)`, `$2 $1`}, {`"[^"]*"`, `"-"`}, {`nowhere`, ``},
	} {
		std, re := stdlib.MustCompile(c.pattern), regexp.MustCompile(c.pattern)
		short := text[:100*len(line)]
		got, err := io.ReadAll(re.ReplaceReader(&reads{short}, c.template))
		require.NoError(b, err)
		require.Equal(b, std.ReplaceAllString(short, c.template), string(got))
		b.Run(c.pattern+"/std", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				all, _ := io.ReadAll(&reads{text})
				io.Discard.Write(std.ReplaceAll(all, []byte(c.template)))
			}
		})
		b.Run(c.pattern+"/stream", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := io.Copy(io.Discard, re.ReplaceReader(&reads{text}, c.template))
				require.NoError(b, err)
			}
		})
	}
}
