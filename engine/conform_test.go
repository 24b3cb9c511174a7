package engine_test

import (
	"bufio"
	"compress/bzip2"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/arenaregexp/regexp/engine"
	"github.com/stretchr/testify/require"
)

// The oracles of this file are the answers that RE2 and Glenn Fowler's POSIX tests recorded. They lie in Go's
// own source tree, and every matcher is held against them, each forced in turn, beside the planner's choice.

// testdata opens a file of the standard library's regexp tests, unpacked, or skips where there is no source tree.
func testdata(t *testing.T, name string) io.Reader {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("no go command to ask for GOROOT: %v", err)
	}
	f, err := os.Open(filepath.Join(strings.TrimSpace(string(root)), "src", "regexp", "testdata", name))
	if err != nil {
		t.Skipf("this Go installation comes without the library's test data: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	if strings.HasSuffix(name, ".bz2") {
		return bzip2.NewReader(f)
	}
	return f
}

// forced is an engine with the matcher that answers for it; the planner's own choice is among them.
type forced struct {
	name string
	*engine.Engine
}

// everyMatcher compiles expr and returns it as planned, cold and hot, and once for each matcher that can take it.
func everyMatcher(expr string, flags syntax.Flags, longest bool) ([]forced, error) {
	planned, err := engine.Compile(expr, flags, longest)
	if err != nil {
		return nil, err
	}
	warm, err := engine.Compile(expr, flags, longest)
	if err != nil {
		return nil, err
	}
	warm.Explain() // makes it hot
	all := []forced{{"planned", planned}, {"planned, hot", warm}}
	for _, m := range engine.Matchers() {
		if e, ok := planned.Force(m); ok {
			all = append(all, forced{m.String(), e})
		}
	}
	// A budget so small that the cache is replaced all the time, or that the automaton gives up; for a sixteenth of the patterns.
	for _, budget := range []int{4 << 10, 16 << 10} {
		if len(expr)%16 != 0 {
			break
		}
		if e, ok := planned.WithBudget(budget).Force(engine.LazyDFA); ok {
			all = append(all, forced{"lazy-dfa, small budget", e})
		}
	}
	return all, nil
}

// answers tells whether e gives want, nil meaning no match, for all that can be asked of a search: the captures,
// the span alone, the bare verdict. It returns the first answer that is wrong, and what was asked.
func (e forced) answers(text string, how engine.Anchoring, want []int) (got []int, asked string, ok bool) {
	var room [32]int
	caps := room[:min(2*e.Groups(), len(room))]
	if len(want) > 0 && len(want) < len(caps) {
		caps = caps[:len(want)] // The oracle does not speak of later groups.
	}
	for _, q := range [...]struct {
		asked string
		caps  []int
	}{{"captures", caps}, {"span", caps[:2]}, {"verdict", nil}} {
		for i := range q.caps {
			q.caps[i] = -7 // A search must fill all that it was asked for.
		}
		hit := e.Search(text, 0, how, q.caps)
		if hit != (want != nil) || hit && !slices.Equal(q.caps, want[:len(q.caps)]) {
			if !hit {
				return nil, q.asked, false
			}
			return slices.Clone(q.caps), q.asked, false
		}
	}
	return nil, "", true
}

var anchorings = [...]string{engine.Unanchored: "unanchored", engine.Anchored: "anchored", engine.Full: "full"}

// columns are the four results that an RE2 log holds for a subject, in its order.
var columns = [...]struct {
	how     engine.Anchoring
	longest bool
}{{engine.Full, false}, {engine.Unanchored, false}, {engine.Full, true}, {engine.Unanchored, true}}

// stanza is one pattern of an RE2 log with its subjects and, for each, a line of results.
type stanza struct {
	line     int
	pattern  string
	subjects []string
	results  []string
}

