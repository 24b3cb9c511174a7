package remap

import (
	"fmt"
	"strings"

	"github.com/arenaregexp/regexp"
)

// String returns the rule as it is written, with file and line.
func (r Rule) String() string {
	text := fmt.Sprintf("%s:%d: %s %s", r.File, r.Line, r.Kind, r.From)
	if r.To != "" {
		text += " " + r.To
	}
	return text
}

// Explain returns in words what rule i compiles to: how the requests that it is for are found, and what becomes of them. The text
// may change from version to version.
func (t *Table) Explain(i int) string {
	r := &t.rules[i]
	var b strings.Builder
	fmt.Fprintf(&b, "rule %d, %v\n", i, r.Rule)
	switch {
	case r.Kind == "regex_remap":
		fmt.Fprintf(&b, "  path   %s\n", r.pattern.explain(t.fileOf(int32(i)), false))
	case r.from.scheme == noScheme:
		fmt.Fprintf(&b, "  for    paths that begin with %s, where no rule of its group has the host\n", r.from.path)
	default:
		fmt.Fprintf(&b, "  for    %s, port %d, paths that begin with %s\n", r.from.scheme, r.from.effectivePort(), r.from.path)
		if r.from.literal {
			fmt.Fprintf(&b, "  host   %s, looked up by name\n", r.from.host)
		} else {
			fmt.Fprintf(&b, "  host   %s\n", r.pattern.explain(t.hostsOf(r), true))
		}
	}
	if r.file != nil {
		fmt.Fprintf(&b, "  file   %s, %s, asked about %s\n", r.file.name, count(r.file.patterns.len(), "line"), r.options)
	}
	switch {
	case answersAlone(r.Status):
		fmt.Fprintf(&b, "  answer %d\n", r.Status)
	case r.Status != 0:
		fmt.Fprintf(&b, "  answer %d, Location %s\n", r.Status, r.To)
	default:
		fmt.Fprintf(&b, "  to     %s\n", r.To)
	}
	return b.String()
}

// explain says how a pattern is matched, among those that it is with.
func (p *pattern) explain(all *patterns, whole bool) string {
	how := "found anywhere"
	if whole {
		how = "matched whole, whatever the case"
	}
	if p.perl != nil {
		return fmt.Sprintf("%s, %s, alone, by jitstack\n", p.source, how) + indent(p.perl.Explain())
	}
	text := fmt.Sprintf("%s, %s, in a set of %s", p.source, how, count(len(all.ranks), "pattern"))
	if p.standard != p.source {
		text += ", as " + p.standard
	}
	return text + "\n" + indent(regexp.MustCompile(p.standard).Explain())
}

func indent(text string) string {
	return "         " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n         ")
}

func (p *patterns) len() int { return len(p.ranks) + len(p.perl) }

// String says what the patterns of a file are matched against.
func (o fileOptions) String() string {
	what := "/path"
	if o.host {
		what = "//host" + what
	}
	if o.method {
		what = "METHOD" + what
	}
	if !o.noQuery {
		what += "?query"
	}
	if o.pristine {
		return what + " of the request"
	}
	return what + " of the mapped URL"
}

// hostsOf returns the patterns that a rule's is matched with.
func (t *Table) hostsOf(r *rule) *patterns {
	_, paths := at(t.groups[kinds[r.Kind].group].patterns, r.from.scheme, r.from.effectivePort())
	return paths.get(r.from.path)
}

// fileOf returns the patterns of the file that a line is of.
func (t *Table) fileOf(line int32) *patterns {
	for i := range t.rules {
		if f := t.rules[i].file; f != nil && f.patterns.lowest <= line && line < f.patterns.lowest+int32(f.patterns.len()) {
			return &f.patterns
		}
	}
	return nil
}
