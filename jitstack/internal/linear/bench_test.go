package linear

import (
	"strings"
	"testing"
)

func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		name, pattern, subject string
		slots                  int
		matches                bool
	}{
		{"guard/64KiB", guard, "/alpha/bravo/?" + strings.Repeat("x", 65536), 4, true},
		{"guard/64KiB/verdict", guard, "/alpha/bravo/?" + strings.Repeat("x", 65536), 0, true},
		{"guard/64KiB/late", guard, "/alpha/bravo/?" + strings.Repeat("x", 65536) + "action=newsfeed", 4, false},
		{"guard/short", guard, "/alpha/bravo/?id=1234567890&page=12&lang=en&ref=home&session=0123456789abcdef&z=1", 4, true},
		{"guard/short/newsfed", guard, "/alpha/bravo/?id=1234567890&page=12&lang=en&action=newsfed&session=0123456789abc", 4, true},
		{"guard/short/refused", guard, "/alpha/bravo/?id=1234567890&page=12&lang=en&action=newsfeed&session=0123456789ab", 4, false},
		{"guard/short/other", guard, "/alpha/charlie/?id=1234567890&page=12&lang=en&action=newsfeed&session=0123456789ab", 4, false},
		{"regular", `^/([^/]++)/([^/]++)/(.*)$`, "/images/thumbs/2024/05/cat.png", 8, true},
		{"regular/newline", `^/([^/]++)/([^/]++)/(.*)$`, "/images/thumbs/2024/05/cat.png\n", 8, true},
		{"password", `^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z\d]{8,}$`, "correctHorse7batteryStaple", 2, true},
		{"word", `\w+(?=:)`, strings.Repeat("some words and others ", 20) + "key: value", 2, true},
		{"behind", `(?<!\$)\bprice\b`, strings.Repeat("the $price of ", 100) + "the price", 2, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := newMatcher(b, c.pattern, 0)
			caps := make([]int, c.slots)
			b.ReportAllocs()
			for b.Loop() {
				if matched, ok := m.Search(c.subject, 0, false, caps); matched != c.matches || !ok {
					b.Fatal(matched, ok)
				}
			}
		})
	}
}
