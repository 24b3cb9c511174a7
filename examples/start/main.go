// Command start shows the calls that a program needs first: a verdict, captures, all matches, a replacement.
package main

import (
	"fmt"

	"github.com/arenaregexp/regexp"
)

// Compile once, at start-up. A compiled pattern is safe for concurrent use.
var address = regexp.MustCompile(`(?P<user>\w+)@(?P<host>\w+\.\w+)`)

func main() {
	text := "write to joe@example.com or ann@example.org"

	fmt.Println(address.MatchString(text)) // a verdict

	// Captures without the heap: m lives on the stack.
	var m regexp.Matches
	if address.Exec(text, &m) {
		start, end := m.Span(0)
		fmt.Println(m.Named("user"), m.Named("host"), start, end)
	}

	for range address.ExecAll(text, &m) { // all matches, with their groups
		fmt.Println(m.Group(0), "belongs to", m.Group(1))
	}

	fmt.Println(address.ReplaceAllString(text, "$user at $host"))
}
