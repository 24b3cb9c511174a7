package linear

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

func newMatcher(t testing.TB, pattern string, flags syntax.Flags) *Matcher {
	t.Helper()
	tree, err := syntax.Parse(pattern, flags)
	require.NoError(t, err)
	m := New(tree)
	require.NotNil(t, m, "%q is not taken", pattern)
	return m
}

const guard = `^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$`

func TestPatternsGetThePlanTheyShould(t *testing.T) {
	for _, c := range []struct {
		pattern string
		flags   syntax.Flags
		plan    string // how Explain begins
	}{
		{`^/([^/]+)/(.*)\z`, 0, "regular\n"},
		{`^/([^/]+)/(.*)$`, 0, "regular, mostly"},
		{`[^/]++/(?>a+|b)c`, 0, "regular\n"},
		{`(?>abc|abd|x\d\d)e`, 0, "regular\n"},
		{`a*+`, 0, "regular\n"},
		{`a*+a`, 0, "backtracker"},
		{`(?:a++b?){2}`, 0, "backtracker"},
		{`(?:ab++)*c`, 0, "regular\n"},
		{`(?>a*?)`, 0, "regular\n"},
		{`(?>a*?)$`, 0, "backtracker"},
		{`(?>a*?)`, syntax.NotEmpty, "backtracker"},
		{`a+`, syntax.NotEmpty, "regular\n"},
		{`(a|b*)*`, 0, "backtracker"},
		{`(?:a{0,2}){2,5}`, 0, "regular\n"},
		{`a{1001}`, 0, "backtracker"},
		{`foo\Kbar`, 0, "backtracker"},
		{`\Ga`, 0, "backtracker"},
		{`(?|(a)|(b))`, 0, "backtracker"},
		{`\Ra`, 0, "backtracker"},
		{guard, 0, "regular where the subject settles the assertions"},
		{`^(?=.*\d)(?=.*[a-z]).{8,}$`, 0, "regular where the subject settles the assertions"},
		{`foo(?!bar)`, 0, "backtracker"},
		{`(?(DEFINE)(a))(b)`, 0, "regular\n"},
	} {
		assert.True(t, strings.HasPrefix(newMatcher(t, c.pattern, c.flags).Explain(), c.plan), "%q: %s", c.pattern,
			newMatcher(t, c.pattern, c.flags).Explain())
	}
}

func TestWhatIsNotLinearIsNotTaken(t *testing.T) {
	for _, pattern := range []string{
		`(a)\1`, `(?<n>a)\k<n>`, `(a(?1)?b)`, `(?R)?a`, `(a)?(?(1)b|c)`, `\C`, `\X`, `a(*COMMIT)b`, `a(*ACCEPT)b`, `(*MARK:a)b`,
		`(?(?=(a))b|c)`, `(?*(a)b)`, `(?<=(?>a|ab)c)d`, `((((((((((?=(?=(?=(?=(?=(?=(?=(?=(?=a))))))))))))))))))`,
		`((a{0,1000}b){0,1000}c){0,1000}`, `(?:(?:(?:){1000}){1000}){1000}x\1()`,
		`(?=a)(?=b)(?=c)(?=d)(?=e)(?=f)(?=g)(?=h)(?=i)j`,
	} {
		tree, err := syntax.Parse(pattern, 0)
		if err != nil {
			continue // not for the parser either
		}
		assert.Nil(t, New(tree), pattern)
	}
}

