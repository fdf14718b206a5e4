// Package motion writes frames as films: animated GIF and animated PNG. Both hold
// of each frame only the rectangle that changed, and a frame that changed nothing
// makes the one before it last longer. The same frames give the same bytes.
package motion

import (
	"fmt"
	"image"
)

// Writer takes the frames of a film, all of one size. After the last, Close ends
// the file. The writer keeps nothing of a frame that it was given.
type Writer interface {
	Frame(img *image.RGBA) error
	Close() error
}

// changed is the smallest rectangle that holds every pixel in which two images of
// a size differ, pixels being equally many bytes; empty when they are the same.
func changed(a, b []byte, width, height, bytes int) image.Rectangle {
	row := width * bytes
	r := image.Rectangle{Min: image.Pt(width, height)}
	for y := range height {
		p, q := a[y*row:(y+1)*row], b[y*row:(y+1)*row]
		if string(p) == string(q) {
			continue
		}
		r.Min.Y = min(r.Min.Y, y)
		r.Max.Y = y + 1
		first := 0
		for p[first] == q[first] {
			first++
		}
		last := row - 1
		for p[last] == q[last] {
			last--
		}
		r.Min.X = min(r.Min.X, first/bytes)
		r.Max.X = max(r.Max.X, last/bytes+1)
	}
	if r.Max.Y == 0 {
		return image.Rectangle{}
	}
	return r
}

// size holds the frames of a film to one size.
type size struct{ width, height int }

func (s *size) hold(img *image.RGBA, most int) error {
	got := img.Bounds().Size()
	switch {
	case img.Bounds().Min != image.Point{} || got.X < 1 || got.Y < 1 || got.X > most || got.Y > most || img.Stride != 4*got.X:
		return fmt.Errorf("frame of %dx%d: want 1 to %d pixels each way, from 0,0 on", got.X, got.Y, most)
	case s.width == 0:
		s.width, s.height = got.X, got.Y
	case s.width != got.X || s.height != got.Y:
		return fmt.Errorf("frame of %dx%d: want %dx%d like those before", got.X, got.Y, s.width, s.height)
	}
	return nil
}
