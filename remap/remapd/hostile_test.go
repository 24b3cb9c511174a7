package main

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/remap"
)

// hostileConfig has a rule of each way to be matched.
const hostileConfig = `
map            http://a.example/             http://ORIGIN_A/ @plugin=regex_remap.so @pparam=guard.reg
redirect       http://old.example/           http://new.example/
regex_map      http://(.*)\.b\.example/      http://ORIGIN_B/
regex_redirect http://(?!www)(.*)\.c\.example/ http://$1.example/
map            http://broken.example/        http://ORIGIN_A/ @plugin=regex_remap.so @pparam=broken.reg
`

// crashGuard is the rule that keeps a proxy alive whose PCRE ran off the end of its stack on long queries.
const crashGuard = `^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$`

var hostileFiles = map[string]string{
	"remap.config": hostileConfig,
	"guard.reg":    crashGuard + " http://ORIGIN_B/guarded\n",
	"broken.reg":   "^/(...) http://ORIGIN_A/$1/\n", // may end within a percent-encoding
}

func TestHostileRequestsGetAClearError(t *testing.T) {
	p := start(t, hostileFiles)
	for _, c := range []struct{ name, line, host, want string }{
		{"half a percent-encoding in the path", "GET /%4", "a.example", "400 400 Bad Request"},
		{"no hexadecimal in the path", "GET /%zz", "a.example", "400 400 Bad Request"},
		{"a broken query", "GET /?%&%zz=%4", "a.example", "200 a ORIGIN_A /?%&%zz=%4"},
		{"a percent-encoding that a rule breaks", "GET /x%41", "broken.example", "400 400 Bad Request"},
		{"invalid UTF-8 in the path", "GET /\xff\xfe/\xed\xa0\x80", "a.example", "400 remap: bad request: request target"},
		{"invalid UTF-8 in the query", "GET /?\xff", "old.example", "400 remap: bad request: request target"},
		{"invalid UTF-8 in the host", "GET /", "\xff.b.example", "400 400 Bad Request: malformed Host header"},
		{"NUL in the path", "GET /\x00", "a.example", "400 400 Bad Request"},
		{"a blank in the path", "GET /a b", "a.example", "400 400 Bad Request"},
		{"encoded line ends stay encoded", "GET /%0d%0aSet-Cookie:x", "old.example", "301 http://new.example/%0d%0aSet-Cookie:x"},
		{"two hosts", "GET /", "a.example\r\nHost: old.example", "400 400 Bad Request"},
		{"a port alone", "GET /", ":80", "400 remap: bad request: host"},
		{"a port out of range", "GET /", "a.example:99999", "400 remap: bad request: host"},
		{"a port that is none", "GET /", "a.example:80:80", "400 remap: bad request: host"},
		{"half an IPv6 address", "GET /", "[::1", "400 remap: bad request: host"},
		{"a longer host than there is", "GET /", strings.Repeat("a", 300) + ".b.example", "400 remap: bad request: host"},
		{"a host longer than a header", "GET /", strings.Repeat("a", 100<<10), "431 431 Request Header Fields Too Large"},
		{"a URL longer than a header", "GET /" + strings.Repeat("a", 100<<10), "a.example", "431 431 Request Header Fields Too Large"},
		{"a long URL", "GET /" + strings.Repeat("a", 20<<10), "a.example", "414 the URL is too long"},
		{"a URL that is longer rewritten", "GET /" + strings.Repeat("a", 16<<10-2), "old.example", "414 remap: rewritten URL is too long"},
		{"no path", "GET *", "a.example", "400 remap: bad request: path"},
		{"a host in the path's place", "GET //old.example/", "a.example", "200 a ORIGIN_A /old.example/"},
		{"another host in the request line", "GET http://old.example/x", "a.example", "301 http://new.example/x"},
		{"another scheme in the request line", "GET https://old.example/x", "a.example", "400 remap: bad request: request target has another scheme"},
		{"a tunnel", "CONNECT a.example:80", "a.example", "403 this is a reverse proxy: it opens no tunnels"},
	} {
		got := p.send(t, c.line+" HTTP/1.1\r\nHost: "+c.host+"\r\n\r\n")
		require.True(t, strings.HasPrefix(got, p.origins.Replace(c.want)), "%s: %.200q", c.name, got)
	}
	for _, c := range []struct{ name, message, want string }{
		{"no host", "GET / HTTP/1.1\r\n\r\n", "400 400 Bad Request: missing required Host header"},
		{"no host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "400 remap: bad request: host"},
		{"two lengths", "POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400 "},
		{"no HTTP", "\x16\x03\x01\x02\x00\r\n\r\n", "400 400 Bad Request"},
	} {
		got := p.send(t, c.message)
		require.True(t, strings.HasPrefix(got, c.want), "%s: %.200q", c.name, got)
	}
	got, err := p.get("a.example", "/still-there")
	require.NoError(t, err)
	require.Equal(t, p.origins.Replace("200 a ORIGIN_A /still-there"), got)
	require.NotContains(t, p.log.String(), "panic")
}

func TestTheCrashGuardHoldsOn64KiBOfQuery(t *testing.T) {
	p := start(t, hostileFiles, "-max-url", "131072", "-max-header", "262144")
	long := strings.Repeat("action=nothing&x=%zz&", 64<<10/21)
	for _, c := range []struct{ query, want string }{
		{long, "b ORIGIN_B /guarded"},
		{strings.Repeat("a", 64<<10), "b ORIGIN_B /guarded"},
		{long + "action=calendar", "a ORIGIN_A /alpha/bravo/?" + long + "action=calendar"},
		{"action=newsfeed&" + long, "a ORIGIN_A /alpha/bravo/?action=newsfeed&" + long},
	} {
		got := p.send(t, "GET /alpha/bravo/?"+c.query+" HTTP/1.1\r\nHost: a.example\r\n\r\n")
		require.True(t, got == "200 "+p.origins.Replace(c.want), "%.40q..., %d bytes: %.80q", c.query, len(c.query), got)
	}
	for _, rule := range p.rules.table.Load().Stats() {
		require.Zero(t, rule.Limits)
	}
}

func TestALimitIsAnsweredAsTheOperatorChose(t *testing.T) {
	files := map[string]string{
		"remap.config": "map http://a.example/ http://ORIGIN_A/ @plugin=regex_remap.so @pparam=rules.reg\n",
		"rules.reg":    "^/(?:(x)|y\\1)*\\1[a-w] http://ORIGIN_A/never\n^/x http://ORIGIN_B/next\n",
	}
	for _, c := range []struct{ onLimit, want string }{
		{"503", "503 Service Unavailable"},
		{"next", "200 b ORIGIN_B /next"},
	} {
		p := start(t, files, "-on-limit", c.onLimit, "-max-url", "131072", "-max-header", "262144")
		got, err := p.get("a.example", "/"+strings.Repeat("x", 100_000))
		require.NoError(t, err)
		require.Equal(t, p.origins.Replace(c.want), got)
		require.Equal(t, 1, strings.Count(p.log.String(), "stack limit reached"))
		file := filepath.Join(p.dir, "rules.reg")
		require.Contains(t, scrape(t, p), `remapd_rule_limits_total{file="`+file+`",line="1"} 1`+"\n")
	}
}

// FuzzRequestsOnTheWire reads bytes as a server does and has them answered, with origins that answer at once. There must be
// a status, no panic, and no line end in what a client is told.
func FuzzRequestsOnTheWire(f *testing.F) {
	for _, seed := range []string{
		"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
		"GET /alpha/bravo/?action=x%zz HTTP/1.1\r\nHost: A.example:80\r\nVia: 1.1 x\r\n\r\n",
		"GET http://x.c.example/%ff?\xff HTTP/1.0\r\n\r\n",
		"POST //b HTTP/1.1\r\nHost: [::1]:8080\r\nUpgrade: websocket\r\nConnection: upgrade\r\nContent-Length: 1\r\n\r\nx",
		"GET /x%41 HTTP/1.1\r\nHost: broken.example\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	for name, text := range hostileFiles {
		text = strings.NewReplacer("ORIGIN_A", "origin.example:81", "ORIGIN_B", "origin.example:82").Replace(text)
		require.NoError(f, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	table, err := remap.Load(filepath.Join(dir, "remap.config"), remap.Options{})
	require.NoError(f, err)
	log := slog.New(slog.DiscardHandler)
	h := &handler{table: func() *remap.Table { return table }, forward: newForwarder(0, 0, log), maxURL: 4096, log: log}
	h.forward.proxy.Transport = echo{}
	f.Fuzz(func(t *testing.T, wire []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(wire)))
		if err != nil {
			return // the server answers it with 400
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code < 200 || w.Code > 599 || strings.ContainsAny(w.Header().Get("Location"), "\r\n\x00 ") {
			t.Fatalf("%q: %d, Location %q", wire, w.Code, w.Header().Get("Location"))
		}
	})
}

// echo answers each request with 204.
type echo struct{}

func (echo) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
	}
	return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// TestNoHostFieldChoosesTheOrigin: $h was the client's Host field once, and a request went wherever that said.
func TestNoHostFieldChoosesTheOrigin(t *testing.T) {
	p := start(t, map[string]string{
		"remap.config": "map / http://ORIGIN_A/ @plugin=regex_remap.so @pparam=h.reg\n",
		"h.reg": "^/v1/(.*)$ $s://$h:$p/new/$1\n^/admin$ http://r.example/ @status=403\n" +
			"^/raw/ http://ORIGIN_A//$P\n",
	})
	for _, c := range []struct{ target, want string }{
		{"/v1/x", "200 a ORIGIN_A /new/x"},
		{"/admin", "403 "},
		{"/admin;x", "403 "},
		{"//admin", "403 "},
		{"///admin;", "403 "},
		{"/admin/", "200 a ORIGIN_A /admin/"},
		{"/a%2Fb|c{}\"^", "200 a ORIGIN_A /a%2Fb|c{}\"^"},
		{"/%2e%2e/x|?y|z", "200 a ORIGIN_A /%2e%2e/x|?y|z"},
		{"/raw/x", "200 a ORIGIN_A /raw/x"},
	} {
		got := p.send(t, "GET "+c.target+" HTTP/1.1\r\nHost: evil.example\r\n\r\n")
		require.True(t, strings.HasPrefix(got, p.origins.Replace(c.want)), "%s: %.200q", c.target, got)
	}
}
