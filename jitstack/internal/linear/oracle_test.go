package linear

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack/internal/syntax"
)

// The oracle is PCRE2's own test program: it is given patterns and subjects in one go, and tells for each the text of each group
// and what follows it in the subject, which gives the offsets.

// question is a pattern and what it is searched in.
type question struct {
	pattern  string
	flags    syntax.Flags
	subjects []subject
}

type subject struct {
	text     string
	pos      int
	anchored bool
}

// answer is what became of a search: the slots of a match, or nil.
type answer struct {
	slots []int
	known bool // the oracle took the pattern and ran into no limit
}

var oracleFlags = []struct {
	flag syntax.Flags
	name string
}{
	{syntax.Caseless, "caseless"}, {syntax.Multiline, "multiline"}, {syntax.DotAll, "dotall"}, {syntax.Extended, "extended"},
	{syntax.Anchored, "anchored"}, {syntax.EndAnchored, "endanchored"}, {syntax.Ungreedy, "ungreedy"},
	{syntax.DollarEndOnly, "dollar_endonly"}, {syntax.DupNames, "dupnames"}, {syntax.NoAutoCapture, "no_auto_capture"},
}

// ask puts the questions to PCRE2. The test is skipped where it is not installed.
func ask(t testing.TB, questions []question) [][]answer {
	t.Helper()
	path, err := exec.LookPath("pcre2test")
	if err != nil {
		t.Skip("pcre2test is not installed")
	}
	var input strings.Builder
	for _, q := range questions {
		fmt.Fprintf(&input, "/% x/hex,utf,allcaptures,allaftertext,no_auto_possess,no_start_optimize", q.pattern)
		for _, f := range oracleFlags {
			if q.flags&f.flag != 0 {
				input.WriteString("," + f.name)
			}
		}
		input.WriteString("\n")
		for _, s := range q.subjects {
			input.WriteString("    ")
			for _, r := range s.text {
				fmt.Fprintf(&input, `\x{%x}`, r)
			}
			fmt.Fprintf(&input, `\=offset=%d`, s.pos)
			if s.anchored {
				input.WriteString(",anchored")
			}
			if q.flags&syntax.NotEmpty != 0 {
				input.WriteString(",notempty")
			}
			input.WriteString("\n")
		}
		input.WriteString("\n")
	}
	command := exec.Command(path)
	command.Stdin = strings.NewReader(input.String())
	output, err := command.Output()
	if err != nil {
		t.Fatalf("pcre2test: %v", err)
	}
	_, text, _ := strings.Cut(string(output), "\n") // its version
	blocks := strings.Split(strings.TrimPrefix(text, "\n"), "\n\n")
	answers := make([][]answer, len(questions))
	for i, q := range questions {
		answers[i] = make([]answer, len(q.subjects))
		lines := strings.Split(blocks[i], "\n")
		n := -1
		for k := 0; k < len(lines); k++ {
			line := lines[k]
			switch {
			case strings.HasPrefix(line, "    "):
				n++
			case n < 0:
			case strings.HasPrefix(line, "No match"):
				answers[i][n].known = true
			default:
				group, value, ok := strings.Cut(line, ": ")
				if _, err := strconv.Atoi(strings.TrimSpace(group)); !ok || err != nil {
					continue
				}
				a := &answers[i][n]
				a.known = true
				if value == "<unset>" {
					a.slots = append(a.slots, -1, -1)
					continue
				}
				k++
				_, after, _ := strings.Cut(lines[k], "+ ")
				end := len(q.subjects[n].text) - len(unescape(after))
				a.slots = append(a.slots, end-len(unescape(value)), end)
			}
		}
	}
	return answers
}

// unescape reads what PCRE2 prints of a text: runes other than printable ASCII as \x{..}.
func unescape(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, `\x{`)
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		digits, after, _ := strings.Cut(s[i+3:], "}")
		r, _ := strconv.ParseUint(digits, 16, 32)
		b.WriteRune(rune(r))
		s = after
	}
}

// forms returns the matchers for a pattern: as it is, without the engine, and without that and without patience. The first is nil
// where the pattern is not taken.
func forms(tree *syntax.Tree) [3]*Matcher {
	var forms [3]*Matcher
	forms[0] = New(tree)
	for i := range forms[1:] {
		m := prepare(tree)
		if m == nil || m.program() == nil {
			break
		}
		m.whole, m.facts = nil, nil
		if i > 0 {
			m.patience = 0
			m.superset.Store(new(filter))
		}
		forms[1+i] = m
	}
	return forms
}

// compare holds the answers of a matcher, for each number of groups wanted, against those of PCRE2. It returns how many it gave.
func compare(t testing.TB, q question, m *Matcher, groups int, answers []answer) (decided int) {
	t.Helper()
	for i, s := range q.subjects {
		if !answers[i].known {
			continue
		}
		want := answers[i].slots
		for k := 0; k <= groups; k++ {
			caps := make([]int, 2*k)
			matched, ok := m.Search(s.text, s.pos, s.anchored, caps)
			if !ok {
				continue
			}
			decided++
			if matched != (want != nil) || matched && !slices.Equal(caps, want[:2*k]) {
				t.Fatalf("%q (flags %b) on %q from %d, anchored %t, %d groups: %t %v, PCRE2 has %v\n%s",
					q.pattern, q.flags, s.text, s.pos, s.anchored, k, matched, caps, want, m.Explain())
			}
		}
	}
	return decided
}

