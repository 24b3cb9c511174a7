package main

import (
	"net/http"
	"strings"
)

// forgeable are header fields that origins believe since only a proxy should set them: where a request came from, what it asked for
// before it was rewritten, and Proxy, which CGI programs take for their own setting HTTP_PROXY.
var forgeable = map[string]bool{
	"forwarded": true, "proxy": true, "x-real-ip": true, "x-client-ip": true, "x-cluster-client-ip": true, "true-client-ip": true,
	"cf-connecting-ip": true, "fastly-client-ip": true, "x-original-url": true, "x-rewrite-url": true, "x-original-host": true,
	"x-host": true,
}

// dropForged removes what a client has no business to send. Many origins read an underscore or a dot in a name as a hyphen, so such
// spellings go as well.
func dropForged(h http.Header) {
	for name := range h {
		if folded := foldName(name); forgeable[folded] || strings.HasPrefix(folded, "x-forwarded-") {
			delete(h, name)
		}
	}
}

// foldName returns a name as a careless origin reads it: in lower case, with a hyphen for each byte that is no letter or digit.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return '-'
	}, name)
}
