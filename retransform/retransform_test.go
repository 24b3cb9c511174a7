package retransform_test

import (
	"bytes"
	"errors"
	"io"
	stdlib "regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/retransform"
)

var patterns = []string{``, `a`, `a+`, `\bfoo\b`, `(\w+)@(\w+)`, `(?m)^(.*)$`, `(?s)/\*.*?\*/`, `"[^"]*"`, `^`, `^a`, `$`, `é+`, `\x{fffd}`, `[^a-z]`}

var texts = []string{
	"", "a", "aaa", "me@home and you@work\n", "/* foo */ foo \"bar\"\n\n", "é\xff日本\xe4\xb8", strings.Repeat("foo me@home /* a */ \"é\"\n", 700), strings.Repeat("/", 9000),
}

func TestATransformerGivesTheTextThatReplaceAllGives(t *testing.T) {
	for _, pattern := range patterns {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		for _, template := range []string{"", "[$1]", strings.Repeat("a long text", 30)} {
			x := retransform.New(re, template)
			for _, text := range texts {
				want := std.ReplaceAllString(text, template)
				got, n, err := transform.String(x, text)
				require.NoError(t, err)
				require.Equal(t, want, got, "%q on %.60q", pattern, text)
				require.Equal(t, len(text), n)

				read, err := io.ReadAll(transform.NewReader(iotest.HalfReader(strings.NewReader(text)), x))
				require.NoError(t, err)
				require.Equal(t, want, string(read), "%q on %.60q", pattern, text)

				x.Reset()
				var out bytes.Buffer
				w := transform.NewWriter(&out, x)
				for rest := text; rest != ""; {
					k := min(len(rest), 7)
					_, err := io.WriteString(w, rest[:k])
					require.NoError(t, err)
					rest = rest[k:]
				}
				require.NoError(t, w.Close())
				require.Equal(t, want, out.String(), "%q on %.60q", pattern, text)
			}
		}
	}
}

func TestATransformerIsPartOfAChain(t *testing.T) {
	x := retransform.NewFunc(regexp.MustCompile(`caf(é|e)`), func(dst []byte, m *regexp.Matches) []byte {
		return append(dst, strings.ToUpper(m.Group(0))...)
	})
	chain := transform.Chain(charmap.ISO8859_1.NewDecoder(), x, charmap.ISO8859_1.NewEncoder())
	got, _, err := transform.String(chain, strings.Repeat("caf\xe9 cafe ", 3000))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("CAF\xc9 CAFE ", 3000), got)
}

func TestATransformerReturnsTheErrorsOfAScanner(t *testing.T) {
	x := retransform.New(regexp.MustCompile(`(?s)".*"`), "-")
	x.Limit = 100
	got, _, err := transform.String(x, `before "`+strings.Repeat("x", 10_000))
	var undecided *regexp.StreamLimitError
	require.True(t, errors.As(err, &undecided), "%v", err)
	require.Equal(t, int64(7), undecided.Offset)
	require.Equal(t, "before ", got)

	got, _, err = transform.String(x, `before "it" after`) // String resets it
	require.NoError(t, err)
	require.Equal(t, "before - after", got)
	x.Limit = -1
	_, _, err = transform.String(x, "a")
	require.ErrorIs(t, err, regexp.ErrStreamLimit)
}
