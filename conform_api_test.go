package regexp_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/exp/apidiff"
)

// The standard package's sources are type-checked under our path: then *regexp.Regexp has one name in both, and
// apidiff compares what a program sees after it swapped its import line.
func TestTheAPIIsASupersetOfTheStandardOne(t *testing.T) {
	const path = "github.com/arenaregexp/regexp"
	var (
		fset    = token.NewFileSet()
		imports = importer.ForCompiler(fset, "source", nil)
	)
	load := func(pkg *build.Package, err error) *types.Package {
		require.NoError(t, err)
		var files []*ast.File
		for _, name := range pkg.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(pkg.Dir, name), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			files = append(files, f)
		}
		checked, err := (&types.Config{Importer: imports}).Check(path, fset, files, nil)
		require.NoError(t, err)
		return checked
	}
	std := load(build.Import("regexp", "", 0))
	ours := load(build.ImportDir(".", 0))

	require.NotEmpty(t, std.Scope().Names())
	for _, change := range apidiff.Changes(std, ours).Changes {
		require.Truef(t, change.Compatible, "a program that uses the standard package would not compile: %s", change.Message)
	}
}
