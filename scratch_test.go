package regexp_test

import (
	"bytes"
	"fmt"
	stdlib "regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/arena"
)

// wide is a pattern of 40 groups beside the whole match, more than a frame holds; its subject has one match.
var (
	wide        = regexp.MustCompile(strings.Repeat(`(\w)`, 39) + `(-)?`)
	wideSubject = "..." + strings.Repeat("abc", 13) + "..."
)

// objects is how many objects a call allocates, beside what the runtime now and then allocates for its own.
func objects(call func()) int {
	return int(fewest(5, func() uint64 { return mallocs(call) }))
}

// However much a call collects on its way, it allocates the objects that it returns and no more. slack is the
// greatest capacity beyond the length in what it returns.
func TestOnlyTheResultIsAllocated(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	const matches = 10_000
	s := strings.Repeat("key=value ", matches)
	b := []byte(s)
	pair, word := regexp.MustCompile(`(\w+)=(\w+)`), regexp.MustCompile(`[a-z]+=`)
	const template = "$2:$1"

	for _, row := range []struct {
		name    string
		objects int
		call    func() (length, slack int)
	}{
		{"FindAllStringIndex", 2, func() (int, int) { return table(word.FindAllStringIndex(s, -1)) }},
		{"FindAllIndex", 2, func() (int, int) { return table(word.FindAllIndex(b, -1)) }},
		{"FindAllString", 1, func() (int, int) { return list(word.FindAllString(s, -1)) }},
		{"FindAll", 1, func() (int, int) { return list(word.FindAll(b, -1)) }},
		{"FindAllStringSubmatchIndex", 2, func() (int, int) { return table(pair.FindAllStringSubmatchIndex(s, -1)) }},
		{"FindAllSubmatchIndex", 2, func() (int, int) { return table(pair.FindAllSubmatchIndex(b, -1)) }},
		{"FindAllStringSubmatch", 2, func() (int, int) { return table(pair.FindAllStringSubmatch(s, -1)) }},
		{"FindAllSubmatch", 2, func() (int, int) { return table(pair.FindAllSubmatch(b, -1)) }},
		{"Split", 1, func() (int, int) { return list(word.Split(s, matches)) }},
		{"ReplaceAllString", 1, func() (int, int) { return len(pair.ReplaceAllString(s, template)) / 10, 0 }},
		{"ReplaceAllLiteralString", 1, func() (int, int) { return len(pair.ReplaceAllLiteralString(s, "9 letters")) / 10, 0 }},
		{"ReplaceAllStringFunc", 1, func() (int, int) {
			return len(word.ReplaceAllStringFunc(s, func(s string) string { return "abcd" })) / 10, 0
		}},
		{"ReplaceAll", 1, func() (int, int) {
			got := pair.ReplaceAll(b, []byte(template))
			return len(got) / 10, cap(got) - len(got)
		}},
		{"ReplaceAllLiteral", 1, func() (int, int) {
			got := word.ReplaceAllLiteral(b, []byte("abcd"))
			return len(got) / 10, cap(got) - len(got)
		}},
		{"ReplaceAllFunc", 1, func() (int, int) {
			got := word.ReplaceAllFunc(b, func(b []byte) []byte { return b })
			return len(got) / 10, cap(got) - len(got)
		}},
		{"a replacement that changes nothing", 0, func() (int, int) { return len(word.ReplaceAllString(s, "key=")) / 10, 0 }},
	} {
		t.Run(row.name, func(t *testing.T) {
			length, slack := row.call()
			require.Equal(t, matches, length)
			require.Zero(t, slack)
			require.Equal(t, row.objects, objects(func() { row.call() }))
		})
	}
}

// list returns the length of a list and the capacity it has beyond.
func list[T any](l []T) (length, slack int) { return len(l), cap(l) - len(l) }

// table is list for a list of lists: slack is the greatest among them all.
func table[T any](l [][]T) (length, slack int) {
	slack = cap(l) - len(l)
	for _, row := range l {
		slack = max(slack, cap(row)-len(row))
	}
	return len(l), slack
}

