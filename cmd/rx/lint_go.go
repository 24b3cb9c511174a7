package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"strconv"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/cmd/rx/internal/advice"
)

// compilers are the functions of the packages named regexp that take a pattern first.
var compilers = map[string]bool{
	"Compile": true, "MustCompile": true, "Match": true, "MatchString": true, "MatchReader": true,
}

// lintGo reads a Go file. It looks at the patterns that are written as one string where they are compiled.
func lintGo(r io.Reader, w io.Writer, path string) (found int, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, r, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	packages := map[string]bool{} // names of packages regexp in this file
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if imported != "regexp" && imported != "github.com/arenaregexp/regexp" && imported != "github.com/grafana/regexp" {
			continue
		}
		name := "regexp"
		if spec.Name != nil {
			name = spec.Name.Name
		}
		packages[name] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		fun, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !compilers[fun.Sel.Name] {
			return true
		}
		if pkg, ok := fun.X.(*ast.Ident); !ok || !packages[pkg.Name] {
			return true
		}
		lit, ok := call.Args[0].(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		expr, err := strconv.Unquote(lit.Value)
		if err != nil {
			return true
		}
		say := func(code, message string) {
			fmt.Fprintf(w, "%s: %s (%s)\n", files.Position(lit.Pos()), message, code)
			found++
		}
		if _, err := regexp.Compile(expr); err != nil {
			say("syntax", err.Error())
		}
		for _, f := range advice.Pattern(expr) {
			say(f.Code, f.Message)
		}
		return true
	})
	return found, nil
}
