package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/arenaregexp/regexp/remap"
)

// A tableCollector reads the counts of the table in force when Prometheus asks. A table counts from 0, so that a reload
// looks like a restart: rate() and increase() take it as such.
//
// A rule has three series, or six, so that thousands of rules are more than Prometheus should keep for one process. Where there are
// more rules than are listed, the busiest since the load are; what an alert is for is counted for the table as a whole, too.
type tableCollector struct {
	table  func() *remap.Table
	listed int // how many rules have series, at most
}

var (
	rulesDesc      = prometheus.NewDesc("remapd_rules", "Rules of the table in force.", nil, nil)
	listedDesc     = prometheus.NewDesc("remapd_rules_listed", "Rules that have series of their own: the busiest.", nil, nil)
	allErrorsDesc  = prometheus.NewDesc("remapd_errors_total", "The sum of remapd_rule_errors_total over all rules.", nil, nil)
	allLimitsDesc  = prometheus.NewDesc("remapd_limits_total", "The sum of remapd_rule_limits_total over all rules.", nil, nil)
	noRuleDesc     = prometheus.NewDesc("remapd_no_rule_total", "Look-ups that no rule was for.", nil, nil)
	hitsDesc       = ruleDesc("hits_total", "Look-ups that the rule won.")
	secondsDesc    = ruleDesc("seconds_total", "Time of the look-ups that the rule decided, estimated: one in 64 is timed.")
	errorsDesc     = ruleDesc("errors_total", "Look-ups that the rule won and made no URL of, or one too long.")
	missesDesc     = ruleDesc("misses_total", "Times that a rule which is matched alone did not match.")
	limitsDesc     = ruleDesc("limits_total", "Times that a rule which is matched alone met a limit and was undecided.")
	matchTimesDesc = ruleDesc("match_seconds_total", "Time of matching a rule that is alone, estimated: one in 64 is timed.")
)

func ruleDesc(name, help string) *prometheus.Desc {
	return prometheus.NewDesc("remapd_rule_"+name, help, []string{"file", "line"}, nil)
}

// Describe is part of [prometheus.Collector].
func (c tableCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		rulesDesc, listedDesc, allErrorsDesc, allLimitsDesc, noRuleDesc, hitsDesc, secondsDesc, errorsDesc, missesDesc, limitsDesc, matchTimesDesc,
	} {
		ch <- d
	}
}

// Collect is part of [prometheus.Collector]. Rules that are matched together have no misses and meet no limits.
func (c tableCollector) Collect(ch chan<- prometheus.Metric) {
	table := c.table()
	rules, errors, limits := make([]ruleStats, 0, table.Len()), uint64(0), uint64(0)
	for i, s := range table.Stats() {
		rules = append(rules, ruleStats{i, s})
		errors, limits = errors+s.Errors, limits+s.Limits
	}
	if len(rules) > c.listed {
		slices.SortStableFunc(rules, func(a, b ruleStats) int { return cmp.Compare(b.busy(), a.busy()) })
		rules = rules[:c.listed]
	}
	ch <- prometheus.MustNewConstMetric(rulesDesc, prometheus.GaugeValue, float64(table.Len()))
	ch <- prometheus.MustNewConstMetric(listedDesc, prometheus.GaugeValue, float64(len(rules)))
	ch <- prometheus.MustNewConstMetric(allErrorsDesc, prometheus.CounterValue, float64(errors))
	ch <- prometheus.MustNewConstMetric(allLimitsDesc, prometheus.CounterValue, float64(limits))
	ch <- prometheus.MustNewConstMetric(noRuleDesc, prometheus.CounterValue, float64(table.Misses()))
	for _, s := range rules {
		s.collect(ch, table.Rule(s.rule))
	}
}

// ruleStats are the counts of a rule, by its number.
type ruleStats struct {
	rule int
	remap.RuleStats
}

// busy is how many look-ups the rule decided, or was to decide.
func (s *ruleStats) busy() uint64 { return s.Hits + s.Errors + s.Limits }

func (s *ruleStats) collect(ch chan<- prometheus.Metric, rule remap.Rule) {
	file := strings.ToValidUTF8(rule.File, "\uFFFD") // a label is text, the name of a file need not be
	line := strconv.Itoa(rule.Line)
	send := func(d *prometheus.Desc, value float64) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, file, line)
	}
	send(hitsDesc, float64(s.Hits))
	send(secondsDesc, s.Time.Seconds())
	send(errorsDesc, float64(s.Errors))
	if rule.Matcher == "jitstack" {
		send(missesDesc, float64(s.Misses))
		send(limitsDesc, float64(s.Limits))
		send(matchTimesDesc, s.MatchTime.Seconds())
	}
}