func TestTheCrashGuardIsAnsweredByTheEngine(t *testing.T) {
	m := newMatcher(t, guard, 0)
	subject := "/alpha/bravo/?" + strings.Repeat("x", 65536)
	caps := make([]int, 6)
	matched, decided := m.Search(subject, 0, false, caps)
	assert.True(t, matched && decided)
	assert.Equal(t, []int{0, len(subject), len(subject) - 1, len(subject), -1, -1}, caps)
	assert.NotNil(t, m.variants[0].Load())
	for text, want := range map[string]bool{
		subject + "action=newsfed":         true,
		subject + "action=newsfeed":        false,
		subject + "\n":                     true,
		subject + "\n\n":                   false,
		"/alpha/bravo/?":                   true,
		"/alpha/bravo/":                    false,
		"/alpha/bravo/?a=b&action=notepad": false,
	} {
		matched, decided := m.Search(text, 0, false, nil)
		assert.True(t, decided)
		assert.Equal(t, want, matched, text[max(0, len(text)-40):])
	}
}

func TestARepeatedRuneIsCapturedAsTheLast(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          []int
	}{
		{`^(.)*$`, "aé", []int{0, 3, 1, 3}},
		{`^(.)*$`, "", []int{0, 0, -1, -1}},
		{`^(.)*$`, "a\xc3", []int{0, 2, 1, 2}},
		{`^(?:a(b)*c)+$`, "abcac", []int{0, 5, 1, 2}},
		{`(x)?(a){2,3}?`, "aaa", []int{0, 2, -1, -1, 1, 2}},
	} {
		caps := make([]int, len(c.want))
		matched, decided := newMatcher(t, c.pattern, 0).Search(c.text, 0, false, caps)
		assert.True(t, matched && decided, c.pattern)
		assert.Equal(t, c.want, caps, c.pattern)
	}
}

// hostile patterns take exponential or quadratic time by backtracking alone.
var hostile = []struct{ pattern, text string }{
	{`(?=(?:x+x+)+y)x`, "x"},
	{`(?:x+x+)+(?<=y)z`, "x"},
	{`^(?:(?=.*z)x)*$`, "x"},
	{`(?:(?!.*z)x|(?=.*y)x|x)*\b!`, "x"},
	{`(?<!y.{0,50})(?:x|x)*?(?<=y)`, "x"},
	{`(?<=^(?:x|xx){1,50})y`, "x"},
	{`((?:a|b?)*)*(?<!c)d`, "ab"},
	{`(?:(a*)*|b)*\Kc`, "a"},
	{`(?=(?:(?!(?:x*)*y)x)*z)x`, "x"},
	{`(?:\R|\r\n)*(?!\R)x`, "\r\n"},
	{`(?m)^(?:.*(?=x))*$y`, "x\n"},
	{`.*?(?=[^z]*z).*?(?=[^y]*y)`, "x"},
}

// steps returns how many choices a search takes from the beginning by the backtracker of this package alone.
func steps(t *testing.T, m *Matcher, text string) int {
	var held blocks
	defer held.release()
	c := m.program()
	x := machine{c: c, s: text, jobs: make([]job, frameJobs), patience: patience, steps: patience}
	v := x.search(&held, &filter{}, 0, false)
	require.NotEqual(t, undone, v)
	if !x.memo {
		return patience - x.steps
	}
	return unlimited - x.steps + patience
}

func TestStepsAreLinearInTheSubject(t *testing.T) {
	for _, c := range hostile {
		m := newMatcher(t, c.pattern, 0)
		for _, n := range []int{100, 1000, 10_000, 50_000} {
			text := strings.Repeat(c.text, n/len(c.text))
			took := steps(t, m, text)
			bound := (n+1)*len(m.program().insts) + len(m.program().looks)*patience*(2+n/512) + 2*patience
			assert.LessOrEqual(t, took, bound, "%q on %d bytes", c.pattern, n)
			_, decided := m.Search(text, 0, false, nil)
			assert.True(t, decided, "%q on %d bytes", c.pattern, n)
		}
	}
}

func TestWhatTakesTooMuchMemoryIsNotDecided(t *testing.T) {
	m := newMatcher(t, `(?:(a)|b|(a)b)*(?<!ab)c|(?<=bc)d`, 0)
	_, decided := m.Search(strings.Repeat("ab", 8<<20)+"cd", 0, false, make([]int, 6))
	assert.False(t, decided)
	matched, decided := m.Search(strings.Repeat("ab", 1<<10)+"cd", 0, false, make([]int, 6))
	assert.True(t, decided)
	assert.True(t, matched)
}

