package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// scrape asks for the metrics as Prometheus does.
func scrape(t testing.TB, p *running) string {
	t.Helper()
	w := httptest.NewRecorder()
	p.metrics.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	require.Contains(t, w.Header().Get("Content-Type"), "text/plain")
	return w.Body.String()
}

func TestMetricsTellWhatTheRulesDid(t *testing.T) {
	p := start(t, map[string]string{
		"remap.config": "map http://a.example/ http://ORIGIN_A/ @plugin=regex_remap.so @pparam=rules.reg\n" +
			"redirect http://old.example/ http://new.example/\n",
		"rules.reg": "^/(.)\\1 http://ORIGIN_B/\n",
	})
	for _, c := range []struct{ host, url string }{
		{"a.example", "/xx"}, {"a.example", "/xy"}, {"a.example", "/xy"}, {"old.example", "/"}, {"nobody.example", "/"},
	} {
		_, err := p.get(c.host, c.url)
		require.NoError(t, err)
	}
	p.send(t, "INVENTED / HTTP/1.1\r\nHost: nobody.example\r\n\r\n")
	p.write(t, "remap.config", "nonsense\n")
	text := scrape(t, p)
	rule := func(name, file, line, value string) string {
		return name + `{file="` + filepath.Join(p.dir, file) + `",line="` + line + `"} ` + value + "\n"
	}
	for _, want := range []string{
		rule("remapd_rule_hits_total", "remap.config", "1", "3"),
		rule("remapd_rule_hits_total", "remap.config", "2", "1"),
		rule("remapd_rule_hits_total", "rules.reg", "1", "1"),
		rule("remapd_rule_misses_total", "rules.reg", "1", "2"),
		rule("remapd_rule_limits_total", "rules.reg", "1", "0"),
		rule("remapd_rule_errors_total", "rules.reg", "1", "0"),
		"remapd_no_rule_total 2\n",
		"remapd_rules 3\n",
		`remapd_requests_total{code="200",method="get"} 3` + "\n",
		`remapd_requests_total{code="301",method="get"} 1` + "\n",
		`remapd_requests_total{code="404",method="unknown"} 1` + "\n", // a client can not invent series
		`remapd_reloads_total{result="ok"} 1` + "\n",
		`remapd_reloads_total{result="error"} 0` + "\n",
		"remapd_requests_in_flight 0\n",
		"remapd_rule_seconds_total{",
		"remapd_rule_match_seconds_total{",
		"remapd_table_loaded_timestamp_seconds ",
		"go_goroutines ",
	} {
		require.Contains(t, text, want)
	}
	p.rules.reload("test")
	require.Contains(t, scrape(t, p), `remapd_reloads_total{result="error"} 1`+"\n")
	require.Contains(t, scrape(t, p), rule("remapd_rule_hits_total", "remap.config", "1", "3"), "the old table counts on")
}

func TestRequestsUnderWayAreCounted(t *testing.T) {
	arrived, leave := make(chan bool), make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { arrived <- true; <-leave }))
	defer server.Close()
	p := start(t, map[string]string{"remap.config": "map / " + server.URL + "/\n"})
	answered := make(chan error)
	go func() { _, err := p.get("a.example", "/"); answered <- err }()
	<-arrived
	require.Contains(t, scrape(t, p), "remapd_requests_in_flight 1\n")
	leave <- true
	require.NoError(t, <-answered)
}

func TestMetricsAreTextThatPrometheusTakes(t *testing.T) {
	p := start(t, map[string]string{"remap.config": "map http://a.example/ http://ORIGIN_A/\n"})
	for line := range strings.Lines(scrape(t, p)) {
		require.Regexp(t, `^(# (HELP|TYPE) \w+ .*|\w+(\{.*\})? \S+)\n$`, line)
	}
}

func TestTheBusiestRulesAreListed(t *testing.T) {
	var config strings.Builder
	for i := range 100 {
		fmt.Fprintf(&config, "redirect http://site%d.example/ http://there.example/\n", i)
	}
	config.WriteString("regex_map http://(x*)a/ http://$1/\n")
	for _, c := range []struct {
		listed string
		want   []string // lines
	}{
		{"0", nil}, {"1", []string{"8"}}, {"3", []string{"8", "4", "101"}}, {"4", []string{"8", "4", "101", "1"}},
	} {
		p := start(t, map[string]string{"remap.config": config.String()}, "-metrics-rules", c.listed)
		for _, host := range []string{"site7.example", "site3.example", "site7.example", "site3.example", "site7.example", "a"} {
			_, err := p.get(host, "/")
			require.NoError(t, err)
		}
		text := scrape(t, p)
		require.Contains(t, text, "remapd_rules 101\n")
		require.Contains(t, text, "remapd_rules_listed "+c.listed+"\n")
		require.Contains(t, text, "remapd_errors_total 1\n", "what is not listed is in the sum")
		require.Contains(t, text, "remapd_limits_total 0\n")
		require.Equal(t, 3*len(c.want), strings.Count(text, "\nremapd_rule_"))
		for _, line := range c.want {
			require.Contains(t, text, `line="`+line+`"}`)
		}
	}
}

func TestAFileWhoseNameIsNoTextHasSeries(t *testing.T) {
	p := start(t, map[string]string{
		"remap.config": "map http://a.example/ http://ORIGIN_A/ @plugin=regex_remap.so @pparam=\xff.reg\n",
		"\xff.reg":     "^/x http://ORIGIN_B/\n",
	})
	require.Contains(t, scrape(t, p), "\uFFFD.reg\",line=\"1\"} 0\n")
}
