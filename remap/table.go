package remap

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/arenaregexp/regexp"
)

// Table is a set of rules, ready to be asked. It is immutable but for its counts, and safe for concurrent use.
type Table struct {
	options Options
	rules   []rule
	groups  [4]group // by precedence
	counts  []counters
	misses  atomic.Uint64
}

// A Rule is one line of a configuration, or of a rule file that it names.
type Rule struct {
	File   string
	Line   int
	Kind   string // its type, such as "regex_map"; "regex_remap" for a line of a rule file
	From   string // what it is for, as written: a URL, or for a line of a rule file a pattern
	To     string // what it maps to, as written
	Status int    // what requests are answered with; 0 where they are forwarded

	// Matcher is "name" for a host or path that is looked up as it is, "set" for a pattern that is matched with others, and
	// "jitstack" for one that is matched alone.
	Matcher string
}

// rule is a Rule with what it compiles to.
type rule struct {
	Rule
	at field // where errors of the pattern are

	from, to location
	pattern  pattern
	host     template // of to.host, where from.host is a pattern
	file     *ruleFile
	options  fileOptions

	template template // of a line of a rule file
	lower    bool
}

// Load reads a configuration in the syntax of Traffic Server's remap.config and the rule files that it names, which lie beside it.
// The error joins a *[ConfigError] for each thing that is wrong; then there is no table.
func Load(name string, options Options) (*Table, error) {
	options = options.withDefaults()
	text, err := options.ReadFile(name)
	if err != nil {
		return nil, &ConfigError{File: name, Err: err}
	}
	return Parse(name, text, options)
}

// Parse is [Load] for a configuration that has been read. Its name is for messages, and says where rule files lie.
func Parse(name string, config []byte, options Options) (*Table, error) {
	p := parser{options: options.withDefaults(), name: name, files: make(map[string]*ruleFile)}
	p.parse(string(config))
	t := p.table()
	if p.errs != nil {
		return nil, errors.Join(p.errs...)
	}
	return t, nil
}

// tableBudget bounds the automata of a table's sets, in bytes; setBudget is what each of them gets even where there are many.
const (
	tableBudget = 64 << 20
	setBudget   = 1 << 20
)

// table puts the rules where they are looked for. It returns nil where there were errors.
func (p *parser) table() *Table {
	if p.errs != nil {
		return nil
	}
	t := &Table{options: p.options}
	for i := range p.rules {
		r := &p.rules[i]
		if same := t.groups[kinds[r.Kind].group].add(int32(i), r); same != none {
			p.fail(r.at, 0, "line %d is for the same requests, so this rule would never win", p.rules[same].Line)
		}
	}
	t.rules = p.rules
	for _, file := range p.order {
		for i := range file.rules {
			file.patterns.add(int32(len(t.rules)+i), &file.rules[i].pattern)
		}
		t.rules = append(t.rules, file.rules...)
		file.rules = nil
	}
	p.compile(t)
	t.counts = make([]counters, len(t.rules))
	return t
}

// compile compiles the sets of a table.
func (p *parser) compile(t *Table) {
	var hosts []*patterns
	for i := range t.groups {
		for _, e := range t.groups[i].patterns {
			hosts = slices.AppendSeq(hosts, maps.Values(e.paths.at))
		}
	}
	budget := max(setBudget, tableBudget/max(1, len(hosts)+len(p.order)))
	compile := func(all *patterns, how regexp.Anchoring) {
		if rule, err := all.compile(how, budget); err != nil {
			r := &t.rules[rule]
			p.failIn(r.File, r.at, 0, err)
		}
	}
	for _, all := range hosts {
		compile(all, regexp.Full)
	}
	for _, file := range p.order {
		compile(&file.patterns, regexp.Unanchored)
	}
}

// Len returns the number of rules.
func (t *Table) Len() int { return len(t.rules) }

// Rule returns rule i. Rules of the configuration are numbered from 0 in their order; those of the rule files follow.
func (t *Table) Rule(i int) Rule { return t.rules[i].Rule }

// Rules iterates over all rules.
func (t *Table) Rules() iter.Seq2[int, Rule] {
	return func(yield func(int, Rule) bool) {
		for i := range t.rules {
			if !yield(i, t.rules[i].Rule) {
				return
			}
		}
	}
}
