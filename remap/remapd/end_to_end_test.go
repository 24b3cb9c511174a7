package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRequestsGoWhereTheRulesSay(t *testing.T) {
	const config = `
map                 http://a.example/            http://ORIGIN_A/
map                 http://b.example/            http://ORIGIN_B/
map                 http://b.example/shop/       http://ORIGIN_A/x/
map                 http://www.example.com/shop/ http://ORIGIN_B/stock/
map                 http://www.example.com/      http://ORIGIN_A/
redirect            http://old.example/          http://new.example/
redirect_temporary  http://away.example/         http://new.example/away/
regex_redirect      http://m\.(.*)\.example/     https://$1.example/mobile/
regex_map           http://node(\d)-[a-z]+\.example/ http://127.0.0.$1:PORT_A/
regex_map           http://(?!www\.)(.*)\.wild\.example/ http://ORIGIN_B/wild/
map                 http://files.example/        http://ORIGIN_A/ @plugin=regex_remap.so @pparam=files.reg
map                 http://down.example/         http://127.0.0.1:1/
`
	const file = `
^/old/(.*)           http://ORIGIN_B/new/$1
^/moved/([a-z]+)     http://new.example/$1?$q @status=302
^/gone/              @status=410
^/(?!keep)(.)\1      http://ORIGIN_B/double/$1
`
	p := start(t, map[string]string{"remap.config": config, "files.reg": file})
	for _, c := range []struct{ host, url, want string }{
		{"a.example", "/p?q=1", "200 a ORIGIN_A /p?q=1"},
		{"A.Example", "/", "200 a ORIGIN_A /"},
		{"b.example", "/%41%2f//..?a=%zz;b", "200 b ORIGIN_B /%41%2f//..?a=%zz;b"},
		{"www.example.com", "/shop/1", "200 b ORIGIN_B /stock/1"},
		{"www.example.com", "/shopping", "200 a ORIGIN_A /shopping"},
		{"b.example", "/shop/1", "200 b ORIGIN_B /shop/1"}, // the first rule wins, not the longest
		{"old.example", "/p?q=1", "301 http://new.example/p?q=1"},
		{"away.example", "/p", "307 http://new.example/away/p"},
		{"m.news.example", "/p", "301 https://news.example/mobile/p"},
		{"node1-east.example", "/p", "200 a 127.0.0.1:PORT_A /p"},
		{"node1-EAST.example", "/p", "200 a 127.0.0.1:PORT_A /p"},
		{"node1.example", "/p", "404 Not Found"},
		{"x.wild.example", "/p", "200 b ORIGIN_B /wild/p"},
		{"www.wild.example", "/p", "404 Not Found"},
		{"files.example", "/old/a/b?c", "200 b ORIGIN_B /new/a/b?c"},
		{"files.example", "/moved/x1?a=b", "302 http://new.example/x?a=b"},
		{"files.example", "/gone/x", "410 Gone"},
		{"files.example", "/xxy", "200 b ORIGIN_B /double/x"},
		{"files.example", "/keep", "200 a ORIGIN_A /keep"},
		{"a.example:8080", "/", "404 Not Found"}, // the rule is for port 80
		{"nobody.example", "/", "404 Not Found"},
		{"down.example", "/", "502 Bad Gateway"},
	} {
		got, err := p.get(c.host, c.url)
		require.NoError(t, err)
		require.Equal(t, p.origins.Replace(c.want), got, "%s%s", c.host, c.url)
	}
}

