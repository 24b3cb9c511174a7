// Package lint looks at the regular expressions of a Go program: an analyzer for go vet, golangci-lint and other drivers of
// golang.org/x/tools/go/analysis.
//
//	go install github.com/arenaregexp/regexp/cmd/rx@latest
//	go vet -vettool=$(which rx) ./...
package lint

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/cmd/rx/internal/advice"
)

// Analyzer reports constant patterns that do not compile, that stand twice in a package, and that cost more than they need. The category
// of a diagnostic is its code, such as syntax, duplicate or leading-any. It knows the standard library's regexp, this project's and
// Grafana's.
var Analyzer = &analysis.Analyzer{
	Name:     "rx",
	Doc:      "report regular expressions that do not compile, stand twice, or cost more than they need",
	URL:      "https://github.com/arenaregexp/regexp",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      run,
}

// packages are those whose functions compile patterns.
var packages = map[string]bool{"regexp": true, "github.com/arenaregexp/regexp": true, "github.com/grafana/regexp": true}

// compilers tells of each function that takes a pattern first whether it keeps what it compiles.
var compilers = map[string]bool{
	"Compile": true, "MustCompile": true, "CompilePOSIX": true, "MustCompilePOSIX": true,
	"Match": false, "MatchString": false, "MatchReader": false,
}

func run(pass *analysis.Pass) (any, error) {
	first := map[string]ast.Expr{} // by function and pattern
	calls := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	calls.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		callee, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if !ok || callee.Pkg() == nil || !packages[callee.Pkg().Path()] || len(call.Args) == 0 {
			return
		}
		keeps, ok := compilers[callee.Name()]
		if !ok || callee.Signature().Recv() != nil {
			return
		}
		arg := call.Args[0]
		value := pass.TypesInfo.Types[arg].Value
		if value == nil || value.Kind() != constant.String {
			return
		}
		expr := constant.StringVal(value)
		say := func(code, message string) {
			pass.Report(analysis.Diagnostic{Pos: arg.Pos(), End: arg.End(), Category: code, Message: message + " (" + code + ")"})
		}
		compile := regexp.Compile
		posix := callee.Name() == "CompilePOSIX" || callee.Name() == "MustCompilePOSIX"
		if posix {
			compile = regexp.CompilePOSIX
		}
		if _, err := compile(expr); err != nil {
			say("syntax", err.Error())
			return
		}
		if keeps {
			key := callee.Name() + " " + expr
			if before, ok := first[key]; ok {
				say("duplicate", "is compiled at "+pass.Fset.Position(before.Pos()).String()+", too: share one variable")
			} else {
				first[key] = arg
			}
		}
		if !posix {
			for _, f := range advice.Pattern(expr) {
				say(f.Code, f.Message)
			}
		}
	})
	return nil, nil
}
