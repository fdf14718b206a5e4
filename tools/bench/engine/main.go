// Command engine prints the engine's rows as JSON; compiled to WebAssembly and
// run by Node it gives the rows of that column.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"inflight/tools/bench"
)

func main() {
	where := "native"
	if runtime.GOARCH == "wasm" {
		where = "wasm"
	}
	rows, err := bench.Engine(where)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
