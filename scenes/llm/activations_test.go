package llm

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// paper is testdata/activation_memory.json: Korthikanti et al., arXiv
// 2205.05198.
type paper struct {
	PerLayer map[string]string  `json:"per_layer"`
	Parts    map[string]string  `json:"parts_of_34"`
	Extra    string             `json:"extra_embedding_output"`
	GPT3     map[string]float64 `json:"gpt3"`
	MTNLG    map[string]float64 `json:"mtnlg_530B"`
	Configs  map[string]any     `json:"table3_configs"`
	Times    map[string]any     `json:"table5_iteration_s"`
	Derived  []struct {
		Model   string
		Core    float64            `json:"5as/h"`
		Bytes   map[string]float64 `json:"per_layer_bytes"`
		Percent map[string]float64 `json:"pct_of_eq2"`
		Saves   float64            `json:"selective_saves_pct"`
		FLOPs   float64            `json:"selective_flops_overhead_pct_s/(6h)"`
	} `json:"derived_table"`
}

// config is a row of the paper's Table 3.
type config struct {
	model                 Model
	t, gpus, batch, micro int
}

func (p paper) config(t *testing.T, name string) config {
	t.Helper()
	v := numbers(t, p.Configs, name) // a, h, L, t, p, GPUs, global batch, micro-batch
	return config{gptShape(int(v[2]), int(v[1]), int(v[0])), int(v[3]), int(v[5]), int(v[6]), int(v[7])}
}

// gptShape is the paper's: s = 2048, v = 51,200.
func gptShape(layers, hidden, heads int) Model {
	return Model{Block: GPT, Tied: true, Layers: layers, Hidden: hidden, Heads: heads, KVHeads: heads, HeadDim: hidden / heads, FFN: 4 * hidden, Vocab: 51200, Context: 2048}
}

func numbers(t *testing.T, table map[string]any, name string) []float64 {
	t.Helper()
	list, ok := table[name].([]any)
	if !ok {
		t.Fatalf("no row %q", name)
	}
	var v []float64
	for _, x := range list {
		v = append(v, x.(float64))
	}
	return v
}

// settings are the ways of the paper, by the words of the file, without its
// equation numbers.
var settings = map[string]Workload{
	"no parallelism":                       {Tensor: 1},
	"tensor parallel":                      {},
	"tensor+sequence parallel":             {SequenceParallel: true},
	"tensor parallel + selective":          {Recompute: RecomputeSelective},
	"tensor+sequence parallel + selective": {SequenceParallel: true, Recompute: RecomputeSelective},
	"full recompute":                       {Recompute: RecomputeFull},
	"none_tp_baseline":                     {},
	"tp+sp":                                {SequenceParallel: true},
	"tp+selective":                         {Recompute: RecomputeSelective},
	"tp+sp+selective":                      {SequenceParallel: true, Recompute: RecomputeSelective},
	"full_recompute":                       {Recompute: RecomputeFull},
	"full":                                 {Recompute: RecomputeFull},
}

func setting(t *testing.T, name string, b, tensor int) Workload {
	t.Helper()
	name, _, _ = strings.Cut(name, "(eq")
	w, ok := settings[strings.TrimSpace(name)]
	if !ok {
		t.Fatalf("no setting %q", name)
	}
	w.Batch, w.Seq, w.DType = b, 2048, FP16
	if w.Tensor == 0 {
		w.Tensor = tensor
	}
	return w
}

// formulas are the file's, as Go.
var formulas = map[string]func(s, b, h, a, t float64) float64{
	"sbh(34+5as/h)":         func(s, b, h, a, t float64) float64 { return s * b * h * (34 + 5*a*s/h) },
	"sbh(10+24/t+5as/(ht))": func(s, b, h, a, t float64) float64 { return s * b * h * (10 + 24/t + 5*a*s/(h*t)) },
	"(sbh/t)(34+5as/h)":     func(s, b, h, a, t float64) float64 { return s * b * h / t * (34 + 5*a*s/h) },
	"sbh(10+24/t)":          func(s, b, h, a, t float64) float64 { return s * b * h * (10 + 24/t) },
	"34sbh/t":               func(s, b, h, a, t float64) float64 { return 34 * s * b * h / t },
	"2sbh":                  func(s, b, h, a, t float64) float64 { return 2 * s * b * h },
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*math.Abs(want) }

func TestGPTActivationsAreThoseOfTheEquations(t *testing.T) {
	var p paper
	load(t, "activation_memory.json", &p)
	for name, text := range p.PerLayer {
		formula := formulas[text]
		if formula == nil {
			t.Fatalf("no formula %q", text)
		}
		for _, model := range []string{"22B", "175B", "530B", "1T"} {
			for _, tensor := range []int{1, 2, 8} {
				c := p.config(t, model)
				w := setting(t, name, c.micro, tensor)
				got, want := c.model.ActivationBytes(0, w), formula(2048, float64(c.micro), float64(c.model.Hidden), float64(c.model.Heads), float64(w.Tensor))
				if !near(got, want) {
					t.Errorf("%s, %s, t=%d: %v B, want %v", model, name, tensor, got, want)
				}
			}
		}
	}
}

