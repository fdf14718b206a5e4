package paged

import (
	"inflight/scenes"
	"inflight/scenes/hw"
	"inflight/scenes/paged/block"
	"inflight/scenes/paged/serve"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// mostTokens is how many tokens a stream may have, prompts and outputs together,
// as its means say.
const mostTokens = 600_000

// Keep is how many of so many blocks a watermark keeps free: rounded down, as
// vLLM does.
func Keep(watermark float64, blocks int) int { return int(float64(watermark * float64(blocks))) }

// Order is the free order of a name.
func Order(name string) block.Order {
	if name == PartialFirst {
		return block.PartialFirst
	}
	return block.TailFirst
}

var allocators = map[string]serve.Allocator{
	contiguousMax: serve.Max, contiguousPow2: serve.Pow2, contiguousOracle: serve.Oracle, pagedBlocks: serve.Paged,
}

// config is the server of a setting.
func (p *Params) config() serve.Config {
	return serve.Config{
		Allocator: allocators[p.Allocator],
		Pool: block.Config{
			Blocks: p.blocks(), Size: p.Block, CPU: p.CPUBlocks,
			Keep: Keep(p.Watermark, p.blocks()), Order: Order(p.FreeOrder), Cache: p.Cache,
		},
		Cost: p.cost(), MaxTokens: p.maxTokens(), Batch: p.MaxBatch, StepTokens: p.StepTokens,
		Static: p.Batching == static, Swap: p.Preempt == swap,
		Beams: p.beams(), Seed: uint64(p.Seed),
	}
}

func (p *Params) beams() bool { return p.Sampling == beam && p.Samples > 1 }

// cost is what computing takes.
func (p *Params) cost() serve.Cost {
	m, d := p.model(), p.dtype()
	gpu, _ := hw.Find(p.GPU)
	token := m.Forward(1, 1)
	c := serve.Cost{
		Weights: m.ParamBytes(d), KV: m.KVBytesPerToken(d), Window: m.Window,
		Linear: token.Linear, Attention: token.Attention, Head: token.Head,
		Bandwidth: sim.Bandwidth(p.HBMBandwidth), PCIe: sim.Bandwidth(p.PCIe),
	}
	if c.Bandwidth == 0 {
		c.Bandwidth = gpu.HBMBandwidth
	}
	rate, _ := gpu.Products(p.DType) // else stored in the type and multiplied in 16 bits
	c.Rate = float64(rate * p.MFU)
	if e := m.MoE; e.Experts > 0 && e.PerToken < e.Experts {
		c.Missed = 1 - float64(e.PerToken)/float64(e.Experts)
		c.Routed = float64((m.Params()-m.ActiveParams())/c.Missed) * d.Bytes()
	}
	return c
}

// stream draws the requests of a setting.
func (p *Params) stream() ([]serve.Request, error) {
	return serve.Stream{
		Requests: p.Requests, Rate: p.Rate, Prompt: p.Prompt, Output: p.Output, Prefix: p.Prefix,
		Samples: p.Samples, Equal: p.beams(), MaxTokens: p.maxTokens(), Seed: uint64(p.Seed),
	}.Draw()
}

// refuse says in words why a setting cannot be run, nil if it may.
func (p *Params) refuse() error {
	m := p.model()
	if p.blocks() < 1 {
		all, _ := p.memory()
		return scenes.Refuse("paged.refuse.weights", m.Name, bytes(m.ParamBytes(p.dtype())), bytes(all), p.Reserve*100)
	}
	return nil
}

func bytes(v float64) scenes.Quantity { return scenes.Quantity{Value: v, Unit: unit.Byte} }

// tooMuch refuses streams that would take too long to run.
func tooMuch(requests []serve.Request) error {
	total := 0
	for i := range requests {
		r := &requests[i]
		for _, n := range r.Outputs {
			total += n
		}
		total += r.Prompt
	}
	if total > mostTokens {
		return scenes.Refuse("paged.refuse.tokens", total, mostTokens)
	}
	return nil
}

// run serves the requests, and says in words why it cannot.
func run(c serve.Config, requests []serve.Request, trace bool) (*serve.Result, error) {
	r, err := serve.Run(c, requests, trace)
	if large, ok := err.(serve.TooLarge); ok {
		blocks := block.Blocks(large.Slots, c.Pool.Size)
		return nil, scenes.Refuse("paged.refuse.large", large.Request+1, large.Slots, blocks, c.Pool.Blocks)
	}
	if err != nil {
		return nil, scenes.Refuse("paged.refuse.engine", err.Error())
	}
	return r, nil
}
