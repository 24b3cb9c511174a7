package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/bench/rebar"
)

// message writes items, keys and values in turn.
func message(items ...string) []byte {
	var b bytes.Buffer
	for i := 0; i < len(items); i += 2 {
		fmt.Fprintf(&b, "%s:%d:%s\n", items[i], len(items[i+1]), items[i+1])
	}
	return b.Bytes()
}

// whole is a request that has every key, in rebar's order.
var whole = []string{
	"name", "group/name", "model", "count", "case-insensitive", "true", "unicode", "false", "max-iters", "5", "max-warmup-iters", "2",
	"max-time", "3000000000", "max-warmup-time", "1500000000", "pattern", "a:b\n|c", "haystack", "A:B\nxC\xff\n",
}

func TestARequestIsRead(t *testing.T) {
	got, err := parse(message(whole...))
	require.NoError(t, err)
	require.Equal(t, request{
		name: "group/name", model: "count", pattern: "a:b\n|c", caseInsensitive: true, haystack: []byte("A:B\nxC\xff\n"),
		measured: limit{5, 3 * time.Second}, warm: limit{2, 1500 * time.Millisecond},
	}, got)

	got, err = parse(message("haystack", "", "pattern", "", "model", "grep", "max-time", "0", "max-iters", "1"))
	require.NoError(t, err)
	require.Equal(t, request{model: "grep", haystack: []byte{}, measured: limit{runs: 1}}, got)
}

func TestMalformedInputIsRefusedByKeyAndOffset(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"", `offset 0: key "model": missing`},
		{"model", `offset 0: key "model": no colon behind it`},
		{"model:5", `offset 0: key "model": no colon behind the length`},
		{"model:5:coun", `offset 0: key "model": 5 bytes of value and a line feed announced, 4 bytes left`},
		{"model:5:count", `offset 0: key "model": 5 bytes of value and a line feed announced, 5 bytes left`},
		{"model:4:count\n", `offset 0: key "model": no line feed behind the 4 bytes of the value`},
		{"model:6:count\n", `offset 0: key "model": 6 bytes of value and a line feed announced, 6 bytes left`},
		{"model:five:count\n", `offset 0: key "model": the length "five" is no decimal number`},
		{"model::count\n", `offset 0: key "model": the length "" is no decimal number`},
		{"model:-1:count\n", `offset 0: key "model": the length "-1" is no decimal number`},
		{"model:+5:count\n", `offset 0: key "model": the length "+5" is no decimal number`},
		{"model:99999999999999999999:count\n", `offset 0: key "model": the length "99999999999999999999" is no decimal number`},
		{"model:4611686018427387903:count\n", `offset 0: key "model": 4611686018427387903 bytes of value and a line feed announced, 6 bytes left`},
		{"model:5:count\n:1:x\n", `offset 14: key "": it is empty`},
		{"model:5:count\npattern:12:abcdefg", `offset 14: key "pattern": 12 bytes of value and a line feed announced, 7 bytes left`},
		{"model:5:count\ncolour:1:x\n", `offset 14: key "colour": not one that rebar's format has`},
		{"model:5:count\nunicode:3:yes\n", `offset 14: key "unicode": want true or false, got "yes"`},
		{"case-insensitive:0:\n", `offset 0: key "case-insensitive": want true or false, got ""`},
		{"max-iters:2:-1\n", `offset 0: key "max-iters": want a decimal number, got "-1"`},
		{"max-warmup-iters:0:\n", `offset 0: key "max-warmup-iters": want a decimal number, got ""`},
		{"max-time:2:3s\n", `offset 0: key "max-time": want nanoseconds as a decimal number, got "3s"`},
		{"max-warmup-time:19:9223372036854775808\n", `offset 0: key "max-warmup-time": want nanoseconds as a decimal number, got "9223372036854775808"`},
		{"pattern:1:a\npattern:1:b\n", `offset 12: key "pattern": given a second time, and only one is supported`},
		{"name:1:a\nname:1:a\n", `offset 9: key "name": given a second time`},
		{strings.Repeat("x", 100), `offset 0: key "` + strings.Repeat("x", 40) + `"...: no colon behind it`},
	} {
		_, err := parse([]byte(c.message))
		require.ErrorContains(t, err, c.want, c.message)
	}
	for _, key := range []string{"model", "pattern", "haystack", "max-iters", "max-time"} {
		var items []string
		for i := 0; i < len(whole); i += 2 {
			if whole[i] != key {
				items = append(items, whole[i:i+2]...)
			}
		}
		m := message(items...)
		_, err := parse(m)
		require.EqualError(t, err, fmt.Sprintf("offset %d: key %q: missing", len(m), key))
	}
}

