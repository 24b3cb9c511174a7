// Package rebar reads benchmarks in the format of rebar, the regex barometer (github.com/BurntSushi/rebar), and does
// the work that they describe on an engine.
//
// FORMAT.md there describes the files: definitions/ holds TOML files of benchmarks, haystacks/ and regexes/ what those
// refer to. MODELS.md describes the kinds of work. Two programs use the package: the parent package, which runs
// definitions on several engines in turn, and klv, which rebar itself starts.
package rebar

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Benchmark is one definition.
type Benchmark struct {
	Name            string // its group and its own name, such as "curated/01-literal/sherlock-en"
	Model           string // the kind of work, see NewWorkload
	CaseInsensitive bool

	files    fs.FS
	regex    regexSpec
	haystack haystackSpec
	engines  []string // for which the definition is made; empty for all
	counts   []countSpec
}

type regexSpec struct {
	patterns        []string // those written in the definition
	path            string   // or a file of patterns
	literal         bool     // patterns are literals
	perLine         string   // what a line of the file is: "" nothing by itself, "alternate" or "pattern"
	prepend, append string
}

type haystackSpec struct {
	contents           string
	path               string // or a file
	utf8Lossy, trim    bool
	lineStart, lineEnd int // -1 where absent
	repeat             int
	prepend, append    string
}

type countSpec struct {
	engine *regexp.Regexp // nil for every engine
	count  int
}

// Read reads all definitions below definitions/ in a directory of rebar's shape, in the order of their file names. The
// files that they refer to are read when asked for.
func Read(files fs.FS) ([]Benchmark, error) {
	var all []Benchmark
	err := fs.WalkDir(files, "definitions", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".toml" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		group := strings.TrimSuffix(strings.TrimPrefix(name, "definitions/"), ".toml")
		benchmarks, err := readGroup(files, group, string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, benchmarks...)
		return nil
	})
	return all, err
}

func readGroup(files fs.FS, group, text string) ([]Benchmark, error) {
	root, err := parseTOML(text)
	if err != nil {
		return nil, err
	}
	tables, err := tableList(root, "bench")
	if err != nil {
		return nil, err
	}
	var all []Benchmark
	for i, t := range tables {
		b, err := readBenchmark(t)
		if err != nil {
			return nil, fmt.Errorf("bench %d, named %q: %w", i+1, b.Name, err)
		}
		b.Name = group + "/" + b.Name
		b.files = files
		all = append(all, b)
	}
	return all, nil
}

// readBenchmark reads one table. Keys that it does not know are left alone, as rebar leaves them.
func readBenchmark(t map[string]any) (b Benchmark, err error) {
	r := reader{t, &err}
	b.Name = r.text("name")
	b.Model = r.text("model")
	b.CaseInsensitive = r.flag("case-insensitive")
	b.engines = r.texts("engines")
	b.regex = r.regex("regex")
	b.haystack = r.haystack("haystack")
	b.counts = r.counts("count")
	if err == nil && (b.Name == "" || b.Model == "") {
		err = errors.New("want a name and a model")
	}
	return b, err
}

// A reader takes typed values from a table. The first fault stays in err; afterwards values are zero.
type reader struct {
	table map[string]any
	err   *error
}

func (r reader) wrong(key, want string, got any) {
	if *r.err == nil {
		kind := map[string]string{"string": "a string", "int64": "an integer", "bool": "a boolean", "[]interface {}": "an array"}[fmt.Sprintf("%T", got)]
		if kind == "" {
			kind = "a table"
		}
		*r.err = fmt.Errorf("%s: want %s, got %s", key, want, kind)
	}
}

func (r reader) text(key string) string {
	v, ok := r.table[key]
	s, fits := v.(string)
	if ok && !fits {
		r.wrong(key, "a string", v)
	}
	return s
}

func (r reader) flag(key string) bool {
	v, ok := r.table[key]
	b, fits := v.(bool)
	if ok && !fits {
		r.wrong(key, "a boolean", v)
	}
	return b
}

// number returns an integer of at least 0, or what it is where it is absent.
func (r reader) number(key string, absent int) int {
	v, ok := r.table[key]
	if !ok {
		return absent
	}
	n, fits := v.(int64)
	if !fits || n < 0 || int64(int(n)) != n {
		r.wrong(key, "an integer of 0 or more", v)
	}
	return int(n)
}

// texts returns a list of strings; a single string is a list of one.
func (r reader) texts(key string) []string {
	v, ok := r.table[key]
	if s, fits := v.(string); fits {
		return []string{s}
	}
	list, fits := v.([]any)
	if ok && !fits {
		r.wrong(key, "a string or an array of strings", v)
	}
	var all []string
	for _, v := range list {
		s, fits := v.(string)
		if !fits {
			r.wrong(key, "an array of strings", v)
		}
		all = append(all, s)
	}
	return all
}

func (r reader) regex(key string) (s regexSpec) {
	t, ok := r.table[key].(map[string]any)
	if !ok {
		s.patterns = r.texts(key)
		return s
	}
	r = reader{t, r.err}
	s = regexSpec{r.texts("patterns"), r.text("path"), r.flag("literal"), r.text("per-line"), r.text("prepend"), r.text("append")}
	if !slices.Contains([]string{"", "alternate", "pattern"}, s.perLine) && *r.err == nil {
		*r.err = fmt.Errorf("per-line: want alternate or pattern, got %q", s.perLine)
	}
	return s
}