// readLog hands each stride-th pattern of an RE2 log to yield.
func readLog(t *testing.T, r io.Reader, stride int, yield func(stanza)) {
	var (
		st       stanza
		subjects []string
		listing  bool // between "strings" and "regexps"
		seen     int
	)
	flush := func() {
		if st.line == 0 {
			return
		}
		require.Lenf(t, st.results, len(st.subjects), "line %d: a result for each subject", st.line)
		if seen%stride == 0 {
			yield(st)
		}
		seen++
		st = stanza{}
	}
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		switch line[0] {
		case '"':
			text, err := strconv.Unquote(line)
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			if listing {
				subjects = append(subjects, text)
				continue
			}
			flush()
			st = stanza{n, text, subjects, make([]string, 0, len(subjects))}
		case 's': // strings
			flush()
			subjects, listing = nil, true
		case 'r': // regexps
			listing = false
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			st.results = append(st.results, line)
		}
	}
	require.NoError(t, in.Err())
	flush()
}

// spans reads "0-3 - 1-2" into dst; a lone "-" is no match and gives nil.
func spans(dst []int, s string) []int {
	if s == "-" {
		return nil
	}
	for pair := range strings.SplitSeq(s, " ") {
		start, end := -1, -1
		if lo, hi, ok := strings.Cut(pair, "-"); ok && lo != "" {
			start, _ = strconv.Atoi(lo)
			end, _ = strconv.Atoi(hi)
		}
		dst = append(dst, start, end)
	}
	return dst
}

// verdicts counts what a run over an RE2 log saw.
type verdicts struct {
	patterns, subjects, failures atomic.Int64
	mu                           sync.Mutex
	taken                        map[string]int // patterns by matcher
}

func (v *verdicts) check(t *testing.T, st stanza) {
	const enough = 20
	if v.failures.Load() >= enough {
		return
	}
	byRule := map[bool][]forced{}
	for _, longest := range []bool{false, true} {
		all, err := everyMatcher(st.pattern, syntax.Perl, longest)
		if err != nil {
			if !strings.Contains(err.Error(), `\C`) { // RE2's "any byte", which Go never had.
				t.Errorf("line %d: %q: %v", st.line, st.pattern, err)
				v.failures.Add(1)
			}
			return
		}
		byRule[longest] = all
	}
	v.patterns.Add(1)
	v.mu.Lock()
	for _, e := range byRule[false] {
		v.taken[e.name]++
	}
	v.mu.Unlock()

	var room [32]int
	for i, text := range st.subjects {
		// RE2 looks for \B between the bytes of a rune, Go between runes only.
		if strings.Contains(st.pattern, `\B`) && strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 }) {
			continue
		}
		v.subjects.Add(1)
		rest := st.results[i]
		for _, c := range columns {
			var field string
			field, rest, _ = strings.Cut(rest, ";")
			want := spans(room[:0], field)
			for _, e := range byRule[c.longest] {
				if got, asked, ok := e.answers(text, c.how, want); !ok && v.failures.Add(1) <= enough {
					t.Errorf("line %d: %q on %q, %s, longest %v, matcher %s: %s = %v, want %v",
						st.line, st.pattern, text, anchorings[c.how], c.longest, e.name, asked, got, want)
				}
			}
		}
	}
}

func runLog(t *testing.T, name string, stride int) *verdicts {
	v := &verdicts{taken: map[string]int{}}
	in := testdata(t, name)
	stanzas := make(chan stanza, 64)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for st := range stanzas {
				v.check(t, st)
			}
		})
	}
	readLog(t, in, stride, func(st stanza) { stanzas <- st })
	close(stanzas)
	workers.Wait()
	t.Logf("%d patterns, %d subjects; patterns by matcher: %v", v.patterns.Load(), v.subjects.Load(), v.taken)
	return v
}

func TestEveryMatcherAnswersTheRE2ExhaustiveSet(t *testing.T) {
	stride, least := 1, int64(5_200_000) // Of 5.7 million; the rest have \C, which Go refuses, or \B (see check).
	if testing.Short() {
		stride, least = 20, 250_000
	}
	v := runLog(t, "re2-exhaustive.txt.bz2", stride)
	require.GreaterOrEqual(t, v.subjects.Load(), least)
	for _, m := range engine.Matchers() {
		if m != engine.Words { // for lists of more than a hundred words, see words_test.go
			require.NotZerof(t, v.taken[m.String()], "the %s matcher took no pattern of the set", m)
		}
	}
}

