package sizing

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"
)

// metricsOf are those of a scene's film at a setting.
func metricsOf(t tester, scene string, values ...string) map[string]float64 {
	t.Helper()
	e, ok := all.Find(scene)
	if !ok {
		t.Fatalf("no scene %s", scene)
	}
	s := e.New()
	for _, p := range s.Apply(preset("", "", strings.Join(values, " ")).Values, true) {
		t.Fatalf("%v", p)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatalf("%v: %v", values, err)
	}
	found := map[string]float64{}
	for _, m := range f.Metrics() {
		found[m.ID] = m.Value
	}
	return found
}

var someModels = []string{"llama-2-7b", "llama-3-8b", "gpt-2-xl", "gpt-3-175b", "mixtral-8x7b", "deepseek-v3", "qwen2.5-7b"}

// drawn is a random workload, as both sides take it.
func drawn(r *rapid.T) []string {
	word := func(key string, from ...string) string { return key + "=" + rapid.SampledFrom(from).Draw(r, key) }
	list := []string{
		word("recompute", "none", "selective", "full"), word("optimizer", "adam", "adam8bit", "sgd"), word("dtype", "bf16", "fp32"),
		word("gpu", "h100-sxm", "a100-80gb-sxm", "v100-32gb-sxm2"), word("mfu", "0.3", "0.55", "1"),
		fmt.Sprintf("seq=%d", 128*rapid.IntRange(1, 64).Draw(r, "seq")),
	}
	if rapid.Bool().Draw(r, "free") {
		return append(list, fmt.Sprintf("params=%d", rapid.IntRange(1e8, 1e11).Draw(r, "params")))
	}
	return append(list, "model="+rapid.SampledFrom(someModels).Draw(r, "model"))
}

// TestOneMicroBatchIsTheFilmOfFSDP: without other parallelism a step of one
// micro-batch is the scene's, but for the picosecond to which the film rounds each
// task.
func TestOneMicroBatchIsTheFilmOfFSDP(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		values := append(drawn(r), "strategy="+rapid.SampledFrom([]string{"ddp", "zero1", "zero2", "fsdp", "hsdp"}).Draw(r, "strategy"),
			"bandwidth=100GB/s", "latency=5us", "nic-bandwidth=20GB/s", "nic-latency=10us")
		node, nodes, batch := 1<<rapid.IntRange(0, 3).Draw(r, "node"), rapid.IntRange(1, 5).Draw(r, "nodes"), rapid.IntRange(1, 3).Draw(r, "batch")
		n := node * nodes
		want := metricsOf(r, "fsdp", append(values, fmt.Sprintf("gpus=%d nodes=%d batch=%d", n, nodes, batch))...)
		got := must(r, append(values, fmt.Sprintf("gpus=%d node=%d tensor=1 microbatch=%d batch=%d flash=false", n, node, batch, n*batch))...)
		rounded := scenes.Tolerance(8*(got.Model.Layers+2), want["step-time"]) // each of the film's tasks
		if x := got.Time.Total(); !near(x, want["step-time"], rounded) {
			r.Fatalf("%v: a step of %v s, in the film %v", values, x, want["step-time"])
		}
		if x := got.Time.Data; !near(x+got.Time.Bubble, want["exposed-comm"], 1e-6) && want["exposed-comm"] > 1e-9 {
			r.Fatalf("%v: %v s exposed, in the film %v", values, x, want["exposed-comm"])
		}
		if x := got.Memory.Total(); !near(x, want["peak-memory"], 1e-9) {
			r.Fatalf("%v: %v B, in the film %v", values, x, want["peak-memory"])
		}
		if x := got.Sent; !near(x, want["comm-bytes"], 1e-9) {
			r.Fatalf("%v: %v B sent, in the film %v", values, x, want["comm-bytes"])
		}
		if x := got.Memory.Params + got.Memory.Grads + got.Memory.States; !near(x, want["state-bytes"], 1e-9) {
			r.Fatalf("%v: %v B of states, in the film %v", values, x, want["state-bytes"])
		}
	})
}

