package engine_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/require"
)

// Patterns that are equal but for what they begin with are answered by a tree and one automaton, as each of them would be by itself.
func TestManyPatternsThatDifferInTheirBeginningsAnswerAsEachDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 9))
	for _, shape := range []string{`^/s%s/(\d+)/item$`, `^%s`, `^%s\b`, `(?i)^x%s.k[ß-ü]+`, `^%s$`, `(?m)^%s$`, `^(%s)(?:é|[^a])*?z`, `^a?%s`, `^%s(?:^|\B)b`, `(?s)^%s.*\n.`} {
		for how, form := range map[engine.Anchoring]string{engine.Unanchored: `%s`, engine.Anchored: `\A(?:%s)`, engine.Full: `\A(?:%s)\z`} {
			var patterns []string
			var each []*regexp.Regexp
			for i := range 300 {
				p := fmt.Sprintf(shape, []string{"", "/", "é", "_", strings.Repeat("w", 70)}[i%5]+fmt.Sprint(i))
				patterns, each = append(patterns, p), append(each, regexp.MustCompile(fmt.Sprintf(form, p)))
			}
			for _, budget := range []int{0, 1} {
				set, err := engine.CompileSet(patterns, syntax.Perl, engine.SetOptions{Anchoring: how, Budget: budget})
				require.NoError(t, err)
				for n := range 40 {
					i := random.IntN(300)
					head := strings.ReplaceAll(strings.Replace(shape, "%s", []string{"", "/", "é", "_", strings.Repeat("w", 70)}[i%5]+fmt.Sprint(i), 1), "(?i)", "")
					s := strings.NewReplacer("^", "", "$", "", "(?m)", "", "(?s)", "", `(\d+)`, "77", `\b`, "", "(?:é|[^a])*?", "éb\xff", "a?", "", `(?:|\B)`, "", ".*\\n.", "x\ny", ".k", "\xffK", "[ß-ü]+", "é").Replace(head)
					s += []string{"", "", "a", " é", "\nb", "\xff", "b", "0"}[n%8]
					if n%9 == 0 {
						s = strings.ToUpper(s)
					}
					want, first := []int(nil), -1
					for k, re := range each {
						if re.MatchString(s) {
							want = append(want, k)
						}
					}
					if len(want) > 0 {
						first = want[0]
					}
					require.Equal(t, want, set.AppendAll(nil, s), "%q, anchoring %d, on %q", shape, how, s)
					require.Equal(t, first, set.First(s), "%q, anchoring %d, on %q", shape, how, s)
				}
			}
		}
	}
}

func TestTenThousandPathsShareOneSmallAutomaton(t *testing.T) {
	var patterns []string
	for i := range 10_000 {
		patterns = append(patterns, fmt.Sprintf(`^/svc%d/(\d+)/item$`, i))
	}
	set, err := engine.CompileSet(patterns, syntax.Perl, engine.SetOptions{})
	require.NoError(t, err)
	before := set.MemoryUsage()
	for i := range patterns {
		require.Equal(t, i, set.First(fmt.Sprintf("/svc%d/%d/item", i, 3*i)))
	}
	require.Less(t, set.MemoryUsage()-before, 64<<10)
	require.Zero(t, testing.AllocsPerRun(10, func() { set.First("/svc77/5/item") }))
}
