package pipeline

import "inflight/scenes/sim"

// detail is what the scene says in the JSON of a plan, besides its film; lists
// are by rank.
type detail struct {
	Order    [][]string `json:"order"`     // what the rank does, as PyTorch's or DualPipe's lists write it
	IdlePS   []sim.Time `json:"idle_ps"`   // end of the film less what the rank computes
	PeakLive []int      `json:"peak_live"` // most chunks whose activations it holds
	Peak     []float64  `json:"peak_bytes"`
	Stages   []stage    `json:"stages"` // of one direction
}

type stage struct {
	Layers      [2]int   `json:"layers"` // from, up to
	F           sim.Time `json:"f_ps"`
	B           sim.Time `json:"b_ps"` // input gradient
	W           sim.Time `json:"w_ps"`
	Activations float64  `json:"activation_bytes"` // of a micro-batch
	Owed        float64  `json:"owed_bytes"`       // of them, and of output gradients, until the weight gradient
}

// Detail is for programs.
func (f *film) Detail() any {
	d := detail{Order: f.tokens()}
	for r := range f.byRank {
		d.IdlePS = append(d.IdlePS, f.idle(r))
		d.PeakLive = append(d.PeakLive, f.byRank[r].live)
		d.Peak = append(d.Peak, f.byRank[r].most)
	}
	for i := range f.costs {
		c := &f.costs[i]
		d.Stages = append(d.Stages, stage{[2]int{c.first, c.last}, c.fps, c.bps, c.wps, c.act, c.owed})
	}
	return d
}
