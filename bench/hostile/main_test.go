package main

import (
	std "regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
)

// The verdicts in the table are true: the standard library gives them on short subjects, where it can.
func TestVerdictsAreThoseOfTheStandardLibrary(t *testing.T) {
	for _, c := range cases {
		for _, n := range []int{100, 1000, 4000} {
			s := c.subject(n)
			require.Equal(t, c.match, std.MustCompile(c.pattern).MatchString(s), "%s on %d bytes", c.pattern, n)
			require.Equal(t, std.MustCompile(c.pattern).FindStringSubmatchIndex(s), regexp.MustCompile(c.pattern).FindStringSubmatchIndex(s), c.pattern)
		}
	}
}

func TestAllMatchesOfTheFamiliesAreThoseOfTheStandardLibrary(t *testing.T) {
	for _, f := range families {
		for _, n := range []int{10, 100, 1000} {
			s := f.subject(n)
			want := std.MustCompile(f.pattern).FindAllStringSubmatchIndex(s, -1)
			require.Equal(t, want, regexp.MustCompile(f.pattern).FindAllStringSubmatchIndex(s, -1), "%s on %d bytes", f.pattern, n)
			require.Equal(t, std.MustCompile(f.pattern).ReplaceAllString(s, "<$0>"), regexp.MustCompile(f.pattern).ReplaceAllString(s, "<$0>"), f.pattern)
		}
	}
}
