package regexp_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	stdlib "regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

var streamTemplates = []string{``, `x`, `<$0>`, `[$1|$2]`, `$$`, "a long text that takes the place of a match, and then some $0 and $0"}

// drain reads all of r in one of several ways.
func drain(r *regexp.Replacer, how int) (string, error) {
	var all bytes.Buffer
	switch how % 3 {
	case 0:
		_, err := r.WriteTo(&all)
		return all.String(), err
	case 1:
		b, err := io.ReadAll(struct{ io.Reader }{r})
		return string(b), err
	}
	// The first bytes are read one by one.
	b := make([]byte, 1)
	for range 5 {
		n, err := r.Read(b)
		if err == io.EOF {
			return all.String(), nil
		}
		if err != nil {
			return all.String(), err
		}
		all.Write(b[:n])
	}
	_, err := r.WriteTo(&all)
	return all.String(), err
}

func TestAReplacerGivesTheTextThatReplaceAllGives(t *testing.T) {
	for k, pattern := range streamPatterns {
		for _, longest := range []bool{false, true} {
			std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
			if longest {
				std.Longest()
				re.Longest()
			}
			for i, text := range streamTexts {
				template := streamTemplates[(i+k)%len(streamTemplates)]
				want := std.ReplaceAllString(text, template)
				for name, r := range map[string]io.Reader{
					"whole": strings.NewReader(text),
					"one":   iotest.OneByteReader(strings.NewReader(text)),
					"half":  iotest.HalfReader(strings.NewReader(text)),
					"data":  iotest.DataErrReader(strings.NewReader(text)),
				} {
					got, err := drain(re.ReplaceReader(r, template), i)
					require.NoError(t, err)
					require.Equal(t, want, got, "%q on %q, %s, %q", pattern, text, name, template)
				}
				for cut := 1; cut < len(text); cut++ {
					got, err := drain(re.ReplaceReaderFunc(&pieces{text, []int{cut, len(text)}}, func(dst []byte, m *regexp.Matches) []byte {
						return m.Expand(dst, template)
					}), cut)
					require.NoError(t, err)
					require.Equal(t, want, got, "%q on %q cut at %d", pattern, text, cut)
				}
			}
		}
	}
}

// requireReplaced compares a Replacer with a small limit. Where it fails, what it gave out is the beginning of the right text, up to where the error says.
func requireReplaced(t require.TestingT, std *stdlib.Regexp, re *regexp.Regexp, text, template string, sizes []int, limit, how int) {
	x := re.ReplaceReader(&pieces{text, sizes}, template)
	x.Limit(limit)
	got, err := drain(x, how)
	if err == nil {
		require.Equal(t, std.ReplaceAllString(text, template), got, "%q on %q, %q in reads of %v, limit %d", std, text, template, sizes, limit)
		return
	}
	var undecided *regexp.StreamLimitError
	if !errors.As(err, &undecided) {
		require.ErrorIs(t, err, regexp.ErrStreamLimit)
		require.Empty(t, got)
		return
	}
	var want []byte
	copied := 0
	for _, m := range std.FindAllStringSubmatchIndex(text, -1) {
		if int64(m[1]) > undecided.Offset || m[0] == m[1] && int64(m[1]) == undecided.Offset && len(want)+m[0]-copied >= len(got) {
			break
		}
		want = append(want, text[copied:m[0]]...)
		want = std.ExpandString(want, template, text, m)
		copied = m[1]
	}
	want = append(want, text[copied:undecided.Offset]...)
	require.Equal(t, string(want), got, "%q on %q, %q in reads of %v, limit %d, how %d: %v", std, text, template, sizes, limit, how, err)
}

func TestALongReplacedStreamIsTheTextThatReplaceAllGives(t *testing.T) {
	random := rand.New(rand.NewSource(11))
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for _, pattern := range slices.Concat(openPatterns, streamPatterns) {
		for round := range rounds {
			std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
			if round%3 == 2 {
				std.Longest()
				re.Longest()
			}
			text := streamText(random, 1000+random.Intn(8000))
			sizes := []int{1 + random.Intn(2000), 1 + random.Intn(3), 1 + random.Intn(700), 1 + random.Intn(5000)}
			template := streamTemplates[random.Intn(len(streamTemplates))]
			requireReplaced(t, std, re, text, template, sizes, 1<<20, round)
			requireReplaced(t, std, re, text, template, sizes, 100+random.Intn(4000), round)
		}
	}
}

