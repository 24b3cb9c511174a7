package linear

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// suiteCase is a search from PCRE2's own test outputs 1 and 4, its texts in base64.
type suiteCase struct {
	File    int      `json:"file"`
	Pattern string   `json:"pat"`
	Mods    string   `json:"mods"`
	Subject string   `json:"subj"`
	Groups  [][2]any `json:"groups"` // number and text; more groups where the search went on
	NoMatch bool     `json:"nomatch"`
}

var suiteMods = map[string]syntax.Flags{
	"i": syntax.Caseless, "m": syntax.Multiline, "s": syntax.DotAll, "x": syntax.Extended, "n": syntax.NoAutoCapture,
	"dupnames": syntax.DupNames, "utf": 0, "": 0, "aftertext": 0, "no_auto_possess": 0,
}

// flags returns the flags of a case, and false where a modifier is not for this package.
func (c *suiteCase) flags() (flags syntax.Flags, ok bool) {
	for _, mod := range strings.Split(c.Mods, ",") {
		if _, known := suiteMods[mod]; known {
			flags |= suiteMods[mod]
			continue
		}
		for _, r := range mod {
			f, known := suiteMods[string(r)]
			if !known {
				return 0, false
			}
			flags |= f
		}
	}
	return flags, true
}

// recode turns the bytes of a test without UTF, which PCRE2 reads as Latin-1, into UTF-8.
func recode(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func TestAnswersAreThoseOfPCRE2sOwnTests(t *testing.T) {
	data, err := os.ReadFile("../../../../shared/data/suites/pcre2.json")
	if err != nil {
		t.Skip("the suite is not here")
	}
	var cases []suiteCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	text := func(s string) string {
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	taken, answered, all := 0, 0, 0
	for _, c := range cases {
		pattern, subject := text(c.Pattern), text(c.Subject)
		flags, ok := c.flags()
		if !ok || !c.NoMatch && len(c.Groups) == 0 || strings.Contains(pattern, "\n 0: ") {
			continue // the last are answers that were taken for a pattern
		}
		utf := strings.Contains(c.Mods, "utf") || strings.Contains(pattern, "(*UTF")
		if !utf {
			pattern, subject = recode(pattern), recode(subject)
		}
		if strings.Contains(c.Mods, "xx") {
			pattern = "(?xx)" + pattern
		}
		tree, err := syntax.Parse(pattern, flags)
		if err != nil {
			continue
		}
		all++
		want := make(map[int]string)
		for i, g := range c.Groups {
			number := int(g[0].(float64))
			if i > 0 && number == 0 {
				break
			}
			if g[1] == nil || i > 0 && strings.Contains(c.Mods, "aftertext") {
				continue
			}
			want[number] = text(g[1].(string))
			if !utf {
				want[number] = recode(want[number])
			}
		}
		for form, m := range forms(tree) {
			if m == nil {
				continue
			}
			caps := make([]int, 2*tree.Groups)
			matched, decided := m.Search(subject, 0, false, caps)
			if form == 0 {
				taken++
				if decided {
					answered++
				}
			}
			if !decided {
				continue
			}
			if matched == c.NoMatch {
				t.Errorf("/%s/%s on %q: %t\n%s", pattern, c.Mods, subject, matched, m.Explain())
				continue
			}
			for g := range tree.Groups {
				if !matched || g > 0 && strings.Contains(c.Mods, "aftertext") {
					break
				}
				got, set := "", caps[2*g] >= 0
				if set {
					got = subject[caps[2*g]:caps[2*g+1]]
				}
				if w, wanted := want[g]; got != w || set != wanted {
					t.Errorf("/%s/%s on %q: group %d is %q (%t), PCRE2 has %q (%t)\n%s",
						pattern, c.Mods, subject, g, got, set, w, wanted, m.Explain())
				}
			}
		}
	}
	t.Logf("of %d searches %d are taken and %d answered", all, taken, answered)
}
