package main

import (
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchunit"

	"github.com/arenaregexp/regexp/cmd/rx/internal/swap"
)

func swapCommand() *cobra.Command {
	var check bool
	var run swap.Run
	cmd := &cobra.Command{
		Use:   "swap [PACKAGES]",
		Short: "Change the import of regexp to this package's where types allow it",
		Long: "swap changes the import line of regexp in the packages of the module in the current folder (./... where none is named). It\n" +
			"tries the change in memory first and type-checks it. A package keeps its import where it hands a *regexp.Regexp to one that\n" +
			"keeps the standard library's; swap names the place. The module must require this package: run go get first.",
		RunE: func(cmd *cobra.Command, packages []string) error {
			if run.Count < 1 {
				return fmt.Errorf("--count is %d; it is at least 1", run.Count)
			}
			if len(packages) == 0 {
				packages = []string{"./..."}
			}
			w := cmd.OutOrStdout()
			plan, err := swap.Make(".", packages)
			if err != nil {
				return err
			}
			printPlan(w, plan)
			if run.Bench != "" && len(plan.Files) > 0 {
				rows, err := plan.Measure(".", run, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				printRows(w, rows)
			}
			switch {
			case !check:
				return plan.Write()
			case len(plan.Files) > 0:
				return errNo
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; the exit code is 1 where something would change")
	cmd.Flags().StringVar(&run.Bench, "bench", "", "run the packages' benchmarks that match `REGEXP` before and after the change")
	cmd.Flags().IntVar(&run.Count, "count", 6, "how many times --bench runs each side")
	cmd.Flags().StringVar(&run.Time, "benchtime", "1s", "how long --bench runs each benchmark, or how often, as 100x")
	return cmd
}

// printPlan prints the change as a diff of its lines, and then what keeps other packages from it.
func printPlan(w io.Writer, plan *swap.Plan) {
	here, err := filepath.Abs(".")
	relative := func(path string) string {
		if short, err2 := filepath.Rel(here, path); err == nil && err2 == nil && filepath.IsLocal(short) {
			return filepath.ToSlash(short)
		}
		return path
	}
	for _, f := range plan.Files {
		fmt.Fprintf(w, "%s:%d\n-%s\n+%s\n", relative(f.Path), f.Line, f.Was, f.Now)
	}
	for _, o := range plan.Obstacles {
		fmt.Fprintf(w, "%s keeps its import: %s: %s\n", o.Package, relative(o.Place), o.Reason)
	}
	if len(plan.Files) == 0 && len(plan.Obstacles) == 0 {
		fmt.Fprintln(w, "no package imports regexp")
	}
}

// printRows prints medians and their ratio. A ratio that may be chance is marked.
func printRows(w io.Writer, rows []swap.Row) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "\nbenchmark\tunit\tbefore\tafter\tafter/before\t")
	show := func(value float64, unit string) string {
		return benchunit.Scale(value, benchunit.ClassOf(unit))
	}
	for _, r := range rows {
		ratio := "same"
		switch {
		case r.Compared.P > r.Compared.Alpha:
			ratio = "~"
		case r.Before.Center != r.After.Center && r.Before.Center != 0:
			ratio = fmt.Sprintf("%.3g", r.Ratio())
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t\n", r.Name, r.Unit, show(r.Before.Center, r.Unit), show(r.After.Center, r.Unit), ratio)
	}
	fmt.Fprintln(table, "~: the difference may be chance (p > 0.05, Mann-Whitney U test)")
}