func TestGroupsOfALookbehindAreLeftToOthers(t *testing.T) {
	m := newMatcher(t, `(a)(?<=(a))(b)`, 0)
	caps := make([]int, 4)
	matched, decided := m.Search("xab", 0, false, caps)
	assert.True(t, matched && decided)
	assert.Equal(t, []int{1, 3, 1, 2}, caps)
	_, decided = m.Search("xab", 0, false, make([]int, 6))
	assert.False(t, decided)
}

func TestSearchesAllocateNothing(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		slots         int
	}{
		{guard, "/alpha/bravo/?" + strings.Repeat("x", 1000), 4},
		{guard, "/alpha/bravo/?" + strings.Repeat("x", 1000) + "\n", 4},
		{guard, "/alpha/bravo/?" + strings.Repeat("x", 65536) + "action=newsfeed", 4},
		{`^([^/]*)/(.*)$`, "a/b", 6},
		{`(?:a|(b)|)*(?<=c)d`, strings.Repeat("ab", 1000), 4},
		{`(?=(?:x+x+)+y)x`, strings.Repeat("x", 5000), 2},
		{`foo(?!bar)`, strings.Repeat("foobar ", 100) + "foo", 2},
		{`((?=(\w))\w)*+x`, strings.Repeat("ab", 5000), 6},
	} {
		m := newMatcher(t, c.pattern, 0)
		caps := make([]int, c.slots)
		search := func() { m.Search(c.text, 0, false, caps) }
		for range 100 {
			search()
		}
		assert.Zero(t, testing.AllocsPerRun(50, search), "%q", c.pattern)
		runtime.GC()
		assert.Zero(t, testing.AllocsPerRun(1, search), "%q after a collection", c.pattern)
	}
}

func TestMatchersAreSharedByGoroutines(t *testing.T) {
	patterns := []string{guard, `^(?=.*\d)(?=.*[a-z])(?!.*//).*$`, `(?:a|(b)|)*(?<=c)`, `(\w+)(?=:)$|x`, `^([a-z]+)\d*$`}
	texts := []string{"/alpha/bravo/?a=1", "abc1", "a//1", "ab:c\n", "/alpha/bravo/?action=calendar\n", strings.Repeat("ab1", 1000)}
	matchers := make([]*Matcher, len(patterns))
	want := make(map[string][]int)
	search := func(m *Matcher, text string) []int {
		caps := make([]int, 4)
		matched, decided := m.Search(text, 0, false, caps)
		if !matched || !decided {
			return nil
		}
		return caps
	}
	for i, pattern := range patterns {
		for _, text := range texts {
			want[fmt.Sprint(i, text)] = search(newMatcher(t, pattern, 0), text)
		}
		matchers[i] = newMatcher(t, pattern, 0)
	}
	var wait sync.WaitGroup
	for g := range 64 {
		wait.Go(func() {
			for k := range 60 {
				i, text := (g+k)%len(patterns), texts[(g*7+k)%len(texts)]
				if got := search(matchers[i], text); !slices.Equal(got, want[fmt.Sprint(i, text)]) {
					t.Errorf("%q on %.40q: %v, alone %v", patterns[i], text, got, want[fmt.Sprint(i, text)])
				}
				matchers[i].MemoryUsage()
			}
		})
	}
	wait.Wait()
}

func TestMemoryUsageGrowsWithWhatSearchesBuild(t *testing.T) {
	m := newMatcher(t, guard, 0)
	before := m.MemoryUsage()
	m.Search("/alpha/bravo/?x", 0, false, nil)
	assert.Greater(t, m.MemoryUsage(), before)
	assert.Less(t, m.MemoryUsage(), 64<<10)
}
