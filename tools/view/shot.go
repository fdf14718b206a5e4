//go:build js || desktop

package main

import (
	"fmt"
	"image"
	"image/png"
	"os"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/wasm/stage"
)

// shooter writes what the window shows to a file, and leaves.
type shooter struct {
	*stage.Game
	file   string
	frames int
	err    error
}

// shotFrame is the frame that is written: the window has its size by then.
const shotFrame = 5

func shoot(g *stage.Game, file string) error {
	s := &shooter{Game: g, file: file}
	if err := stage.RunGame(s); err != nil {
		return err
	}
	return s.err
}

func (s *shooter) Update() error {
	if s.frames >= shotFrame {
		return ebiten.Termination
	}
	return s.Game.Update()
}

func (s *shooter) Draw(screen *ebiten.Image) {
	s.Game.Draw(screen)
	if s.frames++; s.frames == shotFrame {
		s.Game.DrawFinalScreen(screen, screen, ebiten.GeoM{})
		s.err = s.write(screen)
	}
}

func (s *shooter) write(screen *ebiten.Image) error {
	picture := image.NewRGBA(screen.Bounds())
	screen.ReadPixels(picture.Pix)
	f, err := os.Create(s.file)
	if err != nil {
		return fmt.Errorf("-shot: %w", err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		return fmt.Errorf("-shot %s: %w", s.file, err)
	}
	return f.Close()
}
