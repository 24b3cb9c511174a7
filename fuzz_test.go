package regexp_test

import (
	"bytes"
	"io"
	"reflect"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
)

// Every target is differential: the standard library is the oracle (see conform_oracle_test.go), and for a search
// from within a text what conform_context_test.go makes of it. Patterns are kept so small that the
// oracle answers in a moment; what is found belongs into the seeds below, as small as it can be made.

// fuzzSeeds are patterns with subjects: one of each kind of matcher and prefilter, and old faults of this and of other engines.
var fuzzSeeds = [][2]string{
	{``, ``}, {``, "a\xffb"}, {`a`, `banana`}, {`abc`, `ababcabc`}, {`^abc`, `abcabc`}, {`abc$`, `abcabc`}, {`^abc$`, `abc`}, {`.`, "é\n\xff"},
	{`^/([^/]+)/([^/]+)/(.*)$`, `/images/2026/summer/header.jpg`}, {`^(?:[a-z0-9-]+\.)*example\.com$`, `cdn.edge.example.com`},
	{`\.(?:jpe?g|png|gif)$`, `/a/b.jpeg`}, {`([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}`, `1:2:3:4:5:6:7:8`},
	{`(\d+)-(\d+)-(\d+)`, `on 2026-01-02 and 2027-03-04`}, {`(?P<k>\w+)=(?P<v>\S*)`, `a=1 b= c=3`}, {`(a|ab)(c|bcd)(d*)`, `abcd`}, {`(a+)(b+)?`, `aabaab`},
	{`(?i)k`, "kK\u212a"}, {`(?i)s+`, "sS\u017f"}, {`(?i)straße`, `STRASSE Straße`}, {`[^a]`, "\xff\xfe"}, {`\x{fffd}`, "\xff�"}, {`\pL+`, "añb\xc3"},
	{`\bfoo\b`, `foo food foo`}, {`\Bo`, `foo`}, {`\B`, "é"}, {`(?m)^\w+$`, "a\nbc\n\nd"}, {`(?m)^$`, "\n\n"}, {`(?s).*`, "a\nb"}, {`.*`, "a\nb"},
	{`a*`, `baac`}, {`a*?`, `aa`}, {`(a*)*`, `b`}, {`(a|b)*`, `abba`}, {`(|a)*`, `aa`}, {`(|a)+`, `aa`}, {`(?:(a)|b)*`, `ab`}, {`x*`, `日本`},
	{`.bb|b`, `zabb`}, {`(?:\s+.\w+acbb|b)a(?:c|d)`, ` xzbacbbac`}, {`foo|foobar|bar`, `xfoobar`}, {`(?:foo|bar)+baz`, `foobarbaz`}, {`[a-c]+d`, `abcabcabcd`},
	{`^(?:a|ab)rest`, `abrest`}, {`(a|b)$`, "a\nb"}, {`(?:ab){2,3}`, `ababababab`}, {`a{0}b`, `ab`}, {`[^\d\D]`, `a`}, {`a|[^\d\D]`, `a`},
	{`(((((((((((((((((a)))))))))))))))))b?`, `xab`}, {`\Qa.b\E+`, `a.bb`}, {`(?U)a+`, `aaa`}, {`\C`, `a`}, {`(`, ``}, {`a**`, ``}, {"\xff", ``}, {`(?i)[^k]`, "k\u212a"},
}

// small keeps an input within what the oracle answers quickly, and tells whether both libraries accept the pattern.
func small(t *testing.T, pattern, subject string) (twins, bool) {
	if len(subject) > 400 || !bounded(pattern, 500) {
		t.Skip("too large for the oracle")
	}
	return compileBoth(t, pattern)
}

func FuzzMethods(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		if both, ok := small(t, pattern, subject); ok {
			both.check(t, subject)
		}
	})
}

func FuzzLongest(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		if both, ok := small(t, pattern, subject); ok {
			both.leftmostLongest().check(t, subject)
		}
		std, stdErr := stdlib.CompilePOSIX(pattern)
		ours, err := regexp.CompilePOSIX(pattern)
		if !reflect.DeepEqual(err, stdErr) {
			t.Fatalf("CompilePOSIX(%q): error %v, want %v", pattern, err, stdErr)
		}
		if err == nil {
			twins{std, ours, true}.check(t, subject)
		}
	})
}

