package remap_test

import (
	"fmt"
	"net/http"

	"github.com/arenaregexp/regexp/remap"
)

func Example() {
	config := `
map         http://www.example.com/shop/   http://shop.internal:8080/
regex_map   http://img([0-9]+)\.example\.com/  http://images-$1.internal/
redirect    http://example.com/            https://www.example.com/
`
	table, err := remap.Parse("remap.config", []byte(config), remap.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var url []byte
	for _, host := range []string{"IMG7.example.com", "example.com", "unknown.example"} {
		r := remap.Request{Scheme: "http", Host: host, Path: "/logo.png", Query: "size=2"}
		var result remap.Result
		if url, result, err = table.Rewrite(url[:0], &r); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(result.Rule, result.Status, string(url))
	}
	// Output:
	// 1 0 http://images-7.internal/logo.png?size=2
	// 2 301 https://www.example.com/logo.png?size=2
	// -1 404
}

func ExampleParse_errors() {
	config := "map http://a.example/ http://b.example/ @plugin=cachekey.so\nregex_map http://(.+)\\.example/ http://$2.internal/\n"
	_, err := remap.Parse("remap.config", []byte(config), remap.Options{})
	fmt.Println(err)
	// Output:
	// remap.config:1:41: plugin "cachekey.so" is not supported, regex_remap.so is
	// remap.config:2:40: $2, but the pattern has one group
}

func ExampleTable_Try() {
	config := `
map       http://www.example.com:8080/   http://admin.internal/
regex_map http://(?!www)(\w+)\.example\.com/ http://$1.internal/
map       http://www.example.com/        http://web.internal/
`
	table, err := remap.Parse("remap.config", []byte(config), remap.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(table.Try(&remap.Request{Scheme: "http", Host: "www.example.com", Path: "/about"}))
	// Output:
	// rule 0, remap.config:2, is for port 8080
	// rule 2, remap.config:4, wins
	// one rule for another host was passed over
	// forwarded to http://web.internal/about
}

func ExampleTable_Stats() {
	table, err := remap.Parse("remap.config", []byte("map / http://web.internal/"), remap.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		table.Rewrite(nil, &remap.Request{Scheme: "http", Host: "a.example"})
	}
	for i, stats := range table.Stats() {
		fmt.Println(table.Rule(i), "hits:", stats.Hits)
	}
	// Output: remap.config:1: map / http://web.internal/ hits: 3
}

func ExampleRequest_SetHost() {
	header, _ := http.NewRequest("GET", "http://[2001:db8::1]:8080/", nil)
	var r remap.Request
	r.SetHost(header.Host)
	fmt.Println(r.Host, r.Port)
	// Output: [2001:db8::1] 8080
}
