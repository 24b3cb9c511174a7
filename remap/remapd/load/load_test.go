package main

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/arenaregexp/regexp/remap"
)

func TestEachRuleMakesWhatItIsVerifiedBy(t *testing.T) {
	const rules = 120
	config, file := remapConfig("127.0.0.1:81", rules)
	files := fstest.MapFS{"rules.reg": {Data: []byte(file)}}
	table, err := remap.Parse("remap.config", []byte(config), remap.Options{
		ReadFile: func(name string) ([]byte, error) { return fs.ReadFile(files, name) }})
	require.NoError(t, err)
	for i := range rules {
		path, query, _ := strings.Cut(requestPath(i), "?")
		url, result, err := table.Rewrite(nil, &remap.Request{Method: "GET", Scheme: "http", Host: host, Path: path, Query: query})
		require.NoError(t, err)
		require.Equal(t, 1+i, result.Rule)
		require.Equal(t, "http://127.0.0.1:81"+originPath(i), string(url))
	}
}

func TestTheScriptAsksForEveryRule(t *testing.T) {
	for _, rules := range []int{1, 100, 10_000} {
		text := script(rules)
		for _, i := range []int{0, rules / 2, rules - 1} {
			require.Equal(t, 1, strings.Count(text, `"`+requestPath(i)+`"`))
		}
	}
}

func TestTheTableHasTheMedianOfEachFigure(t *testing.T) {
	samples := []result{{3000, 1, 9}, {1000, 3, 7}, {2000, 2, 8}}
	require.Equal(t, result{2000, 2, 8}, median(slices.Clone(samples)))
	var b bytes.Buffer
	o := options{connections: 64, samples: 3, time: time.Second}
	require.NoError(t, writeTable(&b, o, []*contender{{proxy: "none", samples: samples}, {rules: 10, proxy: "nginx", samples: samples}}))
	require.Contains(t, b.String(), "64 connections, medians of 3 samples of 1s.\n")
	require.Contains(t, b.String(), "| - | none | 2000 | 2.00 | 8.00 |\n| 10 | nginx | 2000 | 2.00 | 8.00 |\n")
}
