package main

import (
	"fmt"
	"strings"
)

// Rule i is for paths below /site<i>/ and asks the origin for them below /to<i>/, the first segment behind the second.

const host = "www.example.com"

// requestPath returns a path that rule i is for, and originPath what the origin is asked for then.
func requestPath(i int) string { return fmt.Sprintf("/site%d/item%d/a/b.html?q=%d", i, i, i) }
func originPath(i int) string  { return fmt.Sprintf("/to%d/a/b.html/item%d?q=%d", i, i, i) }

// remapConfig returns the configuration of remapd and the rule file that it names.
func remapConfig(origin string, rules int) (config, file string) {
	var b strings.Builder
	for i := range rules {
		fmt.Fprintf(&b, "^/site%d/([^/]+)/([^?]*) http://%s/to%d/$2/$1?$q\n", i, origin, i)
	}
	return fmt.Sprintf("map http://%s/ http://%s/ @plugin=regex_remap.so @pparam=rules.reg\n", host, origin), b.String()
}

// nginxConfig returns the same rules as locations of nginx, which takes the first that matches, too. Its patterns are asked
// about the path alone.
func nginxConfig(dir, address, origin string, rules int) string {
	var b strings.Builder
	for i := range rules {
		fmt.Fprintf(&b, "    location ~ ^/site%d/([^/]+)/(.*)$ { proxy_pass http://origin/to%d/$2/$1$is_args$args; }\n", i, i)
	}
	return nginxMain(dir, fmt.Sprintf(`
  upstream origin { server %s; keepalive 256; keepalive_requests 10000000; }
  server {
    listen %s;
    server_name %s;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Host $host;
    proxy_set_header X-Forwarded-Proto $scheme;
%s  }`, origin, address, host, b.String()))
}

// originConfig returns the configuration of an nginx that answers with the URL that it was asked for.
func originConfig(dir, address string) string {
	return nginxMain(dir, fmt.Sprintf(`
  server { listen %s; location / { return 200 "$request_uri"; } }`, address))
}

// nginxMain is what both nginx have in common: all cores, patterns compiled to machine code, no log of requests, and
// connections that last.
func nginxMain(dir, servers string) string {
	return fmt.Sprintf(`
worker_processes auto;
pcre_jit on;
daemon off;
pid %[1]s/nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 10000000;
  client_body_temp_path %[1]s/body;
  proxy_temp_path %[1]s/proxy;
  fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi;
  scgi_temp_path %[1]s/scgi;
%[2]s
}
`, dir, servers)
}

// script returns what wrk runs: requests for all rules in turn, by strides, so that neighbours do not follow each other.
func script(rules int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "wrk.headers[\"Host\"] = %q\nlocal paths = {\n", host)
	for i := range rules {
		fmt.Fprintf(&b, "%q,\n", requestPath(i*stride%rules))
	}
	b.WriteString(`}
local requests, i = {}, 0
function init()
  for k, path in ipairs(paths) do requests[k] = wrk.format("GET", path) end
end
function request()
  i = i % #requests + 1
  return requests[i]
end
function done(summary, latency)
  local e = summary.errors
  print(string.format("result %d %d %f %f %d", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`)
	return b.String()
}

// stride is a prime, so that it visits every rule where their number is not a multiple of it.
const stride = 7919
