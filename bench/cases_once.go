package main

import (
	"fmt"
	"strings"
)

// onceCases compile a pattern, ask one text of some length for a match, and forget the pattern. Programs do this more often than one would
// wish. A scanner or an automaton that is made for one search must pay within that search.
func onceCases() []benchCase {
	var (
		months = "January|February|March|April|May|June|July|August|September|October|November|December"
		words  []string
	)
	for i := range 30 {
		words = append(words, fmt.Sprintf("%c%cquirk%c", 'a'+i%26, 'a'+i*7%26, 'z'-i%20))
	}
	patterns := []struct {
		name, pattern string
		found         int // 0 if the text matches, -1 if not
	}{
		{"fold", `(?i)march`, -1},
		{"months", months, -1},
		{"digits", `\d{3}-\d{4}`, -1},
		{"letters", `\pL+`, 0},
		{"words", `(\w+)\s(\w+)`, 0},
		{"anchored", `^\d+-\w+`, -1},
		{"fold_list", `(?i)` + strings.Join(words, "|"), -1},
		{"text", "Baskerville", -1},
	}
	var table []benchCase
	for _, size := range []int{1100, 8 << 10, 64 << 10} {
		const sentence = "The quick brown fox met 30 lazy dogs at 10:45, and none of them said a word about it.\n"
		text := strings.Repeat(sentence, size/len(sentence)+1)[:size]
		for _, p := range patterns {
			table = append(table, benchCase{name: fmt.Sprintf("once_%s_%dk", p.name, size>>10), op: opOnce,
				patterns: []string{p.pattern}, subject: text, want: answer{found: p.found}})
		}
	}
	return table
}
