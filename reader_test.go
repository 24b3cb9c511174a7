package regexp_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand"
	stdlib "regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// stubborn is a reader of runes that counts what was read and fails at the end with an error that is not io.EOF.
type stubborn struct {
	*strings.Reader
	runes int
}

func (r *stubborn) ReadRune() (rune, int, error) {
	c, size, err := r.Reader.ReadRune()
	if err != nil {
		return 0, 0, errors.New("broken pipe")
	}
	r.runes++
	return c, size, err
}

func TestAnErrorOfTheReaderEndsTheText(t *testing.T) {
	read := func(s string) io.RuneReader { return &stubborn{Reader: strings.NewReader(s)} }
	require.True(t, regexp.MustCompile(`b$`).MatchReader(read("ab")))
	require.Equal(t, []int{1, 2}, regexp.MustCompile(`b$`).FindReaderIndex(read("ab")))
	require.Equal(t, []int{1, 2, 1, 2}, regexp.MustCompile(`(b)$`).FindReaderSubmatchIndex(read("ab")))
	require.Nil(t, regexp.MustCompile(`c`).FindReaderIndex(read("ab")))
	require.Nil(t, regexp.MustCompile(`c`).FindReaderSubmatchIndex(read("ab")))
}

func TestReadersAreReadNoFurtherThanTheStandardLibraryDoes(t *testing.T) {
	const text = "xxabcabcabc\n日本語 and more"
	for _, pattern := range []string{
		`ab`, `abc`, `^x`, `^y`, `a.*?c`, `(abc)+`, `x*`, `[^\n]+`, `\bmore\b`, `nowhere`, `a|abcab`, ``, `^`, `日.`,
	} {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		theirs, ours := &stubborn{Reader: strings.NewReader(text)}, &stubborn{Reader: strings.NewReader(text)}
		require.Equal(t, std.FindReaderIndex(theirs), re.FindReaderIndex(ours), "%q", pattern)
		require.LessOrEqual(t, ours.runes, theirs.runes, "runes read to find %q", pattern)

		theirs, ours = &stubborn{Reader: strings.NewReader(text)}, &stubborn{Reader: strings.NewReader(text)}
		require.Equal(t, std.MatchReader(theirs), re.MatchReader(ours), "%q", pattern)
		require.LessOrEqual(t, ours.runes, theirs.runes, "runes read to match %q", pattern)
	}
}

func TestOffsetsInAReaderCountFromWhereItStands(t *testing.T) {
	r := strings.NewReader("日本語 ab ab")
	_, _, err := r.ReadRune()
	require.NoError(t, err)
	require.Equal(t, []int{7, 9}, regexp.MustCompile(`ab`).FindReaderIndex(r))
}

func TestTheReaderIsNotReadForAWrongPattern(t *testing.T) {
	r := &stubborn{Reader: strings.NewReader("text")}
	matched, err := regexp.MatchReader(`(`, r)
	require.False(t, matched)
	require.EqualError(t, err, "error parsing regexp: missing closing ): `(`")
	require.Zero(t, r.runes)

	matched, err = regexp.MatchReader(`e`, r)
	require.True(t, matched)
	require.NoError(t, err)
}

// readers are the readers that can be looked into, and one that cannot.
var readers = map[string]func(text string) io.RuneScanner{
	"strings": func(text string) io.RuneScanner { return strings.NewReader(text) },
	"bytes":   func(text string) io.RuneScanner { return bytes.NewReader([]byte(text)) },
	"buffer":  func(text string) io.RuneScanner { return bytes.NewBufferString(text) },
	"bufio":   func(text string) io.RuneScanner { return bufio.NewReader(strings.NewReader(text)) },
	"small":   func(text string) io.RuneScanner { return bufio.NewReaderSize(strings.NewReader(text), 100) },
	"pieces":  func(text string) io.RuneScanner { return bufio.NewReader(&pieces{text, []int{70, 1, 300, 9, 2000}}) },
	"slow": func(text string) io.RuneScanner {
		return bufio.NewReader(iotest.OneByteReader(strings.NewReader(text)))
	},
}

// runeReader hides that a reader can be looked into.
type runeReader struct{ io.RuneReader }

// rest returns what is still to be read, with the rune that UnreadRune gives back.
func rest(t require.TestingT, r io.RuneReader) string {
	if s, ok := r.(io.RuneScanner); ok {
		s.UnreadRune()
	}
	b, err := io.ReadAll(r.(io.Reader))
	require.NoError(t, err)
	return string(b)
}

