package regexp_test

import (
	"reflect"
	stdlib "regexp"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// What the standard library refuses, for its nesting, repetition, size or syntax, is refused with its error, letter for letter.
func TestWhatTheStandardLibraryRefusesIsRefusedWithItsError(t *testing.T) {
	nested := func(n int, open, inner, end string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	for name, pattern := range map[string]string{
		"groups nested":             nested(1001, "(", "a", ")"),
		"groups nested far":         nested(200_000, "(", "a", ")"),
		"groups nested and open":    strings.Repeat("(", 100_000),
		"plain groups nested":       nested(1001, "(?:", "a", ")*"),
		"repetition":                "a{1001}",
		"repetition, open end":      "a{1001,}",
		"repetition, backward":      "a{2,1}",
		"repetition of a number":    "a{99999999999}",
		"repetitions multiplied":    "((a{100}){100}){100}",
		"repetitions nested":        nested(10, "(?:", "a", "){2}") + "{1000}",
		"repetition of nothing":     "*a",
		"repetition of repetition":  "a**",
		"size by a class":           strings.Repeat(`\pL`, 30_000),
		"size by classes repeated":  `(?:[\pL\pN\pS\pP]{1000}){2}` + strings.Repeat(`(?i:\pL\pN){500}`, 20),
		"size by text repeated":     "(?:" + strings.Repeat("xyz", 2000) + "){1000}",
		"parenthesis open":          "(a",
		"parenthesis too many":      "a)",
		"class open":                "[a",
		"range backward":            "[b-a]",
		"name of a class":           `\p{Nonesuch}`,
		"name of a POSIX class":     "[[:nonesuch:]]",
		"name of a group":           "(?P<n!>a)",
		"flag":                      "(?z)a",
		"backslash last":            `a\`,
		"escape":                    `\8`,
		"backreference":             `(a)\1`,
		"lookahead":                 "a(?=b)",
		"lookbehind":                "(?<=a)b",
		"possessive":                "a++",
		"rune above the last":       `\x{110000}`,
		"invalid UTF-8":             "a\xffb",
		"invalid UTF-8 in a class":  "[\xff]",
		"invalid UTF-8 in a name":   "(?P<\xff>a)",
		"invalid UTF-8 in an range": "[a-\xed\xa0\x80]",
	} {
		t.Run(name, func(t *testing.T) {
			_, want := stdlib.Compile(pattern)
			require.Error(t, want, "the standard library does not refuse this")
			_, err := regexp.Compile(pattern)
			require.Equal(t, want, err)
			_, want = stdlib.CompilePOSIX(pattern)
			_, err = regexp.CompilePOSIX(pattern)
			require.Equal(t, want, err)
		})
	}
}

func TestPatternsAtTheLimitsAreAccepted(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat("(", 999) + "a" + strings.Repeat(")", 999),
		"a{1000}", "a{0,1000}", "(?:a{10}){100}", `\pL{300}`, strings.Repeat("(a)", 1000), strings.Repeat("a|", 3000) + "b", strings.Repeat("xyz", 10_000),
		"(?i)" + strings.Repeat("ksé", 3000), strings.Repeat("(?:a?){20}", 40),
	} {
		_, err := stdlib.Compile(pattern)
		require.NoError(t, err)
		both, ok := compileBoth(t, pattern)
		require.True(t, ok)
		for _, s := range []string{"", "a", strings.Repeat("a", 1000), strings.Repeat("xyz", 10_001)[:15_000], strings.Repeat("KSé", 300), strings.Repeat("世", 300)} {
			both.checkBasic(t, s)
		}
	}
}

// A stranger's patterns are any bytes: half of these are wholly random, half are made of what has a meaning.
func TestRandomBytesAsPatternsNeitherPanicNorHang(t *testing.T) {
	count := 100_000
	if testing.Short() {
		count /= 10
	}
	alphabet := strings.Split(`a b k é \ \ ( ) ( ) (?: (?i) (?s) (?P<n> [ ] [^ - | | * + ? { } {2} {2,} {1,3} 1 9 , . ^ $ \b \B \A \z \d \w \pL \PN \Q \E \x{ [: :] alpha : < > i - ! = `+"\xff \xc3 \x00", " ")
	pick, compiled := seeded(2), 0
	for range count {
		var b []byte
		for n := 1 + pick(24); n > 0; n-- {
			if len(b)%2 == 0 && pick(2) == 0 {
				b = append(b, byte(pick(256)))
			} else {
				b = append(b, pick.of(alphabet)...)
			}
		}
		if pick(2) == 0 {
			for i := range b {
				b[i] = byte(pick(256))
			}
		}
		pattern := string(b)
		std, want := stdlib.Compile(pattern)
		ours, err := regexp.Compile(pattern)
		if !reflect.DeepEqual(err, want) {
			t.Fatalf("Compile(%q): error %v, want %v", pattern, err, want)
		}
		if err != nil {
			continue
		}
		compiled++
		if got, want := ours.FindStringSubmatchIndex(pattern), std.FindStringSubmatchIndex(pattern); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q on itself = %v, want %v", pattern, got, want)
		}
	}
	require.Greater(t, compiled, count/20, "the generator makes too few patterns that compile")
}
