package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEachFaultHasItsCode(t *testing.T) {
	for _, c := range []struct {
		expr  string
		codes []string
	}{
		{`foo`, nil},
		{`^/users/(\d+)$`, nil},
		{`.*foo`, []string{"leading-any"}},
		{`foo.*`, []string{"trailing-any"}},
		{`^foo.*bar`, nil},
		{`.*[^A-Z]|[A-Z]`, []string{"quadratic"}},
		{`a(?:.*b)?`, []string{"quadratic"}},
		{`a(?:.*b)??`, nil},
		{`a.*b`, nil},
		{`(foo)`, []string{"whole-group"}},
		{`^(foo|bar)$`, []string{"whole-group"}},
		{`^(?P<x>foo)$`, nil},
		{`a*`, []string{"matches-empty"}},
		{`^a*$`, nil},
		{`(`, nil},
		{``, nil},
	} {
		var codes []string
		for _, f := range Pattern(c.expr) {
			codes = append(codes, f.Code)
		}
		assert.Equal(t, c.codes, codes, c.expr)
	}
}
