package regexp_test

import (
	"bytes"
	"io"
	"math/rand"
	stdlib "regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

func TestAWriteReplacerGivesTheTextThatReplaceAllGives(t *testing.T) {
	random := rand.New(rand.NewSource(13))
	for _, pattern := range slices.Concat(streamPatterns, openPatterns) {
		std, re := stdlib.MustCompile(pattern), regexp.MustCompile(pattern)
		for _, text := range append(streamTexts, streamText(random, 5000)) {
			template := streamTemplates[random.Intn(len(streamTemplates))]
			var out bytes.Buffer
			var w *regexp.WriteReplacer
			if random.Intn(2) == 0 {
				w = re.ReplaceWriter(&out, template)
			} else {
				w = re.ReplaceWriterFunc(&out, func(dst []byte, m *regexp.Matches) []byte { return m.Expand(dst, template) })
			}
			for rest := []byte(text); len(rest) > 0; {
				k := min(len(rest), random.Intn(1+random.Intn(3000)))
				part := bytes.Clone(rest[:k])
				n, err := w.Write(part)
				require.NoError(t, err)
				require.Equal(t, k, n)
				clear(part) // it belongs to the caller
				rest = rest[k:]
			}
			require.NoError(t, w.Close())
			require.NoError(t, w.Close())
			require.Equal(t, std.ReplaceAllString(text, template), out.String(), "%q on %q", pattern, text)
			_, err := w.Write([]byte("a"))
			require.ErrorIs(t, err, io.ErrClosedPipe)
		}
	}
}

func TestAWriteReplacerWritesWhatIsDecided(t *testing.T) {
	var out bytes.Buffer
	w := regexp.MustCompile(`"(\w*)"`).ReplaceWriter(&out, "<$1>")
	for _, c := range [][2]string{{`she says "`, `she says `}, {`yes`, ``}, {`" an`, `<yes> a`}, {"d", "n"}} {
		out.Reset()
		_, err := io.WriteString(w, c[0])
		require.NoError(t, err)
		require.Equal(t, c[1], out.String(), c[0])
	}
}

func TestErrorsOfAWriteReplacerStay(t *testing.T) {
	w := regexp.MustCompile(`a`).ReplaceWriter(&failing{10}, "b")
	_, err := io.WriteString(w, strings.Repeat("a", 100))
	require.ErrorIs(t, err, io.ErrClosedPipe)
	_, err = io.WriteString(w, "a")
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.ErrorIs(t, w.Close(), io.ErrClosedPipe)

	w = regexp.MustCompile(`(?s)a.*`).ReplaceWriter(io.Discard, "b")
	w.Limit(100)
	_, err = io.WriteString(w, strings.Repeat("a", 1000))
	var undecided *regexp.StreamLimitError
	require.ErrorAs(t, err, &undecided)
	require.ErrorAs(t, w.Close(), &undecided)
}
