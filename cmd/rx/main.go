// Command rx tries, explains, checks and draws regular expressions, and searches files with them. It is the command line of the
// package github.com/arenaregexp/regexp.
//
//	rx test PATTERN [TEXT|-]     matches and groups, with their places
//	rx grep PATTERN [PATH...]    lines or matches in files
//	rx explain PATTERN           how the engine searches for it, and what would help
//	rx lint FILE...              what is wrong with many patterns
//	rx draw PATTERN -o x.svg     a railroad diagram
//	rx swap [PACKAGES]           the import line changed where types allow it
//	rx play                      a page that runs the engine in a browser
//
// The exit code is that of grep: 0 where something matched or nothing was found wrong, 1 where nothing matched or something was, 2
// for an error.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
	"github.com/arenaregexp/regexp/cmd/rx/lint"
)

// The exit codes.
const (
	exitYes = iota
	exitNo
	exitError
)

// errNo ends a command with exitNo and prints nothing.
var errNo = errors.New("no match")

func main() {
	if vetTool(os.Args[1:]) {
		unitchecker.Main(lint.Analyzer)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// vetTool reports whether go vet -vettool calls: it asks for the version and the flags, and then hands over a file a package, behind
// flags alone.
func vetTool(args []string) bool {
	for i, arg := range args {
		if i == len(args)-1 && strings.HasSuffix(arg, ".cfg") {
			return true
		}
		if !strings.HasPrefix(arg, "-") {
			return false
		}
	}
	return len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags")
}

// run is main with its surroundings as arguments.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:               "rx",
		Short:             "Try, explain, check and draw regular expressions, and search files with them",
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	var color string
	root.PersistentFlags().StringVar(&color, "color", "auto", "colour the output: auto, always or never; NO_COLOR is heeded")
	var paint painter
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		var err error
		paint, err = newPainter(color, stdout)
		return err
	}
	root.AddCommand(testCommand(&paint), grepCommand(&paint), explainCommand(), lintCommand(), drawCommand(), playCommand(), swapCommand())
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var bad *pattern.Error
	switch {
	case err == nil:
		return exitYes
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &bad):
		fmt.Fprintf(stderr, "rx: %v\n%s\n", bad, bad.Caret())
	default:
		fmt.Fprintf(stderr, "rx: %v\n", err)
	}
	return exitError
}
