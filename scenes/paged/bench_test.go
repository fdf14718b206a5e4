package paged

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
)

func benchmarkBuild(b *testing.B, set func(*Params)) {
	p := defaults
	set(&p)
	for range b.N {
		if _, err := build(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildDefault(b *testing.B) { benchmarkBuild(b, func(*Params) {}) }

func BenchmarkBuildOPT13B(b *testing.B) {
	benchmarkBuild(b, func(p *Params) { use(b, p, "opt-13b") })
}

func BenchmarkBuildLlama(b *testing.B) {
	benchmarkBuild(b, func(p *Params) { use(b, p, "llama-3-8b") })
}

func benchmarkDraw(b *testing.B, preset string) {
	p := defaults
	use(b, &p, preset)
	f, err := build(p)
	if err != nil {
		b.Fatal(err)
	}
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 0.5)
	v := scenes.View{Time: f.Timeline().End() / 3, Scale: 0.5}
	for range b.N {
		scenes.Draw(f, c, v)
	}
}

func BenchmarkDrawSmall(b *testing.B)  { benchmarkDraw(b, "small") }
func BenchmarkDrawOPT13B(b *testing.B) { benchmarkDraw(b, "opt-13b") }
func BenchmarkDrawLlama(b *testing.B)  { benchmarkDraw(b, "llama-3-8b") }
