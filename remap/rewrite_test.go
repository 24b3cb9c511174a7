package remap

import (
	"io/fs"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// load parses a configuration whose rule files are given by their names.
func load(t testing.TB, config string, files map[string]string) *Table {
	t.Helper()
	table, err := parse(config, files, Options{})
	require.NoError(t, err)
	return table
}

func parse(config string, files map[string]string, o Options) (*Table, error) {
	fsys := make(fstest.MapFS)
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	o.ReadFile = func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) }
	return Parse("remap.config", []byte(config), o)
}

// get is the request for a URL.
func get(t testing.TB, rawURL string) *Request {
	t.Helper()
	u, err := url.Parse(rawURL)
	require.NoError(t, err)
	port, _ := strconv.ParseUint(u.Port(), 10, 16)
	host := strings.TrimSuffix(u.Host, ":"+u.Port())
	return &Request{Method: "GET", Scheme: u.Scheme, Host: host, Port: uint16(port), Path: u.EscapedPath(), Query: u.RawQuery,
		ClientIP: netip.MustParseAddr("192.0.2.1")}
}

// rewritten is the URL that a table makes of another, with the status in front where there is one.
func rewritten(t testing.TB, table *Table, rawURL string) string {
	t.Helper()
	return answer(t, table, get(t, rawURL))
}

func answer(t testing.TB, table *Table, r *Request) string {
	t.Helper()
	dst, result, err := table.Rewrite([]byte("kept "), r)
	require.NoError(t, err)
	text, ok := strings.CutPrefix(string(dst), "kept ")
	require.True(t, ok, "what was in the buffer stays")
	if result.Status != 0 {
		text = strings.TrimSpace(strconv.Itoa(result.Status) + " " + text)
	}
	return text
}

// TestTheExamplesOfTrafficServersManual are the tables of "remap.config" in its manual.
func TestTheExamplesOfTrafficServersManual(t *testing.T) {
	const proxy = `
map http://www.x.com/ http://server.hoster.com/
map http://www.y.com/marketing/ http://marketing.y.com/
map http://www.y.com/sales/ http://sales.y.com/
map http://www.y.com/stuff/ http://info.y.com/
map http://www.g.com/ http://external.g.com/
map http://www.g.com/stuff/ http://stuff.g.com/
map http://www.h.com/a/b/ http://server.h.com/customers/x/y
map http://www.z.com/ http://server.hoster.com/x/
redirect http://www.company.com/ http://www.company2.com/
redirect_temporary http://www.company1.com/ http://www.company2.com/
regex_map http://x([0-9]+).z.com/ http://real-x$1.z.com/
regex_redirect http://old.(.*).z.com http://new.$1.z.com
`
	const matchAll = `
map / http://127.0.0.1:8001/
map http://example.com/dist_get_user http://127.0.0.1:8001/denied.html
`
	for _, c := range []struct{ config, url, want string }{
		{proxy, "http://www.x.com/Widgets/index.html", "http://server.hoster.com/Widgets/index.html"},
		{proxy, "http://www.x.com/cgi/form/submit.sh?arg=true", "http://server.hoster.com/cgi/form/submit.sh?arg=true"},
		{proxy, "http://www.y.com/marketing/projects/manhattan/specs.html", "http://marketing.y.com/projects/manhattan/specs.html"},
		{proxy, "http://www.y.com/stuff/marketing/projects/boston/specs.html", "http://info.y.com/marketing/projects/boston/specs.html"},
		{proxy, "http://www.g.com/stuff/a.gif", "http://external.g.com/stuff/a.gif"},
		{proxy, "http://www.h.com/a/b/c/d/doc.html", "http://server.h.com/customers/x/y/c/d/doc.html"},
		{proxy, "http://www.h.com/a/index.html", "404"},
		{proxy, "http://www.z.com/Widgets", "http://server.hoster.com/x/Widgets"},
		{proxy, "http://www.company.com/p?q=1", "301 http://www.company2.com/p?q=1"},
		{proxy, "http://www.company1.com/p", "307 http://www.company2.com/p"},
		{proxy, "http://x42.z.com/p", "http://real-x42.z.com/p"},
		{proxy, "http://old.a.b.z.com/p", "301 http://new.a.b.z.com/p"},
		{matchAll, "http://example.com/a.gif", "http://127.0.0.1:8001/a.gif"},
		{matchAll, "http://example.com/dist_get_user", "http://127.0.0.1:8001/denied.html"},
		{matchAll, "https://other.example:8443/x", "http://127.0.0.1:8001/x"},
	} {
		require.Equal(t, c.want, rewritten(t, load(t, c.config, nil), c.url), c.url)
	}
}

func TestRuleFiles(t *testing.T) {
	const file = `
# comment
^/(ogre.*)/more     http://www.ogre.com/$h/$0/$1
^/(ogre.*)/bad      http://www.example.com/ @status=404
^/oldurl/(.*)$      http://news.example.com/new/$1 @status=302
^/CASE/(.*)         https://h.example/$1 @caseless @lowercase_substitutions
^/vars              http://v.example/$f/$t/$p/$s/$P/$l?$q&ip=$i
^/gone/             @status=410
^/(?!keep)x(.)\1    http://twice.example/$1
`
	table := load(t, "map http://a.com/ http://b.com:81/ @plugin=regex_remap.so @pparam=maps.reg\n", map[string]string{"maps.reg": file})
	for _, c := range []struct{ url, want string }{
		{"http://a.com/none?x=y", "http://b.com:81/none?x=y"},
		{"http://a.com/ogre1/x/more/tail", "http://www.ogre.com/b.com//ogre1/x/more/ogre1/x"},
		{"http://a.com/ogre1/bad", "404"},
		{"http://a.com/oldurl/a/b?c=d", "302 http://news.example.com/new/a/b?c=d"},
		{"http://A.com/case/ABC", "https://h.example/abc"},
		{"http://A.com/vars/X?q=1", "http://v.example/a.com/b.com/81/http/vars/X/vars/x?q=1&ip=192.0.2.1"},
		{"http://a.com/gone/", "410"},
		{"http://a.com/xyy", "http://twice.example/y"},
		{"http://a.com/xyz", "http://b.com:81/xyz"},
	} {
		require.Equal(t, c.want, rewritten(t, table, c.url), c.url)
	}
}
