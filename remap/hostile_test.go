package remap

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// guard is the rule that brought a production proxy down.
const guard = `^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$ http://redirect.example/ @status=301`

func TestTheCrashGuardAnswersLongQueries(t *testing.T) {
	table := load(t, "map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules", map[string]string{"rules": guard})
	for _, c := range []struct {
		query  string
		status int
	}{
		{"action=newsfed;" + strings.Repeat("x", 64<<10), 301},
		{"action=newsfeed;" + strings.Repeat("x", 64<<10), 0},
		{strings.Repeat("x", 64<<10) + "action=calendar", 0},
		{strings.Repeat("action=", 10<<10), 301},
		{strings.Repeat("\xff", 64<<10), 301},
		{strings.Repeat("é", 32<<10), 301},
	} {
		_, result, err := table.Rewrite(nil, &Request{Scheme: "http", Host: "a", Path: "/alpha/bravo/", Query: c.query})
		require.NoError(t, err)
		require.Equal(t, c.status, result.Status, "%.40q", c.query)
	}
}

func TestABadRequestIsAnErrorAndKeepsTheBuffer(t *testing.T) {
	table := load(t, "map / http://b/\n", nil)
	good := Request{Scheme: "http", Host: "a"}
	for name, change := range map[string]func(*Request){
		"a port alone":          func(r *Request) { r.Host = ":80" },
		"a port":                func(r *Request) { r.Host = "a:80" },
		"a broken address":      func(r *Request) { r.Host = "[::1" },
		"an address's zone":     func(r *Request) { r.Host = "[fe80::1%25x]" },
		"a huge host":           func(r *Request) { r.Host = strings.Repeat("a", 256) },
		"a host of a megabyte":  func(r *Request) { r.Host = strings.Repeat("a", 1<<20) },
		"a host that is a path": func(r *Request) { r.Host = "evil.example/x" },
		"a host with a user":    func(r *Request) { r.Host = "user@evil.example" },
		"a host with a line":    func(r *Request) { r.Host = "a\r\nb" },
		"a host not in ASCII":   func(r *Request) { r.Host = "b\xfccher.example" },
		"a host with a Kelvin":  func(r *Request) { r.Host = "\u212a" },
		"a path without slash":  func(r *Request) { r.Path = "*" },
		"a path with a line":    func(r *Request) { r.Path = "/\r\nSet-Cookie:x" },
		"a path with a blank":   func(r *Request) { r.Path = "/a b" },
		"a path with a query":   func(r *Request) { r.Path = "/a?b" },
		"a path with NUL":       func(r *Request) { r.Path = "/\x00" },
		"a query with a line":   func(r *Request) { r.Query = "a\nb" },
		"a query with a #":      func(r *Request) { r.Query = "a#b" },
		"a method with a blank": func(r *Request) { r.Method = "GET /" },
	} {
		r := good
		change(&r)
		dst, result, err := table.Rewrite([]byte("kept"), &r)
		require.ErrorIs(t, err, ErrRequest, name)
		require.Equal(t, Result{-1, -1, 400}, result, name)
		require.Equal(t, "kept", string(dst), name)
		require.Zero(t, table.Misses())
	}
}

func TestWhatIsOnTheWireIsPassedOn(t *testing.T) {
	table := load(t, "map / http://b/\n", nil)
	for _, path := range []string{
		"/%", "/%zz", "/%2", "/%00%ff", "/\xff\xfe", "/../..//x", "/;a=b;c", `/\x`, "//evil.example/", "/" + strings.Repeat("%2e", 1000),
	} {
		url, _, err := table.Rewrite(nil, &Request{Scheme: "http", Host: "a", Path: path, Query: path[1:]})
		require.NoError(t, err)
		require.Equal(t, "http://b/"+strings.TrimLeft(path, "/")+"?"+path[1:], string(url))
	}
}

