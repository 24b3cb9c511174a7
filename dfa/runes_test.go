package dfa

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// edges are the bytes where the rules of UTF-8 change: the first and last continuation byte, the bounds of the second byte after 0xE0,
// 0xED, 0xF0 and 0xF4, the first and last lead byte of each width, and bytes that never occur.
const edges = "a\x80\x8f\x90\x9f\xa0\xbf\xc0\xc2\xdf\xe0\xe1\xed\xef\xf0\xf4\xf5\xff"

// sequences calls yield with all strings of one to n bytes of alphabet.
func sequences(alphabet string, n int, yield func(s string)) {
	var b [8]byte
	var extend func(k int)
	extend = func(k int) {
		for i := range len(alphabet) {
			b[k] = alphabet[i]
			yield(string(b[:k+1]))
			if k+1 < n {
				extend(k + 1)
			}
		}
	}
	extend(0)
}

// Up to four bytes are tried in every way to be, start, break off or not be UTF-8. The standard library is the oracle for the end of the
// leftmost-first and leftmost-longest match, unanchored and anchored, for the start of that match, and for the leftmost match that ends at
// the end of the text.
func TestAllSequencesOfBytesAnswerAsTheStandardLibrary(t *testing.T) {
	for _, test := range []struct{ expr, alphabet string }{
		{`.`, edges}, {`..`, edges}, {`[^a]`, edges}, {`\x{fffd}`, edges}, {`[^\x{fffd}]`, edges}, {`[é-ÿ]`, edges + "\xc3\xa9"}, {`^.{2}$`, edges}, {`\b.`, edges}, {`.\b`, edges},
		{`.a|.{3}`, edges}, {`[\x{10000}-\x{10ffff}]`, edges}, {`[\x{80}-\x{7ff}]+`, edges}, {`[\x{800}-\x{ffff}]`, edges}, {`(?:.a|\x{fffd})+?$`, edges},
		{`\p{Greek}`, "a\x80\x85\x90\xa6\xbc\xbf\xcd\xce\xcf\xe1\xe2\xea\xef\xf0\xff"}, {`\P{Greek}a?`, "a\x80\x85\x90\xa6\xbc\xbf\xcd\xce\xcf\xe1\xe2\xea\xef\xf0\xff"},
		{`(?i)[k]`, "akK\x80\x84\xaa\xab\xbf\xe2\xef\xff"}, {`(?i)[^k]`, "akK\x80\x84\xaa\xab\xbf\xe2\xef\xff"}, {`(?i)s`, "asS\x80\xbf\xc5\xc4\xe2\xff"}, {`�|世`, "a\xe4\xb8\x96\xef\xbf\xbd\xff"},
	} {
		var (
			a        = compile(t, test.expr, ample)
			first    = regexp.MustCompile(test.expr)
			anchored = regexp.MustCompile(`\A(?:` + test.expr + `)`)
			last     = regexp.MustCompile(`(?:` + test.expr + `)\z`)
			longest  = first.Copy()
			tried    = 0
		)
		longest.Longest()
		equal := func(what, s string, got int, want []int, at int) {
			t.Helper()
			if want == nil && got != -1 || want != nil && got != want[at] {
				t.Fatalf("%q on %q: %s %d, want %v", test.expr, s, what, got, want)
			}
		}
		sequences(test.alphabet, 4, func(s string) {
			if tried++; testing.Short() && tried%41 != 0 {
				return
			}
			want := first.FindStringIndex(s)
			equal("first", s, answer(a.first.Forward(s, 0, len(s), false, false, nil)), want, 1)
			equal("first, led", s, answer(a.ledFirst.Forward(s, 0, len(s), false, false, a.lead)), want, 1)
			equal("anchored", s, answer(a.first.Forward(s, 0, len(s), true, false, nil)), anchored.FindStringIndex(s), 1)
			for way, hit := range []bool{want != nil, anchored.MatchString(s)} {
				if table := a.shift[way]; table != nil && table.Match(s, 0) != hit {
					t.Fatalf("%q on %q, anchored %v: by shifts %v, want %v", test.expr, s, way == 1, !hit, hit)
				}
			}
			if want != nil {
				equal("backward", s, answer(a.reverse.Backward(s, 0, want[1])), want, 0)
			}
			want = longest.FindStringIndex(s)
			equal("longest", s, answer(a.longest.Forward(s, 0, len(s), false, false, nil)), want, 1)
			if want != nil {
				equal("backward from longest", s, answer(a.reverse.Backward(s, 0, want[1])), want, 0)
			}
			equal("backward from the end", s, answer(a.reverse.Backward(s, 0, len(s))), last.FindStringIndex(s), 0)
		})
	}
}

