package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/cmd/rx/internal/advice"
	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
)

func lintCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "lint FILE...",
		Short: "Say what is wrong with the patterns of files, one a line, and with those in Go source",
		Long: "lint reads files of patterns, one a line, and Go files, of which it takes the patterns that are written where regexp.MustCompile\n" +
			"and its like are called. It tells of patterns that do not compile, stand twice, or cost more than they need. - is the standard\n" +
			"input. The exit code is 1 where it finds something.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			found := 0
			for _, path := range args {
				n, err := lintFile(cmd.InOrStdin(), cmd.OutOrStdout(), path)
				if err != nil {
					return err
				}
				found += n
			}
			if found > 0 {
				return errNo
			}
			return nil
		},
	}
}

// lintFile prints what it finds in a file, a line each, and returns how much that was.
func lintFile(stdin io.Reader, w io.Writer, path string) (found int, err error) {
	r := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		r = f
	}
	if strings.HasSuffix(path, ".go") {
		return lintGo(r, w, path)
	}
	return lintList(r, w, path)
}

// longestPattern is how long a line of a file of patterns may be, in bytes.
const longestPattern = 16 << 20

// lintList reads a pattern a line. The place of a finding is line and column, counted from 1.
func lintList(r io.Reader, w io.Writer, path string) (found int, err error) {
	seen := map[string]int{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestPattern)
	for n := 1; lines.Scan(); n++ {
		expr := lines.Text()
		if expr == "" {
			continue
		}
		say := func(column int, code, message string) {
			fmt.Fprintf(w, "%s:%d:%d: %s (%s)\n", path, n, column, message, code)
			found++
		}
		if first, ok := seen[expr]; ok {
			say(1, "duplicate", fmt.Sprintf("stands in line %d, too", first))
			continue
		}
		seen[expr] = n
		if _, err := regexp.Compile(expr); err != nil {
			say(max(pattern.GoError(expr, err).Offset, 0)+1, "syntax", err.Error())
		}
		for _, f := range advice.Pattern(expr) {
			say(1, f.Code, f.Message)
		}
	}
	return found, lines.Err()
}