func TestOnlyTheResultIsAllocatedForMoreGroupsThanAFrameHolds(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	s, b := wideSubject, []byte(wideSubject)
	index, texts, ofBytes := wide.FindStringSubmatchIndex(s), wide.FindStringSubmatch(s), wide.FindSubmatch(b)
	require.Len(t, index, 82)
	require.Len(t, texts, 41)
	require.Len(t, ofBytes, 41)
	require.Equal(t, 82, cap(index))
	require.Equal(t, 41, cap(texts))
	require.Equal(t, 41, cap(ofBytes))

	dst := make([]int, 0, 100)
	room := make([]byte, 0, 100)
	for _, row := range []struct {
		name    string
		objects int
		call    func()
	}{
		{"FindStringSubmatchIndex", 1, func() { wide.FindStringSubmatchIndex(s) }},
		{"FindSubmatchIndex", 1, func() { wide.FindSubmatchIndex(b) }},
		{"FindStringSubmatch", 1, func() { wide.FindStringSubmatch(s) }},
		{"FindSubmatch", 1, func() { wide.FindSubmatch(b) }},
		{"FindAllStringSubmatchIndex", 2, func() { wide.FindAllStringSubmatchIndex(s, -1) }},
		{"AllStringSubmatch", 1, func() {
			for range wide.AllStringSubmatch(s) {
			}
		}},
		{"AllSubmatchIndex", 1, func() {
			for range wide.AllSubmatchIndex(b) {
			}
		}},
		{"a miss", 0, func() { wide.FindStringSubmatchIndex("abc") }},
		{"AppendFindAllStringSubmatchIndex", 0, func() { dst = wide.AppendFindAllStringSubmatchIndex(dst[:0], s, -1) }},
		{"AppendReplaceAllString", 0, func() { room = wide.AppendReplaceAllString(room[:0], s, "$39$1") }},
		{"ReplaceAllString", 1, func() { wide.ReplaceAllString(s, "$39$1") }},
	} {
		row.call()
		require.Equal(t, row.objects, objects(row.call), row.name)
	}
	require.Equal(t, index, dst)
	require.Equal(t, "...ca...", string(room))
}

// The lengths around those at which a frame is left for a block, a block for a larger one, and the largest
// for the heap. The oracle is the standard library.
func TestResultsOfAllLengthsAreThoseOfTheStandardLibrary(t *testing.T) {
	const largest = arena.MaxBlock
	// pairs of offsets: 32 in the frame, then a block's words
	for _, full := range []int{32, 4 << 10 / 16, 32 << 10 / 16, 256 << 10 / 16, largest / 16} {
		for n := full - 1; n <= full+1; n++ {
			s := strings.Repeat("a,", n)
			got := regexp.MustCompile(`a`).FindAllStringIndex(s, -1)
			require.Len(t, got, n)
			for i, span := range got {
				if span[0] != 2*i || span[1] != 2*i+1 {
					t.Fatalf("match %d of %d is %v", i, n, span)
				}
			}
			require.Len(t, regexp.MustCompile(`,`).Split(s, -1), n+1)
			require.Len(t, regexp.MustCompile(`,`).Split(s, n-2), n-2)
		}
	}
	for _, full := range []int{512, 4 << 10, 32 << 10, 256 << 10, largest} {
		for n := full - 1; n <= full+1; n++ {
			s := strings.Repeat("ab", n/4) + strings.Repeat("-", n-n/4*3)
			want := strings.ReplaceAll(s, "b", "<b")
			require.Len(t, want, n)
			ours := regexp.MustCompile(`a(b)`)
			requireSame(t, want, ours.ReplaceAllString(s, "a<$1"))
			requireSame(t, want, string(ours.ReplaceAll([]byte(s), []byte("a<$1"))))
			requireSame(t, want, regexp.MustCompile(`b`).ReplaceAllLiteralString(s, "<b"))
			requireSame(t, want, regexp.MustCompile(`b`).ReplaceAllStringFunc(s, func(s string) string { return "<" + s }))
			// all at once: one piece that is longer than twice what there was
			requireSame(t, s, regexp.MustCompile(`x`).ReplaceAllLiteralString("x", s))
		}
	}

	std := stdlib.MustCompile(wide.String())
	s := strings.Repeat(wideSubject+"-", 300)
	require.Equal(t, std.FindAllStringSubmatchIndex(s, -1), wide.FindAllStringSubmatchIndex(s, -1))
	require.Equal(t, std.FindAllStringSubmatchIndex(s, 7), wide.FindAllStringSubmatchIndex(s, 7))
	require.Equal(t, std.FindAllSubmatch([]byte(s), -1), wide.FindAllSubmatch([]byte(s), -1))
	require.Equal(t, std.FindReaderSubmatchIndex(strings.NewReader(s)), wide.FindReaderSubmatchIndex(strings.NewReader(s)))
	require.Equal(t, std.ReplaceAllString(s, "$3$40$2"), wide.ReplaceAllString(s, "$3$40$2"))
}

// requireSame does not print texts of megabytes.
func requireSame(t *testing.T, want, got string) {
	t.Helper()
	if want != got {
		t.Fatalf("%d bytes, want %d; they differ", len(got), len(want))
	}
}

// panicking is a reader of runes that panics.
type panicking struct{}

func (panicking) ReadRune() (rune, int, error) { panic("reader") }

