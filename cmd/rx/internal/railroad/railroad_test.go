package railroad

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// labels returns the texts that a drawing shows, in order. It fails where the drawing is no XML.
func labels(t *testing.T, svg string) (shown []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	in := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			return shown
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local
		case xml.EndElement:
			in = ""
		case xml.CharData:
			if in == "text" {
				shown = append(shown, string(token))
			}
		}
	}
}

func TestADrawingShowsEachPartOfThePattern(t *testing.T) {
	for _, c := range []struct {
		expr  string
		shown []string
	}{
		{``, nil},
		{`foo`, []string{`"foo"`}},
		{`(?i)foo1|2`, []string{`"FOO1" any case`, `"2"`}},
		{`^a|b$`, []string{"begin of text", `"a"`, `"b"`, "end of text"}},
		{`(?m)^$`, []string{"begin of line", "end of line"}},
		{`\bx\B`, []string{"word boundary", `"x"`, "no word boundary"}},
		{`(a)(?P<n>b)`, []string{"group 1", `"a"`, "group 2 n", `"b"`}},
		{`a*`, []string{`"a"`}},
		{`a+?`, []string{`"a"`, "as few as possible"}},
		{`a{2}`, []string{`"a"`, "2 times"}},
		{`a{0,3}`, []string{`"a"`, "1 to 3 times"}},
		{`a{2,}?`, []string{`"a"`, "2 times or more as few as possible"}},
		{`a{0}`, nil},
		{`[a-z].(?s:.)`, []string{"[a-z]", "any but newline", "any character"}},
		{`[^\x00-\x{10FFFF}]`, []string{"nothing"}},
		{`<&>"`, []string{`"<&>\""`}},
	} {
		svg, err := SVG(c.expr)
		require.NoError(t, err)
		assert.Equal(t, c.shown, labels(t, svg), c.expr)
	}
}

func TestABrokenPatternGivesTheErrorOfTheStandardLibrary(t *testing.T) {
	_, err := SVG("a(")
	var bad *syntax.Error
	require.ErrorAs(t, err, &bad)
}

// A box does not reach beyond the room that its node asked for, so neighbours never overlap.
func TestADrawingFitsItsFrame(t *testing.T) {
	svg, err := SVG(`(a|(?:bcd)+?|(e{3,5}f)?){2,}` + strings.Repeat("x", 100))
	require.NoError(t, err)
	var doc struct {
		Width  float64 `xml:"width,attr"`
		Height float64 `xml:"height,attr"`
		Rects  []struct {
			X float64 `xml:"x,attr"`
			Y float64 `xml:"y,attr"`
			W float64 `xml:"width,attr"`
			H float64 `xml:"height,attr"`
		} `xml:"rect"`
	}
	require.NoError(t, xml.Unmarshal([]byte(svg), &doc))
	require.NotEmpty(t, doc.Rects)
	for _, r := range doc.Rects {
		assert.GreaterOrEqual(t, r.X, 0.0)
		assert.GreaterOrEqual(t, r.Y, 0.0)
		assert.LessOrEqual(t, r.X+r.W, doc.Width)
		assert.LessOrEqual(t, r.Y+r.H, doc.Height)
	}
}

func TestRealPatternsAreDrawn(t *testing.T) {
	files, err := filepath.Glob("../../../../../shared/data/patterns/*.jsonl")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("needs the shared corpora")
	}
	drawn := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			var row struct{ P string }
			require.NoError(t, json.Unmarshal([]byte(line), &row))
			svg, err := SVG(row.P)
			if err != nil {
				continue // of another syntax
			}
			labels(t, svg)
			drawn++
		}
	}
	require.Greater(t, drawn, 1000)
}
