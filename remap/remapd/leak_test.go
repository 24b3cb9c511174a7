package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestClientsThatLeaveKeepNoGoroutine has clients leave before, in and after an answer, in a body, and in a WebSocket.
func TestClientsThatLeaveKeepNoGoroutine(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Upgrade") != "":
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
			io.Copy(conn, conn)
		case r.URL.Path == "/stalls":
			io.WriteString(w, "begun")
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		default:
			io.Copy(io.Discard, r.Body)
		}
	}))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map / " + server.URL + "/\n"})
	visit := func() {
		for _, request := range []string{
			"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
			"GET /stalls HTTP/1.1\r\nHost: a.example\r\n\r\n",
			"POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 10\r\n\r\n01234",
			"GET / HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
			"GET / HTTP/1.1\r\nHost: a.exa",
		} {
			conn, err := net.Dial("tcp", p.address)
			require.NoError(t, err)
			io.WriteString(conn, request)
			conn.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
			io.ReadAll(conn)
			conn.Close()
		}
	}
	visit()
	time.Sleep(50 * time.Millisecond)
	before := runtime.NumGoroutine()
	for range 20 {
		visit()
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() < before+20 }, 10*time.Second, 10*time.Millisecond,
		"a kind of request that kept one would have kept twenty")
}
