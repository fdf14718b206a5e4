package llm

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// shapeCount is what the shape alone counts.
func shapeCount(m Model) float64 {
	m.Count = 0
	return m.Params()
}

func TestShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := math.Floor(math.Pow(10, rapid.Float64Range(6, 13).Draw(t, "log10")))
		m := Shape(p)
		if m.Params() != p {
			t.Fatalf("%v parameters, want exactly %v", m.Params(), p)
		}
		if got := shapeCount(m); math.Abs(got-p) > 0.01*p {
			t.Fatalf("the shape counts %v, want within 1 %% of %v: %+v", got, p, m)
		}
		if ratio := float64(m.FFN) / float64(m.Hidden); ratio < 1.5 || ratio > 5 {
			t.Fatalf("feed-forward width is %.2f times hidden: %+v", ratio, m)
		}
		if m.Heads%m.KVHeads != 0 || m.HeadDim < 8 || m.Vocab < 512 || m.Vocab > 32000 || m.Layers < 4 {
			t.Fatalf("%+v", m)
		}
		if q := float64(m.Heads*m.HeadDim) / float64(m.Hidden); q < 0.66 || q > 1.34 {
			t.Fatalf("queries are %.2f times hidden: %+v", q, m)
		}
		for _, layer := range []int{0, m.Layers - 1} {
			if got, want := m.LayerParams(layer), (p-m.EmbeddingParams()-m.HeadParams())/float64(m.Layers); math.Abs(got-want) > 1 {
				t.Fatalf("layer %d has %v, want %v", layer, got, want)
			}
		}
	})
}

func TestShapeNeverShrinks(t *testing.T) {
	last := Shape(MinParams)
	for p := float64(MinParams); p < MaxParams; p *= 1.003 {
		m := Shape(p)
		if m.Layers < last.Layers || m.Hidden < last.Hidden || m.Heads < last.Heads || m.HeadDim < last.HeadDim || m.Vocab < last.Vocab && m.Hidden == last.Hidden {
			t.Fatalf("at %v\ngot  %+v\nafter %+v", p, m, last)
		}
		last = m
	}
}

func TestShapeIsNearThePublishedOnes(t *testing.T) {
	for _, c := range []struct {
		key    string
		hidden float64 // relative distance allowed: what the steps of hidden give
	}{
		{"llama-2-7b", 0}, {"llama-2-13b", 0}, {"llama-2-70b", 0}, {"llama-3-70b", 0}, {"llama-3.1-405b", 0}, {"llama-3.2-1b", 0.15},
	} {
		want := must(t, c.key)
		got := Shape(want.Params())
		if math.Abs(float64(got.Layers-want.Layers)) > 1 || math.Abs(float64(got.Hidden-want.Hidden)) > c.hidden*float64(want.Hidden) {
			t.Errorf("%s: got %d layers of %d, want %d of %d", c.key, got.Layers, got.Hidden, want.Layers, want.Hidden)
		}
	}
}

func TestShapeOutsideItsRange(t *testing.T) {
	for _, c := range []struct{ p, as float64 }{{0, MinParams}, {-1, MinParams}, {math.NaN(), MinParams}, {math.Inf(-1), MinParams}, {1e20, MaxParams}, {math.Inf(1), MaxParams}} {
		got, want := Shape(c.p), Shape(c.as)
		if got.Layers != want.Layers || got.Hidden != want.Hidden || got.FFN != want.FFN || got.Vocab != want.Vocab {
			t.Errorf("Shape(%v) = %+v, want the shape of %v", c.p, got, c.as)
		}
	}
}