func TestTenThousandRules(t *testing.T) {
	var config strings.Builder
	const rules = 10_000
	for i := range rules {
		switch {
		case i == rules/2:
			fmt.Fprintf(&config, "regex_map http://(?=site)([a-z]+)%d\\.example/ http://ORIGIN_B/ahead/\n", i)
		case i%2 == 0:
			fmt.Fprintf(&config, "regex_map http://(www\\.)?site%d\\.example/ http://ORIGIN_A/%d/\n", i, i)
		default:
			fmt.Fprintf(&config, "map http://www.site%d.example/ http://ORIGIN_B/%d/\n", i, i)
		}
	}
	p := start(t, map[string]string{"remap.config": config.String()})
	require.Equal(t, rules, p.rules.table.Load().Len())
	for _, c := range []struct{ host, want string }{
		{"site0.example", "/0/p"},
		{"www.site1.example", "/1/p"},
		{"site5000.example", "/ahead/p"},
		{"www.site9998.example", "/9998/p"},
		{"www.site9999.example", "/9999/p"},
	} {
		got, err := p.get(c.host, "/p")
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(got, "200 ") && strings.HasSuffix(got, " "+c.want), "%s: %s", c.host, got)
	}
	got, err := p.get("site9999.example", "/p")
	require.NoError(t, err)
	require.Equal(t, "404 Not Found", got)
}

func TestOriginsLearnWhoAsked(t *testing.T) {
	headers := make(chan http.Header, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { headers <- r.Header }))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map http://a.example/ " + server.URL + "/\n"})
	p.send(t, "GET / HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: 192.0.2.1\r\nVia: 1.0 old\r\n"+
		"Connection: X-Secret\r\nX-Secret: 1\r\n\r\n")
	h := <-headers
	require.Equal(t, []string{"127.0.0.1"}, h["X-Forwarded-For"], "what a client claims is not believed")
	require.Equal(t, []string{"a.example"}, h["X-Forwarded-Host"])
	require.Equal(t, "1.0 old", h["Via"][0])
	require.Regexp(t, `^1\.1 remapd-\w+$`, h["Via"][1])
	require.Empty(t, h["X-Secret"], "what is for one hop goes no further")
}

func TestARuleThatLeadsBackToTheProxyIsFoundOut(t *testing.T) {
	p := start(t, map[string]string{"remap.config": "map / http://ORIGIN_A/\n"})
	p.write(t, "remap.config", "map / http://127.0.0.1:"+p.port(t)+"/\n")
	require.NoError(t, p.rules.load())
	got, err := p.get("a.example", "/")
	require.NoError(t, err)
	require.Equal(t, "508 this request has been here before: a rule leads back to this proxy", got)
}

func TestTheReceivingPortHasItsOwnRules(t *testing.T) {
	p := start(t, map[string]string{"remap.config": "map http://a.example/ http://ORIGIN_A/\n"})
	p.write(t, "remap.config", "map http://a.example/ http://ORIGIN_A/\n"+
		"map_with_recv_port http://a.example:"+p.port(t)+"/ http://ORIGIN_B/\n")
	require.NoError(t, p.rules.load())
	got, err := p.get("a.example", "/p")
	require.NoError(t, err)
	require.Equal(t, p.origins.Replace("200 b ORIGIN_B /p"), got)
}

func TestWebSocketsGoByTheRulesOfWS(t *testing.T) {
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, stream, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(stream, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		io.WriteString(stream, r.RequestURI+"\n")
		stream.Flush()
		line, _ := stream.ReadString('\n')
		io.WriteString(conn, line)
	}))
	defer echo.Close()
	p := start(t, map[string]string{"remap.config": "map http://a.example/ http://ORIGIN_A/\n" +
		"map ws://a.example/ " + strings.Replace(echo.URL, "http", "ws", 1) + "/socket/\n"}, "-request-timeout", "500ms")
	conn, err := net.Dial("tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	io.WriteString(conn, "GET /x HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	r := bufio.NewReader(conn)
	response, err := http.ReadResponse(r, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusSwitchingProtocols, response.StatusCode)
	time.Sleep(700 * time.Millisecond) // longer than a request may take
	io.WriteString(conn, "over the wire\n")
	for _, want := range []string{"/socket/x\n", "over the wire\n"} {
		line, err := r.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, want, line)
	}
}

func TestBodiesPassBothWays(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Write(body)
	}))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map / " + server.URL + "/\n"})
	body := strings.Repeat("0123456789abcdef", 1<<14)
	response, err := p.client.Post("http://"+p.address+"/", "text/plain", strings.NewReader(body))
	require.NoError(t, err)
	got, err := answer(response)
	require.NoError(t, err)
	require.True(t, got == "200 "+body)
}
