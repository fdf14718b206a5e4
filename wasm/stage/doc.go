// Package stage shows a film on a screen: the Ebitengine backend of draw.Canvas
// and the loop that plays it. The browser's main (wasm) and the native window
// (tools/view) use it.
//
// Importing Ebitengine needs a display natively, and cgo on Linux. So all of it
// is behind the constraint "js || desktop": on Linux, building with -tags
// desktop takes the Debian packages gcc, libc6-dev, libgl1-mesa-dev and
// xorg-dev, and testing without a display takes xvfb.
package stage
