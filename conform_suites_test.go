package regexp_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	stdlib "regexp"
	"regexp/syntax"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// shared opens a file of the data that lies beside the checkout, or skips where it does not.
// ARENAREGEXP_SHARED names its directory where that is elsewhere.
func shared(t *testing.T, name ...string) *os.File {
	t.Helper()
	root := os.Getenv("ARENAREGEXP_SHARED")
	if root == "" {
		root = filepath.Join("..", "shared") // Tests run in the module's root.
	}
	f, err := os.Open(filepath.Join(append([]string{root, "data"}, name...)...))
	if err != nil {
		t.Skipf("the shared data is not here: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// The rust-lang/regex suite states each result. Where the standard library gives the same, so must we; that it does
// for 786 of them is a fact about Go, and the count shows that the tests are read as they are meant.
func TestTheRustSuiteHoldsWhereTheStandardLibraryAgrees(t *testing.T) {
	var suite []struct {
		Group, Name string
		Regex       []string
		Multi       bool   // a set of patterns
		Haystack    []byte `json:"haystack_b64"`
		Matches     []struct{ Spans [][2]int }
		Bounds      *struct{ Start, End int }
		Limit       int // how many matches to look for, 0 for all
		Compiles    bool
		Anchored    bool
		CI          bool   // caseless
		LT          string // another line terminator than \n
		MK, SK      string // which match wins, how they are searched
	}
	require.NoError(t, json.NewDecoder(shared(t, "suites", "rust.json")).Decode(&suite))

	agreed := 0
	for _, test := range suite {
		if test.Multi || test.Bounds != nil || test.LT != "" || test.MK != "leftmost-first" || test.SK != "leftmost" {
			continue // Go has nothing of the kind.
		}
		pattern := test.Regex[0]
		if test.CI {
			pattern = "(?i)" + pattern
		}
		if test.Anchored {
			pattern = `\A(?:` + pattern + `)`
		}
		if test.Limit == 0 {
			test.Limit = -1
		}
		holds := func(re searcher, err error) bool {
			if err != nil || !test.Compiles {
				return err != nil && !test.Compiles
			}
			all := re.FindAllSubmatchIndex(test.Haystack, test.Limit)
			if len(all) != len(test.Matches) {
				return false
			}
			for i, m := range test.Matches { // A test may state the whole match and leave out the groups.
				for g, span := range m.Spans {
					if 2*g >= len(all[i]) || [2]int(all[i][2*g:]) != span {
						return false
					}
				}
			}
			return true
		}
		std, err := stdlib.Compile(pattern)
		if !holds(std, err) {
			continue
		}
		agreed++
		ours, err := regexp.Compile(pattern)
		if !holds(ours, err) {
			t.Errorf("%s/%s: %q on %q: error %v, matches not as stated: %v", test.Group, test.Name, pattern, test.Haystack, err, test.Matches)
		}
		if both, ok := compileBoth(t, pattern); ok {
			both.check(t, string(test.Haystack))
		}
	}
	require.GreaterOrEqual(t, agreed, 786)
}

// Patterns that people wrote, for user agents, log lines, attacks and languages, on subjects that are made to match,
// to match nearly, and to be broken UTF-8.
func TestRealPatternsAnswerAsTheStandardLibrary(t *testing.T) {
	for _, name := range []string{"crs.jsonl", "grok.jsonl", "linguist.jsonl", "uap-core.jsonl"} {
		t.Run(name, func(t *testing.T) {
			var patterns []string
			in := bufio.NewScanner(shared(t, "patterns", name))
			in.Buffer(nil, 1<<20)
			for in.Scan() {
				var line struct {
					P  string // the pattern
					FL string // its flags
				}
				require.NoError(t, json.Unmarshal(in.Bytes(), &line))
				if line.FL != "" {
					line.P = "(?" + line.FL + ")" + line.P
				}
				patterns = append(patterns, line.P)
			}
			require.NoError(t, in.Err())
			if testing.Short() {
				for i := range len(patterns) / 10 {
					patterns[i] = patterns[10*i]
				}
				patterns = patterns[:len(patterns)/10]
			}

			var compiled, matched, subjects, hits atomic.Int64
			parallel(patterns, func(i int, pattern string) {
				both, ok := compileBoth(t, pattern)
				if !ok {
					return
				}
				compiled.Add(1)
				tree, err := syntax.Parse(pattern, syntax.Perl)
				if err != nil {
					t.Errorf("%q: %v", pattern, err)
					return
				}
				pick, hit := seeded(uint64(i)), 0
				for range 3 {
					s := string(pick.matching(nil, tree))
					for _, s := range []string{s, pick.nearly(s), pick.nearly(pick.nearly(s)), pick.broken(s), "GET /a b\n" + s + " \"x\"\r\n"} {
						both.checkBasic(t, s)
						subjects.Add(1)
						if both.std.MatchString(s) {
							hit++
						}
					}
				}
				hits.Add(int64(hit))
				if hit > 0 {
					matched.Add(1)
				}
			})
			t.Logf("%d patterns, %d compile, %d matched; %d subjects, %d matched", len(patterns), compiled.Load(), matched.Load(), subjects.Load(), hits.Load())
			require.Greater(t, matched.Load(), compiled.Load()*3/4, "the generator's subjects match too few patterns")
			require.Less(t, hits.Load(), subjects.Load()*9/10, "the generator's subjects miss too seldom")
		})
	}
}

// Real patterns turned to leftmost-longest, which few people use and few tests try.
func TestRealPatternsAnswerAsTheStandardLibraryUnderLongest(t *testing.T) {
	in := bufio.NewScanner(shared(t, "patterns", "uap-core.jsonl"))
	for i := 0; in.Scan(); i++ {
		if i%10 != 0 {
			continue
		}
		var line struct{ P string }
		require.NoError(t, json.Unmarshal(in.Bytes(), &line))
		both, ok := compileBoth(t, line.P)
		if !ok {
			continue
		}
		tree, err := syntax.Parse(line.P, syntax.Perl)
		require.NoError(t, err)
		pick, longest := seeded(uint64(i)), both.leftmostLongest()
		s := string(pick.matching(nil, tree))
		for _, s := range []string{s, pick.nearly(s), pick.broken(s), s + s} {
			longest.checkBasic(t, s)
		}
	}
	require.NoError(t, in.Err())
}

// parallel calls do for each item, on all processors.
func parallel[T any](items []T, do func(i int, item T)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				do(i, items[i])
			}
		})
	}
	workers.Wait()
}
