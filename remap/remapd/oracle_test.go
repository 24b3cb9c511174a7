package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/remap"
)

// The oracle holds what Apache Traffic Server 9.2.9 did with raw requests.
type oracleGroup struct {
	Group, Config string
	Files         map[string]string
	Cases         []oracleCase
}

type oracleCase struct {
	Request []byte
	oracleAnswer
}

type oracleAnswer struct {
	Status       int
	Location     string
	Origin       int
	Target, Host string
}

func TestTrafficServerAnswersTheSame(t *testing.T) {
	text, err := os.ReadFile("../../../shared/data/ats/oracle.jsonl")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("../shared is not here")
	}
	require.NoError(t, err)
	agree, differ := 0, make(map[string]int)
	for line := range bytes.Lines(text) {
		var g oracleGroup
		require.NoError(t, json.Unmarshal(line, &g))
		t.Run(g.Group, func(t *testing.T) {
			p := startOracle(t, &g)
			for _, c := range g.Cases {
				if !bytes.HasSuffix(c.Request, []byte("\r\n\r\n")) {
					continue // cut off where it was written down
				}
				got := p.ask(t, c.Request)
				if got == c.oracleAnswer {
					agree++
					continue
				}
				kind := oracleException(&c, got)
				if kind == "" {
					t.Errorf("%q\n  there %+v\n  here  %+v", c.Request, c.oracleAnswer, got)
				}
				differ[kind]++
			}
		})
	}
	t.Logf("%d cases agree; exceptions: %v", agree, differ)
	for kind := range oracleExceptions {
		require.NotZero(t, differ[kind], "no case is an exception of this kind: %s", kind)
	}
}

// An oracleProxy is a remapd whose origins all are one listener, which answers with the target and the Host that it saw.
type oracleProxy struct {
	address string
	origin  int // port of the last connection to an origin
}

func startOracle(t *testing.T, g *oracleGroup) *oracleProxy {
	dir := t.TempDir()
	for name, text := range g.Files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	config := filepath.Join(dir, "remap.config")
	files := map[string][]string{config: strings.Split(g.Config, "\n")}
	for name, text := range g.Files {
		files[filepath.Join(dir, name)] = strings.Split(text, "\n")
	}
	s, err := parseSettings([]string{"-config", config}, io.Discard)
	require.NoError(t, err)
	logger := slog.New(slog.DiscardHandler)
	p := newProxy(s, remap.Options{Logger: logger}, logger)
	for range 20 { // rules that are refused here are left out
		for name, lines := range files {
			require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o666))
		}
		if err = p.rules.load(); err == nil {
			break
		}
		for _, err := range err.(interface{ Unwrap() []error }).Unwrap() {
			e, ok := errors.AsType[*remap.ConfigError](err)
			require.True(t, ok, err)
			if files[e.File][e.Line-1] != "" {
				t.Logf("refused: %v", strings.TrimPrefix(err.Error(), dir+"/"))
			}
			files[e.File][e.Line-1] = ""
		}
	}
	require.NoError(t, err)

	o := new(oracleProxy)
	origins, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go serveOracleOrigin(origins)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		_, port, _ := net.SplitHostPort(address)
		o.origin, _ = strconv.Atoi(port)
		if o.origin != 80 && o.origin != 18081 && o.origin != 18443 {
			return nil, errors.New("no origin listens there")
		}
		return new(net.Dialer).DialContext(ctx, network, origins.Addr().String())
	}
	h := &handler{table: p.rules.table.Load, forward: newForwarder(time.Second, time.Minute, logger), maxURL: s.maxURL, log: logger}
	h.forward.proxy.Transport = &http.Transport{DialContext: dial, DialTLSContext: dial, DisableKeepAlives: true, DisableCompression: true}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	o.address = listener.Addr().String()
	server := p.server(s)
	server.Handler = h
	go server.Serve(port18080{listener})
	t.Cleanup(func() {
		server.Close()
		origins.Close()
	})
	return o
}

// port18080 is a listener whose connections come in at the port that Traffic Server listened at.
type port18080 struct{ net.Listener }

func (l port18080) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return conn18080{c}, err
}

type conn18080 struct{ net.Conn }

func (conn18080) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 18080} }

func serveOracleOrigin(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			r := bufio.NewReader(c)
			line, _ := r.ReadString('\n')
			target := strings.TrimSuffix(line[strings.IndexByte(line, ' ')+1:], " HTTP/1.1\r\n")
			host := ""
			for line, err := "x", error(nil); err == nil && line != "\r\n"; line, err = r.ReadString('\n') {
				if name, value, _ := strings.Cut(line, ": "); name == "Host" {
					host = strings.TrimSpace(value)
				}
			}
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nX-Origin: 1\r\nX-Target: %s\r\nX-Host: %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", target, host)
		}()
	}
}

func (o *oracleProxy) ask(t *testing.T, request []byte) (a oracleAnswer) {
	c, err := net.Dial("tcp", o.address)
	require.NoError(t, err)
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	go c.Write(request)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err, "%q", request)
	defer r.Body.Close()
	a = oracleAnswer{Status: r.StatusCode, Location: r.Header.Get("Location")}
	if r.Header.Get("X-Origin") != "" {
		a.Origin, a.Target, a.Host = o.origin, r.Header.Get("X-Target"), r.Header.Get("X-Host")
	}
	return a
}