// generator makes up patterns and subjects.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g generator) atom(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return g.pick("a", "b", "c", "a", "b", ".", "[ab]", "[^a]", "[^b\\n]",
			`\w`, `\W`, `\n`, "é", "[é-ü]", "k", `\R`, `\s`, "ab", "bc", "cab")
	}
	inner := g.pattern(depth - 1)
	switch g.IntN(16) {
	case 0, 1, 2, 3, 4:
		return "(" + inner + ")"
	case 5, 6, 7:
		return "(?:" + inner + ")"
	case 8:
		return "(?>" + inner + ")"
	case 9:
		return "(?=" + inner + ")"
	case 10:
		return "(?!" + inner + ")"
	case 11:
		return g.pick("(?<=", "(?<!") +
			g.pick("a", "b", "ab", "a|bc", "^", "^a|b", `\b`, "[^a]", "é", "..", "(?=a).", "(?!b)a", `\n`) + ")"
	case 12:
		return "(?i:" + inner + ")"
	case 13:
		return g.pick("(?m:", "(?s:", "(?-m:", "(?U:") + inner + ")"
	case 14:
		return "(?|" + inner + "|" + g.pattern(depth-1) + ")"
	default:
		return "(?(" + g.pick("?=", "?!") + g.pick("a", "b", ".*c", "[ab]+", `\b`) + ")" + g.term(depth-1) + "|" + g.term(depth-1) + ")"
	}
}

func (g generator) term(depth int) string {
	switch g.IntN(12) {
	case 0:
		return g.pick("^", "$", `\b`, `\B`, `\A`, `\z`, `\Z`, "^", "$", "$", `\G`, `\K`)
	case 1, 2, 3, 4:
		return g.atom(depth) + g.pick("*", "+", "?", "{0,2}", "{2}", "{2,}", "{1,3}") + g.pick("", "", "", "?", "+")
	}
	return g.atom(depth)
}

func (g generator) pattern(depth int) string {
	var b strings.Builder
	for i := range 1 + g.IntN(3) {
		if i > 0 && g.IntN(4) == 0 {
			b.WriteByte('|')
		}
		b.WriteString(g.term(depth))
	}
	return b.String()
}

func (g generator) text() string {
	var b strings.Builder
	for range g.IntN(10) {
		b.WriteString(g.pick("a", "b", "c", "a", "b", "c", "\n", "é", "k", "K", " ", "\r\n", "ü"))
	}
	return b.String()
}

func (g generator) question() question {
	q := question{pattern: g.pick("", "", "", "^", "^(?:") + g.pattern(3)}
	if strings.HasPrefix(q.pattern, "^(?:") {
		q.pattern += ")" + g.pick("", "$")
	}
	for _, f := range []syntax.Flags{syntax.Caseless, syntax.Multiline, syntax.DotAll, syntax.Anchored, syntax.EndAnchored,
		syntax.Ungreedy, syntax.DollarEndOnly, syntax.NotEmpty} {
		if g.IntN(12) == 0 {
			q.flags |= f
		}
	}
	for range 8 {
		s := subject{text: g.text(), anchored: g.IntN(8) == 0}
		if g.IntN(4) == 0 {
			for s.pos = g.IntN(len(s.text) + 1); s.pos < len(s.text) && s.text[s.pos]&0xC0 == 0x80; s.pos++ {
			}
		}
		q.subjects = append(q.subjects, s)
	}
	return q
}

// agree holds patterns made up from a seed against PCRE2, and counts the kinds of those that were taken.
func agree(t testing.TB, seed uint64, n int) {
	g := generator{rand.New(rand.NewPCG(seed, 5))}
	var (
		questions []question
		matchers  [][3]*Matcher
		groups    []int
		refused   int
		regular   int
		varied    int
		decided   int
	)
	for range n {
		q := g.question()
		tree, err := syntax.Parse(q.pattern, q.flags)
		if err != nil {
			continue
		}
		m := forms(tree)
		switch {
		case m[0] == nil:
			refused++
			continue
		case m[0].whole != nil:
			regular++
		case len(m[0].facts) > 0:
			varied++
		}
		questions, matchers, groups = append(questions, q), append(matchers, m), append(groups, tree.Groups)
	}
	for i, answers := range ask(t, questions) {
		for _, m := range matchers[i] {
			if m != nil {
				decided += compare(t, questions[i], m, groups[i], answers)
			}
		}
	}
	t.Logf("%d patterns: %d regular, %d with variants, %d refused; %d searches decided", n, regular, varied, refused, decided)
}

func TestAnswersArePCRE2s(t *testing.T) {
	for seed := range uint64(3) {
		agree(t, seed, 2000)
	}
}

func FuzzAnswersArePCRE2s(f *testing.F) {
	f.Add(uint64(100))
	f.Fuzz(func(t *testing.T, seed uint64) { agree(t, seed, 300) })
}