// TestAPipelineIsTheFilmOfPipeline: without data parallelism. The scene does not
// count the rows that the embedding reads and the optimizer's step, and with
// recomputation not the layer that is there again.
func TestAPipelineIsTheFilmOfPipeline(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		schedule := rapid.SampledFrom([]string{"gpipe", "1f1b", "interleaved-1f1b", "looped-bfs", "zb-h1", "zb-h2", "zb-v", "dualpipe"}).Draw(r, "schedule")
		p := 2 * rapid.IntRange(1, 2).Draw(r, "half p")
		m := p * rapid.IntRange(2, 6).Draw(r, "rounds")
		values := append(drawn(r), "schedule="+schedule, fmt.Sprintf("stages=%d", p), "microbatch=2")
		want := metricsOf(r, "pipeline", append(values, fmt.Sprintf("microbatches=%d", m), "bandwidth=100GB/s", "latency=5us")...)
		got := must(r, append(values, fmt.Sprintf("gpus=%d tensor=1 batch=%d strategy=ddp flash=false", p, 2*m), "bandwidth=100GB/s", "latency=5us")...)
		lookups := 2 * float64(m) * 2 * float64(got.params.Seq) * 2 * float64(got.Model.Hidden) * 4 / float64(got.Device.HBMBandwidth)
		if x := got.Time.Total() - got.Time.Optimizer - want["time"]; x < -1e-9*want["time"] || x > lookups*1.01+1e-9*want["time"] {
			r.Fatalf("%v: %v s longer than the film's %v, the embedding takes at most %v", values, x, want["time"], lookups)
		}
		more := got.Memory.Remade
		if schedule == "dualpipe" { // holds the model twice
			return
		}
		if x := got.Memory.Total() - more; x < want["memory"]*(1-1e-9)-more || x > want["memory"]+4 {
			r.Fatalf("%v: %v B without %v remade, in the film %v", values, x, more, want["memory"])
		}
		if more == 0 && !near(got.Memory.Total(), want["memory"], 1e-9) {
			r.Fatalf("%v: %v B, in the film %v", values, got.Memory.Total(), want["memory"])
		}
	})
}

// TestTensorParallelismIsTheFilmOfCollective: four all-reduces a layer and
// micro-batch, none hidden.
func TestTensorParallelismIsTheFilmOfCollective(t *testing.T) {
	for _, node := range []int{4, 8} {
		links := "bandwidth=450GB/s latency=3.4us nic-bandwidth=50GB/s nic-latency=14us"
		got := must(t, fmt.Sprintf("gpus=16 node=%d batch=16", node), links)
		one := metricsOf(t, "collective", fmt.Sprintf("op=all-reduce algo=ring gpus=8 nodes=%d bytes=%d", 8/node, 8192*8192*2), links)["time"]
		layers := float64(got.Model.Layers)
		if want := 4 * layers * float64(got.Micro) * one; !near(got.Time.Tensor, want, 1e-6) { // the engine rounds each of 14 rounds
			t.Errorf("node=%d: %v s, four all-reduces of %v s a layer make %v", node, got.Time.Tensor, one, want)
		}
	}
}

// TestExpertsAreTheFilmOfCollective: four all-to-alls a layer and micro-batch.
func TestExpertsAreTheFilmOfCollective(t *testing.T) {
	for _, nodes := range []int{1, 2} {
		links := "bandwidth=450GB/s latency=3.4us nic-bandwidth=50GB/s nic-latency=14us"
		got := must(t, fmt.Sprintf("model=mixtral-8x7b gpus=8 node=%d tensor=1 expert=8 seq=4096 batch=8", 8/nodes), links)
		one := metricsOf(t, "collective", fmt.Sprintf("op=all-to-all algo=direct gpus=8 nodes=%d bytes=%d", nodes, 4096*2*4096*2), links)["time"]
		if want := 4 * float64(got.Model.Layers) * one; !near(got.Time.Expert, want, 1e-6) {
			t.Errorf("%d nodes: %v s, four all-to-alls of %v s a layer make %v", nodes, got.Time.Expert, one, want)
		}
	}
}

// TestLinksLeadToScenes: what a link says, the scene takes, and shows the same.
func TestLinksLeadToScenes(t *testing.T) {
	for _, values := range []string{"", "stages=4 schedule=zb-v batch=64", "tensor=1 gpus=8 batch=8", "params=3B tensor=2 context=2"} {
		r := New(settingOf(values), "en")
		if r.Answer == nil || len(r.Answer.Links) == 0 {
			t.Fatalf("%q: no links, refused as %q", values, r.Panel.Refusal)
		}
		for _, l := range r.Answer.Links {
			e, ok := all.Find(l.Scene)
			list, err := report.Values(strings.TrimSuffix(l.Query, "&v=1"))
			if !ok || err != nil {
				t.Fatalf("%s?%s: %v", l.Scene, l.Query, err)
			}
			s := e.New()
			for _, p := range s.Apply(list, true) {
				t.Errorf("%q leads to %s: %v", values, l.Scene, p)
			}
			if _, err := s.Build(); err != nil {
				t.Errorf("%q leads to %s: %v", values, l.Scene, err)
			}
		}
	}
}
