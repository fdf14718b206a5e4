package site

import (
	"strings"

	"inflight/scenes/llm"
	"inflight/scenes/unit"
)

// modelTable is what a model weighs.
func modelTable(in words) numberTable {
	t := numberTable{Caption: in.say("models"), Columns: in.columns("model", "params", "active", "published", "weights", "kv", "context")}
	for _, m := range llm.Models() {
		active := "–"
		if m.MoE.Experts > 0 {
			active = unit.FormatDigits(m.ActiveParams(), unit.Params, 4)
		}
		published := m.Published
		if published == "" {
			published = "–"
		}
		t.Rows = append(t.Rows, numberRow{ID: m.Key, Name: m.Name, Cells: []cell{
			{unit.FormatDigits(m.Params(), unit.Params, 4), false},
			{active, false},
			{published, false},
			{unit.Format(m.ParamBytes(llm.BF16), unit.Byte), false},
			{unit.Format(m.KVBytesPerToken(llm.BF16), unit.Byte), false},
			{whole(m.Context), strings.HasPrefix(m.Unconfirmed, "context")},
		}}.from(in, m.Source, m.Version, string(m.Status), in.doubt(m.Unconfirmed)))
	}
	return t
}

// layerTable is the shape that all else follows from.
func layerTable(in words) numberTable {
	t := numberTable{Caption: in.say("layers"), Columns: in.columns("model", "layers", "hidden", "heads", "kv-heads", "head-dim", "ffn", "vocab", "shape")}
	for _, m := range llm.Models() {
		t.Rows = append(t.Rows, numberRow{Name: m.Name, To: m.Key, Cells: []cell{
			{whole(m.Layers), false}, {whole(m.Hidden), false}, {whole(m.Heads), false}, {whole(m.KVHeads), false},
			{whole(m.HeadDim), false}, {whole(m.FFN), false}, {whole(m.Vocab), strings.Contains(m.Unconfirmed, "vocabulary")},
			{traits(in, m), false},
		}})
	}
	return t
}

// traits says in words what the columns do not.
func traits(in words, m llm.Model) string {
	list := []string{in.say("block." + string(m.Block))}
	add := func(there bool, key string, numbers ...int) {
		if there {
			args := make([]string, len(numbers))
			for i, n := range numbers {
				args[i] = whole(n)
			}
			list = append(list, in.say("shape."+key, args...))
		}
	}
	add(m.MLA.KVRank > 0, "mla", m.MLA.KVRank, m.MLA.RoPE)
	add(m.MLA.QRank > 0, "q-rank", m.MLA.QRank)
	add(m.MoE.Experts > 0, "moe", m.MoE.PerToken, m.MoE.Experts, m.MoE.FFN)
	add(m.MoE.Shared > 0, "shared", m.MoE.Shared)
	add(m.MoE.DenseLayers > 0, "dense", m.MoE.DenseLayers)
	add(m.Tied, "tied")
	add(m.QKVBias, "qkv-bias")
	add(m.QKNorm, "qk-norm")
	add(m.Window > 0, "window", m.Window)
	return strings.Join(list, in.comma())
}

func formatTable(in words) numberTable {
	t := numberTable{Caption: in.say("formats"), Columns: in.columns("format", "bytes")}
	for _, d := range llm.DTypes() {
		t.Rows = append(t.Rows, numberRow{ID: string(d), Name: string(d), Cells: []cell{{unit.Format(d.Bytes(), unit.Byte), false}}})
	}
	return t
}

// optimizerTable is what a parameter costs in training, in mixed precision.
func optimizerTable(in words) numberTable {
	t := numberTable{Caption: in.say("optimizers"), Columns: in.columns("optimizer", "state-bytes", "training-bytes")}
	for _, o := range llm.Optimizers() {
		states := o.StateBytes()
		t.Rows = append(t.Rows, numberRow{ID: string(o), Name: in.say("optimizer." + string(o)), Cells: []cell{
			{unit.Format(states, unit.Byte), false}, {unit.Format(2*llm.BF16.Bytes()+states, unit.Byte), false},
		}})
	}
	return t
}
