package jitstack_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// suiteFile holds what PCRE2's own tests 1 and 4 expect. It is beside the repository, where it is at all.
const suiteFile = "../../shared/data/suites/pcre2.json"

// suiteCase is a search of PCRE2's tests with its outcome.
type suiteCase struct {
	File    int      `json:"file"`
	Pat     []byte   `json:"pat"`
	Mods    string   `json:"mods"`
	Subj    []byte   `json:"subj"`
	Groups  [][2]any `json:"groups"` // number and text in base64, or null
	NoMatch bool     `json:"nomatch"`
	More    bool     `json:"more"`
}

// notOurs returns why a case says nothing of this package, or "".
func (c *suiteCase) notOurs() string {
	switch {
	case !c.NoMatch && len(c.Groups) == 0:
		return "neither a match nor none was recorded"
	case strings.HasPrefix(string(c.Pat), "x\n"), strings.Contains(string(c.Pat), "\n    Alan Other"):
		return "several cases were recorded as one"
	case strings.Contains(c.Mods, "subject_literal"), strings.Contains(string(c.Pat), "# A regular expression is zero or more of these items."):
		return "the subject was recorded without its backslashes"
	case strings.Contains(c.Mods, "no_start_optimize"):
		return "there is no such option here"
	case strings.Contains(c.Mods, "hex"):
		return "the pattern is in digits"
	}
	return ""
}

// compile translates the case's modifiers. Cases without UTF are of bytes; they are asked as Latin-1, in UTF-8.
func (c *suiteCase) compile() (p *jitstack.Pattern, subject string, err error) {
	pattern, subject := string(c.Pat), string(c.Subj)
	utf := strings.Contains(c.Mods, "utf") || strings.Contains(pattern, "(*UTF")
	if !utf {
		pattern, subject = toUTF8(pattern), toUTF8(subject)
	}
	var flags jitstack.Flags
	for _, mod := range strings.Split(c.Mods, ",") {
		switch mod {
		case "ucp":
			pattern = "(*UCP)" + pattern
		case "dupnames":
			flags |= jitstack.DupNames
		case "xx":
			pattern = "(?xx)" + pattern
		case "utf", "aftertext", "mark", "no_auto_possess":
		default:
			for _, letter := range mod {
				switch letter {
				case 'i':
					flags |= jitstack.Caseless
				case 'm':
					flags |= jitstack.Multiline
				case 's':
					flags |= jitstack.DotAll
				case 'x':
					flags |= jitstack.Extended
				case 'n':
					flags |= jitstack.NoAutoCapture
				case 'g':
				default:
					return nil, "", fmt.Errorf("unknown modifier %q", mod)
				}
			}
		}
	}
	p, err = jitstack.Compile(pattern, flags)
	return p, subject, err
}

// toUTF8 reads bytes as Latin-1.
func toUTF8(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// want returns the groups of the first match that were recorded as set.
func (c *suiteCase) want(t *testing.T) map[int]string {
	groups := map[int]string{}
	last := -1
	for _, g := range c.Groups {
		i := int(g[0].(float64))
		if i <= last || len(groups) > 0 && strings.Contains(c.Mods, "aftertext") {
			break // of the next match, or not recorded
		}
		last = i
		if g[1] == nil {
			continue
		}
		text, err := base64.StdEncoding.DecodeString(g[1].(string))
		require.NoError(t, err)
		groups[i] = string(text)
		if !strings.Contains(c.Mods, "utf") && !strings.Contains(string(c.Pat), "(*UTF") {
			groups[i] = toUTF8(groups[i])
		}
	}
	return groups
}

func TestPCRE2sOwnTestsAreAnsweredAsThere(t *testing.T) {
	data, err := os.ReadFile(suiteFile)
	if err != nil {
		t.Skip("PCRE2's tests are not here:", err)
	}
	var cases []suiteCase
	require.NoError(t, json.Unmarshal(data, &cases))
	stack := jitstack.NewStack(1 << 20)
	answered, refused := 0, 0
	for _, c := range cases {
		if c.notOurs() != "" {
			continue
		}
		p, subject, err := c.compile()
		if err != nil {
			refused++
			continue
		}
		answered++
		check := func(ok bool, err error, m *arena.Matches) {
			require.NoErrorf(t, err, "/%s/%s on %q", c.Pat, c.Mods, subject)
			got := map[int]string{}
			for i := range m.Len() {
				if start, _ := m.Span(i); start >= 0 && (i == 0 || !strings.Contains(c.Mods, "aftertext")) {
					got[i] = m.Group(i)
				}
			}
			require.Equalf(t, !c.NoMatch, ok, "/%s/%s on %q", c.Pat, c.Mods, subject)
			if ok {
				require.Equalf(t, c.want(t), got, "/%s/%s on %q", c.Pat, c.Mods, subject)
			}
		}
		var m arena.Matches
		ok, err := p.ExecStack(stack, subject, &m)
		check(ok, err, &m)
		ok, err = p.Exec(subject, &m)
		check(ok, err, &m)
	}
	t.Logf("%d cases: %d answered, %d refused", len(cases), answered, refused)
	require.Greater(t, answered, 3900)
}
