//go:build (!amd64 && !arm64) || purego

package literal

// haveVector tells that the vector forms can run here. Where it is constant the compiler drops every call of them.
const haveVector = false

func indexAny2Vector(string, byte, byte) int                { panic("literal: no vector form") }
func indexAny3Vector(string, byte, byte, byte) int          { panic("literal: no vector form") }
func indexSetVector(string, *[32]byte) int                  { panic("literal: no vector form") }
func spanSetVector(string, *[32]byte) int                   { panic("literal: no vector form") }
func blockVector(string, *[32]byte) (uint64, uint64)        { panic("literal: no vector form") }
func pairVector(*pair, string, int) (int, uint32)           { panic("literal: no vector form") }
func teddyVector(*masks, string, int, *lanes) (int, uint32) { panic("literal: no vector form") }
