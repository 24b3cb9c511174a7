package remap

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// undecidable is a rule file of which the first line meets a limit on long paths of x. It ends with a class that is too large to be looked for:
// a text that is missing is a miss at once.
const undecidable = `
^/(?:(x)|y\1)*\1[a-w]  http://never.example/
^/x                http://second.example/
`

func undecided(t *testing.T, o Options) (*Table, *Request) {
	t.Helper()
	table, err := parse("map http://a/ http://b/ @plugin=regex_remap.so @pparam=rules", map[string]string{"rules": undecidable}, o)
	require.NoError(t, err)
	return table, &Request{Scheme: "http", Host: "a", Path: "/" + strings.Repeat("x", 100_000)}
}

func TestALimitIsAnErrorWithStatus503(t *testing.T) {
	table, r := undecided(t, Options{Logger: slog.New(slog.DiscardHandler)})
	url, result, err := table.Rewrite([]byte("kept"), r)
	require.ErrorIs(t, err, jitstack.ErrStackLimit)
	require.Equal(t, Result{Rule: 1, Map: 0, Status: 503}, result)
	require.Equal(t, "kept", string(url))
	stats := statsOf(table)
	require.Equal(t, uint64(1), stats[1].Limits)
	require.Zero(t, stats[0].Hits+stats[1].Hits+stats[1].Misses+table.Misses())
}

func TestALimitLeadsToTheNextRuleWhereTheOperatorSaysSo(t *testing.T) {
	table, r := undecided(t, Options{OnLimit: LimitNextRule, Logger: slog.New(slog.DiscardHandler)})
	url, result, err := table.Rewrite(nil, r)
	require.NoError(t, err)
	require.Equal(t, Result{Rule: 2, Map: 0}, result)
	require.Equal(t, "http://second.example/", string(url))
	require.Equal(t, uint64(1), statsOf(table)[1].Limits)
}

func TestALimitIsLoggedOnceARuleAndMinute(t *testing.T) {
	var log bytes.Buffer
	table, r := undecided(t, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for range 3 {
		table.Rewrite(nil, r)
	}
	require.Equal(t, 1, strings.Count(log.String(), "\n"), log.String())
	for _, want := range []string{"level=WARN", "rule=1", "file=rules", "line=2", "answer=503", "stack limit"} {
		require.Contains(t, log.String(), want)
	}
	require.Equal(t, uint64(3), statsOf(table)[1].Limits)
	table.counts[1].logged.Add(-60)
	table.Rewrite(nil, r)
	require.Equal(t, 2, strings.Count(log.String(), "\n"), "after a minute it is logged again")
}

// TestARuleThatIsNotReachedMeetsNoLimit: the order decides, not which matcher is asked first.
func TestARuleThatIsNotReachedMeetsNoLimit(t *testing.T) {
	const hosts = `
regex_map http://a.*/ http://first.example/
regex_map http://(a+a+)+\1[b-z]/ http://never.example/
map http://%s/ http://name.example/
`
	host := strings.Repeat("a", 60)
	table, err := parse(strings.ReplaceAll(hosts, "%s", host), nil, Options{})
	require.NoError(t, err)
	_, result, err := table.Rewrite(nil, &Request{Scheme: "http", Host: host})
	require.NoError(t, err)
	require.Equal(t, 0, result.Rule)
	require.Zero(t, statsOf(table)[1].Limits)
}

// TestAnUndecidedRuleHoldsItsPlaceAmongHosts: a rule behind it that is for the request does not answer in its place.
func TestAnUndecidedRuleHoldsItsPlaceAmongHosts(t *testing.T) {
	const hosts = `
regex_map http://(a+a+)+\1[b-z]/ http://never.example/
regex_map http://a.*/ http://second.example/
`
	r := &Request{Scheme: "http", Host: strings.Repeat("a", 60)}
	for action, want := range map[LimitAction]Result{LimitUnavailable: {0, 0, 503}, LimitNextRule: {1, 1, 0}} {
		table, err := parse(hosts, nil, Options{OnLimit: action, Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		_, result, err := table.Rewrite(nil, r)
		require.Equal(t, want, result)
		require.Equal(t, action == LimitUnavailable, err != nil)
		require.Equal(t, uint64(1), statsOf(table)[0].Limits)
	}
}

func statsOf(t *Table) (all []RuleStats) {
	for _, s := range t.Stats() {
		all = append(all, s)
	}
	return all
}
