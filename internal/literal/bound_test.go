package literal

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// hostile are texts and a piece of subject which, repeated, is full of places that look like a text and are none.
var hostile = []struct {
	kind  Kind
	texts []string
	piece string
}{
	{Text, []string{strings.Repeat("z", 100)}, strings.Repeat("z", 99) + "x"},
	{Text, []string{"zzzzzzzzzz"}, "zzzzzzzzzx"},
	{Few, []string{strings.Repeat("z", 40) + "a", strings.Repeat("z", 41) + "b"}, strings.Repeat("z", 39) + "x"},
	{Few, hundred("zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"), strings.Repeat("z", 35)},
	{Grams, append(hundred("zzzzzzzz"), hundred("zzzzzzzzz")...), strings.Repeat("z", 99) + "x"},
	{Many, append(hundred("zz"), hundred("zzz")...), strings.Repeat("z", 99) + "x"},
}

func hundred(prefix string) (texts []string) {
	for i := range 100 {
		texts = append(texts, fmt.Sprintf("%s%02d", prefix, i))
	}
	return texts
}

// giveUp returns where the search of f that guesses stops to do so, or -1.
func giveUp(f *Finder, s string) int {
	next := -1
	switch f.kind {
	case Text:
		if _, next = f.pair.findPortable(s, 0); next >= 0 && haveVector {
			_, next = f.pair.findVector(s, 0)
		}
	case Few:
		_, _, next = f.teddy.find(s, 0)
	case Grams:
		_, _, next = f.grams.find(s, 0)
	case Many: // it does not guess
		next = 0
	}
	return next
}

func TestSearchesThatGuessWrongGiveUpEarly(t *testing.T) {
	for _, h := range hostile {
		f := NewFinder(h.texts, false)
		if f.Kind() != h.kind {
			t.Errorf("%d texts like %q: found by %v, want %v", len(h.texts), h.texts[0], f, h.kind)
		}
		// What is passed before is covered by freeWork: it does not grow with the subject.
		s := strings.Repeat(h.piece, 1<<17/len(h.piece))
		if next := giveUp(f, s); next < 0 || next > 4096 {
			t.Errorf("%v in %.20q...: gave up at %d of %d", f, s, next, len(s))
		}
		last := f.texts[len(f.texts)-1]
		if start, end := f.Find(s+last, 0); end != len(s)+len(last) || start > len(s) {
			t.Errorf("%v: %d, %d, want to find the text at %d", f, start, end, len(s))
		}
	}
}

// TestAutomatonFollowsFewFailureLinks counts the links that a search without rows follows: at most one for each byte read.
func TestAutomatonFollowsFewFailureLinks(t *testing.T) {
	for _, h := range hostile {
		a := newAutomaton(distinct(h.texts, false), 0)
		s := strings.Repeat(h.piece, 1<<14/len(h.piece))
		links := 0
		state := uint32(root)
		for i := range len(s) {
			for state != root && state != dead && a.next(state, a.class[s[i]]) == 0 {
				state = a.nodes[state].fail >> a.shift
				links++
			}
			if state = a.next(state, a.class[s[i]]); state == 0 {
				state = root
			}
		}
		if links > len(s) {
			t.Errorf("%d texts like %q: %d failure links in %d bytes", len(h.texts), h.texts[0], links, len(s))
		}
	}
}

func TestFindAllocatesNothing(t *testing.T) {
	s := strings.Repeat("the quick brown fox jumps over the lazy dog, ", 20)
	for _, texts := range [][]string{
		{"z"}, {"y", "z", "x"}, {"a", "b", "c", "d", "e"}, {"lazy dog"}, {"lazy cat", "brown cow", "jumped"}, hundred("dog"),
		append(hundred("brown f"), hundred("brown g")...), append(hundred("a"), hundred("b")...), {"", "a"},
	} {
		f := NewFinder(texts, false)
		if n := testing.AllocsPerRun(10, func() {
			for from := 0; from <= len(s); from += 7 {
				f.Find(s, from)
			}
		}); n != 0 {
			t.Errorf("%v allocates %v times", f, n)
		}
		if f.MemoryUsage() < 64 {
			t.Errorf("%v holds %d bytes", f, f.MemoryUsage())
		}
	}
}

func TestGoroutinesShareAFinder(t *testing.T) {
	for _, h := range hostile {
		f := NewFinder(h.texts, false)
		s := strings.Repeat(h.piece, 100) + h.texts[0]
		want := naive(h.texts, false, s)[0]
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for range 3 {
					if start, end := f.Find(s, 0); start != want.start || end != want.end {
						t.Errorf("%v: %d, %d, want %d, %d", f, start, end, want.start, want.end)
					}
				}
			})
		}
		group.Wait()
	}
}

func TestKindOfSet(t *testing.T) {
	for _, test := range []struct {
		texts []string
		want  string
	}{
		{nil, "never"},
		{[]string{"a", ""}, "always of 2 texts"},
		{[]string{"a"}, `byte "a"`},
		{[]string{"a", "ab"}, `byte "a"`}, // the first hides the second
		{[]string{"a", "b"}, "byte set of 2 texts"},
		{[]string{"Holmes"}, `substring "Holmes"`},
		{[]string{"Holmes", "Watson"}, "teddy of 2 texts, fingerprint [0 3]"},
		{[]string{"a", "bc"}, "aho-corasick of 2 texts"},
		{append(hundred("word"), hundred("term")...), "q-grams of 200 texts"},
		{append(hundred("a"), hundred("b")...), "aho-corasick of 200 texts"},
	} {
		if got := NewFinder(test.texts, false).String(); got != test.want {
			t.Errorf("%d texts: %s, want %s", len(test.texts), got, test.want)
		}
	}
}