func TestAReplacerGivesOutWhatIsDecidedBeforeItWaits(t *testing.T) {
	for _, c := range []struct{ pattern, sent, want string }{
		{`secret\d+`, "no secrets here\n", "no secrets here"},
		{`secret\d+`, "a secret12 b", "a x "},
		{`secret\d{4}`, "a secret1234 be\n", "a x be"},
		{`foo`, "hello, world\n", "hello, world"},
		{`"[^"]*"`, "she says \"yes\" and \"n", "she says x and "},
		{`(?s)/\*.*?\*/`, "a /* b */ c; /* d", "a x c; "},
		{`^GET`, "GET / HTTP/1.1\n", "x / HTTP/1.1"},
		{`(?m)^.*$`, "one\ntwo", "x\n"},
	} {
		out, in := io.Pipe()
		x := regexp.MustCompile(c.pattern).ReplaceReader(out, "x")
		go io.WriteString(in, c.sent)
		got := make([]byte, len(c.want))
		_, err := io.ReadFull(x, got) // would wait for ever if the rest of the text were needed
		require.NoError(t, err)
		require.Equal(t, c.want, string(got), c.pattern)

		out, in = io.Pipe()
		results, to := io.Pipe()
		go regexp.MustCompile(c.pattern).ReplaceReader(out, "x").WriteTo(to)
		go io.WriteString(in, c.sent)
		_, err = io.ReadFull(results, got)
		require.NoError(t, err)
		require.Equal(t, c.want, string(got), c.pattern)
		in.Close()
		results.Close()
	}
}

func TestErrorsOfTheSourceComeAfterAllText(t *testing.T) {
	broken := errors.New("broken pipe")
	for _, pattern := range []string{`ab`, `ab*`, `(?s)b.*`, `\Ax`, `^x.*`, `$`} {
		for how := range 3 {
			r := io.MultiReader(strings.NewReader("xab ab ab ab\n"), iotest.ErrReader(broken))
			got, err := drain(regexp.MustCompile(pattern).ReplaceReader(r, "<$0>"), how)
			require.ErrorIs(t, err, broken)
			require.Equal(t, stdlib.MustCompile(pattern).ReplaceAllString("xab ab ab ab\n", "<$0>"), got, pattern)

			got, err = drain(regexp.MustCompile(pattern).ReplaceReader(idle{}, "x"), how)
			require.ErrorIs(t, err, io.ErrNoProgress)
			require.Equal(t, stdlib.MustCompile(pattern).ReplaceAllString("", "x"), got)
		}
		x := regexp.MustCompile(pattern).ReplaceReader(strings.NewReader("ab"), "x")
		x.Limit(-1)
		_, err := x.Read(make([]byte, 1))
		require.ErrorIs(t, err, regexp.ErrStreamLimit)
	}
}

// failing accepts so many bytes.
type failing struct{ room int }

func (f *failing) Write(b []byte) (int, error) {
	n := min(len(b), f.room)
	f.room -= n
	if n < len(b) {
		return n, io.ErrClosedPipe
	}
	return n, nil
}

func TestErrorsOfTheWriterEndWriteTo(t *testing.T) {
	for _, room := range []int{0, 1, 100, 50_000} {
		source := &endless{line: "some text and a word\n", size: 1 << 20}
		n, err := regexp.MustCompile(`word`).ReplaceReader(source, "noun").WriteTo(&failing{room})
		require.ErrorIs(t, err, io.ErrClosedPipe)
		require.Equal(t, int64(room), n)
		require.Less(t, source.at, int64(room+300<<10))
	}
}

func TestAReplacerTakesNoMemoryPerMatch(t *testing.T) {
	re := regexp.MustCompile(`id=(\d+)`)
	m := &endless{line: "GET /index.html id=12345 \xff\n", size: 200 << 20}
	x := re.ReplaceReader(m, "number $1")
	p := make([]byte, 64<<10)
	read := func() {
		for range 20 {
			_, err := x.Read(p)
			require.NoError(t, err)
		}
	}
	read()
	require.Less(t, testing.AllocsPerRun(20, read), 1.0)
}

func FuzzAReplacerGivesTheTextThatReplaceAllGives(f *testing.F) {
	for i, pattern := range slices.Concat(streamPatterns, openPatterns) {
		f.Add(pattern, streamTexts[i%len(streamTexts)], streamTemplates[i%len(streamTemplates)], uint8(i), i%2 == 0, int16(16+i))
	}
	f.Fuzz(func(t *testing.T, pattern, text, template string, cut uint8, longest bool, limit int16) {
		std, err := stdlib.Compile(pattern)
		if err != nil || len(pattern) > 200 || len(text) > 2000 || len(template) > 20 {
			t.Skip()
		}
		re := regexp.MustCompile(pattern)
		if longest {
			std.Longest()
			re.Longest()
		}
		requireReplaced(t, std, re, text, template, []int{1 + int(cut), 1 + int(cut)%7}, 1<<20, int(cut))
		requireReplaced(t, std, re, text, template, []int{1 + int(cut), 1 + int(cut)%7}, int(limit), int(cut))
	})
}
