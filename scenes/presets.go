package scenes

import (
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// The knobs that most scenes have, with the names of scenes/hw and scenes/llm.

// ModelKnob binds the key of a model.
func ModelKnob(p *string) Knob { return ChoiceKnob(p, "model", models...) }

// ParamsKnob binds a free number of parameters; while it is empty the model's
// count stands for it.
func ParamsKnob(p *float64, model string) Knob {
	auto := 0.0
	if m, err := llm.Find(model); err == nil {
		auto = m.Params()
	}
	return NumberKnob(p, "params", unit.Params, llm.MinParams, llm.MaxParams).OrAuto(auto)
}

// DTypeKnob binds the type of a number in memory.
func DTypeKnob(p *string) Knob { return ChoiceKnob(p, "dtype", dtypes...) }

// LinkKnob binds the bandwidth of a link inside a node, one way: a number, or
// the name of a link or of an accelerator.
func LinkKnob(p *float64, key string) Knob { return bandwidthKnob(p, key, links) }

// NICKnob binds the bandwidth of a link between nodes, one way.
func NICKnob(p *float64, key string) Knob { return bandwidthKnob(p, key, nics) }

func bandwidthKnob(p *float64, key string, names []Named) Knob {
	const slowest, fastest = 1e6, 1e14 // bytes per second
	return NumberKnob(p, key, unit.BytesPerSecond, slowest, fastest).WithNames(names...)
}

// LatencyKnob binds what a transfer waits before its first byte.
func LatencyKnob(p *float64, key string) Knob {
	const longest, floor = 1e-3, 1e-7 // seconds
	return NumberKnob(p, key, unit.Second, 0, longest).OnLogScale(floor)
}

// GPUKnob binds the key of an accelerator.
func GPUKnob(p *string) Knob { return ChoiceKnob(p, "gpu", gpus...) }

// MFUKnob binds the share of an accelerator's peak that matrix products reach.
func MFUKnob(p *float64) Knob { return NumberKnob(p, "mfu", unit.Share, 0.01, 1) }

// SeqKnob binds the tokens of a sequence.
func SeqKnob(p *int) Knob { return WholeKnob(p, "seq", 1, 1<<20) }

// RecomputeKnob binds which activations are computed again.
func RecomputeKnob(p *string) Knob {
	return ChoiceKnob(p, "recompute", Words(string(llm.RecomputeNone), string(llm.RecomputeSelective), string(llm.RecomputeFull))...)
}

// OptimizerKnob binds the optimizer.
func OptimizerKnob(p *string) Knob { return ChoiceKnob(p, "optimizer", optimizers...) }

// What can be chosen, in the order shown. Figures in doubt are left out.
var (
	models = modelOptions()
	dtypes = dtypeOptions()
	gpus   = gpuOptions()
	links  = append(named(hw.LinksOf(hw.NVLink, hw.PCIe)), acceleratorNames()...)
	nics   = named(hw.LinksOf(hw.InfiniBand, hw.Ethernet))

	optimizers = optimizerOptions()
)

func modelOptions() []Option {
	var options []Option
	for _, m := range llm.Models() {
		options = append(options, Option{Value: m.Key, Label: m.Name})
	}
	return options
}

func dtypeOptions() []Option {
	var options []Option
	for _, d := range llm.DTypes() {
		options = append(options, Option{Value: string(d), Label: string(d)})
	}
	return options
}

func gpuOptions() []Option {
	var options []Option
	for _, a := range hw.Accelerators() {
		options = append(options, Option{Value: a.Key, Label: a.Name})
	}
	return options
}

func optimizerOptions() []Option {
	var options []Option
	for _, o := range llm.Optimizers() {
		options = append(options, Option{Value: string(o), Label: string(o)})
	}
	return options
}

func acceleratorNames() []Named {
	var names []Named
	for _, a := range hw.Accelerators() {
		if a.ScaleUp > 0 && !a.Doubtful(hw.FieldScaleUp) {
			names = append(names, Named{Name: a.Key, Label: a.Name, Value: float64(a.ScaleUp)})
		}
	}
	return names
}

func named(links []hw.Link) []Named {
	var names []Named
	for _, l := range links {
		if !l.Doubtful(hw.FieldLinkBandwidth) {
			names = append(names, Named{Name: l.Key, Label: l.Name, Value: float64(l.Bandwidth)})
		}
	}
	return names
}
