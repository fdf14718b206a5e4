package site

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/llm"
	"inflight/scenes/suggest"
	"inflight/scenes/unit"
)

// The catalogues that {{calc}} reads beside the scenes, with knobs like theirs:
//
//	{{calc llm.kv-bytes model=llama-2-70b seq=4096}}
//	{{calc hw.flops gpu=h100-sxm dtype=fp8}}
//	{{calc hw.bandwidth link=pcie4}}
var catalogues = map[string]func(path string, values []scenes.Value) (quantity, error){
	"llm": modelFigure,
	"hw":  hardwareFigure,
}

// workload is what a figure of scenes/llm depends on.
type workload struct {
	Model, DType, Optimizer, Recompute string
	Params                             float64 // optional
	Layer, Seq, Batch, Tensor          int
	SequenceParallel, Flash            bool
}

func (w *workload) knobs() []scenes.Knob {
	const most = 1 << 20
	return []scenes.Knob{
		scenes.ModelKnob(&w.Model), scenes.ParamsKnob(&w.Params, w.Model), scenes.DTypeKnob(&w.DType),
		scenes.OptimizerKnob(&w.Optimizer), scenes.RecomputeKnob(&w.Recompute),
		scenes.SeqKnob(&w.Seq), scenes.WholeKnob(&w.Batch, "batch", 1, most),
		scenes.WholeKnob(&w.Layer, "layer", 0, most), scenes.WholeKnob(&w.Tensor, "tensor", 1, most),
		scenes.SwitchKnob(&w.SequenceParallel, "sequence-parallel"), scenes.SwitchKnob(&w.Flash, "flash"),
	}
}

func (w workload) kept() llm.Workload {
	return llm.Workload{
		Batch: w.Batch, Seq: w.Seq, DType: llm.DType(w.DType), Tensor: w.Tensor,
		SequenceParallel: w.SequenceParallel, Recompute: llm.Recompute(w.Recompute), Flash: w.Flash,
	}
}

// modelFigure is a figure of scenes/llm. Those of one layer are of layer=0.
func modelFigure(path string, values []scenes.Value) (quantity, error) {
	w := workload{
		Model: "llama-2-7b", DType: string(llm.BF16), Optimizer: string(llm.Adam), Recompute: string(llm.RecomputeNone),
		Seq: 4096, Batch: 1, Tensor: 1,
	}
	if err := set("llm", w.knobs, values); err != nil {
		return quantity{}, err
	}
	m, err := llm.Pick(w.Model, w.Params)
	if err != nil {
		return quantity{}, err
	}
	if w.Layer >= m.Layers {
		return quantity{}, fmt.Errorf("layer=%d: want a whole number from 0 to %d", w.Layer, m.Layers-1)
	}
	return pick("llm", path, modelFigures(m, w))
}

func modelFigures(m llm.Model, w workload) []figure {
	dtype, optimizer := llm.DType(w.DType), llm.Optimizer(w.Optimizer)
	count := func(id string, n int) figure { return figure{id, float64(n), unit.None} }
	weights, grads, states := m.ParamBytes(dtype), m.GradientBytes(dtype), m.Params()*optimizer.StateBytes()
	return []figure{
		count("layers", m.Layers), count("hidden", m.Hidden), count("heads", m.Heads), count("kv-heads", m.KVHeads),
		count("head-dim", m.HeadDim), count("ffn", m.FFN), count("vocab", m.Vocab), count("context", m.Context),
		{"params", m.Params(), unit.Params},
		{"active-params", m.ActiveParams(), unit.Params},
		{"layer-params", m.LayerParams(w.Layer), unit.Params},
		{"layer-param-bytes", m.LayerParams(w.Layer) * dtype.Bytes(), unit.Byte},
		{"embedding-params", m.EmbeddingParams(), unit.Params},
		{"param-bytes", weights, unit.Byte},
		{"grad-bytes", grads, unit.Byte},
		{"optimizer-bytes", states, unit.Byte},
		{"state-bytes", weights + grads + states, unit.Byte},
		{"kv-bytes-per-token", m.KVBytesPerToken(dtype), unit.Byte},
		{"kv-bytes", float64(w.Batch) * m.KVBytes(w.Seq, dtype), unit.Byte},
		{"layer-activation-bytes", m.ActivationBytes(w.Layer, w.kept()), unit.Byte},
		{"activation-bytes", allActivations(m, w.kept()), unit.Byte},
		{"layer-flops", m.LayerForward(w.Layer, w.Batch, w.Seq).Total(), unit.FLOP},
		{"forward-flops", m.Forward(w.Batch, w.Seq).Total(), unit.FLOP},
		{"train-flops", m.Train(w.Batch, w.Seq, llm.Recompute(w.Recompute)).Total(), unit.FLOP},
	}
}

func allActivations(m llm.Model, w llm.Workload) float64 {
	sum := m.EmbeddingActivationBytes(w) + m.HeadActivationBytes(w)
	for layer := range m.Layers {
		sum += m.ActivationBytes(layer, w)
	}
	return sum
}

// hardware is what a figure of scenes/hw depends on.
type hardware struct{ GPU, Link, Node, DType string }

