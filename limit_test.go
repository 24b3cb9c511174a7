package regexp_test

import (
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

// limits are bounds of the automata's memory under which there are none, or their states are thrown away all the time.
var limits = []int{0, 3000, 10_000}

// limited returns re with a bound, and as it is when it has been in use for some time.
func limited(re *regexp.Regexp, bytes int) *regexp.Regexp {
	re = re.Copy()
	re.LimitMemory(bytes)
	re.Explain() // makes what the first searches would go without
	return re
}

// Answers do not depend on the bound. The standard library is the oracle, for random patterns and texts, first and longest.
func TestAnswersDoNotDependOnTheMemoryLimit(t *testing.T) {
	count := 600
	if testing.Short() {
		count /= 10
	}
	pick := seeded(6)
	for range count {
		expr := pick.pattern(3)
		var words []string
		if pick(4) == 0 {
			expr, words = pick.alternation()
		}
		both, ok := compileBoth(t, expr)
		if !ok {
			continue
		}
		tree, _ := syntax.Parse(expr, syntax.Perl)
		hit := string(pick.matching(nil, tree))
		subjects := []string{hit, pick.broken(hit), pick.subject(10, words) + hit + pick.subject(10, words), pick.subject(60, words)}
		for _, bytes := range limits {
			first := twins{std: both.std, ours: limited(both.ours, bytes)}
			longest := both.leftmostLongest()
			longest.ours = limited(longest.ours, bytes)
			for _, s := range subjects {
				first.checkBasic(t, s)
				longest.checkBasic(t, s)
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// What MemoryUsage tells of a pattern without automata is all that the bound does not cover; with them it is more by no more than the
// bound, at any moment.
func TestMemoryUsageStaysWithinTheLimit(t *testing.T) {
	for _, p := range realPatterns {
		re := regexp.MustCompile(p.pattern)
		use := func(re *regexp.Regexp, s string) int {
			var m regexp.Matches
			re.Exec(s, &m)
			re.MatchString(s)
			re.ExecAt(s, 0, regexp.Full, &m)
			return re.MemoryUsage()
		}
		for _, bytes := range []int{3000, 10_000, 100_000} {
			without, with := limited(re, 0), limited(re, bytes)
			text := strings.Repeat(p.subjects[0]+" \xff lorem/ipsum?dolor=sit "+p.subjects[1]+"\n", 30)
			use(without, text)
			for _, s := range []string{p.subjects[0], p.subjects[1], text, text[1:], text[len(text)/2:]} {
				require.LessOrEqual(t, use(with, s), use(without, s)+bytes, "%s, at most %d bytes", p.name, bytes)
			}
		}
	}
}

// 64 goroutines use one expression whose automata are thrown away all the time: each gets the answers that the standard library gives.
func TestManyGoroutinesAtOnceShareLimitedMemory(t *testing.T) {
	const goroutines = 64
	rounds := 80
	if testing.Short() {
		rounds = 20
	}
	pick := seeded(7)
	for _, expr := range []string{`(\w+)=("[^"]*"|\S+)`, `[ab]*a[ab]{5}([^b])`, `(?i)(k|s|é)+.{3}(\b|x)`, `(\pL+)[0-9]+(\pL*)$`, `\w+ (?:\w+ )+k`} {
		std := stdlib.MustCompile(expr)
		subjects := make([]string, 40)
		want := make([][]int, len(subjects))
		all := make([]int, len(subjects))
		for i := range subjects {
			subjects[i] = pick.subject(10+5*i, []string{"a=b ", "ab", "k s ", "é1"})
			want[i] = std.FindStringSubmatchIndex(subjects[i])
			all[i] = len(std.FindAllStringIndex(subjects[i], -1))
		}
		for _, bytes := range limits {
			re := limited(regexp.MustCompile(expr), bytes)
			wrong := make([]int, goroutines)
			var group sync.WaitGroup
			gate := make(chan struct{})
			for g := range goroutines {
				group.Go(func() {
					<-gate
					for round := range rounds {
						i := (7*g + round) % len(subjects)
						if !slices.Equal(re.FindStringSubmatchIndex(subjects[i]), want[i]) || re.MatchString(subjects[i]) != (want[i] != nil) || len(re.FindAllStringIndex(subjects[i], -1)) != all[i] {
							wrong[g]++
						}
					}
				})
			}
			runtime.Gosched()
			close(gate)
			group.Wait()
			require.Equal(t, make([]int, goroutines), wrong, "%q, at most %d bytes: wrong answers by goroutine", expr, bytes)
		}
	}
}

// Thousands of patterns keep what the process may keep for them, and answer as the standard library does all along.
func TestAllPatternsTogetherStayWithinTheTotalLimit(t *testing.T) {
	const limit = 1 << 20
	before := regexp.LimitTotalMemory(limit)
	defer regexp.LimitTotalMemory(before)
	text := strings.Repeat("GET /a/b/c12 from 10.2.3.4 with Mozilla; ", 40)
	var ours []*regexp.Regexp
	var std []*stdlib.Regexp
	for i := range 400 {
		expr := `(?:[a-z]+|\d)+[/;].{` + strings.Repeat("1", 1+i%2) + `}[a-` + string(rune('d'+i%20)) + `]\s?(\w+)$`
		ours = append(ours, regexp.MustCompile(expr))
		std = append(std, stdlib.MustCompile(expr))
	}
	for range 2 {
		for i, re := range ours {
			s := text[:len(text)-i%50]
			require.Equal(t, std[i].FindStringSubmatchIndex(s), re.FindStringSubmatchIndex(s), "%s on %q", re, s)
		}
		held := 0
		for _, re := range ours {
			held += re.MemoryUsage()
		}
		compiled := len(ours) * 6000 // programs and alphabets, forward and reverse
		require.Less(t, held, limit+compiled)
	}
}
