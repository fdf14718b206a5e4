package hw

import (
	"fmt"

	"inflight/scenes/sim"
)

// Rate is the dense matrix FLOP/s for numbers of a type ("bf16", "fp16", "fp8",
// "int8", "fp32"); ok is false where no figure is known. On all but the V100
// fp16 runs as fast as bf16.
func (a Accelerator) Rate(dtype string) (flops float64, ok bool) {
	switch dtype {
	case "bf16":
		flops = a.BF16
	case "fp16":
		if flops = a.FP16; flops == 0 {
			flops = a.BF16
		}
	case "fp8":
		flops = a.FP8
	case "int8":
		flops = a.INT8
	case "fp32":
		flops = a.FP32
	}
	return flops, flops > 0
}

// Matmul is the dense matrix rate of 16-bit numbers, in FLOP/s: bf16, or fp16
// where there is no bf16.
func (a Accelerator) Matmul() float64 {
	if a.BF16 > 0 {
		return a.BF16
	}
	return a.FP16
}

// Products is what matrix products of numbers of a type reach at most, in FLOP/s.
// Where no figure is known that of 16 bits stands in, and known is false.
func (a Accelerator) Products(dtype string) (flops float64, known bool) {
	if flops, known = a.Rate(dtype); !known {
		flops = a.Matmul()
	}
	return flops, known
}

// Neighbour is the bandwidth to one peer in the same node, one way, over
// NVLink or its like, else over PCIe; 0 where neither is known.
func (a Accelerator) Neighbour() sim.Bandwidth {
	switch {
	case a.Peer > 0:
		return a.Peer
	case a.ScaleUp > 0:
		return a.ScaleUp
	}
	if l, err := FindLink(fmt.Sprintf("pcie%d", a.PCIe)); err == nil {
		return l.Bandwidth
	}
	return 0
}

// Ridge is the arithmetic intensity, in FLOP per byte, from which on a kernel of
// 16-bit numbers is bound by compute.
// Source: Williams, Waterman, Patterson, CACM 2009 (roofline).
func (a Accelerator) Ridge() float64 { return a.Matmul() / float64(a.HBMBandwidth) }

// Attainable is the roofline: the FLOP/s that a kernel of an arithmetic
// intensity, in FLOP per byte, can reach at most.
func (a Accelerator) Attainable(intensity float64) float64 {
	return min(a.Matmul(), float64(intensity*float64(a.HBMBandwidth)))
}

// MatmulIntensity is the arithmetic intensity, in FLOP per byte, of an m×k by
// k×n product whose numbers have size bytes each and cross HBM once.
func MatmulIntensity(m, k, n, size float64) float64 {
	moved := float64(m*k) + float64(k*n) + float64(m*n)
	return float64(2*float64(m*k)*n) / float64(size*moved)
}

// Compute is how long so many FLOPs last at a rate in FLOP/s of which a share,
// the utilization, is reached. It fails on what is no positive number.
func Compute(flops, rate, utilization float64) (sim.Time, error) {
	if !(rate > 0) {
		return 0, fmt.Errorf("%v FLOP/s: want a positive rate", rate)
	}
	if !(utilization > 0) || utilization > 1 {
		return 0, fmt.Errorf("utilization %v: want a share above 0, at most 1", utilization)
	}
	return sim.Seconds(flops / float64(rate*utilization))
}

// Compute is how long so many FLOPs in 16-bit numbers last at a utilization
// (MFU) from 0 to 1.
func (a Accelerator) Compute(flops, utilization float64) (sim.Time, error) {
	return Compute(flops, a.Matmul(), utilization)
}

// Stream is how long so many bytes take to be read from HBM or written to it.
func (a Accelerator) Stream(n sim.Bytes) (sim.Time, error) {
	return a.HBMBandwidth.Duration(n)
}

// Transfer is how long so many bytes take over an otherwise idle link, latency
// first.
func (l Link) Transfer(n sim.Bytes) (sim.Time, error) {
	latency, err := sim.Seconds(l.Latency)
	if err != nil {
		return 0, err
	}
	moving, err := l.Bandwidth.Duration(n)
	return latency + moving, err
}
