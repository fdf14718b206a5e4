//go:build js

// Command bare is an Ebitengine program that draws nothing: what the stage's
// size and start are compared with.
package main

import "github.com/hajimehoshi/ebiten/v2"

type game struct{}

func (game) Update() error                       { return nil }
func (game) Draw(*ebiten.Image)                  {}
func (game) Layout(width, height int) (int, int) { return width, height }

func main() {
	if err := ebiten.RunGame(game{}); err != nil {
		panic(err)
	}
}
