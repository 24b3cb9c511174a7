package regexp_test

import (
	stdlib "regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// guarded returns memory of so many pages with one before and one behind that fault when they are read.
func guarded(t *testing.T, pages int) []byte {
	t.Helper()
	size := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, (pages+2)*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip("no memory map:", err)
	}
	t.Cleanup(func() { syscall.Munmap(b) })
	for _, guard := range [][]byte{b[:size], b[(pages+1)*size:]} {
		require.NoError(t, syscall.Mprotect(guard, syscall.PROT_NONE))
	}
	return b[size : (pages+1)*size : (pages+1)*size]
}

// No matcher, and no scanner that looks at eight or more bytes at a time, reads before the text or behind it: texts end on the last byte of
// a page, or begin on the first, beside one that cannot be read. The same texts in ordinary memory, searched by the standard
// library, are the oracle.
func TestNothingIsReadBeyondTheEndsOfTheText(t *testing.T) {
	memory := guarded(t, 2)
	for _, pattern := range []string{
		`needle`, `needle$`, `^needle`, `n`, `(?i)needle`, // one text
		`needle|thread`, `foo|foobar|needle`, `(?:a|bc)|dle`, strings.Join(strings.Fields("alpha beta gamma delta epsilon needle kappa lambda omikron sigma"), "|") + "|needles", // sets of texts
		`\.(jpg|png|needle)$`, `(?:needle|dle)$`, `e$`, // how a text ends
		`^/([^/]+)/([^/]*)$`, `([a-z]+)-(\d*)$`, `[^-]+-`, `"([^"]*)"?$`, `[a-z]+$`, // chains: until, runs
		`[a-z]+e[a-z]*$`, `(?:[a-z]|-)+$`, `\bneedle\b`, `[^n]*needle`, `(?s).*e`, `(\w+)\s*(\w*)$`, `[a-z0-9.]+needle`, // automata, both ways, led and skipping
		`\pL+$`, `é|世$`, `.$`, `[^a]$`, `\x{fffd}$`, `(.)(.)$`, // sequences that are cut off
		`(a|b|e)*$`, `(n|ne)(e|ed)(\w*)`, `((n)|(e)|(d)|(l))+`, `x*`, `$`, `\b`, `\B`, `(?m)^.*$`,
	} {
		std := stdlib.MustCompile(pattern)
		cold, hot := regexp.MustCompile(pattern), regexp.MustCompile(pattern)
		hot.Explain() // makes what makes it fast
		for _, tail := range []string{"", "needle", "a needle", "needl", "/a/needle", "ab-12", `"needle`, "x.needle", "n", "e", "\n", "é", "世", "\xe4\xb8", "\xff", "\xf0\x9f\x98", "needle\xc3", "the word"} {
			for _, filler := range []string{"", "-", "- - - ", "haystack ", "lorem ipsum dolor sit amet, ", "\xe4\xb8", "日本語"} {
				for _, size := range []int{0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 300, 4000} {
					if filler == "" && size > 0 || testing.Short() && size > 65 {
						continue
					}
					s := strings.Repeat(filler, size/max(len(filler), 1)) + tail
					want := std.FindStringSubmatchIndex(s)
					for where, place := range map[string][]byte{"at the end": memory[len(memory)-len(s):], "at the beginning": memory[:len(s)]} {
						copy(place, s)
						text := unsafe.String(unsafe.SliceData(place), len(s))
						for _, re := range []*regexp.Regexp{cold, hot} {
							if got := re.MatchString(text); got != (want != nil) {
								t.Fatalf("%q, %s of a page, %q: %v, want %v", pattern, where, s, got, want)
							}
							require.Equal(t, want, re.FindStringSubmatchIndex(text), "%q, %s of a page, %q", pattern, where, s)
							if want != nil {
								require.Equal(t, want[:2], re.FindStringIndex(text), "%q, %s of a page, %q", pattern, where, s)
							}
						}
						hot.FindAllStringIndex(text, 20)
						hot.MatchReader(strings.NewReader(text))
					}
				}
			}
		}
	}
}
