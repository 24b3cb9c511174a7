package literal

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"testing"
)

// haystack returns a text of rebar's, or skips.
func haystack(b *testing.B, name string) string {
	text, err := os.ReadFile(filepath.Join("../../../shared/data/rebar", name))
	if err != nil {
		b.Skip("needs rebar's haystacks:", err)
	}
	return string(text)
}

func countFinder(f *Finder, s string) (n int) {
	for at := 0; ; n++ {
		start, end := f.Find(s, at)
		if start < 0 {
			return n
		}
		at = max(end, start+1)
	}
}

func countIndex(s, text string) (n int) {
	for {
		i := strings.Index(s, text)
		if i < 0 {
			return n
		}
		s = s[i+len(text):]
		n++
	}
}

func BenchmarkText(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"haystacks/opensubtitles/en-sampled.txt", "Sherlock Holmes"},
		{"haystacks/opensubtitles/en-sampled.txt", "the"},
		{"haystacks/opensubtitles/en-sampled.txt", "ee"},
		{"haystacks/opensubtitles/en-sampled.txt", "never there"},
		{"haystacks/opensubtitles/ru-sampled.txt", "Шерлок Холмс"},
		{"haystacks/opensubtitles/zh-sampled.txt", "夏洛克·福尔摩斯"},
	} {
		s := haystack(b, c.name)
		want := countIndex(s, c.text)
		b.Run("finder/"+c.text, func(b *testing.B) {
			f := NewFinder([]string{c.text}, false)
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				if n := countFinder(f, s); n != want {
					b.Fatalf("%d matches, want %d", n, want)
				}
			}
		})
		b.Run("strings/"+c.text, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				countIndex(s, c.text)
			}
		})
	}
}

func BenchmarkTextShort(b *testing.B) {
	for _, c := range []struct{ name, s, text string }{
		{"path20", "/images/logo/big.png", "logo"},
		{"path20miss", "/images/logo/big.png", "login"},
		{"path60", "/static/v2/images/products/0123456789/large/front.view.webp", "front"},
		{"path60miss", "/static/v2/images/products/0123456789/large/front.view.webp", "index.html"},
		{"twelve", "/img/big.png", "png"},
		{"six", "/a.png", "png"},
	} {
		b.Run("finder/"+c.name, func(b *testing.B) {
			f := NewFinder([]string{c.text}, false)
			for b.Loop() {
				f.Find(c.s, 0)
			}
		})
		b.Run("strings/"+c.name, func(b *testing.B) {
			for b.Loop() {
				strings.Index(c.s, c.text)
			}
		})
	}
}

func benchmarkFinder(b *testing.B, s string, texts []string) {
	f := NewFinder(texts, false)
	n := countFinder(f, s)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		countFinder(f, s)
	}
	b.ReportMetric(float64(n), "matches")
	b.ReportMetric(float64(f.MemoryUsage()), "bytes")
	b.Log(f, f.auto.Load() != nil)
}

func BenchmarkTexts(b *testing.B) {
	for _, c := range []struct{ name, expr, haystack string }{
		{"en", `Sherlock Holmes|John Watson|Irene Adler|Inspector Lestrade|Professor Moriarty`, "opensubtitles/en-sampled.txt"},
		{"ru", `Шерлок Холмс|Джон Уотсон|Ирен Адлер|инспектор Лестрейд|профессор Мориарти`, "opensubtitles/ru-sampled.txt"},
		{"zh", `夏洛克·福尔摩斯|约翰华生|阿德勒|雷斯垂德|莫里亚蒂教授`, "opensubtitles/zh-sampled.txt"},
		{"casei-one-en", `(?i)Sherlock Holmes`, "opensubtitles/en-sampled.txt"},
		{"casei-one-ru", `(?i)Шерлок Холмс`, "opensubtitles/ru-sampled.txt"},
		{"casei-en", `(?i)Sherlock Holmes|John Watson|Irene Adler|Inspector Lestrade|Professor Moriarty`, "opensubtitles/en-sampled.txt"},
		{"casei-ru", `(?i)Шерлок Холмс|Джон Уотсон|Ирен Адлер|инспектор Лестрейд|профессор Мориарти`, "opensubtitles/ru-sampled.txt"},
		{"aws", `(?:ASIA|AKIA|AROA|AIDA)([A-Z0-7]{16})`, "wild/cpython-226484e4.py"},
		{"noqa", `(?:# [Nn][Oo][Qq][Aa])(?::\s?(([A-Z]+[0-9]+(?:[,\s]+)?)+))?`, "wild/cpython-226484e4.py"},
		{"five-short", `the|and|ing|her|you`, "opensubtitles/en-sampled.txt"},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := haystack(b, "haystacks/"+c.haystack)
			re, err := syntax.Parse(c.expr, syntax.Perl)
			if err != nil {
				b.Fatal(err)
			}
			set := Prefixes(re)
			b.Logf("%d texts, exact %v, chance %.2g: %.4q", len(set.Texts), set.Exact, set.Chance(), set.Texts[:min(len(set.Texts), 50)])
			benchmarkFinder(b, s, set.Texts)
		})
	}
}

