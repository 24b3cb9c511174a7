package regexp_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// fields reads a file of testdata/aosp: the words of each line that is no comment.
func fields(t testing.TB, name string) (lines [][]string) {
	text, err := os.ReadFile(filepath.Join("testdata", "aosp", name))
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(f[0], "#") {
			lines = append(lines, f)
		}
	}
	return lines
}

// A labelRule gives paths that match a label.
type labelRule struct{ pattern, label string }

// static tells whether a rule is for one path: it has no metacharacter that is not escaped.
func (r labelRule) static() bool {
	for i := 0; i < len(r.pattern); i++ {
		switch {
		case r.pattern[i] == '\\':
			i++
		case strings.IndexByte(`.^$?*+|[({`, r.pattern[i]) >= 0:
			return false
		}
	}
	return true
}

// aospRules are the rules in the order of their file. Their labels are user:role:type:level, of which the type counts.
func aospRules(t testing.TB) (rules []labelRule) {
	for _, f := range fields(t, "file_contexts.txt") {
		rules = append(rules, labelRule{f[0], strings.Split(f[len(f)-1], ":")[2]})
	}
	return rules
}

func patternsOf(rules []labelRule) (patterns []string) {
	for _, r := range rules {
		patterns = append(patterns, r.pattern)
	}
	return patterns
}

// astray are the 8 paths that by the order which the rules' file states do not get the label that the other file expects: the two
// are not quite of one state. For 6 no rule gives that label; for the aconfig paths one does, and one nearer the bottom
// gives another. The labels are those that the rules give.
var astray = map[string]string{
	"/dev/ppp":                "device",
	"/dev/socket/mtpd":        "socket_device",
	"/dev/socket/racoon":      "socket_device",
	"/system/bin/mtpd":        "system_file",
	"/system/bin/pppd":        "system_file",
	"/system/bin/racoon":      "system_file",
	"/system_ext/etc/aconfig": "system_file",
	"/product/etc/aconfig":    "system_file",
}

// Android gives a path the label of the last rule that matches, once the rules for single paths are moved behind the others. A
// set's order is priority, first rule first: so the rules are given to it from the last to the first, and First is the answer.
func TestLastRuleWinsIsASetInReverseOrder(t *testing.T) {
	rules := aospRules(t)
	require.Len(t, rules, 691)
	slices.SortStableFunc(rules, func(a, b labelRule) int { return btoi(a.static()) - btoi(b.static()) })
	forward := patternsOf(rules)
	slices.Reverse(rules)
	backward := mustRuleSet(t, patternsOf(rules), regexp.SetOptions{Anchoring: regexp.Full})

	// The other way to ask: the set in the file's order, of which the last match counts.
	ascending, err := regexp.CompileSetOptions(forward, regexp.SetOptions{Anchoring: regexp.Full})
	require.NoError(t, err)

	paths := fields(t, "file_contexts_test.txt")
	require.Len(t, paths, 1226)
	every := 1
	if testing.Short() {
		every = 10
	}
	var all []int
	for k, f := range paths {
		path, want := f[0], f[1]
		i, ok := backward.set.First(path)
		require.True(t, ok, path)
		if label, ok := astray[path]; ok {
			require.NotEqual(t, label, want)
			want = label
		}
		require.Equal(t, want, rules[i].label, "%s by %s", path, rules[i].pattern)

		all = ascending.AppendAll(all[:0], path)
		require.NotEmpty(t, all, path)
		require.Equal(t, len(rules)-1-i, all[len(all)-1], path)

		if k%every == 0 {
			backward.check(t, path)
		}
	}
	t.Log(backward.set.Explain())
	for _, path := range []string{"", "system", "/nonesuch", "/system/bin/init\n", "/data/\xff", "/vendor/../system/bin", "/dev/block/" + strings.Repeat("x", 5000)} {
		backward.check(t, path)
	}
}

// The order matters: as the file has them, first rule first, most paths would get the label of a rule for a whole tree.
func TestFirstRuleWinsGivesOtherLabels(t *testing.T) {
	rules := aospRules(t)
	set, err := regexp.CompileSetOptions(patternsOf(rules), regexp.SetOptions{Anchoring: regexp.Full})
	require.NoError(t, err)
	wrong := 0
	for _, f := range fields(t, "file_contexts_test.txt") {
		if i, ok := set.First(f[0]); !ok || rules[i].label != f[1] {
			wrong++
		}
	}
	require.Greater(t, wrong, 100)
}

func TestAOSPRulesOnASmallBudgetGiveTheSameLabels(t *testing.T) {
	rules := aospRules(t)
	slices.Reverse(rules)
	options := regexp.SetOptions{Anchoring: regexp.Full}
	roomy, err := regexp.CompileSetOptions(patternsOf(rules), options)
	require.NoError(t, err)
	for _, options.Budget = range smallBudgets {
		set, err := regexp.CompileSetOptions(patternsOf(rules), options)
		require.NoError(t, err)
		for _, f := range fields(t, "file_contexts_test.txt") {
			want, _ := roomy.First(f[0])
			got, _ := set.First(f[0])
			require.Equal(t, want, got, "budget %d, %s", options.Budget, f[0])
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