func (r reader) haystack(key string) haystackSpec {
	s := haystackSpec{lineStart: -1, lineEnd: -1, repeat: 1}
	t, ok := r.table[key].(map[string]any)
	if !ok {
		s.contents = r.text(key)
		return s
	}
	r = reader{t, r.err}
	s.contents, s.path = r.text("contents"), r.text("path")
	s.utf8Lossy, s.trim = r.flag("utf8-lossy"), r.flag("trim")
	s.lineStart, s.lineEnd, s.repeat = r.number("line-start", -1), r.number("line-end", -1), r.number("repeat", 1)
	s.prepend, s.append = r.text("prepend"), r.text("append")
	return s
}

func (r reader) counts(key string) []countSpec {
	if _, ok := r.table[key].([]any); !ok {
		if n := r.number(key, -1); n >= 0 {
			return []countSpec{{nil, n}}
		}
		return nil
	}
	tables, err := tableList(r.table, key)
	if err != nil && *r.err == nil {
		*r.err = err
	}
	var all []countSpec
	for _, t := range tables {
		r := reader{t, r.err}
		engine, err := regexp.Compile("^(?:" + r.text("engine") + ")$")
		if err != nil && *r.err == nil {
			*r.err = fmt.Errorf("count: %w", err)
		}
		all = append(all, countSpec{engine, r.number("count", 0)})
	}
	return all
}

// tableList returns an array of tables, none where the key is absent.
func tableList(table map[string]any, key string) ([]map[string]any, error) {
	v, ok := table[key]
	list, fits := v.([]any)
	if ok && !fits {
		return nil, fmt.Errorf("%s: want an array of tables", key)
	}
	var all []map[string]any
	for _, v := range list {
		t, fits := v.(map[string]any)
		if !fits {
			return nil, fmt.Errorf("%s: want an array of tables", key)
		}
		all = append(all, t)
	}
	return all, nil
}

// Count returns what the definition says that an engine counts. ok is false where it says nothing: it is not made for
// the engine, or no entry of its list fits. Of a list the first entry that fits holds.
func (b Benchmark) Count(engine string) (count int, ok bool) {
	if len(b.engines) > 0 && !slices.Contains(b.engines, engine) {
		return 0, false
	}
	for _, c := range b.counts {
		if c.engine == nil || c.engine.MatchString(engine) {
			return c.count, true
		}
	}
	return 0, false
}

// Patterns returns the patterns, most often one. Where their file is absent the error is fs.ErrNotExist.
func (b Benchmark) Patterns() ([]string, error) {
	s := b.regex
	if s.path == "" {
		return s.transform(s.patterns), nil
	}
	file, err := fs.ReadFile(b.files, path.Join("regexes", s.path))
	if err != nil {
		return nil, err
	}
	text := string(file)
	if s.perLine == "" {
		return s.transform([]string{strings.TrimSpace(text)}), nil
	}
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
	}
	lines = s.transform(lines)
	if s.perLine == "alternate" {
		return []string{"(?:" + strings.Join(lines, ")|(?:") + ")"}, nil
	}
	return lines, nil
}

func (s regexSpec) transform(patterns []string) []string {
	var all []string
	for _, p := range patterns {
		if s.literal {
			p = regexp.QuoteMeta(p)
		}
		all = append(all, s.prepend+p+s.append)
	}
	return all
}

// Haystack returns the text to search. Where its file is absent the error is fs.ErrNotExist.
func (b Benchmark) Haystack() ([]byte, error) {
	s := b.haystack
	text := []byte(s.contents)
	if s.path != "" {
		var err error
		if text, err = fs.ReadFile(b.files, path.Join("haystacks", s.path)); err != nil {
			return nil, err
		}
	}
	if s.utf8Lossy {
		text = toValidUTF8(text)
	}
	if s.trim {
		text = bytes.TrimSpace(text)
	}
	if s.lineStart >= 0 || s.lineEnd >= 0 {
		text = lines(text, s.lineStart, s.lineEnd)
	}
	return slices.Concat([]byte(s.prepend), bytes.Repeat(text, s.repeat), []byte(s.append)), nil
}

// lines returns the lines from start to before end, counted from 0; an end of -1 is the end of the text.
func lines(text []byte, start, end int) []byte {
	var kept []byte
	i := 0
	for line := range bytes.Lines(text) {
		if i >= start && (end < 0 || i < end) {
			kept = append(kept, line...)
		}
		i++
	}
	return kept
}

// toValidUTF8 replaces each maximal part of an ill-formed sequence with U+FFFD, as the Unicode standard recommends
// (section 3.9, table 3-8). bytes.ToValidUTF8 replaces a run of such parts with one.
func toValidUTF8(text []byte) []byte {
	var valid []byte
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			// The part goes on as long as it is the beginning of some rune.
			for n < len(text) && !utf8.FullRune(text[:n+1]) {
				n++
			}
			valid = utf8.AppendRune(valid, utf8.RuneError)
		} else {
			valid = append(valid, text[:n]...)
		}
		text = text[n:]
	}
	return valid
}
