package linear

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack/internal/backtrack"
	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// The backtracker is the oracle for what PCRE2 does not take: bytes that are no UTF-8, and searches that it would not end.

// against holds the answers of the matchers for a tree against those of the backtracker.
func against(t *testing.T, pattern string, tree *syntax.Tree, text string, pos int, anchored bool) {
	t.Helper()
	prog, err := backtrack.Compile(tree)
	if err != nil {
		return
	}
	how := backtrack.How(0)
	if anchored {
		how = backtrack.Anchored
	}
	want := make([]int, 2*tree.Groups)
	st := backtrack.NewStack(backtrack.DefaultBytes)
	st.SetSteps(20_000)
	_, v := prog.Search(st, nil, text, pos, how, want)
	if v > backtrack.Hit {
		return
	}
	for _, m := range forms(tree) {
		if m == nil {
			continue
		}
		for k := range tree.Groups + 1 {
			got := make([]int, 2*k)
			matched, decided := m.Search(text, pos, anchored, got)
			if decided && (matched != (v == backtrack.Hit) || matched && !slices.Equal(got, want[:2*k])) {
				t.Fatalf("%q on %q from %d, anchored %t, %d groups: %t %v, the backtracker has %t %v\n%s",
					pattern, text, pos, anchored, k, matched, got, v == backtrack.Hit, want, m.Explain())
			}
		}
	}
}

func TestBytesThatAreNoTextAreReadAsTheBacktrackerDoes(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	for range 3000 {
		q := g.question()
		tree, err := syntax.Parse(q.pattern, q.flags)
		if err != nil {
			continue
		}
		for range 5 {
			var b strings.Builder
			for range g.IntN(10) {
				b.WriteString(g.pick("a", "b", "c", "\n", "é", "\xc3", "\xa9", "\xff", "\xed\xa0\x80", "\xe2\x80", "\u2028",
					"\ufffd", "\xf0\x9f\x98"))
			}
			text := b.String()
			against(t, q.pattern, tree, text, 0, g.IntN(8) == 0)
		}
	}
}

func FuzzAnswersAreTheBacktrackers(f *testing.F) {
	for _, pattern := range []string{guard, `(?<=a|bc)(\w+)(?=\d*$)`, `(?:a|(b)|)*c`, `^(?!.*//)(?=(.*)x).+$`, `(?>a+|b)*+c`,
		`\R+(?!\n)`, `(?m)^a?$`, `\Ba(?<!b..)`, "\xff|(?=\ufffd)."} {
		f.Add(pattern, uint32(0), "abc/alpha?action=news\r\naaaab\xff\n", 0)
	}
	f.Fuzz(func(t *testing.T, pattern string, flags uint32, text string, pos int) {
		if len(pattern) > 100 || len(text) > 200 || uint(pos) > uint(len(text)) {
			return
		}
		tree, err := syntax.Parse(pattern, syntax.Flags(flags)&(syntax.NoAutoCapture<<1-1))
		if err != nil {
			return
		}
		against(t, pattern, tree, text, pos, flags>>31 != 0)
	})
}