func TestEveryMatcherAnswersTheRE2SearchTests(t *testing.T) {
	require.NotZero(t, runLog(t, "re2-search.txt", 1).subjects.Load())
}

// A line of Fowler's files: modes, pattern, subject, outcome and perhaps a comment, with tabs between them. Of the
// modes, E is POSIX extended syntax, which Go's is, L a literal, i caseless, $ C escapes in pattern and subject.
func TestEveryMatcherAnswersTheFowlerFiles(t *testing.T) {
	for _, name := range []string{"basic.dat", "nullsubexpr.dat", "repetition.dat"} {
		t.Run(name, func(t *testing.T) {
			var (
				in       = bufio.NewScanner(testdata(t, name))
				previous string
				ran      int
			)
			for n := 1; in.Scan(); n++ {
				f := strings.FieldsFunc(in.Text(), func(r rune) bool { return r == '\t' })
				if len(f) == 0 || f[0][0] == '#' || slices.Contains(f, "NIL") {
					continue
				}
				modes := f[0]
				if modes[0] == ':' { // :a remark:modes
					_, modes, _ = strings.Cut(modes[1:], ":")
				}
				modes = strings.TrimLeft(modes, "?&|;{}") // conditions on earlier lines: run them all
				if modes == "" || strings.Contains("CNT0123456789", modes[:1]) {
					continue
				}
				require.GreaterOrEqualf(t, len(f), 4, "line %d: fields", n)
				pattern, text, outcome := f[1], f[2], f[3]
				for _, field := range []*string{&pattern, &text} {
					if *field == "NULL" {
						*field = ""
					}
					if strings.Contains(modes, "$") {
						u, err := strconv.Unquote(`"` + *field + `"`)
						require.NoErrorf(t, err, "line %d", n)
						*field = u
					}
				}
				if pattern == "SAME" {
					pattern = previous
				}
				previous = pattern

				flags := syntax.POSIX | syntax.ClassNL
				if strings.Contains(modes, "i") {
					flags |= syntax.FoldCase
				}
				if strings.Contains(modes, "E") {
					fowler(t, n, pattern, text, outcome, flags)
					ran++
				}
				if strings.Contains(modes, "L") {
					fowler(t, n, regexp.QuoteMeta(pattern), text, outcome, flags)
					ran++
				}
			}
			require.NoError(t, in.Err())
			require.GreaterOrEqual(t, ran, 50)
		})
	}
}

// outcomes reads "(0,3)(?,?)"; the bound of a group that took no part is a question mark.
var outcomes = regexp.MustCompile(`\((\d+|\?),(\d+|\?)\)`)

func fowler(t *testing.T, line int, pattern, text, outcome string, flags syntax.Flags) {
	all, err := everyMatcher(pattern, flags, true)
	var want []int
	switch {
	case outcome == "NOMATCH":
	case outcome[0] == '(':
		for _, m := range outcomes.FindAllStringSubmatch(outcome, -1) {
			for _, bound := range m[1:] {
				if bound == "?" {
					bound = "-1"
				}
				at, _ := strconv.Atoi(bound)
				want = append(want, at)
			}
		}
	default: // A POSIX error code.
		if err == nil {
			t.Errorf("line %d: %q compiles, want an error", line, pattern)
		}
		return
	}
	if err != nil {
		t.Errorf("line %d: %q: %v", line, pattern, err)
		return
	}
	for _, e := range all {
		if got, asked, ok := e.answers(text, engine.Unanchored, want); !ok {
			t.Errorf("line %d: %q on %q, matcher %s: %s = %v, want %v", line, pattern, text, e.name, asked, got, want)
		}
	}
}
