// Command routes is a router of a web server: the first pattern that matches a path, and its groups.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/arenaregexp/regexp"
)

// A route is a pattern of whole paths and what answers for it.
type route struct {
	pattern string
	handle  func(w http.ResponseWriter, r *http.Request, m *regexp.Matches)
}

var routes = []route{
	{`/users/(?P<id>\d+)`, func(w http.ResponseWriter, _ *http.Request, m *regexp.Matches) {
		fmt.Fprintln(w, "user number", m.Named("id"))
	}},
	{`/users/(?P<name>[a-z]+)(?:/(?P<page>\w+))?`, func(w http.ResponseWriter, _ *http.Request, m *regexp.Matches) {
		fmt.Fprintf(w, "user %s, page %q\n", m.Named("name"), m.Named("page"))
	}},
	{`/static/.+\.(?:css|js|png)`, func(w http.ResponseWriter, _ *http.Request, m *regexp.Matches) {
		fmt.Fprintln(w, "file", m.Group(0))
	}},
}

// A router answers by the first route that matches the whole path.
type router struct {
	set    *regexp.Set
	routes []route
}

func newRouter(routes []route) (*router, error) {
	var patterns []string
	for _, r := range routes {
		patterns = append(patterns, r.pattern)
	}
	// Full: a pattern must match all of the path, so that none needs ^ and $.
	set, err := regexp.CompileSetOptions(patterns, regexp.SetOptions{Anchoring: regexp.Full})
	return &router{set, routes}, err
}

func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m regexp.Matches // handed to a func value, so it costs an allocation; go doc regexp.Matches tells how to avoid that
	i, ok := rt.set.Exec(r.URL.Path, &m)
	if !ok {
		http.NotFound(w, r)
		return
	}
	rt.routes[i].handle(w, r, &m)
}

func main() {
	rt, err := newRouter(routes)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range []string{"/users/42", "/users/ann/posts", "/static/css/main.css", "/users/42/posts"} {
		w := httptest.NewRecorder()
		rt.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
}
