package literal

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"testing"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/require"
)

func byteSet(bytes string) (set program.ByteSet) {
	for i := range len(bytes) {
		set.Add(bytes[i])
	}
	return set
}

func TestNeededBytesAreTheRarestSetsOfWhichEveryMatchHasOne(t *testing.T) {
	for expr, want := range map[string][]program.ByteSet{
		`a*`:               nil,
		`.+`:               nil,
		`[\n\r]+x?`:        {byteSet("\n\r")},
		`\w+\{[^}]*\}`:     {byteSet("{"), byteSet("}")},
		`(?:a|$)\$`:        {byteSet("$")},
		`(?:~|\^a|e+\x60)`: {byteSet("~^`")},
		`(?:~|)e`:          nil,
		`(?:~){0,3}`:       nil,
	} {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		require.ElementsMatch(t, want, NeededBytes(re), "%q", expr)
	}
}

// Every part of every subject is held against the sets, so nothing that matches lacks what is needed.
func TestEveryMatchHasTheBytesThatItNeeds(t *testing.T) {
	atoms := []string{"~", "q", "[#-%]", "(?i:k)", "(?i:ſ)", "é", "[é-ü]", "\ufffd", "[^a]", `\xff`, "世", `[\x{7f}-\x{80}]`, "^", "|", ""}
	pieces := []string{"~", "q", "#", "k", "\u212a", "S", "ſ", "é", "\xe9", "\xff", "世", "\xe4\xb8", "\x7f", "\u0080", "a"}
	random := rand.New(rand.NewPCG(3, 1))
	var build func(depth int) string
	build = func(depth int) string {
		if depth == 0 {
			return atoms[random.IntN(len(atoms))]
		}
		a, b := build(depth-1), build(depth-1)
		return []string{a + b, "(?:" + a + "|" + b + ")", "(" + a + ")+" + b, "(?:" + a + "){2,3}" + b, "(?:" + a + ")*" + b}[random.IntN(5)]
	}
	for range 3000 {
		expr := build(1 + random.IntN(3))
		re, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			continue
		}
		needs, std := NeededBytes(re), regexp.MustCompile(expr)
		for range 5 {
			s := ""
			for range random.IntN(6) {
				s += pieces[random.IntN(len(pieces))]
			}
			bytes := BytesOf(s)
			for k := range needs {
				require.True(t, needs[k].Intersects(&bytes) || !std.MatchString(s), "%q on %q needs %v", expr, s, needs[k].Append(nil))
			}
		}
	}
}
