package llm

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// row is a model of testdata/models.json.
type row struct {
	Name        string
	Layers      int
	Hidden      int
	Heads       int
	KVHeads     int `json:"kv_heads"`
	HeadDim     int `json:"head_dim"`
	FFN         int
	Vocab       int
	Context     int
	Window      int  `json:"sliding_window"`
	Tied        bool `json:"tied_embeddings"`
	QKVBias     bool `json:"qkv_bias"`
	Experts     int
	PerToken    int `json:"experts_per_token"`
	Attention   string
	QRank       int     `json:"q_lora_rank"`
	KVRank      int     `json:"kv_lora_rank"`
	NoPE        int     `json:"qk_nope"`
	RoPE        int     `json:"qk_rope"`
	V           int     `json:"v_head"`
	DenseLayers int     `json:"dense_layers"`
	FFNDense    int     `json:"ffn_dense"`
	FFNExpert   int     `json:"ffn_expert"`
	Shared      int     `json:"shared_experts"`
	Params      float64 `json:"params_derived"`
	Active      float64 `json:"active_params_derived"`
	Published   any     `json:"params_published"`
	KV16        float64 `json:"kv_bytes_per_token_fp16"`
	KVBF16      float64 `json:"kv_bytes_per_token_bf16"`
	KVElements  int     `json:"kv_elements_per_token_per_layer"`
	Source      string
}

