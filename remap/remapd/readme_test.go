package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the commands in README.md print into it")

// TestTheReadmeShowsWhatTheProgramPrints runs the commands in README.md. They stand in blocks of their own, with what they
// print below.
func TestTheReadmeShowsWhatTheProgramPrints(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)```console\n\\$ go run -C remap/remapd \\. (.*?)\n(.*?)```\n")
	commands := 0
	shown := block.ReplaceAllStringFunc(string(text), func(b string) string {
		commands++
		line := block.FindStringSubmatch(b)[1]
		var out bytes.Buffer
		run(strings.Fields(line), &out, &out)
		return "```console\n$ go run -C remap/remapd . " + line + "\n" + out.String() + "```\n"
	})
	require.Equal(t, 4, commands)
	if *update {
		require.NoError(t, os.WriteFile("README.md", []byte(shown), 0o666))
		return
	}
	memory := regexp.MustCompile(`memory: +\d+`) // depends on the machine
	want, got := memory.ReplaceAllString(shown, ""), memory.ReplaceAllString(string(text), "")
	require.Equal(t, want, got, "go test -run Readme -update writes it again")
}