// The same sequences occur in the middle of a text. There the bytes that follow resolve pending ones, and the end of the search is not the
// end of the text.
func TestSequencesOfBytesWithinATextAnswerAsTheStandardLibrary(t *testing.T) {
	alphabet := "a\x80\xbf\xc3\xe0\xe4\xf0\xff"
	if testing.Short() {
		alphabet = "\x80\xc3\xe4\xf0"
	}
	for _, expr := range []string{`.`, `..$`, `[^a]`, `\x{fffd}`, `\x{fffd}\b`, `.\B.`, `^.`, `[é-ÿ]+`, `(?m)^.*$`} {
		a, o := compile(t, expr, ample), newOracle(expr)
		sequences(alphabet, 3, func(s string) {
			a.check(t, o, "b"+s, false)
			a.check(t, o, s+"\n", false)
		})
	}
}

// Incomplete sequences share a state if the same bytes complete them to runes of one class. If no instruction tells non-ASCII runes apart,
// ten incomplete sequences remain, however many different runes the text has. Backwards the automaton steps by classes, and nothing is
// pending.
func TestStatesDoNotGrowWithTheNumberOfDifferentRunes(t *testing.T) {
	var chinese, all strings.Builder
	for r := rune(0x4E00); r < 0xA000; r++ {
		chinese.WriteRune(r)
	}
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r += 1 + r/500 {
		if utf8.ValidRune(r) {
			all.WriteRune(r)
			all.WriteString(string(r)[:utf8.RuneLen(r)-1]) // and its bytes without the last
			all.WriteByte('b' + byte(r%8))
			all.WriteRune(r + 1)
		}
	}
	for _, test := range []struct {
		expr                string
		chinese, both, back int // most states: forward on Chinese, then forward on both texts, backward
	}{
		{`(?s)(?:..)*`, 10, 30, 5}, {`(?s)(?:[^a][^a])*`, 10, 30, 5}, {`(?s).{3}a`, 15, 40, 5}, {`(?s)\b(?:..)*`, 10, 40, 8}, {`(?s)(?:...)*?a`, 20, 50, 5}, {`(?s)(?:\x{fffd}|.)*`, 10, 20, 5},
		{`\pL{3}a`, 15, 1000, 5}, {`(?s)(?:\pL|..)*`, 10, 300, 5}, // these tell non-ASCII runes apart
	} {
		a := compile(t, test.expr, ample)
		run := func(s string, most int) {
			a.longest.Forward(s, 0, len(s), false, false, nil)
			a.reverse.Backward(s, 0, len(s))
			require.LessOrEqual(t, a.longest.States(), most, "%q: forward states", test.expr)
			require.LessOrEqual(t, a.reverse.States(), test.back, "%q: backward states", test.expr)
		}
		run(chinese.String(), test.chinese)
		run(all.String(), test.both)
	}
}

// Package utf8 is the oracle for wants and completions.
func TestWhatASequenceWantsIsWhatUTF8Decodes(t *testing.T) {
	full := func(s string) bool {
		r, w := utf8.DecodeRuneInString(s)
		return w == len(s) && (r != utf8.RuneError || s == "\uFFFD")
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	var extend func(p pending)
	extend = func(p pending) {
		prefix := string(p.bytes[:p.n])
		n, lo, hi := wants(p.bytes[0])
		if p.n > 1 {
			lo, hi = 0x80, 0xBF
		}
		first, last := p.completions()
		least, most := rune(utf8.MaxRune), rune(0)
		for _, b := range all {
			next := prefix + string([]byte{b})
			hopeful := false // some sequence that begins with next is a valid rune
			for _, rest := range []string{"", "\x80", "\xbf", "\x80\x80", "\xbf\xbf"} {
				if full(next + rest) {
					hopeful = true
					r, _ := utf8.DecodeRuneInString(next + rest)
					least, most = min(least, r), max(most, r)
				}
			}
			if hopeful != (lo <= b && b <= hi) {
				t.Errorf("%q goes on with %#x: %v, want %v", prefix, b, !hopeful, hopeful)
			}
			if hopeful && int(p.n) < n && strings.IndexByte(edges, b) >= 0 {
				extend(p.push(b))
			}
		}
		require.Equal(t, []rune{least, most}, []rune{first, last}, "%q: the first and the last rune", prefix)
	}
	for _, b := range all {
		if n, _, _ := wants(b); n > 0 {
			extend(pending{}.push(b))
		} else {
			for _, rest := range []string{"\x80", "\xbf", "\x90\x80", "\xa0\x80", "\x90\x80\x80"} {
				require.False(t, full(string([]byte{b})+rest), "%#x leads no sequence", b)
			}
		}
	}
}
