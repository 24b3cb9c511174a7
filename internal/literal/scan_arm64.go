//go:build !purego

package literal

// haveVector tells that the vector forms can run here: they need NEON, which every processor has that Go's arm64 is for.
const haveVector = true
