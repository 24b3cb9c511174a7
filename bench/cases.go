package main

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/arenaregexp/regexp/bench/corpus"
)

// An op is the kind of operation that a case repeats.
type op string

const (
	opCompile  op = "compile"             // compile a pattern
	opCopy     op = "copy"                // copy a compiled pattern
	opOnce     op = "match once"          // compile a pattern, match once, forget it
	opVerdict  op = "verdict"             // does the subject match
	opSpan     op = "span"                // the offsets of the match
	opSubmatch op = "captures as a slice" // captures, by the method that the standard library has
	opFresh    op = "captures"            // captures, into a new Matches each time
	opReused   op = "captures reused"     // captures, into one Matches used again
	opFirst    op = "first of many"       // patterns tried one by one, in order
	opGrep     op = "grep"                // count the matching lines of a text of megabytes

	// Of many patterns, as a set where the engine has sets:
	opSetFirst        op = "first of a set"     // the first pattern that matches, a subject
	opSetCompile      op = "compile a set"      // compile the patterns, to be asked for the first
	opSetCompileAlone op = "compile one by one" // compile the patterns, each by itself

	// Of a proxy's rules, as a table where the engine has such a thing:
	opRewrite op = "rewrite" // find the rule of a request and make its URL

	// Of a text of kilobytes:
	opFindAll         op = "find all"           // the offsets of all matches
	opFindAllAppend   op = "find all, appended" // the same, appended to one slice used again
	opFindAllSubmatch op = "find all, captures" // the captures of all matches
	opReplace         op = "replace"            // all matches replaced
	opReplaceAppend   op = "replace, appended"  // the same, appended to one slice used again
)

// A benchCase is one row of the table: an operation and its declared answer.
type benchCase struct {
	name        string
	op          op
	patterns    []string
	subject     string   // empty for a grep, whose subject is the text of the run
	subjects    []string // of a set
	full        bool     // the patterns of the set must match all of a subject
	every       int      // of many subjects, which an engine without sets is asked about; 0 for all
	replacement string   // of a replacement
	templates   []string // of a proxy's rules, one a pattern
	paths       bool     // the rules are about paths, not hosts
	want        answer   // left to the oracle for a grep, see lineCount
}

