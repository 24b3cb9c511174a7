package remap

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/arenaregexp/regexp/arena"
)

// Request is what a look-up reads of a request. Texts are as they stand on the wire: nothing is decoded here, and percent-encoding,
// broken or not, is passed on as it is.
type Request struct {
	Method string // for rule files with the option method

	Scheme string // http, https, ws or wss, in lower case
	Host   string // of the Host header, without the port; an IPv6 address in its brackets; "" for a request of HTTP/1.0 without one
	Port   uint16 // of the Host header; 0 stands for the default of the scheme

	// RecvPort is the port that the request came in at, for map_with_recv_port. 0 stands for Port.
	RecvPort uint16

	Path  string // begins with a slash; "" stands for "/"
	Query string // without the question mark

	// Fragment is the part of the target after a #, which no client should send. A redirect carries it, as in Traffic Server.
	Fragment string

	ClientIP netip.Addr // for $i
}

// maxHost is how long a host name can be, by the standards of DNS.
const maxHost = 255

// What a byte may be part of. A URL holds no control byte and no blank, which also is what makes the two syntaxes of patterns agree
// on what a dot, \s and a dollar sign match.
const (
	inName = 1 << iota // of a host
	inPath
	inQuery
	upper
)

var classes = func() (c [256]uint8) {
	for b := range c {
		if b > ' ' && b != 0x7f {
			c[b] = inPath | inQuery
		}
	}
	c['?'], c['#'] = inQuery, 0
	for b := '0'; b <= '9'; b++ {
		c[b] |= inName
	}
	for b := 'a'; b <= 'z'; b++ {
		c[b] |= inName
		c[b-'a'+'A'] |= inName | upper
	}
	for _, b := range "-._" {
		c[b] |= inName
	}
	return c
}()

// holdsOnly returns whether all bytes of s are of a class.
func holdsOnly(s string, class uint8) bool { return strayByte(s, class) == len(s) }

// strayByte returns the offset of the first byte of s that is not of a class, or len(s).
func strayByte(s string, class uint8) int {
	for i := range len(s) {
		if classes[s[i]]&class == 0 {
			return i
		}
	}
	return len(s)
}

// check refuses a request that is none.
func (r *Request) check() error {
	if r.Path != "" && (r.Path[0] != '/' || !holdsOnly(r.Path, inPath)) {
		return errPath
	}
	if !holdsOnly(r.Query, inQuery) || !holdsOnly(r.Fragment, inQuery) {
		return errQuery
	}
	if !holdsOnly(r.Method, inPath) {
		return errMethod
	}
	return nil
}

// SetHost sets Host and Port from a Host header, which may end in a port. What is no port is left in Host, which [Table.Rewrite]
// then refuses.
func (r *Request) SetHost(hostport string) {
	r.Host, r.Port = hostport, 0
	i := strings.LastIndexByte(hostport, ':')
	if i < 0 || i < strings.IndexByte(hostport, ']') {
		return
	}
	if port, err := strconv.ParseUint(hostport[i+1:], 10, 16); err == nil && port > 0 {
		r.Host, r.Port = hostport[:i], uint16(port)
	}
}

// isHost reports whether s is a host name, or an IPv6 address in brackets.
func isHost(s string) bool {
	if len(s) == 0 || len(s) > maxHost {
		return false
	}
	return holdsOnly(s, inName) || isAddress(s)
}

func isAddress(s string) bool {
	inner, ok := strings.CutPrefix(s, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	return ok && closed && inner != "" && strings.Trim(inner, "0123456789abcdefABCDEF:.") == ""
}

// lowerHost returns the host in lower case. Where that is not what the request has, it is put behind dst, which is returned longer.
func lowerHost(dst []byte, host string) ([]byte, string, error) {
	if !isHost(host) {
		return dst, "", errHost
	}
	some := uint8(0)
	for i := range len(host) {
		some |= classes[host[i]]
	}
	if some&upper == 0 {
		return dst, host, nil
	}
	start := len(dst)
	dst = append(dst, host...)
	lowerASCII(dst[start:])
	return dst, arena.String(dst[start:]), nil
}

func lowerASCII(b []byte) {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
}

// A scheme is one of those that a rule can be for.
type scheme uint8

const (
	noScheme scheme = iota
	http
	https
	ws
	wss
)

var schemeNames = [...]string{"", "http", "https", "ws", "wss"}

func (s scheme) String() string { return schemeNames[s] }

// schemeOf returns the scheme with a name, or noScheme.
func schemeOf(name string) scheme {
	switch name {
	case "http":
		return http
	case "https":
		return https
	case "ws":
		return ws
	case "wss":
		return wss
	}
	return noScheme
}

// port returns the default port.
func (s scheme) port() uint16 {
	if s == https || s == wss {
		return 443
	}
	return 80
}
