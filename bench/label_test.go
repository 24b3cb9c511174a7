package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATreeIsLabelledByAllEnginesAlike(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a", "b", "c.txt"), nil, 0o644))
	r, err := measureLabels(dir, engines)
	require.NoError(t, err)
	require.Equal(t, 4, r.Paths)
	require.Len(t, r.Rows, 2*len(engines))
	require.Equal(t, 4, r.Rows[len(engines)].Labeled, "below /system each path has a label")
	require.Equal(t, 691, r.Rules)

	var b bytes.Buffer
	require.NoError(t, r.writeMarkdown(&b))
	require.Contains(t, b.String(), " ours |")
}

func TestAnAbsentTreeIsMadeUp(t *testing.T) {
	_, known, err := aosp()
	require.NoError(t, err)
	paths := madeUpPaths(known, 2000)
	require.Len(t, paths, 2000)
	require.Equal(t, paths, madeUpPaths(known, 2000))
	require.Equal(t, known, paths[:len(known)])
}

// other gives every subject the first rule.
type other struct{ stdEngine }

func (other) name() string { return "other" }

func (o other) compileSet(full bool, patterns ...string) (ruleSet, error) {
	return o.stdEngine.compileSet(full, "(?s).*")
}

func TestWrongLabelsAreNotReported(t *testing.T) {
	r, err := measureLabels(t.TempDir(), []engine{other{}, stdEngine{}})
	require.ErrorContains(t, err, "other: its rules are not the standard library's")
	require.Len(t, r.Rows, 2)
}

func TestSetsOfAWrongEngineAreNotTimed(t *testing.T) {
	_, err := measureAll(quickest, []benchCase{named(t, "hosts20_none")}, []engine{other{}, stdEngine{}})
	require.ErrorContains(t, err, "hosts20_none: other: want pattern -1, got pattern 0")
}
