package hw

import (
	"slices"

	"inflight/scenes/sim"
)

// Accelerator is a GPU or TPU. A figure that is 0 is not known or does not
// exist.
type Accelerator struct {
	Key  string // value in URLs
	Name string

	BF16 float64 // FLOP/s of dense matrix products, bf16
	FP16 float64 // the same in fp16, where it is not that of bf16
	FP8  float64 // the same in fp8
	INT8 float64 // operations per second, int8
	FP32 float64 // FLOP/s, fp32, without matrix units

	HBM          sim.Bytes     // capacity
	HBMBandwidth sim.Bandwidth // one direction
	SMs          int           // streaming multiprocessors; compute units of AMD
	SharedMemory sim.Bytes     // of one SM; LDS of AMD
	L2           sim.Bytes     // of the GPU; of one XCD of AMD

	ScaleUp sim.Bandwidth // to all peers together, one way
	Peer    sim.Bandwidth // to one peer, one way, where a peer does not get all of ScaleUp
	PCIe    int           // generation, 16 lanes; 0 where the source names none

	Origin
}

// Accelerators lists all, in the order in which they are shown.
func Accelerators() []Accelerator { return slices.Clone(accelerators) }

// Find returns the accelerator with a key. The error lists the keys and names
// the one that was likely meant.
func Find(key string) (Accelerator, error) {
	return find(key, accelerators, func(a Accelerator) string { return a.Key })
}

