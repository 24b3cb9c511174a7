//go:build !linux

package literal

import (
	"testing"
	"unsafe"
)

// inaccessible returns memory; only on Linux does it end where a read faults.
func inaccessible(*testing.T) []byte { return make([]byte, 4096) }

func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
