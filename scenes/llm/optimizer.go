package llm

import "slices"

// Optimizer is what steps the weights, as it stands in URLs.
type Optimizer string

const (
	Adam     Optimizer = "adam"     // mixed precision: weights, momentum, variance in fp32
	Adam8bit Optimizer = "adam8bit" // weights in fp32, momentum and variance in 8 bits
	SGD      Optimizer = "sgd"      // weights in fp32, no momentum
)

var optimizers = []Optimizer{Adam, Adam8bit, SGD}

// Optimizers lists all, the largest state first.
func Optimizers() []Optimizer { return slices.Clone(optimizers) }

// StateBytes is what an optimizer keeps for one parameter, besides the weight
// and the gradient in the number format of the model: 12 bytes for Adam, its
// fp32 copy of the weight among them.
// Source: ZeRO, arXiv 1910.02054, §3.1; 8-bit states, arXiv 2110.02861, §2, of
// which the constants of each block of 2,048 are left out.
func (o Optimizer) StateBytes() float64 {
	switch o {
	case Adam:
		return 4 + 4 + 4
	case Adam8bit:
		return 4 + 1 + 1
	case SGD:
		return 4
	}
	return 0
}
