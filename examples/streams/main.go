// Command streams finds matches in a stream that is never held in memory as a whole.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/arenaregexp/regexp"
)

var key = regexp.MustCompile(`AKIA[0-9A-Z]{16}`)

// find reports each key in the stream with its offset.
func find(in io.Reader, report func(at int64, text string)) error {
	s := key.NewScanner(in)
	s.Limit(64 << 10) // bytes that an undecided match may need
	for at, m := range s.All() {
		report(at, m.Group(0))
	}
	return s.Err()
}

func main() {
	// A megabyte, of which the scanner holds a small window. A key across two reads is found like any other.
	filler := strings.Repeat("nothing to see here\n", 25_000)
	in := io.MultiReader(strings.NewReader(filler+"AKIAIOSFOD"), strings.NewReader("NN7EXAMPLE\n"+filler))
	err := find(in, func(at int64, text string) { fmt.Println(at, text) })

	var limit *regexp.StreamLimitError
	if errors.As(err, &limit) {
		fmt.Println("a match could not be decided within the limit:", limit)
	} else if err != nil {
		fmt.Println(err)
	}
}
