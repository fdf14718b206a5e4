package hw

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"inflight/scenes/sim"
)

// reference is testdata/gpus.json: what was found in public sources.
type reference struct {
	GPUs   []map[string]any `json:"gpus"`
	TPUs   []map[string]any `json:"tpus"`
	NVLink map[string]any   `json:"nvlink_generations"`
	PCIe   struct {
		OneWay   map[string]float64 `json:"one_way_GBps"`
		Measured map[string]float64 `json:"measured_H200"`
	} `json:"pcie_x16"`
	InfiniBand map[string]any `json:"infiniband_4x_port_Gbps"`
	Nodes      map[string]any `json:"nodes_one_way_GBps"`
	Ethernet   map[string]any `json:"ethernet"`
	Matmul     struct {
		Rows map[string]float64 `json:"rows"`
	} `json:"achievable_matmul_bf16"`
	TPUOther map[string]any `json:"tpu_other"`
}

func load(t *testing.T) (r reference) {
	t.Helper()
	data, err := os.ReadFile("testdata/gpus.json")
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// keysOf maps the names of the file to keys of the table.
var keysOf = map[string][]string{
	"V100 SXM2": {"v100-16gb-sxm2", "v100-32gb-sxm2"}, "A100 40GB SXM": {"a100-40gb-sxm"}, "A100 80GB SXM": {"a100-80gb-sxm"},
	"A100 80GB PCIe": {"a100-80gb-pcie"}, "H100 SXM": {"h100-sxm"}, "H100 PCIe": {"h100-pcie"}, "H200 SXM": {"h200-sxm"}, "H800": {"h800"},
	"B200 SXM (HGX/DGX)": {"b200-sxm"}, "GB200 (per GPU)": {"gb200"}, "MI300X": {"mi300x"}, "RTX 4090": {"rtx-4090"}, "L40S": {"l40s"},
	"TPU v4p": {"tpu-v4p"}, "TPU v5e": {"tpu-v5e"}, "TPU v5p": {"tpu-v5p"}, "TPU v6e": {"tpu-v6e"},
}

// figures maps the fields of the file to those of the table, in the file's unit.
var figures = map[string]func(Accelerator) float64{
	"bf16_dense_TFLOPs":       func(a Accelerator) float64 { return a.BF16 / 1e12 },
	"bf16_TFLOPs":             func(a Accelerator) float64 { return a.BF16 / 1e12 },
	"fp16_tensor_TFLOPs":      func(a Accelerator) float64 { return a.FP16 / 1e12 },
	"fp8_dense_TFLOPs":        func(a Accelerator) float64 { return a.FP8 / 1e12 },
	"int8_TOPs":               func(a Accelerator) float64 { return a.INT8 / 1e12 },
	"HBM_GB":                  func(a Accelerator) float64 { return float64(a.HBM) / 1e9 },
	"HBM_GBps":                func(a Accelerator) float64 { return float64(a.HBMBandwidth) / 1e9 },
	"SMs":                     func(a Accelerator) float64 { return float64(a.SMs) },
	"smem_per_SM_KB":          func(a Accelerator) float64 { return float64(a.SharedMemory) / 1024 },
	"L2_MB":                   func(a Accelerator) float64 { return float64(a.L2) / (1024 * 1024) },
	"scaleup_one_way_GBps":    func(a Accelerator) float64 { return float64(a.ScaleUp) / 1e9 },
	"peer_one_way_GBps":       func(a Accelerator) float64 { return float64(a.Peer) / 1e9 },
	"ICI_link_one_way_GBps":   func(a Accelerator) float64 { return float64(a.Peer) / 1e9 },
	"ICI_link_both_ways_GBps": func(a Accelerator) float64 { return float64(2*a.Peer) / 1e9 },
	"ridge_flop_per_byte":     ridge,
	"fp16_ridge":              ridge,
	"scaleup_both_ways_GBps":  func(a Accelerator) float64 { return float64(2*a.ScaleUp) / 1e9 },
}

// ridge is rounded to one decimal, half to even, as the file is.
func ridge(a Accelerator) float64 { return math.RoundToEven(a.Ridge()*10) / 10 }

func TestAcceleratorsSayWhatTheSourcesSay(t *testing.T) {
	r := load(t)
	seen := map[string]bool{}
	for _, row := range append(r.GPUs, r.TPUs...) {
		name := row["name"].(string)
		if len(keysOf[name]) == 0 {
			t.Errorf("%s is in no table", name)
		}
		for i, key := range keysOf[name] {
			a, err := Find(key)
			if err != nil {
				t.Fatal(err)
			}
			seen[key] = true
			for field, value := range row {
				compare(t, a, i, field, value)
			}
			if _, ok := row["fp8_dense_TFLOPs"]; !ok && a.FP8 != 0 {
				t.Errorf("%s: fp8 %v, want none", key, a.FP8)
			}
			if _, ok := row["peer_one_way_GBps"]; !ok && a.Peer != 0 && !strings.HasPrefix(key, "tpu") {
				t.Errorf("%s: peer %v, want none", key, a.Peer)
			}
		}
	}
	for _, a := range Accelerators() {
		if !seen[a.Key] {
			t.Errorf("%s has no source in the file", a.Key)
		}
	}
}

// compare checks one field of the file; variant picks from "16/32".
func compare(t *testing.T, a Accelerator, variant int, field string, value any) {
	t.Helper()
	want, isNumber := value.(float64)
	switch text := fmt.Sprint(value); {
	case field == "name" || field == "notes":
		return
	case field == "source":
		checkSource(t, a, text)
		return
	case field == "status":
		checkStatus(t, a, text)
		return
	case field == "PCIe":
		if got := fmt.Sprintf("Gen%d x16", a.PCIe); !strings.HasPrefix(text, got) && (a.PCIe != 0 || strings.HasPrefix(text, "Gen")) {
			t.Errorf("%s: PCIe %s, want %s", a.Key, got, text)
		}
		return
	case field == "HBM_GB" && !isNumber:
		fmt.Sscan(strings.Split(text, "/")[variant], &want)
	case field == "ridge_flop_per_byte" && value == nil:
		return // of bf16, which the V100 lacks
	case field == "scaleup_both_ways_GBps" && value == nil:
		return // the H800's was not printed
	}
	figure := figures[field]
	if figure == nil {
		t.Errorf("%s: nothing in the table holds %s = %v", a.Key, field, value)
		return
	}
	if got := figure(a); got != want {
		t.Errorf("%s: %s is %v, want %v", a.Key, field, got, want)
	}
}

// statuses is how the table says what the file says in words.
var statuses = map[string]Origin{
	"confirmed":                           {Status: Confirmed},
	"secondary source":                    {Status: Unconfirmed},
	"partly unconfirmed (L2, smem)":       {Status: Partly, Unconfirmed: []Field{FieldL2, FieldSharedMemory}},
	"confirmed except SM count secondary": {Status: Partly, Unconfirmed: []Field{FieldSMs}},
	"only the link numbers confirmed":     {Status: Partly, Unconfirmed: []Field{FieldMatmul, FieldHBM, FieldHBMBandwidth, FieldSMs, FieldSharedMemory, FieldL2, FieldPCIe}},
	// The file's notes: "LDS 64 KB per CU: unconfirmed".
	"confirmed; CUs derived 1216 matrix cores / 4":                                        {Status: Partly, Unconfirmed: []Field{FieldSharedMemory}},
	"secondary source; 128 SMs, 72MB L2 unconfirmed":                                      {Status: Unconfirmed},
	"TFLOPs/bandwidth confirmed (0.86 TB/s printed; 864 unconfirmed), SMs/L2 unconfirmed": {Status: Partly, Unconfirmed: []Field{FieldHBMBandwidth, FieldSMs, FieldL2}},
}

func checkStatus(t *testing.T, a Accelerator, text string) {
	t.Helper()
	want, ok := statuses[text]
	if !ok || a.Status != want.Status || !slices.Equal(a.Unconfirmed, want.Unconfirmed) {
		t.Errorf("%s: status %s %v, want that of %q", a.Key, a.Status, a.Unconfirmed, text)
	}
}

// checkSource wants the repository, the commit and every line number of the
// file to stand in the origin.
func checkSource(t *testing.T, a Accelerator, text string) {
	t.Helper()
	repository, rest, ok := strings.Cut(text, "@")
	if !ok {
		if a.Source != secondary {
			t.Errorf("%s: source %q, want %q", a.Key, a.Source, secondary)
		}
		return
	}
	repository = repository[strings.LastIndex(repository, " ")+1:]
	commit, place, _ := strings.Cut(rest, " ")
	if !strings.Contains(a.Source, repository+" ") || a.Version != "as of commit "+commit {
		t.Errorf("%s: source %q %q, want %q", a.Key, a.Source, a.Version, text)
	}
	for _, line := range lineNumber.FindAllStringSubmatch(inBrackets.ReplaceAllString(place, ""), -1) {
		if !strings.Contains(a.Source, line[1]) {
			t.Errorf("%s: source %q lacks line %s of %q", a.Key, a.Source, line[1], place)
		}
	}
}

var (
	inBrackets = regexp.MustCompile(` \([^)]*\)`)
	lineNumber = regexp.MustCompile(`[:,-] ?(\d+)`)
)

func TestLinksSayWhatTheSourcesSay(t *testing.T) {
	r := load(t)
	seen := map[string]bool{}
	want := func(key, from string, gigabytes float64) Link {
		t.Helper()
		l, err := FindLink(key)
		if err != nil {
			t.Fatalf("%s: %v", from, err)
		}
		if got := float64(l.Bandwidth); got != gigabytes*1e9 {
			t.Errorf("%s (%s): %v B/s, want %v GB/s", key, from, got, gigabytes)
		}
		seen[key] = true
		return l
	}
	for name, row := range r.NVLink {
		if name == "source" || name == "columns" {
			continue
		}
		var v [5]float64 // lane, lanes, links, one way, both ways
		for i, x := range row.([]any) {
			v[i] = x.(float64)
		}
		l := want("nvlink"+name[len("NVLink"):len("NVLink")+1], name, v[3])
		if got := (Wiring{sim.Bandwidth(v[0] * 1e9), int(v[1]), int(v[2])}); l.Wiring != got || v[0]*v[1]*v[2] != v[3] || float64(l.BothWays()) != v[4]*1e9 {
			t.Errorf("%s: %+v, both ways %v, want %v", l.Key, l.Wiring, l.BothWays(), v)
		}
		if announced := strings.Contains(name, "announced"); announced != (l.Status == Unconfirmed) {
			t.Errorf("%s: status %s, want that of %q", l.Key, l.Status, name)
		}
	}
	for name, v := range r.PCIe.OneWay {
		want("pcie"+name[len("Gen"):], name, v)
	}
	for name, v := range r.InfiniBand {
		gigabits, ok := v.(float64)
		if !ok {
			continue
		}
		word, roadmap, _ := strings.Cut(name, " ")
		l := want(strings.ToLower(word), name, gigabits/8)
		if (roadmap != "") != (l.Status == Unconfirmed) {
			t.Errorf("%s: status %s, want that of %q", l.Key, l.Status, name)
		}
		if us, _ := r.InfiniBand["latency_us"].(map[string]any)[word].(float64); l.Latency != us*1e-6 {
			t.Errorf("%s: latency %v s, want %v µs", l.Key, l.Latency, us)
		}
	}
	for name, v := range r.InfiniBand["GBps"].(map[string]any) {
		want(strings.ToLower(name), "GBps", v.(float64))
	}
	for name, v := range r.Ethernet {
		if gigabytes, ok := v.(float64); ok {
			want(strings.ToLower(name)+"be", name, gigabytes)
		}
	}
	want("tpu-pcie", "tpu_other", r.TPUOther["PCIe_per_chip_GBps"].(float64))
	want("tpu-dcn", "tpu_other", r.TPUOther["DCN_per_host_GBps"].(float64))
	for _, l := range Links() {
		if !seen[l.Key] {
			t.Errorf("%s has no source in the file", l.Key)
		}
	}
}

func TestNodesSayWhatTheSourcesSay(t *testing.T) {
	r := load(t)
	delete(r.Nodes, "source")
	if len(r.Nodes) != len(Nodes()) {
		t.Errorf("%d nodes, want %d", len(Nodes()), len(r.Nodes))
	}
	for name, v := range r.Nodes {
		var found bool
		for _, n := range Nodes() {
			// The file writes "(8x400G)" after the name.
			if !strings.Contains(name, fmt.Sprintf("(%dx%.0fG)", n.NICs, float64(n.NIC)*8/1e9)) || float64(n.Bandwidth()) != v.(float64)*1e9 {
				continue
			}
			words := strings.FieldsFunc(n.Name, func(r rune) bool { return r == ' ' || r == ',' })
			found = found || !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
		}
		if !found {
			t.Errorf("no node for %s = %v GB/s", name, v)
		}
	}
}

func TestMeasurementsSayWhatTheSourcesSay(t *testing.T) {
	r := load(t)
	got := map[string]float64{}
	for _, m := range Matmuls() {
		got[m.Name] = m.Value / 1e12
		if m.Key == "" {
			continue
		}
		if a, err := Find(m.Key); err != nil || a.BF16 <= m.Value {
			t.Errorf("%s: measured %v, above the peak %v (%v)", m.Name, m.Value, a.BF16, err)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(r.Matmul.Rows) {
		t.Errorf("matmuls %v, want %v", got, r.Matmul.Rows)
	}
	for i, name := range []string{"H2D", "D2H"} {
		if got := Copies()[i].Value / 1e9; got != r.PCIe.Measured[name] {
			t.Errorf("%s %v GB/s, want %v", name, got, r.PCIe.Measured[name])
		}
	}
}

func TestKeysAndNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	add := func(words ...string) {
		for _, w := range words {
			if w == "" || seen[w] {
				t.Errorf("%q stands twice or is empty", w)
			}
			seen[w] = true
		}
	}
	for _, a := range Accelerators() {
		add(a.Key, a.Name)
	}
	for _, l := range Links() {
		add(l.Key, l.Name)
		if l.Source == "" || l.Status == "" {
			t.Errorf("%s has no source", l.Key)
		}
	}
	for _, n := range Nodes() {
		add(n.Key, n.Name)
	}
}

func TestFindNamesTheOneThatWasMeant(t *testing.T) {
	_, err := Find("h1000")
	if err == nil || !strings.HasSuffix(err.Error(), "(did you mean h100-sxm?)") || !strings.HasPrefix(err.Error(), `no "h1000": want one of v100-16gb-sxm2, `) {
		t.Errorf("got %v", err)
	}
	if _, err := FindLink("nvlink"); err == nil || !strings.Contains(err.Error(), "did you mean nvlink1?") {
		t.Errorf("got %v", err)
	}
	if _, err := FindNode(""); err == nil || strings.Contains(err.Error(), "did you mean") {
		t.Errorf("got %v", err)
	}
}

func TestListsAreCopies(t *testing.T) {
	Accelerators()[0].Key, Links()[0].Key, Nodes()[0].Key = "x", "x", "x"
	if accelerators[0].Key == "x" || links[0].Key == "x" || nodes[0].Key == "x" {
		t.Error("a list gives away the table")
	}
}

func TestDoubtful(t *testing.T) {
	for _, c := range []struct {
		key   string
		field Field
		want  bool
	}{
		{"a100-80gb-sxm", FieldSMs, false}, {"a100-40gb-sxm", FieldSMs, true}, {"b200-sxm", FieldSMs, true}, {"b200-sxm", FieldL2, false}, {"h800", FieldScaleUp, false}, {"h800", FieldHBM, true},
	} {
		a, err := Find(c.key)
		if got := a.Doubtful(c.field); err != nil || got != c.want {
			t.Errorf("%s: Doubtful(%s) = %v, want %v", c.key, c.field, got, c.want)
		}
	}
}
