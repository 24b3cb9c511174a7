package regexp_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	stdlib "regexp"
	"regexp/syntax"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

func TestASetMatchesAsItsPatternsDoOneByOne(t *testing.T) {
	for _, test := range []struct {
		patterns []string
		subjects []string
	}{
		{nil, []string{"", "a"}},
		{[]string{""}, []string{"", "a", "\xff"}},
		{[]string{"", ""}, []string{"", "a"}},
		{[]string{"a", ""}, []string{"", "a", "b"}},
		{[]string{"a"}, []string{"", "a", "ba", "b"}},
		{[]string{"a", "a", "b", "a"}, []string{"a", "b", "ab", "ba", "c"}},
		{[]string{"b", "a"}, []string{"ab", "a", "b"}},          // the lowest index, not the leftmost match
		{[]string{"abcd", "a", "abc"}, []string{"abcd", "abc"}}, // nor the shortest
		{[]string{"(a)(b)?", "(?P<x>a)(?P<y>c)"}, []string{"ac", "ab", "c"}},
		{[]string{"a|ab", "(a|ab)(c|bcd)(d*)", "abcd"}, []string{"abcd", "ab"}},
		{[]string{"^a", "a$", "^a$", "a"}, []string{"a", "ab", "ba", "bab", "a\n", "\na"}},
		{[]string{"(?m)^a$", "^a$", "(?m:^)b", `\Aa`, `a\z`}, []string{"a", "x\na\ny", "x\nb", "b", "a\nb"}},
		{[]string{`\ba\b`, `\Ba`, `a\B`, `\b`, `\B`}, []string{"a", "ba", "ab", "b a b", "", " ", "é", "aé"}},
		{[]string{"(?i)k", "k", "(?i)s", "K", "(?i:straße)"}, []string{"k", "K", "\u212a", "\u017f", "S", "STRASSE", "STRAßE"}},
		{[]string{"(?s)a.b", "a.b", "(?U)a+(b*)", "(?s:.)$"}, []string{"a\nb", "axb", "aab", "\n"}},
		{[]string{".", "[^a]", `\x{fffd}`, "é", `\C`[:0] + "^.$"}, []string{"\xff", "�", "é", "\xc3", "a\xe4\xb8", "\xed\xa0\x80", "世"}},
		{[]string{`[^\d\D]`, `a|[^\d\D]`, "b"}, []string{"a", "b", "c"}},
		{[]string{"(?:)", "(?:a{0})", "a*", "(|a)+"}, []string{"", "a"}},
		{[]string{".*x", ".*y", "^.*z"}, []string{"ax", "y", "z", "a\nz", ""}},
		{[]string{"a+b", "a+c", "a+", "(?:a+)d"}, []string{"aab", "aac", "d", "aad"}},
		{[]string{"foobar", "foo", "bar", "(?i)FOO"}, []string{"foobar", "xfoo", "Foo", "barfoo", "fo"}},
	} {
		for _, how := range everyAnchoring {
			for _, budget := range append([]int{0}, smallBudgets...) {
				r := mustRuleSet(t, test.patterns, regexp.SetOptions{Anchoring: how, Budget: budget})
				require.Equal(t, len(test.patterns), r.set.Len())
				for i, p := range test.patterns {
					require.Equal(t, p, r.set.Pattern(i))
				}
				for _, s := range test.subjects {
					r.check(t, s)
				}
			}
		}
	}
}

func TestSetsOfThousandsMatchAsTheirPatternsDoOneByOne(t *testing.T) {
	for _, n := range []int{1000, 10_000} {
		subjects := 15
		if n > 1000 {
			if testing.Short() {
				break
			}
			subjects = 5 // What takes long is the standard library.
		}
		hosts := make([]string, n)
		for i := range hosts {
			hosts[i] = fmt.Sprintf(`^(?:[a-z0-9-]+\.)*host%d\.example\.com$`, i)
		}
		t.Run(fmt.Sprint("hosts ", n), func(t *testing.T) {
			r := mustRuleSet(t, hosts, regexp.SetOptions{})
			for _, s := range []string{"cdn.host0.example.com", fmt.Sprintf("host%d.example.com", n-1), fmt.Sprintf("a.b.host%d.example.com", n/2),
				fmt.Sprintf("host%d.example.com", n), "cdn.nothing.example.org", "host1.example.com\n", "", "host10.example.com.host3.example.com"} {
				r.check(t, s)
			}
		})
		t.Run(fmt.Sprint("rules ", n), func(t *testing.T) {
			patterns := rules(n)
			for _, budget := range []int{0, 200_000} {
				r := mustRuleSet(t, patterns, regexp.SetOptions{Budget: budget})
				pick := seeded(uint64(n))
				for range subjects {
					tree, err := syntax.Parse(patterns[pick(n)], syntax.Perl)
					require.NoError(t, err)
					s := string(pick.matching(nil, tree))
					if pick(3) == 0 {
						s = pick.nearly(s)
					}
					r.check(t, s[:min(len(s), 300)])
				}
			}
		})
		t.Run(fmt.Sprint("random ", n), func(t *testing.T) {
			pick := seeded(uint64(n))
			patterns, trees := pick.randomPatterns(n)
			r := mustRuleSet(t, patterns, regexp.SetOptions{})
			for range subjects {
				s := pick.about(trees)
				r.check(t, s[:min(len(s), 60)])
			}
		})
	}
}

