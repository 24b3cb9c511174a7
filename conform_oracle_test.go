package regexp_test

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	stdlib "regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
)

// The oracle of this file is the standard library: for one pattern and one subject, each method of the two packages
// gives the same answer, and our iterators, append forms and Exec give that of the plain methods.

// searcher is what both *Regexp types answer to.
type searcher interface {
	Match(b []byte) bool
	MatchString(s string) bool
	MatchReader(r io.RuneReader) bool
	Find(b []byte) []byte
	FindIndex(b []byte) []int
	FindString(s string) string
	FindStringIndex(s string) []int
	FindSubmatch(b []byte) [][]byte
	FindSubmatchIndex(b []byte) []int
	FindStringSubmatch(s string) []string
	FindStringSubmatchIndex(s string) []int
	FindReaderIndex(r io.RuneReader) []int
	FindReaderSubmatchIndex(r io.RuneReader) []int
	FindAll(b []byte, n int) [][]byte
	FindAllIndex(b []byte, n int) [][]int
	FindAllString(s string, n int) []string
	FindAllStringIndex(s string, n int) [][]int
	FindAllSubmatch(b []byte, n int) [][][]byte
	FindAllSubmatchIndex(b []byte, n int) [][]int
	FindAllStringSubmatch(s string, n int) [][]string
	FindAllStringSubmatchIndex(s string, n int) [][]int
	ReplaceAll(src, repl []byte) []byte
	ReplaceAllString(src, repl string) string
	ReplaceAllLiteral(src, repl []byte) []byte
	ReplaceAllLiteralString(src, repl string) string
	ReplaceAllFunc(src []byte, repl func([]byte) []byte) []byte
	ReplaceAllStringFunc(src string, repl func(string) string) string
	Split(s string, n int) []string
	Expand(dst, template, src []byte, match []int) []byte
	ExpandString(dst []byte, template, src string, match []int) []byte
	LiteralPrefix() (string, bool)
	NumSubexp() int
	SubexpNames() []string
	SubexpIndex(name string) int
	String() string
}

// eachN collects the answers of a method for every kind of n.
func eachN[T any](call func(n int) T) any {
	all := map[string]T{}
	for _, n := range []int{-1, 0, 1, 2, 3, 1000} {
		all[fmt.Sprint("n=", n)] = call(n)
	}
	return all
}

// eachTemplate collects the answers of a method for templates of each form.
func eachTemplate[T any](call func(template string) T) any {
	all := map[string]T{}
	for _, template := range []string{"", "x", "<$0>", "$1${1}x$1x", "$$2$", "${x}$name", "\xff$2"} {
		all[template] = call(template)
	}
	return all
}

