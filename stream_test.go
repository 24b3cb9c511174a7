package regexp_test

import (
	"errors"
	"io"
	"math/rand"
	stdlib "regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// streamed returns the offsets of all matches that a Scanner finds, laid out as FindAllSubmatchIndex has them.
func streamed(s *regexp.Scanner) (all [][]int, err error) {
	for at, m := range s.All() {
		var spans []int
		for i := range m.Len() {
			start, end := m.Span(i)
			if start >= 0 {
				start, end = start+int(at), end+int(at)
			}
			spans = append(spans, start, end)
		}
		all = append(all, spans)
	}
	return all, s.Err()
}

// pieces delivers a text in reads of the sizes given; the last size goes on.
type pieces struct {
	text  string
	sizes []int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := min(p.sizes[0], len(b), len(p.text))
	copy(b, p.text[:n])
	p.text = p.text[n:]
	if len(p.sizes) > 1 {
		p.sizes = p.sizes[1:]
	}
	return n, nil
}

var streamPatterns = []string{
	``, `a`, `abc`, `a*`, `a+`, `a+?`, `a*?`, `a|ab`, `(a|ab)(c|bcd)?`, `(a*)(b*)`, `^`, `$`, `^a`, `a$`, `\Aa`, `a\z`, `(?m)^`, `(?m)$`, `(?m)^a.*$`, `(?m)^(\w+)=(.*)$`,
	`\b`, `\B`, `\ba+\b`, `\b\w+\b`, `[^a]`, `[^a]+`, `.`, `.+`, `(?s).+`, `(?s).`, `é`, `日本?`, `\x{fffd}`, `\x{fffd}+`, `[^\x00-\x7f]`, `(\pL)(\pN*)`, `ab\b`, `a\B`, `x*$`, `(?:^|\n)b`, `.bb|b`, `a.{0,3}b`,
	`(a)|(b)|`, `(?i)ABC`, `foo|foobar|bar`, `a[^\n]*?c`, `\z`, `^$`, `(?m)^$`, `(?:a|b\z)`,
}

var streamTexts = []string{
	"", "a", "ab", "aab abc\nabcd", "xaaby\n\nk=v\na=b", "é日本日語", "a\xe4\xb8", "\xe4\xb8\xa9\xff\xf0\x90\x80", "\x80\x80\x80\x80\x80a", "zabb foobar\nfoo", "a\n", "\na\n\n", "abcABCaBc", "aaaaaaaaaaaaaaaab", "\xf0\x9f\x98\x80a\xf0\x9f\x98",
}

func TestAStreamHasTheMatchesOfTheWholeText(t *testing.T) {
	for _, pattern := range streamPatterns {
		for _, longest := range []bool{false, true} {
			std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
			if longest {
				std.Longest()
				re.Longest()
			}
			for _, text := range streamTexts {
				want := std.FindAllStringSubmatchIndex(text, -1)
				readers := map[string]io.Reader{
					"whole": strings.NewReader(text),
					"one":   iotest.OneByteReader(strings.NewReader(text)),
					"half":  iotest.HalfReader(strings.NewReader(text)),
					"data":  iotest.DataErrReader(strings.NewReader(text)),
				}
				for name, r := range readers {
					got, err := streamed(re.NewScanner(r))
					require.NoError(t, err)
					require.Equal(t, want, got, "%q on %q, %s, longest %v", pattern, text, name, longest)
				}
				for cut := 1; cut < len(text); cut++ {
					got, err := streamed(re.NewScanner(&pieces{text, []int{cut, len(text)}}))
					require.NoError(t, err)
					require.Equal(t, want, got, "%q on %q cut at %d", pattern, text, cut)
				}
			}
		}
	}
}

// Long texts cross the window many times. A small limit either gives all the answers, or the first of them and the error.
func TestALimitGivesAnErrorAndNeverAWrongMatch(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	const letters = "aaabbc =\n.k0"
	limited := 0
	for _, pattern := range streamPatterns {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		for range 6 {
			var text strings.Builder
			for text.Len() < 300 {
				switch random.Intn(20) {
				case 0:
					text.WriteString([]string{"é", "日本", "\xff", "\xe4\xb8", "foobar"}[random.Intn(5)])
				default:
					text.WriteByte(letters[random.Intn(len(letters))])
				}
			}
			want := std.FindAllStringSubmatchIndex(text.String(), -1)
			for _, limit := range []int{16, 17, 40, 64, 1000} {
				sizes := []int{1 + random.Intn(40), 1 + random.Intn(9), 1, 2, 1 + random.Intn(30)}
				s := re.NewScanner(&pieces{text.String(), sizes})
				s.Limit(limit)
				got, err := streamed(s)
				if err == nil {
					require.Equal(t, want, got, "%q on %q, limit %d", pattern, text.String(), limit)
					continue
				}
				var undecided *regexp.StreamLimitError
				require.True(t, errors.As(err, &undecided), "%v", err)
				require.Equal(t, limit, undecided.Limit)
				require.Less(t, limit, 1000)
				require.LessOrEqual(t, len(got), len(want))
				if len(got) > 0 {
					require.Equal(t, want[:len(got)], got, "%q on %q, limit %d", pattern, text.String(), limit)
				}
				if len(got) < len(want) {
					require.LessOrEqual(t, undecided.Offset, int64(want[len(got)][0]), "%q on %q, limit %d", pattern, text.String(), limit)
				}
				limited++
			}
		}
	}
	require.Positive(t, limited)
}

func TestAnErrorOfTheSourceComesAfterTheMatches(t *testing.T) {
	broken := errors.New("broken pipe")
	for _, pattern := range []string{`ab`, `ab*`, `(?s)b.*`} {
		s := regexp.MustCompile(pattern).NewScanner(io.MultiReader(strings.NewReader("xab ab"), iotest.ErrReader(broken)))
		got, err := streamed(s)
		require.ErrorIs(t, err, broken)
		require.Equal(t, stdlib.MustCompile(pattern).FindAllStringSubmatchIndex("xab ab", -1), got)
		require.False(t, s.Scan())
		require.Zero(t, s.Matches().Len())
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

type liar struct{ n int }

func (l liar) Read(b []byte) (int, error) { return l.n, nil }

func TestBadUseOfAScannerIsAnError(t *testing.T) {
	for _, pattern := range []string{`ab`, `b+`} {
		_, err := streamed(regexp.MustCompile(pattern).NewScanner(idle{}))
		require.ErrorIs(t, err, io.ErrNoProgress)
		for _, n := range []int{-1, 1 << 30} {
			_, err = streamed(regexp.MustCompile(pattern).NewScanner(liar{n}))
			require.Error(t, err)
		}
	}
	for limit, pattern := range map[int]string{-1: `a`, 0: `a`, 15: `a`, 20: `a{21}`} {
		s := regexp.MustCompile(pattern).NewScanner(strings.NewReader("a"))
		s.Limit(limit)
		require.False(t, s.Scan())
		require.ErrorIs(t, s.Err(), regexp.ErrStreamLimit)
	}
	s := regexp.MustCompile(`a`).NewScanner(strings.NewReader("a"))
	s.Scan()
	require.Panics(t, func() { s.Limit(100) })
}

// endless repeats a line, for so many bytes.
type endless struct {
	line string
	at   int64
	size int64
}

func (e *endless) Read(b []byte) (int, error) {
	if e.at >= e.size {
		return 0, io.EOF
	}
	n := 0
	for n < len(b) && e.at < e.size {
		from := int(e.at % int64(len(e.line)))
		k := copy(b[n:min(len(b), n+int(e.size-e.at))], e.line[from:])
		n, e.at = n+k, e.at+int64(k)
	}
	return n, nil
}

func TestALongStreamTakesNoMemoryPerMatch(t *testing.T) {
	const line = "2026-12-07 GET /index.html id=12345 \xff\n"
	lines := int64(200_000)
	if testing.Short() {
		lines = 20_000
	}
	for _, pattern := range []string{`id=(\d{5})`, `(?m)^(\S{10}) (\w+)`} {
		source := &endless{line: line, size: lines * int64(len(line))}
		s := regexp.MustCompile(pattern).NewScanner(source)
		require.True(t, s.Scan()) // builds what it needs
		for range 5000 {
			require.True(t, s.Scan())
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		found := int64(5001)
		for s.Scan() {
			found++
		}
		runtime.ReadMemStats(&after)
		require.NoError(t, s.Err())
		require.Equal(t, lines, found, pattern)
		require.Less(t, after.Mallocs-before.Mallocs, uint64(500), pattern)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), pattern)
	}
}

func FuzzAStreamHasTheMatchesOfTheWholeText(f *testing.F) {
	for i, pattern := range streamPatterns {
		f.Add(pattern, streamTexts[i%len(streamTexts)], uint8(i), i%2 == 0, int16(16+i))
	}
	f.Fuzz(func(t *testing.T, pattern, text string, cut uint8, longest bool, limit int16) {
		std, err := stdlib.Compile(pattern)
		if err != nil || len(pattern) > 200 || len(text) > 2000 {
			t.Skip()
		}
		re := regexp.MustCompile(pattern)
		if longest {
			std.Longest()
			re.Longest()
		}
		want := std.FindAllStringSubmatchIndex(text, -1)
		s := re.NewScanner(&pieces{text, []int{1 + int(cut), 1 + int(cut)%7}})
		s.Limit(int(limit))
		got, err := streamed(s)
		if err == nil {
			require.Equal(t, want, got)
			return
		}
		require.LessOrEqual(t, len(got), len(want))
		if len(got) > 0 {
			require.Equal(t, want[:len(got)], got)
		}
	})
}
