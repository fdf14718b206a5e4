// Command list prints the TeX of all formulas in the prose as JSON, for
// render.mjs.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"inflight/site"
)

func main() {
	tex, err := site.Formulas(".")
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(tex)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
