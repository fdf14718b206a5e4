//go:build browser

package browser_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// pixel is a colour as three numbers from 0 to 255.
func pixel(img image.Image, x, y int) [3]float64 {
	c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
	return [3]float64{float64(c.R), float64(c.G), float64(c.B)}
}

func apart(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// differing is the share of pixels in which two images of one size differ by more
// than software drawing in two runs could.
func differing(a, b image.Image) float64 {
	return awayFromEdges(a, b, 0, 8)
}

// awayFromEdges is the share of pixels by which images of one size differ by more
// than a tolerance, of those that lie farther than margin pixels from any edge
// of b. Images of different size differ everywhere.
func awayFromEdges(a, b image.Image, margin int, tolerance float64) float64 {
	size := b.Bounds().Size()
	if a.Bounds().Size() != size {
		return 1
	}
	counted, wrong := 0, 0
	for y := margin; y < size.Y-margin; y++ {
		for x := margin; x < size.X-margin; x++ {
			if !flat(b, x, y, margin) {
				continue
			}
			counted++
			at := a.Bounds().Min.Add(image.Pt(x, y))
			if apart(pixel(a, at.X, at.Y), pixel(b, b.Bounds().Min.X+x, b.Bounds().Min.Y+y)) > tolerance {
				wrong++
			}
		}
	}
	if counted == 0 {
		return 1
	}
	return float64(wrong) / float64(counted)
}

// flat says that all pixels within margin have one colour.
func flat(img image.Image, x, y, margin int) bool {
	at := img.Bounds().Min.Add(image.Pt(x, y))
	middle := pixel(img, at.X, at.Y)
	for dy := -margin; dy <= margin; dy++ {
		for dx := -margin; dx <= margin; dx++ {
			if apart(middle, pixel(img, at.X+dx, at.Y+dy)) > 2 {
				return false
			}
		}
	}
	return true
}

// energy is the mean square of the difference between neighbours: an image that
// was scaled has less of it than one that was drawn for its pixels.
// darkest is the brightness of the darkest pixel that is so near to an edge of a
// picture, from 0 to 255.
func darkest(img image.Image, near int) float64 {
	least := 255.0
	b := img.Bounds()
	inner := b.Inset(near)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if !image.Pt(x, y).In(inner) {
				least = min(least, pixel(img, x, y)[1])
			}
		}
	}
	return least
}

func energy(img image.Image) float64 {
	b := img.Bounds()
	sum, n := 0.0, 0
	for y := b.Min.Y; y < b.Max.Y-1; y++ {
		for x := b.Min.X; x < b.Max.X-1; x++ {
			here := pixel(img, x, y)
			for _, other := range [][3]float64{pixel(img, x+1, y), pixel(img, x, y+1)} {
				d := here[1] - other[1]
				sum += d * d
				n++
			}
		}
	}
	return sum / float64(n)
}

// keep writes images that are not alike, to be looked at.
func keep(t *testing.T, name string, got, want image.Image) {
	t.Helper()
	for which, img := range map[string]image.Image{"got": got, "want": want} {
		file := filepath.Join(os.TempDir(), "inflight-"+name+"-"+which+".png")
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Log(file)
	}
}

// settled is a part of the window once two shots in a row are the same: a page
// is composed of its own layers and the stage's, which come to the screen apart.
func (p *tab) settled(r rect) image.Image {
	p.t.Helper()
	last := p.shot(r)
	p.waitFor("the picture stands still", func() bool {
		before := last
		last = p.shot(r)
		return differing(before, last) == 0
	})
	return last
}
