package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/arenaregexp/regexp/remap"
)

// check prints what each rule of a configuration compiles to.
func check(config string, options remap.Options, w io.Writer) error {
	table, err := remap.Load(config, options)
	if err != nil {
		return err
	}
	for i := range table.Len() {
		if _, err := io.WriteString(w, table.Explain(i)); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "%s: no errors; rules: %d\n", config, table.Len())
	return err
}

// try prints which rule wins for a URL, and why.
func try(config string, options remap.Options, rawURL string, w io.Writer) error {
	table, err := remap.Load(config, options)
	if err != nil {
		return err
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	if u.Scheme == "" || u.Host == "" {
		return fmt.Errorf("-try %q: want a whole URL, such as http://www.example.com/", rawURL)
	}
	q := remap.Request{Method: http.MethodGet, Scheme: u.Scheme}
	if err := q.SetTarget(rawURL); err != nil {
		return fmt.Errorf("-try %q: %w", rawURL, err)
	}
	q.SetHost(u.Host)
	_, err = fmt.Fprint(w, table.Try(&q))
	return err
}
