package jitstack_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
)

func ExamplePattern_Exec() {
	p := jitstack.MustCompile(`(?<word>\w+)\s+\k<word>`, 0)
	var m arena.Matches
	ok, err := p.Exec("this is is a test", &m)
	fmt.Println(ok, err, m.Group(0), m.Named("word"))
	// Output: true <nil> is is is
}

// A stack of the caller is never larger than it was made, and what does not fit is an error, not a miss.
func ExamplePattern_ExecStack() {
	p := jitstack.MustCompile(`^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$`, 0)
	stack := jitstack.NewStack(32 << 10)
	var m arena.Matches
	for _, n := range []int{1000, 10000} {
		ok, err := p.ExecStack(stack, "/alpha/bravo/?"+strings.Repeat("x", n), &m)
		fmt.Println(ok, errors.Is(err, jitstack.ErrStackLimit))
	}
	// Output:
	// true false
	// false true
}

func ExampleStack_SetMatchLimit() {
	p := jitstack.MustCompile(`^(a+)+$`, 0)
	stack := jitstack.NewStack(1 << 20)
	stack.SetMatchLimit(1000)
	var m arena.Matches
	_, err := p.ExecStack(stack, strings.Repeat("a", 30)+"!", &m)
	fmt.Println(errors.Is(err, jitstack.ErrMatchLimit))
	// Output: true
}

func ExamplePattern_ReplaceAllString() {
	p := jitstack.MustCompile(`(?<=\$)(\d+)(?:\.(\d\d))?`, 0)
	s, err := p.ReplaceAllString("$12.50 and $3", "<$1>")
	fmt.Println(s, err)
	// Output: $<12> and $<3> <nil>
}

func ExamplePattern_FindAllString() {
	p := jitstack.MustCompile(`(["']).*?\1`, 0)
	all, err := p.FindAllString(`a "b 'c'" and 'd "e"'`, -1)
	fmt.Printf("%q %v\n", all, err)
	// Output: ["\"b 'c'\"" "'d \"e\"'"] <nil>
}

// All rules of a request share one budget, which ends with the request.
func ExampleBudget() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	budget := jitstack.NewBudget(ctx, jitstack.Limits{Steps: 100_000})
	var m arena.Matches
	for _, pattern := range []string{`^(a+)+\1$`, `^(a+)+\1b$`, `^(?!b)\w+!$`} {
		ok, err := jitstack.MustCompile(pattern, 0).ExecWithin(&budget, strings.Repeat("a", 40)+"!", &m)
		fmt.Println(ok, errors.Is(err, jitstack.ErrMatchLimit))
	}
	// Output:
	// false true
	// false false
	// true false
}
