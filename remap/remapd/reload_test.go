package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReloadUnderLoad keeps 64 connections busy while the rules are replaced 50 times. Every answer has the number of the
// rules that made it: it must not be lower than that of the rules that were in force when the request began.
func TestReloadUnderLoad(t *testing.T) {
	const connections, reloads = 64, 50
	config := func(n int) string {
		return fmt.Sprintf(`
map            http://a.example/            http://ORIGIN_A/%d/
regex_map      http://(.*)\.b\.example/     http://ORIGIN_B/%[1]d/
regex_map      http://(?!b)(.*)\.c\.example/ http://ORIGIN_B/%[1]d/
regex_redirect http://(.*)\.d\.example/     http://$1.example/%[1]d/
`, n)
	}
	p := start(t, map[string]string{"remap.config": config(0)})
	var inForce atomic.Int64
	stop, results := make(chan struct{}), make(chan error)
	var clients sync.WaitGroup
	for i := range connections {
		host := []string{"a.example", "x.b.example", "x.c.example", "x.d.example"}[i%4]
		clients.Go(func() {
			for {
				err := p.ask(host, &inForce)
				select {
				case results <- err:
				case <-stop:
					return
				}
			}
		})
	}
	var failed error
	for n := 1; n <= reloads && failed == nil; n++ {
		p.write(t, "remap.config", config(n))
		p.rules.reload("test")
		inForce.Store(int64(n))
		for range 2 * connections {
			if err := <-results; err != nil {
				failed = err
			}
		}
	}
	close(stop)
	clients.Wait()
	require.NoError(t, failed)
	require.Equal(t, reloads, strings.Count(p.log.String(), "msg=reloaded"))
}

// ask makes a request whose answer ends in /N/p, N being the number of its rules.
func (p *running) ask(host string, inForce *atomic.Int64) error {
	least := inForce.Load()
	got, err := p.get(host, "/p")
	if err != nil {
		return err
	}
	var n int64
	parts := strings.Split(got, "/")
	if len(parts) < 3 {
		return fmt.Errorf("%s: %s", host, got)
	}
	if _, err := fmt.Sscan(parts[len(parts)-2], &n); err != nil || n < least {
		return fmt.Errorf("%s: %s, but rules %d were in force", host, got, least)
	}
	return nil
}

func TestAThousandReloadsKeepNoMemory(t *testing.T) {
	var config strings.Builder
	for i := range 10 {
		fmt.Fprintf(&config, "map http://site%d.example/ http://ORIGIN_A/ @plugin=regex_remap.so @pparam=rules.reg\n", i)
		fmt.Fprintf(&config, "regex_map http://([a-z]+)%d\\.example/ http://$1.example/\n", i)
		fmt.Fprintf(&config, "regex_map http://(?!www)(.*)\\.site%d\\.example/ http://$1.example/\n", i)
	}
	p := start(t, map[string]string{
		"remap.config": config.String(),
		"rules.reg":    "^/(a+)b http://ORIGIN_A/$1\n^/(.)\\1 http://ORIGIN_B/\n",
	})
	reload := func(times int) (heap int64) {
		for range times {
			require.NoError(t, p.rules.load())
			for _, host := range []string{"site1.example", "abc2.example", "x.site3.example"} {
				r, err := http.NewRequest(http.MethodGet, "http://"+host+"/aab", nil)
				require.NoError(t, err)
				_, _, err = rewrite(p.rules.table.Load(), r)
				require.NoError(t, err)
			}
		}
		runtime.GC()
		runtime.GC() // what the pools held through the first
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := reload(100)
	after := reload(1000)
	require.Less(t, after-before, int64(256<<10), "a table is some 100 KB, so that one kept a hundred reloads would show")
}

func TestABrokenConfigurationLeavesTheOldOneInForce(t *testing.T) {
	p := start(t, map[string]string{
		"remap.config": "map http://a.example/ http://ORIGIN_A/ @plugin=regex_remap.so @pparam=rules.reg\n",
		"rules.reg":    "^/x http://ORIGIN_B/\n",
	})
	old := p.rules.table.Load()
	p.write(t, "remap.config", `map http://a.example/

regex_map http://(a/ http://b.example/
map http://c.example/ http://d.example/ @plugin=regex_remap.so @pparam=rules.reg
`)
	p.write(t, "rules.reg", "^/y/(a) http://b.example/$2\n")
	p.rules.reload("test")
	require.Same(t, old, p.rules.table.Load())
	log := p.log.String()
	for _, place := range []string{"remap.config line=1 column=", "remap.config line=3 column=18 ", "rules.reg line=1 column=26 "} {
		require.Contains(t, log, place)
	}
	require.Contains(t, log, "the old rules stay in force")

	got, err := p.get("a.example", "/p")
	require.NoError(t, err)
	require.Equal(t, p.origins.Replace("200 a ORIGIN_A /p"), got)
}

// TestChangesOfFilesAreFound changes files in the ways that editors and deployments do. A change is loaded at the second
// look that finds it.
func TestChangesOfFilesAreFound(t *testing.T) {
	p := start(t, map[string]string{
		"remap.config": "map http://a.example/ http://ORIGIN_A/0/ @plugin=regex_remap.so @pparam=rules.reg\n",
		"rules.reg":    "^/x http://ORIGIN_B/0\n",
	})
	reloads := func() int { return strings.Count(p.log.String(), "reloaded") }
	rename := func(from, to string) {
		require.NoError(t, os.Rename(filepath.Join(p.dir, from), filepath.Join(p.dir, to)))
	}
	for _, change := range []struct {
		name string
		do   func()
	}{
		{"written in place", func() { p.write(t, "rules.reg", "^/x http://ORIGIN_B/10\n") }},
		{"replaced by a rename", func() { p.write(t, "new", "^/x http://ORIGIN_B/20\n"); rename("new", "rules.reg") }},
		{"taken away", func() { rename("rules.reg", "old") }},
		{"put back", func() { rename("old", "rules.reg") }},
		{"a symbolic link", func() {
			p.write(t, "one", "^/x http://ORIGIN_B/30\n")
			require.NoError(t, os.Symlink("one", filepath.Join(p.dir, "link")))
			rename("link", "rules.reg")
		}},
		{"what the link leads to", func() { p.write(t, "one", "^/x http://ORIGIN_B/300\n") }},
		{"the configuration itself", func() { p.write(t, "remap.config", "map http://a.example/ http://ORIGIN_A/1\n") }},
	} {
		p.rules.poll()
		p.rules.poll()
		before := reloads()
		change.do()
		p.rules.poll()
		require.Equal(t, before, reloads(), "%s: it may still be being written", change.name)
		p.rules.poll()
		require.Equal(t, before+1, reloads(), "%s", change.name)
	}
	require.Equal(t, 1, p.rules.table.Load().Len())
}
