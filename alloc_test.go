package regexp_test

import (
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// realPatterns are what a proxy, a log shipper and a firewall match: each with subjects, of which the first is a hit
// and the second a miss. None has more groups than a Matches holds inline.
var realPatterns = []struct {
	name, pattern string
	subjects      []string
}{
	// Paths and URLs.
	{"path", `^/([^/]+)/([^/]+)/(.*)$`, []string{"/images/2026/summer/header.jpg", "not-a-path-at-all"}},
	{"extension", `\.(?:jpe?g|png|gif|webp|svg)$`, []string{"/a/b/photo.jpeg", "/a/b/index.html"}},
	{"extension and query", `(?i)\.(css|js|woff2?)(\?.*)?$`, []string{"/static/app.JS?v=12", "/static/app.ts"}},
	{"url", `^(https?)://([^/:?#]+)(?::(\d+))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`, []string{"https://www.example.com:8443/a/b?c=d#e", "ftp://example.com/a"}},
	{"query parameter", `[?&]uid=([0-9]+)`, []string{"/p?a=1&uid=99&b=2", "/p?a=1&gid=99&b=2"}},
	{"cache buster", `[?&](?:_|cb|ts|v)=\d+`, []string{"/app.js?cb=1700000000", "/app.js?page=two"}},
	{"version in path", `^/v([1-9]\d*)/(users|orders|items)/([0-9a-f-]+)(?:/(\w+))?$`, []string{"/v2/orders/00ff-12/lines", "/v0/orders/1"}},
	{"dot segments", `(?:^|/)\.\.?(?:/|$)`, []string{"/a/../b", "/a/..b/c"}},
	{"double slash", `//+`, []string{"/a//b", "/a/b"}},
	{"uuid in path", `/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:/|$)`, []string{"/o/123e4567-e89b-12d3-a456-426614174000/x", "/o/123e4567-e89b-12d3-a456/x"}},
	{"percent encoding", `%[0-9A-Fa-f]{2}`, []string{"/a%2Fb", "/a%zzb"}},
	{"old url", `^/oldurl/(.*)$`, []string{"/oldurl/a/b?c=d", "/newurl/a"}},
	{"data url", `^data:([a-z]+/[a-z0-9.+-]+)?(?:;charset=([\w-]+))?(;base64)?,(.*)$`, []string{"data:image/png;base64,iVBORw0KGgo=", "data-image"}},

	// Hosts and addresses.
	{"host", `^(?:[a-z0-9-]+\.)*example\.com$`, []string{"cdn.edge.example.com", "cdn.example.org"}},
	{"hosts of a tenant", `^([a-z0-9-]{1,63})\.(eu|us|ap)-([0-9]+)\.cdn\.example\.(?:com|net)$`, []string{"acme-1.eu-12.cdn.example.net", "acme.de-1.cdn.example.com"}},
	{"host, caseless", `(?i)^www\.(.+)\.com$`, []string{"WWW.Shop.Com", "www.shop.org"}},
	{"IPv4", `^(([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\.){3}([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])$`, []string{"192.168.0.255", "192.168.0.256"}},
	{"IPv4 in text", `\b(?:\d{1,3}\.){3}\d{1,3}\b`, []string{"from 10.0.0.1 port 22", "from 10.0.0 port 22"}},
	{"IPv6", `^[0-9a-fA-F]{1,4}(:[0-9a-fA-F]{1,4}){7}$`, []string{"2001:0db8:0000:0000:0000:0000:1428:57ab", "127.0.0.1"}},
	{"IPv6, compressed", `^(([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,5})?)::(([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){0,5})?)$`, []string{"2001:db8::1428:57ab", "2001:db8:1428"}},
	{"private network", `^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.`, []string{"172.31.0.1", "172.32.0.1"}},
	{"MAC", `(?i)^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$`, []string{"00:1A:2b:3c:4D:5e", "00:1A:2b:3c:4D"}},
	{"host and port", `^(\[[^\]]+\]|[^:]+):(\d{1,5})$`, []string{"[::1]:8080", "example.com"}},
	{"e-mail", `[\w.+-]+@[\w-]+\.[\w.-]+`, []string{"mail to jane.doe+x@mail.example.org now", "mail to jane.doe at example"}},

	// Headers.
	{"cookie", `(?:^|;\s*)session=([^;]+)`, []string{"a=b; session=abc123; c=d", "a=b; sess=abc"}},
	{"bearer", `^(?i:bearer)\s+([A-Za-z0-9._~+/-]+=*)$`, []string{"Bearer eyJhbGciOi.J9.x_y-z==", "Basic dXNlcjpwYXNz"}},
	{"content type", `^([\w.+-]+)/([\w.+-]+)\s*(?:;\s*charset="?([\w-]+)"?)?$`, []string{`text/html; charset="utf-8"`, "text"}},
	{"max-age", `(?i)max-age\s*=\s*(\d+)`, []string{"public, Max-Age=3600", "no-store"}},
	{"range", `^bytes=(\d*)-(\d*)$`, []string{"bytes=100-199", "bytes 100-199"}},
	{"accept language", `([a-z]{1,8})(?:-([A-Z]{2}))?(?:;q=([01](?:\.\d{1,3})?))?`, []string{"de-CH;q=0.8,en", "*"}},
	{"user agent, mobile", `(?i)android.+mobile|iphone|ipod|windows phone`, []string{"Mozilla/5.0 (Linux; Android 14; Pixel) Mobile Safari", "Mozilla/5.0 (X11; Linux x86_64)"}},
	{"user agent, browser", `(Firefox|Chrome|Version)/(\d+)\.(\d+)(?:\.(\d+))?`, []string{"Mozilla/5.0 (X11) Gecko/20100101 Firefox/128.0", "curl/8.5.0"}},
	{"user agent, bot", `(?i)(?:bot|crawler|spider|slurp)\b`, []string{"Mozilla/5.0 (compatible; Googlebot/2.1)", "Mozilla/5.0 (robots)"}},
	{"etag", `^(W/)?"([^"]*)"$`, []string{`W/"abc"`, "abc"}},
	{"forwarded", `(?i)for="?(\[[0-9a-f:]+\]|[0-9.]+)`, []string{`proto=https;For="[2001:db8::1]:47"`, "proto=https"}},

	// Dates and numbers.
	{"ISO date", `(\d{4})-(\d{2})-(\d{2})`, []string{"on 2026-01-31.", "on 31.1.2026"}},
	{"RFC 3339", `^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$`, []string{"2026-01-31T12:34:56.789+01:00", "2026-01-31 12:34"}},
	{"HTTP date", `^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$`, []string{"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"}},
	{"number", `^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$`, []string{"-12.5e+3", "12.5.3"}},
	{"semantic version", `^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$`, []string{"v1.20.3-rc.1+build5", "1.20"}},
	{"duration", `^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$`, []string{"1h30m", "90 min"}},
	{"card number", `\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b`, []string{"card 4111-1111 1111-1111.", "card 4111-1111"}},

	// Log lines.
	{"common log", `^(\S+) (\S+) (\S+) \[([^\]]+)\] "(\S+) (\S+) (\S+)" (\d{3}) (\d+|-)`, []string{`10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326`, `10.0.0.1 - frank GET /a.gif`}},
	{"syslog", `^<(\d{1,3})>(\w{3}) +(\d+) (\d\d:\d\d:\d\d) (\S+) ([^:\[]+)(?:\[(\d+)\])?: (.*)$`, []string{"<34>Oct 11 22:14:15 mymachine su[231]: 'su root' failed", "Oct 11 22:14:15 su"}},
	{"level", `\b(?:ERROR|FATAL|PANIC)\b`, []string{"12:00:01 ERROR no route", "12:00:01 INFO no ERRORS"}},
	{"status", `" (5\d\d|4(?:0[0-8]|29)) `, []string{`"GET / HTTP/1.1" 503 12`, `"GET / HTTP/1.1" 200 12`}},
	{"key and value", `(\w+)=("[^"]*"|\S+)`, []string{`level=info msg="a b"`, "no pairs here"}},
	{"Go stack", `^\s+(\S+\.go):(\d+)(?: \+0x([0-9a-f]+))?$`, []string{"\t/src/main.go:42 +0x1d", "goroutine 1 [running]:"}},
	{"quoted", `"(?:[^"\\]|\\.)*"`, []string{`say "a \" b" now`, `say "a`}},
	{"lines", `(?m)^#\s*(\w+)$`, []string{"a\n# title\nb", "a\n# a title\nb"}},
	{"git grep", `(e.t[^ ]*|v.ry) rare`, []string{"This is extremely rare here", "This is common here"}},

	// Firewall rules.
	{"SQL injection", `(?i)\bunion\b.{1,100}?\bselect\b`, []string{"id=1 UNION ALL SELECT password", "id=1 reunion selects"}},
	{"SQL tautology", `(?i)\b(?:or|and)\b\s+['"]?(\w+)['"]?\s*=\s*['"]?(\w+)`, []string{"x' OR '1'='1", "x or y"}},
	{"script tag", `(?i)<script[^>]*>[\s\S]*?`, []string{"a<ScRiPt src=x>", "a<scrip src=x>"}},
	{"event handler", `(?i)\bon(?:error|load|click|mouse(?:over|out))\s*=`, []string{"<img onError = alert(1)>", "<img alt=on>"}},
	{"path traversal", `(?:\.\.[/\\]|%2e%2e(?:%2f|%5c))`, []string{"/a/../../etc/passwd", "/a/..."}},
	{"shell", `(?:;|\||&&)\s*(?:cat|ls|id|wget|curl|nc)\b`, []string{"x; wget http://e", "x catalogue"}},
	{"null byte", `\x00|%00`, []string{"a%00b", "a%0b"}},
	{"nested repetition", `^/match_limit/(a+)+$`, []string{"/match_limit/aaaaaaaaaaaaaaaaaaaa", "/match_limit/aaaaaaaaaaaaaaaaaaaf"}},
	{"words, Unicode", `(?i)straße|[\p{Greek}]+`, []string{"Hauptstraße 1", "Hauptweg 1"}},
}

// use is one way to match that must not allocate.
type use struct {
	name string
	call func(re *regexp.Regexp, s string) bool
}

var reused regexp.Matches

var uses = []use{
	{"verdict", func(re *regexp.Regexp, s string) bool { return re.MatchString(s) }},
	{"verdict on bytes", func(re *regexp.Regexp, s string) bool {
		var buf [256]byte
		return re.Match(append(buf[:0], s...))
	}},
	{"span", func(re *regexp.Regexp, s string) bool {
		var buf [8][2]int
		return len(re.AppendFindAllStringIndex(buf[:0], s, 1)) > 0
	}},
	{"captures, fresh Matches", func(re *regexp.Regexp, s string) bool {
		var m regexp.Matches
		return re.Exec(s, &m)
	}},
	{"captures from a position", func(re *regexp.Regexp, s string) bool {
		var m regexp.Matches
		return re.ExecAt(s, 0, regexp.Unanchored, &m)
	}},
	{"all captures", func(re *regexp.Regexp, s string) bool {
		var m regexp.Matches
		n := 0
		for range re.ExecAll(s, &m) {
			n += m.Len()
		}
		return n > 0
	}},
}

type subject struct {
	name string
	re   *regexp.Regexp
	text string
	hit  bool
}

// realSubjects compiles the patterns, checks the verdicts against the table, and thereby lets each build the tables
// that it builds once. Each subject comes also in a text that is too long for what is made for short ones.
func realSubjects(t *testing.T) []subject {
	var all []subject
	for _, p := range realPatterns {
		both, ok := compileBoth(t, p.pattern)
		require.True(t, ok, p.name)
		require.Less(t, both.ours.NumSubexp(), 16, p.name)
		require.True(t, both.std.MatchString(p.subjects[0]), p.name)
		require.False(t, both.std.MatchString(p.subjects[1]), p.name)
		for _, s := range p.subjects {
			filler := strings.Repeat("lorem ipsum dolor sit amet, ", 100)
			for _, s := range []string{s, filler + s + filler} {
				all = append(all, subject{p.name, both.ours, s, both.std.MatchString(s)})
			}
		}
	}
	for _, s := range all {
		for _, u := range uses {
			if len(s.text) < 256 || u.name != "verdict on bytes" {
				require.Equalf(t, s.hit, u.call(s.re, s.text), "%s, %s on %q", s.name, u.name, s.text)
			}
		}
	}
	return all
}

// mallocs returns how many objects the process allocated during call.
func mallocs(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// fewest is the least of some measurements: the runtime allocates now and then for its own, a match that
// allocates does so every time.
func fewest(times int, measure func() uint64) uint64 {
	least := measure()
	for i := 1; i < times && least > 0; i++ {
		least = min(least, measure())
	}
	return least
}

// underRace tells whether the race detector, which allocates beside the program, is on.
var underRace = func() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}()

func TestAMatchAllocatesNothing(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	for _, s := range realSubjects(t) {
		for _, u := range uses {
			if len(s.text) >= 256 && u.name == "verdict on bytes" {
				continue // Its own buffer would not do.
			}
			n := fewest(5, func() uint64 {
				return mallocs(func() {
					for range 10 {
						u.call(s.re, s.text)
					}
				})
			})
			if n != 0 {
				t.Errorf("%s: %s on %d bytes allocates %d objects in 10 calls", s.name, u.name, len(s.text), n)
			}
		}
		n := fewest(5, func() uint64 { return mallocs(func() { s.re.Exec(s.text, &reused) }) })
		if n != 0 {
			t.Errorf("%s: a reused Matches, %d bytes: %d objects", s.name, len(s.text), n)
		}
	}
}

// Two collections empty every sync.Pool: scratch that lay in one would be allocated anew.
func TestTheFirstMatchAfterACollectionAllocatesNothing(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	subjects := realSubjects(t)
	runtime.GC() // What the compilations left must not slow down the many collections below.
	for _, u := range uses {
		for _, s := range subjects {
			if len(s.text) >= 256 && u.name == "verdict on bytes" || testing.Short() && len(s.text) < 256 {
				continue
			}
			n := fewest(4, func() uint64 {
				runtime.GC()
				runtime.GC()
				return mallocs(func() { u.call(s.re, s.text) })
			})
			if n != 0 {
				t.Errorf("%s: %s on %d bytes allocates %d objects", s.name, u.name, len(s.text), n)
			}
		}
	}
}

// 64 goroutines at once, more than there are processors, all on the same patterns. Under the race detector the test
// says that they may; without it, that they allocate nothing beyond what starting and waking them takes.
func TestManyGoroutinesMatchAtOnceWithoutAllocating(t *testing.T) {
	const goroutines, rounds = 64, 10
	subjects := realSubjects(t)
	wrong := make([]int, goroutines)
	run := func() uint64 {
		var ready, done sync.WaitGroup
		gate := make(chan struct{})
		for g := range goroutines {
			ready.Add(1)
			done.Go(func() {
				ready.Done()
				<-gate
				for i := range rounds * len(subjects) {
					s := &subjects[(i+g)%len(subjects)]
					u := &uses[(i+g)%len(uses)]
					if u.name == "verdict on bytes" {
						u = &uses[0]
					}
					if u.call(s.re, s.text) != s.hit {
						wrong[g]++
					}
				}
			})
		}
		ready.Wait()
		return mallocs(func() {
			close(gate)
			done.Wait()
		})
	}
	if underRace {
		run()
	} else {
		n := fewest(3, run)
		require.LessOrEqual(t, n, uint64(4*goroutines), "objects allocated in %d matches", goroutines*rounds*len(subjects))
	}
	require.Equal(t, make([]int, goroutines), wrong, "wrong verdicts by goroutine")
}
