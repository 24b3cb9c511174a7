package jitstack_test

import (
	"strings"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// The pattern has too many rounds for the engine. A subject below the least length is a miss; one of that length is a match.
func TestASubjectShorterThanEveryMatchIsAMiss(t *testing.T) {
	p := jitstack.MustCompile(`([^\n]{1024,}|.*?\n[^\n]{1024,})\b`, 0)
	var m arena.Matches
	for _, c := range []struct {
		bytes int
		match bool
	}{{0, false}, {140, false}, {1023, false}, {1024, true}} {
		s := strings.Repeat("a", c.bytes)
		match, err := p.Exec(s, &m)
		require.NoError(t, err)
		require.Equal(t, c.match, match, c.bytes)
		all, err := p.FindAllStringIndex(s, -1)
		require.NoError(t, err)
		require.Equal(t, c.match, all != nil, c.bytes)
	}
}

func BenchmarkSubjectShorterThanEveryMatch(b *testing.B) {
	p := jitstack.MustCompile(`([^\n]{1024,}|.*?\n[^\n]{1024,})\b`, 0)
	s := strings.Repeat("a", 140)
	var m arena.Matches
	for b.Loop() {
		p.Exec(s, &m)
	}
}
