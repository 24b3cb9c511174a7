package remap

import (
	"net/netip"
	"strings"
	"testing"
)

// FuzzConfig loads what it is given: there is a table, or errors that each name a place in a file.
func FuzzConfig(f *testing.F) {
	f.Add("map http://a/ http://b/\nregex_map http://x([0-9]+).z.com/ http://real-x$1.z.com/ # comment\n", "")
	f.Add("map / http://b/ @plugin=regex_remap.so @pparam=rules @pparam=host", "^/(.*)$ http://$h/$1 @status=301 @caseless\n"+guard)
	f.Add("regex_redirect_temporary https://(?!a)(.)\\1:81/ \\\n ws://b$0/x\n.include x", "^/(.)\\1 https:$0")
	f.Add("map http://[::1]:80/ http://$1/$\r\nredirect http://A/ http://b/ @action=deny", "(?i)[[:upper:]]\\x41 $s://$t:$p/$P?$q")
	f.Add("map / http://b/ @plugin=regex_remap.so @pparam", "") // an option without its value
	f.Add("map / http://b/ @plugin=regex_remap.so @pparam=", "")
	f.Add("map / http://b/ @plugin", "")
	f.Add("map / http://b/ @plugin=regex_remap.so @pparam=rules", "^/a @status\n^/b @status=\n^/c http://d/ @caseless=no")
	f.Add("map http://a/ ws://", "") // the host is missing behind the last byte
	f.Fuzz(func(t *testing.T, config, rules string) {
		table, err := parse(config, map[string]string{"rules": rules}, Options{})
		if err != nil {
			if table != nil {
				t.Fatal("a table in spite of errors")
			}
			for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
				c, ok := e.(*ConfigError)
				if !ok || c.Line < 1 || c.Column < 1 {
					t.Fatalf("no place: %v", e)
				}
				text := map[string]string{"remap.config": config, "rules": rules}[c.File]
				lines := strings.Split(text, "\n")
				if c.Line > len(lines) || c.Column > len(lines[c.Line-1])+1 { // where something is missing, behind the line
					t.Fatalf("%v is not in the file", e)
				}
			}
			return
		}
		for i := range table.Len() {
			if table.Explain(i) == "" {
				t.Fatal("no explanation")
			}
		}
		for _, url := range []string{"http://a/x", "https://x42.z.com/aa"} {
			checkTrial(t, table, get(t, url))
		}
	})
}

// FuzzRewrite asks a table with all kinds of rules: nothing that comes in makes it panic, and what goes out is a URL.
func FuzzRewrite(f *testing.F) {
	table, requests := everyKind(f)
	for _, r := range requests {
		if len(r.Path)+len(r.Query) < 1000 {
			f.Add(r.Method, r.Scheme, r.Host, r.Port, r.RecvPort, r.Path, r.Query)
		}
	}
	f.Fuzz(func(t *testing.T, method, scheme, host string, port, recv uint16, path, query string) {
		r := &Request{Method: method, Scheme: scheme, Host: host, Port: port, RecvPort: recv, Path: path, Query: query}
		r.ClientIP = netip.IPv6Loopback()
		dst, result, err := table.Rewrite([]byte("kept"), r)
		url, ok := strings.CutPrefix(string(dst), "kept")
		switch {
		case !ok:
			t.Fatalf("%q", dst)
		case err != nil || result.Status != 0 && !result.Redirect():
			if url != "" || result.Status < 400 {
				t.Fatalf("%q %v %v", url, result, err)
			}
		case !startsURL(url) || !holdsOnly(url, inPath|inQuery):
			t.Fatalf("%q", url)
		}
		checkTrial(t, table, r)
	})
}