func load(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// rows pairs each row of the file with its model, in the same order.
func rows(t *testing.T) ([]row, []Model) {
	t.Helper()
	var file struct{ Models []row }
	load(t, "models.json", &file)
	if len(file.Models) != len(models) {
		t.Fatalf("%d models, want %d", len(models), len(file.Models))
	}
	return file.Models, Models()
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -()", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

func TestShapesAreThoseOfTheSources(t *testing.T) {
	list, models := rows(t)
	for i, r := range list {
		m := models[i]
		if a, b := letters(r.Name), letters(m.Name); !strings.HasPrefix(a, b) && !strings.HasPrefix(b, a) {
			t.Errorf("%s stands where %s should", m.Name, r.Name)
		}
		want := Model{
			Layers: r.Layers, Hidden: r.Hidden, Heads: r.Heads, KVHeads: r.KVHeads, HeadDim: r.HeadDim, FFN: r.FFN, Vocab: r.Vocab, Context: r.Context, Window: r.Window,
			Tied: r.Tied, QKVBias: r.QKVBias,
			MLA: MLA{r.QRank, r.KVRank, r.NoPE, r.RoPE, r.V},
			MoE: MoE{r.Experts, r.PerToken, r.Shared, r.FFNExpert, r.DenseLayers, m.MoE.RouterBias},
			// What the file does not say; the exact totals below need it.
			Block: m.Block, QKNorm: m.QKNorm, NoFinalNorm: m.NoFinalNorm,
			Key: m.Key, Name: m.Name, Published: m.Published, Origin: m.Origin,
		}
		switch {
		case m.Key == "mistral-7b":
			want.Context = 8192 // Jiang et al., arXiv 2310.06825, Table 1; the file has the window
		case r.Attention == "MLA":
			want.FFN = r.FFNDense
		case r.Experts > 0: // the file's ffn is that of an expert
			want.MoE.FFN, want.FFN = r.FFN, 0
		case r.Name == "Megatron 1T":
			want.Tied = true // eq. 2 counts one v·h
		}
		if m != want {
			t.Errorf("got  %+v\nwant %+v", m, want)
		}
		checkSource(t, m, r.Source)
	}
}

func checkSource(t *testing.T, m Model, source string) {
	t.Helper()
	repository, rest, ok := strings.Cut(source, "@")
	if !ok {
		if number := arXiv(source); number != "" && !strings.Contains(m.Source, number) {
			t.Errorf("%s: source %q, want %q", m.Key, m.Source, source)
		}
		return
	}
	commit, place, _ := strings.Cut(rest, " ")
	if want := repository + " " + place; m.Source != want || m.Version != "as of commit "+commit {
		t.Errorf("%s: source %q %q, want %q %q", m.Key, m.Source, m.Version, want, commit)
	}
}

func arXiv(s string) string {
	if _, after, ok := strings.Cut(s, "arXiv "); ok {
		return after[:len("2005.14165")]
	}
	return ""
}

func TestParamsAreExact(t *testing.T) {
	list, models := rows(t)
	for i, r := range list {
		m := models[i]
		if got := m.Params(); got != r.Params {
			t.Errorf("%s: %.0f parameters, want %.0f", m.Key, got, r.Params)
		}
		want := r.Active
		if want == 0 {
			want = r.Params
		}
		if got := m.ActiveParams(); got != want {
			t.Errorf("%s: %.0f active parameters, want %.0f", m.Key, got, want)
		}
		checkPublished(t, m, r.Published)
	}
}

// checkPublished compares with a total that others print: exactly, or to the
// digits of "671B".
func checkPublished(t *testing.T, m Model, published any) {
	t.Helper()
	switch want := published.(type) {
	case float64:
		if m.Params() != want {
			t.Errorf("%s: %.0f parameters, published %.0f", m.Key, m.Params(), want)
		}
	case string:
		digits := 0
		if _, fraction, ok := strings.Cut(strings.TrimSuffix(want, "B"), "."); ok {
			digits = len(fraction)
		}
		if m.Key == "gpt-3-175b" {
			// Its authors print 175.0B; their own shape gives 174.6B.
			want, digits = "175B", 0
		}
		if got := strconv.FormatFloat(m.Params()/1e9, 'f', digits, 64) + "B"; got != want {
			t.Errorf("%s: %s parameters, published %s", m.Key, got, want)
		}
		if m.Published != published {
			t.Errorf("%s: Published %q, want %q", m.Key, m.Published, published)
		}
	}
}

// eq2 is Narayanan et al., arXiv 2104.04473, eq. 2.
func eq2(l, h, v, s float64) float64 { return 12 * l * h * h * (1 + 13/(12*h) + (v+s)/(12*l*h)) }

func TestParamsAgreeWithMegatronsEquation(t *testing.T) {
	for _, key := range []string{"gpt-2", "gpt-2-xl", "gpt-3-175b", "megatron-1t"} {
		m := must(t, key)
		want := eq2(float64(m.Layers), float64(m.Hidden), float64(m.Vocab), float64(m.Context))
		if !m.NoFinalNorm {
			want += float64(2 * m.Hidden) // which the equation leaves out
		}
		if got := m.Params(); math.Abs(got-want) > 1e-12*want { // rounding of a product
			t.Errorf("%s: %.0f, want %.0f", key, got, want)
		}
	}
}

func TestPartsAddUp(t *testing.T) {
	for _, m := range append(Models(), Shape(7e9), Shape(1234567), Shape(9_999_999_999_999)) {
		total := m.EmbeddingParams() + m.HeadParams()
		for i := range m.Layers {
			total += m.LayerParams(i)
		}
		if total != m.Params() {
			t.Errorf("%s: parts make %.0f, want %.0f", m.Name, total, m.Params())
		}
	}
	if got, want := must(t, "llama-2-7b").LayerParams(0), 4*4096*4096+3*4096*11008+2*4096.; got != want {
		t.Errorf("a layer of Llama 2 7B has %v, want %v", got, want)
	}
}

func TestKVCacheIsExact(t *testing.T) {
	list, models := rows(t)
	for i, r := range list {
		m := models[i]
		if got, want := m.KVBytesPerToken(BF16), r.KV16+r.KVBF16; got != want {
			t.Errorf("%s: %v B a token, want %v", m.Key, got, want)
		}
		if r.KVElements != 0 && m.KVElements() != r.KVElements {
			t.Errorf("%s: %v numbers a layer, want %v", m.Key, m.KVElements(), r.KVElements)
		}
		if fp8, fp32 := m.KVBytesPerToken(FP8), m.KVBytesPerToken(FP32); fp32 != 4*fp8 || 2*fp8 != m.KVBytesPerToken(FP16) {
			t.Errorf("%s: %v in fp8, %v in fp32", m.Key, fp8, fp32)
		}
	}
}

func TestKVCacheByKindOfAttention(t *testing.T) {
	// DeepSeek-V2, arXiv 2405.04434, Table 1: with d_c = 4·d_h and a rotary part
	// of d_h/2, MLA caches 4.5·d_h a layer, as GQA with 2.25 groups would.
	const heads, dim = 64, 128
	for _, c := range []struct {
		name string
		m    Model
		want int
	}{
		{"MHA", Model{KVHeads: heads, HeadDim: dim}, 2 * heads * dim},
		{"GQA", Model{KVHeads: 8, HeadDim: dim}, 2 * 8 * dim},
		{"MQA", Model{KVHeads: 1, HeadDim: dim}, 2 * dim},
		{"MLA", Model{MLA: MLA{KVRank: 4 * dim, RoPE: dim / 2}}, 9 * dim / 2},
	} {
		if got := c.m.KVElements(); got != c.want {
			t.Errorf("%s: %d numbers, want %d", c.name, got, c.want)
		}
	}
	// Kwon et al., SOSP 2023, §1: "a single token" of OPT-13B takes 800 KB.
	opt := Model{Layers: 40, KVHeads: 40, HeadDim: 128}
	if got := opt.KVBytesPerToken(FP16); got != 800*1024 {
		t.Errorf("OPT-13B: %v B a token, want 800 KiB", got)
	}
}

func TestKVCacheStopsAtTheWindow(t *testing.T) {
	m := must(t, "mistral-7b") // window of 4096
	for tokens, want := range map[int]float64{0: 0, 4096: 4096 * 131072, 32768: 4096 * 131072} {
		if got := m.KVBytes(tokens, FP16); got != want {
			t.Errorf("%d tokens: %v B, want %v", tokens, got, want)
		}
	}
	if got, want := must(t, "llama-3-70b").KVBytes(4096, FP16), 1342177280.; got != want {
		t.Errorf("Llama 3 70B, 4096 tokens: %v B, want %v", got, want)
	}
}

func TestDTypes(t *testing.T) {
	for d, want := range map[DType]float64{FP32: 4, TF32: 4, BF16: 2, FP16: 2, FP8: 1, INT8: 1, "fp64": 0} {
		if got := d.Bytes(); got != want {
			t.Errorf("%s: %v B, want %v", d, got, want)
		}
	}
	for _, d := range DTypes() {
		if got, err := FindDType(string(d)); got != d || err != nil {
			t.Errorf("FindDType(%s) = %v, %v", d, got, err)
		}
	}
	if _, err := FindDType("bf15"); err == nil || !strings.Contains(err.Error(), "did you mean bf16?") {
		t.Errorf("got %v", err)
	}
	if got := must(t, "llama-2-7b").GradientBytes(BF16); got != 2*6738415616. {
		t.Errorf("gradients of Llama 2 7B: %v B", got)
	}
}

func TestKeysAndNamesAreUnique(t *testing.T) {
	var seen []string
	for _, m := range Models() {
		for _, w := range []string{m.Key, m.Name} {
			if w == "" || slices.Contains(seen, w) {
				t.Errorf("%q stands twice or is empty", w)
			}
			seen = append(seen, w)
		}
		if m.Source == "" || m.Status == "" || (m.Status == Partly) != (m.Unconfirmed != "") {
			t.Errorf("%s: origin %+v", m.Key, m.Origin)
		}
	}
}

func TestPick(t *testing.T) {
	if m, err := Pick("llama-2-7b", 0); err != nil || m.Params() != 6738415616 {
		t.Errorf("got %v, %v", m.Name, err)
	}
	if m, err := Pick("llama-2-7b", 13e9); err != nil || m.Params() != 13e9 || m.Name != "13B" {
		t.Errorf("params should win over model: got %v, %v, %v", m.Name, m.Params(), err)
	}
	for _, bad := range []float64{-1, 1, 999_999, 2e13, math.NaN(), math.Inf(1)} {
		if m, err := Pick("llama-2-7b", bad); err == nil {
			t.Errorf("Pick(%v) = %v, want an error", bad, m.Name)
		}
	}
	_, err := Pick("lama-2-7b", 0)
	if got := fmt.Sprint(err); !strings.HasSuffix(got, "(did you mean llama-2-7b?)") {
		t.Errorf("got %v", got)
	}
}

func must(t *testing.T, key string) Model {
	t.Helper()
	m, err := Find(key)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
