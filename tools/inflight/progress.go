package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress is a bar that says how far long work is, and about how long it still
// takes. It is silent unless it writes to a terminal, or is wanted.
type progress struct {
	out         io.Writer
	loud        bool
	now         func() time.Time
	label       string
	total, done int
	several     bool // films make up the total
	began       time.Time
	shown       int // hundredths, as last written
	width       int // of the line, as last written
}

func newProgress(out io.Writer, wanted bool) *progress {
	p := &progress{out: out, loud: wanted, now: time.Now}
	if f, ok := out.(*os.File); ok && !wanted {
		info, err := f.Stat()
		p.loud = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// expect is said before several films that have so many frames together.
func (p *progress) expect(total int) {
	p.begin(total)
	p.several = true
}

// begin begins a film.
func (p *progress) begin(total int) {
	if p.several {
		return
	}
	p.total, p.done, p.shown, p.began = total, 0, -1, p.now()
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
	line := fmt.Sprintf("[%s%s] %d of %d frames", strings.Repeat("#", full), strings.Repeat(".", wide-full), p.done, p.total)
	for _, more := range []string{p.left(), p.label} {
		if more != "" {
			line += " " + more
		}
	}
	fmt.Fprintf(p.out, "\r%-*s", p.width, line)
	p.width = len(line)
}

// left is how long the rest takes if it goes on as it went, in words; empty while
// nobody can know, and where it is soon over.
func (p *progress) left() string {
	took := p.now().Sub(p.began)
	if p.done == 0 || took < 2*time.Second {
		return ""
	}
	rest := took / time.Duration(p.done) * time.Duration(p.total-p.done)
	switch {
	case rest < 3*time.Second:
		return ""
	case rest < 100*time.Second:
		return fmt.Sprintf("(about %.0f s left)", rest.Seconds())
	}
	return fmt.Sprintf("(about %.0f min left)", rest.Minutes())
}

// end leaves the line to what comes next, once all is done.
func (p *progress) end() {
	if p.loud && p.done >= p.total {
		fmt.Fprintln(p.out)
	}
}
