package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// remapd runs the program on files in a directory. DIR in an argument stands for it.
func remapd(t *testing.T, files map[string]string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", dir)
	}
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	strip := strings.NewReplacer(dir+string(filepath.Separator), "")
	return status, strip.Replace(out.String()), strip.Replace(errs.String())
}

var inspected = map[string]string{
	"remap.config": `
map       http://a.example/              http://origin.example:81/ @plugin=regex_remap.so @pparam=rules.reg
regex_map http://(.*)\.b\.example/       http://$1.example/
regex_map http://(?!www)(.*)\.c\.example/ http://$1.example/
redirect  http://old.example/            http://new.example/
`,
	"wrong":     "nonsense\n",
	"rules.reg": "^/(.)\\1 http://twice.example/$1\n^/gone @status=410\n",
}

func TestCheckPrintsWhatEachRuleCompilesTo(t *testing.T) {
	status, out, errs := remapd(t, inspected, "-config", "DIR/remap.config", "-check")
	require.Zero(t, status, errs)
	require.Empty(t, errs)
	for _, want := range []string{
		"rule 0, remap.config:2: map http://a.example/",
		"a.example, looked up by name",
		"in a set of one pattern",
		`(?!www)(.*)\.c\.example, matched whole, whatever the case, alone, by jitstack`,
		"answer 301, Location http://new.example/",
		"rule 4, rules.reg:1: regex_remap ^/(.)\\1 http://twice.example/$1",
		"answer 410",
		"remap.config: no errors; rules: 6\n",
	} {
		require.Contains(t, out, want)
	}
}

func TestCheckFailsWithAllErrors(t *testing.T) {
	status, out, errs := remapd(t, map[string]string{
		"remap.config": `map http://a.example/
regex_map http://(.example/ http://b/
map http://c/ http://d/ @plugin=other.so
map http://e/ http://f/ @plugin=regex_remap.so @pparam=rules.reg
.definefilter x
`,
		"rules.reg": "^/(a) http://b/$2\n",
	}, "-config", "DIR/remap.config", "-check")
	require.Equal(t, 1, status)
	require.Empty(t, out)
	places := []string{"remap.config:1:", "remap.config:2:18:", "remap.config:3:", "rules.reg:1:16:", "remap.config:5:1:"}
	for _, place := range places {
		require.Contains(t, errs, place)
	}
	require.Equal(t, 5, strings.Count(errs, "\n"), errs)
}

func TestTrySaysWhichRuleWinsAndWhy(t *testing.T) {
	for _, c := range []struct {
		url  string
		want []string
	}{
		{"http://a.example/xx", []string{`rule 4, rules.reg:1, wins`, "forwarded to http://twice.example/x\n"}},
		{"http://a.example/xy?q", []string{
			`rule 0, remap.config:2, wins, as no line of its rule file matches`, `rule 4, rules.reg:1, does not match "/xy?q"`,
			`rule 5, rules.reg:2, does not match "/xy?q"`, "forwarded to http://origin.example:81/xy?q\n"}},
		{"http://a.example/gone", []string{"rule 5, rules.reg:2, wins", "answer 410\n"}},
		{"http://a.example:8080/", []string{"rule 0, remap.config:2, is for port 80", "answer 404: no rule is for the request\n"}},
		{"https://a.example/", []string{"rule 0, remap.config:2, is for http", "answer 404: no rule is for the request\n"}},
		{"http://x.c.example/p", []string{"rule 2, remap.config:4, wins", "forwarded to http://x.example/p\n"}},
		{"http://old.example/p", []string{"rule 3, remap.config:5, wins", "answer 301, Location http://new.example/p\n"}},
	} {
		status, out, errs := remapd(t, inspected, "-config", "DIR/remap.config", "-try", c.url)
		require.Zero(t, status, errs)
		for _, want := range c.want {
			require.Contains(t, out, want, c.url)
		}
	}
}

func TestAWrongCommandLineIsRefused(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{}, 2, "-config is missing"},
		{[]string{"-config", "DIR/remap.config", "-check", "-try", "http://a/"}, 2, "exclude each other"},
		{[]string{"-config", "DIR/remap.config", "-on-limit", "200"}, 2, "want next or 503"},
		{[]string{"-config", "DIR/remap.config", "-max-url", "100", "-max-header", "100"}, 2, "less than -max-header"},
		{[]string{"-config", "DIR/remap.config", "-metrics-rules", "-1"}, 2, "-metrics-rules must be at least 0"},
		{[]string{"-config", "DIR/remap.config", "-header-timeout", "-1s"}, 2, "a time must be at least 0"},
		{[]string{"-config", "DIR/remap.config", "more"}, 2, `unexpected argument "more"`},
		{[]string{"-config", "DIR/remap.config", "-try", "a.example/"}, 1, "want a whole URL"},
		{[]string{"-config", "DIR/absent", "-check"}, 1, "absent: "},
		{[]string{"-config", "DIR/absent"}, 1, "level=ERROR msg=configuration file=absent err=\"open absent"},
		{[]string{"-config", "DIR/wrong"}, 1, "level=ERROR msg=configuration file=wrong line=1 column=1 err="},
		{[]string{"-config", "DIR/remap.config", "-listen", "localhost:-1"}, 1, "level=ERROR msg=remapd err=\"listen tcp: "},
		{[]string{"-help"}, 0, "Usage of remapd"},
	} {
		status, _, errs := remapd(t, inspected, c.args...)
		require.Equal(t, c.status, status, c.args)
		require.Contains(t, errs, c.want)
	}
}
