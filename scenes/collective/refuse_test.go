package collective

import (
	"strings"
	"testing"

	"inflight/scenes"
)

// TestRefusalsSayWhatIsWanted: settings that cannot be run are refused in words.
func TestRefusalsSayWhatIsWanted(t *testing.T) {
	for _, c := range []struct {
		set  map[string]string
		want string
	}{
		{map[string]string{"gpus": "10", "nodes": "3"}, "3 nodes cannot share 10 GPUs"},
		{map[string]string{"gpus": "8", "nodes": "4", "nics": "3"}, "3 NICs for the 2 GPUs"},
		{map[string]string{"op": "all-gather", "algo": "tree"}, "want one of ring"},
		{map[string]string{"op": "reduce-scatter", "algo": "tree"}, "want one of ring"},
		{map[string]string{"op": "all-to-all", "algo": "tree"}, "want one of ring"},
		{map[string]string{"op": "all-to-all", "algo": "halving-doubling"}, "want one of ring"},
		{map[string]string{"op": "broadcast", "algo": "halving-doubling", "gpus": "12"}, "power of two"},
		{map[string]string{"algo": "halving-doubling", "gpus": "96", "nodes": "2"}, "power of two"},
		{map[string]string{"algo": "direct", "gpus": "128", "nodes": "16", "nics": "3"}, "divides the GPUs"},
		{map[string]string{"op": "broadcast", "gpus": "16384", "nodes": "2048", "pieces": "4096"}, "transfers"},
		{map[string]string{"algo": "tree", "gpus": "64", "pieces": "4096"}, "transfers"},
		{map[string]string{"algo": "tree", "gpus": "64", "pieces": "1500"}, "too much to run"},
		{map[string]string{"bytes": "1PB", "bandwidth": "1MB/s"}, "fifty days"},
	} {
		s := Scene.Entry().New()
		for k, v := range c.set {
			for _, p := range s.Apply([]scenes.Value{{Key: k, Text: v}}, true) {
				t.Fatal(p)
			}
		}
		_, err := s.Build()
		if refusal, ok := err.(scenes.Refusal); !ok || !strings.Contains(refusal.Text("en"), c.want) {
			t.Errorf("%v: %v, want a refusal with %q", c.set, err, c.want)
		}
	}
}

// TestEveryPairOfTheLiteratureRuns lists what runs and what does not.
func TestEveryPairOfTheLiteratureRuns(t *testing.T) {
	missing := map[string]bool{
		reduceScatter + tree: true, allGather + tree: true, allToAll + tree: true, allToAll + halving: true,
	}
	for _, op := range ops {
		for _, algo := range algos {
			p := defaults
			p.Op, p.Algo = op, algo
			if _, err := build(p); (err != nil) != missing[op+algo] {
				t.Errorf("%s by %s: %v", op, algo, err)
			}
		}
	}
}

// TestIdleKnobsChangeNothing turns each knob that the setting says it does not
// depend on.
func TestIdleKnobsChangeNothing(t *testing.T) {
	for _, p := range []Params{
		defaults,
		{Op: allReduce, Algo: tree, GPUs: 8, Nodes: 1, Pieces: 4, Model: "llama-2-7b", DType: "bf16", Bandwidth: 300e9, NICBandwidth: 50e9, Efficiency: 1},
		{Op: broadcast, Algo: direct, GPUs: 4, Nodes: 4, Pieces: 4, Bytes: 1e9, Model: "llama-2-7b", DType: "bf16", Bandwidth: 300e9, NICBandwidth: 50e9, Efficiency: 1},
		{Op: allReduce, Algo: halving, GPUs: 8, Nodes: 2, Pieces: 4, Params: 7e9, Model: "llama-2-7b", DType: "bf16", Bandwidth: 300e9, NICBandwidth: 50e9, Efficiency: 1},
	} {
		hash := func(p Params) any {
			f, err := build(p)
			if err != nil {
				t.Fatal(err)
			}
			return f.Timeline().Hash()
		}
		want, idle := hash(p), 0
		for i, k := range knobs(&p) {
			if !k.Idle {
				continue
			}
			idle++
			q := p
			k := knobs(&q)[i]
			texts := []string{"2", "3"}
			switch {
			case k.Kind == scenes.Choice:
				texts = []string{k.Choices[len(k.Choices)-1].Value}
			case k.Key == "params":
				texts = []string{"70B"}
			case k.Key == "nics":
				texts = []string{"1"}
			case k.Key == "latency" || k.Key == "nic-latency":
				texts = []string{"1us"}
			case k.Kind == scenes.Number:
				texts = []string{"77GB/s"}
			}
			for _, text := range texts {
				if problem := k.Set(text); problem != nil {
					t.Fatal(problem)
				}
				if hash(q) != want {
					t.Errorf("%s=%s changes the film of %+v, which calls it idle", k.Key, text, p)
				}
			}
		}
		if idle == 0 {
			t.Errorf("%+v has no idle knob", p)
		}
	}
}
