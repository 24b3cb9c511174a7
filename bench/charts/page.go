package main

import (
	"html/template"
	"io"
	"regexp"
	"slices"
)

// prolog is what stands before the element in a file of SVG and has no place within a page.
var prolog = regexp.MustCompile(`(?s)^.*?(<svg)`)

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"duration": duration,
	"picture":  func(p picture) template.HTML { return template.HTML(prolog.ReplaceAll(p.svg, []byte("$1"))) },
	"times": func(r row) string {
		return times(r.Engines[min(1, len(r.Engines)-1)].Nanoseconds / r.Engines[0].Nanoseconds)
	},
	"title": func(p picture) string { return p.title },
	"rows": func(r *report, p picture) []row {
		return slices.DeleteFunc(slices.Clone(r.Rows), func(r row) bool { return r.Op != p.title })
	},
}).Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Benchmarks of github.com/arenaregexp/regexp</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
svg { width: 100%; height: auto }
table { border-collapse: collapse; font-size: .9rem } th, td { padding: .2rem .6rem; text-align: right } th:first-child, td:first-child, .pattern { text-align: left }
tr:nth-child(even) { background: #f4f4f4 } code { font-size: .85em; overflow-wrap: anywhere }
</style>
<h1>Benchmarks</h1>
<p>Measured on {{.Report.Where}}. Bars are medians on a logarithmic axis. The number behind a bar is how many times as fast {{index .Report.Engines 0}} is as the engine below it.</p>
{{$report := .Report}}{{range .Pictures}}
<section>
{{picture .}}
<details><summary>Figures: {{title .}}</summary>
<table><tr><th>case</th>{{range $report.Engines}}<th>{{.}}</th>{{end}}<th>times as fast</th><th class="pattern">pattern</th></tr>
{{range rows $report .}}<tr><td>{{.Case}}</td>{{range .Engines}}<td>{{duration .Nanoseconds}}</td>{{end}}<td>{{times .}}</td><td class="pattern"><code>{{.Pattern}}</code></td></tr>
{{end}}</table></details>
</section>
{{end}}`))

// page writes a page that needs no other file.
func page(w io.Writer, r *report, pictures []picture) error {
	return pageTemplate.Execute(w, struct {
		Report   *report
		Pictures []picture
	}{r, pictures})
}
