package vector

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
)

// pixel asserts a colour at a place in units, away from edges.
func pixel(t *testing.T, img *image.RGBA, what string, x, y int, want draw.Color) {
	t.Helper()
	rgb := draw.Light.RGB(want)
	if got := img.RGBAAt(x, y); got != (color.RGBA{rgb.R, rgb.G, rgb.B, 255}) {
		t.Errorf("%s at %d,%d: got %v, want %v", what, x, y, got, rgb)
	}
}

// ink counts the pixels of a rectangle that are not paper.
func ink(img *image.RGBA, r image.Rectangle) int {
	paper, n := draw.Light.RGB(draw.Paper), 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.RGBAAt(x, y) != (color.RGBA{paper.R, paper.G, paper.B, 255}) {
				n++
			}
		}
	}
	return n
}

func TestShapesCoverWhatTheySay(t *testing.T) {
	c := draw.NewCanvas(200, 200, 1)
	c.Rect(draw.ID{}, 10, 10, 60, 40, draw.Style{Fill: draw.Forward, Stroke: draw.Ink, Width: 4, Radius: 12})
	c.Circle(draw.ID{}, 120, 40, 30, draw.Style{Fill: draw.Comm, Stroke: draw.Alert, Width: 6})
	c.Polygon(draw.ID{}, draw.Style{Fill: draw.Good, Stroke: draw.Ink, Width: 4},
		draw.Point{X: 10, Y: 100}, draw.Point{X: 90, Y: 100}, draw.Point{X: 90, Y: 120}, draw.Point{X: 30, Y: 120}, draw.Point{X: 30, Y: 180}, draw.Point{X: 10, Y: 180})
	c.Line(draw.ID{}, 110, 100, 180, 100, draw.Stroke{Color: draw.Ink, Width: 8})
	img := Image(c, draw.Light, 200)

	pixel(t, img, "fill", 40, 30, draw.Forward)
	pixel(t, img, "stroke inside the edge", 40, 11, draw.Ink)
	pixel(t, img, "above the edge", 40, 8, draw.Paper)
	pixel(t, img, "cut corner", 11, 11, draw.Paper)
	pixel(t, img, "fill of the circle", 120, 40, draw.Comm)
	pixel(t, img, "stroke of the circle", 147, 40, draw.Alert)
	pixel(t, img, "beside the circle", 152, 40, draw.Paper)
	pixel(t, img, "fill of the L", 20, 150, draw.Good)
	pixel(t, img, "stroke of the L", 60, 118, draw.Ink)
	pixel(t, img, "inner corner of the L", 29, 119, draw.Ink)
	pixel(t, img, "outside the L", 60, 150, draw.Paper)
	pixel(t, img, "line", 150, 102, draw.Ink)
	pixel(t, img, "round end", 108, 100, draw.Ink)
	pixel(t, img, "beyond the round end", 104, 100, draw.Paper)
}

// Stripes are where (x+y)/√2 modulo 9 is below 2: at x+y from 0 to 2.8, from
// 12.7 to 15.6, from 25.5 to 28.3. Pixels are sampled at their centres.
func TestHatch(t *testing.T) {
	c := draw.NewCanvas(100, 100, 1)
	c.Rect(draw.ID{}, 0, 0, 50, 100, draw.Style{Fill: draw.Idle, Hatch: draw.Ink})
	img := Image(c, draw.Light, 100)
	pixel(t, img, "first stripe", 0, 0, draw.Ink)
	pixel(t, img, "between", 7, 0, draw.Idle)
	pixel(t, img, "second stripe", 7, 6, draw.Ink)
	pixel(t, img, "between", 10, 9, draw.Idle)
	pixel(t, img, "third stripe", 20, 6, draw.Ink)
	pixel(t, img, "outside", 57, 6, draw.Paper)
}

func TestClipCutsEverythingUntilUnclip(t *testing.T) {
	c := draw.NewCanvas(200, 100, 1)
	c.Clip(20, 20, 60, 60)
	c.Rect(draw.ID{}, 0, 0, 50, 100, draw.Style{Fill: draw.Forward, Stroke: draw.Alert, Width: 4, Radius: 6})
	c.Line(draw.ID{}, 0, 70, 200, 70, draw.Stroke{Color: draw.Ink, Width: 6, Dash: 12})
	c.Text(draw.ID{}, 60, 40, "MMMMMM", draw.Font{Size: 30, Color: draw.Ink, Bold: true})
	c.Clip(100, 20, 40, 60)
	c.Circle(draw.ID{}, 120, 50, 70, draw.Style{Stroke: draw.Good, Width: 50})
	c.Unclip()
	c.Rect(draw.ID{}, 150, 40, 20, 20, draw.Style{Fill: draw.Comm})
	img := Image(c, draw.Light, 200)

	pixel(t, img, "fill within", 30, 45, draw.Forward)
	pixel(t, img, "stroke within", 48, 50, draw.Alert)
	pixel(t, img, "ring that the clip crosses", 104, 24, draw.Good)
	pixel(t, img, "hole of that ring", 120, 52, draw.Paper)
	pixel(t, img, "line within", 26, 70, draw.Ink)
	pixel(t, img, "gap between dashes", 66, 70, draw.Paper)
	pixel(t, img, "after unclip", 160, 50, draw.Comm)
	for _, r := range []image.Rectangle{image.Rect(0, 0, 200, 20), image.Rect(0, 20, 20, 80), image.Rect(80, 0, 100, 100), image.Rect(140, 0, 150, 100), image.Rect(0, 80, 200, 100)} {
		if n := ink(img, r); n != 0 {
			t.Errorf("outside the clip, in %v: got %d pixels drawn, want none", r, n)
		}
	}
	if n := ink(img, image.Rect(62, 20, 80, 40)); n < 50 {
		t.Errorf("text within the clip: got %d pixels drawn, want letters", n)
	}
}

