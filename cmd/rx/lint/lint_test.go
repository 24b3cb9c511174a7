package lint_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/arenaregexp/regexp/cmd/rx/lint"
)

func TestConstantPatternsAreLookedAt(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), lint.Analyzer, "a")
}
