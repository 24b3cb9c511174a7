package dfa

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/literal"
	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/require"
)

// The oracle of these tests is the standard library. It must find matches between two positions with the rest of the text as context. So
// the oracle puts the pattern between expressions that consume exactly the runes before and after. Then ^, $ and \b see those runes.

type oracle struct {
	expr  string
	known map[string]*regexp.Regexp
}

func newOracle(expr string) *oracle { return &oracle{expr, map[string]*regexp.Regexp{}} }

// ask puts the oracle's pattern, as a group, and args into format and runs the result on s. It returns the span of the pattern's group, or
// -1.
func (o *oracle) ask(s, format string, args ...any) (start, end int) {
	text := fmt.Sprintf(format, append([]any{o.expr}, args...)...)
	re := o.known[text]
	if re == nil {
		re = regexp.MustCompile(text)
		o.known[text] = re
	}
	m := re.FindStringSubmatchIndex(s)
	if m == nil {
		return -1, -1
	}
	return m[2], m[3]
}

// between reports whether a match spans from the a-th rune of s to the z-th rune from its end.
func (o *oracle) between(s string, a, z int) bool {
	start, _ := o.ask(s, `\A(?s:.{%[2]d})(%[1]s)(?s:.{%[3]d})\z`, a, z)
	return start >= 0
}

// first returns the end of the leftmost-first match that starts at the a-th rune, or at any later one unless anchored, and ends before the
// last z runes. It returns -1 if there is none.
func (o *oracle) first(s string, a, z int, anchored bool) int {
	format := `\A(?s:.{%[2]d}.*?)(%[1]s)(?s:.{%[3]d,})\z`
	if anchored {
		format = `\A(?s:.{%[2]d})(%[1]s)(?s:.{%[3]d,})\z`
	}
	_, end := o.ask(s, format, a, z)
	return end
}

// borders returns the positions between the runes of s, with both ends.
func borders(s string) []int {
	at := []int{0}
	for i := 0; i < len(s); {
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
		at = append(at, i)
	}
	return at
}

// automata holds the three automata of one pattern, led variants of the two that read forwards, and the tables of shifts.
type automata struct {
	expr                    string
	first, longest, reverse *DFA
	ledFirst, ledLongest    *DFA
	lead                    *Lead
	shift                   [2]*Shift // unanchored, and anchored at the beginning of the text; nil if the automaton is too large
}

const ample = 1 << 20 // bytes; enough for every small pattern

func compile(t testing.TB, expr string, budget int) automata {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	p := program.Compile(re)
	symbols := NewSymbols(p)
	shift := [2]*Shift{NewShift(p, symbols, false), NewShift(p, symbols, true)}
	var lead *Lead
	if facts := literal.Analyze(re); !facts.Begin {
		lead = LeadByLiterals(literal.NewLead(re, p, literal.StartsOfProgram(re, literal.Prefixes(re), p)))
		if lead == nil {
			lead = LeadByShift(shift[0], facts.MaxLen)
		}
	}
	return automata{
		expr:       expr,
		first:      New(p, symbols, First, false, budget),
		longest:    New(p, symbols, Longest, false, budget),
		reverse:    New(program.CompileReverse(re), symbols, Reverse, false, budget),
		ledFirst:   New(p, symbols, First, true, budget),
		ledLongest: New(p, symbols, Longest, true, budget),
		lead:       lead,
		shift:      shift,
	}
}

func (a automata) each() map[string]*DFA {
	return map[string]*DFA{"first": a.first, "longest": a.longest, "reverse": a.reverse, "first, led": a.ledFirst, "longest, led": a.ledLongest}
}

// gaveUp is the answer of a search that gave up. Other answers are a position, or -1 for a miss.
const gaveUp = -2

func answer(at int, v Verdict) int {
	switch v {
	case Hit:
		return at
	case Miss:
		return -1
	}
	return gaveUp
}