func TestGPTActivationsAreThoseOfTheTable(t *testing.T) {
	var p paper
	load(t, "activation_memory.json", &p)
	if len(p.Derived) != 4 {
		t.Fatalf("%d models, want 4", len(p.Derived))
	}
	for _, row := range p.Derived {
		c := p.config(t, row.Model)
		if got := 5 * float64(c.model.Heads) * 2048 / float64(c.model.Hidden); !near(got, row.Core) {
			t.Errorf("%s: 5as/h is %v, want %v", row.Model, got, row.Core)
		}
		bytes := func(name string) float64 { return c.model.ActivationBytes(0, setting(t, name, c.micro, c.t)) }
		for name, want := range row.Bytes {
			if got := bytes(name); !near(got, want) {
				t.Errorf("%s, %s: %v B, want %v", row.Model, name, got, want)
			}
		}
		for name, want := range row.Percent {
			if got := 100 * bytes(name) / bytes("none_tp_baseline"); math.Abs(got-want) > 0.05+1e-9 { // printed to 0.1
				t.Errorf("%s, %s: %.2f %% of eq. 2, want %v", row.Model, name, got, want)
			}
		}
		if got := 100 * (1 - bytes("tp+sp+selective")/bytes("tp+sp")); math.Abs(got-row.Saves) > 0.05+1e-9 {
			t.Errorf("%s: selective recomputation saves %.2f %%, want %v", row.Model, got, row.Saves)
		}
		if got := 100 * 2048 / float64(6*c.model.Hidden); math.Abs(got-row.FLOPs) > 0.005+1e-9 {
			t.Errorf("%s: s/(6h) is %.3f %%, want %v", row.Model, got, row.FLOPs)
		}
	}
}

func TestPublishedSavings(t *testing.T) {
	var p paper
	load(t, "activation_memory.json", &p)
	for _, v := range []map[string]float64{p.GPT3, p.MTNLG} {
		m := gptShape(1, int(v["h"]), int(v["a"]))
		all := m.ActivationBytes(0, Workload{Batch: 1, Seq: int(v["s"]), DType: FP16})
		less := m.ActivationBytes(0, Workload{Batch: 1, Seq: int(v["s"]), DType: FP16, Recompute: RecomputeSelective})
		if got := 100 * (1 - less/all); math.Abs(got-v["selective_saves_pct"]) > 0.5 { // printed to 1
			t.Errorf("h=%v: saves %.2f %%, want %v", v["h"], got, v["selective_saves_pct"])
		}
		if got := 5 * v["a"] * v["s"] / v["h"]; got != v["5as/h"] {
			t.Errorf("h=%v: 5as/h is %v, want %v", v["h"], got, v["5as/h"])
		}
	}
}

func TestPartsOfThirtyFour(t *testing.T) {
	m, w := gptShape(1, 1024, 16), Workload{Batch: 1, Seq: 512, DType: FP16}
	var norms, mlp, attention float64
	for _, a := range m.Activations(0, w) {
		switch {
		case strings.Contains(a.Name, "norm"):
			norms += a.Bytes
		case strings.Contains(a.Name, "feed-forward"), strings.Contains(a.Name, "GELU"):
			mlp += a.Bytes
		default:
			attention += a.Bytes
		}
	}
	sbh := 512. * 1024
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"layernorms 4sbh", norms, 4 * sbh}, {"mlp 19sbh", mlp, 19 * sbh}, {"attention 11sbh + 5as^2b", attention, 11*sbh + 5*16*512*512},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	var p paper
	load(t, "activation_memory.json", &p)
	if p.Parts["attention"] != "11sbh + 5as^2b" || p.Parts["mlp"] != "19sbh" || p.Parts["layernorms"] != "4sbh" {
		t.Errorf("the file's parts are %v", p.Parts)
	}
}

func TestEmbeddingAndHeadActivations(t *testing.T) {
	var p paper
	load(t, "activation_memory.json", &p)
	if want := "(sbhL/t)(p/L + delta_{p=1}*(4/L)(1+v/h))"; p.Extra != want {
		t.Fatalf("the file has %q, want %q", p.Extra, want)
	}
	c := p.config(t, "22B") // p = 1
	w := Workload{Batch: c.micro, Seq: 2048, DType: FP16, Tensor: c.t, SequenceParallel: true}
	sbht := float64(c.micro) * 2048 * float64(c.model.Hidden) / float64(c.t)
	if got, want := c.model.EmbeddingActivationBytes(w)+c.model.HeadActivationBytes(w), sbht*(1+4*(1+51200/float64(c.model.Hidden))); !near(got, want) {
		t.Errorf("got %v B, want %v", got, want)
	}
	if got := must(t, "llama-2-7b").EmbeddingActivationBytes(w); got != 0 {
		t.Errorf("Llama keeps %v B of the embedding, want 0", got)
	}
}

