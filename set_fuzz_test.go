package regexp_test

import (
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
)

// FuzzSet takes a list of patterns, one a line, and holds the set of those that compile against the patterns one by one: as
// written, anchored and full, with room and with next to none.
func FuzzSet(f *testing.F) {
	for i := range fuzzSeeds[:len(fuzzSeeds)-3] {
		var list []string
		for _, s := range fuzzSeeds[i : i+3] {
			list = append(list, s[0])
		}
		f.Add(strings.Join(list, "\n"), fuzzSeeds[i][1], uint16(700*i))
	}
	f.Add("^/a/b\n^/a/c\n^/a/(b|d)x*$\n/c$", "/a/c", uint16(0))
	f.Add("foobar\nfoo|qux\n(?i)FOO.*z\nx{2}foo\n^foo\nbarfoo\nquxfoo\nab\nbc\ncd\nde\nef\nfg\ngh\nhi\nij\njk\nkl", "xxfoobarz", uint16(5_000))
	f.Fuzz(func(t *testing.T, list, subject string, budget uint16) {
		if len(list) > 500 || len(subject) > 200 {
			t.Skip("too large for the oracle")
		}
		var patterns []string
		for _, p := range strings.Split(list, "\n") {
			if _, err := stdlib.Compile(p); err == nil && bounded(p, 200) && !strings.Contains(p, `\Q`) {
				patterns = append(patterns, p)
			}
		}
		for _, how := range everyAnchoring {
			for _, budget := range []int{0, int(budget) + 1} {
				r, err := newRuleSet(patterns, regexp.SetOptions{Anchoring: how, Budget: budget})
				if err != nil {
					t.Fatalf("%q: %v", patterns, err)
				}
				r.check(t, subject)
				r.check(t, subject+subject)
			}
		}
	})
}
