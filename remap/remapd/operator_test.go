package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAReloadThatLosesMostRulesIsRefused(t *testing.T) {
	rules := func(n int) (text string) {
		for i := range n {
			text += "map http://" + string(rune('a'+i)) + ".example/ http://ORIGIN_A/\n"
		}
		return text
	}
	for _, c := range []struct {
		after   int
		args    []string
		refused string
	}{
		{0, nil, "has no rules"},
		{4, nil, "has 4 rules where 10 are in force"},
		{5, nil, ""},
		{9, []string{"-max-loss", "5"}, "has 9 rules where 10 are in force"},
		{0, []string{"-max-loss", "100"}, "has no rules"},
		{0, []string{"-force"}, ""},
		{1, []string{"-force"}, ""},
	} {
		p := start(t, map[string]string{"remap.config": rules(10)}, c.args...)
		p.write(t, "remap.config", rules(c.after))
		p.rules.reload("test")
		if c.refused == "" {
			require.Equal(t, c.after, p.rules.table.Load().Len())
			continue
		}
		require.Equal(t, 10, p.rules.table.Load().Len())
		require.Contains(t, p.log.String(), c.refused)
		require.Contains(t, p.log.String(), "the old rules stay in force")
	}
}

func TestTheAccessLogHasALineForEachAnswer(t *testing.T) {
	name := filepath.Join(t.TempDir(), "access.log")
	p := start(t, map[string]string{"remap.config": "map http://a.example/ http://ORIGIN_A/x/\nredirect http://b.example/ http://c.example/\n"},
		"-access-log", name)
	for _, host := range []string{"a.example", "b.example", "nobody.example"} {
		_, err := p.get(host, "/p")
		require.NoError(t, err)
	}
	require.NoError(t, os.Rename(name, name+".1"))
	ctx, cancel := context.WithCancel(t.Context())
	signals := make(chan os.Signal)
	done := make(chan bool)
	go func() { p.rules.run(ctx, signals, 0); done <- true }()
	signals <- os.Interrupt // any signal that main passes on
	cancel()
	<-done
	p.send(t, "GET /\\\"\\. HTTP/1.1\r\nHost: a.example\r\n\r\n")

	file := " rule=" + filepath.Join(p.dir, "remap.config")
	for name, lines := range map[string][]string{
		name + ".1": {
			" method=GET host=a.example url=/p status=200 bytes=LEN duration=TIME" + file + ":1 to=http://ORIGIN_A/x/p",
			" method=GET host=b.example url=/p status=301 bytes=LEN duration=TIME" + file + ":2 to=http://c.example/p",
			" method=GET host=nobody.example url=/p status=404 bytes=10 duration=",
		},
		name: {` url="/\\\"\." status=200 `},
	} {
		var text string
		require.Eventually(t, func() bool {
			bytes, err := os.ReadFile(name)
			require.NoError(t, err)
			text = string(bytes)
			return strings.Count(text, "\n") == len(lines)
		}, 10*time.Second, time.Millisecond, "a line is written after its answer")
		for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
			require.True(t, strings.HasPrefix(line, "time=2"), line)
			for part := range strings.SplitSeq(lines[i], "LEN duration=TIME") {
				require.Contains(t, line, p.origins.Replace(part))
			}
		}
	}
}

