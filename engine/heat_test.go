package engine_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/engine"
)

// A pattern that finds its match at the beginning of a long subject, or sees there that there is none, has not paid for an automaton.
func TestALongSubjectOfWhichASearchReadsLittleBuildsLittle(t *testing.T) {
	text := strings.Repeat("some words and more ", 10000)
	for _, pattern := range []string{`\pL+`, `(\w+)\s+(\w+)`, `^\d+-\w+`, `\b\w+me\b`, `(?i)words|more`} {
		e, err := engine.Compile(pattern, syntax.Perl, false)
		require.NoError(t, err)
		compiled := e.MemoryUsage()
		e.Search(text, 0, engine.Unanchored, make([]int, 2))
		require.Equal(t, compiled, e.MemoryUsage(), "%q: bytes after a search", pattern)
		for range 2000 {
			e.Search(text, 0, engine.Unanchored, make([]int, 2))
		}
		require.Greater(t, e.MemoryUsage(), compiled, "%q: bytes of a pattern long in use", pattern)
	}
}

func TestASearchThatReadsOnPaysForWhatItNeeds(t *testing.T) {
	for _, pattern := range []string{`(\w+)\s+(x|yy*)`, `\d{3}-\d{4}`, `[\w.]+\d{3}`} {
		e, err := engine.Compile(pattern, syntax.Perl, false)
		require.NoError(t, err)
		text := strings.Repeat("some words in 19-20 lines ", 200)
		for range 20 {
			e.Search(text, 0, engine.Unanchored, nil)
		}
		used := e.MemoryUsage()
		e.Explain() // makes it hot
		require.InDelta(t, e.MemoryUsage(), used, 2048, "%q", pattern)
	}
}

// New patterns search subjects of lengths around what makes them hot, with the match before, across and after that place.
func TestColdSearchesOfLongSubjectsAnswerAsTheStandardLibraryDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 9))
	patterns := []string{
		`(?i)march`, `\d{3}-\d{4}`, `\pL+\d`, `(\w+)=(\w+)`, `(a|b)*c|d{20,}`, `x*$`, `^(?s:.*)(march)`, `^\w*\s.*h$`, `\bmarch\b|\B#`, `(?m)^march$`, `é+m|\x{FFFD}m`,
		`January|February|march`, `(?i)january|february|march`, `[^a]{300}march`, `(?s)m.*h`, `(?:m|mar|march)+?`, `marc(h)`, `m(?:arch)??`, `march`,
	}
	n := 40
	if testing.Short() {
		n = 6
	}
	for _, pattern := range patterns {
		for _, longest := range []bool{false, true} {
			std := regexp.MustCompile(pattern)
			if longest {
				std.Longest()
			}
			for range n {
				size := 1 << (7 + random.IntN(10)) * (8 + random.IntN(9)) / 16
				text := []byte(strings.Repeat("some words\n of 12-34 \xe9\xff runes é ", size/32+1)[:size])
				at := random.IntN(size)
				copy(text[at:], "march 555-1234 k=v \xe2\x82march\nmarch\n dddddddddddddddddddddddd")
				s := string(text)
				want := std.FindStringSubmatchIndex(s)
				for width := 0; width <= 2*(std.NumSubexp()+1); width += 2 {
					e, err := engine.Compile(pattern, syntax.Perl, longest)
					require.NoError(t, err)
					caps := make([]int, width)
					hit := e.Search(s, 0, engine.Unanchored, caps)
					if hit != (want != nil) || hit && !slices.Equal(caps, want[:width]) {
						t.Fatal(fmt.Sprintf("%q, longest %v, %d bytes, at %d, width %d: %v %v, want %v", pattern, longest, size, at, width, hit, caps, want))
					}
				}
			}
		}
	}
}