// A message that is cut anywhere, or has a byte too many or another byte, is an error or another request: never a
// panic.
func TestNoMessageMakesTheParserPanic(t *testing.T) {
	m := message(whole...)
	for i := range m {
		_, err := parse(m[:i])
		require.Error(t, err, "cut at %d", i)
		for _, b := range []byte{':', '\n', '0', '9', 'x', 0xff} {
			changed := bytes.Clone(m)
			changed[i] = b
			parse(changed)
			parse(append(append(bytes.Clone(m[:i]), b), m[i:]...))
		}
	}
}

func samples(t *testing.T, output string) []string {
	var counts []string
	for line := range strings.Lines(output) {
		parts := regexp.MustCompile(`^(\d+),(\d+)\n$`).FindStringSubmatch(line)
		require.NotNil(t, parts, line)
		counts = append(counts, parts[2])
	}
	return counts
}

func TestEachModelPrintsItsSamples(t *testing.T) {
	want := map[string]string{"compile": "2", "count": "2", "count-spans": "6", "count-captures": "4", "grep": "2", "grep-captures": "4"}
	require.Len(t, want, len(rebar.Models))
	for _, model := range rebar.Models {
		var out bytes.Buffer
		m := message("model", model, "pattern", "a(b)c|x(y)z", "case-insensitive", "true", "haystack", "..ABC\n\nxYz", "max-iters", "3", "max-time", "60000000000",
			"max-warmup-iters", "1", "max-warmup-time", "0")
		require.NoError(t, run(nil, bytes.NewReader(m), &out), model)
		require.Equal(t, []string{want[model], want[model], want[model]}, samples(t, out.String()), model)
	}
}

func TestALimitEndsTheRuns(t *testing.T) {
	for _, c := range []struct {
		iters, time string
		want        int
	}{
		{"0", "60000000000", 0},
		{"2", "60000000000", 2},
		{"1000", "0", 1}, // the time is looked at after a run
	} {
		var out bytes.Buffer
		m := message("model", "count", "pattern", "a", "haystack", "aa", "max-iters", c.iters, "max-time", c.time)
		require.NoError(t, run(nil, bytes.NewReader(m), &out))
		require.Len(t, samples(t, out.String()), c.want, c)
	}
}

func TestWhatCannotBeMeasuredIsAnError(t *testing.T) {
	for _, c := range []struct{ model, pattern, want string }{
		{"count", "(", "error parsing regexp: missing closing ): `(`"},
		{"regex-redux", "a", `the model "regex-redux" is not one of`},
		{"", "a", `the model "" is not one of`},
	} {
		var out bytes.Buffer
		m := message("model", c.model, "pattern", c.pattern, "haystack", "aa", "max-iters", "1", "max-time", "1")
		require.ErrorContains(t, run(nil, bytes.NewReader(m), &out), c.want)
		require.Empty(t, out.String())
	}
	require.ErrorContains(t, run([]string{"std"}, strings.NewReader(""), &bytes.Buffer{}), `unexpected argument "std"`)
}

func TestTheVersionIsOneLine(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run([]string{"--version"}, strings.NewReader("not read"), &out))
	require.Regexp(t, `^\S+ go\S+.*\n$`, out.String())
}
