package motion

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"

	"inflight/scenes/draw"
)

// MaxGIF is the most frames a second of a GIF: its delays are whole hundredths of
// a second, and below two of them browsers slow down.
const MaxGIF = 50

// gifWriter writes an animated GIF. The standard library's image/gif wants all frames at
// once, uncompressed; a film of a minute would not fit into memory.
type gifWriter struct {
	out  *bufio.Writer
	fps  int
	size size

	palette []draw.RGB
	index   map[draw.RGB]byte // of colours seen so far, the nearest of the palette

	count    int    // frames so far
	now, old []byte // a colour's index for each pixel, of this frame and the last

	held  image.Rectangle // of the frame that waits for how long it lasts
	pixel []byte
	since int
}

// GIF returns a writer of a film that repeats, in the colours of a palette of at
// most MaxColors, without dithering. Frame i appears i/fps seconds after the first,
// to the nearest hundredth of a second.
func GIF(w io.Writer, fps int, palette []draw.RGB) (Writer, error) {
	if fps < 1 || fps > MaxGIF {
		return nil, fmt.Errorf("fps=%d: want a whole number from 1 to %d in a GIF", fps, MaxGIF)
	}
	if len(palette) < 1 || len(palette) > MaxColors {
		return nil, fmt.Errorf("palette of %d colours: want 1 to %d", len(palette), MaxColors)
	}
	return &gifWriter{out: bufio.NewWriter(w), fps: fps, palette: palette, index: map[draw.RGB]byte{}}, nil
}

// stays is the index of what stays as it was.
const stays = MaxColors

func (g *gifWriter) Frame(img *image.RGBA) error {
	if err := g.size.hold(img, 1<<16-1); err != nil {
		return err
	}
	g.now, g.old = g.old, g.now
	g.quantize(img)
	g.count++
	if g.count == 1 {
		g.head()
		g.hold(img.Bounds(), false)
		return nil
	}
	box := changed(g.now, g.old, g.size.width, g.size.height, 1)
	if box.Empty() {
		return nil
	}
	if err := g.flush(g.count - 1); err != nil {
		return err
	}
	g.hold(box, true)
	return nil
}

func (g *gifWriter) Close() error {
	if g.count == 0 {
		return errors.New("no frames: want one or more")
	}
	if err := g.flush(g.count); err != nil {
		return err
	}
	g.out.WriteByte(';')
	return g.out.Flush()
}

func (g *gifWriter) quantize(img *image.RGBA) {
	if g.now == nil {
		g.now = make([]byte, g.size.width*g.size.height)
	}
	var last draw.RGB
	at, known := byte(0), false
	for i := range g.now {
		c := draw.RGB{R: img.Pix[4*i], G: img.Pix[4*i+1], B: img.Pix[4*i+2]}
		if !known || c != last {
			if at, known = g.index[c]; !known {
				at = byte(nearest(g.palette, c))
				g.index[c] = at
			}
			last, known = c, true
		}
		g.now[i] = at
	}
}

// hold keeps a rectangle of the frame until it is known how long it lasts. What
// did not change within it is clear: runs of one index are short to write.
func (g *gifWriter) hold(box image.Rectangle, sparse bool) {
	g.held, g.since, g.pixel = box, g.count-1, g.pixel[:0]
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for i := y*g.size.width + box.Min.X; i < y*g.size.width+box.Max.X; i++ {
			if sparse && g.now[i] == g.old[i] {
				g.pixel = append(g.pixel, stays)
			} else {
				g.pixel = append(g.pixel, g.now[i])
			}
		}
	}
}

func (g *gifWriter) head() {
	g.out.WriteString("GIF89a")
	g.short(g.size.width)
	g.short(g.size.height)
	g.out.Write([]byte{0xf7, 0, 0}) // a table of 256 colours of 8 bits
	var table [256]draw.RGB
	copy(table[:], g.palette)
	for _, c := range table {
		g.out.Write([]byte{c.R, c.G, c.B})
	}
	g.out.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // repeats for ever
}

// flush writes the frame that waits, which lasts until frame n appears.
func (g *gifWriter) flush(n int) error {
	g.out.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // stays where the next is clear
	g.short(min(g.hundredths(n)-g.hundredths(g.since), 1<<16-1))
	g.out.Write([]byte{stays, 0, ','})
	g.short(g.held.Min.X)
	g.short(g.held.Min.Y)
	g.short(g.held.Dx())
	g.short(g.held.Dy())
	g.out.Write([]byte{0, 8})
	blocks := blocks{out: g.out}
	w := lzw.NewWriter(&blocks, lzw.LSB, 8)
	if _, err := w.Write(g.pixel); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return blocks.close()
}

// hundredths is when frame i appears.
func (g *gifWriter) hundredths(i int) int { return (200*i + g.fps) / (2 * g.fps) }

func (g *gifWriter) short(n int) {
	g.out.Write(binary.LittleEndian.AppendUint16(nil, uint16(n)))
}

// blocks cuts what is written into blocks of up to 255 bytes, each with its length
// before it.
type blocks struct {
	out  *bufio.Writer
	part [256]byte
	n    int
}

func (b *blocks) Write(p []byte) (int, error) {
	for _, c := range p {
		b.n++
		b.part[b.n] = c
		if b.n == 255 {
			b.end()
		}
	}
	return len(p), nil
}

func (b *blocks) end() {
	b.part[0] = byte(b.n)
	b.out.Write(b.part[:b.n+1])
	b.n = 0
}

func (b *blocks) close() error {
	if b.n > 0 {
		b.end()
	}
	return b.out.WriteByte(0)
}