func (h *hardware) knobs() []scenes.Knob {
	var links, nodes []scenes.Option
	for _, l := range hw.Links() {
		links = append(links, scenes.Option{Value: l.Key, Label: l.Name})
	}
	for _, n := range hw.Nodes() {
		nodes = append(nodes, scenes.Option{Value: n.Key, Label: n.Name})
	}
	return []scenes.Knob{
		scenes.GPUKnob(&h.GPU), scenes.DTypeKnob(&h.DType),
		scenes.ChoiceKnob(&h.Link, "link", links...), scenes.ChoiceKnob(&h.Node, "node", nodes...),
	}
}

// hardwareFigure is a figure of scenes/hw: of gpu=, link= or node=.
func hardwareFigure(path string, values []scenes.Value) (quantity, error) {
	h := hardware{DType: string(llm.BF16)}
	if err := set("hw", h.knobs, values); err != nil {
		return quantity{}, err
	}
	figures, origin, err := h.figures()
	if err != nil {
		return quantity{}, err
	}
	q, err := pick("hw", path, figures)
	switch {
	case err != nil:
		return quantity{}, err
	case origin.Doubtful(doubts[path]):
		return quantity{}, fmt.Errorf("hw.%s: %s is unconfirmed by its source", path, h.subject())
	case q.value == 0:
		return quantity{}, fmt.Errorf("hw.%s: no figure of %s is known", path, h.subject())
	}
	return q, nil
}

func (h hardware) subject() string { return h.GPU + h.Link + h.Node }

// figures are those of the one thing that is named.
func (h hardware) figures() ([]figure, hw.Origin, error) {
	switch name := h.subject(); (hardware{GPU: h.GPU, Link: h.Link, Node: h.Node}) {
	case hardware{}:
	case hardware{GPU: name}:
		a, err := hw.Find(h.GPU)
		return gpuFigures(a, h.DType), a.Origin, err
	case hardware{Link: name}:
		l, err := hw.FindLink(h.Link)
		return []figure{
			{"bandwidth", float64(l.Bandwidth), unit.BytesPerSecond},
			{"both-ways", float64(l.BothWays()), unit.BytesPerSecond},
			{"latency", l.Latency, unit.Second},
		}, l.Origin, err
	case hardware{Node: name}:
		n, err := hw.FindNode(h.Node)
		return []figure{
			{"nics", float64(n.NICs), unit.None},
			{"nic-bandwidth", float64(n.NIC), unit.BytesPerSecond},
			{"bandwidth", float64(n.Bandwidth()), unit.BytesPerSecond},
		}, n.Origin, err
	}
	return nil, hw.Origin{}, errors.New("hw: want one of gpu=, link= and node=")
}

func gpuFigures(a hw.Accelerator, dtype string) []figure {
	rate, _ := a.Rate(dtype)
	best, _ := a.Achievable()
	return []figure{
		{"flops", rate, unit.FLOPPerSecond},
		{"fp32", a.FP32, unit.FLOPPerSecond},
		{"achievable", best, unit.FLOPPerSecond},
		{"ridge", a.Ridge(), unit.Intensity},
		{"hbm", float64(a.HBM), unit.Byte},
		{"hbm-bandwidth", float64(a.HBMBandwidth), unit.BytesPerSecond},
		{"sms", float64(a.SMs), unit.None},
		{"shared-memory", float64(a.SharedMemory), unit.Byte},
		{"l2", float64(a.L2), unit.Byte},
		{"scale-up", float64(a.ScaleUp), unit.BytesPerSecond},
		{"neighbour", float64(a.Neighbour()), unit.BytesPerSecond},
	}
}

// doubts says which figure of a source a path needs.
var doubts = map[string]hw.Field{
	"flops": hw.FieldMatmul, "ridge": hw.FieldMatmul, "hbm": hw.FieldHBM, "hbm-bandwidth": hw.FieldHBMBandwidth,
	"sms": hw.FieldSMs, "shared-memory": hw.FieldSharedMemory, "l2": hw.FieldL2, "scale-up": hw.FieldScaleUp,
	"neighbour": hw.FieldScaleUp, "bandwidth": hw.FieldLinkBandwidth, "both-ways": hw.FieldLinkBandwidth,
	"nic-bandwidth": hw.FieldLinkBandwidth,
}

// figure is a number of a catalogue by its name.
type figure struct {
	id    string
	value float64
	unit  unit.Unit
}

func pick(catalogue, path string, figures []figure) (quantity, error) {
	var ids []string
	for _, f := range figures {
		if f.id == path {
			return quantity{value: f.value, unit: f.unit}, nil
		}
		ids = append(ids, f.id)
	}
	return quantity{}, unknownName(catalogue, "figure", path, ids)
}

// set gives knobs their values. What one knob allows may depend on another, so
// they are asked anew for each value.
func set(catalogue string, knobs func() []scenes.Knob, values []scenes.Value) error {
	for _, v := range values {
		var keys []string
		for _, k := range knobs() {
			keys = append(keys, k.Key)
		}
		i := slices.Index(keys, v.Key)
		if i < 0 {
			return unknownName(catalogue, "knob", v.Key, keys)
		}
		if p := knobs()[i].Set(v.Text); p != nil {
			return p
		}
	}
	return nil
}

// unknownName says what somebody does not have, and what was probably meant.
func unknownName(whose, what, name string, known []string) error {
	if near := suggest.Nearest(name, known); near != "" {
		return fmt.Errorf("%s has no %s %q (did you mean %q?)", whose, what, name, near)
	}
	return fmt.Errorf("%s has no %s %q; want one of %s", whose, what, name, strings.Join(known, ", "))
}
