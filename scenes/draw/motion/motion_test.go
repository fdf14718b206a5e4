package motion

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"strings"
	"testing"

	scene "inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/draw/vector"
)

// reel is a film in which a square moves, then rests for a third of its frames.
func reel(n int) []*image.RGBA {
	var frames []*image.RGBA
	for i := range n {
		img := image.NewRGBA(image.Rect(0, 0, 70, 40))
		fill(img, img.Bounds(), scene.Paper)
		at := min(i, 2*n/3)
		fill(img, image.Rect(at, 10, at+12, 25), scene.Forward)
		frames = append(frames, img)
	}
	return frames
}

func fill(img *image.RGBA, r image.Rectangle, c scene.Color) {
	rgb := scene.Light.RGB(c)
	draw.Draw(img, r, image.NewUniform(color.RGBA{rgb.R, rgb.G, rgb.B, 255}), image.Point{}, draw.Src)
}

var two = []scene.RGB{scene.Light.RGB(scene.Paper), scene.Light.RGB(scene.Forward)}

// written writes a film, twice, and wants the same bytes.
func written(t *testing.T, frames []*image.RGBA, make func(*bytes.Buffer) (Writer, error)) []byte {
	t.Helper()
	var files [2]bytes.Buffer
	for i := range files {
		w, err := make(&files[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range frames {
			if err := w.Frame(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("other bytes the second time")
	}
	return files[0].Bytes()
}

// played is what a viewer shows of a GIF: an image with how many hundredths of a
// second it is there.
type played struct {
	img       *image.RGBA
	hundredth int
}

func play(t *testing.T, file []byte) []played {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if g.LoopCount != 0 {
		t.Errorf("it repeats %d times, want for ever", g.LoopCount)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	var all []played
	for i, f := range g.Image {
		if g.Disposal[i] != gif.DisposalNone {
			t.Errorf("frame %d does not stay", i)
		}
		draw.Draw(screen, f.Bounds(), f, f.Bounds().Min, draw.Over)
		shown := image.NewRGBA(screen.Rect)
		copy(shown.Pix, screen.Pix)
		all = append(all, played{shown, g.Delay[i]})
	}
	return all
}

func TestGIFShowsEachFrameWhenItIsTo(t *testing.T) {
	for _, fps := range []int{1, 7, 12, 25, 30, 50} {
		frames := reel(31)
		shown := play(t, written(t, frames, func(b *bytes.Buffer) (Writer, error) { return GIF(b, fps, two) }))
		// Where a viewer is in the middle of each frame.
		at, until := 0, shown[0].hundredth
		for i, f := range frames {
			middle := (float64(i) + 0.5) * 100 / float64(fps)
			for float64(until) <= middle {
				at++
				until += shown[at].hundredth
			}
			if !bytes.Equal(shown[at].img.Pix, f.Pix) {
				t.Fatalf("%d fps: another image than frame %d at %g hundredths", fps, i, middle)
			}
		}
		total := 0
		for _, s := range shown {
			total += s.hundredth
		}
		if want := float64(len(frames)*100) / float64(fps); float64(total) < want-0.5 || float64(total) > want+0.5 {
			t.Errorf("%d fps: it lasts %d hundredths, want %g", fps, total, want)
		}
	}
}

func TestGIFHoldsOnlyWhatChanged(t *testing.T) {
	file := written(t, reel(30), func(b *bytes.Buffer) (Writer, error) { return GIF(b, 25, two) })
	g, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 21 { // the last ten show the same
		t.Errorf("%d frames, want 21", len(g.Image))
	}
	for i, f := range g.Image[1:] {
		if f.Bounds() != image.Rect(i, 10, i+13, 25) {
			t.Errorf("frame %d holds %v, want where the square was and is", i+1, f.Bounds())
		}
	}
}

func TestColorsOfShapesStayAsTheyAre(t *testing.T) {
	for _, palette := range []*scene.Palette{scene.Light, scene.Dark} {
		sheet := drawtest.Sheet()
		img := vector.Image(sheet, palette, 600)
		c := NewColors(palette)
		c.Shapes(sheet)
		c.Mixtures(img)
		colors := c.Palette()
		if len(colors) > MaxColors {
			t.Fatalf("%d colours, want at most %d", len(colors), MaxColors)
		}
		shown := play(t, written(t, []*image.RGBA{img}, func(b *bytes.Buffer) (Writer, error) { return GIF(b, 10, colors) }))[0].img
		var off, most int
		for i, v := range img.Pix {
			d := int(v) - int(shown.Pix[i])
			off += max(d, -d)
			most = max(most, d, -d)
		}
		flat := 0
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				at := img.RGBAAt(x, y)
				if c.flat[scene.RGB{R: at.R, G: at.G, B: at.B}] == 0 {
					continue
				}
				flat++
				if shown.RGBAAt(x, y) != at {
					t.Fatalf("%s: %v at %d,%d is %v in the GIF", palette.Name, at, x, y, shown.RGBAAt(x, y))
				}
			}
		}
		if flat < len(img.Pix)/4/2 {
			t.Errorf("%s: %d pixels of a shape's colour, want most", palette.Name, flat)
		}
		if mean := float64(off) / float64(len(img.Pix)); mean > 0.4 || most > 60 {
			t.Errorf("%s: the GIF is off by %.2f on average and %d at most, want 0.4 and 60", palette.Name, mean, most)
		}
	}
}

// cels reads an APNG as its specification has it and returns what a viewer shows,
// in units of 1/fps.
func cels(t *testing.T, file []byte, fps int) (shown []played) {
	t.Helper()
	type chunk struct {
		name string
		data []byte
	}
	var all []chunk
	for rest := file[8:]; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		c := chunk{string(rest[4:8]), rest[8 : 8+n]}
		if got, want := binary.BigEndian.Uint32(rest[8+n:]), crc32.ChecksumIEEE(rest[4:8+n]); got != want {
			t.Fatalf("%s has the sum %x, want %x", c.name, got, want)
		}
		all, rest = append(all, c), rest[12+n:]
	}
	u32 := func(b []byte) int { return int(binary.BigEndian.Uint32(b)) }
	header := all[0].data
	screen := image.NewRGBA(image.Rect(0, 0, u32(header), u32(header[4:])))
	sequence := 0
	number := func(b []byte) []byte {
		if u32(b) != sequence {
			t.Fatalf("number %d, want %d", u32(b), sequence)
		}
		sequence++
		return b[4:]
	}
	for i := 2; i+1 < len(all); i += 2 {
		control, data := number(all[i].data), all[i+1].data
		if all[i+1].name == "fdAT" {
			data = number(data)
		}
		if den := int(binary.BigEndian.Uint16(control[18:])); den != fps {
			t.Errorf("frames last parts of 1/%d s, want 1/%d", den, fps)
		}
		// A frame of its own is a PNG of its size.
		w := pngWriter{out: []byte(signature)}
		w.chunk("IHDR", control[:8], header[8:])
		w.chunk("IDAT", data)
		w.chunk("IEND")
		img, err := png.Decode(bytes.NewReader(w.out))
		if err != nil {
			t.Fatal(err)
		}
		at := image.Pt(u32(control[8:]), u32(control[12:]))
		draw.Draw(screen, img.Bounds().Add(at), img, image.Point{}, draw.Src)
		now := image.NewRGBA(screen.Rect)
		copy(now.Pix, screen.Pix)
		shown = append(shown, played{now, int(binary.BigEndian.Uint16(control[16:]))})
	}
	if got := u32(all[1].data); all[1].name != "acTL" || got != len(shown) {
		t.Errorf("%s says %d frames, but there are %d", all[1].name, got, len(shown))
	}
	return shown
}

func TestAPNGShowsEachFrameAsLongAsItIsTo(t *testing.T) {
	frames := reel(30)
	file := written(t, frames, func(b *bytes.Buffer) (Writer, error) { return APNG(b, 30) })
	i := 0
	for _, s := range cels(t, file, 30) {
		for range s.hundredth {
			if i < len(frames) && !bytes.Equal(s.img.Pix, frames[i].Pix) {
				t.Fatalf("another image than frame %d", i)
			}
			i++
		}
	}
	if i != len(frames) {
		t.Errorf("it lasts %d frames, want %d", i, len(frames))
	}
	// Viewers that know no animation show the first frame.
	first, err := png.Decode(bytes.NewReader(file))
	if err != nil || first.Bounds() != frames[0].Bounds() || first.At(3, 12) != frames[0].At(3, 12) {
		t.Errorf("as a PNG: %v", err)
	}
}

func TestWritersRefuseInWords(t *testing.T) {
	small, large := image.NewRGBA(image.Rect(0, 0, 2, 2)), image.NewRGBA(image.Rect(0, 0, 3, 2))
	fill(small, small.Rect, scene.Ink)
	fill(large, large.Rect, scene.Ink)
	makers := map[string]func(*bytes.Buffer) (Writer, error){
		"gif":  func(b *bytes.Buffer) (Writer, error) { return GIF(b, 10, two) },
		"apng": func(b *bytes.Buffer) (Writer, error) { return APNG(b, 10) },
	}
	for name, make := range makers {
		var b bytes.Buffer
		w, _ := make(&b)
		refused(t, name, w.Close(), "no frames")
		w, _ = make(&b)
		refused(t, name, w.Frame(&image.RGBA{}), "frame of 0x0")
		if err := w.Frame(small); err != nil {
			t.Error(err)
		}
		refused(t, name, w.Frame(large), "frame of 3x2: want 2x2")
	}
	for _, fps := range []int{-1, 0, 51} {
		_, err := GIF(nil, fps, two)
		refused(t, "gif", err, fmt.Sprintf("fps=%d", fps))
	}
	_, err := APNG(nil, 121)
	refused(t, "apng", err, "fps=121")
	_, err = GIF(nil, 10, make([]scene.RGB, 256))
	refused(t, "gif", err, "palette of 256")
	w, _ := APNG(&bytes.Buffer{}, 10)
	refused(t, "apng", w.Frame(image.NewRGBA(image.Rect(0, 0, 2, 2))), "seen through")
}

func refused(t *testing.T, name string, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: got %v, want %q", name, err, want)
	}
}
