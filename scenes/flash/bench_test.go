package flash

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
)

func benchmarkBuild(b *testing.B, set string) {
	s := setting(b, set)
	for range b.N {
		if _, err := s.Build(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildDefault(b *testing.B) { benchmarkBuild(b, "") }
func BenchmarkBuildPaper(b *testing.B) {
	benchmarkBuild(b, "algo=fa1 pass=both batch=64")
}
func BenchmarkBuildLong(b *testing.B) {
	benchmarkBuild(b, "model=llama-3.1-405b seq=131072 batch=64 causal=true")
}

func BenchmarkDraw(b *testing.B) {
	f := filmOf(b, func(*Params) {})
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 0.5)
	v := scenes.View{Time: f.Telling(), Scale: 0.5}
	for range b.N {
		scenes.Draw(f, c, v)
	}
}
