package regexp_test

import (
	"fmt"
	"strings"

	"github.com/arenaregexp/regexp"
)

func Example() {
	route := regexp.MustCompile(`^/users/(?P<id>\d+)(?:/(?P<page>\w+))?$`)
	var m regexp.Matches // stays on the stack
	for _, url := range []string{"/users/42/posts", "/users/7", "/users/me"} {
		if !route.Exec(url, &m) {
			fmt.Println(url, "has no user")
			continue
		}
		fmt.Printf("%s: user %s, page %q\n", url, m.Named("id"), m.Named("page"))
	}
	// Output:
	// /users/42/posts: user 42, page "posts"
	// /users/7: user 7, page ""
	// /users/me has no user
}

func ExampleRegexp_Exec() {
	re := regexp.MustCompile(`(\w+)=(\w+)`)
	var m regexp.Matches
	if re.Exec("mode: color=blue", &m) {
		start, end := m.Span(0)
		fmt.Println(start, end, m.Group(1), m.Group(2))
	}
	// Output: 6 16 color blue
}

func ExampleRegexp_ExecBytes() {
	line := []byte("GET /index.html HTTP/1.1")
	var m regexp.Matches
	if regexp.MustCompile(`^(\S+) (\S+)`).ExecBytes(line, &m) {
		fmt.Printf("%s\n", m.GroupBytes(2)) // a slice of line
	}
	// Output: /index.html
}

func ExampleRegexp_ExecAt() {
	re := regexp.MustCompile(`\bcat|cats`)
	var m regexp.Matches
	fmt.Println(re.ExecAt("wildcat", 4, regexp.Anchored, &m)) // the text before 4 is context: no \b there
	fmt.Println(re.ExecAt("cats", 0, regexp.Anchored, &m), m.Group(0))
	fmt.Println(re.ExecAt("cats", 0, regexp.Full, &m), m.Group(0)) // the other alternative
	fmt.Println(re.ExecAt("cat", 4, regexp.Unanchored, &m))        // outside the subject: a miss
	// Output:
	// false
	// true cat
	// true cats
	// false
}

func ExampleRegexp_ExecBytesAt() {
	token := regexp.MustCompile(`[a-z]+|[0-9]+|\s+`)
	src := []byte("x 10 y")
	var m regexp.Matches
	for pos := 0; token.ExecBytesAt(src, pos, regexp.Anchored, &m); {
		fmt.Printf("%q ", m.GroupBytes(0))
		_, pos = m.Span(0)
	}
	// Output: "x" " " "10" " " "y"
}

func ExampleRegexp_ExecAll() {
	re := regexp.MustCompile(`(\w+)=(\w+)`)
	var m regexp.Matches
	for i := range re.ExecAll("a=1&b=2", &m) {
		fmt.Println(i, m.Group(1), m.Group(2))
	}
	// Output:
	// 0 a 1
	// 1 b 2
}

func ExampleRegexp_ExecAllBytes() {
	var m regexp.Matches
	for range regexp.MustCompile(`\d+`).ExecAllBytes([]byte("1, 22, 333"), &m) {
		fmt.Println(m.Span(0))
	}
	// Output:
	// 0 1
	// 3 5
	// 7 10
}

func ExampleCompile() {
	_, err := regexp.Compile(`(open`)
	fmt.Println(err)
	// Output: error parsing regexp: missing closing ): `(open`
}

func ExampleCompilePOSIX() {
	fmt.Println(regexp.MustCompile(`a|ab`).FindString("ab"))
	fmt.Println(regexp.MustCompilePOSIX(`a|ab`).FindString("ab"))
	// Output:
	// a
	// ab
}

func ExampleMatchString() {
	fmt.Println(regexp.MatchString(`^\d+$`, "2026"))
	fmt.Println(regexp.MatchString(`[`, "2026"))
	// Output:
	// true <nil>
	// false error parsing regexp: missing closing ]: `[`
}

func ExampleQuoteMeta() {
	fmt.Println(regexp.QuoteMeta("1+1=2 (really)"))
	// Output: 1\+1=2 \(really\)
}

