package remap

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// everyKind is a table that has each way to find a rule and to make a URL, and a request for each.
func everyKind(t testing.TB) (*Table, []*Request) {
	groups := strings.Repeat("(.)", 20) // more than a match holds inline
	table := load(t, `
map_with_recv_port http://recv.example:8080/ http://recv/
map http://name.example/ http://name/
regex_map http://x([0-9]+)\.example/ http://real-$1/
regex_map http://x([0-9]+)\.example:81/a/ http://a-$1/
regex_map http://x([0-9]+)\.example:81/ http://all-$1/
regex_map http://(?!no)(\w+)\.perl\.example/ http://perl-$1/
map http://file.example/ http://file/ @plugin=regex_remap.so @pparam=rules
map http://host.example/ http://file/ @plugin=regex_remap.so @pparam=rules @pparam=host @pparam=method @pparam=pristine
redirect http://moved.example/ http://there/
regex_map http://`+groups+`\.many\.example/ http://$1-$9.many/
regex_map http://(?!no)`+groups+`\.twice\.\20\.example/ http://$1-$9.twice/
map / http://all/
`, map[string]string{"rules": guard + `
^/vars http://v/$0/$h/$f/$t/$p/$s/$P/$l?$q&$i
^/(.)\1 http://twice/$1 @lowercase_substitutions
^/gone @status=410
^/lines/` + groups + `$ http://lines/$1/$9
^/(?!no)again/` + groups + `\20$ http://again/$1/$9
`})
	var requests []*Request
	for _, url := range []string{
		"http://name.example/p?q=1", "http://NAME.example/", "http://x42.example/p", "http://X42.Example:81/a/b", "http://x42.example:81/b",
		"http://yes.perl.example/p", "http://no.perl.example/p", "http://file.example/none", "http://file.example/vars?q=1",
		"http://file.example/zz", "http://file.example/gone", "http://host.example/vars", "http://moved.example/p",
		"http://abcdefghijklmnopqrst.many.example/", "http://abcdefghijklmnopqrst.twice.t.example/",
		"http://file.example/lines/abcdefghijklmnopqrst", "http://file.example/again/abcdefghijklmnopqrstt",
		"http://unknown.example/p", "http://file.example/alpha/bravo/?" + strings.Repeat("x", 64<<10),
	} {
		requests = append(requests, get(t, url))
	}
	return table, append(requests,
		&Request{Scheme: "http", Host: "recv.example", RecvPort: 8080},
		&Request{Scheme: "http", Host: "a/b"},
		&Request{Scheme: "http", Host: "name.example", Path: "/" + strings.Repeat("x", 200<<10)})
}

// rewriteFromTheStack looks a request up as a proxy does: with a Request that it fills on its stack.
func rewriteFromTheStack(table *Table, dst []byte, r *Request) {
	request := Request{Method: r.Method, Scheme: r.Scheme, Host: r.Host, Port: r.Port, RecvPort: r.RecvPort, Path: r.Path,
		Query: r.Query, ClientIP: r.ClientIP}
	table.Rewrite(dst, &request)
}

// warm has the first searches, which build what they meet of an automaton, behind it.
func warm(table *Table, dst []byte, r *Request) {
	for range 200 {
		table.Rewrite(dst, r)
	}
}

func TestRewriteAllocatesNothing(t *testing.T) {
	table, requests := everyKind(t)
	dst := make([]byte, 0, 1<<20)
	for _, r := range requests {
		warm(table, dst, r)
		require.Zero(t, testing.AllocsPerRun(100, func() { rewriteFromTheStack(table, dst, r) }), "%.60v", *r)
	}
}

func TestRewriteAllocatesNothingAfterACollection(t *testing.T) {
	table, requests := everyKind(t)
	dst := make([]byte, 0, 1<<20)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, r := range requests {
		warm(table, dst, r)
		least := uint64(1 << 32)
		for range 5 { // what the runtime itself allocates now and then is left out
			var before, after runtime.MemStats
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&before)
			rewriteFromTheStack(table, dst, r)
			runtime.ReadMemStats(&after)
			least = min(least, after.Mallocs-before.Mallocs)
		}
		require.Zero(t, least, "%.60v", *r)
	}
}

func TestManyGoroutinesShareATable(t *testing.T) {
	table, requests := everyKind(t)
	var want []string
	for _, r := range requests {
		url, _, _ := table.Rewrite(nil, r)
		want = append(want, string(url))
	}
	const goroutines = 64
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	var wg sync.WaitGroup
	var wrong sync.Map
	for g := range goroutines {
		wg.Go(func() {
			var dst []byte
			for i := range rounds * len(requests) {
				k := (i + g) % len(requests)
				url, _, _ := table.Rewrite(dst[:0], requests[k])
				if string(url) != want[k] {
					wrong.Store(k, string(url))
				}
				dst = url
			}
		})
	}
	wg.Wait()
	wrong.Range(func(k, url any) bool { t.Errorf("request %v: %.80q, want %.80q", k, url, want[k.(int)]); return true })
	hits := uint64(0)
	for i, s := range table.Stats() {
		if table.Rule(i).Kind != "regex_remap" {
			hits += s.Hits + s.Errors
		}
	}
	times := uint64(1 + goroutines*rounds)
	require.Equal(t, uint64(len(requests)-1)*times, hits+table.Misses(),
		"each look-up counts once, but for the request that is none")
}
