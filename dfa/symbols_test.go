package dfa

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/arenaregexp/regexp/internal/program"
	"github.com/stretchr/testify/require"
)

// alphabets are patterns that divide bytes and runes in many ways.
var alphabets = []string{
	`.`, `(?s).`, `a`, `[ab]`, `[^a]`, `[a-k]|[g-z]`, `\w\W`, `\d+[a-f]`, `^a$`, `(?m)^a`, `(?m)a$`, `\ba`, `\Ba.`, `\b`, `(?i)k`, `(?i)[^k]`, `(?i)s.`, `é`, `[é-ÿ]`, `[^é]`, `\x{fffd}`, `[^\x{fffd}]`, `\x{80}`,
	`\x{7ff}|\x{800}`, `\x{ffff}|\x{10000}`, `\x{10ffff}`, `[\x{80}-\x{7ff}]`, `[\x{800}-\x{ffff}]`, `[\x{10000}-\x{10ffff}]`, `[\x{d000}-\x{d7ff}]`, `[\x{e000}-\x{efff}]`, `[\x{0}-\x{d800}]`, `\x{d7ff}|\x{e000}`,
	`世|界`, `[世-界]x`, `α[α-ω]`, `\p{Greek}`, `\P{Greek}`, `\pL\pN`, `\p{Han}.`, `(?i)straße|[\p{Cyrillic}]`, `[\x{fff0}-\x{10010}]`, `[^\x00-\x7f]`, `[^\d\D]|a`, ``,
}

func alphabetOf(t testing.TB, expr string) *Symbols {
	re, err := syntax.Parse(expr, syntax.Perl)
	require.NoError(t, err)
	return NewSymbols(program.Compile(re))
}

// classesOf returns the number of classes of non-ASCII runes.
func classesOf(t *Symbols) int { return int(slices.Max(t.classes)) + 1 }

// probes returns texts that put one byte or rune at every place where it can matter.
func probes(text string) []string {
	before := []string{"", "a", " ", "\n", "é", "\xff", "\xc3", "\xc2", "\xe0", "\xe4", "\xe4\xb8", "\xed", "\xef\xbf", "\xf0", "\xf0\x9f", "\xf0\x9f\x98", "\xf4", "\xf4\x8f\xbf", "\xe2\x84", "\xe1"}
	behind := []string{"", "a", " ", "\n", "k", "\x80", "\xbf", "\xa0", "\x80\x80", "\xbf\xbf", "\x90\x80", "\x80\x80\x80", "\xbf\xbf\xbf", "\x84\xaa"}
	var all []string
	for _, b := range before {
		for _, e := range behind {
			all = append(all, b+text+e)
		}
	}
	return all
}

// No pattern tells two bytes of one class apart, wherever they stand in a text or a sequence. The standard library is the oracle. Each byte
// is compared with the first of its class.
func TestNoPatternTellsBytesOfOneClassApart(t *testing.T) {
	for i, expr := range alphabets {
		if testing.Short() && i%9 != 0 {
			continue
		}
		var (
			symbols = alphabetOf(t, expr)
			std     = regexp.MustCompile(expr)
			longest = std.Copy()
			firstOf = map[uint16][][2][]int{} // by class: the answers for its first byte
		)
		longest.Longest()
		for b := range 256 {
			var answers [][2][]int
			for _, s := range probes(string([]byte{byte(b)})) {
				answers = append(answers, [2][]int{std.FindStringIndex(s), longest.FindStringIndex(s)})
			}
			class := symbols.offsets[b]
			if firstOf[class] == nil {
				firstOf[class] = answers
			}
			for i, want := range firstOf[class] {
				if !slices.EqualFunc(answers[i][:], want[:], slices.Equal) {
					t.Fatalf("%q tells %#x from the first byte of its class in %q: %v, want %v", expr, b, probes(string([]byte{byte(b)}))[i], answers[i], want)
				}
			}
		}
	}
}

