//go:build js && wasm

// Command wasm is the engine as the page's worker runs it. It gives JavaScript one function, rxAnswer, from a request to a response, both in JSON;
// see package answer.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"github.com/arenaregexp/regexp/cmd/rx/internal/answer"
)

func main() {
	js.Global().Set("rxAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r answer.Request
		response := &answer.Response{}
		if err := json.Unmarshal([]byte(args[0].String()), &r); err != nil {
			response.Error = &answer.Error{Message: fmt.Sprintf("bad request: %v", err), Offset: -1}
		} else {
			response = answer.For(r)
		}
		text, err := json.Marshal(response)
		if err != nil {
			panic(err) // a Response has nothing that JSON lacks
		}
		return string(text)
	}))
	js.Global().Call("rxReady")
	select {}
}