func TestAURLThatIsTooLongIsAnErrorAndNeverCut(t *testing.T) {
	for _, c := range []struct {
		config string
		rules  string
		fits   int // bytes of path
	}{
		{"map http://a/ http://bb/", "", 100 - len("http://bb")},
		{"map http://a/ http://bb/ @plugin=regex_remap.so @pparam=rules", "^/x(.*) http://c/$1$1$1", 1 + (100-len("http://c/"))/3},
	} {
		table, err := parse(c.config, map[string]string{"rules": c.rules}, Options{MaxURL: 100})
		require.NoError(t, err)
		for n := range 120 {
			path := "/" + strings.Repeat("x", n)
			url, result, err := table.Rewrite(nil, &Request{Scheme: "http", Host: "a", Path: path})
			if len(path) <= c.fits {
				require.NoError(t, err)
				require.LessOrEqual(t, len(url), 100)
				continue
			}
			if err == nil {
				require.Equal(t, c.fits+1, len(path), "a byte that the division left over")
				continue
			}
			require.ErrorIs(t, err, ErrTooLong)
			require.Equal(t, 414, result.Status)
			require.Empty(t, url)
		}
		require.NotZero(t, statsOf(table)[len(statsOf(table))-1].Errors)
	}
}

// TestAHostIsNeverEmpty: Traffic Server's expansion returned an empty host where it did not fit, and the request went where that
// led.
func TestAHostIsNeverEmpty(t *testing.T) {
	host := strings.Repeat("a", 200)
	for _, c := range []struct{ config, rules, host, path string }{
		{"regex_map http://(x*)a+/ http://$1/", "", "aa", "/"},
		{"regex_map http://(x*)a+/ http://$1:81/", "", "aa", "/"},
		{`regex_map http://\[(.*)\]/ http://x$1/`, "", "[::1]", "/"},
		{"regex_map http://(a+)/ http://$1$1/", "", host, "/"},
		{"map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules", "^/(.*)$ http://$1/", "a", "/"},
		{"map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules", "^/(.*)$ $1", "a", "/ftp://x/"},
		{"map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules", "^/(.*)$ $1", "a", "/http://user@x/"},
		{"map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules", "^/(.*)$ $1", "a", "/http://:80/"},
	} {
		table := load(t, c.config, map[string]string{"rules": c.rules})
		url, result, err := table.Rewrite(nil, &Request{Scheme: "http", Host: c.host, Path: c.path})
		require.ErrorIs(t, err, ErrNoURL, c)
		require.Equal(t, 500, result.Status)
		require.Empty(t, url)
	}
}

func TestReloadingDoesNotGrowTheHeap(t *testing.T) {
	config, requests := hostRules(100)
	config += "map http://files/ http://b/ @plugin=regex_remap.so @pparam=rules\n"
	files := map[string]string{"rules": guard + "\n^/(a+)\\1 http://c/\n^/x/([0-9]+) http://d/$1"}
	requests = append(requests, &Request{Scheme: "http", Host: "files", Path: "/alpha/bravo/", Query: strings.Repeat("x", 5000)})
	reload := func(times int) {
		for range times {
			table := load(t, config, files)
			for _, r := range requests {
				_, result, err := table.Rewrite(nil, r)
				require.NoError(t, err)
				require.GreaterOrEqual(t, result.Rule, 0)
			}
		}
	}
	times := 1000
	if testing.Short() {
		times = 100
	}
	reload(20)
	before := heapInUse()
	reload(times)
	grown := int64(heapInUse()) - int64(before)
	require.Less(t, grown, int64(1<<20), "bytes after %d reloads", times)
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestManyRulesOfOneHostAreFoundByTheirPaths(t *testing.T) {
	var config strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&config, "map http://a/%d/ http://b%d/\n", i, i)
	}
	table := load(t, config.String(), nil)
	for i := range 10_000 {
		_, result, err := table.Rewrite(nil, &Request{Scheme: "http", Host: "a", Path: fmt.Sprintf("/%d/x", i)})
		require.NoError(t, err)
		require.Equal(t, i, result.Rule)
	}
}
