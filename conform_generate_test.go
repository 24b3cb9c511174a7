package regexp_test

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// choices picks a number below n. Tests draw it from a seeded generator, fuzz targets from the fuzzer's bytes.
type choices func(n int) int

func seeded(seed uint64) choices { return rand.New(rand.NewPCG(seed, 0x5eed)).IntN }

// spending takes each choice from a byte of data; when they are spent, every choice is the first.
func spending(data []byte) choices {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b) % n
	}
}

func (pick choices) of(words []string) string { return words[pick(len(words))] }

var (
	// Letters that fold across the ASCII border (k and the Kelvin sign, s and the long s), runes of every width.
	literals = []string{"a", "b", "c", "ab", "abc", "k", "s", "K", "\u212a", "\u017f", "é", "世", "\U0001f600", "�", `\.`, "/", " ", `\n`, "1"}
	classes  = []string{".", "(?s:.)", "[ab]", "[^a]", "[^/]", `\w`, `\W`, `\d`, `\s`, `\S`, `\pL`, `\PL`, "[a-é]", "[^\\x00-\\x7f]", "[k-s]", "(?i:[k-s])", "(?i:k)", "(?i:s)", "[\\x{fffd}]", "[[:alpha:]]", `[^\d\D]`}
	marks    = []string{"^", "$", `\b`, `\B`, `\A`, `\z`, "(?m:^)", "(?m:$)"}
	repeats  = []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}", "{2,}", "{1,3}?"}
	// Whole runes, their halves, and bytes that never stand in UTF-8.
	morsels = []string{"a", "b", "c", "ab", "abc", "k", "s", "K", "S", "\u212a", "\u017f", "é", "世", "\U0001f600", "�", ".", "/", " ", "\n", "1", "_",
		"\xff", "\x80", "\xc3", "\xe4\xb8", "\xf0\x9f\x98", "\xed\xa0\x80", "\xc0\x80"}
)

// pattern builds an expression, seldom large, that the standard library accepts as a rule.
func (pick choices) pattern(depth int) string {
	if depth == 0 {
		if pick(3) == 0 {
			return pick.of(classes)
		}
		return pick.of(literals)
	}
	switch sub := depth - 1; pick(9) {
	case 0:
		return pick.of(literals)
	case 1:
		return pick.of(marks)
	case 2:
		return pick.of(classes) + pick.of(repeats)
	case 3:
		return "(?:" + pick.pattern(sub) + ")" + pick.of(repeats)
	case 4:
		return "(" + pick.pattern(sub) + ")"
	case 5:
		return "(" + pick.pattern(sub) + ")" + pick.of(repeats)
	case 6:
		return "(?:" + pick.pattern(sub) + "|" + pick.pattern(sub) + "|" + pick.of([]string{"", "a", "ab", "b|c"}) + ")"
	case 7:
		return pick.pattern(sub) + "|" + pick.pattern(sub)
	default:
		return pick.pattern(sub) + pick.pattern(sub)
	}
}

