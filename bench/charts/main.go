// Command charts draws what bench -json wrote, and compares it with an earlier run.
//
//	go run ./bench -json new.json
//	go run -C bench/charts . -svg DIR ../../new.json            # a picture an operation
//	go run -C bench/charts . -html FILE ../../new.json          # one page with all of them
//	go run -C bench/charts . -against ../../old.json ../../new.json
//
// Bars are medians on a logarithmic axis; the number behind a bar of this project is how many times faster than the standard library
// it is. The comparison marks what may be chance by benchstat's test. It is a module of its own, so that an importer of the library does
// not get a plotting library.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "charts:", err)
		os.Exit(2)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("charts", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	svg := flags.String("svg", "", "write a picture an operation into this `directory`")
	html := flags.String("html", "", "write a page with all pictures to this `file`")
	against := flags.String("against", "", "compare with the run in this `file`")
	only := flags.String("run", "", "only the cases whose name matches this `regexp`")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		flags.SetOutput(stdout)
		flags.Usage()
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("want one file that bench -json wrote, got %d", flags.NArg())
	}
	if *svg+*html+*against == "" {
		return errors.New("nothing to do: ask for -svg, -html or -against")
	}
	filter, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	now, err := read(flags.Arg(0), filter)
	if err != nil {
		return err
	}
	if *against != "" {
		before, err := read(*against, filter)
		if err != nil {
			return err
		}
		if err := compare(stdout, before, now); err != nil {
			return err
		}
	}
	if *svg == "" && *html == "" {
		return nil
	}
	drawn, err := pictures(now)
	if err != nil {
		return err
	}
	if *svg != "" {
		if err := os.MkdirAll(*svg, 0o777); err != nil {
			return err
		}
		for _, p := range drawn {
			if err := os.WriteFile(filepath.Join(*svg, p.name+".svg"), p.svg, 0o666); err != nil {
				return err
			}
		}
	}
	if *html != "" {
		f, err := os.Create(*html)
		if err != nil {
			return err
		}
		return errors.Join(page(f, now, drawn), f.Close())
	}
	return nil
}
