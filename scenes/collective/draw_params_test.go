package collective

import (
	"math"
	"math/rand/v2"
	"testing"

	"inflight/scenes"
	"inflight/scenes/unit"
)

var (
	ops   = []string{allReduce, reduceScatter, allGather, broadcast, reduce, allToAll}
	algos = []string{ringAlgo, ringBoth, tree, halving, direct}
)

// randomParams draws every knob from its range, GPUs, channels and pieces from
// its lower end. Nodes mostly divide the GPUs and NICs mostly fit.
func randomParams(t testing.TB, r *rand.Rand, op, algo string, gpus int) Params {
	t.Helper()
	p := defaults
	for _, k := range knobs(&p) {
		lo, hi := k.Min, k.Max
		switch k.Key {
		case "op", "algo", "model", "dtype":
			continue
		case "gpus":
			hi = float64(gpus)
			if r.IntN(3) == 0 {
				hi = 8
			}
		case "nodes", "nics":
			continue // below
		case "channels", "pieces":
			hi = 6
		}
		if k.Optional && k.Key != "bytes" && r.IntN(2) == 0 || k.Key == "params" {
			continue
		}
		if lo == 0 && r.IntN(4) == 0 {
			hi = 0
		}
		x := lo + r.Float64()*(hi-lo)
		if k.Log && hi > 0 {
			low := math.Log(max(lo, 1e-9))
			x = math.Exp(low + r.Float64()*(math.Log(hi)-low))
		}
		text := unit.Text(x, k.Unit)
		if k.Kind == scenes.Whole {
			text = unit.Text(math.Round(x), unit.None)
		}
		if problem := k.Set(text); problem != nil {
			t.Fatal(problem)
		}
	}
	p.Op, p.Algo = op, algo
	if algo == halving && op != allReduce {
		p.GPUs = powerBelow(p.GPUs)
	}
	if r.IntN(2) == 0 {
		for p.Nodes = 1 + r.IntN(p.GPUs); p.GPUs%p.Nodes != 0; p.Nodes-- {
		}
		p.NICs = r.IntN(p.gpusOfNode() + 1)
	}
	return p
}

// randomJob draws settings until one is not refused.
func randomJob(t testing.TB, r *rand.Rand, op, algo string, gpus int) job {
	t.Helper()
	for {
		p := randomParams(t, r, op, algo, gpus)
		j, err := settle(p)
		if err != nil {
			if _, ok := err.(scenes.Refusal); !ok {
				t.Fatalf("%+v: %v is no refusal", p, err)
			}
			continue
		}
		if f := j.timeForm(); max(f.seconds, f.upper) < longest {
			return j
		}
	}
}

// has says whether the literature has an algorithm for an operation.
func has(op, algo string) bool {
	p := defaults
	p.Op, p.Algo = op, algo
	_, err := settle(p)
	return err == nil
}

// eachPair runs a subtest for each operation with each algorithm it has.
func eachPair(t *testing.T, f func(t *testing.T, r *rand.Rand, op, algo string)) {
	for _, op := range ops {
		for _, algo := range algos {
			if has(op, algo) {
				t.Run(op+"/"+algo, func(t *testing.T) {
					t.Parallel()
					f(t, rand.New(rand.NewPCG(uint64(len(op)), uint64(len(algo)))), op, algo)
				})
			}
		}
	}
}

func textOf(bytes float64) string { return unit.Text(bytes, unit.Byte) }
