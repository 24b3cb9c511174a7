package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
)

func testCommand(paint *painter) *cobra.Command {
	var o pattern.Options
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "test PATTERN [TEXT|-]",
		Short: "Show where a pattern matches in a text, with its groups",
		Long: "test shows all matches of PATTERN in TEXT, or in the standard input, with their places in bytes and their groups. The\n" +
			"exit code is 0 where there is a match and 1 where there is none.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := pattern.Compile(args[0], o)
			if err != nil {
				return err
			}
			text := ""
			if len(args) == 2 && args[1] != "-" {
				text = args[1]
			} else {
				b, err := io.ReadAll(cmd.InOrStdin())
				if err != nil {
					return err
				}
				text = strings.TrimSuffix(string(b), "\n")
			}
			if asJSON {
				return testJSON(cmd.OutOrStdout(), p, text)
			}
			return testText(cmd.OutOrStdout(), *paint, p, text)
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&o.Perl, "perl", "P", false, "PATTERN is in Perl's syntax")
	f.BoolVarP(&o.Fold, "ignore-case", "i", false, "letters match whatever their case")
	f.BoolVar(&o.Longest, "longest", false, "matches are leftmost-longest, as in POSIX")
	f.BoolVar(&asJSON, "json", false, "print a JSON object for each match")
	return cmd
}

// testText prints the text with its matches marked, then a line for each group.
func testText(w io.Writer, paint painter, p *pattern.Pattern, text string) error {
	var m regexp.Matches
	var marked, table strings.Builder
	matches, last := 0, 0
	names := p.Names()
	err := p.Each(text, &m, func() bool {
		start, end := m.Span(0)
		if paint.on {
			marked.WriteString(text[last:start] + paint.paint(red, text[start:end]))
			last = end
		}
		matches++
		for i := range m.Len() {
			label := fmt.Sprintf("  group %d", i)
			if i == 0 {
				label = fmt.Sprintf("match %d", matches)
			} else if names[i] != "" {
				label += " " + names[i]
			}
			if start, end := m.Span(i); start >= 0 {
				fmt.Fprintf(&table, "%-20s %5d-%-5d %s\n", label, start, end, paint.paint(green, fmt.Sprintf("%q", text[start:end])))
			} else {
				fmt.Fprintf(&table, "%-20s %11s took no part\n", label, "")
			}
		}
		return true
	})
	if matches > 0 && paint.on {
		fmt.Fprintln(w, marked.String()+text[last:])
	}
	io.WriteString(w, table.String())
	if err != nil {
		return err
	}
	if matches == 0 {
		fmt.Fprintln(w, "no match")
		return errNo
	}
	return nil
}

// testJSON prints an object for each match. A group that took no part is null.
func testJSON(w io.Writer, p *pattern.Pattern, text string) error {
	type group struct {
		Name  string `json:"name,omitempty"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		Text  string `json:"text"`
	}
	var m regexp.Matches
	names := p.Names()
	enc := json.NewEncoder(w)
	matches := 0
	err := p.Each(text, &m, func() bool {
		matches++
		groups := make([]*group, m.Len())
		for i := range groups {
			if start, end := m.Span(i); start >= 0 {
				groups[i] = &group{names[i], start, end, text[start:end]}
			}
		}
		return enc.Encode(struct {
			Groups []*group `json:"groups"`
		}{groups}) == nil
	})
	if err == nil && matches == 0 {
		return errNo
	}
	return err
}
