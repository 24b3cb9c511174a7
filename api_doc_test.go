package regexp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	std "regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each function and method that the standard library does not have says in its comment what it allocates, or an example calls it.
func TestNamesBeyondTheStandardAPIHaveAnExampleOrSayWhatTheyAllocate(t *testing.T) {
	parse := func(tests bool) *ast.Package {
		packages, err := parser.ParseDir(token.NewFileSet(), ".", func(f fs.FileInfo) bool {
			return strings.HasSuffix(f.Name(), "_test.go") == tests
		}, parser.ParseComments)
		require.NoError(t, err)
		if tests {
			return packages["regexp_test"]
		}
		return packages["regexp"]
	}
	called := make(map[string]bool)
	for _, file := range parse(true).Files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example") {
				ast.Inspect(f, func(n ast.Node) bool {
					if call, ok := n.(*ast.SelectorExpr); ok {
						called[call.Sel.Name] = true
					}
					return true
				})
			}
		}
	}
	standard := make(map[string]bool)
	for _, name := range strings.Fields("Compile CompilePOSIX MustCompile MustCompilePOSIX Match MatchReader MatchString QuoteMeta") {
		standard[name] = true
	}
	checked := 0
	for _, file := range parse(false).Files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Name.Name == "Error" || f.Name.Name == "Unwrap" {
				continue
			}
			if f.Recv != nil {
				name := f.Recv.List[0].Type
				if star, ok := name.(*ast.StarExpr); ok {
					name = star.X
				}
				if ident := name.(*ast.Ident); !ident.IsExported() {
					continue
				} else if _, ok := reflect.TypeFor[*std.Regexp]().MethodByName(f.Name.Name); ok && ident.Name == "Regexp" {
					continue
				}
			}
			if called[f.Name.Name] || f.Recv == nil && standard[f.Name.Name] {
				continue
			}
			require.Contains(t, f.Doc.Text(), "alloc", f.Name.Name)
			checked++
		}
	}
	require.NotZero(t, checked)
}
