package motion

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
)

// apngWriter writes an animated PNG in full colour. Its frames, compressed, wait until
// the end: how many there are stands before the first.
// Source: Portable Network Graphics (PNG) Specification (Third Edition), W3C, 2025.
type apngWriter struct {
	out     io.Writer
	fps     int
	size    size
	old     []byte
	frames  []cel
	count   int
	encoder png.Encoder
}

// cel is a rectangle of a frame, as the data of IDAT chunks.
type cel struct {
	box   image.Rectangle
	data  []byte
	since int // number of the frame
}

// MaxAPNG is the most frames a second.
const MaxAPNG = 120

// APNG returns a writer of a film that repeats. Each frame lasts 1/fps seconds.
func APNG(w io.Writer, fps int) (Writer, error) {
	if fps < 1 || fps > MaxAPNG {
		return nil, fmt.Errorf("fps=%d: want a whole number from 1 to %d", fps, MaxAPNG)
	}
	return &apngWriter{out: w, fps: fps}, nil
}

func (a *apngWriter) Frame(img *image.RGBA) error {
	if err := a.size.hold(img, 1<<16-1); err != nil {
		return err
	}
	if !img.Opaque() { // its chunks would have another form
		return errors.New("frame that can be seen through: want opaque colours")
	}
	a.count++
	box := img.Bounds()
	if a.count > 1 {
		if box = changed(img.Pix, a.old, a.size.width, a.size.height, 4); box.Empty() {
			return nil
		}
	}
	a.old = append(a.old[:0], img.Pix...)
	var file bytes.Buffer
	if err := a.encoder.Encode(&file, img.SubImage(box)); err != nil {
		return err
	}
	c := cel{box: box, since: a.count - 1}
	for name, data := range chunks(file.Bytes()) {
		if name == "IDAT" {
			c.data = append(c.data, data...)
		}
	}
	a.frames = append(a.frames, c)
	return nil
}

const signature = "\x89PNG\r\n\x1a\n"

// chunks goes over the chunks of a PNG file that is right.
func chunks(file []byte) func(yield func(string, []byte) bool) {
	return func(yield func(string, []byte) bool) {
		for rest := file[len(signature):]; len(rest) >= 12; {
			n := binary.BigEndian.Uint32(rest)
			if !yield(string(rest[4:8]), rest[8:8+n]) {
				return
			}
			rest = rest[12+n:]
		}
	}
}

func (a *apngWriter) Close() error {
	if a.count == 0 {
		return errors.New("no frames: want one or more")
	}
	w := pngWriter{out: []byte(signature)}
	w.chunk("IHDR", u32(a.size.width), u32(a.size.height), []byte{8, 2, 0, 0, 0}) // 8 bits of red, green, blue
	w.chunk("acTL", u32(len(a.frames)), u32(0))
	for i, c := range a.frames {
		until := a.count
		if i+1 < len(a.frames) {
			until = a.frames[i+1].since
		}
		w.chunk("fcTL", w.next(), u32(c.box.Dx()), u32(c.box.Dy()), u32(c.box.Min.X), u32(c.box.Min.Y),
			u16(until-c.since), u16(a.fps), []byte{0, 0}) // stays, and is laid over what was
		if i == 0 {
			w.chunk("IDAT", c.data)
		} else {
			w.chunk("fdAT", w.next(), c.data)
		}
	}
	w.chunk("IEND")
	_, err := a.out.Write(w.out)
	return err
}

type pngWriter struct {
	out      []byte
	sequence int
}

func (w *pngWriter) next() []byte {
	w.sequence++
	return u32(w.sequence - 1)
}

func (w *pngWriter) chunk(name string, parts ...[]byte) {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	w.out = append(w.out, u32(n)...)
	from := len(w.out)
	w.out = append(w.out, name...)
	for _, p := range parts {
		w.out = append(w.out, p...)
	}
	w.out = binary.BigEndian.AppendUint32(w.out, crc32.ChecksumIEEE(w.out[from:]))
}

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func u16(n int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(n)) }
