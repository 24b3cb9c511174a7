package remap

import (
	"strings"

	"github.com/arenaregexp/regexp"
)

// A lookup is the search for the rule that a request is for.
type lookup struct {
	request Request // a copy: matches refer to its texts, and through a pointer the caller's would escape to the heap with them
	host    string  // in lower case
	path    string  // begins with exactly one slash; without parameters
	params  string  // of the path: from its first semicolon, or empty if nothing follows that
	scheme  scheme
	port    uint16

	rule  int32 // the lowest that is for the request, as far as is known, or none
	limit error // why it is not decided
}

// newLookup checks a request. It puts what it must write down behind dst, which is returned longer.
func newLookup(dst []byte, r *Request) (lookup, []byte, error) {
	l := lookup{request: *r, path: r.Path, scheme: schemeOf(r.Scheme), port: r.Port, rule: none}
	if err := r.check(); err != nil {
		return l, dst, err
	}
	out, err := dst, error(nil)
	if r.Host != "" {
		out, l.host, err = lowerHost(dst, r.Host)
	}
	l.setPath()
	if l.port == 0 {
		l.port = l.scheme.port()
	}
	return l, out, err
}

// setPath divides the path as Traffic Server does: a run of slashes at its beginning is one slash, and parameters, from the first
// semicolon on, belong to no prefix and no subject. Otherwise "//admin" and "/admin;x" pass a rule that keeps "/admin" out.
func (l *lookup) setPath() {
	if l.path == "" {
		l.path = "/"
	}
	for len(l.path) > 1 && l.path[1] == '/' {
		l.path = l.path[1:]
	}
	if i := strings.IndexByte(l.path, ';'); i >= 0 {
		l.path, l.params = l.path[:i], l.path[i:]
		if l.params == ";" {
			l.params = ""
		}
	}
}

// portFor returns the port that the rules of a group are asked about.
func (l *lookup) portFor(group int) uint16 {
	if group == recvPort && l.request.RecvPort != 0 {
		return l.request.RecvPort
	}
	return l.port
}

// find looks for the rule by precedence: group by group, and in each the rules with a host first. A request without a host is for
// rules without one. A map_with_recv_port without a host never wins, as in Traffic Server.
func (t *Table) find(l *lookup, m *regexp.Matches) {
	for i := range t.groups {
		g, port := &t.groups[i], l.portFor(i)
		if len(g.names) > 0 {
			g.findName(l, port)
		}
		for j := 0; j < len(g.patterns) && l.host != ""; j++ {
			if e := &g.patterns[j]; e.scheme == l.scheme && e.port == port {
				t.findPattern(&e.paths, l, m)
			}
		}
		if l.rule == none && i != recvPort {
			l.rule = lowest(&g.hostless, l.path, none)
		}
		if l.rule != none {
			return
		}
	}
}

func (g *group) findName(l *lookup, port uint16) {
	all := g.names[l.host]
	for i := range all {
		if e := &all[i]; e.scheme == l.scheme && e.port == port {
			l.rule = lowest(&e.paths, l.path, l.rule)
		}
	}
}

// findPattern asks the patterns of each path prefix that the path has for a rule that is lower than what has been found.
func (t *Table) findPattern(p *prefixes[*patterns], l *lookup, m *regexp.Matches) {
	found := false // m holds a match
	for _, length := range p.lengths {
		if length.lowest >= l.rule {
			break
		}
		if length.length > len(l.path) {
			continue
		}
		hosts := p.at[l.path[:length.length]]
		if hosts == nil || hosts.lowest >= l.rule {
			continue
		}
		if found {
			t.improve(hosts, l, m)
			continue
		}
		if rule, limit := t.first(hosts, l.host, l.rule, m); rule < l.rule {
			l.rule, l.limit, found = rule, limit, true
		}
	}
}

// improve asks patterns for a lower rule than that whose match is in m, which stays where they have none.
//
//go:noinline
func (t *Table) improve(hosts *patterns, l *lookup, m *regexp.Matches) {
	var mine regexp.Matches
	if rule, limit := t.first(hosts, l.host, l.rule, &mine); rule < l.rule {
		l.rule, l.limit, *m = rule, limit, mine
	}
}
