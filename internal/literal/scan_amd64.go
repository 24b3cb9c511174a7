//go:build !purego

package literal

import "golang.org/x/sys/cpu"

// haveVector tells that the vector forms can run here: they need AVX2, which processors have had since 2013 (Haswell) and 2015 (Zen).
var haveVector = cpu.X86.HasAVX2
