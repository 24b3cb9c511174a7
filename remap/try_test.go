package remap

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkTrial holds Try, which asks rule by rule, against Rewrite, which looks them up.
func checkTrial(t testing.TB, table *Table, r *Request) {
	t.Helper()
	url, result, err := table.Rewrite(nil, r)
	trial := table.Try(r)
	require.Equal(t, result, trial.Result)
	require.Equal(t, err, trial.Err)
	require.Equal(t, string(url), trial.URL)
	for i, s := range trial.Steps {
		if s.Rule == result.Rule || s.Rule == result.Map {
			require.Contains(t, []string{"wins", "wins, as no line of its rule file matches",
				"is for the request, and has a rule file", "ends the look-up with an error"}, s.Reason)
		} else {
			require.NotEqual(t, "is for the request", s.Reason, "step %d of %v, %v", i, trial, *r)
		}
	}
	if result.Rule < 0 && err == nil {
		return
	}
	if n := len(trial.Steps); n > 0 && trial.Steps[n-1].Rule != result.Rule {
		require.Equal(t, result.Map, result.Rule, "only where no line of the file matched the rule is not the last step: %v", trial)
	}
}

func TestATrialTellsWhy(t *testing.T) {
	table := load(t, `
map http://other.example/ http://other/
map https://www.example.com/ http://tls/
map http://www.example.com:81/ http://port/
map http://www.example.com/private/ http://path/
regex_map http://(\w+)\.example\.com/ http://$1.internal/ @plugin=regex_remap.so @pparam=rules
map / http://all/
`, map[string]string{"rules": "^/static/ http://static/\n^/(?!api)x http://x/\n^/a http://a/$P @status=302\n"})
	for _, c := range []struct{ url, want string }{
		{"http://www.example.com/about", `
rule 1, remap.config:3, is for https
rule 2, remap.config:4, is for port 81
rule 3, remap.config:5, is for paths that begin with /private/
rule 4, remap.config:6, is for the request, and has a rule file
rule 6, rules:1, does not match "/about"
rule 7, rules:2, does not match "/about"
rule 8, rules:3, wins
one rule for another host was passed over
answer 302, Location http://a/about
`},
		{"http://unknown/", `
rule 5, remap.config:7, wins
5 rules for other hosts were passed over
forwarded to http://all/
`},
		{"http://www.example.com/none", `
rule 1, remap.config:3, is for https
rule 2, remap.config:4, is for port 81
rule 3, remap.config:5, is for paths that begin with /private/
rule 4, remap.config:6, wins, as no line of its rule file matches
rule 6, rules:1, does not match "/none"
rule 7, rules:2, does not match "/none"
rule 8, rules:3, does not match "/none"
one rule for another host was passed over
forwarded to http://www.internal/none
`},
	} {
		require.Equal(t, strings.TrimPrefix(c.want, "\n"), table.Try(get(t, c.url)).String())
	}
	require.Equal(t, "5 rules for other hosts were passed over\nanswer 404: no rule is for the request\n",
		load(t, `
map http://a/ http://x/
map http://b/ http://x/
map http://c/ http://x/
map http://d/ http://x/
map http://e/ http://x/
`, nil).Try(get(t, "http://f/")).String(), "where no rule won there is none that others come before")
	require.Equal(t, "answer 400: "+errHost.Error()+"\n", table.Try(&Request{Host: "a:"}).String())
}

func TestATrialOfAnUndecidedRuleSaysSo(t *testing.T) {
	table, r := undecided(t, Options{OnLimit: LimitNextRule})
	require.Contains(t, table.Try(r).String(), "rule 1, rules:2, is undecided: jitstack: stack limit reached")
	table, r = undecided(t, Options{})
	require.Contains(t, table.Try(r).String(), "answer 503: jitstack: stack limit reached")
	require.Zero(t, statsOf(table)[0].Hits)
}

func TestExplainTellsWhatEachRuleCompilesTo(t *testing.T) {
	table := load(t, `
map http://A.example/x/ http://b/
redirect_temporary http://moved.example/ http://to/
regex_map https://X([0-9]+)\.z/ http://r-$1/
regex_map https://(?!y)(.+)\.z/ http://s-$1/ @plugin=regex_remap.so @pparam=rules @pparam=host
map / http://all/
`, map[string]string{"rules": "^/gone @status=410\n^/(.)\\1 http://c/$1\n"})
	for i, want := range [][]string{
		{"rule 0, remap.config:2: map http://A.example/x/ http://b/", "http, port 80, paths that begin with /x/",
			"a.example, looked up by name", "to     http://b/"},
		{"answer 307, Location http://to/"},
		{"https, port 443", "in a set of one pattern", "as ", "matched whole, whatever the case"},
		{"(?!y)(.+)\\.z, matched whole, whatever the case, alone, by jitstack", "Exec:",
			"file   rules, 2 lines, asked about //host/path?query of the mapped URL"},
		{"paths that begin with /, where no rule of its group has the host"},
		{"rule 5, rules:1: regex_remap ^/gone", "found anywhere, in a set of one pattern", "answer 410"},
		{"alone, by jitstack", "to     http://c/$1"},
	} {
		text := table.Explain(i)
		for _, w := range want {
			require.Contains(t, text, w)
		}
	}
	var kinds []string
	for i, r := range table.Rules() {
		require.Equal(t, r, table.Rule(i))
		kinds = append(kinds, r.Kind+" "+r.Matcher)
	}
	require.Equal(t, []string{"map name", "redirect_temporary name", "regex_map set", "regex_map jitstack", "map name",
		"regex_remap set", "regex_remap jitstack"}, kinds)
}
