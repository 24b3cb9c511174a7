package remap

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnErrorNamesFileLineColumnAndReason(t *testing.T) {
	const rules = " @plugin=regex_remap.so @pparam=rules"
	for _, c := range []struct{ config, rules, want string }{
		{"mapp http://a/ http://b/", "", `remap.config:1:1: "mapp" is no type of rule`},
		{"map http://a/", "", `remap.config:1:5: map takes two URLs, and options that begin with @, got 1`},
		{"map http://a/ http://b/ tag", "", `remap.config:1:25: map takes two URLs, and options that begin with @, got 3`},
		{"map", "", `remap.config:1:1: map takes two URLs`},
		{"\n  map a.com http://b/", "", `remap.config:2:7: "a.com" is no URL`},
		{"map ftp://a/ http://b/", "", `remap.config:1:5: scheme "ftp"`},
		{"map http:///x http://b/", "", `remap.config:1:12: the host is missing`},
		{"map http://a/ http:///x", "", `remap.config:1:22: the host is missing`},
		{"map http://a:0/ http://b/", "", `remap.config:1:14: port "0"`},
		{"map http://a:65536/ http://b/", "", `remap.config:1:14: port "65536"`},
		{"map http://a.(.*)/ http://b/", "", `remap.config:1:14: "a.(.*)" is no host name`},
		{"map http://::1/ http://b/", "", `an IPv6 address stands in brackets`},
		{"map http://" + strings.Repeat("a", 256) + "/ http://b/", "", `a host of 256 bytes`},
		{"map http://a/?q http://b/", "", `remap.config:1:14: a rule's URL ends with the path`},
		{"map http://a/ http://b/p#f", "", `remap.config:1:25: a rule's URL ends with the path`},
		{"map http://a/\x01 http://b/", "", `remap.config:1:14: no path holds the byte`},
		{"map http://a/x// http://b/", "", `ends in two slashes`},
		{"map http://a/ http://b/\nmap http://A/ http://c/", "", `remap.config:2:1: line 1 is for the same requests`},
		{"redirect /x http://b/", "", `remap.config:1:10: a redirect is for a host`},
		{"map ws://a/ http://b/", "", `remap.config:1:13: ws is mapped to ws or wss only`},
		{"regex_map /x http://b/", "", `remap.config:1:11: "/x" is no URL`},
		{"regex_map http://(a/ http://b/", "", `remap.config:1:18: jitstack:`},
		{"regex_map http://a(?<=b+)/ http://b/", "", `remap.config:1:18: jitstack:`},
		{"regex_map http://(a)b/ http://x$1.$2/", "", `remap.config:1:35: $2, but the pattern has one group`},
		{"regex_map http://(a)(b)/ http://x$3/", "", `remap.config:1:34: $3, but the pattern has 2 groups`},
		{"regex_map http://a/ http://x$1/", "", `$1, but the pattern has no group`},
		{"regex_map http://a/ http://x$h/", "", `remap.config:1:29: $h: the host takes $0 to $9 only`},
		{"regex_map http://a/ http://x$/", "", `"x$" holds what no host name does`},
		{"regex_map http://(a)/ http://x:$1/", "", `"x:$1" holds what no host name does`},
		{"regex_map http://(a)/ http://b/$1", "", `remap.config:1:32: "/$1": only the host takes $0 to $9`},
		{"regex_map http://a/(.*) http://b/", "", `remap.config:1:20: "/(.*)": only the host of a regex_ rule is a pattern`},
		{"map_with_referer http://a/ http://b/ http://c/ x", "", `remap.config:1:1: map_with_referer is not supported: the Referer header`},
		{"reverse_map http://a/ http://b/", "", `reverse_map is not supported: answers of the origins`},
		{".definefilter deny @action=deny", "", `remap.config:1:1: .definefilter is not supported: access`},
		{".include other", "", `.include is not supported`},
		{".frobnicate", "", `.frobnicate is no directive that is known`},
		{"map http://a/ http://b/ @action=deny", "", `remap.config:1:25: @action=deny is not supported`},
		{"map http://a/ http://b/ @plugin=cachekey.so", "", `plugin "cachekey.so" is not supported`},
		{"map http://a/ http://b/ @pparam=x", "", `remap.config:1:25: @pparam=x: there is no plugin before it`},
		{"map / http://b/ @plugin=regex_remap.so @pparam", "", `remap.config:1:40: @pparam is an option without its value`},
		{"map / http://b/ @plugin=regex_remap.so @pparam=", "", `remap.config:1:40: @pparam= is an option without its value`},
		{"map / http://b/ @plugin", "", `remap.config:1:17: @plugin is an option without its value`},
		{"map http://a/ http://b/" + rules, "x http://c/ @status", `rules:1:13: @status is an option without its value`},
		{"map http://a/ http://b/" + rules, "x http://c/ @caseless=no", `@caseless=no is not supported`},
		{"map http://a/ http://b/ @plugin=regex_remap.so", "", `regex_remap.so needs a file`},
		{"map http://a/ http://b/" + rules + " @plugin=regex_remap.so", "", `one regex_remap.so a rule`},
		{"redirect http://a/ http://b/" + rules, "", `a redirect has no plugins`},
		{"map http://a/ http://b/ @plugin=regex_remap.so @pparam=none", "", `remap.config:1:56: rule file: open none: file does not exist`},
		{"map http://a/ http://b/" + rules + " @pparam=fast", "x http://c/", `remap.config:1:70: "fast" is no parameter`},
		{"map http://a/ http://b/" + rules + " @pparam=matrix-parameters", "x http://c/", `matrix-parameters is not supported`},
		{"map http://a/ http://b/" + rules, "# nothing", `remap.config:1:56: rule file rules has no rules`},
		{"map http://a/ http://b/" + rules, "(x http://c/", `rules:1:1: jitstack:`},
		{"map http://a/ http://b/" + rules, "x", `rules:1:1: the URL to map to is missing`},
		{"map http://a/ http://b/" + rules, "x /y", `rules:1:3: "/y" is no URL`},
		{"map http://a/ http://b/" + rules, "x http:/y", `rules:1:7: "http:/y" has no host`},
		{"map http://a/ http://b/" + rules, "x http:///y", `rules:1:7: "http:///y" has no host`},
		{"map http://a/ http://b/" + rules, "(x) http://c/$1$2", `rules:1:16: $2, but the pattern has one group`},
		{"map http://a/ http://b/" + rules, "x http://c/$c", `rules:1:12: $c (the cookie) is not supported`},
		{"map http://a/ http://b/" + rules, "x http://c/$z", `rules:1:12: $z stands for nothing`},
		{"map http://a/ http://b/" + rules, "x http://c/ @status=99", `rules:1:13: @status=99: want a status between 200 and 599`},
		{"map http://a/ http://b/" + rules, "x http://c/ @connect_timeout=5", `@connect_timeout=5 is not supported`},
		{"map http://a/ http://b/" + rules, "x http://c/\x01", `no URL holds the byte`},
		{"regex_map http://(.*)/ http://b/" + rules, "\nx http://$f/",
			`rules:2:3: $f is the host that a rule is for, which of remap.config:1 is a pattern`},
	} {
		table, err := parse(c.config, map[string]string{"rules": c.rules}, Options{})
		require.ErrorContains(t, err, c.want, c.config)
		require.Nil(t, table)
		var e *ConfigError
		require.ErrorAs(t, err, &e)
		require.NotZero(t, e.Line)
	}
}

