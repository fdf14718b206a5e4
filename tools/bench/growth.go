package bench

import (
	"math"
	"strconv"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// Growth is how the time of a build or a run grows with one quantity of it.
type Growth struct {
	ID       string  `json:"id"`
	What     string  `json:"what"`
	Where    string  `json:"where"` // native, wasm
	Of       string  `json:"of"`    // what is counted: GPUs, tokens, …
	Points   []Point `json:"points"`
	Exponent float64 `json:"exponent"` // of the power of n that fits the upper half of the points
}

// Point is the seconds that a size took.
type Point struct {
	N       int     `json:"n"`
	Seconds float64 `json:"seconds"`
}

// series is one curve: a scene at settings that differ in one knob.
type series struct {
	id, what, of string
	scene, knob  string
	fixed        []scenes.Value
	sizes        []int
}

var curves = []series{
	{id: "gpus", what: "ring all-reduce built", of: "GPUs", scene: "collective", knob: "gpus",
		sizes: []int{256, 512, 1024, 2048, 4096, 8192, 16384}},
	{id: "all-to-all", what: "all-to-all over 8 GPUs a node, two NICs, from 16 nodes on one GPU for all, built", of: "nodes", scene: "collective", knob: "nodes",
		fixed: scenes.Values("op=all-to-all algo=direct nics=2"), sizes: []int{2, 4, 8, 16, 32, 64}},
	{id: "micro-batches", what: "1F1B of 16 stages built into a film", of: "micro-batches", scene: "pipeline", knob: "microbatches",
		fixed: scenes.Values("stages=16"), sizes: []int{16, 32, 64, 128, 256, 512, 1024}},
	{id: "tokens", what: "FlashAttention-2, causal, built", of: "tokens", scene: "flash", knob: "seq",
		fixed: scenes.Values("causal=true"), sizes: []int{2048, 4096, 8192, 16384, 32768, 65536, 131072}},
	{id: "requests", what: "OPT-13B serving 100 requests a second, by all four allocators, built", of: "requests", scene: "paged", knob: "requests",
		fixed: scenes.Values("rate=100"), sizes: []int{32, 64, 128, 256, 512}},
}

// Growths measures the curves.
func Growths(where string) ([]Growth, error) {
	run := Growth{ID: "tasks", What: "Run on 1F1B of 64 stages", Where: where, Of: "tasks"}
	for m := 32; m <= 2048; m *= 2 {
		g := pipeline(64, m)
		var t *sim.Timeline
		seconds := Median(func() {
			t, _ = g.Run() // the graph is ours
		})
		run.Points = append(run.Points, Point{t.Len(), seconds})
	}
	all := []Growth{run}
	for _, s := range curves {
		g := Growth{ID: s.id, What: s.what, Where: where, Of: s.of}
		for _, n := range s.sizes {
			seconds, err := build(s.scene, append(s.at(n), s.fixed...))
			if err != nil {
				return nil, err
			}
			g.Points = append(g.Points, Point{n, seconds})
		}
		all = append(all, g)
	}
	for i := range all {
		all[i].Exponent = exponent(all[i].Points[len(all[i].Points)/2:])
	}
	return all, nil
}

// at is the setting of a size.
func (s series) at(n int) []scenes.Value {
	at := []scenes.Value{{Key: s.knob, Text: strconv.Itoa(n)}}
	if s.knob == "nodes" {
		at = append(at, scenes.Value{Key: "gpus", Text: strconv.Itoa(8 * n)})
	}
	return at
}

// exponent is the slope of the straight line through the logarithms, by least squares.
func exponent(points []Point) float64 {
	var x, y, xx, xy float64
	n := float64(len(points))
	for _, p := range points {
		u, v := math.Log(float64(p.N)), math.Log(p.Seconds)
		x, y, xx, xy = x+u, y+v, xx+u*u, xy+u*v
	}
	return (n*xy - x*y) / (n*xx - x*x)
}