func ExampleRegexp_Longest() {
	re := regexp.MustCompile(`to|tomorrow`)
	fmt.Println(re.FindString("tomorrow"))
	re.Longest()
	fmt.Println(re.FindString("tomorrow"))
	// Output:
	// to
	// tomorrow
}

func ExampleRegexp_SubexpNames() {
	re := regexp.MustCompile(`(?P<year>\d{4})-(\d\d)`)
	fmt.Printf("%d groups, named %q; year is group %d\n", re.NumSubexp(), re.SubexpNames(), re.SubexpIndex("year"))
	// Output: 2 groups, named ["" "year" ""]; year is group 1
}

func ExampleRegexp_LiteralPrefix() {
	fmt.Println(regexp.MustCompile(`/api/v\d`).LiteralPrefix())
	fmt.Println(regexp.MustCompile(`/api`).LiteralPrefix())
	// Output:
	// /api/v false
	// /api true
}

func ExampleRegexp_MatchString() {
	re := regexp.MustCompile(`\.(?:jpe?g|png)$`)
	fmt.Println(re.MatchString("cat.jpeg"), re.MatchString("cat.txt"))
	// Output: true false
}

func ExampleRegexp_FindString() {
	fmt.Printf("%q\n", regexp.MustCompile(`foo.?`).FindString("seafood fool"))
	// Output: "food"
}

func ExampleRegexp_FindStringSubmatch() {
	re := regexp.MustCompile(`(\d+)(px|em)?`)
	fmt.Printf("%q\n", re.FindStringSubmatch("width 12px"))
	fmt.Printf("%q\n", re.FindStringSubmatch("width 12"))
	fmt.Println(re.FindStringSubmatchIndex("width 12"))
	// Output:
	// ["12px" "12" "px"]
	// ["12" "12" ""]
	// [6 8 6 8 -1 -1]
}

func ExampleRegexp_FindReaderIndex() {
	fmt.Println(regexp.MustCompile(`needle`).FindReaderIndex(strings.NewReader("hay needle hay")))
	// Output: [4 10]
}

func ExampleRegexp_FindAllString() {
	re := regexp.MustCompile(`a.`)
	fmt.Println(re.FindAllString("paranormal", -1))
	fmt.Println(re.FindAllString("paranormal", 2))
	fmt.Println(re.FindAllString("none", -1) == nil)
	// Output:
	// [ar an al]
	// [ar an]
	// true
}

func ExampleRegexp_FindAllStringSubmatchIndex() {
	re := regexp.MustCompile(`a(x*)b`)
	fmt.Println(re.FindAllStringSubmatchIndex("-ab-axxb-", -1))
	// Output: [[1 3 2 2] [4 8 5 7]]
}

func ExampleRegexp_AppendFindAllString() {
	words := make([]string, 0, 16) // serves every line
	re := regexp.MustCompile(`\w+`)
	for _, line := range []string{"one two", "three"} {
		words = re.AppendFindAllString(words[:0], line, -1)
		fmt.Println(words)
	}
	// Output:
	// [one two]
	// [three]
}

func ExampleRegexp_AppendFindAllStringIndex() {
	fmt.Println(regexp.MustCompile(`a`).AppendFindAllStringIndex(nil, "banana", 2))
	// Output: [[1 2] [3 4]]
}

func ExampleRegexp_AppendFindAllStringSubmatch() {
	re := regexp.MustCompile(`(\w)=(\w)`)
	fmt.Println(re.AppendFindAllStringSubmatch(nil, "a=1,b=2", -1)) // three entries a match
	fmt.Println(re.AppendFindAllStringSubmatchIndex(nil, "a=1", -1))
	// Output:
	// [a=1 a 1 b=2 b 2]
	// [0 3 0 1 2 3]
}

func ExampleRegexp_AllString() {
	for word := range regexp.MustCompile(`\w+`).AllString("stop after two words") {
		fmt.Println(word)
		if word == "after" {
			break // the rest is not searched
		}
	}
	// Output:
	// stop
	// after
}

func ExampleRegexp_AllStringSubmatch() {
	for groups := range regexp.MustCompile(`(\w)=(\w)`).AllStringSubmatch("a=1,b=2") {
		fmt.Println(groups[1], "is", groups[2])
	}
	// Output:
	// a is 1
	// b is 2
}