func TestASubjectOfKilobytesIsMatchedAsAShortOneIs(t *testing.T) {
	pick := seeded(11)
	for i := range 20 {
		patterns, trees := pick.randomPatterns(40)
		r := mustRuleSet(t, patterns, regexp.SetOptions{Anchoring: everyAnchoring[i%3], Budget: []int{0, 5_000, 50_000}[pick(3)]})
		var b strings.Builder
		for b.Len() < 3000 {
			b.WriteString(pick.about(trees))
		}
		r.check(t, b.String())
		r.check(t, strings.Repeat(pick.subject(3, nil), 500))
	}
}

// An index in the error is an index in what was given: no pattern is left out, in no mode, at no budget.
func TestAPatternThatDoesNotCompileIsNamed(t *testing.T) {
	for _, test := range []struct {
		bad   string
		index int
	}{{"(", 0}, {"a**", 1}, {"\xff", 2}, {`(a)\1`, 3}, {"(?z)", 4}, {"[b-a]", 4}, {strings.Repeat("(", 1001) + strings.Repeat(")", 1001), 2}, {`\8`, 50}} {
		patterns := make([]string, 100)
		patterns[test.index] = test.bad
		patterns[len(patterns)-1] = "also(wrong"
		for _, how := range everyAnchoring {
			set, err := regexp.CompileSetOptions(patterns, regexp.SetOptions{Anchoring: how})
			require.Nil(t, set)
			_, want := regexp.Compile(test.bad)
			var setError *regexp.SetError
			require.True(t, errors.As(err, &setError))
			require.Equal(t, test.index, setError.Index)
			require.Equal(t, test.bad, setError.Pattern)
			var syntaxError *syntax.Error
			require.True(t, errors.As(err, &syntaxError))
			require.Equal(t, want, error(syntaxError))
			require.ErrorContains(t, err, fmt.Sprint("pattern ", test.index, " "))
			require.ErrorContains(t, err, fmt.Sprintf("%q", test.bad))
			require.ErrorContains(t, err, want.Error())
		}
	}
	_, err := regexp.CompileSet([]string{"a", "b("})
	require.EqualError(t, err, "regexp: pattern 1 of the set, \"b(\": error parsing regexp: missing closing ): `b(`")
}

// The list of patterns is the caller's: changing it afterwards changes no set.
func TestASetKeepsItsOwnListOfPatterns(t *testing.T) {
	patterns := []string{"a", "b"}
	set, err := regexp.CompileSet(patterns)
	require.NoError(t, err)
	patterns[0] = "x"
	require.Equal(t, "a", set.Pattern(0))
	i, ok := set.First("xb")
	require.True(t, ok)
	require.Equal(t, 1, i)
}

// What a set holds is what its patterns hold by themselves, searched as often, and its program, and automata within the budget.
func TestTheAutomataOfASetStayWithinItsBudget(t *testing.T) {
	for _, budget := range []int{50_000, 1_000_000} {
		patterns := rules(600)
		var alone []*regexp.Regexp
		single := func() (n int) {
			for _, re := range alone {
				n += re.MemoryUsage()
			}
			return n
		}
		for _, p := range patterns {
			alone = append(alone, regexp.MustCompile(p))
		}
		set, err := regexp.CompileSetOptions(patterns, regexp.SetOptions{Budget: budget})
		require.NoError(t, err)
		program := set.MemoryUsage() - single()
		pick := seeded(5)
		for range 1000 {
			s := pick.subject(20, []string{"ERR8", "/app9", "example.com", "tenant1", "select10", "-", "."})
			set.First(s)
			for _, re := range alone {
				re.MatchString(s)
			}
		}
		t.Logf("budget %d: program of the set %d, single patterns searched %d, set searched %d\n%s", budget, program, single(), set.MemoryUsage(), set.Explain())
		require.LessOrEqual(t, set.MemoryUsage(), single()+program+budget)
		require.Contains(t, set.Explain(), "600 patterns")
	}
}

