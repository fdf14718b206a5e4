//go:build js || desktop

package stage

import (
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

var keep = flag.String("keep", "", "write what the tests draw to this folder, to be looked at")

// loop runs the tests within Ebitengine's loop: outside it nothing is drawn.
type loop struct {
	m    *testing.M
	code int
}

func (l *loop) Update() error {
	l.code = l.m.Run()
	return ebiten.Termination
}

func (l *loop) Draw(*ebiten.Image)                  {}
func (l *loop) Layout(w, h int) (width, height int) { return w, h }

func TestMain(m *testing.M) {
	flag.Parse()
	l := &loop{m: m, code: 1}
	if err := ebiten.RunGame(l); err != nil {
		panic(err)
	}
	os.Exit(l.code)
}

// paint gives what a function draws on a target of a size.
func paint(t testing.TB, w, h int, draw func(target *ebiten.Image)) *image.RGBA {
	t.Helper()
	target := ebiten.NewImage(w, h)
	defer target.Deallocate()
	draw(target)
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	target.ReadPixels(picture.Pix)
	if *keep != "" {
		write(t, picture)
	}
	return picture
}

var written = map[string]int{}

func write(t testing.TB, picture image.Image) {
	t.Helper()
	name := filepath.Base(t.Name())
	written[name]++
	f, err := os.Create(filepath.Join(*keep, name+string(rune('0'+written[name]))+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}