// alternation builds what prefilters are made for: many literals that share prefixes, in front of, behind and between
// other parts, under anchors and case-folding. It returns the literals too.
func (pick choices) alternation() (string, []string) {
	words := make([]string, 2+pick(39))
	for i := range words {
		if i > 0 && pick(2) == 0 {
			w := words[pick(i)]
			words[i] = w[:runeBoundary(w, pick(len(w)+1))]
		}
		for range 1 + pick(4) {
			words[i] += pick.of([]string{"a", "b", "c", "k", "s", "K", "\u212a", "\u017f", "é", "世", "ß", "x", "foo", "bar"})
		}
	}
	alt := strings.Join(words, "|")
	form := pick.of([]string{
		"A", "(A)", "^(A)rest", "^(?:A)", "(A)$", "^(?:A)$", `\b(?:A)\b`, `\B(?:A)`, "foo(?:A)", "(?:A)foo", "[a-c]+(?:A)", "(?:A)[a-c]+", ".(A)",
		"x(?:A)y(?:A)z", "(?:A)+", "(?:A)?k", "(?:A|)", "(?m)^(?:A)$", "(A).*(A)", `(?:A)\s|b`, ".bb|(?:A)", "(?:A){2}",
		// What precedes the words, or follows them, may be made of the same letters: a later word can have the earlier match.
		".(?:A)|b", ".{2}(?:A)|(?:A)", "[ab]*(?:A)|.(?:A)", `\w+(?:A)`, "[^/]*(?:A)[^c]*", ".*(?:A)|(?:A).", "(?:.b)*(?:A)", `(a|é)*?(A)\b`, "x?(?:A)|y(?:A)",
		// Tails: a few texts at the end of the subject, and what else may lie there.
		"(?:A)[a-c]?$", "[ab](?:A)$", ".?(A)$", "(?:A).?$", `(?:A)\b.?\z`, "(?:A|)$", "(?:A)?$", "(A)(A)?$", `\.(A)$`, "(?:A)$|b",
	})
	return pick.of([]string{"", "(?i)", "(?s)"}) + strings.ReplaceAll(form, "A", alt), words
}

// subject joins morsels with words.
func (pick choices) subject(n int, words []string) string {
	var b strings.Builder
	for range n {
		if len(words) > 0 && pick(2) == 0 {
			w := pick.of(words)
			b.WriteString(w[:runeBoundary(w, pick(3)%2*pick(len(w)+1))]) // now and then a word that begins twice
			b.WriteString(w)
		} else {
			b.WriteString(pick.of(morsels))
		}
	}
	return b.String()
}

// matching appends a string that re matches, but for the assertions in it, which are taken to hold.
func (pick choices) matching(b []byte, re *syntax.Regexp) []byte {
	const enough = 4000 // bytes; nested repetition would have no end
	again := func(least, most int) []byte {
		for i := 0; i < most && (i < least || pick(2) == 0) && len(b) < enough; i++ {
			b = pick.matching(b, re.Sub[0])
		}
		return b
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 {
				for range pick(4) {
					r = unicode.SimpleFold(r)
				}
			}
			b = utf8.AppendRune(b, r)
		}
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			i := 2 * pick(len(re.Rune)/2)
			lo, hi := re.Rune[i], re.Rune[i+1]
			b = utf8.AppendRune(b, lo+rune(pick(min(int(hi-lo)+1, 256))))
		}
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		b = append(b, pick.of([]string{"a", "z", "0", " ", "/", "é", "世", "\xff"})...)
	case syntax.OpStar:
		b = again(0, 4)
	case syntax.OpPlus:
		b = again(1, 4)
	case syntax.OpQuest:
		b = again(0, 1)
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 {
			most = re.Min + 3
		}
		b = again(re.Min, most)
	case syntax.OpAlternate:
		b = pick.matching(b, re.Sub[pick(len(re.Sub))])
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			b = pick.matching(b, sub)
		}
	}
	return b
}

// nearly changes s by one byte: another, one more, one less, or a cut, perhaps through a rune.
func (pick choices) nearly(s string) string {
	if s == "" {
		return pick.of(morsels)
	}
	i := pick(len(s))
	switch pick(4) {
	case 0:
		return s[:i] + string([]byte{byte(pick(256))}) + s[i+1:]
	case 1:
		return s[:i] + pick.of(morsels) + s[i:]
	case 2:
		return s[:i] + s[i+1:]
	default:
		return s[:i]
	}
}

// broken puts bytes that are no UTF-8 into s.
func (pick choices) broken(s string) string {
	for range 1 + pick(3) {
		i := pick(len(s) + 1)
		s = s[:i] + pick.of([]string{"\xff", "\x80", "\xc3", "\xe4\xb8", "\xf0\x9f\x98", "\xed\xa0\x80", "\xf8"}) + s[i:]
	}
	return s
}

// runeBoundary returns the last start of a rune in s that is not after i.
func runeBoundary(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
