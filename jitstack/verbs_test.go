package jitstack_test

import (
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// The answers are PCRE2's.
func TestAnAcceptEndsTheCallThatItIsInBeforeTheLookaround(t *testing.T) {
	stack := jitstack.NewStack(1 << 20)
	for _, c := range []struct {
		pattern, subject string
		want             []int
	}{
		{`(?=k((*ACCEPT))|a)k`, "Ek", []int{1, 2, 2, 2}},
		{`(?=k((*ACCEPT))|(?1))k`, "Ek", []int{1, 2, 2, 2}},
		{`(?=abc|k((*ACCEPT))|(?1))+k`, "Ek", []int{1, 2, 2, 2}},
		{`(?=b(a(*ACCEPT)x)|(?1)b)a`, "aab", []int{1, 2, -1, -1}}, // behind the call there is still the b to come
	} {
		p := jitstack.MustCompile(c.pattern, 0)
		var m arena.Matches
		_, err := p.ExecStack(stack, c.subject, &m)
		require.NoError(t, err)
		require.Equal(t, c.want, spansOf(&m), c.pattern)
	}
}
