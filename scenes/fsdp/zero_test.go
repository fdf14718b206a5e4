package fsdp

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes"
)

// reference is the part of the published figures that tests read.
type reference struct {
	Table1 struct {
		GB map[string]map[string][]json.Number `json:"GB_by_model_then_Nd"`
	} `json:"zero_table1"`
	DDP struct {
		First float64 `json:"kDefaultFirstBucketBytes"`
		Cap   float64 `json:"kDefaultBucketBytesCap"`
		Cases struct {
			Cases []struct {
				Tensors [][2]any  `json:"tensors"`
				Limits  []float64 `json:"limits"`
				Buckets [][]int   `json:"buckets"`
			} `json:"cases"`
		} `json:"bucket_assignment_cases"`
	} `json:"ddp"`
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// must builds a setting, from values as they stand in a URL.
func must(t testing.TB, values ...string) *film {
	t.Helper()
	p := settingOf(t, values...)
	f, err := build(p)
	if err != nil {
		t.Fatalf("%v: %v", values, err)
	}
	return f.(*film)
}

func settingOf(t testing.TB, values ...string) Params {
	t.Helper()
	p := defaults
	for _, v := range values {
		key, text, _ := strings.Cut(v, "=")
		i := slices.IndexFunc(knobs(&p), func(k scenes.Knob) bool { return k.Key == key })
		if i < 0 {
			t.Fatalf("no knob %q", key)
		}
		if problem := knobs(&p)[i].Set(text); problem != nil {
			t.Fatal(problem)
		}
	}
	return p
}

func metric(t testing.TB, f scenes.Film, id string) float64 {
	t.Helper()
	for _, m := range f.Metrics() {
		if m.ID == id {
			return m.Value
		}
	}
	t.Fatalf("no metric %q", id)
	return 0
}

// TestZeROTable1 holds all 54 cells to what the engine's counters hold between
// steps: within one unit of the last printed digit, since some are truncated.
func TestZeROTable1(t *testing.T) {
	var ref reference
	read(t, "testdata/zero_fsdp_ddp.json", &ref)
	cells := 0
	for model, rows := range ref.Table1.GB {
		for n, row := range rows {
			for i, strategy := range []string{zero1, zero2, full} {
				// Latency and bandwidth do not matter here; a switch without latency
				// keeps 1,024 GPUs within the longest film.
				f := must(t, "params="+model, "gpus="+n, "strategy="+strategy, "latency=0")
				got := (metric(t, f, "param-bytes") + metric(t, f, "grad-bytes") + metric(t, f, "optimizer-bytes")) / 1e9
				want, unit := printed(t, row[i])
				if math.Abs(got-want) > unit*(1+1e-9) {
					t.Errorf("%s on %s, %s: %v GB, want %v within %v", model, n, strategy, got, want, unit)
				}
				cells++
			}
		}
	}
	if cells != 54 {
		t.Errorf("%d cells, want 54", cells)
	}
}

// printed is a number and the place value of its last digit.
func printed(t *testing.T, n json.Number) (value, unit float64) {
	value, err := strconv.ParseFloat(n.String(), 64)
	if err != nil {
		t.Fatal(err)
	}
	unit = 1
	if _, digits, ok := strings.Cut(n.String(), "."); ok {
		for range digits {
			unit /= 10
		}
	}
	return value, unit
}

// TestZeROFigure1 is 120, 31.4, 16.6 and 1.9 GB for 7.5B parameters on 64 GPUs.
func TestZeROFigure1(t *testing.T) {
	for _, c := range []struct {
		strategy string
		gb       float64
	}{{ddp, 120}, {zero1, 31.4}, {zero2, 16.6}, {full, 1.9}} {
		f := must(t, "params=7.5B", "gpus=64", "nodes=8", "strategy="+c.strategy)
		if got := metric(t, f, "state-bytes") / 1e9; math.Abs(got-c.gb) > 0.05 {
			t.Errorf("%s: %v GB, want %v", c.strategy, got, c.gb)
		}
	}
}

// TestVolumes counts what a GPU sends: 2·psi·v·(N-1)/N bytes in 16 bits.
// Source: arXiv 1910.02054, §7; for hybrid sharding arXiv 2304.11277, §3.2.2.
func TestVolumes(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   float64 // times psi
	}{
		{[]string{"strategy=ddp"}, 2 * 2 * 7. / 8},
		{[]string{"strategy=zero1"}, 2 * 2 * 7. / 8},
		{[]string{"strategy=zero2"}, 2 * 2 * 7. / 8},
		{[]string{"strategy=fsdp"}, 2 * 3 * 7. / 8},
		{[]string{"strategy=fsdp", "reshard=false"}, 2 * 2 * 7. / 8},
		{[]string{"strategy=fsdp", "dtype=fp32"}, 4 * 3 * 7. / 8},
		{[]string{"strategy=fsdp", "gpus=64", "nodes=8"}, 2 * 3 * 63. / 64},
		{[]string{"strategy=fsdp", "gpus=16384", "nodes=2048"}, 2 * 3 * 16383. / 16384},
		{[]string{"strategy=hsdp", "gpus=64", "nodes=8"}, 2 * (3*7./8 + 2./8*7/8)},
		{[]string{"strategy=hsdp", "gpus=64", "nodes=8", "shard-group=16"}, 2 * (3*15./16 + 2./16*3/4)},
		{[]string{"strategy=hsdp", "gpus=8", "shard-group=1"}, 2 * 2 * 7. / 8},
		{[]string{"strategy=fsdp", "gpus=1"}, 0},
	} {
		for _, model := range []string{"model=llama-2-7b", "model=gpt-2", "params=123456789"} {
			f := must(t, append(c.values, model, "latency=0", "nic-latency=0")...)
			want := c.want * f.psi
			if got := metric(t, f, "comm-bytes"); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%v, %s: %v bytes, want %v", c.values, model, got, want)
			}
		}
	}
}

