package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
	"github.com/arenaregexp/regexp/cmd/rx/internal/railroad"
)

func drawCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "draw PATTERN",
		Short: "Draw a pattern as a railroad diagram, in SVG",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			svg, err := railroad.SVG(args[0])
			if err != nil {
				return pattern.GoError(args[0], err)
			}
			if out == "" && isTerminal(cmd.OutOrStdout()) {
				return errors.New("draw writes SVG, which a terminal does not show: give a file with -o, or redirect the output")
			}
			if out == "" {
				_, err = io.WriteString(cmd.OutOrStdout(), svg)
				return err
			}
			return os.WriteFile(out, []byte(svg), 0o666)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file to write; the standard output unless given")
	return cmd
}
