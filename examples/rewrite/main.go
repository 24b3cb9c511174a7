// Command rewrite maps requests to origins by the rules of Apache Traffic Server.
package main

import (
	"fmt"

	"github.com/arenaregexp/regexp/remap"
)

const config = `
map         http://www.example.com/shop/       http://shop.internal:8080/
regex_map   http://img([0-9]+)\.example\.com/  http://images-$1.internal/
redirect    http://example.com/                https://www.example.com/
`

func main() {
	table, err := remap.Parse("remap.config", []byte(config), remap.Options{})
	if err != nil {
		fmt.Println(err) // every fault of the file, each with its line and column
		return
	}
	var url []byte
	for _, at := range []struct{ host, target string }{
		{"www.example.com", "/shop/cart?item=7"},
		{"img7.example.com", "/logo.png"},
		{"example.com", "/"},
		{"other.example", "/"},
	} {
		request := remap.Request{Method: "GET", Scheme: "http"}
		request.SetHost(at.host)                             // r.Host of a http.Request
		if err := request.SetTarget(at.target); err != nil { // r.RequestURI
			fmt.Println(at.target, err)
			continue
		}
		var result remap.Result
		if url, result, err = table.Rewrite(url[:0], &request); err != nil {
			fmt.Println(at.host, result.Status, err)
			continue
		}
		switch {
		case result.Redirect():
			fmt.Println(at.host, "is redirected with", result.Status, "to", string(url))
		case result.Status != 0:
			fmt.Println(at.host, "is answered with", result.Status)
		default:
			fmt.Println(at.host, "is asked of", string(url))
		}
	}
}