func TestBytesOfAnAnswerAreCounted(t *testing.T) {
	var log bytes.Buffer
	l := &accessLog{w: nopCloser{&log}}
	answer := &recorder{ResponseWriter: httptest.NewRecorder()}
	answer.WriteHeader(http.StatusTeapot)
	io.WriteString(answer, "12345")
	require.NoError(t, http.NewResponseController(answer).Flush())
	l.write(httptest.NewRequest("GET", "/", nil), time.Now(), answer, &decision{})
	require.Contains(t, log.String(), " status=418 bytes=5 duration=")
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func TestLogsKeepBackslashesAndHideLineEnds(t *testing.T) {
	for _, c := range []struct{ value, want string }{
		{`a\.b`, `a\.b`},
		{`no \d here`, `"no \d here"`},
		{"", `""`},
		{"a=b", `"a=b"`},
		{`say "x"`, `"say \"x\""`},
		{`is \" this`, `"is \\\" this"`},
		{`a \x41`, `"a \\x41"`},
		{`a b\`, `"a b\\"`},
		{`a \\`, `"a \\\\"`},
		{"a\nlevel=ERROR", `"a\x0alevel=ERROR"`},
		{"\xff\u2028é", `"\xff\xe2\x80\xa8é"`},
		{"a\\\n", `"a\\\x0a"`},
	} {
		require.Equal(t, c.want, string(appendValue(nil, c.value)))
	}
	var out bytes.Buffer
	log := slog.New(newTextHandler(&out, slog.LevelInfo)).With("a", 1).WithGroup("g").With("b", 2)
	log.Debug("hidden")
	log.Info("two words", "c", slog.GroupValue(slog.Int("d", 3)), "e", errors.New(`\w`), slog.Any("t", time.Unix(0, 0).UTC()))
	require.Regexp(t, `^time=2\S+ level=INFO msg="two words" a=1 g\.b=2 g\.c\.d=3 g\.e=\\w g\.t=1970-01-01T00:00:00\.000Z\n$`, out.String())
}

func TestForgedFieldsAreDropped(t *testing.T) {
	headers := make(chan http.Header, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { headers <- r.Header }))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map http://a.example/ " + server.URL + "/\n"})
	p.send(t, "GET / HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: 6.6.6.6\r\nX_Forwarded_For: 6.6.6.6\r\nx.forwarded-proto: https\r\n"+
		"X-Forwarded-Prefix: /admin\r\nForwarded: for=6.6.6.6\r\nProxy: http://evil/\r\nX-Real-IP: 6.6.6.6\r\nX_REAL_IP: 6.6.6.6\r\n"+
		"X-Original-URL: /admin\r\nTrue-Client-IP: 6.6.6.6\r\nX-Fine: 1\r\napi_key: 2\r\n\r\n")
	h := <-headers
	require.Equal(t, http.Header{
		"X-Forwarded-For": {"127.0.0.1"}, "X-Forwarded-Host": {"a.example"}, "X-Forwarded-Proto": {"http"},
		"X-Fine": {"1"}, "Api_key": {"2"}, "Via": h["Via"], "User-Agent": h["User-Agent"], "Accept-Encoding": h["Accept-Encoding"],
	}, withDefaults(h))
}

// withDefaults adds fields that a client may or may not send, as empty ones.
func withDefaults(h http.Header) http.Header {
	for _, name := range []string{"User-Agent", "Accept-Encoding", "Via"} {
		h[name] = h[name]
	}
	return h
}

func TestConnectionsBeyondTheBoundWait(t *testing.T) {
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	listener := bound(tcp, 2)
	accepted := make(chan net.Conn)
	go func() {
		defer close(accepted)
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	var conns [3]net.Conn
	for i := range conns {
		conns[i], err = net.Dial("tcp", tcp.Addr().String())
		require.NoError(t, err)
		defer conns[i].Close()
	}
	first, second := <-accepted, <-accepted
	select {
	case <-accepted:
		t.Fatal("a third connection was accepted")
	default:
	}
	require.NoError(t, first.Close())
	require.Error(t, first.Close(), "closing twice frees one place")
	third := <-accepted
	listener.Close()
	_, open := <-accepted
	require.False(t, open, "Close ends an Accept that waits for a place")
	second.Close()
	third.Close()
	require.Equal(t, 2, len(listener.(*boundListener).free))
}

func TestHealthzSaysWhenTheProgramEnds(t *testing.T) {
	p := start(t, map[string]string{"remap.config": "map / http://ORIGIN_A/\n"})
	ask := func() int {
		w := httptest.NewRecorder()
		p.metrics.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		return w.Code
	}
	require.Equal(t, http.StatusOK, ask())
	p.metrics.ending.Store(true)
	require.Equal(t, http.StatusServiceUnavailable, ask())
}