func TestAllErrorsAreReported(t *testing.T) {
	config := "map http://a/ http://b/\nfoo\nregex_map http://( http://b/\nmap http://c/ http://d/ @plugin=regex_remap.so @pparam=rules\n"
	_, err := parse(config, map[string]string{"rules": "x http://c/$1\ny"}, Options{})
	var places []string
	for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
		place, _, _ := strings.Cut(e.Error(), ": ")
		places = append(places, place)
	}
	require.Equal(t, []string{"remap.config:2:1", "remap.config:3:18", "rules:1:12", "rules:2:1"}, places)
}

func TestAnUnreadableConfigurationIsAnError(t *testing.T) {
	_, err := Load("there/is/none", Options{})
	var e *ConfigError
	require.True(t, errors.As(err, &e))
	require.Equal(t, "there/is/none", e.File)
	require.Contains(t, e.Error(), "there/is/none: open")
}

func TestRuleFilesLieBesideTheConfiguration(t *testing.T) {
	var read []string
	options := Options{ReadFile: func(name string) ([]byte, error) {
		read = append(read, name)
		if len(read) == 1 {
			return []byte("map http://a/ http://b/ @plugin=lib/regex_remap.so @pparam=rules\n" +
				"map http://b/ http://b/ @plugin=regex_remap.so @pparam=/abs/rules\n" +
				"map http://c/ http://b/ @plugin=regex_remap.so @pparam=./rules @pparam=profile\n"), nil
		}
		return []byte("x http://c/"), nil
	}}
	table, err := Load("etc/remap.config", options)
	require.NoError(t, err)
	require.Equal(t, []string{"etc/remap.config", "etc/rules", "/abs/rules"}, read, "each file is read once")
	require.Equal(t, 5, table.Len())
}

func TestFieldsKnowTheirPlaces(t *testing.T) {
	text := "# comment\n\n  map \\\n\thttp://a/ http://b/ # more \\\nmap x y\\\r\n z\r\nlast \\"
	var got []string
	for _, line := range fieldsOf(text, true) {
		got = append(got, fmt.Sprint(line))
	}
	require.Equal(t, []string{"[{map 3 3} {http://a/ 4 2} {http://b/ 4 12}]", "[{map 5 1} {x 5 5} {y 5 7} {z 6 2}]", "[{last 7 1}]"}, got)
	require.Len(t, fieldsOf("a \\\nb", false), 2, "a rule file has no continued lines")
}