// methods are all that answer about a subject, given as a string and as bytes. The first are those
// that the others are built on: a long run over many subjects asks only these.
var methods = []struct {
	name string
	call func(re searcher, s string, b []byte) any
}{
	{"Match", func(re searcher, s string, b []byte) any { return re.Match(b) }},
	{"Find", func(re searcher, s string, b []byte) any { return re.Find(b) }},
	{"FindSubmatchIndex", func(re searcher, s string, b []byte) any { return re.FindSubmatchIndex(b) }},
	{"FindAllStringIndex, n=-1", func(re searcher, s string, b []byte) any { return re.FindAllStringIndex(s, -1) }},

	{"MatchString", func(re searcher, s string, b []byte) any { return re.MatchString(s) }},
	{"MatchReader", func(re searcher, s string, b []byte) any { return re.MatchReader(strings.NewReader(s)) }},
	{"FindIndex", func(re searcher, s string, b []byte) any { return re.FindIndex(b) }},
	{"FindString", func(re searcher, s string, b []byte) any { return re.FindString(s) }},
	{"FindStringIndex", func(re searcher, s string, b []byte) any { return re.FindStringIndex(s) }},
	{"FindSubmatch", func(re searcher, s string, b []byte) any { return re.FindSubmatch(b) }},
	{"FindStringSubmatch", func(re searcher, s string, b []byte) any { return re.FindStringSubmatch(s) }},
	{"FindStringSubmatchIndex", func(re searcher, s string, b []byte) any { return re.FindStringSubmatchIndex(s) }},
	{"FindReaderIndex", func(re searcher, s string, b []byte) any { return re.FindReaderIndex(bytes.NewReader(b)) }},
	{"FindReaderSubmatchIndex", func(re searcher, s string, b []byte) any { return re.FindReaderSubmatchIndex(strings.NewReader(s)) }},
	{"FindAll", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][]byte { return re.FindAll(b, n) })
	}},
	{"FindAllIndex", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][]int { return re.FindAllIndex(b, n) })
	}},
	{"FindAllString", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) []string { return re.FindAllString(s, n) })
	}},
	{"FindAllStringIndex", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][]int { return re.FindAllStringIndex(s, n) })
	}},
	{"FindAllSubmatch", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][][]byte { return re.FindAllSubmatch(b, n) })
	}},
	{"FindAllSubmatchIndex", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][]int { return re.FindAllSubmatchIndex(b, n) })
	}},
	{"FindAllStringSubmatch", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][]string { return re.FindAllStringSubmatch(s, n) })
	}},
	{"FindAllStringSubmatchIndex", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) [][]int { return re.FindAllStringSubmatchIndex(s, n) })
	}},
	{"Split", func(re searcher, s string, b []byte) any {
		return eachN(func(n int) []string { return re.Split(s, n) })
	}},
	{"ReplaceAll", func(re searcher, s string, b []byte) any {
		return eachTemplate(func(template string) []byte { return re.ReplaceAll(b, []byte(template)) })
	}},
	{"ReplaceAllString", func(re searcher, s string, b []byte) any {
		return eachTemplate(func(template string) string { return re.ReplaceAllString(s, template) })
	}},
	{"ReplaceAllLiteral", func(re searcher, s string, b []byte) any {
		return eachTemplate(func(template string) []byte { return re.ReplaceAllLiteral(b, []byte(template)) })
	}},
	{"ReplaceAllLiteralString", func(re searcher, s string, b []byte) any {
		return eachTemplate(func(template string) string { return re.ReplaceAllLiteralString(s, template) })
	}},
	{"ReplaceAllFunc", func(re searcher, s string, b []byte) any {
		return re.ReplaceAllFunc(b, func(m []byte) []byte { return fmt.Appendf(nil, "<%x>", m) })
	}},
	{"ReplaceAllStringFunc", func(re searcher, s string, b []byte) any {
		return re.ReplaceAllStringFunc(s, func(m string) string { return fmt.Sprintf("<%x>", m) })
	}},
	{"Expand", func(re searcher, s string, b []byte) any {
		m := re.FindSubmatchIndex(b)
		if m == nil {
			return nil
		}
		return eachTemplate(func(template string) []byte { return re.Expand([]byte("dst"), []byte(template), b, m) })
	}},
	{"ExpandString", func(re searcher, s string, b []byte) any {
		m := re.FindStringSubmatchIndex(s)
		if m == nil {
			return nil
		}
		return eachTemplate(func(template string) []byte { return re.ExpandString(nil, template, s, m) })
	}},
}

const basicMethods = 4

// twins are one pattern compiled by both packages.
type twins struct {
	std     *stdlib.Regexp
	ours    *regexp.Regexp
	longest bool
}

