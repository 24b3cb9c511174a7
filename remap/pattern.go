package remap

import (
	"regexp/syntax"
	"time"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
)

// A pattern is one expression of a rule, before it is put with others.
type pattern struct {
	source   string
	standard string            // as it is put into a set, where it has the standard syntax
	perl     *jitstack.Pattern // where it has not
	groups   int
}

// parsePath reads a pattern that is searched for in a path. What both syntaxes take is read as the standard one: they make the same
// of what a URL holds.
func parsePath(source string, caseless bool) (pattern, error) {
	var flags jitstack.Flags
	standard := source
	if caseless {
		flags, standard = jitstack.Caseless, "(?i)"+source
	}
	if tree, err := syntax.Parse(standard, syntax.Perl); err == nil {
		groups := tree.MaxCap()
		if groups >= arena.InlineGroups {
			dropCaptures(tree)
			standard = tree.String()
		}
		return pattern{source: source, standard: standard, groups: groups}, nil
	}
	return parsePerl(source, flags)
}

// parseHost reads a pattern that must match a host, whole and whatever its case.
func parseHost(source string) (pattern, error) {
	if tree, err := syntax.Parse(source, syntax.Perl|syntax.FoldCase); err == nil {
		groups := tree.MaxCap()
		lowerTree(tree)
		dropCaptures(tree)
		return pattern{source: source, standard: tree.String(), groups: groups}, nil
	}
	return parsePerl(source, jitstack.Caseless|jitstack.Anchored|jitstack.EndAnchored)
}

func parsePerl(source string, flags jitstack.Flags) (pattern, error) {
	p, err := jitstack.Compile(source, flags)
	if err != nil {
		return pattern{}, err
	}
	return pattern{source: source, perl: p, groups: p.NumSubexp()}, nil
}

// dropCaptures leaves of a pattern's groups those that a match holds without a slice on the heap. Nothing reads the others: a
// template can name nine.
func dropCaptures(re *syntax.Regexp) {
	for i, sub := range re.Sub {
		for sub.Op == syntax.OpCapture && sub.Cap >= arena.InlineGroups {
			sub = sub.Sub[0]
		}
		re.Sub[i] = sub
		dropCaptures(sub)
	}
}

// none is the rule of a look-up that has found none yet: it is behind all others.
const none = int32(1<<31 - 1)

// patterns are the patterns of rules that are asked about one subject. The lowest rule wins.
type patterns struct {
	texts  []string    // of the standard syntax
	ranks  []int32     // the rule of each
	set    *regexp.Set // nil where there are none
	perl   []perlPattern
	lowest int32 // of all rules
}

type perlPattern struct {
	rule    int32
	pattern *jitstack.Pattern
}

// add adds the pattern of a rule that is higher than those before.
func (p *patterns) add(rule int32, q *pattern) {
	if len(p.ranks)+len(p.perl) == 0 {
		p.lowest = rule
	}
	if q.perl != nil {
		p.perl = append(p.perl, perlPattern{rule, q.perl})
		return
	}
	p.texts, p.ranks = append(p.texts, q.standard), append(p.ranks, rule)
}

// compile makes a set of the patterns in the standard syntax, whose automata take so many bytes at most. An error is of the rule that
// is returned with it.
func (p *patterns) compile(how regexp.Anchoring, budget int) (rule int32, err error) {
	if len(p.texts) == 0 {
		return none, nil
	}
	p.set, err = regexp.CompileSetOptions(p.texts, regexp.SetOptions{Anchoring: how, Budget: budget})
	p.texts = nil
	if err == nil {
		return none, nil
	}
	if e, ok := err.(*regexp.SetError); ok {
		return p.ranks[e.Index], e.Err
	}
	return p.lowest, err
}

// first returns the lowest rule below bound whose pattern matches, with its match in m, or none.
//
// A rule that meets a limit is undecided. Where such requests are answered with 503 it takes its place in the order like a rule
// that matches, and comes back with the error; else the search goes on behind it.
func (t *Table) first(p *patterns, subject string, bound int32, m *regexp.Matches) (rule int32, limit error) {
	rule = none
	if p.set != nil && p.ranks[0] < bound {
		if i, ok := p.set.Exec(subject, m); ok && p.ranks[i] < bound {
			rule = p.ranks[i]
		}
	}
	for i := range p.perl {
		q := &p.perl[i]
		if q.rule >= min(rule, bound) {
			break
		}
		switch ok, err := t.matchAlone(q, subject, m); {
		case ok:
			return q.rule, nil
		case err != nil && t.options.OnLimit == LimitUnavailable:
			return q.rule, err
		}
	}
	return rule, nil
}

// matchAlone matches a pattern of package jitstack, and counts. m is left as it is but for a match.
//
//go:noinline
func (t *Table) matchAlone(q *perlPattern, subject string, m *regexp.Matches) (bool, error) {
	var mine regexp.Matches
	c := &t.counts[q.rule]
	var start time.Time
	timed := sampled()
	if timed {
		start = time.Now()
	}
	ok, err := q.exec(subject, &mine)
	if timed {
		c.matchTime.Add(int64(time.Since(start)) * sampling)
	}
	switch {
	case ok:
		*m = mine
	case err != nil:
		t.limit(q.rule, err)
	default:
		c.misses.Add(1)
	}
	return ok, err
}

// exec matches a pattern. The groups that m has no room for lie in a block of the arena until it is done: the numbers of those before
// them are what a template can name, but the pattern itself may refer to any.
func (q *perlPattern) exec(subject string, m *regexp.Matches) (bool, error) {
	groups := 1 + q.pattern.NumSubexp()
	if groups <= arena.InlineGroups {
		return q.pattern.Exec(subject, m)
	}
	block := arena.Get(8 * 2 * groups)
	defer block.Release()
	spans, err := q.pattern.AppendFindAllStringSubmatchIndex(block.Ints(2 * groups)[:0], subject, 1)
	if err != nil || len(spans) == 0 {
		return false, err
	}
	copy(m.Slots(arena.InlineGroups), spans)
	m.Commit(subject, arena.InlineGroups, nil)
	return true, nil
}

// matcher says what matches a pattern, as in [Rule].
func (p *pattern) matcher() string {
	if p.perl != nil {
		return "jitstack"
	}
	return "set"
}
