package hw

import "slices"

// Measurement is what someone got in practice.
type Measurement struct {
	Name  string
	Key   string  // of the accelerator or link; "" where the tables have none
	Value float64 // FLOP/s or bytes per second, one way
	Origin
}

// Matmuls lists the best rates that were measured for bf16 matrix products.
func Matmuls() []Measurement { return slices.Clone(matmuls) }

// Copies lists measured copies between host and GPU.
func Copies() []Measurement { return slices.Clone(copies) }

// Achievable is the best rate measured for a bf16 matrix product, in FLOP/s; ok
// is false where nobody's figure is in the table.
func (a Accelerator) Achievable() (flops float64, ok bool) {
	for _, m := range matmuls {
		if m.Key == a.Key {
			return m.Value, true
		}
	}
	return 0, false
}

var matmulOrigin = Origin{Source: mlEngineering + "compute/accelerator/README.md:348-361 (maximum achievable matmul FLOPS)", Version: mlVersion, Status: Confirmed}

var matmuls = []Measurement{
	{"A100 SXM", "a100-80gb-sxm", 271.2e12, matmulOrigin},
	{"A100 PCIe", "a100-80gb-pcie", 252.9e12, matmulOrigin},
	{"H100 SXM", "h100-sxm", 794.5e12, matmulOrigin},
	{"GH200", "", 828.6e12, matmulOrigin},
	{"B200", "b200-sxm", 1745e12, matmulOrigin},
	{"GB200", "gb200", 1822e12, matmulOrigin},
	{"MI300X", "mi300x", 668.4e12, matmulOrigin},
}

var copies = []Measurement{
	{"H200, host to device", "pcie5", 55.43e9, pcieOrigin},
	{"H200, device to host", "pcie5", 55.06e9, pcieOrigin},
}