// ruleSubjects are sets with subjects and right answers.
type ruleSubjects struct {
	name     string
	set      *regexp.Set
	subjects []string
	all      [][]int
	caps     [][]int
}

func setsForUse(t *testing.T) []ruleSubjects {
	var sets []ruleSubjects
	add := func(name string, patterns, subjects []string, options regexp.SetOptions) {
		r := mustRuleSet(t, patterns, options)
		u := ruleSubjects{name: name, set: r.set, subjects: subjects}
		for _, s := range subjects {
			all := r.matching(s)
			var caps []int
			if all != nil {
				caps = r.std[all[0]].FindStringSubmatchIndex(s)
			}
			u.all, u.caps = append(u.all, all), append(u.caps, caps)
		}
		sets = append(sets, u)
	}
	var real, realText []string
	for _, p := range realPatterns {
		real, realText = append(real, p.pattern), append(realText, p.subjects...)
	}
	add("real patterns", real, realText, regexp.SetOptions{})
	add("real patterns, full", real, realText, regexp.SetOptions{Anchoring: regexp.Full})
	add("two", []string{"a+(b)", "c|d"}, []string{"aab", "d", "x"}, regexp.SetOptions{})
	many := append(rules(3000), "example") // more than there are bits in a frame
	add("3,001 rules", many, []string{"/site12/a/b/c", "x.tenant13.example.com", "nothing", "Browser7/1.2.3 campaign4=5?campaign16=7", "select10 a from b"}, regexp.SetOptions{})
	add("rules, a small budget", rules(300), []string{"/site12/a/b/c", "x.tenant13.example.com", "nothing", "Browser7/1.2.3"}, regexp.SetOptions{Budget: 20_000})
	var hosts []string
	for i := range 300 {
		hosts = append(hosts, fmt.Sprintf(`^(?:[a-z0-9-]+\.)*host%d\.example\.com$`, i), fmt.Sprintf(`(\.|^)site%d\.com$`, i))
	}
	add("600 hosts", hosts, []string{"cdn.host7.example.com", "host299.example.com", "host300.example.com", "a.site3.com", "xsite3.com", "site12.com"}, regexp.SetOptions{})
	add("none", nil, []string{"a"}, regexp.SetOptions{})
	return sets
}

// use asks all methods about subject k and reports whether all answers are right. dst has room.
func (u *ruleSubjects) use(k int, dst []int, m *regexp.Matches) bool {
	s, first := u.subjects[k], -1
	if u.all[k] != nil {
		first = u.all[k][0]
	}
	i, ok := u.set.First(s)
	right := i == first && ok == (first >= 0)
	i, _ = u.set.Exec(s, m)
	right = right && i == first && 2*m.Len() == len(u.caps[k])
	for g := range m.Len() {
		start, end := m.Span(g)
		right = right && start == u.caps[k][2*g] && end == u.caps[k][2*g+1]
	}
	return slices.Equal(u.set.AppendAll(dst[:0], s), u.all[k]) && right
}

func TestASetAllocatesNothing(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	dst := make([]int, 0, 4096)
	for _, u := range setsForUse(t) {
		var fresh regexp.Matches
		for range 100 { // builds the automata
			for k := range u.subjects {
				require.True(t, u.use(k, dst, &fresh), "%s, %q", u.name, u.subjects[k])
			}
		}
		if strings.Contains(u.name, "small budget") {
			continue // states are built again and again
		}
		for k, s := range u.subjects {
			n := fewest(5, func() uint64 {
				return mallocs(func() {
					for range 5 {
						var m regexp.Matches
						u.use(k, dst, &m)
					}
				})
			})
			require.Zero(t, n, "%s on %q", u.name, s)
		}
		for k, s := range u.subjects[:min(len(u.subjects), 12)] {
			n := fewest(4, func() uint64 {
				runtime.GC()
				runtime.GC()
				return mallocs(func() { u.use(k, dst, &fresh) })
			})
			require.Zero(t, n, "%s on %q, after two collections", u.name, s)
		}
	}
}