func BenchmarkDictionary(b *testing.B) {
	words := strings.Fields(haystack(b, "regexes/dictionary/english/length-15.txt"))
	s := haystack(b, "haystacks/opensubtitles/en-medium.txt")
	b.Run("grams", func(b *testing.B) { benchmarkFinder(b, s, words) })
	texts := distinct(words, false)
	for _, budget := range []int{0, 32 << 10, 256 << 10, 1 << 20, 8 << 20} {
		a := newAutomaton(texts, budget)
		b.Run(fmt.Sprint("automaton/", budget), func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				for at := 0; at >= 0; {
					_, at = a.find(s, at)
				}
			}
			b.ReportMetric(float64(a.memory()), "bytes")
		})
	}
	b.Run("NewFinder", func(b *testing.B) {
		for b.Loop() {
			NewFinder(words, false)
		}
	})
	b.Run("Prefixes", func(b *testing.B) {
		re, _ := syntax.Parse(strings.Join(words, "|"), syntax.Perl)
		for b.Loop() {
			Prefixes(re)
		}
	})
	b.Run("Parse", func(b *testing.B) {
		for b.Loop() {
			syntax.Parse(strings.Join(words, "|"), syntax.Perl)
		}
	})
}

// BenchmarkBytes scans text that has none of the bytes.
func BenchmarkBytes(b *testing.B) {
	x := setOf([]byte("!\"#$%&()*+")...)
	not := setOf('a')
	for _, n := range []string{"1", "3", "5", "12", "20", "40", "100", "1000", "100000"} {
		size := 0
		for _, d := range n {
			size = 10*size + int(d-'0')
		}
		s := strings.Repeat("a", size)
		for _, c := range []struct {
			name string
			scan func() int
		}{
			{"IndexByte", func() int { return strings.IndexByte(s, 'x') }},
			{"Any2", func() int { return IndexAny2(s, 'x', 'y') }},
			{"Any2portable", func() int { return indexAny2(s, 'x', 'y') }},
			{"Any3", func() int { return IndexAny3(s, 'x', 'y', 'z') }},
			{"Any3portable", func() int { return indexAny3(s, 'x', 'y', 'z') }},
			{"Set", func() int { return IndexSet(s, x) }},
			{"SetPortable", func() int { return indexSet(s, &x.rows) }},
			{"Span", func() int { return SpanSet(s, not) }},
			{"SpanPortable", func() int { return spanSet(s, &not.rows) }},
		} {
			b.Run(c.name+"/"+n, func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					c.scan()
				}
			})
		}
	}
}

// BenchmarkMany looks for common words of four to seven letters, which only an automaton can.
func BenchmarkMany(b *testing.B) {
	var words []string
	for i, w := range strings.Fields(haystack(b, "regexes/dictionary/english/sorted.txt")) {
		if 4 <= len(w) && len(w) <= 7 && i%17 == 0 {
			words = append(words, w)
		}
	}
	s := haystack(b, "haystacks/opensubtitles/en-sampled.txt")
	for _, n := range []int{129, 500, len(words)} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkFinder(b, s, words[:n]) })
	}
}
