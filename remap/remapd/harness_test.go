package main

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/remap"
)

// An origin is a server that says who it is and what it was asked for: its name, the Host field and the URL as on the wire.
func origin(t testing.TB, name string) (address string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Origin", name)
		fmt.Fprintf(w, "%s %s %s", name, r.Host, r.RequestURI)
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// A running is a proxy that serves on loopback, with two origins, a and b.
type running struct {
	*proxy
	dir     string            // of its configuration
	origins *strings.Replacer // of ORIGIN_A and ORIGIN_B, and of PORT_A
	address string
	client  *http.Client
	log     *lockedBuffer
}

// start starts a proxy on these files, of which remap.config is the configuration.
func start(t testing.TB, files map[string]string, args ...string) *running {
	t.Helper()
	a := origin(t, "a")
	_, port, err := net.SplitHostPort(a)
	require.NoError(t, err)
	origins := strings.NewReplacer("ORIGIN_A", a, "ORIGIN_B", origin(t, "b"), "PORT_A", port)
	p := &running{dir: t.TempDir(), origins: origins, log: new(lockedBuffer)}
	for name, text := range files {
		p.write(t, name, text)
	}
	s, err := parseSettings(append([]string{"-config", filepath.Join(p.dir, "remap.config")}, args...), io.Discard)
	require.NoError(t, err)
	logger := slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: s.logLevel}))
	p.proxy = newProxy(s, remap.Options{OnLimit: s.onLimit, MaxURL: s.maxURL, Logger: logger}, logger)
	require.NoError(t, p.rules.load())

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p.address = listener.Addr().String()
	server := p.server(s)
	go server.Serve(listener)
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	p.client = &http.Client{Transport: transport, CheckRedirect: stay}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return p
}

// write writes a file of the configuration.
func (p *running) write(t testing.TB, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, name), []byte(p.origins.Replace(text)), 0o666))
}

// port returns where the proxy listens.
func (p *running) port(t testing.TB) string {
	_, port, err := net.SplitHostPort(p.address)
	require.NoError(t, err)
	return port
}

// get asks the proxy for a URL, as a client does for which the host's name leads there, and returns the status and the
// Location or the body.
func (p *running) get(host, url string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+p.address+url, nil)
	if err != nil {
		return "", err
	}
	request.Host = host
	response, err := p.client.Do(request)
	if err != nil {
		return "", err
	}
	return answer(response)
}

// send sends bytes to the proxy and returns its first answer.
func (p *running) send(t testing.TB, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	go io.WriteString(conn, request) // the proxy may answer, and close, before it has read all
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err, "%.80q", request)
	text, err := answer(response)
	require.NoError(t, err)
	return text
}

func answer(r *http.Response) (string, error) {
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	text := strings.TrimSpace(string(body))
	if location := r.Header.Get("Location"); location != "" {
		text = location
	}
	return fmt.Sprintf("%d %s", r.StatusCode, text), err
}
