package remap

import "slices"

// A group holds the rules of one rank of precedence, so that the lowest that a request is for is found without a look at the
// others.
//
// Rules whose host is a name are found by the host, then by scheme and port, then by the path. Of rules whose host is a pattern,
// those that agree in scheme, port and path are matched at once: they are in the set that scheme, port and path lead to. Rules
// without a host come second, and are found by the path.
type group struct {
	names    map[string][]endpoint[int32]
	patterns []endpoint[*patterns]
	hostless prefixes[int32]
}

// An endpoint is a scheme and a port.
type endpoint[V any] struct {
	scheme scheme
	port   uint16
	paths  prefixes[V]
}

// prefixes hold a value for each of some path prefixes. The prefixes that a path has are found by their lengths, of which there are
// few.
type prefixes[V any] struct {
	lengths []prefixLength // the one with the lowest rule first
	at      map[string]V
}

type prefixLength struct {
	length int
	lowest int32
}

// get returns the value of a prefix, or the zero value.
func (p *prefixes[V]) get(prefix string) V { return p.at[prefix] }

// put sets the value of a prefix, for a rule that is higher than those before.
func (p *prefixes[V]) put(prefix string, rule int32, v V) {
	if p.at == nil {
		p.at = make(map[string]V)
	}
	p.at[prefix] = v
	if !slices.ContainsFunc(p.lengths, func(l prefixLength) bool { return l.length == len(prefix) }) {
		p.lengths = append(p.lengths, prefixLength{len(prefix), rule})
	}
}

// lowest returns the lowest rule below bound, or bound, whose prefix the path has.
func lowest(p *prefixes[int32], path string, bound int32) int32 {
	for _, l := range p.lengths {
		if l.lowest >= bound {
			break
		}
		if l.length <= len(path) {
			if rule, ok := p.at[path[:l.length]]; ok {
				bound = min(bound, rule)
			}
		}
	}
	return bound
}

// at returns the paths of an endpoint, which it adds where it is new.
func at[V any](all []endpoint[V], s scheme, port uint16) ([]endpoint[V], *prefixes[V]) {
	i := slices.IndexFunc(all, func(e endpoint[V]) bool { return e.scheme == s && e.port == port })
	if i < 0 {
		i = len(all)
		all = append(all, endpoint[V]{scheme: s, port: port})
	}
	return all, &all[i].paths
}

// add adds a rule that is higher than those before. It returns the rule that is for the same requests, where there is one: the new
// one would never win.
func (g *group) add(number int32, r *rule) (same int32) {
	switch {
	case r.from.scheme == noScheme:
		return addOnce(&g.hostless, r.from.path, number)
	case r.from.literal:
		if g.names == nil {
			g.names = make(map[string][]endpoint[int32])
		}
		all, paths := at(g.names[r.from.host], r.from.scheme, r.from.effectivePort())
		g.names[r.from.host] = all
		return addOnce(paths, r.from.path, number)
	}
	var paths *prefixes[*patterns]
	g.patterns, paths = at(g.patterns, r.from.scheme, r.from.effectivePort())
	p := paths.get(r.from.path)
	if p == nil {
		p = new(patterns)
		paths.put(r.from.path, number, p)
	}
	p.add(number, &r.pattern)
	return none
}

func addOnce(p *prefixes[int32], prefix string, number int32) (same int32) {
	if same, ok := p.at[prefix]; ok {
		return same
	}
	p.put(prefix, number, number)
	return none
}