// FuzzInvalidUTF8 builds the pattern from choices, so that most of the fuzzer's work goes into the subject, whose
// bytes are halves of runes more often than not.
func FuzzInvalidUTF8(f *testing.F) {
	for i, s := range []string{"\xff", "a\xe4\xb8", "\xe4\xb8\x96\xb8", "\xf0\x9f\x98a", "\xed\xa0\x80", "\xc0\x80", "é\xc3", "�\xef\xbf", "\xef\xbf\xbdk\xe2\x84"} {
		for j := range 20 {
			f.Add([]byte{byte(i * 31), byte(j * 17), byte(i + j), byte(i), byte(j), 5, 1}, s)
		}
	}
	f.Fuzz(func(t *testing.T, choices []byte, subject string) {
		pick := spending(choices)
		pattern := pick.pattern(3)
		if both, ok := small(t, pattern, subject); ok {
			both.check(t, subject)
			both.check(t, pick.broken(subject))
			both.leftmostLongest().checkBasic(t, subject)
		}
	})
}

// FuzzLong repeats a piece of text, so that subjects come long enough to leave what is made for small ones.
func FuzzLong(f *testing.F) {
	for i, s := range fuzzSeeds {
		f.Add(s[0], s[1], "x", "", uint32(100*i*i))
		f.Add(s[0], "", "ab ", s[1], uint32(30_000))
		f.Add(s[0], "", s[1], "", uint32(10_000+i))
	}
	f.Fuzz(func(t *testing.T, pattern, before, unit, after string, size uint32) {
		if len(before)+len(unit)+len(after) > 1000 || !bounded(pattern, 60) {
			t.Skip("too large for the oracle")
		}
		both, ok := compileBoth(t, pattern)
		if !ok {
			return
		}
		n := int(size % 100_000)
		subject := before + strings.Repeat(unit, n/max(len(unit), 1)) + after
		b := []byte(subject)
		for _, both := range []twins{both, both.leftmostLongest()} {
			for _, m := range methods[:basicMethods-1] {
				if got, want := m.call(both.ours, subject, b), m.call(both.std, subject, b); !reflect.DeepEqual(got, want) {
					t.Fatalf("%q, longest %v, %s of %q, %d bytes of %q, %q = %.100v, want %.100v", pattern, both.longest, m.name, before, n, unit, after, got, want)
				}
			}
			if got, want := both.ours.FindAllStringSubmatchIndex(subject, 3), both.std.FindAllStringSubmatchIndex(subject, 3); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q, longest %v, FindAllStringSubmatchIndex of %q, %d bytes of %q, %q, n=3 = %v, want %v", pattern, both.longest, before, n, unit, after, got, want)
			}
		}
	})
}

func FuzzAlternations(f *testing.F) {
	pick := seeded(3)
	for range 200 {
		choices := make([]byte, 10+pick(150))
		for i := range choices {
			choices[i] = byte(pick(256))
		}
		f.Add(choices)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		pick := spending(choices)
		form := pick(8)
		pattern, words := pick.alternation()
		subject := pick.subject(1+pick(12), words)
		if form == 0 {
			subject = strings.Repeat("xyz ", pick(256)) + subject
		}
		both, ok := small(t, pattern, "")
		if !ok {
			t.Fatalf("the generator made %q", pattern)
		}
		both.checkBasic(t, subject)
		both.checkForms(t, subject)
		both.leftmostLongest().checkBasic(t, subject)
	})
}

// FuzzForced asks each matcher that can take the pattern, forced, at every position of the subject.
func FuzzForced(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s[0], []byte(nil), s[1])
	}
	for i := range 100 {
		f.Add("", []byte{byte(i), byte(7 * i), byte(31 * i), byte(i / 3), byte(i / 2), byte(5 * i), byte(i), byte(i)}, "abak\xff/世b")
	}
	f.Fuzz(func(t *testing.T, pattern string, choices []byte, subject string) {
		if len(choices) > 0 {
			pattern += spending(choices).pattern(4)
		}
		if len(subject) > 40 || !bounded(pattern, 300) {
			t.Skip("too large for the oracle")
		}
		checkContext(t, pattern, subject)
	})
}

// counting counts the runes that are read from it.
type counting struct {
	io.RuneReader
	n int
}

func (c *counting) ReadRune() (rune, int, error) {
	r, size, err := c.RuneReader.ReadRune()
	if err == nil {
		c.n++
	}
	return r, size, err
}

