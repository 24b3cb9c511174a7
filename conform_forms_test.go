package regexp_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/arenaregexp/regexp"
)

// forms are what this package has beyond the standard one: each gives what a method of the standard API gives, in
// another shape. The first function is the form, the second the plain method in that shape.
var forms = []struct {
	name        string
	form, plain func(re *regexp.Regexp, s string, b []byte) any
}{
	{"Exec",
		func(re *regexp.Regexp, s string, b []byte) any {
			var m regexp.Matches
			return held(re.Exec(s, &m), &m)
		},
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindStringSubmatchIndex(s) }},
	{"ExecBytes",
		func(re *regexp.Regexp, s string, b []byte) any {
			var m regexp.Matches
			return held(re.ExecBytes(b, &m), &m)
		},
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindSubmatchIndex(b) }},
	{"ExecAll",
		func(re *regexp.Regexp, s string, b []byte) any {
			var m regexp.Matches
			var all [][]int
			for i := range re.ExecAll(s, &m) {
				all = append(all, append(held(true, &m), i))
			}
			return all
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			all := re.FindAllStringSubmatchIndex(s, -1)
			for i := range all {
				all[i] = append(all[i], i)
			}
			return all
		}},
	{"ExecAllBytes",
		func(re *regexp.Regexp, s string, b []byte) any {
			var m regexp.Matches
			var all [][][]byte
			for range re.ExecAllBytes(b, &m) {
				var groups [][]byte
				for i := range m.Len() {
					groups = append(groups, m.GroupBytes(i))
				}
				all = append(all, groups)
			}
			return all
		},
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllSubmatch(b, -1) }},

	{"All",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.All(b)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAll(b, -1) }},
	{"AllIndex",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.AllIndex(b)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllIndex(b, -1) }},
	{"AllString",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.AllString(s)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllString(s, -1) }},
	{"AllStringIndex",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.AllStringIndex(s)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllStringIndex(s, -1) }},
	{"AllSubmatch",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.AllSubmatch(b)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllSubmatch(b, -1) }},
	{"AllSubmatchIndex",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.AllSubmatchIndex(b)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllSubmatchIndex(b, -1) }},
	{"AllStringSubmatch",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.AllStringSubmatch(s)) },
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllStringSubmatch(s, -1) }},
	{"AllStringSubmatchIndex",
		func(re *regexp.Regexp, s string, b []byte) any {
			return slices.Collect(re.AllStringSubmatchIndex(s))
		},
		func(re *regexp.Regexp, s string, b []byte) any { return re.FindAllStringSubmatchIndex(s, -1) }},
	{"SplitSeq",
		func(re *regexp.Regexp, s string, b []byte) any { return slices.Collect(re.SplitSeq(s)) },
		func(re *regexp.Regexp, s string, b []byte) any { return append([]string(nil), re.Split(s, -1)...) }},

	{"AppendFindAll",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][]byte { return re.AppendFindAll(nil, b, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][]byte { return re.FindAll(b, n) })
		}},
	{"AppendFindAllIndex",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][2]int { return re.AppendFindAllIndex(nil, b, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][2]int { return pairs(re.FindAllIndex(b, n)) })
		}},
	{"AppendFindAllString",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []string { return re.AppendFindAllString(nil, s, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []string { return re.FindAllString(s, n) })
		}},
	{"AppendFindAllStringIndex",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][2]int { return re.AppendFindAllStringIndex(nil, s, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][2]int { return pairs(re.FindAllStringIndex(s, n)) })
		}},
	{"AppendFindAllSubmatch",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][]byte { return re.AppendFindAllSubmatch(nil, b, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) [][]byte { return slices.Concat(re.FindAllSubmatch(b, n)...) })
		}},
	{"AppendFindAllSubmatchIndex",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []int { return re.AppendFindAllSubmatchIndex(nil, b, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []int { return slices.Concat(re.FindAllSubmatchIndex(b, n)...) })
		}},
	{"AppendFindAllStringSubmatch",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []string { return re.AppendFindAllStringSubmatch(nil, s, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []string { return slices.Concat(re.FindAllStringSubmatch(s, n)...) })
		}},
	{"AppendFindAllStringSubmatchIndex",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []int { return re.AppendFindAllStringSubmatchIndex(nil, s, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []int { return slices.Concat(re.FindAllStringSubmatchIndex(s, n)...) })
		}},
	{"AppendSplit",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []string { return re.AppendSplit([]string{"kept"}, s, n) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachN(func(n int) []string { return append([]string{"kept"}, re.Split(s, n)...) })
		}},

	{"AppendReplaceAll",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return string(re.AppendReplaceAll([]byte("kept"), b, []byte(t))) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return "kept" + re.ReplaceAllString(s, t) })
		}},
	{"AppendReplaceAllString",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return string(re.AppendReplaceAllString([]byte("kept"), s, t)) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return "kept" + re.ReplaceAllString(s, t) })
		}},
	{"AppendReplaceAllLiteral",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return string(re.AppendReplaceAllLiteral(nil, b, []byte(t))) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return re.ReplaceAllLiteralString(s, t) })
		}},
	{"AppendReplaceAllLiteralString",
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return string(re.AppendReplaceAllLiteralString(nil, s, t)) })
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return eachTemplate(func(t string) string { return re.ReplaceAllLiteralString(s, t) })
		}},
	{"AppendReplaceAllFunc",
		func(re *regexp.Regexp, s string, b []byte) any {
			return string(re.AppendReplaceAllFunc(nil, b, func(m []byte) []byte { return fmt.Appendf(nil, "<%x>", m) }))
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return string(re.ReplaceAllFunc(b, func(m []byte) []byte { return fmt.Appendf(nil, "<%x>", m) }))
		}},
	{"AppendReplaceAllStringFunc",
		func(re *regexp.Regexp, s string, b []byte) any {
			return string(re.AppendReplaceAllStringFunc(nil, s, func(m string) string { return fmt.Sprintf("<%x>", m) }))
		},
		func(re *regexp.Regexp, s string, b []byte) any {
			return re.ReplaceAllStringFunc(s, func(m string) string { return fmt.Sprintf("<%x>", m) })
		}},
	{"AppendReplaceAllStringSubmatchFunc",
		func(re *regexp.Regexp, s string, b []byte) any {
			var m regexp.Matches
			return string(re.AppendReplaceAllStringSubmatchFunc(nil, s, &m, func(dst []byte) []byte { return m.Expand(dst, "<$0,$1>") }))
		},
		func(re *regexp.Regexp, s string, b []byte) any { return re.ReplaceAllString(s, "<$0,$1>") }},
	{"AppendReplaceAllSubmatchFunc",
		func(re *regexp.Regexp, s string, b []byte) any {
			var m regexp.Matches
			return string(re.AppendReplaceAllSubmatchFunc(nil, b, &m, func(dst []byte) []byte { return m.Expand(dst, "<$0,$1>") }))
		},
		func(re *regexp.Regexp, s string, b []byte) any { return re.ReplaceAllString(s, "<$0,$1>") }},
}

