package syntax

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/refused.txt anew")

// suiteCase is a pattern of PCRE2's test outputs 1 and 4, all of which the library takes. They are those of version 10.45.
type suiteCase struct {
	File    int
	Pattern []byte `json:"pat"`
	Mods    string
}

// suite reads the cases, or skips where the shared data is not beside the checkout. ARENAREGEXP_SHARED names its directory where
// it is elsewhere.
func suite(t *testing.T) (cases []suiteCase) {
	t.Helper()
	root := os.Getenv("ARENAREGEXP_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared")
	}
	data, err := os.ReadFile(filepath.Join(root, "data", "suites", "pcre2.json"))
	if err != nil {
		t.Skipf("the shared data is not here: %v", err)
	}
	require.NoError(t, json.Unmarshal(data, &cases))
	return cases
}

// text returns the pattern as this package reads patterns. File 1 is matched byte by byte: its bytes beyond ASCII are taken for
// Latin-1. That differs where PCRE2 has no case for such a byte, and Unicode has one for the rune.
func (c *suiteCase) text() string {
	if c.File != 1 {
		return string(c.Pattern)
	}
	var b strings.Builder
	for _, c := range c.Pattern {
		b.WriteRune(rune(c))
	}
	return b.String()
}

// parse parses the pattern under its modifiers. Those that ask pcre2test for something are none of the pattern's.
func (c *suiteCase) parse() error {
	letters := map[rune]Flags{
		'i': Caseless, 'm': Multiline, 's': DotAll, 'x': Extended, 'n': NoAutoCapture, 'J': DupNames, 'U': Ungreedy,
	}
	text := c.text()
	var flags Flags
	for mod := range strings.SplitSeq(c.Mods, ",") {
		switch mod {
		case "utf", "aftertext", "mark", "no_start_optimize", "no_auto_possess", "subject_literal", "jitstack=256":
		case "ucp":
			text = "(*UCP)" + text
		case "dupnames":
			flags |= DupNames
		default:
			if strings.HasSuffix(mod, "xx") {
				text = "(?xx)" + text
			}
			for _, letter := range mod {
				flags |= letters[letter]
			}
		}
	}
	_, err := Parse(text, flags)
	return err
}

func TestPCRE2sOwnPatternsAreTaken(t *testing.T) {
	var plain, plainRefused int
	var list strings.Builder
	seen := make(map[string]bool)
	for _, c := range suite(t) {
		if c.Mods == "hex" {
			continue // written for pcre2test to decode
		}
		err := c.parse()
		isPlain := strings.Trim(c.Mods, "imsxnJU") == ""
		if isPlain {
			plain++
		}
		if err == nil {
			continue
		}
		if isPlain {
			plainRefused++
		}
		var e *Error
		require.True(t, errors.As(err, &e))
		line := fmt.Sprintf("%d\t%s\t%s\t%s\t%s\n", c.File, c.Mods, c.text(), e.Construct, e.Reason)
		if !seen[line] {
			seen[line] = true
			list.WriteString(line)
		}
	}
	t.Logf("%d of %d cases whose modifiers are among imsxnJU are refused", plainRefused, plain)
	assert.LessOrEqual(t, 100*plainRefused, 3*plain)

	golden := filepath.Join("testdata", "refused.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(list.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), list.String())
}