// No pattern tells two runes of one class apart. The test takes runes at the borders and inside each range of the class.
func TestNoPatternTellsRunesOfOneClassApart(t *testing.T) {
	pick := seeded(2)
	for i, expr := range alphabets {
		if testing.Short() && i%9 != 0 {
			continue
		}
		var (
			symbols = alphabetOf(t, expr)
			std     = regexp.MustCompile(expr)
			firstOf = map[int][][]int{}
		)
		require.Equal(t, rune(utf8.RuneSelf), symbols.cuts[0], expr)
		require.True(t, slices.IsSorted(symbols.cuts), expr)
		for i, first := range symbols.cuts {
			last := rune(unicode.MaxRune)
			if i+1 < len(symbols.cuts) {
				last = symbols.cuts[i+1] - 1
			}
			for _, r := range []rune{first, last, first + rune(pick(int(last-first)+1)), first + rune(pick(int(last-first)+1))} {
				require.Equal(t, i, symbols.rangeOf(r), "%q: the range of %#x", expr, r)
				high := alphabet{symbols, true}.spanOf(r)
				require.True(t, high.first <= r && r <= high.last && high.first == first && high.last == last, "%q: the span of %#x is %v", expr, r, high)
				require.Equal(t, alphabet{symbols, true}.offset(firstClass+int(symbols.classes[i])), high.offset, "%q: %#x", expr, r)
				if !utf8.ValidRune(r) {
					continue
				}
				var answers [][]int
				for _, s := range probes(string(r)) {
					var runes []int // the span counted in runes, whose widths differ
					if m := std.FindStringIndex(s); m != nil {
						runes = []int{utf8.RuneCountInString(s[:m[0]]), utf8.RuneCountInString(s[:m[1]])}
					}
					answers = append(answers, runes)
				}
				class := int(symbols.classes[i])
				if firstOf[class] == nil {
					firstOf[class] = answers
				}
				if !slices.EqualFunc(answers, firstOf[class], slices.Equal) {
					t.Fatalf("%q tells %#x from the first rune of its class", expr, r)
				}
			}
		}
		require.Len(t, firstOf, classesOf(symbols), "%q: classes", expr)
		for class := range classesOf(symbols) {
			require.Equal(t, class, int(symbols.classes[symbols.rangeOf(symbols.runeOf(class))]), "%q: the rune of class %d", expr, class)
		}
	}
}

// The fewer symbols, the smaller a state. Bytes that no instruction tells apart are one symbol. So are runes, however many ranges they
// span.
func TestAlphabetsAreSmall(t *testing.T) {
	const utf8Classes = 15 // the classes of bytes from 0x80 on, if the program adds none
	for _, test := range []struct {
		expr                string
		ascii, bytes, runes int
	}{
		{`(?s).`, 1, 1 + utf8Classes, 1}, {`.`, 2, 2 + utf8Classes, 1}, {`abc`, 4, 4 + utf8Classes, 1}, {`[a-z]+[0-9]*`, 3, 3 + utf8Classes, 1}, {`[^/]+`, 2, 2 + utf8Classes, 1}, {`\bfoo\b`, 4, 4 + utf8Classes, 1},
		{`(?m)^x$`, 3, 3 + utf8Classes, 1}, {`\w+\s`, 3, 3 + utf8Classes, 1}, {strings.Repeat(`[a-f0-9]`, 40), 2, 2 + utf8Classes, 1},
		{`\pL`, 2, 110, 2}, {`\pL+\pN`, 3, 110, 3}, {`\p{Greek}`, 1, 80, 2}, {`é`, 1, 20, 2},
	} {
		symbols := alphabetOf(t, test.expr)
		require.Equal(t, test.ascii, symbols.ascii, "%q: symbols below 0x80", test.expr)
		require.Equal(t, test.runes, classesOf(symbols), "%q: classes of runes", test.expr)
		require.LessOrEqual(t, symbols.bytes, test.bytes, "%q: symbols", test.expr)
		require.Equal(t, symbols.bytes+stops, alphabet{symbols, false}.count(), "%q: symbols and stops", test.expr)
		require.Equal(t, symbols.ascii+classesOf(symbols)+stops, alphabet{symbols, true}.count(), "%q: backward symbols and stops", test.expr)
	}
}

