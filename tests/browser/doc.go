// Package browser tests the built site in a real browser: what a reader
// sees, presses and hears. It needs Chromium and takes minutes, so it stands
// behind the constraint "browser":
//
//	go test -tags browser ./tests/browser
//
// Without a browser it is skipped, and with CI=true that is a failure.
package browser
