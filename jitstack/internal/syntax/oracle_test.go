package syntax

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fragments are put together at random. Those that versions of PCRE2 read differently are left out, and what is never taken here.
var fragments = strings.Fields(`
	a b c ab \d \w \s \D \h \v \R \X \N \C \K \A \z \Z \G \b \B ^ $ . | || * + ? {2} {2,} {2,3} {3,2} { } ] [ [a [^ [a-z] [^a-z] -
	[:alpha:] [[:alpha:]] [[:^space:]] [[:<:]] [[:>:]] [[:foo:]] [.a.]
	( ) (?: (?= (?! (?<= (?<! (?> (?| (?* (?<* (?i) (?-i) (?i: (?x) (?xx) (?-x) (?^) (?^i: (?J) (?n) (?U) (?s-m: (?<n> (?<m> (?P<n> (?'n'
	(?P=n) (?P>n) (?&n) (?&m) (?R) (?0) (?1) (?2) (?-1) (?+1) (?+2) (?(1) (?(2) (?(-1) (?(+1) (?(n) (?(<n>) (?('m') (?(R) (?(R1) (?(R2)
	(?(R&n) (?(DEFINE) (?(VERSION>=10.3) (?(?= (?(?! (?(?<= (?(*pla: (?(*nlb: (?(?* (?(*napla:
	\1 \2 \3 \9 \10 \11 \18 \81 \0 \01 \377 \400 \777 \x \x4 \x41 \x{41} \x{10ffff} \x{110000} \x{d800} \x{ \o{101} \o{8} \o
	\g1 \g2 \g{1} \g{-1} \g{+1} \g-1 \g+1 \g{n} \g<n> \g'n' \g<1> \g<-1> \g<+1> \g'2' \g<0> \g{0} \k<n> \k'n' \k{n} \k{m} \kn
	\cA \c \ca \e \a \f \n \r \t \Q \E \Qa.b\E \Q*\E \p{L} \p{Lu} \P{^Nd} \pL \pN \p{Greek} \p{Foo} \P{Foo} \pX
	\N{U+41} \N{U+110000} \N{x} \N{2} \L \u \i \y \_ \8 \. \[ \] \\ \
	(*ACCEPT) (*F) (*FAIL) (*COMMIT) (*PRUNE) (*SKIP) (*THEN) (*MARK:n) (*:n) (*MARK) (*SKIP:n) (*PRUNE:) (*ACCEPT:n) (*FOO)
	(*UTF) (*UCP) (*LF) (*NO_JIT) (*LIMIT_MATCH=3) (*pla: (*nla: (*plb: (*atomic: (*napla: (*foo: (*positive_lookbehind: (*
	(?#c) (?# # é € 1 2 , = ! < > ' : _`)

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