// requireSameReads compares the answers of all methods for readers with those of the standard library, and how far each reader is read with how far one is
// that cannot be looked into.
func requireSameReads(t require.TestingT, std *stdlib.Regexp, re *regexp.Regexp, text string) {
	for name, open := range readers {
		for call := range 3 {
			r, slow := open(text), strings.NewReader(text)
			var got, want, plain any
			switch call {
			case 0:
				got, want, plain = re.MatchReader(r), std.MatchString(text), re.MatchReader(runeReader{slow})
			case 1:
				got, want, plain = re.FindReaderIndex(r), std.FindStringIndex(text), re.FindReaderIndex(runeReader{slow})
			case 2:
				got, want, plain = re.FindReaderSubmatchIndex(r), std.FindStringSubmatchIndex(text), re.FindReaderSubmatchIndex(runeReader{slow})
			}
			require.Equal(t, want, got, "%q on %q, %s", std, text, name)
			require.Equal(t, want, plain, "%q on %q", std, text)
			require.Equal(t, rest(t, slow), rest(t, r), "%q on %q, %s: what is left", std, text, name)
		}
	}
}

func TestAReaderThatIsLookedIntoIsReadAsFarAsAnyOther(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for _, pattern := range slices.Concat(streamPatterns, openPatterns, []string{`nowhere`, `k=v\ne`, `(?s)zz.*|c`, `foo.{0,40}bar;?`, `error\n$`, `[^x]\x{fffd}a`}) {
		for _, longest := range []bool{false, true} {
			std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
			if longest {
				std.Longest()
				re.Longest()
			}
			for _, size := range []int{0, 60, 500, 3000, 9000} {
				text := streamText(random, size)
				if random.Intn(2) == 0 { // the first match lies far behind
					text = strings.Repeat("-", random.Intn(size+1)) + text[:len(text)/4]
				}
				requireSameReads(t, std, re, text)
			}
		}
	}
}

func TestManyMatchesAreReadFromOneReader(t *testing.T) {
	const word = "word "
	text := strings.Repeat(word, 5000)
	re := regexp.MustCompile(`[a-z]+\b`)
	for name, open := range readers {
		r, found := open(text), 0
		for re.FindReaderIndex(r) != nil {
			found++
		}
		require.Equal(t, len(text)/len(word), found, name)
	}
}

// blocking fails the test where it is read after its text has ended.
type blocking struct {
	t    *testing.T
	text io.Reader
}

func (b *blocking) Read(p []byte) (int, error) {
	n, err := b.text.Read(p)
	if err != nil {
		b.t.Error("read further than the answer demands")
	}
	return n, nil
}

func TestAReaderIsNotAskedForMoreThanTheAnswerDemands(t *testing.T) {
	for _, pattern := range []string{`end;`, `(?m);$`, `\w+;\n`, `(?m)(\w+);$`, `\n`} {
		re := regexp.MustCompile(pattern)
		for _, size := range []int{0, 300, 5000} {
			r := bufio.NewReader(&blocking{t, strings.NewReader(strings.Repeat(" .", size) + "end;\n")})
			require.True(t, re.MatchReader(r), pattern)
			r = bufio.NewReader(&blocking{t, strings.NewReader(strings.Repeat(" .", size) + "end;\n")})
			require.NotNil(t, re.FindReaderSubmatchIndex(r), pattern)
		}
	}
}

func TestReadersAllocateNothing(t *testing.T) {
	text := strings.Repeat("2026-12-07 GET /index.html\n", 200) + "error: none"
	re := regexp.MustCompile(`error: (\w+)|\d+fatal`)
	plain, buffered := strings.NewReader(text), bufio.NewReader(nil)
	hidden := &runeReader{plain}
	for name, run := range map[string]func() bool{
		"strings": func() bool { plain.Reset(text); return re.MatchReader(plain) },
		"bufio":   func() bool { plain.Reset(text); buffered.Reset(plain); return re.MatchReader(buffered) },
		"hidden":  func() bool { plain.Reset(text); return re.MatchReader(hidden) },
	} {
		require.True(t, run())
		require.Zero(t, testing.AllocsPerRun(50, func() { run() }), name)
		runtime.GC()
		require.Zero(t, testing.AllocsPerRun(1, func() { run() }), "%s after a collection", name)
	}
}

func FuzzReaderThatIsLookedInto(f *testing.F) {
	for i, pattern := range slices.Concat(streamPatterns, openPatterns) {
		f.Add(pattern, streamTexts[i%len(streamTexts)], uint16(i*37), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, pattern, text string, times uint16, longest bool) {
		std, err := stdlib.Compile(pattern)
		if err != nil || len(pattern) > 100 || len(text) > 500 || text == "" {
			t.Skip()
		}
		re := regexp.MustCompile(pattern)
		if longest {
			std.Longest()
			re.Longest()
		}
		half := len(text) / 2
		requireSameReads(t, std, re, strings.Repeat(text[:half], min(int(times), 10000/max(half, 1)))+text[half:])
	})
}