// The table of accelerators.
var accelerators = []Accelerator{
	{
		Key: "v100-16gb-sxm2", Name: "V100 SXM2 16 GB",
		FP16: 125e12, FP32: 15.7e12, HBM: 16e9, HBMBandwidth: 900e9, SMs: 80, SharedMemory: 96 * kib, L2: 6 * mib,
		ScaleUp: 150e9, PCIe: 3, Origin: v100,
	},
	{
		Key: "v100-32gb-sxm2", Name: "V100 SXM2 32 GB",
		FP16: 125e12, FP32: 15.7e12, HBM: 32e9, HBMBandwidth: 900e9, SMs: 80, SharedMemory: 96 * kib, L2: 6 * mib,
		ScaleUp: 150e9, PCIe: 3, Origin: v100,
	},
	{
		Key: "a100-40gb-sxm", Name: "A100 SXM 40 GB",
		BF16: 312e12, HBM: 40e9, HBMBandwidth: 1555e9, SMs: 108, SharedMemory: 164 * kib, L2: 40 * mib,
		ScaleUp: 300e9, PCIe: 4, Origin: Origin{Source: secondary, Status: Unconfirmed},
	},
	{
		// The vendor's data sheet is said to print 2,039 GB/s.
		Key: "a100-80gb-sxm", Name: "A100 SXM 80 GB",
		BF16: 312e12, HBM: 80e9, HBMBandwidth: 2000e9, SMs: 108, SharedMemory: 164 * kib, L2: 40 * mib,
		ScaleUp: 300e9, PCIe: 4,
		Origin: Origin{Source: mlEngineering + "compute/accelerator/README.md:275,485,604; network/README.md:300", Version: mlVersion, Status: Confirmed},
	},
	{
		Key: "a100-80gb-pcie", Name: "A100 PCIe 80 GB",
		BF16: 312e12, HBM: 80e9, HBMBandwidth: 1940e9, SMs: 108, SharedMemory: 164 * kib, L2: 40 * mib,
		PCIe:   4,
		Origin: Origin{Source: mlEngineering + "compute/accelerator/README.md:276,487", Version: mlVersion, Status: Confirmed},
	},
	{
		Key: "h100-sxm", Name: "H100 SXM",
		BF16: 989e12, FP8: 1979e12, HBM: 80e9, HBMBandwidth: 3350e9, SMs: 132, SharedMemory: 228 * kib, L2: 50 * mib,
		ScaleUp: 450e9, PCIe: 5,
		Origin: Origin{Source: mlEngineering + "compute/accelerator/README.md:265,484,610; network/README.md:301", Version: mlVersion, Status: Confirmed},
	},
	{
		Key: "h100-pcie", Name: "H100 PCIe",
		BF16: 756e12, FP8: 1513e12, HBM: 80e9, HBMBandwidth: 2000e9, SharedMemory: 228 * kib, L2: 50 * mib,
		PCIe:   5,
		Origin: Origin{Source: mlEngineering + "compute/accelerator/README.md:268,486", Version: mlVersion, Status: Confirmed},
	},
	{
		Key: "h200-sxm", Name: "H200 SXM",
		BF16: 989e12, FP8: 1979e12, HBM: 141e9, HBMBandwidth: 4800e9, SMs: 132, SharedMemory: 228 * kib, L2: 50 * mib,
		ScaleUp: 450e9, PCIe: 5,
		Origin: Origin{Source: mlEngineering + "compute/accelerator/README.md:264,476,611", Version: mlVersion, Status: Confirmed},
	},
	{
		// Compute and memory are taken to be those of the H100.
		Key: "h800", Name: "H800",
		BF16: 989e12, HBM: 80e9, HBMBandwidth: 3350e9, SMs: 132, SharedMemory: 228 * kib, L2: 50 * mib,
		ScaleUp: 160e9, PCIe: 5,
		Origin: Origin{
			Source: "deepseek-ai/DeepEP docs/legacy.md:19", Version: "as of commit dd758caf", Status: Partly,
			Unconfirmed: []Field{FieldMatmul, FieldHBM, FieldHBMBandwidth, FieldSMs, FieldSharedMemory, FieldL2, FieldPCIe},
		},
	},
	{
		Key: "b200-sxm", Name: "B200 SXM",
		BF16: 2250e12, FP8: 4500e12, HBM: 180e9, HBMBandwidth: 8000e9, SMs: 148, SharedMemory: 228 * kib, L2: 126 * mib,
		ScaleUp: 900e9, PCIe: 5,
		Origin: Origin{
			Source:  mlEngineering + "compute/accelerator/README.md:260,474,555; network/README.md:302; SMs: " + scalingBook + "gpus page",
			Version: mlVersion, Status: Partly, Unconfirmed: []Field{FieldSMs},
		},
	},
	{
		Key: "gb200", Name: "GB200, one GPU",
		BF16: 2500e12, FP8: 5000e12, HBM: 186e9, HBMBandwidth: 8000e9, SharedMemory: 228 * kib, L2: 126 * mib,
		ScaleUp: 900e9,
		Origin:  Origin{Source: mlEngineering + "compute/accelerator/README.md:256,473; network/README.md:403-412", Version: mlVersion, Status: Confirmed},
	},
	{
		// Seven links of 64 GB/s, one to each peer.
		Key: "mi300x", Name: "MI300X",
		BF16: 1307e12, HBM: 192e9, HBMBandwidth: 5300e9, SMs: 304, SharedMemory: 64 * kib, L2: 4 * mib,
		ScaleUp: 448e9, Peer: 64e9, PCIe: 5,
		Origin: Origin{
			Source: mlEngineering + "compute/accelerator/README.md:211,263,472; network/README.md:501", Version: mlVersion,
			Status: Partly, Unconfirmed: []Field{FieldSharedMemory},
		},
	},
	{
		// fp16 with fp32 accumulation.
		Key: "rtx-4090", Name: "RTX 4090",
		BF16: 165.2e12, HBM: 24e9, HBMBandwidth: 1008e9, SMs: 128, SharedMemory: 100 * kib, L2: 72 * mib,
		PCIe: 4, Origin: Origin{Source: secondary, Status: Unconfirmed},
	},
	{
		Key: "l40s", Name: "L40S",
		BF16: 362e12, FP8: 733e12, HBM: 48e9, HBMBandwidth: 864e9, SMs: 142, SharedMemory: 100 * kib, L2: 96 * mib,
		PCIe: 4,
		Origin: Origin{
			Source: mlEngineering + "compute/accelerator/README.md:273,488", Version: mlVersion,
			Status: Partly, Unconfirmed: []Field{FieldHBMBandwidth, FieldSMs, FieldL2}, // the source prints 0.86 TB/s
		},
	},
	{
		Key: "tpu-v4p", Name: "TPU v4p",
		BF16: 275e12, INT8: 275e12, HBM: 32e9, HBMBandwidth: 1200e9, Peer: 45e9,
		Origin: Origin{Source: scalingBook + "tpus.md:180,190", Version: bookVersion, Status: Confirmed},
	},
	{
		Key: "tpu-v5e", Name: "TPU v5e",
		BF16: 197e12, INT8: 394e12, HBM: 16e9, HBMBandwidth: 810e9, Peer: 45e9,
		Origin: Origin{Source: scalingBook + "tpus.md:182,192", Version: bookVersion, Status: Confirmed},
	},
	{
		Key: "tpu-v5p", Name: "TPU v5p",
		BF16: 459e12, INT8: 918e12, HBM: 96e9, HBMBandwidth: 2800e9, Peer: 90e9,
		Origin: Origin{Source: scalingBook + "tpus.md:181,191", Version: bookVersion, Status: Confirmed},
	},
	{
		Key: "tpu-v6e", Name: "TPU v6e",
		BF16: 920e12, INT8: 1840e12, HBM: 32e9, HBMBandwidth: 1600e9, Peer: 90e9,
		Origin: Origin{Source: scalingBook + "tpus.md:183,193", Version: bookVersion, Status: Confirmed},
	},
}

var v100 = Origin{
	Source:  secondary + "; NVLink: " + mlEngineering + "network/README.md:299",
	Version: mlVersion, Status: Partly, Unconfirmed: []Field{FieldL2, FieldSharedMemory},
}

const (
	kib = 1 << 10
	mib = 1 << 20
)