// A dash of 10 on a line of width 4: seen from 18 to 28, from 38 to 48, its
// round ends included.
func TestDashesAndArrow(t *testing.T) {
	c := draw.NewCanvas(200, 60, 1)
	c.Line(draw.ID{}, 20, 20, 180, 20, draw.Stroke{Color: draw.Ink, Width: 4, Dash: 10})
	c.Line(draw.ID{}, 20, 45, 180, 45, draw.Stroke{Color: draw.Ink, Width: 3, Arrow: true})
	img := Image(c, draw.Light, 200)
	pixel(t, img, "dash", 23, 20, draw.Ink)
	pixel(t, img, "gap", 33, 20, draw.Paper)
	pixel(t, img, "dash", 43, 20, draw.Ink)
	pixel(t, img, "gap", 53, 20, draw.Paper)
	pixel(t, img, "shaft", 100, 45, draw.Ink)
	pixel(t, img, "beside the shaft", 155, 40, draw.Paper)
	pixel(t, img, "head", 164, 40, draw.Ink)
	pixel(t, img, "beyond the tip", 182, 45, draw.Paper)
}

func TestTextStandsWhereItsAnchorSays(t *testing.T) {
	const size = 30.0
	width := draw.TextWidth("HH", size, true)
	for anchor, left := range map[draw.Anchor]float64{draw.Start: 100, draw.Middle: 100 - width/2, draw.End: 100 - width} {
		c := draw.NewCanvas(200, 60, 1)
		c.Text(draw.ID{}, 100, 40, "HH", draw.Font{Size: size, Color: draw.Ink, Anchor: anchor, Bold: true})
		img := Image(c, draw.Light, 200)
		top := int(40 - draw.CapHeight(size))
		box := image.Rect(int(left), top-1, int(left+width)+1, 41)
		if n := ink(img, box); n < 200 {
			t.Errorf("anchor %d: got %d pixels drawn in %v, want two letters", anchor, n, box)
		}
		if n, m := ink(img, img.Bounds()), ink(img, box); n != m {
			t.Errorf("anchor %d: got %d pixels outside of %v, want none", anchor, n-m, box)
		}
	}
}

func TestThemeAndSize(t *testing.T) {
	c := draw.NewCanvas(1600, 900, 1)
	img := Image(c, draw.Dark, 800)
	if got, want := img.Bounds(), image.Rect(0, 0, 800, 450); got != want {
		t.Errorf("got image %v, want %v", got, want)
	}
	rgb := draw.Dark.RGB(draw.Paper)
	for _, at := range []image.Point{{}, {799, 449}} {
		if got := img.RGBAAt(at.X, at.Y); got != (color.RGBA{rgb.R, rgb.G, rgb.B, 255}) {
			t.Errorf("paper at %v: got %v, want %v", at, got, rgb)
		}
	}
}

func TestBadSizesAreRefusedInWords(t *testing.T) {
	good := draw.NewCanvas(100, 100, 1)
	for want, err := range map[string]error{
		"width=0":    PNG(&bytes.Buffer{}, good, draw.Light, 0),
		"width=-5":   PNG(&bytes.Buffer{}, good, draw.Light, -5),
		"width=16":   PNG(&bytes.Buffer{}, good, draw.Light, 16385),
		"height":     PNG(&bytes.Buffer{}, draw.NewCanvas(1, 9, 1), draw.Light, 4000),
		"canvas of":  PNG(&bytes.Buffer{}, draw.NewCanvas(0, 9, 1), draw.Light, 100),
		"canvas of ": PDF(&bytes.Buffer{}, draw.NewCanvas(math.NaN(), 9, 1), draw.Light),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	if img := Image(good, draw.Light, 0); !img.Bounds().Empty() {
		t.Errorf("got image %v, want an empty one", img.Bounds())
	}
}

func TestWildNumbersDoNoHarm(t *testing.T) {
	c := draw.NewCanvas(100, 100, 1)
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300} {
		c.Rect(draw.ID{}, v, 0, 10, 10, draw.Style{Fill: draw.Ink, Hatch: draw.Alert})
		c.Circle(draw.ID{}, 0, v, 10, draw.Style{Fill: draw.Ink})
		c.Line(draw.ID{}, 0, 0, v, 0, draw.Stroke{Color: draw.Ink, Width: 1, Dash: 1})
		c.Polygon(draw.ID{}, draw.Style{Fill: draw.Ink}, draw.Point{X: v}, draw.Point{X: 1}, draw.Point{Y: v})
		c.Text(draw.ID{}, v, v, "x", draw.Font{Size: 10, Color: draw.Ink})
	}
	c.Rect(draw.ID{}, 40, 40, 20, 20, draw.Style{Fill: draw.Comm})
	pixel(t, Image(c, draw.Light, 100), "what follows", 50, 50, draw.Comm)
	if err := PDF(&bytes.Buffer{}, c, draw.Light); err != nil {
		t.Errorf("got error %v, want none", err)
	}
}

