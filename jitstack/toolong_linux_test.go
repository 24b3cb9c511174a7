//go:build amd64 || arm64

package jitstack_test

import (
	"syscall"
	"testing"

	"github.com/arenaregexp/regexp/arena"
	"github.com/arenaregexp/regexp/jitstack"
	"github.com/stretchr/testify/require"
)

// Positions are 32 bits wide. The subject is address space without memory: nothing of it is read.
func TestASubjectOfFourGibibytesIsRefused(t *testing.T) {
	b, err := syscall.Mmap(-1, 0, 1<<32, syscall.PROT_READ, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skip("no address space:", err)
	}
	defer func() { require.NoError(t, syscall.Munmap(b)) }()
	p := jitstack.MustCompile(`(a)\1`, 0)
	var m arena.Matches
	ok, err := p.ExecStack(jitstack.NewStack(1<<20), arena.String(b), &m)
	require.False(t, ok)
	require.ErrorContains(t, err, "4 GiB")
	ok, err = p.ExecBytes(b, &m)
	require.False(t, ok)
	require.ErrorContains(t, err, "4 GiB")
}
