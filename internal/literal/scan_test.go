package literal

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/internal/program"
)

// The two forms of each scan are held against the definition, and against each other, at every length up to a few vectors, with the
// input at every distance to the end of a page: inaccessible(t) gives memory behind which a read faults.

func setOf(bytes ...byte) *Set {
	var b program.ByteSet
	for _, c := range bytes {
		b.Add(c)
	}
	return NewSet(&b)
}

func checkBytes(t *testing.T, s string, x *Set, a, b, c byte) {
	t.Helper()
	first := func(in func(byte) bool) int {
		for i := range len(s) {
			if in(s[i]) {
				return i
			}
		}
		return -1
	}
	span := first(func(d byte) bool { return !x.Contains(d) })
	if span < 0 {
		span = len(s)
	}
	want := [4]int{
		first(func(d byte) bool { return d == a || d == b }),
		first(func(d byte) bool { return d == a || d == b || d == c }),
		first(x.Contains),
		span,
	}
	names := [4]string{"IndexAny2", "IndexAny3", "IndexSet", "SpanSet"}
	check := func(form string, got [4]int) {
		t.Helper()
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s, %s, of %q for %q %q %q and %x: %d, want %d", names[i], form, s, a, b, c, x.rows, got[i], want[i])
			}
		}
	}
	check("as called", [4]int{IndexAny2(s, a, b), IndexAny3(s, a, b, c), IndexSet(s, x), SpanSet(s, x)})
	check("portable", [4]int{indexAny2(s, a, b), indexAny3(s, a, b, c), indexSet(s, &x.rows), spanSet(s, &x.rows)})
	if haveVector && len(s) >= vectorLeast {
		check("vector", [4]int{indexAny2Vector(s, a, b), indexAny3Vector(s, a, b, c), indexSetVector(s, &x.rows), spanSetVector(s, &x.rows)})
	}
}

func TestByteScansAtEveryLengthAndPlace(t *testing.T) {
	page := inaccessible(t)
	some, most := setOf('x', 'y', 0x80, 0xFF), setOf('a', 'b', 0xC3)
	for n := 0; n <= 130; n++ {
		s := page[len(page)-n:]
		for i := range s {
			s[i] = 'a'
		}
		checkBytes(t, text(s), some, 'x', 'y', 0x80)
		checkBytes(t, text(s), most, 'x', 'y', 0xFF)
		for k := range s {
			for _, c := range []byte{'x', 'y', 0x80, 0xFF} {
				s[k] = c
				checkBytes(t, text(s), some, 'x', 'y', 0x80)
				checkBytes(t, text(s), most, 'x', 'y', 0xFF)
				if k > 0 {
					last := s[k-1]
					s[k-1] = 'y'
					checkBytes(t, text(s), some, 'x', 'y', 0x80)
					s[k-1] = last
				}
			}
			s[k] = 'a'
		}
	}
}

func TestSetsOfEveryByte(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 257 {
		order := r.Perm(256)
		var b program.ByteSet
		for _, c := range order[:n] {
			b.Add(byte(c))
		}
		x := NewSet(&b)
		if x.Len() != n {
			t.Errorf("a set of %d bytes says it has %d", n, x.Len())
		}
		for c := range 256 {
			if x.Contains(byte(c)) != b.Contains(byte(c)) {
				t.Fatalf("%v has %d: %v", b, c, x.Contains(byte(c)))
			}
			checkBytes(t, strings.Repeat(string([]byte{byte(c)}), 1+(n+c)%40), x, byte(c), 0, 1)
		}
	}
}

