package regexp_test

import (
	"fmt"
	stdlib "regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// rules are what a large proxy loads: n distinct patterns of the kinds that realPatterns has one each of.
func rules(n int) []string {
	kinds := []string{
		`^/site%d/([^/]+)/([^/]+)/(.*)$`,
		`^(?:[a-z0-9-]+\.)*tenant%d\.example\.com$`,
		`^https?://[^/]*\.partner%d\.com(/.*)?$`,
		`(?i)\.(?:css|js|ext%d)(\?.*)?$`,
		`[?&]campaign%d=([0-9]+)`,
		`^/v([1-9]\d*)/(users|orders%d)/([0-9a-f-]+)(?:/(\w+))?$`,
		`^([a-z0-9-]{1,63})\.(eu|us|ap)-%d\.cdn\.example\.(?:com|net)$`,
		`(Browser%d|Chrome)/(\d+)\.(\d+)(?:\.(\d+))?`,
		`\bERR%d\b.*\b(?:timeout|refused)\b`,
		`^(\S+) (\S+) \[([^\]]+)\] "(\S+) /app%d(\S*) ([^"]+)" (\d{3})`,
		`(?i)\bselect%d\b.{1,100}?\bfrom\b`,
		`^(\p{L}+)%d-(\d{4})-(\d{2})$`,
	}
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(kinds[i%len(kinds)], i)
	}
	return all
}

// live returns the bytes of heap that are reachable.
func live() int64 {
	for range 3 { // Sync pools give up their content at the second collection, finalizers run after the first.
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What 5,000 patterns keep after they were matched is the compiled programs: less than the standard library keeps for
// having compiled them, and no more after many matches on all processors than after some.
func TestFiveThousandMatchedPatternsKeepOnlyTheirPrograms(t *testing.T) {
	const n = 5000
	patterns := rules(n)
	subjects := []string{"/a", "cdn.tenant7.example.com", strings.Repeat("/site1/a/b lorem ipsum?campaign4=12 ", 60)}
	for i := range 12 {
		warm := regexp.MustCompile(patterns[i]) // Tables that all patterns share are not theirs.
		for _, s := range subjects {
			warm.FindStringSubmatchIndex(s)
		}
	}

	empty := live()
	std := make([]*stdlib.Regexp, n)
	for i, p := range patterns {
		std[i] = stdlib.MustCompile(p)
	}
	stdCompiled := live() - empty
	runtime.KeepAlive(std)
	std = nil

	empty = live()
	ours := make([]*regexp.Regexp, n)
	for i, p := range patterns {
		ours[i] = regexp.MustCompile(p)
	}
	compiled := live() - empty

	matchAll := func() int64 {
		parallel(ours, func(_ int, re *regexp.Regexp) {
			for _, s := range subjects {
				re.FindStringSubmatchIndex(s)
			}
		})
		return live() - empty
	}
	matched := matchAll()
	var settled, matchedOften int64
	for range 5 { // by then all patterns are hot
		settled = matchAll()
	}
	for range 5 {
		matchedOften = matchAll()
	}
	runtime.KeepAlive(ours)

	t.Logf("bytes a pattern: the standard library compiled %d; ours compiled %d, matched %d, when all are hot %d, matched often %d",
		stdCompiled/n, compiled/n, matched/n, settled/n, matchedOften/n)
	require.LessOrEqual(t, compiled, stdCompiled, "bytes kept by compiling")
	require.LessOrEqual(t, settled, stdCompiled, "bytes kept by compiling and matching")
	require.LessOrEqual(t, matchedOften, settled+settled/50, "bytes kept by matching on")
}
