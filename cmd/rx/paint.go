package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// The colours, as codes of the terminal.
const (
	red     = "31;1"
	green   = "32"
	magenta = "35"
	cyan    = "36"
)

// painter colours text, or does not.
type painter struct{ on bool }

// newPainter decides by the flag, by NO_COLOR (no-color.org) and by whether w is a terminal.
func newPainter(flag string, w io.Writer) (painter, error) {
	switch flag {
	case "always":
		return painter{true}, nil
	case "never":
		return painter{}, nil
	case "auto":
		return painter{isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}, nil
	}
	return painter{}, fmt.Errorf("--color is auto, always or never, not %q", flag)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// paint returns text in a colour.
func (p painter) paint(color, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}