// FuzzReader: the same answers from a reader, which is read no further than the standard library reads it.
func FuzzReader(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s[0], s[1], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, subject, more string) {
		both, ok := small(t, pattern, subject)
		if !ok {
			return
		}
		for _, both := range []twins{both, both.leftmostLongest()} {
			for _, text := range []string{subject, subject + more} {
				for name, call := range map[string]func(re searcher, r io.RuneReader) any{
					"MatchReader":             func(re searcher, r io.RuneReader) any { return re.MatchReader(r) },
					"FindReaderIndex":         func(re searcher, r io.RuneReader) any { return re.FindReaderIndex(r) },
					"FindReaderSubmatchIndex": func(re searcher, r io.RuneReader) any { return re.FindReaderSubmatchIndex(r) },
				} {
					read, mayRead := &counting{RuneReader: strings.NewReader(text)}, &counting{RuneReader: bytes.NewReader([]byte(text))}
					if got, want := call(both.ours, read), call(both.std, mayRead); !reflect.DeepEqual(got, want) {
						t.Errorf("%q, longest %v, %s of %q = %v, want %v", pattern, both.longest, name, text, got, want)
					}
					if read.n > mayRead.n {
						t.Errorf("%q, longest %v, %s of %q read %d runes, the standard library %d", pattern, both.longest, name, text, read.n, mayRead.n)
					}
				}
			}
		}
	})
}

// FuzzCompile: one verdict on any bytes as a pattern, error texts included, under both syntaxes.
func FuzzCompile(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s[0])
	}
	for _, s := range []string{`(?i)(?s)`, `[[:word:]]`, `\pN`, `(?P<a>x)(?P<a>y)`, `a{1001}`, `(a{1000}){1000}`, `(?:(?:(?:`, `[z-a]`, `\Q`, `\E`, "[\xff]", `x{2}{3}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if len(pattern) > 200 || !bounded(pattern, 20_000) {
			t.Skip("too large for the oracle")
		}
		if both, ok := compileBoth(t, pattern); ok {
			both.checkBasic(t, pattern)
		}
		_, want := stdlib.CompilePOSIX(pattern)
		_, err := regexp.CompilePOSIX(pattern)
		if !reflect.DeepEqual(err, want) {
			t.Errorf("CompilePOSIX(%q): error %v, want %v", pattern, err, want)
		}
		if got, want := regexp.QuoteMeta(pattern), stdlib.QuoteMeta(pattern); got != want {
			t.Errorf("QuoteMeta(%q) = %q, want %q", pattern, got, want)
		}
	})
}

func FuzzExpand(f *testing.F) {
	for _, template := range []string{"$0", "$1-$2", "${k}=${v}", "$k$v", "$$", "$", "${", "${}", "${1", "$01", "$10", "$1x", "${1}x", "$é", "$999999999999", "\xff$0\xff"} {
		for _, s := range fuzzSeeds[9:17] {
			f.Add(s[0], template, s[1])
		}
		f.Add(`(?P<k>\w+)=(?P<v>\S*)`, template, "a=1 b=")
	}
	f.Fuzz(func(t *testing.T, pattern, template, subject string) {
		if len(template) > 100 {
			t.Skip("too large for the oracle")
		}
		both, ok := small(t, pattern, subject)
		if !ok {
			return
		}
		answers := func(re searcher) []string {
			all := []string{
				re.ReplaceAllString(subject, template),
				string(re.ReplaceAll([]byte(subject), []byte(template))),
				re.ReplaceAllLiteralString(subject, template),
				string(re.ReplaceAllLiteral([]byte(subject), []byte(template))),
			}
			for _, m := range re.FindAllStringSubmatchIndex(subject, 3) {
				all = append(all, string(re.ExpandString([]byte("dst"), template, subject, m)), string(re.Expand(nil, []byte(template), []byte(subject), m)))
			}
			return all
		}
		if got, want := answers(both.ours), answers(both.std); !reflect.DeepEqual(got, want) {
			t.Errorf("%q, template %q on %q = %q, want %q", pattern, template, subject, got, want)
		}
		var m regexp.Matches
		if both.ours.Exec(subject, &m) {
			got := string(m.Expand([]byte("dst"), template))
			want := string(both.std.ExpandString([]byte("dst"), template, subject, both.std.FindStringSubmatchIndex(subject)))
			if got != want {
				t.Errorf("%q, Matches.Expand of %q on %q = %q, want %q", pattern, template, subject, got, want)
			}
		}
	})
}
