package a

import (
	"regexp"
	re "regexp"
	"strings"
)

const word = `\w`

var (
	good    = regexp.MustCompile(`^/users/(\d+)$`)
	broken  = re.MustCompile(`a(`)                 // want `error parsing regexp: missing closing \): .a\(. \(syntax\)`
	joined  = regexp.MustCompile(`.*` + word)      // want `begins with .*\(leading-any\)`
	twice   = regexp.MustCompile(`^/users/(\d+)$`) // want `is compiled at .*a.go:12:.*, too: share one variable \(duplicate\)`
	posix   = regexp.MustCompilePOSIX(`\d`)        // want `invalid escape sequence`
	method  = good.MatchString(`a(`)
	unknown = regexp.MustCompile(strings.ToLower(`A(`))
)

func once(s string) bool {
	ok, _ := regexp.MatchString(`x*`, s) // want `matches the empty text, so it matches everywhere \(matches-empty\)`
	return ok
}