// All offsets that searches add to a node lie within it. The proof in node.go relies on this.
func TestOffsetsLieWithinANode(t *testing.T) {
	for _, expr := range alphabets {
		for _, reverse := range []bool{false, true} {
			a := alphabet{alphabetOf(t, expr), reverse}
			least, most := offset(0), offset(a.count()-1)
			check := func(next int) {
				at := a.offset(next)
				require.True(t, least <= at && at <= most && at%wordBytes == 0, "%q, reverse %v: offset of %d is %d, want %d to %d", expr, reverse, next, at, least, most)
			}
			last := 256
			if reverse {
				last = utf8.RuneSelf
				for class := range classesOf(a.Symbols) {
					check(firstClass + class)
				}
			}
			for b := range last {
				check(b)
			}
			for stop := range stops {
				check(firstStop + stop)
			}
		}
	}
}

// A pattern of thousands of different runes has as many classes. Finding them takes memory for each class, not for each pair. (A pattern of
// 70,000 runes, 280 KB, once took 5 GB, and its class numbers overflowed 16 bits.)
func TestAnAlphabetOfManyRunesTakesMemoryForEachOnce(t *testing.T) {
	allocated := func(n int) uint64 {
		text := make([]rune, 0, n)
		for r := rune(0x4E00); len(text) < n; r += 2 {
			if utf8.ValidRune(r) {
				text = append(text, r)
			}
		}
		re, err := syntax.Parse(string(text), syntax.Perl)
		require.NoError(t, err)
		p := program.Compile(re)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		symbols := NewSymbols(p)
		runtime.ReadMemStats(&after)
		require.Equal(t, n+1, classesOf(symbols), "%d runes and the rest", n)
		require.NotEqual(t, symbols.classes[symbols.rangeOf(text[0])], symbols.classes[symbols.rangeOf(text[n-1])])
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(1000)
	require.Less(t, allocated(4000), 8*allocated(1000), "bytes for four times as many")
	if !t.Failed() {
		allocated(70_000)
	}
}

// The slow way: two ranges have one class if the same instructions take a rune of each.
func TestRangesHaveOneClassIfTheSameInstructionsTakeBoth(t *testing.T) {
	pick := seeded(3)
	exprs := slices.Clone(alphabets)
	for range 200 {
		var parts []string
		for range 1 + pick(20) {
			first := 0x80 + pick(60)
			parts = append(parts, fmt.Sprintf(`[\x{%x}-\x{%x}\x{%x}]`, first, first+pick(20), 0x90+pick(60)))
		}
		exprs = append(exprs, strings.Join(parts, "|"))
	}
	for _, expr := range exprs {
		re, err := syntax.Parse(expr, syntax.Perl)
		require.NoError(t, err)
		p := program.Compile(re)
		symbols := NewSymbols(p)
		takers := map[string]uint32{} // by the instructions that take a range: its class
		for i, r := range symbols.cuts {
			key := ""
			for k := range p.Insts {
				if in := &p.Insts[k]; in.Consumes() && p.MatchRune(in, r) {
					key += fmt.Sprint(k, " ")
				}
			}
			class, ok := takers[key]
			if !ok {
				class = uint32(len(takers))
				takers[key] = class
				require.Equal(t, r, symbols.reps[class], expr)
			}
			require.Equal(t, class, symbols.classes[i], "%q: %#x", expr, r)
		}
		require.Len(t, symbols.reps, len(takers), expr)
	}
}

// Thousands of classes that all overlap once took the square of their number.
func TestThousandsOfOverlappingClassesAreTold(t *testing.T) {
	var parts []string
	for i := range 8000 {
		parts = append(parts, fmt.Sprintf(`[\x{%x}-\x{%x}]`, 0x4000+i, 0xC000+i))
	}
	re, err := syntax.Parse(strings.Join(parts, "x|y"), syntax.Perl)
	require.NoError(t, err)
	symbols := NewSymbols(program.Compile(re))
	require.Equal(t, 2*8000, classesOf(symbols))
}
