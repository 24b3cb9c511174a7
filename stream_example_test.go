package regexp_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/arenaregexp/regexp"
)

func ExampleRegexp_NewScanner() {
	re := regexp.MustCompile(`(\w+)=(\w+)`)
	s := re.NewScanner(strings.NewReader("a=1, b=2"))
	for s.Scan() {
		fmt.Println(s.Offset(), s.Text(), s.Matches().Group(1))
	}
	fmt.Println(s.Err())
	// Output:
	// 0 a=1 a
	// 5 b=2 b
	// <nil>
}

func ExampleScanner_All() {
	re := regexp.MustCompile(`(\w+)=(\w+)`)
	s := re.NewScanner(strings.NewReader("a=1, b=2"))
	for at, m := range s.All() {
		start, _ := m.Span(2) // counts from at
		fmt.Println(m.Group(2), "at", at+int64(start))
	}
	// Output:
	// 1 at 2
	// 2 at 7
}

// A match that needs more text than the limit ends the scan. The matches before it have been reported.
func ExampleScanner_Limit() {
	s := regexp.MustCompile(`\d+|"[^"]*"`).NewScanner(strings.NewReader(`1 "` + strings.Repeat("x", 1000) + `"`))
	s.Limit(64)
	for s.Scan() {
		fmt.Println(string(s.Bytes()))
	}
	var limit *regexp.StreamLimitError
	if errors.As(s.Err(), &limit) {
		fmt.Println("undecided from byte", limit.Offset, "with", limit.Limit, "bytes")
	}
	// Output:
	// 1
	// undecided from byte 2 with 64 bytes
}

func ExampleRegexp_ReplaceReader() {
	re := regexp.MustCompile(`(\w+)@(\w+)\.example`)
	io.Copy(os.Stdout, re.ReplaceReader(strings.NewReader("from ann@mail.example to bob@web.example\n"), "$1 at $2"))
	// Output:
	// from ann at mail to bob at web
}

func ExampleRegexp_ReplaceReaderFunc() {
	re := regexp.MustCompile(`\d+`)
	r := re.ReplaceReaderFunc(strings.NewReader("9 and 10\n"), func(dst []byte, m *regexp.Matches) []byte {
		n, _ := strconv.Atoi(m.Group(0))
		return strconv.AppendInt(dst, int64(n+1), 10)
	})
	io.Copy(os.Stdout, r)
	// Output:
	// 10 and 11
}
