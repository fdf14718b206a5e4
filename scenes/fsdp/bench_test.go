package fsdp

import (
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
)

func benchmarkBuild(b *testing.B, values string) {
	p := settingOf(b, strings.Fields(values)...)
	b.ResetTimer()
	for range b.N {
		if _, err := build(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildDefault(b *testing.B) { benchmarkBuild(b, "") }
func BenchmarkBuildDDP(b *testing.B)     { benchmarkBuild(b, "strategy=ddp") }
func BenchmarkBuildLargest(b *testing.B) {
	benchmarkBuild(b, "params=10T strategy=ddp bucket=1 gpus=16384 nodes=2048")
}

func benchmarkDraw(b *testing.B, values string) {
	f := must(b, strings.Fields(values)...)
	c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 0.5)
	v := scenes.View{Time: f.Telling(), Scale: 0.5}
	b.ResetTimer()
	for range b.N {
		scenes.Draw(f, c, v)
	}
}

func BenchmarkDraw(b *testing.B)    { benchmarkDraw(b, "") }
func BenchmarkDrawDDP(b *testing.B) { benchmarkDraw(b, "strategy=ddp gpus=64 nodes=8") }