// TestHybridShardingSparesTheNetwork: what crosses hosts is 2M(W-1)/(G·W) for
// hybrid sharding in a host of G, up to the replicas counted for GPUs.
// Source: arXiv 2304.11277, §3.2.2: M the model's bytes.
func TestHybridShardingSparesTheNetwork(t *testing.T) {
	f := must(t, "strategy=hsdp", "gpus=64", "nodes=8")
	m := f.psi * 2
	if got, want := metric(t, f, "nic-bytes"), 2*m/8*7/8; math.Abs(got-want) > 1e-6*want {
		t.Errorf("%v bytes through a NIC, want %v", got, want)
	}
	whole := metric(t, must(t, "strategy=fsdp", "gpus=64", "nodes=8"), "nic-bytes")
	if want := 3 * m * 63 / 64 / 8; math.Abs(whole-want) > 1e-6*want {
		t.Errorf("full sharding: %v bytes through a NIC, want %v", whole, want)
	}
}

// TestBucketCases are PyTorch's own.
func TestBucketCases(t *testing.T) {
	var ref reference
	read(t, "testdata/zero_fsdp_ddp.json", &ref)
	if len(ref.DDP.Cases.Cases) != 4 {
		t.Errorf("%d cases, want 4", len(ref.DDP.Cases.Cases))
	}
	for i, c := range ref.DDP.Cases.Cases {
		var tensors []tensor
		for _, pair := range c.Tensors {
			n, format := pair[0].(float64), pair[1].(string)
			size := map[string]float64{"f32": 4, "f64": 8}[format]
			tensors = append(tensors, tensor{bytes: n * size, format: int(size)})
		}
		if got := bucketsOf(tensors, c.Limits); !slices.EqualFunc(got, c.Buckets, slices.Equal[[]int]) {
			t.Errorf("case %d: %v, want %v", i, got, c.Buckets)
		}
	}
	if defaults.Bucket != ref.DDP.Cap || defaults.FirstBucket != ref.DDP.First {
		t.Errorf("buckets of %v and %v bytes, want %v and %v", defaults.FirstBucket, defaults.Bucket, ref.DDP.First, ref.DDP.Cap)
	}
}

