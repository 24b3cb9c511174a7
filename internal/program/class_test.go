package program

import (
	"fmt"
	"regexp/syntax"
	"runtime"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// compiled is Compile for the text of a pattern.
func compiled(t *testing.T, expr string) *Program {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return Compile(re)
}

// only returns the one class of a pattern.
func only(t *testing.T, expr string) *Class {
	t.Helper()
	p := compiled(t, expr)
	require.Len(t, p.Classes, 1, expr)
	return &p.Classes[0]
}

func TestPatternsShareTheTablesOfTheirClasses(t *testing.T) {
	letters := only(t, `\pL`)
	require.NotNil(t, letters.High)
	for _, expr := range []string{`\pL`, `a\pL+b`, `[\pL]{3,5}`, `(\p{L})|x`, `[^\PL]`} {
		require.Same(t, letters.High, only(t, expr).High, expr)
	}
	digits := only(t, `[\pL0-9]`)
	require.Same(t, letters.High, digits.High, "classes that differ in ASCII alone share what is beyond")
	require.NotEqual(t, letters.ASCII, digits.ASCII)
	require.NotSame(t, letters.High, only(t, `\p{Greek}`).High)
	require.Same(t, only(t, `[é-ü]`).High, only(t, `[a-c\x{e9}-\x{fc}]`).High)
	cut := only(t, `[\x{80}-\x{ff}]`)
	require.Same(t, cut.High, only(t, `[\x{7f}-\x{ff}]`).High, "a range that begins in ASCII is cut")
	runtime.KeepAlive(letters)
	runtime.KeepAlive(cut)
}

func TestMostClassesNeedNoTable(t *testing.T) {
	for _, expr := range []string{`[a-z]`, `\w`, `\d`, `[\t -]`, `[[:punct:]]`} {
		require.Nil(t, only(t, expr).High, expr)
	}
	for _, expr := range []string{`[^/]`, `\W`, `\S`, `[^a-z]`, `[\x{80}-\x{10ffff}]`} {
		require.Same(t, AllHigh, only(t, expr).High, expr)
	}
}

// tables is how many tables the process shares.
func tables() int {
	shared.Lock()
	defer shared.Unlock()
	return len(shared.tables)
}

// settles waits for the collector and its cleanups until the number of tables is at most n.
func settles(n int) bool {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		runtime.GC()
		if tables() <= n {
			return true
		}
	}
	return false
}

func TestATableIsFreedWithTheLastPatternThatHoldsIt(t *testing.T) {
	foldedASCII() // has tables, and keeps them
	const kept = 2
	require.True(t, settles(kept), "%d tables are left of other tests", tables())
	const many = 200
	class := func(i int) string { return fmt.Sprintf(`[\x{%x}-\x{%x}]`, 0x20000+16*i, 0x20003+16*i) }
	programs := make([]*Program, many)
	for i := range programs {
		programs[i] = compiled(t, class(i))
	}
	again := compiled(t, class(7)+`+x`)
	require.Equal(t, kept+many, tables())
	require.False(t, settlesSoon(kept+many-1), "each is in use")

	seven := programs[7].Classes[0].High
	clear(programs)
	require.True(t, settles(kept+1), "%d tables are left", tables())
	require.Same(t, seven, again.Classes[0].High)
	require.Same(t, seven, only(t, class(7)).High, "the one in use is found")

	seven, again = nil, nil
	require.True(t, settles(kept), "%d tables are left", tables())
	runtime.KeepAlive(programs)
	runtime.KeepAlive(again)

	// After all that, a pattern gets its table anew.
	require.True(t, only(t, class(7)).Contains(0x20000+16*7))
}

// settlesSoon is settles with less patience, for what must not come about.
func settlesSoon(n int) bool {
	for range 3 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	return tables() <= n
}

func TestAClassHoldsWhatTheSyntaxTreeSays(t *testing.T) {
	for _, expr := range []string{
		`[a-z]`, `[^a-z]`, `\w`, `\W`, `[^/]`, `\pL`, `\PL`, `\p{Greek}`, `[а-я]`, `[\x{7e}-\x{81}]`, `[\x{7f}\x{80}]`,
		`[\x{80}-\x{10fffe}]`, `[\x{81}-\x{10ffff}]`, `[\x00-\x{d7ff}]`, `[^\x{fffd}]`, `[\x{ffff}-\x{10000}z]`, `(?i)[k-s]`,
	} {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		require.Equal(t, syntax.OpCharClass, re.Op, expr)
		class := NewClass(re.Rune)
		check := func(r rune) {
			want := false
			for i := 0; i < len(re.Rune); i += 2 {
				want = want || re.Rune[i] <= r && r <= re.Rune[i+1]
			}
			require.Equal(t, want, class.Contains(r), "%s and %U", expr, r)
		}
		for r := range rune(0x100) {
			check(r)
		}
		for _, end := range re.Rune { // all that is between two ends is alike
			check(max(end-1, 0))
			check(end)
			check(min(end+1, unicode.MaxRune))
		}
	}
}

func TestAFoldedRuneMatchesItsWholeOrbit(t *testing.T) {
	for _, row := range []struct {
		exprs []string
		holds []rune
		lacks []rune
	}{
		{[]string{`(?i)k`, `(?i)K`, "(?i)\u212a", `(?i)[k]`, `[kK\x{212a}]`}, []rune{'k', 'K', '\u212a'}, []rune{'j', 'l', 'J', 'L', '\u2129', '\u212b'}},
		{[]string{`(?i)s`, `(?i)S`, "(?i)\u017f", `(?i)[s]`}, []rune{'s', 'S', '\u017f'}, []rune{'r', 't', '\u017e', '\u0180'}},
		{[]string{`(?i)θ`, `(?i)Θ`, `(?i)ϑ`, `(?i)ϴ`}, []rune{'θ', 'Θ', 'ϑ', 'ϴ'}, []rune{'ι', 'η'}},
		{[]string{`(?i)a`}, []rune{'a', 'A'}, []rune{'b', 'B', 'ä'}},
		{[]string{`(?i)é`}, []rune{'é', 'É'}, []rune{'e', 'E', 'è'}},
	} {
		first := only(t, row.exprs[0])
		for _, expr := range row.exprs {
			class := only(t, expr)
			require.Equal(t, *first, *class, expr)
			require.Same(t, first.High, class.High, expr)
			for _, r := range row.holds {
				require.True(t, class.Contains(r), "%s holds %q", expr, r)
			}
			for _, r := range row.lacks {
				require.False(t, class.Contains(r), "%s lacks %q", expr, r)
			}
		}
	}
}

// The oracle is unicode.SimpleFold itself, for each rune that has another case.
func TestAFoldClassIsTheOrbitAndNothingElse(t *testing.T) {
	folding := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.SimpleFold(r) == r {
			continue
		}
		folding++
		orbit := map[rune]bool{r: true}
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			orbit[f] = true
		}
		class := FoldClass(r)
		size := 0
		for c := rune(0); c < utf8.RuneSelf; c++ {
			if class.Contains(c) {
				size++
				require.True(t, orbit[c], "%U folds to %U", r, c)
			}
		}
		if class.High != nil {
			for i := 0; i < len(class.High.Pairs); i += 2 {
				for c := class.High.Pairs[i]; c <= class.High.Pairs[i+1]; c++ {
					size++
					require.True(t, orbit[c], "%U folds to %U", r, c)
				}
			}
		}
		require.Equal(t, len(orbit), size, "runes that equal %U", r)
	}
	require.Greater(t, folding, 2000)
}