// held returns the offsets in m, nil where there was no match.
func held(hit bool, m *regexp.Matches) []int {
	if !hit {
		return nil
	}
	var caps []int
	for i := range m.Len() {
		start, end := m.Span(i)
		caps = append(caps, start, end)
	}
	return caps
}

// pairs is the shape of AppendFindAllIndex; nil stays nil.
func pairs(all [][]int) [][2]int {
	var out [][2]int
	for _, loc := range all {
		out = append(out, [2]int(loc))
	}
	return out
}

// checkForms holds all that is beyond the standard API against the plain methods.
func (both twins) checkForms(t testing.TB, subject string) {
	t.Helper()
	b := []byte(subject)
	for _, f := range forms {
		if got, want := f.form(both.ours, subject, b), f.plain(both.ours, subject, b); !reflect.DeepEqual(got, want) {
			differs := func(s string) bool {
				b := []byte(s)
				return !reflect.DeepEqual(f.form(both.ours, s, b), f.plain(both.ours, s, b))
			}
			s := smallest(subject, differs)
			b := []byte(s)
			t.Errorf("%q, longest %v, %s of %q = %#v, want as the plain method gives: %#v", both.std, both.longest, f.name,
				s, f.form(both.ours, s, b), f.plain(both.ours, s, b))
			return
		}
	}
}
