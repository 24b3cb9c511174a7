package corpus

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStandardLibraryAnswersAsTheColumnSays runs the standard library on each row that asks for one
// match, so that the go_stdlib column and the translation of the flags can be relied on.
func TestStandardLibraryAnswersAsTheColumnSays(t *testing.T) {
	checked := 0
	for i, r := range Rows() {
		if r.GoStdlib == "ok" {
			continue
		}
		t.Run(fmt.Sprintf("%s/row%d", r.Group, i), func(t *testing.T) {
			checked++
			re, err := regexp.Compile(r.GoPattern())
			if r.GoStdlib == "GO_COMPILE_ERROR" {
				require.Error(t, err, r.Pattern)
				return
			}
			require.NoError(t, err)
			loc := re.FindStringSubmatchIndex(r.Subject)
			if answer, ok := strings.CutPrefix(r.GoStdlib, "DIFF "); ok {
				require.Equal(t, answer, describe(loc), "%s on %q", r.GoPattern(), r.Subject)
				return
			}
			require.Equal(t, "same", r.GoStdlib)
			require.Equal(t, r.Expect.Match, loc != nil, "%s on %q", r.GoPattern(), r.Subject)
			if r.Expect.Kind == "MATCH" {
				require.Equal(t, r.Expect.Groups, pairs(loc)[:len(r.Expect.Groups)], "%s on %q", r.GoPattern(), r.Subject)
				for _, absent := range pairs(loc)[len(r.Expect.Groups):] {
					require.Equal(t, [2]int{-1, -1}, absent)
				}
			}
		})
	}
	require.Greater(t, checked, 200)
}

// describe writes a result as the go_stdlib column does.
func describe(loc []int) string {
	if loc == nil {
		return "NOMATCH"
	}
	s := "MATCH"
	for i, p := range pairs(loc) {
		if p[0] >= 0 {
			s += fmt.Sprintf(" %d=%d:%d", i, p[0], p[1])
		}
	}
	return s
}

func pairs(loc []int) [][2]int {
	var all [][2]int
	for i := 0; i < len(loc); i += 2 {
		all = append(all, [2]int{loc[i], loc[i+1]})
	}
	return all
}

func TestNoRowComesFromAPolicyUnderTheGPL(t *testing.T) {
	for _, r := range Rows() {
		require.NotEqual(t, "selinux_shape", r.Group)
		require.NotContains(t, r.Source, "GPL")
	}
}

func TestCellsAreDecoded(t *testing.T) {
	for _, c := range []struct{ cell, want string }{
		{`plain`, "plain"},
		{`json:"a\nb"`, "a\nb"},
		{`json:""`, ""},
		{`rep:["<", "ab", 3, ">"]`, "<ababab>"},
	} {
		got, err := decode(c.cell)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}

func TestExpectationsAreParsed(t *testing.T) {
	for _, c := range []struct {
		cell string
		want Expect
	}{
		{"NOMATCH", Expect{Kind: "NOMATCH"}},
		{"INDEX -1", Expect{Kind: "INDEX", Value: "-1"}},
		{"MATCH n=3 0=0:4 1=- 2=1:3 EXPAND=x", Expect{Kind: "MATCH", Match: true, Groups: [][2]int{{0, 4}, {-1, -1}, {1, 3}}, Value: "EXPAND=x"}},
		{"TRUE_ANSWER=MATCH; INTERP=2", Expect{Kind: "TRUE_ANSWER", Match: true, Value: "INTERP=2"}},
		{"TRUE_ANSWER=NOMATCH; INTERP=-47", Expect{Kind: "TRUE_ANSWER", Value: "INTERP=-47"}},
	} {
		got, err := parseExpect(c.cell)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}

func TestAMalformedRowIsNamed(t *testing.T) {
	good := "g\tn\tp\ts\tNOMATCH\t\tsame\tsource\n"
	for _, bad := range []string{
		"too\tfew",
		"g\tn\tp\tjson:\"\tNOMATCH\t\tsame\tsource",
		"g\tn\tp\trep:[\"a\"]\tNOMATCH\t\tsame\tsource",
		"g\tn\tp\ts\tMATCH n=2 0=0:1\t\tsame\tsource",
		"g\tn\tp\ts\tMATCH n=1 0=0:x\t\tsame\tsource",
	} {
		_, err := parse("header\n" + good + bad + "\n")
		require.ErrorContains(t, err, "line 3")
	}
}