// check asks the automata everything about s, from each border to each other. With earliest, any end of a match that the oracle knows is
// right. check counts the searches that gave up, if mayGiveUp allows that.
func (a automata) check(t testing.TB, o *oracle, s string, mayGiveUp bool) (searches, gaveUps int) {
	t.Helper()
	at := borders(s)
	n := len(at) - 1
	takes := make([][]bool, n+1) // by start and end
	for i := range takes {
		takes[i] = make([]bool, n+1)
		for k := i; k <= n; k++ {
			takes[i][k] = o.between(s, i, n-k)
		}
	}
	equal := func(what string, i, k, got, want int) {
		t.Helper()
		searches++
		if got == gaveUp && mayGiveUp {
			gaveUps++
		} else if got != want {
			t.Fatalf("%q on %q, from %d to %d: %s %d, want %d", a.expr, s, at[i], at[k], what, got, want)
		}
	}
	for k := range n + 1 {
		end := at[k]
		leftmost, longest := -1, -1 // for matches in [i, k] that start anywhere
		ends := map[int]bool{}      // all ends of such matches
		for i := k; i >= 0; i-- {
			pos := at[i]
			here, endsHere := -1, map[int]bool{} // the same for matches that start at i
			for e := i; e <= k; e++ {
				if takes[i][e] {
					here = at[e]
					ends[here], endsHere[here] = true, true
				}
			}
			if here >= 0 {
				longest = here
			}
			if takes[i][k] {
				leftmost = pos
			}
			forward := func(d *DFA, anchored, earliest bool, lead *Lead) int {
				return answer(d.Forward(s, pos, end, anchored, earliest, lead))
			}
			earliest := func(what string, d *DFA, anchored bool, lead *Lead, among map[int]bool) {
				t.Helper()
				searches++
				switch got := forward(d, anchored, true, lead); {
				case got == gaveUp && mayGiveUp:
					gaveUps++
				case got >= 0 && !among[got], got < 0 && len(among) > 0, got == gaveUp:
					t.Fatalf("%q on %q, from %d to %d: %s %d, want one of %v", a.expr, s, pos, end, what, got, among)
				}
			}
			equal("anchored, first", i, k, forward(a.first, true, false, nil), o.first(s, i, n-k, true))
			equal("anchored, longest", i, k, forward(a.longest, true, false, nil), here)
			earliest("anchored, earliest", a.first, true, nil, endsHere)
			earliest("anchored, earliest of longest", a.longest, true, nil, endsHere)
			first := o.first(s, i, n-k, false)
			equal("first", i, k, forward(a.first, false, false, nil), first)
			equal("first, led", i, k, forward(a.ledFirst, false, false, a.lead), first)
			equal("longest", i, k, forward(a.longest, false, false, nil), longest)
			equal("longest, led", i, k, forward(a.ledLongest, false, false, a.lead), longest)
			earliest("earliest", a.first, false, nil, ends)
			earliest("earliest, led", a.ledFirst, false, a.lead, ends)
			earliest("earliest of longest", a.longest, false, nil, ends)
			earliest("earliest of longest, led", a.ledLongest, false, a.lead, ends)
			if k == n {
				for _, d := range []*DFA{a.first, a.longest, a.ledFirst, a.ledLongest} {
					for way, hit := range []bool{longest >= 0, here >= 0} {
						if v := d.Quick(s, pos, way == 1); v != GaveUp && (v == Hit) != hit {
							t.Fatalf("%q on %q, from %d, anchored %v: quick %v, want %v", a.expr, s, pos, way == 1, v == Hit, hit)
						}
						if table := a.shift[way]; table != nil && (way == 0 || pos == 0) && table.Match(s, pos) != hit {
							t.Fatalf("%q on %q, from %d, anchored %v: by shifts %v, want %v", a.expr, s, pos, way == 1, !hit, hit)
						}
					}
				}
			}
			equal("backward", i, k, answer(a.reverse.Backward(s, pos, end)), leftmost)
		}
	}
	return searches, gaveUps
}

// choices returns a number below n.
type choices func(n int) int

func seeded(seed uint64) choices { return rand.New(rand.NewPCG(seed, 0xdfa)).IntN }

func (pick choices) of(words ...string) string { return words[pick(len(words))] }

// pattern returns an expression that both libraries accept.
func (pick choices) pattern(depth int) string {
	if depth == 0 {
		return pick.of("a", "b", "ab", "k", "é", "世", "\U0001f600", "�", "/", `\n`, ".", "(?s:.)", "[ab]", "[^a]", "[^/]", `\w`, `\W`, `\pL`, "[a-é]", `[^\x00-\x7f]`,
			"(?i:k)", "(?i:s)", "[é-ÿ]", `\p{Greek}`, `[\x{fffd}]`, `[^\x{fffd}]`, "[世-\U0001f600]", `[^\d\D]`)
	}
	sub := depth - 1
	switch pick(9) {
	case 0, 1:
		return pick.pattern(0) + pick.of("", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{2,}")
	case 2:
		return pick.of("^", "$", `\b`, `\B`, "(?m:^)", "(?m:$)")
	case 3, 4:
		return "(?:" + pick.pattern(sub) + ")" + pick.of("*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}?")
	case 5:
		return "(?:" + pick.pattern(sub) + "|" + pick.pattern(sub) + "|" + pick.of("", "a", "ab", "b|é") + ")"
	case 6:
		return "(?:" + pick.pattern(sub) + "|" + pick.pattern(sub) + ")"
	}
	return pick.pattern(sub) + pick.pattern(sub)
}

// text joins whole runes, incomplete sequences, and bytes that never occur in UTF-8.
func (pick choices) text(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pick.of("a", "a", "b", "b", "ab", "k", "K", "\u212a", "s", "\u017f", "é", "ÿ", "α", "世", "\U0001f600", "�", "/", " ", "\n", "_", "1",
			"\xff", "\x80", "\xbf", "\xc3", "\xc0", "\xe4", "\xe4\xb8", "\xf0\x9f", "\xf0\x9f\x98", "\xed\xa0\x80", "\xf4\x90\x80\x80"))
	}
	return b.String()
}
