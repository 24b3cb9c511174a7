package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAClientThatDoesNotFinishItsHeaderIsCutOff(t *testing.T) {
	p := start(t, map[string]string{"remap.config": "map / http://ORIGIN_A/\n"}, "-header-timeout", "10ms")
	conn, err := net.Dial("tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a.example\r\nX-Slow:")
	_, err = io.ReadAll(conn)
	require.NoError(t, err, "the proxy closes the connection")
}

func TestAnOriginThatDoesNotAnswerIsAGatewayTimeout(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map / " + server.URL + "/\n"}, "-origin-timeout", "10ms")
	got, err := p.get("a.example", "/")
	require.NoError(t, err)
	require.Equal(t, "504 Gateway Timeout", got)
	require.Contains(t, p.log.String(), "origin failed")
}

// TestAnOriginThatStallsIsLeftInTime has a client that sends the beginning of another request meanwhile, so that the server no longer
// looks at the connection.
func TestAnOriginThatStallsIsLeftInTime(t *testing.T) {
	left := make(chan bool, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "begun")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		left <- true
	}))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map / " + server.URL + "/\n"}, "-request-timeout", "100ms")
	for _, header := range []string{"", "Connection: Upgrade\r\nUpgrade: websocket\r\n"} {
		conn, err := net.Dial("tcp", p.address)
		require.NoError(t, err)
		defer conn.Close()
		io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a.example\r\n"+header+"\r\nG")
		<-left
	}
}

func TestAClientThatDoesNotFinishItsBodyIsToBlame(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map / " + server.URL + "/\n"}, "-request-timeout", "500ms")
	conn, err := net.Dial("tcp", p.address)
	require.NoError(t, err)
	defer conn.Close()
	io.WriteString(conn, "POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 10\r\n\r\n01234")
	io.Copy(io.Discard, conn) // the deadline of the answer is the same, so that none may come
	require.NotContains(t, p.log.String(), "origin failed")
}