// pattern is the first pattern of a case as one line, and how many more there are.
func (c benchCase) pattern() string {
	const most = 60 // bytes
	s := strconv.Quote(c.patterns[0])
	s = strings.ReplaceAll(s[1:len(s)-1], `\\`, `\`)
	if len(s) > most {
		s = s[:most-3] + "..."
	}
	if n := len(c.patterns) - 1; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	return s
}

// An answer is what an operation found out.
type answer struct {
	// found is the index of the pattern that matched, or -1; for a grep, how many lines match; for all
	// matches of a text, how many there are. A set leaves its answers, one a subject, in spans; so do a proxy's rules, a sum a URL.
	found int

	// spans holds the offsets of all groups where the operation reports them, match after match.
	spans []int

	// text is the result of a replacement.
	text string
}

func (a answer) equal(b answer) bool {
	return a.found == b.found && slices.Equal(a.spans, b.spans) && a.text == b.text
}

// describe writes an answer as the messages of op do.
func (a answer) describe(o op) string {
	switch {
	case o == opGrep:
		return fmt.Sprintf("%d lines", a.found)
	case o == opFindAll || o == opFindAllAppend || o == opFindAllSubmatch:
		// Two lists of one length that differ have another sum.
		return fmt.Sprintf("%d matches, sum %08x", a.found, crc32.ChecksumIEEE(fmt.Append(nil, a.spans)))
	case o == opReplace || o == opReplaceAppend:
		return fmt.Sprintf("%d bytes, sum %08x", len(a.text), crc32.ChecksumIEEE([]byte(a.text)))
	case o == opSetFirst || o == opSetCompile || o == opSetCompileAlone:
		if len(a.spans) == 1 {
			return fmt.Sprintf("pattern %d", a.spans[0])
		}
		return fmt.Sprintf("%d subjects, sum %08x", len(a.spans), crc32.ChecksumIEEE(fmt.Append(nil, a.spans)))
	case o == opRewrite:
		return fmt.Sprintf("%d URLs, sum %08x", len(a.spans), crc32.ChecksumIEEE(fmt.Append(nil, a.spans)))
	case a.found < 0:
		return "no match"
	case o == opFirst:
		return fmt.Sprintf("match of pattern %d", a.found)
	}
	s := "match"
	for i := 0; i < len(a.spans); i += 2 {
		s += fmt.Sprintf(" %d:%d", a.spans[i], a.spans[i+1])
	}
	return s
}

// expect returns the answer that each engine must give: the declared one or, where a case declares none, the oracle's.
func (c benchCase) expect(text string) (answer, error) {
	switch {
	case c.subjects != nil && c.want.spans == nil:
		return c.firstsByStd()
	case c.op != opGrep:
		return c.want, nil
	}
	lines, err := lineCount(c.patterns[0], text)
	return answer{found: lines}, err
}

// cases returns the table. Patterns, subjects and answers are the corpus's; where it has no row for a
// combination, the answer is declared here.
func cases() []benchCase {
	var (
		path    = pick("ats_bench", "path_hit")
		pathNo  = pick("ats_bench", "path_miss")
		host    = pick("ats_bench", "host_hit")
		hostNo  = pick("ats_bench", "host_miss")
		ext     = pick("ats_bench", "extension_hit")
		ipv4    = pick("inet_v4", "127.0.0.1")
		ipv6std = pick("inet_v6std", "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789")
		ipv6cmp = pick("inet_v6comp", "2001:0db8:0:0::1428:57ab")
	)
	table := []benchCase{
		single("compile_path", opCompile, path),
		single("compile_host", opCompile, host),
		single("compile_ext", opCompile, ext),
		single("compile_ipv6std", opCompile, ipv6std),
		single("compile_ipv6comp", opCompile, ipv6cmp),
		single("copy", opCopy, path),
		single("first_match_path", opOnce, path),
		single("first_match_host", opOnce, host),
		single("first_match_ext", opOnce, ext),
		single("first_match_ipv6std", opOnce, ipv6std),
		single("first_match_ipv6comp", opOnce, ipv6cmp),
		{name: "first_match_unicode", op: opOnce, patterns: []string{`(?i)m(ú|u)lt.b(æ|y)te`}, subject: "a text of MÚLTIBYTE runes"},
		single("path_bool_hit", opVerdict, path),
		single("path_bool_miss", opVerdict, pathNo),
		single("path_span_hit", opSpan, path),
		single("path_span_miss", opSpan, pathNo),
		single("path_captures_hit", opReused, path),
		single("path_captures_hit_fresh", opFresh, path),
		single("path_captures_hit_slice", opSubmatch, path),
		single("path_captures_miss", opReused, pathNo),
		single("path_captures_miss_slice", opSubmatch, pathNo),
		single("host_bool_hit", opVerdict, host),
		single("host_bool_miss", opVerdict, hostNo),
		single("host_span_hit", opSpan, host),
		single("host_span_miss", opSpan, hostNo),
		single("ext_bool_hit", opVerdict, ext),
		miss("ext_bool_miss", opVerdict, ext.Pattern, pathNo.Subject),
		single("ext_span_hit", opSpan, ext),
		miss("ext_span_miss", opSpan, ext.Pattern, pathNo.Subject),
		single("ext_captures_hit", opReused, ext),
		single("ext_captures_hit_fresh", opFresh, ext),
		single("ext_captures_hit_slice", opSubmatch, ext),
		miss("ext_captures_miss", opReused, ext.Pattern, pathNo.Subject),
	}
	table = append(table, hostSet()...)

	addresses := inGroup("inet_bench")
	labels := []string{"ipv4", "loopback", "compressed", "full"}
	for i, a := range addresses {
		// The corpus does not try the IPv4 pattern on IPv6 addresses: those are misses.
		v4 := miss("ipv4_on_"+labels[i], opVerdict, ipv4.Pattern, a.Subject)
		if a.Subject == ipv4.Subject {
			v4.want = answer{found: 0}
		}
		table = append(table, v4,
			single("ipv6std_on_"+labels[i], opVerdict, pick("inet_v6std", a.Subject)),
			single("ipv6comp_on_"+labels[i], opVerdict, pick("inet_v6comp", a.Subject)))
	}
	// The check as httpcomponents-core composes it, but for its count of the colons.
	accepts := []int{-1, 0, 1, 0}
	for i, a := range addresses {
		table = append(table, benchCase{name: "isipv6_on_" + labels[i], op: opFirst,
			patterns: []string{ipv6std.Pattern, ipv6cmp.Pattern}, subject: a.Subject, want: answer{found: accepts[i]}})
	}
	return slices.Concat(table, onceCases(), setCases(), remapCases(), logCases(), greps())
}

// hostSet returns the cases of the twenty host patterns. ATS compiled them with PCRE2_MULTILINE by
// mistake; a host holds no line feed, so they are tried here as they are written.
func hostSet() []benchCase {
	var patterns []string
	for _, r := range inGroup("ats_dfa20") {
		patterns = append(patterns, r.Pattern)
	}
	var table []benchCase
	for _, r := range inGroup("ats_dfa20_lookup") {
		index, err := strconv.Atoi(r.Expect.Value)
		if err != nil {
			panic(err)
		}
		position, _, _ := strings.Cut(r.Name, " ")
		table = append(table, benchCase{name: "set20_" + position, op: opFirst,
			patterns: patterns, subject: r.Subject, want: answer{found: index}})
	}
	return table
}

// greps returns the cases of git's p7820, each pattern as it is and caseless.
func greps() []benchCase {
	labels := map[string]string{
		"how.to":               "grep_gap",
		"^how to":              "grep_line_start",
		"[how] to":             "grep_class",
		"(e.t[^ ]*|v.ry) rare": "grep_alternation",
		"m(ú|u)lt.b(æ|y)te":    "grep_unicode",
	}
	var table []benchCase
	seen := map[string]bool{}
	for _, r := range inGroup("git_p7820") {
		name := labels[r.Pattern]
		if r.Has("caseless") {
			name += "_i"
		}
		if !seen[name] {
			seen[name] = true
			table = append(table, benchCase{name: name, op: opGrep, patterns: []string{r.GoPattern()}})
		}
	}
	return table
}

// single returns the case of one corpus row, with as much of its answer as the operation reports.
// For compile and copy that is the captures of the result on the row's subject.
func single(name string, o op, r corpus.Row) benchCase {
	c := miss(name, o, r.GoPattern(), r.Subject)
	if r.Expect.Match {
		c.want.found = 0
	}
	for i, g := range r.Expect.Groups {
		if o == opVerdict || o == opOnce || o == opSpan && i > 0 {
			break
		}
		c.want.spans = append(c.want.spans, g[0], g[1])
	}
	return c
}

// miss returns a case whose answer is that nothing matches.
func miss(name string, o op, pattern, subject string) benchCase {
	return benchCase{name: name, op: o, patterns: []string{pattern}, subject: subject, want: answer{found: -1}}
}

// pick returns the first row of a group whose name starts with the word key or whose subject is key.
func pick(group, key string) corpus.Row {
	for _, r := range inGroup(group) {
		if word, _, _ := strings.Cut(r.Name, " "); word == key || r.Subject == key {
			return r
		}
	}
	panic("no row " + key + " in the group " + group + " of the seed corpus")
}

func inGroup(group string) []corpus.Row {
	var rows []corpus.Row
	for _, r := range corpus.Rows() {
		if r.Group == group {
			rows = append(rows, r)
		}
	}
	return rows
}