// compileBoth requires one verdict of both packages on pattern; ok tells whether it compiles.
func compileBoth(t testing.TB, pattern string) (both twins, ok bool) {
	t.Helper()
	std, stdErr := stdlib.Compile(pattern)
	ours, err := regexp.Compile(pattern)
	if !reflect.DeepEqual(err, stdErr) {
		t.Errorf("Compile(%q): error %v, want %v", pattern, err, stdErr)
	}
	if err != nil || stdErr != nil {
		return twins{}, false
	}
	about := func(re searcher) any {
		prefix, whole := re.LiteralPrefix()
		var indexes []int
		for _, name := range append(re.SubexpNames(), "no such name") {
			indexes = append(indexes, re.SubexpIndex(name))
		}
		return []any{prefix, whole, re.NumSubexp(), re.SubexpNames(), indexes, re.String()}
	}
	if got, want := about(ours), about(std); !reflect.DeepEqual(got, want) {
		t.Errorf("%q: literal prefix, is it all, groups, names, their indexes, text = %#v, want %#v", pattern, got, want)
	}
	if len(pattern)%2 == 0 {
		ours.Explain() // makes it hot: half of the patterns are searched by what the first hundred searches would not use
	}
	return twins{std: std, ours: ours}, true
}

// leftmostLongest turns both to POSIX's rule.
func (both twins) leftmostLongest() twins {
	both.std, both.ours = both.std.Copy(), both.ours.Copy()
	both.std.Longest()
	both.ours.Longest()
	if len(both.ours.String())%2 == 0 {
		both.ours.Explain()
	}
	both.longest = true
	return both
}

// check asks all methods about subject, and all forms of ours.
func (both twins) check(t testing.TB, subject string) {
	t.Helper()
	both.checkMethods(t, subject, len(methods))
	both.checkForms(t, subject)
}

// checkBasic asks only the methods that the others are built on.
func (both twins) checkBasic(t testing.TB, subject string) {
	t.Helper()
	both.checkMethods(t, subject, basicMethods)
}

func (both twins) checkMethods(t testing.TB, subject string, count int) {
	t.Helper()
	b := []byte(subject)
	for i, m := range methods[:count] {
		got, want := m.call(both.ours, subject, b), m.call(both.std, subject, b)
		if !reflect.DeepEqual(got, want) {
			differs := func(s string) bool {
				return !reflect.DeepEqual(m.call(both.ours, s, []byte(s)), m.call(both.std, s, []byte(s)))
			}
			s := smallest(subject, differs)
			t.Errorf("%q, longest %v, %s of %q = %#v, want %#v", both.std, both.longest, m.name,
				s, m.call(both.ours, s, []byte(s)), m.call(both.std, s, []byte(s)))
			return
		}
		if strings.HasPrefix(m.name, "Find") {
			if loose := looseSlice(reflect.ValueOf(got)); loose != "" {
				t.Errorf("%q, %s of %q: %s", both.std, m.name, subject, loose)
			}
		}
		if string(b) != subject {
			t.Fatalf("%q, %s changed its subject %q to %q", both.std, methods[i].name, subject, b)
		}
	}
}

// looseSlice tells of a slice in v, other than one of slices or strings, whose capacity is more than its length:
// a caller who appended to it would write into the subject or into the next result.
func looseSlice(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Map:
		for _, k := range v.MapKeys() {
			if s := looseSlice(v.MapIndex(k)); s != "" {
				return s
			}
		}
	case reflect.Slice:
		switch v.Type().Elem().Kind() {
		case reflect.Slice:
			for i := range v.Len() {
				if s := looseSlice(v.Index(i)); s != "" {
					return s
				}
			}
		case reflect.Int, reflect.Uint8:
			if v.Cap() != v.Len() {
				return fmt.Sprintf("a result of length %d has capacity %d", v.Len(), v.Cap())
			}
		}
	}
	return ""
}

// smallest cuts pieces out of s, large ones first, for as long as it stays wrong.
func smallest(s string, wrong func(string) bool) string {
	for size := len(s); size > 0; size /= 2 {
		for i := 0; i+size <= len(s); {
			if cut := s[:i] + s[i+size:]; wrong(cut) {
				s = cut
			} else {
				i++
				if size > 64 {
					i += size / 8
				}
			}
		}
	}
	return s
}

// bounded tells whether both libraries answer for pattern in a time that fuzzing can bear.
func bounded(pattern string, instructions int) bool {
	if len(pattern) > 1000 {
		return false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return true
	}
	prog, err := syntax.Compile(re.Simplify())
	return err != nil || len(prog.Inst) <= instructions
}
