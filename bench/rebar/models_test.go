package rebar

import (
	"regexp/syntax"
	"testing"

	"github.com/stretchr/testify/require"
)

// The first rows are rebar's own tests of its models, benchmarks/definitions/test/model.toml.
func TestModelsCountAsRebarDoes(t *testing.T) {
	const then = "then as it was, then again it will be"
	for _, c := range []struct {
		model, pattern, haystack string
		want                     int
	}{
		{"count", "[a-z][a-z][a-z][a-z][a-z]", then, 1},
		{"count-spans", "[a-z][a-z][a-z][a-z][a-z]", then, 5},
		{"count-captures", "([a-z][a-z][a-z])([a-z][a-z])([a-z])?", then, 3},
		{"grep", "[a-z][a-z][a-z]", "foo foo\nZ\nfoo", 2},
		{"grep-captures", "([a-z][a-z])([a-z])([\r\n])?", "foo foo\r\nZ\r\nfoo\r\nfoo", 12},
		{"compile", "[a-z][a-z][a-z][a-z][a-z]", then, 1},

		{"count-captures", "([0-9])([0-9])|([a-z])", "12a34", 8}, // FORMAT.md
		{"count-spans", "[0-9]{2}|[a-z]", "12a!!34", 5},          // MODELS.md
		{"count", "", "abc", 4},
		{"count", "x", "", 0},
		{"grep", "^$", "", 0},
		{"grep", "^$", "\n", 1},
		{"grep", "^$", "a\n\r\n\n", 2},
		{"grep", "^$", "a\n\r", 1},
		{"grep", `\r`, "a\r\nb\rc\n", 1},
		{"grep-captures", "(a)|(b)", "ab\nb\n", 6},
	} {
		w, err := NewWorkload(c.model, c.pattern, []byte(c.haystack), standard)
		require.NoError(t, err)
		for range 2 {
			w.Run()
			require.Equal(t, c.want, w.Count(), "%s of %q in %q", c.model, c.pattern, c.haystack)
		}
	}
}

func TestAWorkloadNeedsAKnownModelAndAPattern(t *testing.T) {
	_, err := NewWorkload("regex-redux", "a", nil, standard)
	require.ErrorContains(t, err, `the model "regex-redux" is not one of ["compile" "count" `)
	_, err = NewWorkload("count", "(", nil, standard)
	var wrong *syntax.Error
	require.ErrorAs(t, err, &wrong)
	for _, model := range Models {
		_, err := NewWorkload(model, "a", nil, standard)
		require.NoError(t, err, model)
	}
}

func TestCaseIsFoldedOverTheWholePattern(t *testing.T) {
	w, err := NewWorkload("count", Expression("a|b", true), []byte("aAbB"), standard)
	require.NoError(t, err)
	w.Run()
	require.Equal(t, 4, w.Count())
	require.Equal(t, "a|b", Expression("a|b", false))
}
