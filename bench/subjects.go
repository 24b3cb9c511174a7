package main

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// realSubjects are texts of the kinds that the pattern sets are for: user agents, requests, log lines, source text.
var realSubjects = []string{
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
	"curl/8.5.0",
	"/images/2026/summer/header.jpg?width=640&token=5f3c01ab",
	"id=1' OR '1'='1' UNION SELECT name, password FROM users--",
	"<script>alert(document.cookie)</script>",
	`192.0.2.7 - alice [10/Oct/2025:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326`,
	"Oct 11 22:14:15 mail sshd[4721]: Failed password for root from 198.51.100.4 port 4711 ssh2",
	"#include <stdio.h>\nint main(void) { return 0; }\n",
	"die Straße führt über Zürich nach 東京",
}

// ownSubjects is how many subjects a pattern gets that are made from the pattern itself.
const ownSubjects = 10

// subjectsFor returns the subjects of a pattern that compiles: the real ones and those made from it, most of which
// it matches. The same pattern always gets the same.
func subjectsFor(pattern string) ([]string, error) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	w := writer{random: rand.New(rand.NewPCG(uint64(len(pattern)), 2026))}
	subjects := realSubjects[:len(realSubjects):len(realSubjects)]
	for range ownSubjects {
		w.Reset()
		w.write(tree)
		subjects = append(subjects, w.String())
	}
	return subjects, nil
}

// A writer writes texts that a syntax tree matches, but for its assertions, which it does not look at.
type writer struct {
	strings.Builder
	random *rand.Rand
}

// longEnough is the length from which on a text is brought to its end, in bytes. Subjects are short.
const longEnough = 120

func (w *writer) write(re *syntax.Regexp) {
	low, high := 1, 1
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			w.WriteRune(r)
		}
	case syntax.OpCharClass:
		if n := len(re.Rune) / 2; n > 0 {
			i := 2 * w.random.IntN(n)
			w.writeRune(re.Rune[i] + rune(w.random.IntN(int(min(re.Rune[i+1]-re.Rune[i]+1, 64)))))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.writeRune(' ' + rune(w.random.IntN('~'-' ')))
	case syntax.OpAlternate:
		w.write(re.Sub[w.random.IntN(len(re.Sub))])
		return
	case syntax.OpStar:
		low, high = 0, 4
	case syntax.OpPlus:
		low, high = 1, 5
	case syntax.OpQuest:
		low, high = 0, 1
	case syntax.OpRepeat:
		low, high = re.Min, re.Max
		if high < 0 || high > low+4 {
			high = low + 4
		}
	}
	for range low + w.random.IntN(high-low+1) {
		if w.Len() > longEnough && re.Op != syntax.OpConcat && re.Op != syntax.OpCapture {
			break
		}
		for _, sub := range re.Sub {
			w.write(sub)
		}
	}
}

// writeRune writes a rune of a class, and a letter in place of one that UTF-8 does not encode.
func (w *writer) writeRune(r rune) {
	if !utf8.ValidRune(r) {
		r = 'x'
	}
	w.WriteRune(r)
}