// checkCandidates holds the candidates of a pair and of a Teddy against what their tables say of each place.
func checkCandidates(t *testing.T, s string, texts []string) {
	t.Helper()
	same := func(form string, step int, find func(i int) (block int, hits uint32, at lanes), want func(i int) uint8, places int) {
		t.Helper()
		i := 0
		for places-i >= vectorLeast {
			block, hits, at := find(i)
			if hits == 0 {
				block = places - i
			}
			for k := range min(block, places-i) {
				if want(i+k) != 0 {
					t.Fatalf("%s passes over place %d of %q for %q", form, i+k, s, texts)
				}
			}
			if i += block; i >= places {
				break
			}
			for k := range step {
				got := uint8(0)
				if hits>>k&1 != 0 {
					got = at[k]
				}
				if i+k < places && got != want(i+k) || i+k >= places && got != 0 {
					t.Fatalf("%s has %b at place %d of %q for %q", form, got, i+k, s, texts)
				}
			}
			i += step
		}
	}
	if haveVector && len(texts[0]) > 1 {
		p := newPair(texts[0])
		same("pairVector", 32, func(i int) (int, uint32, lanes) {
			block, hits := pairVector(&p, s[i:], len(s)-i-len(p.text)+1)
			var at lanes
			for k := range at {
				at[k] = 1
			}
			return block, hits, at
		}, func(i int) uint8 { return uint8(b2i(s[i+p.off1] == p.b1 && s[i+p.off2] == p.b2)) }, len(s)-len(p.text)+1)
	}
	td := newTeddy(texts)
	if td == nil {
		return
	}
	td.makeTables()
	places := len(s) - td.minLen + 1
	want := func(i int) uint8 {
		_, m := td.few(s[i:], 1)
		return m
	}
	for _, scan := range []func(s string, n int) (int, uint8){td.scan, td.few} {
		same("teddy.scan", 1, func(i int) (int, uint32, lanes) {
			block, m := scan(s[i:], places-i)
			return block, uint32(b2i(m != 0)), lanes{m}
		}, want, places)
	}
	if haveVector {
		same("teddyVector", 32, func(i int) (int, uint32, lanes) {
			var at lanes
			block, hits := teddyVector(&td.masks, s[i:], places-i, &at)
			return block, hits, at
		}, want, places)
	}
}

var candidateSets = [][]string{
	{"xy", "ab"},
	{"zyx", "zbx", "qyx"},
	{"wxyz", "wbcz"},
	{"..........x", "..x.....y.."},
	{"q", "z"},
	{"\xd0\x98\xd1\x80", "\xd0\x90\xd0\xb4"},
}

func TestCandidatesAtEveryLengthAndPlace(t *testing.T) {
	page := inaccessible(t)
	for _, texts := range candidateSets {
		for n := 0; n <= 130; n++ {
			s := page[len(page)-n:]
			for i := range s {
				s[i] = '.'
			}
			checkCandidates(t, text(s), texts)
			for _, lit := range texts {
				for k := 0; k+len(lit) <= n; k++ {
					copy(s[k:], lit)
					checkCandidates(t, text(s), texts)
					for i := range lit {
						s[k+i] = '.'
					}
				}
			}
		}
	}
}

// Places at a distance of eight have the same bit of a bucket in the two halves of a vector: where those are added up to learn whether
// there is any, the bits of the last bucket would carry each other out.
func TestCandidatesInEveryEighthPlace(t *testing.T) {
	texts := make([]string, 8) // a bucket each
	for i := range texts {
		for k := range 8 {
			texts[i] += string([]byte{byte(0x80 + 16*i + (i+2*k)&15)})
		}
	}
	for _, lit := range texts {
		for before := range 8 {
			for n := range 12 {
				checkCandidates(t, strings.Repeat(".", before)+strings.Repeat(lit, n), texts)
			}
		}
	}
}

func TestFindersAtTheEndOfAPage(t *testing.T) {
	page := inaccessible(t)
	for _, texts := range append(candidateSets, []string{"Sherlock Holmes"}, []string{"Sherlock Holmes", "Watson"}) {
		for n := 0; n <= 130; n++ {
			s := page[len(page)-n:]
			for i := range s {
				s[i] = '.'
			}
			for _, lit := range texts {
				if len(lit) > n {
					continue
				}
				copy(s[n-len(lit):], lit)
				want := naive(texts, false, text(s))[0]
				for name, find := range finders(texts, false) {
					if start, end := find(text(s), 0); start != want.start || end != want.end {
						t.Fatalf("%s: %q in %q: %d, %d, want %d, %d", name, texts, s, start, end, want.start, want.end)
					}
				}
			}
		}
	}
}

func FuzzByteScans(f *testing.F) {
	f.Add("hello, world, this is more than one vector of bytes", "xyz", byte('l'), byte('o'), byte(','))
	f.Fuzz(func(t *testing.T, s, set string, a, b, c byte) {
		x := setOf([]byte(set)...)
		for i := 0; i < 33 && i <= len(s); i++ {
			checkBytes(t, s[i:], x, a, b, c)
		}
	})
}

func FuzzCandidates(f *testing.F) {
	f.Add("abcabcabcaabbccabcabcabacbcaabacbacbacbabcbacbabcbabc", "abc|bca|cab")
	f.Fuzz(func(t *testing.T, s, texts string) {
		set := distinct(strings.Split(texts, "|"), true)
		if len(set) == 0 || set[0] == "" {
			return
		}
		for i := 0; i < 33 && i <= len(s); i++ {
			checkCandidates(t, s[i:], set)
		}
	})
}
