package main

import (
	"fmt"
	"os"
	"strings"
)

func Example() {
	const log = `192.0.2.1 - - "GET /login?user=joe&password=hunter2 HTTP/1.1" 200 512
192.0.2.7 - - "GET /missing HTTP/1.1" 404 90
192.0.2.1 - - "POST /items?Token=abc HTTP/2" 200 1024
not an entry
`
	if err := report(strings.NewReader(log), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 192.0.2.1 - - "GET /login?user=joe&password=*** HTTP/1.1" 200 512
	// 192.0.2.7 - - "GET /missing HTTP/1.1" 404 90
	// 192.0.2.1 - - "POST /items?Token=*** HTTP/2" 200 1024
	// not an entry
	// status 200: 1536 bytes
	// status 404: 90 bytes
}
