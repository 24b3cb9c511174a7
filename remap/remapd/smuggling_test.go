package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoRequestHidesInAnother sends bytes that a proxy and an origin may divide into requests differently. The origin must see at
// most the request for /a, and its body only as the proxy has understood it.
func TestNoRequestHidesInAnother(t *testing.T) {
	const hidden = "GET /hidden HTTP/1.1\r\nHost: a.example\r\n\r\n"
	for _, c := range []struct{ name, header, body, want string }{
		{"a length beside chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", "200 POST /a \"\""},
		{"chunks beside a length", "Transfer-Encoding: chunked\r\nContent-Length: 50\r\n", "1\r\nx\r\n0\r\n\r\n", "200 POST /a \"x\""},
		{"a blank before the colon", "Transfer-Encoding : chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n", "400 "},
		{"an encoding that is none", "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n", "501 "},
		{"two encodings", "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n", "501 "},
		{"the encoding twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n", "501 "},
		{"a length with a sign", "Content-Length: +5\r\n", "12345", "400 "},
		{"lengths that differ", "Content-Length: 5\r\nContent-Length: 6\r\n", "12345", "400 "},
		{"a length that is a list", "Content-Length: 5, 6\r\n", "12345", "400 "},
		{"NUL in a field", "X-A: b\x00c\r\n", "", "400 "},
		{"a carriage return in a field", "X-A: b\rTransfer-Encoding: chunked\r\n", "", "400 "},
		{"a size that is none", "Transfer-Encoding: chunked\r\n", "0x1\r\nx\r\n0\r\n\r\n", "400 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seen []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				seen = append(seen, r.RequestURI)
				io.WriteString(w, r.Method+" "+r.RequestURI+" \""+string(body)+"\"")
			}))
			p := start(t, map[string]string{"remap.config": "map http://a.example/ " + server.URL + "/\n"})
			conn, err := net.Dial("tcp", p.address)
			require.NoError(t, err)
			defer conn.Close()
			io.WriteString(conn, "POST /a HTTP/1.1\r\nHost: a.example\r\n"+c.header+"\r\n"+c.body)
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			got, err := answer(response)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(got, c.want), got)
			io.WriteString(conn, hidden) // goes unanswered where the connection was closed for what came before
			conn.(*net.TCPConn).CloseWrite()
			io.Copy(io.Discard, conn)
			server.Close()
			if strings.HasPrefix(c.want, "200") {
				require.Equal(t, "/a", seen[0])
				return
			}
			require.NotContains(t, seen, "/hidden")
			require.NotContains(t, p.log.String(), "origin failed")
		})
	}
}

// TestAClientMaySwitchToWebSocketOnly: an origin that agrees to h2c would be the client's to ask, past all rules.
func TestAClientMaySwitchToWebSocketOnly(t *testing.T) {
	headers := make(chan http.Header, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers <- r.Header
		if upgrade := r.Header.Get("Upgrade"); upgrade != "" {
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Upgrade", upgrade)
			w.WriteHeader(http.StatusSwitchingProtocols)
		}
	}))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map http://a.example/ " + server.URL + "/\n"})
	for _, header := range []string{
		"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
		"Connection: upgrade\r\nUpgrade: h2c, websocket\r\n",
		"Connection: upgrade\r\nUpgrade: TLS/1.0\r\n",
		"Upgrade: websocket\r\n", // without Connection it asks for nothing
	} {
		got := p.send(t, "GET / HTTP/1.1\r\nHost: a.example\r\n"+header+"\r\n")
		require.Equal(t, "200 ", got, header)
		h := <-headers
		require.Empty(t, h["Upgrade"], header)
		require.Empty(t, h["Connection"], header)
	}
}
