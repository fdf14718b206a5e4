//go:build js

package main

import (
	"strconv"
	"strings"
	"syscall/js"
)

// benchShapes is how many shapes the address of the page asks to measure with,
// as in ?bench=5000; 0 when the page is a stage.
func benchShapes() int {
	location := js.Global().Get("location")
	if location.IsUndefined() {
		return 0
	}
	text, ok := strings.CutPrefix(location.Get("search").String(), "?bench=")
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 1 || n > 1e6 {
		return 0
	}
	return n
}
