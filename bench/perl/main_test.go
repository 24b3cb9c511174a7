package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every row of the table says what is true: ours always answers, and whoever answers agrees.
func TestEnginesAgreeOnTheAnswersOfTheTable(t *testing.T) {
	for _, c := range cases {
		for _, e := range engines {
			run, err := e.make(c)
			if err != nil {
				require.NotEqual(t, "Exec", e.name, "%s: %v", c.name, err)
				continue
			}
			if got := run(); got != limit || e.name == "Exec" {
				require.Equal(t, c.want, got, "%s, %s", c.name, e.name)
			}
		}
	}
}
