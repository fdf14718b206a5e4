package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// progress is a bar that says how far long work is. It is silent unless it writes
// to a terminal, or is wanted.
type progress struct {
	out         io.Writer
	loud        bool
	label       string
	total, done int
	shown       int // hundredths, as last written
}

func newProgress(out io.Writer, wanted bool) *progress {
	p := &progress{out: out, loud: wanted}
	if f, ok := out.(*os.File); ok && !wanted {
		info, err := f.Stat()
		p.loud = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) begin(total int) {
	p.total, p.done, p.shown = total, 0, -1
	p.show()
}

func (p *progress) step() {
	p.done++
	p.show()
}

// show writes the bar over what it was, where it has become longer.
func (p *progress) show() {
	share := 100 * p.done / max(p.total, 1)
	if !p.loud || share == p.shown {
		return
	}
	p.shown = share
	const wide = 30
	full := wide * share / 100
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d frames %s", strings.Repeat("#", full), strings.Repeat(".", wide-full), p.done, p.total, p.label)
}

// end leaves the line to what comes next.
func (p *progress) end() {
	if p.loud {
		fmt.Fprintln(p.out)
	}
}
