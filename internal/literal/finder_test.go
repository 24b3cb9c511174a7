package literal

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestChancesAddUp(t *testing.T) {
	var sum float64
	for b := range 256 {
		sum += chance(byte(b))
	}
	t.Log(sum)
	if sum < 0.5 || sum > 2 {
		t.Errorf("the chances of all bytes add up to %v, want about 1", sum)
	}
}

// span is where an occurrence begins and ends.
type span struct{ start, end int }

// naive is the oracle: the definition of Find, for each place from 0 to len(s) to search from.
func naive(texts []string, longest bool, s string) []span {
	found := make([]span, len(s)+1)
	next := span{-1, -1}
	for i := len(s); i >= 0; i-- {
		end := -1
		for _, t := range texts {
			if strings.HasPrefix(s[i:], t) && i+len(t) > end {
				end = i + len(t)
				if !longest {
					break
				}
			}
		}
		if end >= 0 {
			next = span{i, end}
		}
		found[i] = next
	}
	return found
}

// finders returns every way to search for the texts.
func finders(texts []string, longest bool) map[string]func(s string, from int) (int, int) {
	f := NewFinder(texts, longest)
	all := map[string]func(s string, from int) (int, int){f.String(): f.Find}
	if f.kind == Never || f.kind == Always {
		return all
	}
	wide, narrow := newAutomaton(f.texts, rowBudget), newAutomaton(f.texts, 0)
	all["automaton"], all["automaton without rows"] = wide.find, narrow.find
	finish := func(start, end, next int, s string) (int, int) {
		if next >= 0 {
			return wide.find(s, next)
		}
		return start, end
	}
	if len(f.texts) == 1 && len(f.texts[0]) > 1 {
		p := newPair(f.texts[0])
		text := func(find func(*pair, string, int) (int, int)) func(s string, from int) (int, int) {
			return func(s string, from int) (int, int) {
				start, next := find(&p, s, from)
				end := start
				if start >= 0 {
					end += len(p.text)
				}
				return finish(start, end, next, s)
			}
		}
		all["portable pair"] = text((*pair).findPortable)
		if haveVector {
			all["vector pair"] = text((*pair).findVector)
		}
	}
	if len(f.texts) <= teddyTexts {
		if td := newTeddy(f.prefer(texts)); td != nil {
			all["teddy"] = func(s string, from int) (int, int) {
				start, end, next := td.find(s, from)
				return finish(start, end, next, s)
			}
		}
	}
	if g := newGrams(f.texts); g != nil {
		all["grams"] = func(s string, from int) (int, int) {
			start, end, next := g.find(s, from)
			return finish(start, end, next, s)
		}
	}
	return all
}

func check(t *testing.T, texts []string, subjects ...string) {
	t.Helper()
	for _, longest := range []bool{false, true} {
		ways := finders(texts, longest)
		for _, s := range subjects {
			for from, want := range naive(texts, longest, s) {
				for name, find := range ways {
					if start, end := find(s, from); start != want.start || end != want.end {
						t.Fatalf("%s, longest %v: %.300q in %.300q from %d: %d, %d, want %d, %d",
							name, longest, texts, s, from, start, end, want.start, want.end)
					}
				}
			}
		}
	}
}

func TestFinderFindsWhatTheDefinitionSays(t *testing.T) {
	for _, test := range []struct {
		texts   []string
		subject string
	}{
		{nil, "abc"},
		{[]string{""}, "abc"},
		{[]string{"b", "", "bc"}, "abcbc"},
		{[]string{"a"}, "bbabab"},
		{[]string{"ab", "a"}, "xaabab"},
		{[]string{"a", "ab"}, "xaabab"},
		{[]string{"abcd", "bc"}, "abcx abcd bc"},
		{[]string{"abcde", "bc", "cdz"}, "abcdz abcdef"},
		{[]string{"abcd", "bcd", "cd", "b"}, "abcx abcd bc"},
		{[]string{"Samwise", "Sam", "Samantha"}, "Samantha, Samwise, Sam"},
		{[]string{"foo", "foobar", "oba", "bar"}, "fofoobafoobar"},
		{[]string{"\x00", "\x00\x00\x00"}, "\x00\x00"},
		{[]string{"\x00\x00", "\x00\x00\x00"}, "\x00\x00"},
		{[]string{"aa\x00\x00", "aa"}, "aa aa\x00 aa\x00\x00"},
		{[]string{"aaaaaaaaaaaab"}, strings.Repeat("a", 600) + "b"},
		{[]string{"aaaaaaaaaaaab", "aaaaaaaaaaac"}, strings.Repeat("a", 600) + "b"},
		{[]string{"xaaaaaaaaa", "aaaaaaaaax"}, strings.Repeat("a", 600) + "x"},
		{[]string{"Шерлок", "Холмс", "шерлок"}, "мистер Шерлок Холмс"},
		{[]string{"夏洛克", "福尔摩斯"}, "我是夏洛克·福尔摩斯"},
	} {
		check(t, test.texts, test.subject)
	}
}

func TestFinderAgreesWithTheDefinitionOnRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(letters string, least, most int) string {
		b := make([]byte, least+r.IntN(most-least+1))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return string(b)
	}
	for _, letters := range []string{"ab", "abc", "abcdefgh", "aA \x00\xff\xd0\x90", "etaoinshrdlu ETAOIN\n"} {
		for range 300 {
			n := 1 + r.IntN(5)
			if r.IntN(8) == 0 {
				n = 1 + r.IntN(150)
			}
			least := 1 + r.IntN(6)
			texts := make([]string, n)
			for i := range texts {
				texts[i] = word(letters, least, least+r.IntN(6))
			}
			subject := word(letters, 0, 130)
			for range r.IntN(3) {
				i := r.IntN(len(subject) + 1)
				subject = subject[:i] + texts[r.IntN(n)] + subject[i:]
			}
			check(t, texts, subject)
		}
	}
}

func TestAutomatonTakesEveryByte(t *testing.T) {
	var texts []string
	for b := range 256 {
		texts = append(texts, string([]byte{byte(b), byte(b + 1), byte(b ^ 0x55)}))
	}
	subject := ""
	for b := range 100 {
		subject += string([]byte{byte(7 * b), byte(7*b + 1), byte(11*b + 1), byte(7*b) ^ 0x55})
	}
	for n := range 5 {
		check(t, texts[n*50:], subject)
	}
	check(t, texts[:255], subject)
	check(t, texts[:253], subject)
}

func FuzzFinder(f *testing.F) {
	f.Add("ab|a|abc", "xabcab")
	f.Add("aaaaaaaaaaab|aaaaaaaaaaac", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab")
	f.Add("Sherlock|Holmes|Watson|Watt", "Mr. Watson and Sherlock Holmes were in the Watt of what could be called a predicament, alas")
	f.Fuzz(func(t *testing.T, texts, subject string) {
		if len(subject) > 300 || len(texts) > 600 {
			return
		}
		check(t, strings.Split(texts, "|"), subject)
	})
}
