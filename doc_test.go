package regexp_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"reflect"
	"testing"

	"github.com/arenaregexp/regexp"
	"github.com/stretchr/testify/require"
)

// go doc and pkg.go.dev show the comment of an alias but no methods or fields of its target.
func TestTheCommentOfAnAliasListsTheMethodsOfItsTarget(t *testing.T) {
	comments := make(map[string]string)
	files, err := parser.ParseDir(token.NewFileSet(), ".", nil, parser.ParseComments)
	require.NoError(t, err)
	for _, typ := range doc.New(files["regexp"], "github.com/arenaregexp/regexp", 0).Types {
		if spec := typ.Decl.Specs[0].(*ast.TypeSpec); spec.Assign.IsValid() {
			comments[typ.Name] = typ.Doc
		}
	}
	targets := map[string]reflect.Type{
		"Matches":   reflect.TypeFor[*regexp.Matches](),
		"Anchoring": reflect.TypeFor[regexp.Anchoring](),
	}
	for name, comment := range comments {
		require.Contains(t, targets, name, "an alias that this test does not know")
		for i := range targets[name].NumMethod() {
			require.Contains(t, comment, targets[name].Method(i).Name+"(", name)
		}
	}
	require.Len(t, comments, len(targets))
}

type worker struct{ m regexp.Matches }

func (w *worker) serve(url string, handle func(m *regexp.Matches)) {
	if usersRoute.Exec(url, &w.m) {
		handle(&w.m)
	}
}

var usersRoute = regexp.MustCompile(`^/users/(\d+)$`)

// The comment of Matches promises it.
func TestAMatchesInsideAWorkerIsHandedToAFuncValueWithoutAllocating(t *testing.T) {
	var w worker
	var end int
	handlers := []func(m *regexp.Matches){
		func(m *regexp.Matches) { _, end = m.Span(1) },
		func(m *regexp.Matches) { end = m.Len() },
	}
	n := testing.AllocsPerRun(100, func() {
		for _, handle := range handlers {
			w.serve("/users/42", handle)
		}
	})
	require.Zero(t, n)
	require.Equal(t, 2, end)
}
