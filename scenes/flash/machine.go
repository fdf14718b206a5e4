package flash

import (
	"inflight/scenes/hw"
	"inflight/scenes/llm"
)

// machine is the GPU of a setting, with what follows from it.
type machine struct {
	gpu        hw.Accelerator
	autoMatrix float64 // FLOP/s that the tables have, or 0
	autoExp    float64 // exponentials per second, or 0
	ruleQ      int     // tile by the paper's rule
	ruleK      int
}

// expsPerClock is how many exponentials an SM of NVIDIA's finishes in a clock.
// Source: CUDA C++ Programming Guide, "Throughput of Native Arithmetic
// Instructions": 16 results of ex2 per clock and SM for compute capability 7.x to
// 9.0. FlashAttention-3, arXiv 2407.08608, §3.1, computes 3.9 T/s for an H100
// from it. A compute unit of AMD's CDNA 3 has a quarter rate of 64 lanes, as many.
const expsPerClock = 16

// matrixPerClock is the dense 16-bit FLOP of one SM in a clock. With the matrix
// rate it gives the clock that the vendor's figure assumes. Sources: NVIDIA's
// white papers of V100, A100, H100 and the Ada GPU architecture (64, 256, 512 and
// 128 FMA a tensor core and clock, with 8, 4, 4 and 4 tensor cores; Ada's rate is
// half with fp32 accumulation on GeForce); AMD CDNA 3 white paper; for B200 the
// FlashAttention-4 paper, which also has 16 exponentials a clock and SM.
func matrixPerClock(key string) float64 {
	switch key {
	case "v100-16gb-sxm2", "v100-32gb-sxm2", "l40s":
		return 1024
	case "rtx-4090":
		return 512
	case "a100-40gb-sxm", "a100-80gb-sxm", "a100-80gb-pcie", "mi300x":
		return 2048
	case "h100-sxm", "h100-pcie", "h200-sxm", "h800":
		return 4096
	case "b200-sxm", "gb200":
		return 8192
	}
	return 0
}

// machine looks up what the setting leaves to the GPU and to the paper's rule.
func (p *Params) machine() machine {
	var g machine
	g.gpu, _ = hw.Find(p.GPU)
	g.autoMatrix, _ = g.gpu.Rate(p.DType)
	if per := matrixPerClock(g.gpu.Key); per > 0 {
		g.autoExp = float64(g.gpu.Matmul()*expsPerClock) / per
	}
	sram := p.SRAM
	if sram == 0 {
		sram = float64(g.gpu.SharedMemory)
	}
	if e := llm.DType(p.DType).Bytes(); e > 0 {
		g.ruleQ, g.ruleK = p.rule(int(sram/e), p.headDim())
	}
	return g
}
