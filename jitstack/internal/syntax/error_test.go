package syntax

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// refusal is a pattern that is refused, and what the error says.
type refusal struct {
	pattern   string
	offset    int
	construct string
	reason    string // a part of it
}

// untaken has patterns that PCRE2 takes and this package does not.
var untaken = []refusal{
	{`(?C1)a`, 0, `(?C1)`, "callout"},
	{`(*sr:a)`, 0, `(*sr:`, "script run"},
	{`(*CRLF)a`, 0, `(*CRLF)`, "newline other than"},
	{`(*LF)(*ANY)a`, 5, `(*ANY)`, "newline other than"},
	{`(*NOTEMPTY_ATSTART)a`, 0, `(*NOTEMPTY_ATSTART)`, "not supported"},
	{`\p{Emoji}`, 0, `\p{Emoji}`, "without a table"},
	{`\p{bc=al}`, 0, `\p{bc=al}`, "without a table"},
	{times(1001, "(") + times(1001, ")"), 1000, "(", "deeper than 1000"},
}

// refused has patterns that PCRE2 refuses too.
var refused = []refusal{
	// Brackets.
	{`a(b`, 1, `(b`, "without a closing bracket"},
	{`a(?:b`, 1, `(?:b`, "without a closing bracket"},
	{`ab)c`, 2, `)`, "without an opening one"},
	{`a[b`, 1, `[b`, "without a closing bracket"},
	{`[]`, 0, `[]`, "without a closing bracket"},
	{`[^]`, 0, `[^]`, "without a closing bracket"},
	{`[\Qa]`, 0, `[\Qa]`, "without a closing bracket"},
	{`a(?#b`, 1, `(?#b`, "comment without an end"},
	{`(?`, 0, `(?`, "without a closing bracket"},
	{`(?z)`, 0, `(?z`, "unknown kind of group"},
	{`(?i`, 0, `(?i`, "without a closing bracket"},
	{`(?i-s-m)`, 0, `(?i-s-`, "hyphen among the options"},
	{`(?^-i)`, 0, `(?^-`, "hyphen among the options"},
	// Quantifiers.
	{`*a`, 0, `*`, "nothing to repeat"},
	{`a**`, 2, `*`, "nothing to repeat"},
	{`a{2}{3}`, 4, `{3}`, "nothing to repeat"},
	{`(?i)+`, 4, `+`, "nothing to repeat"},
	{`^*`, 1, `*`, "nothing to repeat"},
	{`\b+`, 2, `+`, "nothing to repeat"},
	{`(*F)+`, 4, `+`, "nothing to repeat"},
	{`a|*`, 2, `*`, "nothing to repeat"},
	{`a{3,2}`, 1, `{3,2}`, "out of order"},
	{`a{65536}`, 1, `{65536}`, "over 65535"},
	// Escapes.
	{`a\`, 1, `\`, "backslash at the end"},
	{`a\y`, 1, `\y`, "unknown escape"},
	{`\L`, 0, `\L`, "Perl's strings"},
	{`\N{SPACE}`, 0, `\N{SPACE}`, "by its name"},
	{`\x{g}`, 0, `\x{`, "no digit"},
	{`\x{}`, 0, `\x{}`, "without digits"},
	{`\x{110000}`, 0, `\x{110000}`, "over U+10FFFF"},
	{`\x{d800}`, 0, `\x{d800}`, "surrogate"},
	{`\o12`, 0, `\o`, "without braces"},
	{`\cé`, 0, `\c`, "printable"},
	{`\p`, 0, `\p`, "without a name"},
	{`\p{Lu`, 0, `\p{Lu`, "closing brace"},
	{`a\p{Foo}`, 1, `\p{Foo}`, "unknown property"},
	{`a\P{Foo}`, 1, `\P{Foo}`, "unknown property"},
	// Classes.
	{`[z-a]`, 1, `z-a`, "out of order"},
	{`[a-\d]`, 1, `a-\d`, "the end of a range"},
	{`[\d-z]`, 1, `\d`, "beginning of a range"},
	{`[[:alpha:]-z]`, 1, `[:alpha:]`, "beginning of a range"},
	{`[[:foo:]]`, 1, `[:foo:]`, "unknown POSIX class"},
	{`[[:ucp alpha:]]`, 1, `[:ucp alpha:]`, "unknown POSIX class"},
	{`[[.a.]]`, 1, `[.a.]`, "collating element"},
	{`[:alpha:]`, 0, `[:alpha:]`, "outside of a class"},
	{`[\R]`, 1, `\R`, "no meaning in a class"},
	{`[\N]`, 1, `\N`, "no meaning in a class"},
	{`(?[ a ])`, 0, `(?[ `, "without an operand"},
	{`(?[ \d \w ])`, 0, `(?[ \d `, "without an operator"},
	// References.
	{`(a)\2`, 3, `\2`, "does not exist"},
	{`\81`, 0, `\81`, "does not exist"},
	{`(a)\g{-2}`, 3, `\g{-2`, "does not exist"},
	{`\g{0}`, 0, `\g{0}`, "does not exist"},
	{`\g{-0}`, 0, `\g{-0`, "by zero"},
	{`a\k<n>`, 1, `\k<n>`, "does not exist"},
	{`\k`, 0, `\k`, "without a name"},
	{`(?2)(a)`, 0, `(?2)`, "does not exist"},
	{`(?&n)`, 0, `(?&n)`, "does not exist"},
	{`(?(1)a)`, 0, `(?(1)`, "does not exist"},
	{`(?(R1)a)`, 0, `(?(R1)`, "does not exist"},
	{`(?(n)a)`, 0, `(?(n)`, "does not exist"},
	// Names.
	{`(?<n>a)(?<n>b)`, 7, `(?<n>`, "second group of the same name"},
	{`(?|(?<n>a)|(?<m>b))`, 11, `(?<m>`, "second name"},
	{`(?<1a>b)`, 0, `(?<`, "begins with a digit"},
	{`(?<>a)`, 0, `(?<`, "name expected"},
	{`(?<a-b>c)`, 0, `(?<a`, "without '>' behind"},
	{`(?<` + strings.Repeat("a", 33) + `>b)`, 0, `(?<` + strings.Repeat("a", 33), "more than 32 bytes"},
	// Conditionals.
	{`(a)(?(1)b|c|d)`, 3, `(?(1)b|c|d)`, "more than two"},
	{`(?(DEFINE)a|b)`, 0, `(?(DEFINE)a|b)`, "definition with alternatives"},
	{`(?(?:a)b)`, 2, `(?:a)`, "without an atomic lookaround"},
	{`(?(?*a)b)`, 2, `(?*a)`, "without an atomic lookaround"},
	{`(?(VERSION>=1001)a)`, 0, `(?(VERSION>=1001`, "over 1000"},
	{`(?(VERSION>10.1)a)`, 0, `(?(VERSION>`, "VERSION without"},
	// Lookaround.
	{`x(?<=ab+)`, 1, `(?<=ab+)`, "without a bound on its length: see offset 6"},
	{`(?<!\X)`, 0, `(?<!\X)`, "without a bound"},
	{`(?<=a\Cb)`, 0, `(?<=a\Cb)`, "without a bound"},
	{`(?<=(?1))(a*)`, 0, `(?<=(?1))`, "without a bound on its length: see offset 10"},
	{`(a(?<=(?R)))`, 2, `(?<=(?R))`, "without a bound"},
	{`(?<=(?:a{60000}){2})`, 0, `(?<=(?:a{60000}){2})`, "more than 65535"},
	{`(?=a\Kb)`, 4, `\K`, "inside of a lookaround"},
	// Verbs.
	{`a(*FOO)`, 1, `(*FOO)`, "unknown verb"},
	{`a(*UTF)`, 1, `(*UTF)`, "only stand at the start"},
	{`(*MARK)`, 0, `(*MARK)`, "without a name"},
	{`(*COMMIT:a`, 0, `(*COMMIT:a`, "without a closing bracket"},
	{`(*foo:a)`, 0, `(*foo:`, "unknown kind of group"},
	{"a\xffb", 1, "\xff", "invalid UTF-8"},
}

func TestRefusalsNameConstructOffsetAndReason(t *testing.T) {
	for _, row := range append(refused, untaken...) {
		_, err := Parse(row.pattern, 0)
		var e *Error
		require.ErrorAs(t, err, &e, "pattern %s", row.pattern)
		assert.Equal(t, row.offset, e.Offset, "pattern %s", row.pattern)
		assert.Equal(t, row.construct, e.Construct, "pattern %s", row.pattern)
		assert.Contains(t, e.Reason, row.reason, "pattern %s", row.pattern)
		assert.Equal(t, row.pattern, e.Pattern)
	}
}

func TestAnErrorReadsAsASentence(t *testing.T) {
	_, err := Parse(`x(?<=ab+)`, 0)
	assert.EqualError(t, err,
		`pattern "x(?<=ab+)", offset 1 at "(?<=ab+)": lookbehind without a bound on its length: see offset 6`)
}

func TestTheMessageOfALongPatternIsShort(t *testing.T) {
	_, err := Parse(strings.Repeat("é(", 50000), 0)
	var e *Error
	require.True(t, errors.As(err, &e))
	assert.Less(t, len(err.Error()), 400)
	assert.Len(t, e.Pattern, 150000)
}
