package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatTheProxyNeedsReachesNobodyElse(t *testing.T) {
	const root = "github.com/arenaregexp/regexp"
	const others = "{{if not .Standard}}{{.ImportPath}}{{end}}"
	out, err := exec.Command("go", "list", "-deps", "-f", others, root, root+"/remap", root+"/jitstack").Output()
	require.NoError(t, err)
	for _, path := range strings.Fields(string(out)) {
		require.True(t, path == "golang.org/x/sys/cpu" || strings.HasPrefix(path, root), path)
	}
	require.NotContains(t, string(out), "remapd")
	mod, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	require.NotContains(t, string(mod), "prometheus")
}