func TestFilesAreTheSameBytesEachTime(t *testing.T) {
	sheet := drawtest.Sheet()
	for name, write := range map[string]func(*bytes.Buffer) error{
		"PNG": func(b *bytes.Buffer) error { return PNG(b, sheet, draw.Light, 600) },
		"PDF": func(b *bytes.Buffer) error { return PDF(b, sheet, draw.Light) },
	} {
		var one, two bytes.Buffer
		if err := write(&one); err != nil {
			t.Fatal(err)
		}
		if err := write(&two); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: got other bytes the second time", name)
		}
	}
}

// The times are to the second, so two runs may agree by chance: none may be left.
func TestPDFHoldsNoTime(t *testing.T) {
	var file bytes.Buffer
	if err := PDF(&file, drawtest.Sheet(), draw.Light); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(file.Bytes(), []byte("CreationDate")) {
		t.Error("got a date of creation, want none")
	}
	fonts := 0
	for _, object := range bytes.SplitAfter(file.Bytes(), []byte("endobj\n")) {
		_, stream, ok := bytes.Cut(object, []byte("stream\n"))
		if !ok {
			continue
		}
		r, err := zlib.NewReader(bytes.NewReader(stream))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		record, head := findHead(data)
		if head == nil {
			continue
		}
		fonts++
		if modified := binary.BigEndian.Uint64(head[headModified:]); modified != 0 {
			t.Errorf("font modified at %d, want 0", modified)
		}
		if got := sum(data); got != magic {
			t.Errorf("sum of the font: got %x, want %x", got, uint32(magic))
		}
		clear(head[headAdjustment : headAdjustment+4])
		if got, want := binary.BigEndian.Uint32(record[recordChecksum:]), sum(head); got != want {
			t.Errorf("sum of the font's head: got %x, want %x", got, want)
		}
	}
	if fonts != 2 {
		t.Errorf("got %d fonts in the file, want regular and bold", fonts)
	}
}

// The table of a PDF says where each object begins.
func TestPDFTableHoldsWithoutTheDate(t *testing.T) {
	var file bytes.Buffer
	if err := PDF(&file, drawtest.Sheet(), draw.Light); err != nil {
		t.Fatal(err)
	}
	b := file.Bytes()
	entries := tableEntry.FindAllSubmatch(b, -1)
	if len(entries) < 5 {
		t.Fatalf("got %d objects, want catalog, pages, page, content, fonts", len(entries))
	}
	for i, entry := range entries {
		at := 0
		for _, digit := range entry[1] {
			at = 10*at + int(digit-'0')
		}
		want := draw.Itoa(i+1) + " 0 obj"
		if at+len(want) > len(b) || string(b[at:at+len(want)]) != want {
			t.Errorf("object %d at %d: want there %q", i+1, at, want)
		}
	}
	m := startOfTable.FindSubmatch(b)
	at := 0
	for _, digit := range m[1] {
		at = 10*at + int(digit-'0')
	}
	if !bytes.HasPrefix(b[at:], []byte("xref\n")) {
		t.Errorf("table at %d: got %.10q there, want xref", at, b[at:])
	}
}

func TestPDFHasRealText(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("no pdftotext here; the table of objects is tested without it")
	}
	file := filepath.Join(t.TempDir(), "sheet.pdf")
	var b bytes.Buffer
	if err := PDF(&b, drawtest.Sheet(), draw.Light); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-layout", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"colours and tints", "weight-grad", "F5 · 7/8 → 12.5 GB", "≤ ½ µs", "<a & \"b\" 'c'>"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("got text without %q: %s", want, out)
		}
	}
	if strings.Contains(string(out), "cut off") {
		t.Error("got the text that a clip cuts through; want its outlines")
	}
}

func TestPNGIsAnImage(t *testing.T) {
	var b bytes.Buffer
	if err := PNG(&b, drawtest.Sheet(), draw.Dark, 300); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.Bounds().Size(), image.Pt(300, 190); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
