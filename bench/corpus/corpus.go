// Package corpus reads the seed corpus: the patterns, subjects and right answers of the systems that
// this project learns from (Apache Traffic Server, git grep, Android's file contexts, Apache
// HttpComponents). testdata/README.md names the sources and the columns.
//
// The bundled benchmark takes its cases from here and the tests of the root package check every row,
// so that a pattern is written down once. Nothing but benchmarks and tests imports it.
package corpus

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Row is one row of the corpus.
type Row struct {
	Group   string // what the row belongs to, such as "ats_bench" or "git_p7820"
	Name    string // what its source calls it; not unique, may be empty
	Pattern string // the pattern, or "@" and the group whose patterns are tried together
	Subject string // the text to match, decoded
	Expect  Expect
	Flags   []string // compile options, in the words of PCRE2: "caseless", "anchored", ...

	// GoStdlib is "same" where the standard library agrees, "GO_COMPILE_ERROR" where it refuses the
	// pattern, "DIFF ..." with its answer where that is another, "ok" where the row is no single match.
	GoStdlib string

	Source string // the file or report that the row was taken from
}

// Expect is the right answer of a row, which is PCRE2's.
type Expect struct {
	// Kind is the first word of the column. "MATCH", "NOMATCH" and "TRUE_ANSWER" say whether the
	// pattern matches the subject; the others ("INDEX", "LINES", "RESULT", "TYPE", ...) answer
	// something else in Value.
	Kind string

	// Match is whether the pattern matches the subject.
	Match bool

	// Groups holds the start and end of each group of a "MATCH", the whole match first, -1 and -1
	// where a group took no part. PCRE2 leaves out the groups behind the last that took part.
	Groups [][2]int

	// Value is the rest of the column.
	Value string
}

// Has reports whether the row is compiled with a flag.
func (r Row) Has(flag string) bool { return slices.Contains(r.Flags, flag) }

// GoPattern returns the pattern with those flags written in that the standard syntax can express:
// caseless, multiline, dotall, anchored and endanchored. The groups keep their numbers.
func (r Row) GoPattern() string {
	p := r.Pattern
	if r.Has("anchored") || r.Has("endanchored") {
		p = "(?:" + p + ")"
	}
	if r.Has("anchored") {
		p = `\A` + p
	}
	if r.Has("endanchored") {
		p += `\z`
	}
	letters := ""
	for _, f := range []string{"caseless", "multiline", "dotall"} {
		if r.Has(f) {
			letters += map[string]string{"caseless": "i", "multiline": "m", "dotall": "s"}[f]
		}
	}
	if letters != "" {
		p = "(?" + letters + ")" + p
	}
	return p
}

//go:embed testdata/seed_corpus.tsv
var seed string

var rows = sync.OnceValues(func() ([]Row, error) { return parse(seed) })

// Rows returns all rows in the order of the file. The slice is shared: do not change it.
// It panics where the file that is built into the program is malformed, which a test rules out.
func Rows() []Row {
	all, err := rows()
	if err != nil {
		panic(err)
	}
	return all
}

// parse reads the table, whose first line names the columns.
func parse(tsv string) ([]Row, error) {
	var all []Row
	for i, line := range strings.Split(strings.TrimSuffix(tsv, "\n"), "\n") {
		if i == 0 {
			continue
		}
		r, err := parseRow(line)
		if err != nil {
			return nil, fmt.Errorf("seed corpus, line %d: %w", i+1, err)
		}
		all = append(all, r)
	}
	return all, nil
}

func parseRow(line string) (Row, error) {
	f := strings.Split(line, "\t")
	if len(f) != 8 {
		return Row{}, fmt.Errorf("%d columns, want 8", len(f))
	}
	subject, err := decode(f[3])
	if err != nil {
		return Row{}, fmt.Errorf("subject %q: %w", f[3], err)
	}
	expect, err := parseExpect(f[4])
	if err != nil {
		return Row{}, fmt.Errorf("expectation %q: %w", f[4], err)
	}
	r := Row{Group: f[0], Name: f[1], Pattern: f[2], Subject: subject, Expect: expect, GoStdlib: f[6], Source: f[7]}
	if f[5] != "" {
		r.Flags = strings.Split(f[5], "|")
	}
	return r, nil
}

// decode returns the subject that a cell stands for: json:"..." is a JSON string,
// rep:[prefix, unit, count, suffix] repeats a unit, anything else is itself.
func decode(cell string) (string, error) {
	if text, ok := strings.CutPrefix(cell, "json:"); ok {
		var s string
		err := json.Unmarshal([]byte(text), &s)
		return s, err
	}
	if text, ok := strings.CutPrefix(cell, "rep:"); ok {
		var prefix, unit, suffix string
		var count int
		parts := []any{&prefix, &unit, &count, &suffix}
		if err := json.Unmarshal([]byte(text), &parts); err != nil {
			return "", err
		}
		if len(parts) != 4 || count < 0 {
			return "", fmt.Errorf("want prefix, unit, count, suffix")
		}
		return prefix + strings.Repeat(unit, count) + suffix, nil
	}
	return cell, nil
}

func parseExpect(cell string) (Expect, error) {
	if answer, ok := strings.CutPrefix(cell, "TRUE_ANSWER="); ok {
		answer, rest, _ := strings.Cut(answer, "; ")
		return Expect{Kind: "TRUE_ANSWER", Match: answer == "MATCH", Value: rest}, nil
	}
	kind, rest, _ := strings.Cut(cell, " ")
	e := Expect{Kind: kind, Match: kind == "MATCH", Value: rest}
	if !e.Match {
		return e, nil
	}
	count, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(strings.TrimPrefix(count, "n="))
	if err != nil {
		return e, err
	}
	for i := range n {
		var group string
		group, rest, _ = strings.Cut(rest, " ")
		span, err := parseSpan(group, i)
		if err != nil {
			return e, err
		}
		e.Groups = append(e.Groups, span)
	}
	e.Value = rest
	return e, nil
}

// parseSpan reads "i=start:end", or "i=-" for a group that took no part.
func parseSpan(s string, i int) ([2]int, error) {
	span, ok := strings.CutPrefix(s, strconv.Itoa(i)+"=")
	if !ok {
		return [2]int{}, fmt.Errorf("want group %d, got %q", i, s)
	}
	if span == "-" {
		return [2]int{-1, -1}, nil
	}
	a, b, _ := strings.Cut(span, ":")
	start, err := strconv.Atoi(a)
	if err != nil {
		return [2]int{}, err
	}
	end, err := strconv.Atoi(b)
	return [2]int{start, end}, err
}
