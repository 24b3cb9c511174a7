package remap

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/bench/corpus"
	"github.com/stretchr/testify/require"
)

// rowsOf returns the rows of the seed corpus that come from Traffic Server's rules.
func rowsOf(groups ...string) []corpus.Row {
	return slices.DeleteFunc(slices.Clone(corpus.Rows()), func(r corpus.Row) bool { return !slices.Contains(groups, r.Group) })
}

// TestPatternsOfTrafficServerMatchAsTheCorpusSays asks every row through what rules ask through: a set, or jitstack.
func TestPatternsOfTrafficServerMatchAsTheCorpusSays(t *testing.T) {
	rows := rowsOf("ats_regex_map", "ats_regex_remap", "ats_cookbook", "ats_plugins", "ats_crash_guard")
	require.Len(t, rows, 14+8+16+12+12)
	for i, row := range rows {
		t.Run(fmt.Sprintf("%s/%d", row.Group, i), func(t *testing.T) {
			whole := row.Has("endanchored") || row.Has("fullmatch")
			how := regexp.Unanchored
			p, err := parsePath(row.Pattern, row.Has("caseless"))
			if whole {
				how = regexp.Full
				p, err = parseHost(row.Pattern)
			}
			require.NoError(t, err)
			var all patterns
			all.add(0, &p)
			_, err = all.compile(how, tableBudget)
			require.NoError(t, err)
			table := &Table{options: Options{}.withDefaults(), rules: make([]rule, 1), counts: make([]counters, 1)}
			var m regexp.Matches
			rule, limit := table.first(&all, row.Subject, none, &m)
			require.NoError(t, limit)
			require.Equal(t, row.Expect.Match, rule == 0, "%s on %.80q", row.Pattern, row.Subject)
			for g, span := range row.Expect.Groups {
				start, end := m.Span(g)
				require.Equal(t, span, [2]int{start, end}, "group %d of %s on %.80q", g, row.Pattern, row.Subject)
			}
			if row.Expect.Match && row.Expect.Kind == "MATCH" {
				require.Equal(t, p.groups+1, m.Len())
			}
		})
	}
}

// expectation returns what a row says behind a word such as EXPAND=, or "".
func expectation(row corpus.Row, word string) string {
	for _, f := range strings.Fields(row.Expect.Value) {
		if value, ok := strings.CutPrefix(f, word); ok {
			return value
		}
	}
	return ""
}

func TestHostRulesOfTheCorpusRewrite(t *testing.T) {
	for _, row := range rowsOf("ats_regex_map") {
		template := expectation(row, "TEMPLATE=")
		if template == "" {
			template = "matched.example"
		}
		table := load(t, "regex_map http://"+row.Pattern+"/ http://"+template+"/\n", nil)
		for _, host := range []string{row.Subject, strings.ToUpper(row.Subject)} {
			url, result, err := table.Rewrite(nil, &Request{Scheme: "http", Host: host, Path: "/p"})
			require.NoError(t, err)
			if !row.Expect.Match {
				require.Equal(t, Result{-1, -1, 404}, result, "%s on %s", row.Pattern, host)
				continue
			}
			want := expectation(row, "EXPAND=")
			if want == "" {
				want = strings.NewReplacer("$1", "").Replace(template)
			}
			require.Equal(t, Result{}, result)
			require.Equal(t, "http://"+want+"/p", string(url), "%s on %s", row.Pattern, host)
		}
	}
}

func TestRuleFilesOfTheCorpusRewrite(t *testing.T) {
	for _, row := range rowsOf("ats_regex_remap", "ats_crash_guard") {
		template, status := expectation(row, "TEMPLATE="), expectation(row, "STATUS=")
		if template == "" {
			template = "http://matched.example/"
		}
		line, param, request := row.Pattern+" "+template, "", Request{Scheme: "http", Host: "example.com", Path: row.Subject}
		if status != "" {
			line += " @status=" + status
		}
		switch {
		case strings.Contains(row.Name, "host option"):
			param, request.Path = " @pparam=host", "/path"
		case strings.Contains(row.Name, "method option"):
			param, request.Method = " @pparam=method", "GET"
			request.Path = strings.TrimPrefix(row.Subject, "GET")
		}
		request.Path, request.Query, _ = strings.Cut(request.Path, "?")
		config := "map http://example.com/ http://example.com/ @plugin=regex_remap.so @pparam=rules" + param
		table := load(t, config, map[string]string{"rules": line})
		url, result, err := table.Rewrite(nil, &request)
		require.NoError(t, err)
		require.Equal(t, row.Expect.Match, result.Rule == 1, "%s: %s on %.80q", row.Name, row.Pattern, row.Subject)
		if want := expectation(row, "EXPAND="); want != "" {
			require.Equal(t, want, string(url))
		}
		if status != "" {
			require.Equal(t, 404, result.Status)
			require.Empty(t, url)
		}
	}
}