func TestFlashKeepsAStatisticARow(t *testing.T) {
	m, w := gptShape(1, 4096, 32), Workload{Batch: 2, Seq: 8192, DType: BF16}
	w.Flash = true
	// 34sbh and 4 bytes a row and head.
	if got, want := m.ActivationBytes(0, w), 34.*8192*2*4096+4*32*8192*2; got != want {
		t.Errorf("got %v B, want %v", got, want)
	}
	once := m.ActivationBytes(0, w)
	w.Seq *= 2
	if got := m.ActivationBytes(0, w); got != 2*once {
		t.Errorf("twice the sequence keeps %v B, want twice %v", got, once)
	}
	w.Recompute = RecomputeSelective // has nothing left to save
	if got := m.ActivationBytes(0, w); got != 2*once {
		t.Errorf("selective keeps %v B, want %v", got, 2*once)
	}
}

// The counterpart of eqs. 1 to 6 for GQA and SwiGLU, in closed form, against
// the sum of tensors.
func TestLlamaActivations(t *testing.T) {
	dense := []string{"llama-2-7b", "llama-3-70b", "qwen2.5-7b", "qwen3-8b", "mistral-7b"}
	rapid.Check(t, func(t *rapid.T) {
		m, err := Find(rapid.SampledFrom(dense).Draw(t, "model"))
		if err != nil {
			t.Fatal(err)
		}
		w := Workload{
			Batch: rapid.IntRange(1, 8).Draw(t, "b"), Seq: rapid.IntRange(1, 8192).Draw(t, "s"), DType: rapid.SampledFrom(DTypes()).Draw(t, "dtype"),
			Tensor: rapid.SampledFrom([]int{0, 1, 2, 4}).Draw(t, "t"), SequenceParallel: rapid.Bool().Draw(t, "sp"),
			Recompute: rapid.SampledFrom([]Recompute{RecomputeNone, RecomputeSelective, RecomputeFull}).Draw(t, "recompute"),
		}
		e, s, h, a, d := w.DType.Bytes(), float64(w.Seq), float64(m.Hidden), float64(m.Heads), float64(m.HeadDim)
		sb, split := s*float64(w.Batch), float64(max(1, w.Tensor))
		whole := split
		if !w.SequenceParallel {
			whole = 1
		}
		q, kv := a*d, float64(m.KVHeads)*d
		if m.QKNorm {
			q, kv = 1.5*q, 1.5*kv // before and after: 3 of q in all, 3 of k and v
		}
		want := e * sb * (4*h/whole + (2*q+2*kv+4*float64(m.FFN))/split)
		switch w.Recompute {
		case RecomputeFull:
			want = e * sb * h
		case RecomputeNone:
			want += e * a * s * sb / split
		}
		if got := m.ActivationBytes(0, w); !near(got, want) {
			t.Fatalf("%s %+v: %v B, want %v", m.Key, w, got, want)
		}
	})
}

func TestLlamaActivationsByHand(t *testing.T) {
	// Llama 2 7B, one sequence of 4096 in bf16, numbers a token:
	// 4·4096 outside; 4·4096 for queries, keys, values and output; 4·11008;
	// 32·4096 of the softmax.
	m := must(t, "llama-2-7b")
	if got, want := m.ActivationBytes(0, Workload{Batch: 1, Seq: 4096, DType: BF16}), 2.*4096*(16384+16384+44032+131072); got != want {
		t.Errorf("got %v B, want %v", got, want)
	}
	// With 8 KV heads and t = 16 each GPU still holds one of each.
	m = must(t, "llama-3-70b")
	w := Workload{Batch: 1, Seq: 1, DType: BF16, Tensor: 16, Flash: true}
	if got, want := m.ActivationBytes(0, w), 2.*(4*8192+2*8192/16+2*128+4*28672/16)+4*64/16; got != want {
		t.Errorf("t=16: got %v B, want %v", got, want)
	}
}

func TestActivationsOfExpertsAndLatents(t *testing.T) {
	// DeepSeek-V3, numbers a token, t = 1, flash. Attention: norm and
	// down-projection inputs 2·7168, latents 2·1536 + 2·512, queries and keys
	// 2·128·192, values and output 2·128·128, 4 bytes a head.
	// Dense layer: 2·7168 + 4·18432. Experts: 2·7168, 256 scores in fp32, 8
	// tokens in and out, 4·8·2048, shared 4·2048.
	m, w := must(t, "deepseek-v3"), Workload{Batch: 1, Seq: 1, DType: BF16, Flash: true}
	attention := 2.*(2*7168+2*1536+2*512+2*128*192+2*128*128) + 4*128
	for layer, want := range map[int]float64{
		2: attention + 2*(2*7168+4*18432),
		3: attention + 2*(2*7168+2*8*7168+4*8*2048+4*2048) + 4*256,
	} {
		if got := m.ActivationBytes(layer, w); got != want {
			t.Errorf("layer %d: %v B, want %v", layer, got, want)
		}
	}
}
