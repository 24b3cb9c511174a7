package remap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAHostHeaderIsDividedIntoHostAndPort(t *testing.T) {
	for _, c := range []struct {
		header, host string
		port         uint16
	}{
		{"example.com", "example.com", 0},
		{"example.com:8080", "example.com", 8080},
		{"[::1]", "[::1]", 0},
		{"[::1]:81", "[::1]", 81},
		{"", "", 0},
		{"a:", "a:", 0},
		{"a:0", "a:0", 0},
		{"a:http", "a:http", 0},
		{"a:65536", "a:65536", 0},
		{"a:-1", "a:-1", 0},
		{"a:1:2", "a:1", 2},
	} {
		r := Request{Port: 7}
		r.SetHost(c.header)
		require.Equal(t, Request{Host: c.host, Port: c.port}, r, c.header)
	}
}