// TestBucketsOfAModel fills buckets from its end: every gradient once, no bucket
// goes on once it has reached its limit.
func TestBucketsOfAModel(t *testing.T) {
	for _, values := range [][]string{{"model=gpt-2"}, {"model=llama-2-7b"}, {"params=1M"}, {"model=deepseek-v3"}, {"bucket=1kB", "first-bucket=1kB"}, {"bucket=1TB"}} {
		f := must(t, append(values, "strategy=ddp")...)
		total := 0.0
		before := place{len(f.pieces), 0}
		for k, b := range f.list {
			total += b.bytes
			if b.first.piece > before.piece || b.first.piece == before.piece && b.first.tensor >= before.tensor {
				t.Errorf("%v: bucket %d begins at %v, after one that ends at %v", values, k, b.first, before)
			}
			before = b.last
			limit := f.Bucket
			if k == 0 {
				limit = f.FirstBucket
			}
			last := f.pieces[b.last.piece].tensors[b.last.tensor]
			if b.bytes-last >= limit || b.bytes < limit && k < len(f.list)-1 {
				t.Errorf("%v: bucket %d has %v bytes of %v, the last tensor %v", values, k, b.bytes, limit, last)
			}
		}
		if want := f.psi * f.number; math.Abs(total-want) > 1 {
			t.Errorf("%v: %v bytes in buckets, want %v", values, total, want)
		}
	}
}

// TestActivations holds what is kept to the published forms and table rows.
// Source: arXiv 2205.05198, eq. 1, 6 and §4.3, and its Table 3 shapes.
func TestActivations(t *testing.T) {
	var ref struct {
		GPT3 struct{ A, S, H float64 } `json:"gpt3"`
		Rows []struct {
			Model string             `json:"model"`
			Each  map[string]float64 `json:"per_layer_bytes"`
		} `json:"derived_table"`
	}
	read(t, "testdata/activation_memory.json", &ref)
	s, h, a, v, layers := ref.GPT3.S, ref.GPT3.H, ref.GPT3.A, 50257., 96.
	outside := s*h + 4*s*h*(1+v/h)
	for _, c := range []struct {
		recompute string
		each      float64
	}{{"none", s * h * (34 + 5*a*s/h)}, {"selective", 34 * s * h}, {"full", 2 * s * h}} {
		f := must(t, "model=gpt-3-175b", "seq=2048", "batch=1", "gpus=64", "recompute="+c.recompute)
		want := layers*c.each + outside
		if got := metric(t, f, "activation-bytes"); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: %v bytes, want %v", c.recompute, got, want)
		}
		if len(ref.Rows) != 4 {
			t.Fatalf("%d rows, want 4", len(ref.Rows))
		}
		for _, row := range ref.Rows { // eight-way tensor parallelism splits these; full recomputation it does not
			if row.Model == "175B" && c.recompute == "full" && row.Each["full_recompute"] != c.each {
				t.Errorf("a layer keeps %v bytes, the table says %v", c.each, row.Each["full_recompute"])
			}
			if row.Model == "175B" && c.recompute == "selective" && row.Each["tp+sp+selective"]*8 != c.each {
				t.Errorf("a layer keeps %v bytes, the table says 8 × %v", c.each, row.Each["tp+sp+selective"])
			}
			if row.Model == "175B" && c.recompute == "none" && row.Each["tp+sp"]*8 != c.each {
				t.Errorf("a layer keeps %v bytes, the table says 8 × %v", c.each, row.Each["tp+sp"])
			}
		}
	}
}