// 64 goroutines on sets that no search has used yet, so that they build the automata together; those of one set have a
// budget that makes them build for as long as they run.
func TestManyGoroutinesUseASetAtOnce(t *testing.T) {
	const goroutines = 64
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	sets := setsForUse(t)
	var wrong [goroutines]int
	var done sync.WaitGroup
	gate := make(chan struct{})
	for g := range goroutines {
		done.Go(func() {
			dst := make([]int, 0, 4096)
			<-gate
			var m regexp.Matches
			for i := range rounds {
				for j := range sets {
					u := &sets[(j+g)%len(sets)]
					for k := range u.subjects {
						if !u.use((k+i+g)%len(u.subjects), dst, &m) {
							wrong[g]++
						}
					}
				}
			}
		})
	}
	close(gate)
	done.Wait()
	require.Equal(t, [goroutines]int{}, wrong, "wrong answers by goroutine")
}

// sharedPatterns reads a file of patterns that the standard library compiles.
func sharedPatterns(t *testing.T, name string) (patterns []string) {
	in := bufio.NewScanner(shared(t, "patterns", name))
	for in.Buffer(nil, 1<<20); in.Scan(); {
		var line struct{ P, Fl string }
		require.NoError(t, json.Unmarshal(in.Bytes(), &line))
		if line.Fl != "" {
			line.P = "(?" + line.Fl + ")" + line.P
		}
		if _, err := stdlib.Compile(line.P); err == nil {
			patterns = append(patterns, line.P)
		}
	}
	require.NoError(t, in.Err())
	return patterns
}

// sharedAgents reads the real user agents.
func sharedAgents(t *testing.T) (agents []string) {
	const field = "  - user_agent_string: "
	in := bufio.NewScanner(shared(t, "patterns", "uap-core-test_ua.yaml"))
	for in.Scan() {
		if s, ok := strings.CutPrefix(in.Text(), field); ok {
			agents = append(agents, strings.Trim(s, `'"`))
		}
	}
	require.NoError(t, in.Err())
	return agents
}

// checkSample checks every n-th subject, on all processors.
func (r ruleSet) checkSample(t *testing.T, subjects []string, sample int) {
	every := max(1, len(subjects)/sample)
	var chosen []string
	for i := 0; i < len(subjects); i += every {
		chosen = append(chosen, subjects[i])
	}
	var hits, misses int
	var mu sync.Mutex
	parallel(chosen, func(_ int, s string) {
		want := r.matching(s)
		if fault := r.fault(s, want); fault != "" {
			t.Errorf("%s\nsmallest: %s", fault, r.smallest(s))
		}
		mu.Lock()
		defer mu.Unlock()
		if hits += len(want); want == nil {
			misses++
		}
	})
	t.Logf("%d patterns, %d subjects of %d, %d without a match, %d matches\n%s", len(r.patterns), len(chosen), len(subjects), misses, hits, r.set.Explain())
	require.Positive(t, hits)
}

func TestUserAgentPatternsAsASetMatchAsOneByOne(t *testing.T) {
	patterns, agents := sharedPatterns(t, "uap-core.jsonl"), sharedAgents(t)
	require.Greater(t, len(patterns), 1200)
	require.Greater(t, len(agents), 1000)
	sample := 40
	if testing.Short() {
		sample = 5
	}
	for _, budget := range []int{0, 300_000} {
		mustRuleSet(t, patterns, regexp.SetOptions{Budget: budget}).checkSample(t, agents, sample)
	}
}

func TestFirewallRulesAsASetMatchAsOneByOne(t *testing.T) {
	patterns := sharedPatterns(t, "crs.jsonl")
	require.Greater(t, len(patterns), 200)
	pick := seeded(21)
	var requests []string
	for i := range 400 {
		value := strings.ReplaceAll(pick.subject(pick(6), []string{"union select", "<script>", "../../etc/passwd", "1=1", "' or '", "; cat /etc/hosts", "%00"}), "\n", "")
		if pick(2) == 0 {
			tree, err := syntax.Parse(patterns[i%len(patterns)], syntax.Perl)
			require.NoError(t, err)
			value = string(pick.matching(nil, tree))
		}
		value = value[:min(len(value), 200)]
		requests = append(requests, pick.of([]string{"", "", "GET /index.php?id=", "POST /login HTTP/1.1\r\nHost: www.example.com\r\nUser-Agent: curl/8.5.0\r\n\r\nuser="})+value)
	}
	sample := 10
	if testing.Short() {
		sample = 5
	}
	for _, budget := range []int{0, 300_000} {
		mustRuleSet(t, patterns, regexp.SetOptions{Budget: budget}).checkSample(t, requests, sample)
	}
}
