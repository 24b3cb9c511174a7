package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/arenaregexp/regexp/cmd/rx/internal/advice"
	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
)

func explainCommand() *cobra.Command {
	var o pattern.Options
	cmd := &cobra.Command{
		Use:   "explain PATTERN",
		Short: "Tell how the engine searches for a pattern, and what would help",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := pattern.Compile(args[0], o)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			fmt.Fprint(out, p.Explain())
			if o.Perl {
				return nil
			}
			for _, f := range advice.Pattern(args[0]) {
				fmt.Fprintf(out, "%-11s%s\n", "advice:", f.Message)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&o.Perl, "perl", "P", false, "PATTERN is in Perl's syntax")
	f.BoolVarP(&o.Fold, "ignore-case", "i", false, "letters match whatever their case")
	f.BoolVar(&o.Longest, "longest", false, "matches are leftmost-longest, as in POSIX")
	return cmd
}
