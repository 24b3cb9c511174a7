package jitstack_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/bench/corpus"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// rowFlags translates the flags of the seed corpus; a row whose flags are none of these is not asked.
func rowFlags(row corpus.Row) (flags jitstack.Flags, ok bool) {
	for _, name := range row.Flags {
		switch name {
		case "caseless":
			flags |= jitstack.Caseless
		case "anchored":
			flags |= jitstack.Anchored
		case "endanchored":
			flags |= jitstack.EndAnchored
		case "multiline":
			flags |= jitstack.Multiline
		case "dotall":
			flags |= jitstack.DotAll
		case "notempty":
			flags |= jitstack.NotEmpty
		case "utf", "fullmatch":
		default:
			return 0, false
		}
	}
	return flags, true
}

// trueAnswer tells what the right answer of a row is.
func trueAnswer(row corpus.Row) (match, known bool) {
	switch {
	case strings.Contains(row.Expect.Value, "TRUE_ANSWER=MATCH"):
		return true, true
	case strings.Contains(row.Expect.Value, "TRUE_ANSWER=NOMATCH"):
		return false, true
	}
	return row.Expect.Match, row.Expect.Kind == "MATCH" || row.Expect.Kind == "NOMATCH"
}

func TestSeedCorpusRowsAreAnsweredAsPCRE2Does(t *testing.T) {
	stack := jitstack.NewStack(1 << 20)
	rows := 0
	for _, row := range corpus.Rows() {
		flags, ok := rowFlags(row)
		want, known := trueAnswer(row)
		// One row has git's answer, with (*UCP).
		if !ok || !known || strings.Contains(row.Name, "UCP semantics") || strings.HasPrefix(row.Pattern, "@") || strings.HasPrefix(row.Group, "android") {
			continue
		}
		p, err := jitstack.Compile(row.Pattern, flags)
		require.NoErrorf(t, err, "%s %q", row.Group, row.Name)
		rows++
		check := func(how string, match bool, err error, m *arena.Matches) {
			require.NoErrorf(t, err, "%s: %s %q: %q", how, row.Group, row.Name, row.Pattern)
			if row.Has("fullmatch") && match { // ATS looks at the length of the first match
				start, end := m.Span(0)
				match = start == 0 && end == len(row.Subject)
			}
			require.Equalf(t, want, match, "%s: %s %q: %q", how, row.Group, row.Name, row.Pattern)
			for i, span := range row.Expect.Groups {
				start, end := m.Span(i)
				require.Equalf(t, span, [2]int{start, end}, "%s: %s %q: %q, group %d", how, row.Group, row.Name, row.Pattern, i)
			}
		}
		var m arena.Matches
		match, err := p.Exec(row.Subject, &m)
		check("Exec", match, err, &m)
		if match, err = p.ExecStack(stack, row.Subject, &m); !errors.Is(err, jitstack.ErrStackLimit) && !errors.Is(err, jitstack.ErrMatchLimit) {
			check("ExecStack", match, err, &m)
		}
	}
	require.Greater(t, rows, 220)
}

const guard = `^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$`

// The rule that brought a proxy down. PCRE2's JIT holds 1,362 characters in 32 KiB and 43,687 in 1 MiB; here a character takes 16 bytes.
func TestTheGuardHoldsMoreThanPCRE2AndThenSaysThatTheStackIsFull(t *testing.T) {
	p := jitstack.MustCompile(guard, 0)
	for _, c := range []struct {
		stack, holds, fails int
	}{
		{32 << 10, 1362, 2048},
		{1 << 20, 43687, 65536},
	} {
		var m arena.Matches
		stack := jitstack.NewStack(c.stack)
		for _, n := range []int{0, 1, 100, c.holds, c.holds + 1, c.fails - 40} {
			s := "/alpha/bravo/?" + strings.Repeat("x", n)
			match, err := p.ExecStack(stack, s, &m)
			require.NoErrorf(t, err, "%d characters in %d bytes", n, c.stack)
			require.True(t, match)
			_, end := m.Span(0)
			require.Equal(t, len(s), end)
		}
		for _, n := range []int{c.fails, 2 * c.fails} {
			s := "/alpha/bravo/?" + strings.Repeat("x", n)
			match, err := p.ExecStack(stack, s, &m)
			require.ErrorIsf(t, err, jitstack.ErrStackLimit, "%d characters in %d bytes", n, c.stack)
			require.False(t, match)
			require.Zero(t, m.Len())
			match, err = p.Exec(s, &m)
			require.NoError(t, err)
			require.True(t, match, "newsfeed is nowhere in it")
		}
	}
}

func TestTheGuardRefusesWhatItIsToRefuse(t *testing.T) {
	p := jitstack.MustCompile(guard, 0)
	stack := jitstack.NewStack(1 << 20)
	for _, action := range []string{"newsfeed", "calendar", "contacts", "notepad", "newsfed", "news"} {
		for _, s := range []string{
			"/alpha/bravo/?action=" + action,
			"/alpha/bravo/?id=1;action=" + action + ";param0001=00003E",
			"/alpha/bravo/?" + strings.Repeat("x", 1000) + "action=" + action,
		} {
			want := strings.HasPrefix(action, "news") && action != "newsfeed"
			var m arena.Matches
			match, err := p.ExecStack(stack, s, &m)
			require.NoError(t, err)
			require.Equal(t, want, match, s)
			match, err = p.Exec(s, &m)
			require.NoError(t, err)
			require.Equal(t, want, match, s)
		}
	}
}
