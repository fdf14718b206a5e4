package scenetest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
	"inflight/scenes/sim"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// format is one of the two sizes of a canvas.
type format struct {
	name          string
	width, height float64
}

var formats = []format{
	{"landscape", draw.LandscapeWidth, draw.LandscapeHeight},
	{"portrait", draw.PortraitWidth, draw.PortraitHeight},
}

// frame draws one frame as SVG.
func frame(t *testing.T, film scenes.Film, fm format, v scenes.View) []byte {
	t.Helper()
	c := draw.NewCanvas(fm.width, fm.height, v.Scale)
	scenes.Draw(film, c, v)
	var b bytes.Buffer
	if err := svg.Write(&b, c, svg.Options{Theme: svg.Light}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// testFrames holds the frames of the default setting and of the presets to what
// every frame must keep.
func testFrames(t *testing.T, e *scenes.Entry) {
	settings := []*scenes.Setting{e.New()}
	for _, p := range e.Presets {
		s := e.New()
		s.Apply(p.Values, true)
		settings = append(settings, s)
	}
	for _, s := range settings {
		film, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		end := film.Timeline().End()
		for _, fm := range formats {
			for _, scale := range []float64{0.39, 0.46, 1} {
				for _, at := range []sim.Time{0, end / 3, end / 2, end} {
					testFrame(t, film, fm, scenes.View{Time: at, Scale: scale})
				}
			}
			stateless(t, film, fm)
		}
	}
}

// testFrame wants text that can be read and that stays inside the picture.
func testFrame(t *testing.T, film scenes.Film, fm format, v scenes.View) {
	t.Helper()
	c := draw.NewCanvas(fm.width, fm.height, v.Scale)
	scenes.Draw(film, c, v)
	if len(c.Ops()) == 0 {
		t.Errorf("%s at %v is empty", fm.name, v.Time)
	}
	for _, op := range c.Ops() {
		if op.Kind != draw.OpText {
			continue
		}
		if px := op.Font.Size * v.Scale; px < draw.MinText-0.01 {
			t.Errorf("%s, scale %v: %q is %.1f CSS pixels high, want %d", fm.name, v.Scale, op.Text, px, draw.MinText)
		}
		b := inked(op)
		if b.x0 < -0.5 || b.x1 > fm.width+0.5 || op.Y > fm.height || op.Y < op.Font.Size/2 {
			t.Errorf("%s, scale %v, %v: %q from %.0f to %.0f at %.0f leaves the picture", fm.name, v.Scale, v.Time, op.Text, b.x0, b.x1, op.Y)
		}
	}
}

// stateless draws an instant twice with another in between: the same bytes.
func stateless(t *testing.T, film scenes.Film, fm format) {
	t.Helper()
	end := film.Timeline().End()
	v := scenes.View{Time: end / 3, Scale: 0.46}
	c := draw.NewCanvas(fm.width, fm.height, v.Scale)
	picture := func(at sim.Time) string {
		v.Time = at
		scenes.Draw(film, c, v)
		var b bytes.Buffer
		if err := svg.Write(&b, c, svg.Options{Theme: svg.Light}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := picture(end / 3)
	picture(end)
	picture(0)
	if again := picture(end / 3); again != first {
		t.Errorf("%s: a frame differs after others were drawn", fm.name)
	}
}

// testGolden compares frames at 0, 50 and 100 % with those kept in testdata:
// read the diff and look at the picture before you update them.
func testGolden(t *testing.T, e *scenes.Entry) {
	film, err := e.New().Build()
	if err != nil {
		t.Fatal(err)
	}
	end := film.Timeline().End()
	for _, fm := range formats {
		for _, percent := range []sim.Time{0, 50, 100} {
			got := frame(t, film, fm, scenes.View{Time: end / 100 * percent, Scale: 0.5})
			path := filepath.Join("testdata", "golden", fm.name+"-"+strconv.Itoa(int(percent))+".svg")
			if *update {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v; go test -update writes it", err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs from the frame drawn now; go test -update, then read the diff and look at the picture", path)
			}
		}
	}
}
