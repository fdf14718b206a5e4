// Command engine prints the engine's rows and curves as JSON; compiled to WebAssembly and
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
	var r bench.Report
	var err error
	if r.Rows, err = bench.Engine(where); err == nil {
		r.Growths, err = bench.Growths(where)
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(r)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
