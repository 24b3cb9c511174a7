package regexp_test

import (
	"fmt"

	"github.com/arenaregexp/regexp"
)

func ExampleCompileSet() {
	// The order is the priority.
	set, err := regexp.CompileSet([]string{
		`^/api/v1/`,
		`\.(?:png|jpe?g)$`,
		`^/api/`,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range []string{"/api/v1/logo.png", "/api/v2/users", "/index.html"} {
		if i, ok := set.First(path); ok {
			fmt.Println(path, "is for", set.Pattern(i), "and all of", set.AppendAll(nil, path))
		} else {
			fmt.Println(path, "is for none")
		}
	}

	_, err = regexp.CompileSet([]string{`^/a`, `^/b(`})
	fmt.Println(err)
	// Output:
	// /api/v1/logo.png is for ^/api/v1/ and all of [0 1 2]
	// /api/v2/users is for ^/api/ and all of [2]
	// /index.html is for none
	// regexp: pattern 1 of the set, "^/b(": error parsing regexp: missing closing ): `^/b(`
}

func ExampleSet_Exec() {
	routes, err := regexp.CompileSet([]string{
		`^/users/(?P<id>\d+)$`,
		`^/users/(?P<name>\w+)$`,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var m regexp.Matches // stays on the stack
	for _, path := range []string{"/users/42", "/users/ann", "/users/"} {
		switch i, _ := routes.Exec(path, &m); i {
		case 0:
			fmt.Println("number", m.Named("id"))
		case 1:
			fmt.Println("name", m.Named("name"))
		default:
			fmt.Println("no route for", path)
		}
	}
	// Output:
	// number 42
	// name ann
	// no route for /users/
}

func ExampleCompileSetOptions() {
	set, err := regexp.CompileSetOptions([]string{`a`, `a|ab`}, regexp.SetOptions{Anchoring: regexp.Full, Budget: 1 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	i, ok := set.First("ab") // all of ab must match
	fmt.Println(i, ok, set.Pattern(i), set.MemoryUsage() > 0)
	// Output: 1 true a|ab true
}

func ExampleMustCompileSet() {
	set := regexp.MustCompileSet([]string{`^GET\b`, `^POST (\S+)`})
	for i := range set.Len() {
		fmt.Println(set.Regexp(i).NumSubexp(), set.Pattern(i))
	}
	// Output:
	// 0 ^GET\b
	// 1 ^POST (\S+)
}

// The text is for people, and may change.
func ExampleSet_Explain() {
	fmt.Println(regexp.MustCompileSet([]string{`^a`, `^b`}).Explain() != "")
	// Output: true
}
