package pike_test

import (
	"regexp"
	"regexp/syntax"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/engine/internal/pike"
	"github.com/arenaregexp/regexp/internal/program"
)

// Instructions times groups is what a search would take that had all slots for each instruction: 20 GB for the first of these.
func TestTheMemoryOfASearchDoesNotGrowWithItsGroups(t *testing.T) {
	var words strings.Builder
	for i := range 1000 {
		words.WriteString("(word" + strconv.Itoa(7*i) + "x)|")
	}
	for _, c := range []struct {
		name, expr, subject string
		most                int // bytes
	}{
		{"loops in loops", "(?:" + strings.Repeat("(", 450) + "a+" + strings.Repeat(")*", 450) + "b?){0,800}", "aab", 200 << 20},
		{"alternatives", "(?:" + strings.Repeat("(a)|", 200) + "b){0,200}", "aaabbbaab", 32 << 20},
		{"words", words.String() + "(none)", "say word700x or word7x", 8 << 20},
		{"groups that take part", strings.Repeat("(a)(b)?(?:(c)|d)", 200), strings.Repeat("ad", 100) + strings.Repeat("abc", 100), 8 << 20},
	} {
		for _, longest := range []bool{false, true} {
			if testing.Short() && c.name == "loops in loops" && longest {
				continue
			}
			tree, err := syntax.Parse(c.expr, syntax.Perl)
			require.NoError(t, err)
			p := program.Compile(tree)
			caps := make([]int, p.Slots)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			found := pike.Search(p, nil, longest, c.subject, 0, len(c.subject), false, false, caps)
			runtime.ReadMemStats(&after)
			assert.LessOrEqual(t, int(after.TotalAlloc-before.TotalAlloc), c.most, c.name)
			require.True(t, found, c.name)

			std := regexp.MustCompile(c.expr)
			if longest {
				std.Longest()
			}
			assert.Equal(t, std.FindStringSubmatchIndex(c.subject), caps, "%s, longest %v", c.name, longest)
		}
	}
}
