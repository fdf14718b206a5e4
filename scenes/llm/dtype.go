package llm

import (
	"fmt"
	"slices"

	"inflight/scenes/suggest"
)

// DType is a number format, as it stands in URLs.
type DType string

const (
	FP32 DType = "fp32"
	TF32 DType = "tf32" // computes with 19 bits, is stored as fp32
	BF16 DType = "bf16"
	FP16 DType = "fp16"
	FP8  DType = "fp8"
	INT8 DType = "int8"
)

var dtypes = []DType{FP32, TF32, BF16, FP16, FP8, INT8}

// DTypes lists all, widest first.
func DTypes() []DType { return slices.Clone(dtypes) }

// Bytes is the size of one number in memory; 0 for an unknown type.
func (d DType) Bytes() float64 {
	switch d {
	case FP32, TF32:
		return 4
	case BF16, FP16:
		return 2
	case FP8, INT8:
		return 1
	}
	return 0
}

// FindDType returns the type with a name. The error lists the names.
func FindDType(name string) (DType, error) {
	if d := DType(name); slices.Contains(dtypes, d) {
		return d, nil
	}
	names := make([]string, len(dtypes))
	for i, d := range dtypes {
		names[i] = string(d)
	}
	return "", fmt.Errorf("no %q: %w", name, suggest.OneOf(name, names))
}

// ParamBytes is the size of the weights in a type.
func (m Model) ParamBytes(d DType) float64 { return m.Params() * d.Bytes() }

// GradientBytes is the size of a full set of gradients in a type: what data
// parallelism reduces once a step.
func (m Model) GradientBytes(d DType) float64 { return m.Params() * d.Bytes() }
