package literal

import (
	"syscall"
	"testing"
	"unsafe"
)

// inaccessible returns a page of memory behind which lies one that faults when it is read.
func inaccessible(t *testing.T) []byte {
	size := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 2*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip("no memory map:", err)
	}
	if err := syscall.Mprotect(b[size:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(b) })
	return b[:size:size]
}

// text is the string that lies where b does: a copy would lie elsewhere.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
