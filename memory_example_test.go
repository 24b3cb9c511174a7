package regexp_test

import (
	"fmt"
	"strings"

	"github.com/arenaregexp/regexp"
)

// Answers do not depend on the limit.
func ExampleRegexp_LimitMemory() {
	re := regexp.MustCompile(`[a-q][^u-z]{50}x`)
	re.LimitMemory(64 << 10)
	fmt.Println(re.MatchString(strings.Repeat("a", 100_000) + "x"))
	fmt.Println(re.MemoryUsage() < 256<<10)
	// Output:
	// true
	// true
}

func ExampleLimitTotalMemory() {
	before := regexp.LimitTotalMemory(256 << 20)
	defer regexp.LimitTotalMemory(before)
	fmt.Println(before>>20, "MB before")
	// Output: 64 MB before
}

func ExampleRegexp_Explain() {
	re := regexp.MustCompile(`^/users/(\d+)$`)
	_, rest, _ := strings.Cut(re.Explain(), "plan:")
	plan, _, _ := strings.Cut(rest, "\n")
	fmt.Println(strings.TrimSpace(plan))
	// Output: chain
}
