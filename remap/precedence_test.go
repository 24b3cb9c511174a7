package remap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPrecedence(t *testing.T) {
	for _, c := range []struct {
		fact, config, url string
		recvPort          uint16
		want              string
	}{
		{"maps for the received port come first", `
map http://a/ http://second/
map_with_recv_port http://a:8080/ http://first/`, "http://a/", 8080, "http://first/"},
		{"and are for no other port", `
map http://a/ http://second/
map_with_recv_port http://a:8080/ http://first/`, "http://a:8080/", 80, "404"},
		{"the port of the request stands in for an unknown one", `
regex_map_with_recv_port http://(.)x:8080/ http://first-$1/`, "http://ax:8080/", 0, "http://first-a/"},
		{"a name and a pattern win by their order: name first", `
map http://a/ http://name/
regex_map http://(.*)/ http://pattern/`, "http://a/", 0, "http://name/"},
		{"a name and a pattern win by their order: pattern first", `
regex_map http://(.*)/ http://pattern/
map http://a/ http://name/`, "http://a/", 0, "http://pattern/"},
		{"a map comes before a redirect above it", `
redirect http://a/ http://moved/
map http://a/ http://b/`, "http://a/", 0, "http://b/"},
		{"a redirect comes before a regex_redirect above it", `
regex_redirect_temporary http://(.*)/ http://pattern/
redirect http://a/ http://name/`, "http://a/", 0, "301 http://name/"},
		{"redirects are in order", `
redirect_temporary http://a/ http://first/
redirect http://a/x http://second/`, "http://a/x", 0, "307 http://first/x"},
		{"a rule with a host comes before one without above it", `
map / http://all/
map http://a/ http://host/`, "http://a/", 0, "http://host/"},
		{"but only in its group", `
map / http://all/
redirect http://a/ http://moved/`, "http://a/", 0, "http://all/"},
		{"of rules without a host the first whose path fits wins", `
map /x http://x/
map / http://all/`, "http://a/xy", 0, "http://x/y"},
		{"the longest prefix does not win, the first does", `
map http://a/ http://short/
map http://a/long/ http://long/`, "http://a/long/", 0, "http://short/long/"},
		{"patterns of other paths are asked, too", `
regex_map http://(.*)\.b/x/ http://x-$1/
regex_map http://(a+)\.(.)/ http://any-$1/
regex_map http://(a)\.b/x/y/ http://xy-$1/`, "http://aa.b/z", 0, "http://any-aa/z"},
		{"the lowest of several path prefixes wins, with its own groups", `
regex_map http://(b)/x/ http://never/
regex_map http://(a)\.(.)/ http://any-$2/
regex_map http://(.*)\.b/x/ http://x-$1/
regex_map http://(a)\.b/x/y/ http://xy-$1/`, "http://a.b/x/y/z", 0, "http://any-b/x/y/z"},
		{"even if a higher one was found first", `
regex_map http://q/x/ http://never/
regex_map http://(a)\.(.)/ http://any-$2/
regex_map http://(.*)\.b/x/ http://x-$1/`, "http://a.b/x/z", 0, "http://any-b/x/z"},
		{"a rule for jitstack keeps its place before a set's", `
regex_map http://(?!b)(.)\.x/ http://perl-$1/
regex_map http://(.*)/ http://set-$1/`, "http://a.x/", 0, "http://perl-a/"},
		{"and behind it", `
regex_map http://(.*)/ http://set-$1/
regex_map http://(?!b)(.)\.x/ http://perl-$1/`, "http://a.x/", 0, "http://set-a.x/"},
		{"a miss of jitstack leaves the set's groups alone", `
regex_map http://(?!a)(.)\.x/ http://perl-$1/
regex_map http://(.*)/ http://set-$1/`, "http://a.x/", 0, "http://set-a.x/"},
		{"schemes are kept apart", `
map http://a/ http://plain/
map https://a/ http://tls/
map ws://a/ ws://socket/`, "https://a/", 0, "http://tls/"},
		{"and so are ports", `
map http://a/ http://b80/
map http://a:81/ http://b81:8081/`, "http://a:81/p", 0, "http://b81:8081/p"},
		{"the default port may be written", `
map https://a:443/ http://b/`, "https://a/", 0, "http://b/"},
		{"types, schemes and names are in any case", `
MAP HTTP://Example.COM/ HTTP://B/`, "http://eXample.com/P", 0, "http://b/P"},
		{"an IPv6 address is a name", `
map http://[::1]:8080/ http://[::2]:81/`, "http://[::1]:8080/x", 0, "http://[::2]:81/x"},
		{"and what a pattern can lead to", `
regex_map http://(.*)/ http://[::2]:81/`, "http://[::1]/x", 0, "http://[::2]:81/x"},
		{"a prefix need not end at a slash", `
map http://a/dist http://b/x/`, "http://a/dist/y", 0, "http://b/x/y"},
		{"capitals in a pattern are letters, in an escape they are not", `
regex_map http://[A-C]\D\x41\Qx\E/ http://$0/`, "http://Bzax/", 0, "http://bzax/"},
	} {
		table := load(t, c.config, nil)
		r := get(t, c.url)
		r.RecvPort = c.recvPort
		require.Equal(t, c.want, answer(t, table, r), c.fact)
		checkTrial(t, table, r)
	}
}

func TestWhatARuleFileIsMatchedAgainst(t *testing.T) {
	const rule = "^(.*)$ http://x/?$1"
	for _, c := range []struct{ params, want string }{
		{"", "/to/p?q=1"},
		{"@pparam=no-query-string", "/to/p"},
		{"@pparam=host", "//b/to/p?q=1"},
		{"@pparam=method", "GET/to/p?q=1"},
		{"@pparam=method @pparam=host @pparam=no-query-string", "GET//b/to/p"},
		{"@pparam=method @pparam=no-method @pparam=query-string", "/to/p?q=1"},
		{"@pparam=pristine", "/from/p?q=1"},
		{"@pparam=pristine @pparam=host", "//a.example/from/p?q=1"},
	} {
		config := "map http://a.example:81/from/ http://b:82/to/ @plugin=regex_remap.so @pparam=rules " + c.params
		table := load(t, config, map[string]string{"rules": rule})
		r := get(t, "http://A.example:81/from/p?q=1")
		require.Equal(t, "http://x/?"+c.want, answer(t, table, r), c.params)
		checkTrial(t, table, r)
	}
}

func TestRulesThatNameOneFileShareItsLinesAndCounts(t *testing.T) {
	table := load(t, `
map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules
map http://c/ http://d/ @plugin=regex_remap.so @pparam=rules
`, map[string]string{"rules": "^/x http://$f-$t/"})
	require.Equal(t, 3, table.Len())
	require.Equal(t, "http://a-b/", rewritten(t, table, "http://a/x"))
	require.Equal(t, "http://c-d/", rewritten(t, table, "http://c/x"))
	require.Equal(t, "http://d/y", rewritten(t, table, "http://c/y"))
	require.Equal(t, "404", rewritten(t, table, "http://e/y"))
	stats := statsOf(table)
	require.Equal(t, []uint64{1, 2, 2}, []uint64{stats[0].Hits, stats[1].Hits, stats[2].Hits})
	require.Equal(t, uint64(1), table.Misses())
}
