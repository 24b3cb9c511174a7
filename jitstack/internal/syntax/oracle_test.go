package syntax

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// fragments are put together at random. Those that versions of PCRE2 read differently are left out, and what is never taken here.
var fragments = strings.Fields(`
	a b c ab \d \w \s \D \h \v \R \X \N \C \K \A \z \Z \G \b \B ^ $ . | || * + ? {2} {2,} {2,3} {3,2} { } ] [ [a [^ [a-z]
	[^a-z] - [:alpha:] [[:alpha:]] [[:^space:]] [[:<:]] [[:>:]] [[:foo:]] [.a.] ( ) (?: (?= (?! (?<= (?<! (?> (?| (?*
	(?<* (?i) (?-i) (?i: (?x) (?xx) (?-x) (?^) (?^i: (?J) (?n) (?U) (?s-m: (?<n> (?<m> (?P<n> (?'n' (?P=n) (?P>n) (?&n)
	(?&m) (?R) (?0) (?1) (?2) (?-1) (?+1) (?+2) (?(1) (?(2) (?(-1) (?(+1) (?(n) (?(<n>) (?('m') (?(R) (?(R1) (?(R2)
	(?(R&n) (?(DEFINE) (?(VERSION>=10.3) (?(?= (?(?! (?(?<= (?(*pla: (?(*nlb: (?(?* (?(*napla: \1 \2 \3 \9 \10 \11 \18
	\81 \0 \01 \377 \400 \777 \x \x4 \x41 \x{41} \x{10ffff} \x{110000} \x{d800} \x{ \o{101} \o{8} \o \g1 \g2 \g{1} \g{-1}
	\g{+1} \g-1 \g+1 \g{n} \g<n> \g'n' \g<1> \g<-1> \g<+1> \g'2' \g<0> \g{0} \k<n> \k'n' \k{n} \k{m} \kn \cA \c \ca \e \a
	\f \n \r \t \Q \E \Qa.b\E \Q*\E \p{L} \p{Lu} \P{^Nd} \pL \pN \p{Greek} \p{Foo} \P{Foo} \pX \N{U+41} \N{U+110000}
	\N{x} \N{2} \L \u \i \y \_ \8 \. \[ \] \\ \ (*ACCEPT) (*F) (*FAIL) (*COMMIT) (*PRUNE) (*SKIP) (*THEN) (*MARK:n) (*:n)
	(*MARK) (*SKIP:n) (*PRUNE:) (*ACCEPT:n) (*FOO) (*UTF) (*UCP) (*LF) (*NO_JIT) (*LIMIT_MATCH=3) (*pla: (*nla: (*plb:
	(*atomic: (*napla: (*foo: (*positive_lookbehind: (* (?#c) (?# # é € 1 2 , = ! < > ' : _`)

func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	open := 0
	for range 1 + r.IntN(9) {
		f := fragments[r.IntN(len(fragments))]
		switch r.IntN(8) {
		case 0, 1:
			f = "abc"[r.IntN(3):][:1]
		case 2:
			f = " \t\n"[r.IntN(3):][:1]
		}
		b.WriteString(f)
		open += strings.Count(f, "(") - strings.Count(f, ")")
		if open > 0 && r.IntN(3) == 0 {
			b.WriteString(")")
			open--
		}
	}
	if r.IntN(5) > 0 && open > 0 {
		b.WriteString(strings.Repeat(")", open))
	}
	return b.String()
}

// verdicts asks PCRE2's own test program which patterns the library takes: "" for those, else the library's message.
func verdicts(t *testing.T, patterns []string) (all []string) {
	t.Helper()
	path, err := exec.LookPath("pcre2test")
	if err != nil {
		t.Skip("pcre2test is not installed")
	}
	var input bytes.Buffer
	for _, p := range patterns {
		fmt.Fprintf(&input, "/% x/hex,utf\n\n", p)
	}
	cmd := exec.Command(path, "-q")
	cmd.Stdin = &input
	out, err := cmd.Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		switch message, failed := strings.CutPrefix(line, "Failed: "); {
		case strings.HasPrefix(line, "/"):
			all = append(all, "")
		case failed:
			all[len(all)-1] = message
		}
	}
	require.Len(t, all, len(patterns))
	return all
}

// What the library refuses and we take is a lookbehind of bounded length. What it takes and we do not is not among the fragments.
func TestWhatPCRE2RefusesIsRefusedAndWhatItTakesIsTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	patterns := make([]string, 20000)
	for i := range patterns {
		patterns[i] = randomPattern(r)
	}
	for _, row := range refused {
		patterns = append(patterns, row.pattern)
	}
	taken := 0
	for i, verdict := range verdicts(t, patterns) {
		_, err := Parse(patterns[i], 0)
		if err == nil {
			taken++
		}
		if (err == nil) == (verdict == "") || strings.Contains(verdict, "lookbehind assertion is not fixed length") {
			continue
		}
		t.Errorf("pattern %q: PCRE2 says %q, we say %v", patterns[i], verdict, err)
	}
	t.Logf("%d of %d patterns are taken", taken, len(patterns))
}

