// Package swap changes the import of the standard library's regexp to this project's in the packages of a program.
//
// Whether that can be done is a question of types: a *regexp.Regexp that is handed to a package that keeps the standard import is of
// the wrong type. So it is tried: the files are changed in memory, and the packages are type-checked. A package in which that gives an
// error keeps its import, and the rest is tried again, until there is no error.
package swap

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The two imports.
const (
	From = "regexp"
	To   = "github.com/arenaregexp/regexp"
)

// File is a file whose import can be changed.
type File struct {
	Path     string
	Line     int // of the import
	Was, Now string
	Text     []byte // of the changed file
}

// Obstacle is a place that keeps a package from being changed.
type Obstacle struct {
	Package string
	Place   string // file:line:column
	Reason  string
}

// Plan is what can be done.
type Plan struct {
	Files     []File     // ordered by path
	Obstacles []Obstacle // of packages that keep their import
	Packages  []string   // that change, with their tests
}

// Make plans the change for the packages that patterns name, as the go command reads them, from a folder. The error tells what keeps
// the program from being type-checked as it is.
func Make(folder string, patterns []string) (*Plan, error) {
	load := func(overlay map[string][]byte) ([]*packages.Package, error) {
		return packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes |
				packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
			Dir: folder, Tests: true, Overlay: overlay,
		}, patterns...)
	}
	before, err := load(nil)
	if err != nil {
		return nil, err
	}
	files := map[string]map[string]File{} // by package and path
	for _, p := range before {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("the program does not compile as it is: %v", p.Errors[0])
		}
		for _, path := range p.GoFiles {
			if generated(path, p) {
				continue
			}
			file, ok, err := change(path)
			if err != nil {
				return nil, err
			}
			if ok {
				if files[home(p)] == nil {
					files[home(p)] = map[string]File{}
				}
				files[home(p)][path] = file
			}
		}
	}
	plan := &Plan{}
	if len(files) > 0 {
		ours, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: folder}, To)
		if err != nil {
			return nil, err
		}
		for _, p := range ours {
			if len(p.Errors) > 0 {
				return nil, fmt.Errorf("the module does not require %s: run go get %[1]s first", To)
			}
		}
	}
	for len(files) > 0 {
		overlay := map[string][]byte{}
		for _, mine := range files {
			for path, file := range mine {
				overlay[path] = file.Text
			}
		}
		after, err := load(overlay)
		if err != nil {
			return nil, err
		}
		kept := false
		for _, p := range after {
			for _, e := range reasons(p.Errors) {
				plan.Obstacles = append(plan.Obstacles, Obstacle{home(p), e.Pos, e.Msg})
				kept = true
			}
			if len(p.Errors) > 0 {
				if files[home(p)] == nil {
					// A package that imports a changed one and keeps the standard import: what it imports keeps it, too.
					for path := range p.Imports {
						delete(files, path)
					}
				}
				delete(files, home(p))
			}
		}
		if !kept {
			break
		}
	}
	plan.Packages = slices.Sorted(maps.Keys(files))
	for _, mine := range files {
		plan.Files = append(plan.Files, slices.Collect(maps.Values(mine))...)
	}
	slices.SortFunc(plan.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(plan.Obstacles, func(a, b Obstacle) int { return strings.Compare(a.Place, b.Place) })
	plan.Obstacles = slices.Compact(plan.Obstacles)
	return plan, nil
}

// reasons are the errors that tell most: those of the type checker where there are any, since the go command repeats them.
func reasons(all []packages.Error) []packages.Error {
	typed := slices.DeleteFunc(slices.Clone(all), func(e packages.Error) bool { return e.Kind != packages.TypeError })
	if len(typed) > 0 {
		return typed
	}
	return all
}

// home is the package that a package or its test belongs to.
func home(p *packages.Package) string {
	return strings.TrimSuffix(strings.TrimSuffix(p.PkgPath, ".test"), "_test")
}

// generated reports whether a file was made by the go command, as the main of a test is, or lies outside the module.
func generated(path string, p *packages.Package) bool {
	return p.Module == nil || !strings.HasPrefix(path, p.Module.Dir+string(filepath.Separator))
}

// change returns a file with its import changed, and whether it has that import.
func change(path string) (File, bool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return File{}, false, err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, path, text, parser.ImportsOnly)
	if err != nil {
		return File{}, false, err
	}
	i := slices.IndexFunc(parsed.Imports, func(s *ast.ImportSpec) bool {
		name, _ := strconv.Unquote(s.Path.Value)
		return name == From
	})
	if i < 0 {
		return File{}, false, nil
	}
	spec := parsed.Imports[i].Path
	begin, end := set.Position(spec.Pos()).Offset, set.Position(spec.End()).Offset
	f := File{Path: path, Line: set.Position(spec.Pos()).Line, Was: lineAt(text, begin)}
	f.Text = slices.Concat(text[:begin], []byte(strconv.Quote(To)), text[end:])
	f.Now = lineAt(f.Text, begin)
	// Imports are sorted. A file that gofmt left as it was stays so; no line moves but those of the imports.
	if was, err := format.Source(text); err == nil && bytes.Equal(was, text) {
		if now, err := format.Source(f.Text); err == nil {
			f.Text = now
		}
	}
	return f, true, nil
}

func lineAt(text []byte, at int) string {
	begin := bytes.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	return string(text[begin:end])
}

// Write writes the changed files.
func (p *Plan) Write() error {
	for _, f := range p.Files {
		info, err := os.Stat(f.Path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.Path, f.Text, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}