func ExampleRegexp_AllIndex() {
	for at := range regexp.MustCompile(`a`).AllIndex([]byte("banana")) {
		fmt.Print(at)
	}
	// Output: [1 2][3 4][5 6]
}

func ExampleRegexp_Split() {
	re := regexp.MustCompile(`\s*,\s*`)
	fmt.Printf("%q\n", re.Split("a , b,c", -1))
	fmt.Printf("%q\n", re.Split("a , b,c", 2))
	// Output:
	// ["a" "b" "c"]
	// ["a" "b,c"]
}

func ExampleRegexp_AppendSplit() {
	fields := make([]string, 0, 8)
	fields = regexp.MustCompile(`:`).AppendSplit(fields, "root:x:0", -1)
	fmt.Println(len(fields), cap(fields), fields)
	// Output: 3 8 [root x 0]
}

func ExampleRegexp_SplitSeq() {
	for piece := range regexp.MustCompile(`[;,]`).SplitSeq("a;b,c") {
		fmt.Print(piece, " ")
	}
	// Output: a b c
}

func ExampleRegexp_ReplaceAllString() {
	re := regexp.MustCompile(`(?P<user>\w+)@(?P<host>\w+)`)
	fmt.Println(re.ReplaceAllString("me@here, you@there", "${host}: $user"))
	fmt.Println(re.ReplaceAllLiteralString("me@here", "$user"))
	// Output:
	// here: me, there: you
	// $user
}

func ExampleRegexp_ReplaceAllStringFunc() {
	fmt.Println(regexp.MustCompile(`\b\w`).ReplaceAllStringFunc("to be or not", strings.ToUpper))
	// Output: To Be Or Not
}

func ExampleRegexp_ReplaceAllStringSubmatchFunc() {
	re := regexp.MustCompile(`(\w+) (\w+)`)
	fmt.Println(re.ReplaceAllStringSubmatchFunc("hello world", func(groups []string) string {
		return groups[2] + " " + strings.ToUpper(groups[1])
	}))
	// Output: world HELLO
}

func ExampleRegexp_AppendReplaceAllString() {
	buf := []byte("log: ")
	fmt.Println(string(regexp.MustCompile(`\d+`).AppendReplaceAllString(buf, "pid 4711", "<$0>")))
	// Output: log: pid <4711>
}

func ExampleRegexp_AppendReplaceAllStringSubmatchFunc() {
	re := regexp.MustCompile(`\$(\w+)`)
	values := map[string]string{"user": "gopher", "lang": "Go"}
	var m regexp.Matches
	out := re.AppendReplaceAllStringSubmatchFunc(nil, "$user writes $lang", &m, func(dst []byte) []byte {
		return append(dst, values[m.Group(1)]...)
	})
	fmt.Println(string(out))
	// Output: gopher writes Go
}

func ExampleRegexp_ExpandString() {
	re := regexp.MustCompile(`(?P<key>\w+):\s+(?P<value>\w+)`)
	const line = "color: blue"
	fmt.Println(string(re.ExpandString(nil, "$key=$value", line, re.FindStringSubmatchIndex(line))))
	// Output: color=blue
}

func ExampleMatches() {
	var m regexp.Matches
	re := regexp.MustCompile(`(?P<host>[\w.]+)(?::(?P<port>\d+))?`)
	fmt.Println(re.Exec("go.dev", &m), m.Len())
	start, end := m.Span(m.Index("port"))
	fmt.Println(start, end) // the group took no part
	fmt.Println(string(m.Expand(nil, "http://$host/")))
	// Output:
	// true 3
	// -1 -1
	// http://go.dev/
}

func ExampleCompileOptions() {
	re, err := regexp.CompileOptions(`error: (.*)`, regexp.Options{CaseInsensitive: true, ProgramLimit: 1000})
	fmt.Println(re, err)
	fmt.Println(re.FindStringSubmatch("ERROR: disk full")[1])

	_, err = regexp.CompileOptions(`(?:x{100}){10}`, regexp.Options{ProgramLimit: 500})
	fmt.Println(err)
	// Output:
	// (?i)error: (.*) <nil>
	// disk full
	// regexp: `(?:x{100}){10}` takes about 1000 instructions, the limit is 500
}