// classPatterns are of one rune each. Left out is what PCRE2 reads otherwise since 10.43, and binary properties that Unicode
// has changed since version 14, its own.
var classPatterns = strings.Fields(`
	\d \D \s \S \w \W \h \H \v \V \N [[:alnum:]] [[:alpha:]] [[:ascii:]] [[:blank:]] [[:cntrl:]] [[:digit:]] [[:graph:]]
	[[:lower:]] [[:print:]] [[:punct:]] [[:space:]] [[:upper:]] [[:word:]] [[:xdigit:]] [[:^alnum:]] [[:^upper:]]
	[^[:space:]x] (?i)[[:upper:]] (?i)[[:^lower:]] (?i)\w (?i)[a-z] (?i)[^a-z] (?i)k (?i)[k] (?i)[^s] (?i)[µ] (?i)[ß]
	(?i)[\x{100}-\x{2ff}] (?i)[à-þ] (?i)[α-ω] (?i)[^\x{370}-\x{1fff}] (?i)[\x{0}-\x{10ffff}] (?i)[\W\d] (?i)\x{1e9e}
	(?i)ǆ (?i)[ǆ] (?i)ς (?i)\x{2126} (*UCP)\d (*UCP)\s (*UCP)\D (*UCP)\S (*UCP)[[:alnum:]] (*UCP)[[:alpha:]]
	(*UCP)[[:ascii:]] (*UCP)[[:blank:]] (*UCP)[[:cntrl:]] (*UCP)[[:digit:]] (*UCP)[[:graph:]] (*UCP)[[:lower:]]
	(*UCP)[[:print:]] (*UCP)[[:punct:]] (*UCP)[[:space:]] (*UCP)[[:upper:]] (*UCP)[[:^ascii:]] \p{Any} \p{L} \p{L&} \pN
	\p{^Lu} \P{Ll} \p{Lt} \p{Cc} \p{Cf} \p{C} \p{M} \p{P} \p{S} \p{Z} \p{Xan} \p{Xps} \p{Xsp} \p{Xuc} \p{Latin}
	\p{sc:Latin} \p{Grek} \p{Greek} \p{scx=Greek} \P{Cyrillic} \p{Han} \p{Hira} \p{Katakana} \p{sc:Kana} \p{Common}
	\p{Inherited} \p{ahex} \p{dash} \p{hex} \p{math} \p{patws} \p{qmark} \p{wspace} \p{upper} \p{term} \p{ascii} [a-c\d]
	[^a-c\d] []x] [^]x] [\]-a] [+--] [\b\a\e] [\x{41}-\x{5a}\n] [\Qa-z\E] [\E^a] [\Q\E^a] [\Q^a\E] [\0-\37\p{Lu}]`)

func TestClassesHoldTheRunesThatPCRE2sDo(t *testing.T) {
	path, err := exec.LookPath("pcre2test")
	if err != nil {
		t.Skip("pcre2test is not installed")
	}
	var sample []rune
	for _, r := range [][2]rune{
		{0, 0x250}, {0x300, 0x303}, {0x370, 0x3FF}, {0x660, 0x663}, {0x1680, 0x1681}, {0x180E, 0x180E},
		{0x1E90, 0x1EA0}, {0x1FB0, 0x1FC0}, {0x2000, 0x206F}, {0x20AC, 0x20AC}, {0x2126, 0x212B}, {0x3000, 0x3003},
		{0x3040, 0x3042},
		{0x30A1, 0x30A2}, {0x30FB, 0x30FC}, {0x4E00, 0x4E00}, {0xE000, 0xE000}, {0xFEFF, 0xFEFF}, {0x10400, 0x10430}, {0x10FFFF, 0x10FFFF},
	} {
		for c := r[0]; c <= r[1]; c++ {
			sample = append(sample, c)
		}
	}
	var input bytes.Buffer
	for _, p := range classPatterns {
		fmt.Fprintf(&input, "/% x/hex,utf,global\n", p)
		for _, r := range sample {
			fmt.Fprintf(&input, "\\x{%x}", r)
		}
		input.WriteString("\n\n")
	}
	cmd := exec.Command(path, "-q")
	cmd.Stdin = &input
	out, err := cmd.Output()
	require.NoError(t, err)
	theirs := make([]map[rune]bool, 0, len(classPatterns))
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "/") {
			theirs = append(theirs, make(map[rune]bool))
		}
		if text, ok := strings.CutPrefix(line, " 0: "); ok {
			r := []rune(text)[0]
			if len(text) > 1 {
				_, err := fmt.Sscanf(text, "\\x{%x}", &r)
				require.NoError(t, err)
			}
			theirs[len(theirs)-1][r] = true
		}
	}
	require.Len(t, theirs, len(classPatterns))
	for i, p := range classPatterns {
		tree, err := Parse(p, 0)
		require.NoError(t, err)
		for _, r := range sample {
			if ours := takes(tree.Root, r); ours != theirs[i][r] {
				t.Errorf("%s on U+%04X: PCRE2 says %v, we say %v", p, r, theirs[i][r], ours)
			}
		}
	}
}

// takes tells whether a node of one rune takes r.
func takes(n *Node, r rune) bool {
	if n.Op == OpLiteral {
		for c := n.Runes[0]; ; {
			if c == r {
				return true
			}
			if c = unicode.SimpleFold(c); !n.Fold || c == n.Runes[0] {
				return false
			}
		}
	}
	return contains(n.Class, r)
}