// A function of the user that panics, or a loop that is left early, must not cost the free lists a block.
func TestBlocksAreGivenBackWhateverAUserFunctionDoes(t *testing.T) {
	s := strings.Repeat(wideSubject, 100)
	b := []byte(s)
	word := regexp.MustCompile(`\w`)
	calls := 0
	// failAt panics when it is called for the nth time.
	failAt := func(n int) {
		if calls++; calls == n {
			panic("callback")
		}
	}
	long := strings.Repeat("long ", 100)
	for name, call := range map[string]func(){
		"ReplaceAllStringFunc":         func() { word.ReplaceAllStringFunc(s, func(string) string { failAt(2000); return "ab" }) },
		"ReplaceAllFunc":               func() { word.ReplaceAllFunc(b, func([]byte) []byte { failAt(2000); return []byte("ab") }) },
		"ReplaceAllStringSubmatchFunc": func() { wide.ReplaceAllStringSubmatchFunc(s, func([]string) string { failAt(40); return long }) },
		"ReplaceAllSubmatchFunc":       func() { wide.ReplaceAllSubmatchFunc(b, func([][]byte) []byte { failAt(40); return []byte(long) }) },
		"AllSubmatch": func() {
			for range wide.AllSubmatch(b) {
				failAt(40)
			}
		},
		"AllStringSubmatch": func() {
			for range wide.AllStringSubmatch(s) {
				failAt(40)
			}
		},
		"AllStringSubmatchIndex": func() {
			for range wide.AllStringSubmatchIndex(s) {
				failAt(40)
			}
		},
		"AllStringSubmatch, left early": func() {
			for range wide.AllStringSubmatch(s) {
				break
			}
			panic("afterwards")
		},
		"FindReaderSubmatchIndex": func() { wide.FindReaderSubmatchIndex(panicking{}) },
	} {
		t.Run(name, func(t *testing.T) {
			fill()
			kept := arena.Kept()
			for range 4 {
				calls = 0
				require.Panics(t, call)
				require.Equal(t, kept, arena.Kept())
			}
		})
	}
}

// fill sees to it that there are blocks to take: one that is made anew and lost leaves no gap.
func fill() {
	var blocks []*arena.Block
	for _, size := range []int{4 << 10, 32 << 10, 256 << 10} {
		for range 8 {
			blocks = append(blocks, arena.Get(size))
		}
	}
	for _, b := range blocks {
		b.Release()
	}
}

// What a user's function gets or returns must not lie in a block, which the next call overwrites.
func TestNothingOfTheUserLiesInABlock(t *testing.T) {
	s := strings.Repeat(wideSubject, 20)
	var kept [][]string
	var keptBytes [][][]byte
	var returned []byte
	nested := func(text string) string {
		return wide.ReplaceAllStringSubmatchFunc(text, func(groups []string) string {
			kept = append(kept, groups)
			return strings.ToUpper(wide.ReplaceAllString(groups[0], "$2$1")) + strings.Repeat(".", 50)
		})
	}
	got := regexp.MustCompile(`(?s)^.*$`).ReplaceAllStringFunc(s, nested)
	require.Equal(t, strings.Repeat("..."+"BA"+strings.Repeat(".", 50)+"...", 20), got)

	gotBytes := wide.ReplaceAllSubmatchFunc([]byte(s), func(groups [][]byte) []byte {
		keptBytes = append(keptBytes, groups)
		returned = bytes.Repeat(groups[1], 100)
		return returned
	})
	copy(returned, "changed")
	require.Equal(t, strings.Repeat("..."+strings.Repeat("a", 100)+"...", 20), string(gotBytes))

	var yielded [][]int
	for groups := range wide.AllStringSubmatchIndex(s) {
		yielded = append(yielded, groups)
	}

	want := wide.FindAllStringSubmatch(s, -1)
	scribble(wide, s)
	require.Equal(t, want, kept)
	require.Equal(t, wide.FindAllSubmatch([]byte(s), -1), keptBytes)
	require.Equal(t, wide.FindAllStringSubmatchIndex(s, -1), yielded)
}

// scribble makes calls that leave their traces in every block there is.
func scribble(re *regexp.Regexp, s string) {
	for range 3 {
		re.FindAllStringSubmatchIndex(s, -1)
		re.ReplaceAllString(s, "#$0#$0#$0#")
	}
}

func TestManyGoroutinesCollectAtOnce(t *testing.T) {
	const goroutines = 32
	var all sync.WaitGroup
	errs := make(chan error, goroutines)
	for g := range goroutines {
		all.Go(func() {
			for round := range 4 {
				n := 10 << (2 * (g + round) % 10)
				text := fmt.Sprintf("<%d>", g)
				s := strings.Repeat(text+" ", n)
				re := regexp.MustCompile(fmt.Sprintf(`<(%d)>`, g))
				got := re.ReplaceAllStringFunc(s, func(match string) string { return "[" + match + "]" })
				if got != strings.ReplaceAll(s, text, "["+text+"]") {
					errs <- fmt.Errorf("goroutine %d: a wrong replacement of %d matches", g, n)
				}
				found := re.FindAllString(s, -1)
				if len(found) != n || slices.ContainsFunc(found, func(s string) bool { return s != text }) {
					errs <- fmt.Errorf("goroutine %d: %d matches found, want %d", g, len(found), n)
				}
			}
		})
	}
	all.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}
