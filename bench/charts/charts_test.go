package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// made is a report whose first engine takes a part of the second one's time.
func made(t *testing.T, name string, first float64) string {
	var r report
	r.Machine.CPU, r.Machine.OS = "made", "linux"
	r.Engines = []string{"ours", "std"}
	for _, c := range []string{"a_hit", "b_miss"} {
		for _, op := range []string{"verdict", "find all, captures"} {
			var samples [2][]float64
			for i := range 8 {
				noise := float64(i) / 100
				samples[0] = append(samples[0], first*(1+noise))
				samples[1] = append(samples[1], 100*(1+noise))
			}
			r.Rows = append(r.Rows, row{Case: c + op[:1], Op: op, Pattern: "<a>", Engines: []figures{
				{"ours", median(samples[0]), samples[0]}, {"std", median(samples[1]), samples[1]},
			}})
		}
	}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, text, 0o666))
	return path
}

func TestEachOperationGetsAPicture(t *testing.T) {
	dir := t.TempDir()
	html := filepath.Join(dir, "all.html")
	require.NoError(t, run([]string{"-svg", dir, "-html", html, made(t, "new.json", 10)}, io.Discard))
	for _, name := range []string{"verdict.svg", "find-all-captures.svg"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		d := xml.NewDecoder(bytes.NewReader(text))
		for err == nil {
			_, err = d.Token()
		}
		require.True(t, errors.Is(err, io.EOF), err)
		for _, want := range []string{"a_hit", "b_miss", "ours", "std", "10x", "100 ns"} {
			assert.Contains(t, string(text), ">"+want, name)
		}
	}
	page, err := os.ReadFile(html)
	require.NoError(t, err)
	assert.Len(t, regexp.MustCompile(`<svg`).FindAll(page, -1), 2)
	assert.Contains(t, string(page), "<code>&lt;a&gt;</code>")
	assert.NotContains(t, string(page), "<?xml")
}

func TestARunIsComparedWithAnEarlierOne(t *testing.T) {
	old := made(t, "old.json", 20)
	var out bytes.Buffer
	require.NoError(t, run([]string{"-against", old, "-run", "^a_hitv", made(t, "new.json", 10)}, &out))
	assert.Equal(t, "case            before   now      now/before  by std's time  p      \n"+
		"a_hitv          20.7 ns  10.4 ns  0.500       0.500          0.000  \n"+
		"geometric mean                                0.500                 \n"+
		"~: the difference may be chance (p > 0.05, Mann-Whitney U test)\n", out.String())
	out.Reset()
	require.NoError(t, run([]string{"-against", old, "-run", "^a_hitv", old}, &out))
	assert.Contains(t, out.String(), "1.000       ~")
}

func TestWrongUseIsOneLine(t *testing.T) {
	report := made(t, "new.json", 10)
	empty := filepath.Join(t.TempDir(), "empty.json")
	require.NoError(t, os.WriteFile(empty, []byte(`{"rows": []}`), 0o666))
	zero := filepath.Join(t.TempDir(), "zero.json")
	require.NoError(t, os.WriteFile(zero, []byte(`{"engines": ["ours"], "rows": [{"case": "a", "engines": [{"engine": "ours"}]}]}`), 0o666))
	for message, args := range map[string][]string{
		"want one file":               {"-svg", "x"},
		"nothing to do":               {report},
		"flag provided but not":       {"-x", report},
		"-run: error parsing regexp":  {"-svg", "x", "-run", "(", report},
		"no such file":                {"-svg", "x", filepath.Join(t.TempDir(), "absent")},
		"that -run chooses":           {"-svg", "x", empty},
		"a on ours takes 0 ns, want ": {"-svg", "x", zero},
	} {
		err := run(args, io.Discard)
		require.ErrorContains(t, err, message)
		assert.NotContains(t, err.Error(), "\n")
	}
}
