package main

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/arenaregexp/regexp/remap"
)

// A tableCollector reads the counts of the table in force when Prometheus asks. A table counts from 0, so that a reload
// looks like a restart: rate() and increase() take it as such.
type tableCollector struct{ table func() *remap.Table }

var (
	rulesDesc      = prometheus.NewDesc("remapd_rules", "Rules of the table in force.", nil, nil)
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
		rulesDesc, noRuleDesc, hitsDesc, secondsDesc, errorsDesc, missesDesc, limitsDesc, matchTimesDesc,
	} {
		ch <- d
	}
}

// Collect is part of [prometheus.Collector]. Rules that are matched together have no misses and meet no limits.
func (c tableCollector) Collect(ch chan<- prometheus.Metric) {
	table := c.table()
	ch <- prometheus.MustNewConstMetric(rulesDesc, prometheus.GaugeValue, float64(table.Len()))
	ch <- prometheus.MustNewConstMetric(noRuleDesc, prometheus.CounterValue, float64(table.Misses()))
	for i, s := range table.Stats() {
		rule := table.Rule(i)
		line := strconv.Itoa(rule.Line)
		send := func(d *prometheus.Desc, value float64) {
			ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, rule.File, line)
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
}
